/* tic_tac_toe.h: noughts and crosses, a game without hidden information. It tests the
 * contract of a game, and its value is known: a draw. */
#ifndef ROUNDHOUSE_TESTS_TIC_TAC_TOE_H
#define ROUNDHOUSE_TESTS_TIC_TAC_TOE_H

#include "engine/game.h"

#include <stdint.h>

extern const Game TIC_TAC_TOE;

enum { TTT_SEATS = 2, TTT_CELLS = 9 };

/* Seat 0 has the crosses, seat 1 the noughts. */
typedef enum TttMark { TTT_CROSS, TTT_NOUGHT, TTT_EMPTY } TttMark;

typedef enum TttActionKind { TTT_MARK /* cell */ } TttActionKind;

typedef enum TttEventKind {
    TTT_EVENT_MARKED, /* cell */
    TTT_EVENT_WON,
    TTT_EVENT_DRAWN,
} TttEventKind;

/* Whose turn it is follows from the number of marks. */
typedef struct TttState {
    uint8_t first;            /* the seat that begins */
    uint8_t cells[TTT_CELLS]; /* TttMark, row by row */
} TttState;

#endif
