/* schedule.h: who sits where in game n of a tournament, and on which deal.
 *
 * A table is a choice of as many contenders as there are seats. Each deal is
 * played by every table, and by each table once for every rotation of its seats:
 *
 *     game n = ((deal * tables) + table) * seats + rotation
 *
 * so that seats and lucky deals favour nobody. The order around the table matters, too:
 * from one deal to the next the order around the table changes, until all (seats - 1)!
 * circles have been used.
 *
 * Or else every game has a deal of its own, and everybody moves on by a seat after it.
 *
 * Game n does not depend on how many are played: games can be shared out by
 * number, and a longer tournament begins like a shorter one. */
#ifndef ROUNDHOUSE_ARENA_SCHEDULE_H
#define ROUNDHOUSE_ARENA_SCHEDULE_H

#include "arena/contender.h"
#include "engine/seats.h"

typedef struct Schedule {
    int seats;
    int table_count;
    int contender_count;
    /* One table: its contenders, of which some may be the same. A round robin has
     * every choice of `seats` different ones. */
    int entries[SEATS_MAX];
    int is_round_robin;
    int is_moving; /* a deal for each game */
} Schedule;

/* One game of it. */
typedef struct Sitting {
    long deal;
    int contenders[SEATS_MAX]; /* by seat */
} Sitting;

/* One table: who sits at it; equal numbers are the same contender. */
Schedule schedule_table(const int *entries, int seats);
/* The same with a deal for each game. */
Schedule schedule_moving(const int *entries, int seats);
/* Every choice of `seats` among at least as many contenders. */
Schedule schedule_round_robin(int contenders, int seats);

/* How many games every table plays on one deal, together. */
long schedule_set(const Schedule *schedule);
/* The number of games, rounded up to whole sets. */
long schedule_whole_sets(const Schedule *schedule, long games);

void schedule_sitting(const Schedule *schedule, long n, Sitting *sitting);

/* How many seats of a table the contender takes: 1 in a round robin. */
int schedule_copies(const Schedule *schedule, int contender);

#endif
