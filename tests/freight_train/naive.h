/* naive.h: a reference implementation of Freight Train, slow and straight from the rule
 * text. It shares no code and no data structure with the real rules: trains are counts
 * of each type, rows are arrays of ints, and legal moves are found by trying
 * everything. */
#ifndef ROUNDHOUSE_TESTS_FREIGHT_TRAIN_NAIVE_H
#define ROUNDHOUSE_TESTS_FREIGHT_TRAIN_NAIVE_H

#include "games/freight_train/ft.h"

#include <stddef.h>
#include <stdint.h>

enum { N_TYPES = 11, N_SEATS = 5, N_TRAINS = 9, N_END_CARD = 11, N_FULL_REARRANGEMENT = 6 };

typedef struct NTrain {
    int of_type[N_TYPES];
    int caboose;
} NTrain;

typedef struct NRow {
    int count;
    int cars[8]; /* the open end is the last */
} NRow;

typedef struct NPlayer {
    int points, locomotives, called;
    NTrain trains[N_TRAINS];
    NRow yard[2];
} NPlayer;

typedef struct NTable {
    int seats, is_mayfair, is_plain, has_cabooses, mixed_scores;
    int day, round, first, turn, ending, over;
    int played[N_SEATS], passed[N_SEATS];
    NPlayer players[N_SEATS];
    NRow main[5];
    int deck_count, deck[177]; /* the top is the last */
    int bottom;
} NTable;

/* One end of a turn in a form that is the same for equal positions: trains
 * sorted, only what the turn can change, and where the turn goes next. Of a day
 * that has ended only what chance does not decide is kept. */
typedef struct NEnd {
    int16_t points[N_SEATS];
    uint8_t trains[N_TRAINS][N_TYPES + 1];
    uint8_t yard[2][9];
    uint8_t main[5][9];
    uint8_t locomotives[N_SEATS], called[N_SEATS];
    uint8_t deck_count, bottom;
    uint8_t day, round, first, turn, played, passed, ending, over;
    /* The yard of more than N_FULL_REARRANGEMENT cars was picked up. */
    uint8_t rearranged_many;
    uint8_t spare;
} NEnd;

/* A set of ends, grown as needed. */
typedef struct NEnds {
    NEnd *items;
    size_t count, room;
} NEnds;

void nends_add(NEnds *ends, const NEnd *end);
/* Sorts, and removes duplicates. */
void nends_settle(NEnds *ends);
void nends_free(NEnds *ends);

/* How many types of cars it has. */
int ntrain_types(const NTrain *train);

/* From a state at the start or at the end of a turn. */
void ntable_of(NTable *table, const FtState *ft);

/* The canonical form of a table whose last turn was `mover`'s, on day `day`. */
void nend_of(NEnd *end, const NTable *table, int mover, int day);

/* Can these trains be interpreted so that the rules allow them (FT-4.6 to 4.8)? */
int ntrains_are_legal(const NPlayer *player);

/* All ends of the turn that begins here, sorted and without duplicates. */
void nends_of_turn(NEnds *ends, const NTable *table);

/* Adds each player's points for trains and yard at the end of the day (FT-5.3 to 5.8).
 * */
void nscore_day(NTable *table);

#endif
