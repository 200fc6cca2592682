/* naive_turn.h: what the files of the naive referee share among themselves. */
#ifndef ROUNDHOUSE_TESTS_FREIGHT_TRAIN_NAIVE_TURN_H
#define ROUNDHOUSE_TESTS_FREIGHT_TRAIN_NAIVE_TURN_H

#include "naive.h"

/* The player on turn has acted: passes the turn on, and ends the round and the
 * day if it was the last. */
void nfinish_turn(NTable *table);

#endif
