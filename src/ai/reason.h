/* reason.h: why a bot prefers an action: what it changes in the terms of the scores. */
#ifndef ROUNDHOUSE_AI_REASON_H
#define ROUNDHOUSE_AI_REASON_H

#include "ai/ai.h"

/* What one turn brings and another does not: the term that `better` changes most beside
 * `played`, the same in all states drawn from the view. `before` is its amount after
 * `played`. 0: there is none. */
int reason_beside(const Game *game, const void *view, int seat, const Thoughts *better,
                  const Thoughts *played, Reason *reason);

/* Fills in the term of the thoughts' reason, from their plan. Uses the view only. */
void reason_find(const Game *game, const void *view, int seat, Thoughts *thoughts);

#endif
