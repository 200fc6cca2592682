/* full.h: a game on the whole terminal: the table, the log, the choices; keys and
 * mouse. */
#ifndef ROUNDHOUSE_TUI_FULL_H
#define ROUNDHOUSE_TUI_FULL_H

#include "ai/ai.h"
#include "client/connection.h"
#include "play/match.h"
#include "play/save.h"
#include "tui/terminal.h"
#include "words/words.h"

#include <stdint.h>

typedef struct FullTable {
    Language language;
    int confirms_turns;         /* ask before the others move, so that undo is possible */
    int pace;                   /* milliseconds to look at what a bot did */
    SeatSet humans;             /* at this terminal; bots have the other seats */
    const Bot *bots[SEATS_MAX]; /* who plays those */
    uint64_t bot_seed;          /* of the bots' chance */
    const char *const *names;   /* of each seat */
    const char *save_path;      /* where to save on leaving; NULL: nowhere */
    int is_saved;               /* the match is there already, as it stands */
    const char *last_path;      /* where every move is saved, to go on; NULL: nowhere */
    /* An unfinished game at last_path makes room for this one. NULL: it is this one. */
    void (*put_aside)(const Game *game);
    int is_loaded;          /* from a save: nothing moves before a person does */
    int is_resumed;         /* say welcome back */
    const SaveStart *start; /* how a save writes a match that began in the middle */
} FullTable;

typedef enum FullEnd {
    FULL_LEFT,
    FULL_NEW,  /* another game is wanted … */
    FULL_OPEN, /* … or this one was: `opened` */
    FULL_NOT_SAVED,
    FULL_NO_MEMORY,
} FullEnd;

enum { FULL_PATH_MAX = 512 };

typedef struct FullResult {
    FullEnd end;
    Match *opened; /* the caller's from then on */
    SavePlayers players;
    char wanted[FULL_PATH_MAX]; /* its path */
    Fault fault;                /* why it could not be saved */
} FullResult;

/* Goes on with the match from where it stands. The terminal is open. */
FullResult full_play(Match *match, const FullTable *table);

/* A table at a server. FULL_NEW: the rematch is wanted, whose code is `wanted`. The
 * terminal is open. */
FullResult full_remote(Connection *connection, const char *code, Language language);

/* Steps through the match, forward and backward. 0: no memory. The terminal is
 * open. */
int full_replay(Match *match, const char *const *names, const SaveStart *start,
                Language language);

#endif
