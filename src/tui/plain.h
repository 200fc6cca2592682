/* plain.h: a game as a dialogue of lines: the position, numbered choices, an
 * answer. Needs no terminal; a pipe will do. */
#ifndef ROUNDHOUSE_TUI_PLAIN_H
#define ROUNDHOUSE_TUI_PLAIN_H

#include "ai/ai.h"
#include "client/connection.h"
#include "play/match.h"
#include "play/save.h"
#include "words/words.h"

#include <stdint.h>
#include <stdio.h>

typedef struct PlainTable {
    FILE *in, *out;
    Language language;
    int has_colour;
    int echoes;                 /* what is read: a pipe does not show it */
    int confirms_turns;         /* ask before the others move, so that undo is possible */
    SeatSet humans;             /* at this terminal; bots have the other seats */
    const Bot *bots[SEATS_MAX]; /* who plays those */
    uint64_t bot_seed;          /* of the bots' chance */
    const char *const *names;   /* of each seat */
    const char *save_path;      /* where to save on leaving; NULL: nowhere */
    int is_saved;               /* the match is there already, as it stands */
    int is_loaded;              /* from a save: nothing moves before a person does */
    const SaveStart *start;     /* how a save writes a match that began in the middle */
} PlainTable;

typedef enum PlainEnd {
    PLAIN_OVER,      /* the game was played to its end */
    PLAIN_LEFT,      /* somebody left, or the input ended; saved if so wished */
    PLAIN_NOT_SAVED, /* it ended, but could not be saved; the dialogue has said why */
    PLAIN_NO_MEMORY,
} PlainEnd;

/* Goes on with the match from where it stands. */
PlainEnd plain_play(Match *match, const PlainTable *table);

/* A table at a server; of the PlainTable only what is about the terminal counts. */
PlainEnd plain_remote(Connection *connection, const char *code, const PlainTable *table);

#endif
