/* cards.c: what is in the box. The rulebook gives the counts and a few single
 * cards; docs/rulings says which of these numbers are ours. */
#include "games/take_a_train/tt.h"

/* Propulsion, multiplier, power, speed */
const TtLocomotiveCard TT_LOCOMOTIVE_TABLE[TT_LOCOMOTIVES] = {
    { TT_STEAM, 1, 100, 70 },     { TT_STEAM, 1, 100, 85 },
    { TT_STEAM, 1, 200, 110 },    { TT_STEAM, 2, 200, 60 },
    { TT_STEAM, 2, 300, 100 },    { TT_STEAM, 3, 400, 90 },
    { TT_STEAM, 4, 800, 165 },    { TT_DIESEL, 1, 100, 45 },
    { TT_DIESEL, 1, 200, 150 },   { TT_DIESEL, 2, 300, 120 },
    { TT_DIESEL, 2, 400, 105 },   { TT_DIESEL, 3, 500, 160 },
    { TT_DIESEL, 4, 900, 130 },   { TT_ELECTRIC, 2, 300, 194 },
    { TT_ELECTRIC, 2, 400, 125 }, { TT_ELECTRIC, 3, 500, 170 },
    { TT_ELECTRIC, 3, 600, 145 }, { TT_ELECTRIC, 4, 700, 220 },
};

/* Type, copies, value */
const TtCard TT_CARD_TABLE[TT_CARDS] = {
    { TT_FOOD, 10, 50 },      { TT_FOOD, 10, 100 },     { TT_FOOD, 5, 150 },
    { TT_CATTLE, 8, 100 },    { TT_CATTLE, 7, 150 },    { TT_CATTLE, 4, 200 },
    { TT_COAL, 6, 150 },      { TT_COAL, 6, 200 },      { TT_COAL, 3, 250 },
    { TT_OIL, 4, 200 },       { TT_OIL, 4, 250 },       { TT_OIL, 3, 300 },
    { TT_LUXURY, 3, 300 },    { TT_LUXURY, 2, 350 },    { TT_LUXURY, 2, 400 },
    { TT_PASSENGER, 2, 400 }, { TT_PASSENGER, 2, 450 }, { TT_PASSENGER, 1, 500 },
    { TT_SPECIAL, 1, 0 },     { TT_SPECIAL, 1, 0 },     { TT_SPECIAL, 1, 0 },
    { TT_SPECIAL, 1, 0 },     { TT_SPECIAL, 1, 0 },
};

const TtLoad TT_LOAD_TABLE[TT_TYPES] = {
    [TT_FOOD] = { TT_FOUR_FOOD, 4 },    [TT_CATTLE] = { TT_FOUR_CATTLE, 4 },
    [TT_COAL] = { TT_THREE_COAL, 3 },   [TT_OIL] = { TT_THREE_OIL, 3 },
    [TT_LUXURY] = { TT_TWO_LUXURY, 2 }, [TT_PASSENGER] = { TT_TWO_PASSENGER, 2 },
};

#define OBJECTIVES(steam, electric)                                                        \
    {                                                                                      \
        [TT_TWO_OBJECTIVES] = 1000, [TT_SPECIAL_CARD] = 600, [TT_TWO_PASSENGER] = 300,     \
        [TT_THREE_EACH] = 800, [TT_FIRST_PLAYER] = 300, [TT_LAST_PLAYER] = 1000,           \
        [TT_TEN_WAGONS] = 800, [TT_THREE_OIL] = 600, [TT_TWO_LUXURY] = 400,                \
        [TT_THREE_DIESEL] = 800, [TT_THREE_STEAM] = (steam),                               \
        [TT_THREE_ELECTRIC] = (electric), [TT_ONE_OF_EACH] = 600, [TT_FASTEST] = 600,      \
        [TT_SLOWEST] = 1000, [TT_FOUR_FOOD] = 1000, [TT_FOUR_CATTLE] = 800,                \
        [TT_THREE_COAL] = 800,                                                             \
    }

const uint16_t TT_OBJECTIVE_TABLE[2][TT_OBJECTIVES] = {
    [TT_OBJECTIVES_CORRECTED] = OBJECTIVES(300, 1500),
    [TT_OBJECTIVES_PRINTED] = OBJECTIVES(1500, 300),
};

const uint8_t TT_MARKET_TABLE[TT_SEATS + 1] = { 0, 0, 3, 3, 4, 4, 5 };

const uint16_t TT_PRICE_TABLE[2][TT_SEATS] = {
    { 600, 300 },
    { 600, 500, 400, 300, 200, 100 },
};
