/* random_position.h: positions at the start of a turn, for the proofs. */
#ifndef ROUNDHOUSE_TESTS_FREIGHT_TRAIN_RANDOM_POSITION_H
#define ROUNDHOUSE_TESTS_FREIGHT_TRAIN_RANDOM_POSITION_H

#include "games/freight_train/ft.h"

/* Number of repetitions of a proof: `times`, scaled by ROUNDHOUSE_PROOF in per cent. */
int proof_rounds(int times);

/* From a random game with any seats and options. */
FtState random_play_position(Rng *rng);

/* Constructed positions that are rare in games: few points, yards almost empty or
 * almost full, a small main yard, few free locomotives, a few cards in the deck. */
FtState tight_position(Rng *rng);

/* Constructed positions with few moves: a yard with two places at most, or with nothing
 * in it, trains behind all locomotives, neither point nor call. */
FtState cramped_position(Rng *rng);

/* The last turn of a day that is about to be scored, with trains of every kind. */
FtState last_turn_position(Rng *rng);

#endif
