/* search.h: information-set Monte Carlo tree search, one for all games.
 *
 * Each iteration has four steps. Determinize: draw a state consistent with the view.
 * Select: walk down one tree shared by all drawn states, by PUCT, each seat maximizing
 * its own utility. Expand the last node, and play out from there by the game's policy.
 * Backpropagate: add the result to every node on the path, for the seat that acted
 * there.
 *
 * The caller provides the memory. A search never allocates, reads no clock, and is
 * deterministic: the same seed gives the same bits on every machine. think.h adds
 * threads and the clock. */
#ifndef ROUNDHOUSE_AI_SEARCH_H
#define ROUNDHOUSE_AI_SEARCH_H

#include "ai/ai.h"
#include "ai/policy.h"

#include <stddef.h>

/* SEARCH_FULL: playouts go to the end of the game, and predictions are not used. */
typedef enum SearchPlayouts { SEARCH_CUT, SEARCH_FULL } SearchPlayouts;

typedef struct SearchTask {
    const Game *game;
    const Policy *policy; /* NULL: none */
    const void *view;     /* of the seat that must choose; borrowed */
    const Memory *memory; /* of that seat; borrowed; NULL: none */
    int seat;
    SearchPlayouts playouts;
    uint64_t seed;
    int is_explained; /* report the plan and the rival, too */
} SearchTask;

typedef struct Search Search;

/* Bytes of memory for a search with that number of nodes, at least 1. */
size_t search_bytes(long nodes);
/* A search in so much memory, aligned for anything. */
Search *search_in(void *memory, long nodes);

/* Resets the search. The view and the memory are borrowed until the next search_begin. */
void search_begin(Search *search, const SearchTask *task);
void search_iterate(Search *search, long iterations);
long search_iterations(const Search *search); /* since it began */
long search_nodes(const Search *search);

/* Is the most visited action so far ahead that this many visits make no other the
 * most visited? */
int search_is_settled(const Search *search, double visits);

/* The merged result of several searches of the same task. */
void search_report(const Search *const *searches, int count, Thoughts *thoughts);

#endif
