/* compare_turns.h: one turn, by the rules and by the naive referee. */
#ifndef ROUNDHOUSE_TESTS_FREIGHT_TRAIN_COMPARE_TURNS_H
#define ROUNDHOUSE_TESTS_FREIGHT_TRAIN_COMPARE_TURNS_H

#include "games/freight_train/ft.h"

/* Fails the test unless the decisions of the turn that begins here reach exactly
 * the ends that the naive referee finds. Returns how many there are. */
int compare_turn(const FtState *ft);

#endif
