/* naive_auction.h: a reference implementation of the six auctions, slow and straight
 * from the rule text. It shares no code and no numbers with the rules: prices come from
 * the rules page. There is no state machine. Each call plays the auction from its
 * beginning, reading decisions from a log. Where the log ends, it stops with the open
 * question: who is asked, and what each of them may answer. */
#ifndef ROUNDHOUSE_TESTS_TAKE_A_TRAIN_NAIVE_AUCTION_H
#define ROUNDHOUSE_TESTS_TAKE_A_TRAIN_NAIVE_AUCTION_H

#include "engine/action.h"

#include <setjmp.h>

enum { NA_SEATS = 6, NA_CARDS = 18, NA_DECISIONS = 2048, NA_ANSWERS = 512 };

typedef struct NDecision {
    int seat;
    Action action;
} NDecision;

/* The start of the auction, and all that has happened since. */
typedef struct NStory {
    int seats, first;
    int is_sum; /* rotating=sum */
    int money[NA_SEATS];
    int pile[NA_CARDS]; /* the top first */
    int hands[NA_SEATS][3];
    NDecision log[NA_DECISIONS];
    int log_count;
    int drawn[8 * NA_DECISIONS]; /* locomotives drawn so far, lot after lot: chance */
    int drawn_count;
} NStory;

typedef struct NTable {
    const NStory *story;
    jmp_buf stop;
    char is_read[NA_DECISIONS]; /* of the log */
    int draws;                  /* of story->drawn */

    int money[NA_SEATS];
    int owned[NA_SEATS][3], is_down[NA_SEATS][3], owned_count[NA_SEATS];
    int pile[NA_CARDS], pile_count, is_shuffled;
    int aside[NA_CARDS], aside_count;

    int is_asked[NA_SEATS];
    Action answers[NA_SEATS][NA_ANSWERS];
    int answer_count[NA_SEATS];

    int is_over;
    int order[NA_SEATS]; /* of coupling, when it is over */
    const char *fault;   /* an inconsistency, or NULL */
} NTable;

/* `auction` by its name: "double-blind". */
void ntable_play(NTable *table, const NStory *story, const char *auction);

#endif
