/* revive.c: a game in progress out of the store. */
#include "server/revive.h"

#include "play/setup.h"
#include "store/replay.h"

#include <stdlib.h>

enum { ENTRIES_AT_ONCE = 256 };

/* ------------------------------------------------------------------------- */
/* Setups                                                                    */
/* ------------------------------------------------------------------------- */

int revive_has_rules(const StoreTable *row)
{
    const Game *game = catalogue_find(row->game);

    return game != NULL && game->rules_version == row->rules;
}

int revive_setup(const StoreTable *row, const Game **game, Setup *setup, Fault *fault)
{
    *game = catalogue_find(row->game);
    if (!revive_has_rules(row))
        return fault_tell(fault, "Table %s plays %s by rules %d, which are not here.",
                          row->code, row->game, row->rules);
    game_usual_setup(*game, row->seat_count, setup);
    return replay_read_options(*game, row->options, setup, fault);
}

/* ------------------------------------------------------------------------- */
/* The log                                                                   */
/* ------------------------------------------------------------------------- */

typedef struct Revival {
    const StoreTable *row;
    Match *match;
    void (*see)(void *context, const ReviveStep *step);
    void *context;
    Fault *fault;
} Revival;

static StoreStatus refuse(const Revival *revival, int n)
{
    fault_tell(revival->fault, "Entry %d of table %s is not one of its game.", n,
               revival->row->code);
    return STORE_BROKEN;
}

static StoreStatus redo(Revival *revival, const StoreEntry *entry)
{
    Events events;
    int is_undo = entry->kind == ENTRY_UNDO;

    events.count = 0;
    if (is_undo) {
        if (!match_undo(revival->match))
            return refuse(revival, entry->moment.n);
    } else {
        switch (match_apply(revival->match, entry->seat, entry->action, &events)) {
        case MATCH_OK:
            break;
        case MATCH_NO_MEMORY:
            return STORE_NO_MEMORY;
        default:
            return refuse(revival, entry->moment.n);
        }
    }
    if (revival->see != NULL)
        revival->see(revival->context,
                     &(ReviveStep){ revival->match, entry, is_undo ? NULL : &events });
    return STORE_OK;
}

/* Up to the entry that the row tells of: another server may have gone on meanwhile. */
static StoreStatus redo_log(Revival *revival, Store *store, StoreEntry *entries)
{
    int count = ENTRIES_AT_ONCE, last = revival->row->moment.n;

    for (int from = 1; count == ENTRIES_AT_ONCE && from <= last; from += count) {
        StoreStatus status = store_log(store, revival->row->id, from, entries,
                                       ENTRIES_AT_ONCE, &count, revival->fault);
        for (int i = 0; status == STORE_OK && i < count && entries[i].moment.n <= last; i++)
            status = redo(revival, &entries[i]);
        if (status != STORE_OK)
            return status;
    }
    return STORE_OK;
}

StoreStatus revive(Store *store, const StoreTable *row,
                   void (*see)(void *context, const ReviveStep *step), void *context,
                   Match **match, Fault *fault)
{
    Revival revival = { .row = row, .see = see, .context = context, .fault = fault };
    const Game *game;
    Setup setup;

    *match = NULL;
    if (!revive_setup(row, &game, &setup, fault))
        return STORE_BROKEN;
    StoreStatus status = store_table_seed(store, row->id, setup.seed, fault);
    if (status != STORE_OK)
        return status;
    StoreEntry *entries = malloc(ENTRIES_AT_ONCE * sizeof *entries);
    revival.match = entries == NULL ? NULL : match_new(game, &setup);
    status = revival.match == NULL ? STORE_NO_MEMORY : redo_log(&revival, store, entries);
    free(entries);
    if (status == STORE_OK)
        *match = revival.match;
    else
        match_free(revival.match);
    return status;
}
