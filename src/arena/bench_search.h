/* bench_search.h: how fast the search is: iterations that play every game to its
 * end, beside playing such games out without any search from the same positions. */
#ifndef ROUNDHOUSE_ARENA_BENCH_SEARCH_H
#define ROUNDHOUSE_ARENA_BENCH_SEARCH_H

#include "engine/game.h"

typedef struct BenchSearchResult {
    int positions;
    double iterations_per_s; /* with full playouts; all per second of processor time */
    double playouts_per_s;   /* without a search */
    double cut_per_s;        /* iterations as the bots make them */
    double decisions;        /* of a playout, on average */
} BenchSearchResult;

/* Positions in the middle of games of this setup; about so many seconds for each
 * of the three. Returns 0 if there is no memory. */
int bench_search(const Game *game, const Setup *setup, double seconds,
                 BenchSearchResult *result);

#endif
