/* bench.h: how fast the rules of a game are. */
#ifndef ROUNDHOUSE_ARENA_BENCH_H
#define ROUNDHOUSE_ARENA_BENCH_H

#include "engine/game.h"

/* How long to play: so many games, or, if that is 0, about so many seconds. */
typedef struct BenchBudget {
    long games;
    double seconds;
} BenchBudget;

typedef struct BenchResult {
    long games;
    long decisions;
    double seconds;  /* of processor time, for those games */
    double clone_ns; /* to copy a state */
} BenchResult;

/* Processor time of this thread. */
double processor_seconds(void);

/* Plays so many games at random to the end: dealing, listing, applying and
 * scoring, nothing else, no clock and no allocation. Returns the number of
 * decisions. A function of its own so that a profiler can be told to count in
 * here only. */
long bench_play(const Game *game, const Setup *setup, long games, Rng *rng);

/* The setup's seed decides which games are played. */
void bench_measure(const Game *game, const Setup *setup, const BenchBudget *budget,
                   BenchResult *result);

#endif
