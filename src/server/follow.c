/* follow.c: a table that another node writes to: what the log has beyond what memory
 * has is read, done in the match, and told to those who look on here. */
#include "server/nodes.h"

#include <stdlib.h>
#include <string.h>

enum { FOLLOWED_AT_ONCE = 32 };

typedef struct Follow {
    Errand errand;
    Table *table;
    char code[STORE_CODE_MAX + 1];
    int from; /* the number of the first entry that is wanted */
    StoreTable row;
    StoreEntry entries[FOLLOWED_AT_ONCE];
    int count;
} Follow;

static StoreStatus follow_run(Errand *errand, Store *store, Fault *fault)
{
    Follow *follow = (Follow *)errand;
    StoreStatus status = store_table_by_code(store, follow->code, &follow->row, fault);

    follow->count = 0;
    if (status != STORE_OK || follow->row.state == TABLE_OPEN)
        return status;
    return store_log(store, follow->row.id, follow->from, follow->entries, FOLLOWED_AT_ONCE,
                     &follow->count, fault);
}

/* ------------------------------------------------------------------------- */
/* Done again                                                                */
/* ------------------------------------------------------------------------- */

/* 0: memory has not enough of the game for it. */
static int redo(Table *table, const StoreEntry *entry)
{
    Events events;
    int is_undo = entry->kind == ENTRY_UNDO;

    events.count = 0;
    if (is_undo
            ? !match_undo(table->match)
            : match_apply(table->match, entry->seat, entry->action, &events) != MATCH_OK)
        return 0;
    table_keep_events(table, is_undo ? NULL : &events);
    table->last_by = entry->seat;
    table->last_is_undo = is_undo;
    table->last_is_bots = entry->is_by_bot;
    table->row.moment = entry->moment;
    table->match_n = entry->moment.n;
    table->row.changed = table->clocks_at = entry->at;
    table_forget_final(table);
    return 1;
}

static int redo_all(Table *table, const Follow *follow)
{
    for (int i = 0; i < follow->count; i++) {
        if (follow->entries[i].moment.n <= table->row.moment.n)
            continue;
        if (follow->entries[i].moment.n != table->row.moment.n + 1
            || !redo(table, &follow->entries[i]))
            return 0;
        node_tell_entry(table, &follow->entries[i]);
    }
    return table->row.moment.n >= follow->row.moment.n || follow->count == FOLLOWED_AT_ONCE;
}

static int seat_differs(const StoreSeat *old, const StoreSeat *seat)
{
    return old->who != seat->who || old->user != seat->user || old->is_away != seat->is_away
           || old->kind != seat->kind || strcmp(old->level, seat->level) != 0
           || strcmp(old->name, seat->name) != 0;
}

/* The row is another one than what its entries alone would have made of it. */
static int has_news(const StoreTable *old, const StoreTable *row)
{
    for (int seat = 0; seat < row->seat_count; seat++) {
        if (seat_differs(&old->seats[seat], &row->seats[seat]))
            return 1;
    }
    return old->state != row->state || strcmp(old->next, row->next) != 0;
}

static void take_over(Table *table, const Follow *follow)
{
    StoreMoment moment = table->row.moment;
    int has_changed = has_news(&table->row, &follow->row);
    int is_match_there = table->match != NULL || follow->row.state == TABLE_OPEN;

    table->row = follow->row;
    if (!table->is_foreign) {
        table->row.moment = moment;
        if (!is_match_there || !redo_all(table, follow)) {
            table->must_tell = 1;
            table_load(table);
            return;
        }
    }
    if (table->row.moment.n > follow->row.moment.n) {
        /* The writer has told of more already. */
    } else if (table->row.moment.n == follow->row.moment.n) {
        table->row.moment = follow->row.moment;
        table->row.changed = follow->row.changed;
        clocks_resume(table);
    } else {
        table->is_behind = 1;
    }
    if (has_changed)
        tell_table(table);
    tell_mine_of(table);
    /* What was asked for may be in what is yet to be read. */
    if (!table->is_behind)
        node_is_fresh(table);
}

static void follow_done(Errand *errand)
{
    Follow *follow = (Follow *)errand;
    Table *table = follow->table;

    core_post_back(table->core);
    table->is_following = 0;
    if (errand->status == STORE_NOT_FOUND && table->is_loaded) {
        table->row.state = TABLE_CLOSED;
        table->is_missing = 1;
        table->is_behind = 0;
        tell_table(table);
        node_is_fresh(table);
    } else if (errand->status != STORE_OK) {
        /* Nothing is shown that may be old: it is read when somebody asks next. */
        table->is_behind = 0;
        if (!table->is_loading)
            table_unload(table);
        table->must_tell = 1;
    } else if (table->is_loaded && !table_is_ours(table) && !table->is_loading) {
        take_over(table, follow);
    }
    free(follow);
    if (table->is_behind && !table->is_loading)
        table_follow(table);
}

void table_follow_entry(Table *table, const StoreEntry *entry)
{
    if (!table->is_loaded || table->is_loading || table_is_ours(table)
        || table->match == NULL || entry->moment.n != table->row.moment.n + 1
        || !redo(table, entry)) {
        if (entry->moment.n > table->row.moment.n)
            table_follow(table);
        return;
    }
    node_tell_entry(table, entry);
    tell_mine_of(table);
}

void table_follow(Table *table)
{
    Follow *follow;

    /* What is being read may be what was there before. */
    if (table->is_loading)
        table->is_behind = 1;
    if (!table->is_loaded || table->is_loading || table_is_ours(table))
        return;
    table->is_behind = table->is_following;
    follow = table->is_following ? NULL : calloc(1, sizeof *follow);
    if (follow == NULL)
        return;
    follow->errand = (Errand){ .run = follow_run, .done = follow_done, .only_reads = 1 };
    follow->table = table;
    follow->from = table->row.moment.n + 1;
    memcpy(follow->code, table->row.code, sizeof follow->code);
    table->is_following = 1;
    core_post(table->core, &follow->errand);
}
