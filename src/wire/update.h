/* update.h: what a seat or a spectator gets to see of a game in progress: the
 * same object from the server and from the page's own engine. docs/protocol.md has
 * it in full. Nothing is allocated but the room of the text. */
#ifndef ROUNDHOUSE_WIRE_UPDATE_H
#define ROUNDHOUSE_WIRE_UPDATE_H

#include "engine/thoughts.h"
#include "play/match.h"
#include "wire/json_out.h"
#include "wire/sentences.h"

/* Optional parts of an update. */
typedef enum UpdatePart {
    UPDATE_POSITION = 1, /* the seat's view */
    UPDATE_ACTIONS = 2,  /* what it may do, if it must act */
    UPDATE_EVENTS = 4,   /* what the last entry of the log brought about */
    UPDATE_TEXT = 8,     /* sentences with actions, events and terms */
    UPDATE_TERMS = 16,   /* what scores are made of */
    UPDATE_WHOLE = 31,
} UpdatePart;

/* Position and terms as they were formatted for one reader, to be copied for the next one
 * whose view has the same bytes: what is public is formatted once. For readers of one match
 * between two actions; all zero is empty, and so is one whose `is_set` is 0. The owner
 * frees the text. */
typedef struct SeenText {
    int is_set;
    int parts;
    Language language;
    State view;
    Text text;
} SeenText;

/* The recipient. */
typedef struct Reader {
    int seat;        /* NOBODY: a spectator */
    int parts;       /* of UpdatePart */
    int cannot_undo; /* whatever the match says */
    Language language;
    const PlayerNames *names; /* in that language; borrowed */
    SeenText *seen;           /* shared with other readers; NULL: not */
} Reader;

/* One entry of a table's log: an action, or one taken back. */
typedef struct LogEntry {
    int n;                /* its number; 0: the deal, before anybody has acted */
    Entry done;           /* its seat is NOBODY at the deal */
    const Events *events; /* what it brought about; NULL: nothing */
} LogEntry;

/* Both write their keys into an object that is open, so that others can stand beside
 * them. `last` is the entry that brought the match to where it is. */
void update_format(JsonOut *out, const Match *match, const LogEntry *last,
                   const Reader *reader);
void log_entry_format(JsonOut *out, const Game *game, const LogEntry *entry,
                      const Reader *reader);

/* What a bot would do for the reader's seat, and what it thinks: "action", "win", "lead",
 * "considered"; for people, with UPDATE_TEXT, also sentences, "iterations" and "why". */
void thoughts_format(JsonOut *out, const Game *game, const State *view, Action action,
                     const Thoughts *thoughts, int seats, const Reader *reader);

#endif
