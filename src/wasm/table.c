/* table.c: a table for the page. */
#include "wasm/table.h"

#include <stdlib.h>

/* One entry of the log. */
typedef struct Entry {
    Action action; /* nothing, if something was taken back */
    uint8_t seat;
    uint8_t is_undo;
} Entry;

struct Table {
    Match *match; /* NULL: no game yet */
    SavePlayers players;
    SeatSet bots; /* the seats that are bots' */
    Entry *log;
    int count, room; /* entries in it, and that there is memory for */
    Events last;     /* what the last entry brought about */
    Thinking *thinking;
};

/* ------------------------------------------------------------------------- */
/* Beginning and end                                                         */
/* ------------------------------------------------------------------------- */

Table *table_new(void)
{
    Table *table = calloc(1, sizeof *table);

    if (table == NULL)
        return NULL;
    table->thinking = thinking_new();
    if (table->thinking == NULL) {
        free(table);
        return NULL;
    }
    return table;
}

void table_free(Table *table)
{
    if (table == NULL)
        return;
    match_free(table->match);
    thinking_free(table->thinking);
    free(table->log);
    free(table);
}

/* ------------------------------------------------------------------------- */
/* The log                                                                   */
/* ------------------------------------------------------------------------- */

static int make_room(Table *table, int entries)
{
    int room = table->room == 0 ? 256 : table->room;

    while (room < entries)
        room *= 2;
    if (room == table->room)
        return 1;
    Entry *log = realloc(table->log, (size_t)room * sizeof *log);
    if (log == NULL)
        return 0;
    table->log = log;
    table->room = room;
    return 1;
}

/* The match as it was at the beginning; NULL: no memory. */
static Match *match_from_start(const Table *table)
{
    const Match *match = table->match;

    return match_new_at(match_game(match), match_setup(match), match_start(match));
}

/* What was legal once is legal still. */
int table_redo(const Table *table, int n, Match *match, Events *events)
{
    const Entry *entry = &table->log[n - 1];

    events->count = 0;
    if (entry->is_undo)
        return match_undo(match);
    return match_apply(match, entry->seat, entry->action, events) == MATCH_OK;
}

Match *table_match_after(const Table *table, int n, Events *events)
{
    Match *match = match_from_start(table);

    events->count = 0;
    for (int i = 1; match != NULL && i <= n; i++) {
        if (!table_redo(table, i, match, events)) {
            match_free(match);
            match = NULL;
        }
    }
    return match;
}

LogEntry table_entry(const Table *table, int n, const Events *events)
{
    if (n == 0)
        return (LogEntry){ .by = NOBODY };
    const Entry *entry = &table->log[n - 1];
    return (LogEntry){ .n = n,
                       .by = entry->seat,
                       .is_undo = entry->is_undo,
                       .is_bots = seats_have(table->bots, entry->seat),
                       .events = events };
}

/* ------------------------------------------------------------------------- */
/* Playing                                                                   */
/* ------------------------------------------------------------------------- */

/* What the last entry brought about comes from playing it again. */
int table_begin(Table *table, Match *match, const SavePlayers *players, SeatSet bots)
{
    int count = match_move_count(match);

    if (!make_room(table, count + 1)) {
        match_free(match);
        return 0;
    }
    match_free(table->match);
    table->match = match;
    table->players = *players;
    table->bots = bots;
    table->count = count;
    for (int i = 0; i < count; i++) {
        const Move *move = &match_moves(match)[i];
        table->log[i] = (Entry){ .action = move->action, .seat = move->seat };
    }
    match_free(table_match_after(table, count, &table->last));
    return 1;
}

MatchStatus table_act(Table *table, int seat, Action action)
{
    Events events = { .count = 0 };

    if (!make_room(table, table->count + 1))
        return MATCH_NO_MEMORY;
    MatchStatus status = match_apply(table->match, seat, action, &events);
    if (status != MATCH_OK)
        return status;
    table->last = events;
    table->log[table->count++] = (Entry){ .action = action, .seat = (uint8_t)seat };
    return MATCH_OK;
}

MatchStatus table_undo(Table *table, int seat)
{
    if (!make_room(table, table->count + 1))
        return MATCH_NO_MEMORY;
    match_undo(table->match);
    table->last.count = 0;
    table->log[table->count++] = (Entry){ .seat = (uint8_t)seat, .is_undo = 1 };
    return MATCH_OK;
}

/* ------------------------------------------------------------------------- */
/* Looking                                                                   */
/* ------------------------------------------------------------------------- */

const Match *table_match(const Table *table)
{
    return table->match;
}

const SavePlayers *table_players(const Table *table)
{
    return &table->players;
}

Thinking *table_thinking(const Table *table)
{
    return table->thinking;
}

int table_count(const Table *table)
{
    return table->count;
}

const Events *table_last_events(const Table *table)
{
    return &table->last;
}
