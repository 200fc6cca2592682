/* cards.c: what is in the box. The rulebook gives the counts of the two decks and
 * some of the cards; docs/rulings says which numbers here are ours. */
#include "games/station_master/sm.h"

const SmCardData SM_CARD_TABLE[SM_CARD_KINDS] = {
    /*                 copies, value */
    [SM_PLUS_1] = { 5, 1 },
    [SM_PLUS_1 + 1] = { 7, 2 },
    [SM_PLUS_1 + 2] = { 8, 3 },
    [SM_PLUS_1 + 3] = { 7, 4 },
    [SM_PLUS_1 + 4] = { 5, 5 },
    [SM_PLUS_6] = { 3, 6 },
    [SM_MINUS_1] = { 5, -1 },
    [SM_MINUS_1 + 1] = { 7, -2 },
    [SM_MINUS_1 + 2] = { 6, -3 },
    [SM_MINUS_1 + 3] = { 5, -4 },
    [SM_MINUS_1 + 4] = { 3, -5 },
    [SM_MINUS_6] = { 2, -6 },
    [SM_FIRST_CLASS] = { 5, 3 },
    [SM_EXECUTIVE_CLASS] = { 3, 5 },
    [SM_CABOOSE] = { 4, 0 },
    [SM_ROYAL] = { 3, 0 },
    [SM_REASSIGN] = { 3, 0 },
    [SM_REPAIR_3] = { 2, 0 },
    [SM_REPAIR_5] = { 2, 0 },
    [SM_TRANSFER] = { 3, 0 },
    [SM_STANDING] = { SM_STANDING_ROOMS, 0 },
    [SM_UNCOUPLE_1] = { 3, 0 },
    [SM_UNCOUPLE_2] = { 2, 0 },
    [SM_RUSH_HOUR] = { 1, 0 },
};

/* In the order of SM_LOCOMOTIVE_NAMES. */
const SmLocomotiveData SM_LOCOMOTIVE_TABLE[SM_LOCOMOTIVE_KINDS] = {
    /* service, number, plain, green */
    { SM_ORDINARY, 3, 3, 0 },  { SM_ORDINARY, 4, 2, 0 },  { SM_ORDINARY, 5, 2, 0 },
    { SM_ORDINARY, 6, 0, 1 },  { SM_ORDINARY, 7, 0, 1 },  { SM_ORDINARY, 8, 0, 1 },
    { SM_EXECUTIVE, 4, 2, 0 }, { SM_EXECUTIVE, 5, 1, 0 }, { SM_EXECUTIVE, 6, 0, 1 },
    { SM_FREIGHT, 5, 1, 0 },
};

const uint8_t SM_TOKEN_TABLE[SM_VALUES] = { 3, 2, 1 };
