/* naive.h: a reference implementation of Station Master, slow and straight from the
 * rule text. It shares no code and no data structure with the real rules: cards are
 * numbers of its own, read from the names in docs/formats.md, and the ends of a turn
 * are found by trying everything. */
#ifndef ROUNDHOUSE_TESTS_STATION_MASTER_NAIVE_H
#define ROUNDHOUSE_TESTS_STATION_MASTER_NAIVE_H

#include "games/station_master/sm.h"

#include <stddef.h>
#include <stdint.h>

/* Carriages are their value, -6 to 6; the others: */
enum {
    N_FIRST = 13, /* worth 3, or -3 */
    N_EXECUTIVE = 15,
    N_CABOOSE = 21,
    N_ROYAL,
    N_REASSIGN,
    N_REPAIR_3,
    N_REPAIR_5,
    N_TRANSFER,
    N_STANDING,
    N_UNCOUPLE_1,
    N_UNCOUPLE_2,
    N_RUSH_HOUR,
};

/* Locomotives are their number, plus 10 for executive, plus 20 for freight. */

typedef struct NPile {
    int16_t count;
    int16_t cards[97]; /* the top is the last */
} NPile;

typedef struct NTrain {
    int16_t locomotive, royals, standings;
    int16_t carriage_count, carriages[9];
    int16_t token_count, seats[12], values[12];
} NTrain;

typedef struct NPlayer {
    int16_t score, best;
    int16_t hand_count, hand[3]; /* ascending */
    int16_t home_count, home[6]; /* ascending */
} NPlayer;

/* A whole position between two turns; equal ones have equal bytes. */
typedef struct NTable {
    int16_t seats, turn, over, station_count;
    NPile deck, discard, pile, gone;
    NTrain station[8];
    NPlayer players[6];
} NTable;

/* A set of positions, grown as needed. */
typedef struct NEnds {
    NTable *items;
    size_t count, room;
} NEnds;

void nends_add(NEnds *ends, const NTable *table);
/* Sorts, and removes duplicates. */
void nends_settle(NEnds *ends);
void nends_free(NEnds *ends);

/* From a state at the start or at the end of a turn. */
void ntable_of(NTable *table, const SmState *sm);

/* All positions at the end of the turn that begins here, sorted and without duplicates.
 * */
void nends_of_turn(NEnds *ends, const NTable *table);

#endif
