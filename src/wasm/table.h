/* table.h: a table for the page, without a server: a match, who sits there, everything
 * that has happened, undos too, and one bot that thinks. */
#ifndef ROUNDHOUSE_WASM_TABLE_H
#define ROUNDHOUSE_WASM_TABLE_H

#include "play/match.h"
#include "play/save.h"
#include "wasm/reviewing.h"
#include "wasm/thinking.h"
#include "wire/update.h"

typedef struct Table {
    Match *match; /* NULL: no game yet */
    SavePlayers players;
    SeatSet bots; /* the seats that are bots' */
    Entry *log;
    int count, room; /* entries in it, and that there is memory for */
    Events last;     /* what the last entry brought about */
    Thinking thinking;
    Reviewing reviewing; /* of the game as it is: ends when it changes */
} Table;

/* NULL: no memory. */
Table *table_new(void);
void table_free(Table *table);

/* Takes the match over, with the moves it has; `bots` are the seats that bots have.
 * 0: no memory; then the match is freed, and the table as it was. */
int table_begin(Table *table, Match *match, const SavePlayers *players, SeatSet bots);

/* An action, or an undo. Anything but MATCH_OK changes nothing. */
MatchStatus table_do(Table *table, EntryKind kind, int seat, Action action);

/* Entry `n` of the log, with its events. */
LogEntry table_entry(const Table *table, int n, const Events *events);

/* The match after its first `n` entries, and what the last of these brought about; the
 * caller frees it. NULL: no memory. */
Match *table_match_after(const Table *table, int n, Events *events);
/* One entry further: number n (from 1). 0: no memory. */
int table_redo(const Table *table, int n, Match *match, Events *events);

#endif
