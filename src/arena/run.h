/* run.h: a tournament from its first game to its last: shared out among threads,
 * written to a ledger, kept as saves. */
#ifndef ROUNDHOUSE_ARENA_RUN_H
#define ROUNDHOUSE_ARENA_RUN_H

#include "arena/ledger.h"
#include "arena/tournament.h"

typedef struct ArenaRun {
    const Tournament *tournament;
    long games;
    int first, step; /* of the games, it plays `first` and every step-th from there; a
                      * step of 0 is 1 */
    int threads;
    GameResult *results;   /* one for each game; those that are done are not played */
    Ledger *ledger;        /* NULL: nothing is written */
    const char *directory; /* where each game is kept as a save; NULL: nowhere */
    atomic_int *stop;      /* once set, the run ends as soon as it can */
    /* Called now and then with the number of games played in this run; may be NULL. */
    void (*progress)(void *context, long played);
    /* Called for each finished game, by the thread that played it; may be NULL. */
    void (*finished)(void *context, long n, const GameResult *result);
    void *context;
} ArenaRun;

/* 1: finished or stopped; `results` says which games are done. 0,
 * error in *fault: a write failed, and games in progress are lost. */
int arena_run(const ArenaRun *run, Fault *fault);

#endif
