/* think.h: a search within a budget: the clock, a flag that stops it, and any
 * number of threads, each with a tree of its own, whose roots are added up. */
#ifndef ROUNDHOUSE_AI_THINK_H
#define ROUNDHOUSE_AI_THINK_H

#include "ai/search.h"

/* To the end of the budget; or only until it is settled which action will have the
 * most visits. By iterations that is certain. By time it is reckoned from what there
 * were so far, and that the second will not get nearly all of the rest. Several
 * threads, none of which knows what the others have found, go to the end. */
typedef enum ThinkUntil { UNTIL_USED_UP, UNTIL_SETTLED } ThinkUntil;

/* A budget that limits nothing is one iteration for each thread. Allocates once,
 * before it begins. Returns 0 if there is no memory; fewer threads than asked for
 * are no failure. */
int think(const SearchTask *task, const Budget *budget, ThinkUntil until,
          Thoughts *thoughts);

#endif
