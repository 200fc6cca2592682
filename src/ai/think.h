/* think.h: a search within a budget: the clock, a flag that stops it, and any
 * number of threads, each with a tree of its own, whose roots are added up. */
#ifndef ROUNDHOUSE_AI_THINK_H
#define ROUNDHOUSE_AI_THINK_H

#include "ai/search.h"

/* A budget that limits nothing is one iteration for each thread. Allocates once,
 * before it begins. Returns 0 if there is no memory; fewer threads than asked for
 * are no failure. */
int think(const SearchTask *task, const Budget *budget, Thoughts *thoughts);

#endif
