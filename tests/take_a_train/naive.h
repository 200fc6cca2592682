/* naive.h: a reference implementation of a turn of coupling, slow and straight from the
 * rule text. It shares no code and no numbers with the real rules: the facts of a card
 * come from its name. */
#ifndef ROUNDHOUSE_TESTS_TAKE_A_TRAIN_NAIVE_H
#define ROUNDHOUSE_TESTS_TAKE_A_TRAIN_NAIVE_H

#include "games/take_a_train/tt.h"

#include <stddef.h>

enum { N_ROOM = 96 };

/* The end of a turn in a canonical form. Of a round that has ended only what chance
 * does not decide is kept. */
typedef struct NEnd {
    int money[6], achieved[6][3], achieved_count[6];
    int wagons[6][3][6], wagon_count[6][3], multipliers[6][3];
    int market[5], market_count;
    int discards[N_ROOM], discard_count; /* sorted, as the market */
    int deck[N_ROOM], deck_count;
    int boxed_count, limit, passes, turn;
    int round, is_over;
} NEnd;

/* A row of ends, grown as needed. */
typedef struct NEnds {
    NEnd *items;
    size_t count, room;
    int is_uncertain; /* a deck was reshuffled, so its order is unknown */
} NEnds;

void nends_add(NEnds *ends, const NEnd *end);
void nends_sort(NEnds *ends);
void nends_free(NEnds *ends);

/* The position as it is, at the end of a turn of round `round`. */
void nend_of(NEnd *end, const TtState *tt, int round);

/* One entry for each way to play the turn that begins here. */
void nends_of_turn(NEnds *ends, const TtState *tt);

#endif
