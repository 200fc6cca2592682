/* playout.h: the value of one drawn state: played on by the quick moves of the game's
 * policy, until the game ends or the policy cuts the playout and predicts the result. */
#ifndef ROUNDHOUSE_REVIEW_PLAYOUT_H
#define ROUNDHOUSE_REVIEW_PLAYOUT_H

#include "ai/utility.h"

/* What is common to many playouts. */
typedef struct Playout {
    const Game *game;
    const Policy *policy; /* may be NULL: then moves are random, to the end */
    int seats;
} Playout;

/* Draws a state that is consistent with the seat's view. */
void playout_draw(const Playout *playout, const State *view, int seat, Rng *rng,
                  State *state);

/* Plays on from `state`, which changes. `root` is where the look ahead begins, for the
 * policy's is_cut. */
void playout_finish(const Playout *playout, const State *root, State *state, Rng *rng,
                    Utility *utility);

#endif
