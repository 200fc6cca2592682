/* kuhn_poker.h: poker with three cards, one each and one that nobody sees (H. W. Kuhn,
 * 1950). It tests the contract of a game for hidden information, and its value is
 * known: a hand is worth -1/18 to the first player. */
#ifndef ROUNDHOUSE_TESTS_KUHN_POKER_H
#define ROUNDHOUSE_TESTS_KUHN_POKER_H

#include "engine/game.h"

#include <stdint.h>

extern const Game KUHN_POKER;

typedef enum KuhnCard { KUHN_JACK, KUHN_QUEEN, KUHN_KING, KUHN_CARDS } KuhnCard;

enum { KUHN_SEATS = 2, KUHN_BET_CHIPS = 1, KUHN_ANTE_MAX = 2, KUHN_HANDS_MAX = 3 };

/* Indexes into Game.options; a value's index is one less than its number. */
typedef enum KuhnOption { KUHN_OPTION_ANTE, KUHN_OPTION_HANDS } KuhnOption;

/* A pass after a bet gives the hand up; a bet after a bet calls. */
typedef enum KuhnActionKind { KUHN_PASS, KUHN_BET } KuhnActionKind;

typedef enum KuhnEventKind {
    KUHN_EVENT_PASSED,
    KUHN_EVENT_BET,
    KUHN_EVENT_SHOWED, /* card */
    KUHN_EVENT_WON,    /* chips */
    KUHN_EVENT_DEALT,  /* card; visible to its seat only */
} KuhnEventKind;

typedef struct KuhnState {
    int16_t chips[KUHN_SEATS]; /* won or lost in the hands before */
    uint8_t key[SEED_BYTES];   /* of the deals; zero in views */
    uint8_t ante;              /* chips */
    uint8_t hands;             /* to be played in all */
    uint8_t hand;              /* from 0; its deal is this stream of the key */
    uint8_t turn;              /* who acts, or acted last */
    SeatSet bets;              /* who has bet or called in this hand */
    uint8_t is_over;           /* the last hand has been played */
    uint8_t cards[KUHN_SEATS]; /* KuhnCard; UNKNOWN_CARD in views */
} KuhnState;

#endif
