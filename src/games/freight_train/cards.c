/* cards.c: what is in the two boxes. */
#include "games/freight_train/ft.h"

/* Number of players:          2   3   4   5 */
const FtEdition FT_EDITIONS[] = {
    [FT_WHITE_WIND] = {
        .cars_of_type = { 0, 0, 9, 12, 14, 16 },
        .locomotives = 35,
        .empty_yard_rearranges = 1,
    },
    [FT_MAYFAIR] = {
        .cars_of_type = { 0, 0, 9, 12, 16, 16 },
        .locomotives = 37,
        .mixed_train_scores = 1,
        .has_cabooses = 1,
    },
};

const uint8_t FT_LOCOMOTIVES[FT_SEATS + 1] = { 0, 0, 7, 6, 5, 5 };

const uint8_t FT_LONGEST_POINTS[FT_SEATS + 1] = { 0, 3, 2, 1 };
