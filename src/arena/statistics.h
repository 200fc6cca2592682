/* statistics.h: what the games of a tournament say about each contender. */
#ifndef ROUNDHOUSE_ARENA_STATISTICS_H
#define ROUNDHOUSE_ARENA_STATISTICS_H

#include "arena/tournament.h"

typedef struct Interval {
    double low, high;
} Interval;

/* Wilson's score interval, 95 %, of the chance of which `wins` in `trials` is a
 * sample. Shared wins may count in parts. Without trials: from 0 to 1. */
Interval wilson_interval(double wins, double trials);

/* One contender. A win that is shared counts in equal parts. */
typedef struct Standing {
    int copies;  /* seats of a table that it takes */
    long games;  /* that it took part in */
    double wins; /* of all its copies */
    /* The part of the games that one copy wins, and its interval. With several
     * copies, that of the wins of all of them, divided by their number. */
    double share;
    Interval interval;
    double mean_rank; /* a shared place counts as the mean of those it stands for */
    double mean_score;
    long moves;
    double seconds_per_move; /* of processor time */
} Standing;

typedef struct Standings {
    long games; /* that are done */
    Standing contenders[CONTENDERS_MAX];
    double seat_wins[SEATS_MAX];
    /* How many times the one came before the other; a shared place is half of
     * one. Of games at which both sat. */
    double ahead[CONTENDERS_MAX][CONTENDERS_MAX];
} Standings;

/* Adds the games up in the order of their numbers, so that the sums are the same to
 * the last bit however they were played. */
void standings_read(Standings *standings, const Tournament *tournament,
                    const GameResult *results, long games);

#endif
