/* reason.h: why a bot prefers an action: what it changes in the terms of the scores. */
#ifndef ROUNDHOUSE_AI_REASON_H
#define ROUNDHOUSE_AI_REASON_H

#include "ai/ai.h"

/* Fills in the term of the thoughts' reason, from their plan. Uses the view only. */
void reason_find(const Game *game, const void *view, int seat, Thoughts *thoughts);

#endif
