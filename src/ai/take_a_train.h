/* take_a_train.h: what the two halves of Take a Train's policy share: the greedy player
 * (take_a_train.c), and pruning, priors and prediction (take_a_train_search.c). */
#ifndef ROUNDHOUSE_AI_TAKE_A_TRAIN_H
#define ROUNDHOUSE_AI_TAKE_A_TRAIN_H

#include "ai/policy.h"
#include "games/take_a_train/tt.h"

/* Wagons of each type that may still come up, and what they are worth together. */
typedef struct TtSupply {
    int wagons[TT_TYPES];
    int dollars[TT_TYPES];
} TtSupply;

/* The most that one would pay for a locomotive, in dollars. */
int tt_bid_limit(const TtState *tt, int seat, int card);

/* What one would add to the first secret bids, once they are open, in dollars. */
int tt_second_bid(const TtState *tt, int seat, Rng *rng);

TtSupply tt_supply(const TtState *tt);

/* Turns that there may still be in the round. */
int tt_turns_left(const TtState *tt, int viewer);

/* What a train may still get in these, in dollars. */
int tt_promise(const TtState *tt, const TtLocomotive *locomotive, const TtSupply *supply,
               int turns);

/* The greedy player. */
Action tt_greedy(const Decision *decision, Rng *rng);

/* Dollars of a bid. */
static inline int tt_amount(Action bid)
{
    return action_a(bid) * TT_DOLLARS;
}

#endif
