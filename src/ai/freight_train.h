/* freight_train.h: what the parts of Freight Train's policy share: the greedy player
 * (freight_train.c), quick moves for playouts (freight_train_quick.c), pruning, priors
 * and prediction (freight_train_search.c). */
#ifndef ROUNDHOUSE_AI_FREIGHT_TRAIN_H
#define ROUNDHOUSE_AI_FREIGHT_TRAIN_H

#include "ai/policy.h"
#include "games/freight_train/ft.h"

enum { FT_POINT = 100 };

/* Turns that the seat still has this day, in tenths. */
int ft_turns_to_come(const FtState *ft, int seat);

/* Do cars that cannot leave the yard block many that could? */
int ft_is_jammed(const FtState *ft, int seat);

/* What each seat has and will probably get this day, in hundredths of a point. */
void ft_prospects(const FtState *ft, int *values);

/* The same for one seat, minus the average of the others. */
int ft_estimate(const void *state, int seat);

/* The greedy player. */
Action ft_greedy(const Decision *decision, Rng *rng);

/* Policy.play: the rest of the turn, quickly. */
int ft_play(void *state, int seat, Rng *rng, Action *done);
/* Policy.play_on: the rest of the day. */
int ft_play_day(void *state, Rng *rng);

#endif
