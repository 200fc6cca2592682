/* card.h: the picture that shows where the link of a table is pasted: title, players and
 * result, as PNG. */
#ifndef ROUNDHOUSE_SERVER_CARD_H
#define ROUNDHOUSE_SERVER_CARD_H

#include "engine/seats.h"
#include "play/text.h"

enum {
    CARD_WIDTH = 1200,
    CARD_HEIGHT = 630,
    CARD_BYTES_MAX = 60000,
    CARD_TEXT_MAX = 200, /* bytes of a line */
};

typedef struct CardLine {
    char place[8]; /* "1."; empty: none */
    char name[CARD_TEXT_MAX];
    char score[16];
    int is_first; /* has won */
} CardLine;

/* All that is on it: equal bytes make equal pictures, so what is not used is zero. */
typedef struct Card {
    char title[CARD_TEXT_MAX], subtitle[CARD_TEXT_MAX], foot[CARD_TEXT_MAX];
    CardLine lines[SEATS_MAX];
    int line_count;
} Card;

/* From any thread. 0: no memory. */
int card_draw(const Card *card, Text *png);

#endif
