/* table.c: a table for the page. */
#include "wasm/table.h"

#include "play/array.h"

#include <stdlib.h>

/* ------------------------------------------------------------------------- */
/* Beginning and end                                                         */
/* ------------------------------------------------------------------------- */

Table *table_new(void)
{
    return calloc(1, sizeof(Table));
}

void table_free(Table *table)
{
    if (table == NULL)
        return;
    match_free(table->match);
    free(table->thinking.memory);
    reviewing_end(&table->reviewing);
    free(table->log);
    free(table);
}

/* ------------------------------------------------------------------------- */
/* The log                                                                   */
/* ------------------------------------------------------------------------- */

static int make_room(Table *table, int entries)
{
    Entry *log = array_grown(table->log, &table->room, entries, sizeof *log);

    if (log != NULL)
        table->log = log;
    return log != NULL;
}

/* The match as it was at the beginning; NULL: no memory. */
static Match *match_from_start(const Table *table)
{
    const Match *match = table->match;

    return match_new_at(match_game(match), match_setup(match), match_start(match));
}

int table_redo(const Table *table, int n, Match *match, Events *events)
{
    return match_apply_entry(match, &table->log[n - 1], events) == MATCH_OK;
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
    static const Entry deal = { .seat = NOBODY };

    return (LogEntry){ .n = n,
                       .done = n == 0 ? deal : table->log[n - 1],
                       .events = n == 0 ? NULL : events };
}

/* ------------------------------------------------------------------------- */
/* Playing                                                                   */
/* ------------------------------------------------------------------------- */

static Entry entry_of(const Table *table, EntryKind kind, int seat, Action action)
{
    return (Entry){ .kind = kind,
                    .seat = seat,
                    .is_by_bot = seats_have(table->bots, seat),
                    .action = action };
}

/* Replays the last entry to get its events. */
int table_begin(Table *table, Match *match, const SavePlayers *players, SeatSet bots)
{
    int count = match_move_count(match);

    if (!make_room(table, count + 1)) {
        match_free(match);
        return 0;
    }
    match_free(table->match);
    reviewing_end(&table->reviewing);
    table->match = match;
    table->players = *players;
    table->bots = bots;
    table->count = count;
    for (int i = 0; i < count; i++) {
        const Move *move = &match_moves(match)[i];
        table->log[i] = entry_of(table, ENTRY_ACT, move->seat, move->action);
    }
    match_free(table_match_after(table, count, &table->last));
    return 1;
}

MatchStatus table_do(Table *table, EntryKind kind, int seat, Action action)
{
    const Entry entry = entry_of(table, kind, seat, action);
    Events events;

    if (!make_room(table, table->count + 1))
        return MATCH_NO_MEMORY;
    MatchStatus status = match_apply_entry(table->match, &entry, &events);
    if (status != MATCH_OK)
        return status;
    reviewing_end(&table->reviewing);
    table->last = events;
    table->log[table->count++] = entry;
    return MATCH_OK;
}
