/* bench.h: how fast the rules of a game are, and the search on it: iterations that play
 * every game to its end, beside playing out without a search from the same positions. */
#ifndef ROUNDHOUSE_ARENA_BENCH_H
#define ROUNDHOUSE_ARENA_BENCH_H

#include "engine/game.h"

/* How long to play: a number of games, or, if that is 0, about a number of seconds. */
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

/* Plays games at random to the end: dealing, listing, applying and
 * scoring, nothing else, no clock and no allocation. Returns the number of
 * decisions. A function of its own so that a profiler can count in
 * here only. */
long bench_play(const Game *game, const Setup *setup, long games, Rng *rng);

/* The setup's seed decides which games are played. */
void bench_measure(const Game *game, const Setup *setup, const BenchBudget *budget,
                   BenchResult *result);

typedef struct BenchSearchResult {
    int positions;
    double iterations_per_s; /* with full playouts; all per second of processor time */
    double playouts_per_s;   /* without a search */
    double cut_per_s;        /* iterations as the bots make them */
    double decisions;        /* of a playout, on average */
} BenchSearchResult;

/* Positions in the middle of games of this setup; about `seconds` for each
 * of the three. Returns 0 if there is no memory. */
int bench_search(const Game *game, const Setup *setup, double seconds,
                 BenchSearchResult *result);

#endif
