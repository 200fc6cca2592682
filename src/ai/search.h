/* search.h: information-set Monte Carlo tree search, one for all games.
 *
 * Each iteration draws a state that might be behind the view (determinize),
 * walks down one tree for all of them, always choosing what has brought the most
 * to whoever acts and what has been tried too little, adds the children of the
 * last node, plays out from there by the game's policy, and tells every node on
 * the way what came of it for the seat that acted.
 *
 * A search lives in memory that the caller gives. It never allocates, asks no
 * clock, and with the same seed does the same everywhere. think.h puts threads
 * and the clock around it. */
#ifndef ROUNDHOUSE_AI_SEARCH_H
#define ROUNDHOUSE_AI_SEARCH_H

#include "ai/ai.h"
#include "ai/policy.h"

#include <stddef.h>

/* Full playouts go to the end of the game, and nothing but that end counts, whatever
 * the policy foresees. */
typedef enum SearchPlayouts { SEARCH_CUT, SEARCH_FULL } SearchPlayouts;

typedef struct SearchTask {
    const Game *game;
    const Policy *policy; /* NULL: none */
    const void *view;     /* of the seat that must choose; borrowed */
    int seat;
    SearchPlayouts playouts;
    uint64_t seed;
} SearchTask;

typedef struct Search Search;

/* How much memory a search of so many nodes (at least 1) needs. */
size_t search_bytes(long nodes);
/* A search in so much memory, aligned for anything. */
Search *search_in(void *memory, long nodes);

/* Forgets what was before. The view must stay as long as the search goes on. */
void search_begin(Search *search, const SearchTask *task);
void search_iterate(Search *search, long iterations);
long search_iterations(const Search *search); /* since it began */
long search_nodes(const Search *search);

/* Is the most visited action so far ahead that this many visits make no other the
 * most visited? */
int search_is_settled(const Search *search, double visits);

/* What several searches of the same task think together. */
void search_report(const Search *const *searches, int count, Thoughts *thoughts);

#endif
