/* think.h: a search within a budget: the clock, a flag that stops it, and any
 * number of threads, each with a tree of its own, whose roots are added up. */
#ifndef ROUNDHOUSE_AI_THINK_H
#define ROUNDHOUSE_AI_THINK_H

#include "ai/search.h"

/* Use the whole budget; or stop as soon as the most visited action is settled. With a
 * limit of iterations that is exact. With a limit of time it is an estimate: the pace so
 * far, and SECOND_GETS of the rest for the second action. Several threads always use the
 * whole budget, since their trees are separate. */
typedef enum ThinkUntil { UNTIL_USED_UP, UNTIL_SETTLED } ThinkUntil;

/* A budget that limits nothing is one iteration for each thread. Allocates once,
 * before it begins. Returns 0 if there is no memory; fewer threads than asked for
 * are no failure. */
int think(const SearchTask *task, const Budget *budget, ThinkUntil until,
          Thoughts *thoughts);

#endif
