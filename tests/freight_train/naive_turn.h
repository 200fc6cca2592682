/* naive_turn.h: shared by the files of the naive referee. */
#ifndef ROUNDHOUSE_TESTS_FREIGHT_TRAIN_NAIVE_TURN_H
#define ROUNDHOUSE_TESTS_FREIGHT_TRAIN_NAIVE_TURN_H

#include "naive.h"

/* After the action: passes the turn on, and ends the round and the day if due. */
void nfinish_turn(NTable *table);

#endif
