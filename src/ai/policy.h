/* policy.h: what a sensible player of one game would do. One file per game
 * fills in a Policy; ai.c keeps the table of them. */
#ifndef ROUNDHOUSE_AI_POLICY_H
#define ROUNDHOUSE_AI_POLICY_H

#include "ai/ai.h"

typedef struct Policy {
    const Game *game;
    Action (*choose)(const Decision *decision, Rng *rng);
} Policy;

extern const Policy FT_POLICY;
extern const Policy SM_POLICY;
extern const Policy TT_POLICY;

#endif
