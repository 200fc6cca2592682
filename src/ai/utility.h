/* utility.h: what an end of the game, or an outlook to it, is worth to each seat:
 * from 0 to 1, all about winning. Places count, the first most; margins break
 * near ties, as far as the policy wants. */
#ifndef ROUNDHOUSE_AI_UTILITY_H
#define ROUNDHOUSE_AI_UTILITY_H

#include "ai/policy.h"

typedef struct Utility {
    double worth[SEATS_MAX]; /* what each seat wants to be large */
    double win[SEATS_MAX];   /* each seat's part of the win; their sum is 1 */
} Utility;

/* Of a game that is over. `policy` may be NULL. */
void utility_of_end(Utility *utility, const Game *game, const Policy *policy,
                    const void *state, int seats);

/* Of a game that goes on, by what the policy foresees. */
void utility_of_outlook(Utility *utility, const Policy *policy, const void *state,
                        int seats);

#endif
