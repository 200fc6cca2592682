/* utility.h: utility of a final or predicted result for each seat, from 0 to 1: places,
 * the first most, and margins as far as the policy weights them. */
#ifndef ROUNDHOUSE_AI_UTILITY_H
#define ROUNDHOUSE_AI_UTILITY_H

#include "ai/policy.h"

typedef struct Utility {
    double worth[SEATS_MAX];  /* what each seat maximizes */
    double win[SEATS_MAX];    /* each seat's part of the win; their sum is 1 */
    double chance[SEATS_MAX]; /* the same for people: see Policy.confidence */
    double lead[SEATS_MAX];   /* points, over the best of the others; may be predicted */
} Utility;

/* Of a game that is over. `policy` may be NULL. */
void utility_of_end(Utility *utility, const Game *game, const Policy *policy,
                    const void *state, int seats);

/* Of a running game, by the policy's prediction. */
void utility_of_outlook(Utility *utility, const Policy *policy, const void *state,
                        int seats);

#endif
