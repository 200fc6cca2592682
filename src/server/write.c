/* write.c: stores a change of a table: submits it, adopts it when it is stored, resolves
 * conflicts with other nodes. Between write_submit and write_done the write is a job of the
 * database pool, the table is WRITING, and its match is ahead of its row by one entry, or
 * by those of a run. */
#include "server/nodes.h"

#include "server/log.h"
#include "server/notify.h"
#include "store/deal_column.h"

#include <stdlib.h>
#include <string.h>

/* Retries of an entry that other nodes were faster than. */
enum { TRIES_MAX = 50 };

/* ------------------------------------------------------------------------- */
/* Preparing                                                                 */
/* ------------------------------------------------------------------------- */

static void write_done(Job *job);

Write *write_new(Table *table, const Message *message)
{
    Write *write = malloc(sizeof *write);

    if (write == NULL) {
        if (message != NULL)
            conn_error(message->conn, message->id, ERROR_NOT_STORED);
        return NULL;
    }
    memset(write, 0, offsetof(Write, row)); /* the row is most of it, and seldom needed */
    write->job = (Job){ .done = write_done, .key = table->row.id, .write = &write->store };
    write->table = table;
    write->store = (StoreWrite){ .table = table->row.id, .notice = write->notice };
    write->refusal = ERROR_NO_SUCH_THING;
    if (message != NULL) {
        write->by = message->conn;
        write->id = message->id;
        write->store.caller = conn_caller(write->by);
        conn_hold(write->by);
    }
    return write;
}

StoreTable *write_row(Write *write)
{
    write->store.row = &write->row;
    write->row = write->table->row;
    write->row.changed = write->table->core->now;
    return &write->row;
}

Write *write_row_new(Table *table, Message *message, OnStored on_stored)
{
    Write *write = write_new(table, message);

    if (write == NULL)
        return NULL;
    write->on_stored = on_stored;
    write_row(write);
    if (message != NULL)
        write->message = message_keep(message);
    if (message != NULL && write->message == NULL) {
        write_fail(write);
        return NULL;
    }
    return write;
}

void write_free(Write *write)
{
    if (write->by != NULL)
        conn_release(write->by);
    match_free(write->match);
    free(write->before);
    free(write->events);
    message_free(write->message);
    free(write);
}

void write_submit(Write *write)
{
    write->table->cache = CACHE_WRITING;
    write->store.version = write->table->row.version;
    node_write_notice(write);
    core_submit(write->table->core, &write->job);
}

/* ------------------------------------------------------------------------- */
/* Back from the database                                                    */
/* ------------------------------------------------------------------------- */

static void adopt(Write *write)
{
    Table *table = write->table;

    if (write->store.has_entry) {
        for (int i = 0; i < write->store.before_count; i++)
            table_set_last(table, &write->before[i], NULL);
        table_set_last(table, &write->store.entry, write->events);
        write->events = NULL;
    }
    if (write->store.row != NULL) {
        table->row = write->row;
        table->row.version++;
    }
    if (write->match != NULL) {
        match_free(table->match);
        table->match = write->match;
        memcpy(table->secret, write->secret, sizeof table->secret);
        table->match_n = 0;
        write->match = NULL;
    }
    table->runs_bots = 1;
}

/* Reverts the match to the state before the entry. */
static void revert(Write *write)
{
    Table *table = write->table;

    if (!write->store.has_entry)
        return;
    if (write->store.entry.done.kind == ENTRY_UNDO)
        match_apply(table->match, write->undone_move.seat, write->undone_move.action, NULL);
    else
        match_undo_many(table->match, 1 + write->store.before_count);
    table->match_n = table->row.turn.n;
    free(write->events);
    write->events = NULL;
}

/* Another node has appended first, or changed the row. Its entry may have arrived already
 * by a notice; otherwise it is read. */
static void conflict(Write *write)
{
    Table *table = write->table;

    table->core->counts.conflicts++;
    revert(write);
    table->cache = CACHE_READY;
    table->conflicted = write; /* before anything is read: it looks for our entry */
    if (table_apply_peer_entry(table)) {
        table->conflicted = NULL;
        write_resolve(write, 0);
        return;
    }
    table_refresh(table);
    if (table->cache == CACHE_READY || table->cache == CACHE_EMPTY) { /* no memory */
        table->conflicted = NULL;
        if (table->cache == CACHE_READY)
            table->cache = CACHE_BEHIND;
        write_fail(write);
    }
}

/* It may be stored all the same: the table is read before anything else. */
static void failed(Write *write)
{
    Table *table = write->table;

    revert(write);
    table->cache = CACHE_BEHIND;
    write_fail(write);
    if (table->queue != NULL || table->watches != NULL)
        table_load(table);
}

static void stored(Write *write)
{
    Table *table = write->table;

    TableState was = table->row.state;
    SeatSet waited = table->row.turn.waiting;

    table->cache = CACHE_READY;
    adopt(write);
    write->on_stored(write);
    write_free(write);
    notify_changed(table, was, waited);
    if (table->cache == CACHE_READY)
        table_apply_peer_entry(table);
}

/* The session was ended, perhaps at another node: nothing was written. */
static void refused_for_session(Write *write)
{
    revert(write);
    write->table->cache = CACHE_READY;
    conn_end_session(write->by, write->id);
    write_free(write);
}

static void write_done(Job *job)
{
    Write *write = (Write *)job;
    Table *table = write->table;

    if (job->status == STORE_OK) {
        stored(write);
    } else if (job->status == STORE_CONFLICT) {
        conflict(write);
    } else if (job->status == STORE_ENDED) {
        refused_for_session(write);
    } else if (job->status == STORE_NOT_FOUND && !write->store.has_entry) {
        /* The job has found no such user, or one who may not sit here: nothing was
         * written. */
        table->cache = CACHE_READY;
        conn_error(write->by, write->id, write->refusal);
        write_free(write);
    } else {
        failed(write);
    }
    table_resume(table);
}

/* ------------------------------------------------------------------------- */
/* After a conflict                                                          */
/* ------------------------------------------------------------------------- */

void write_fail(Write *write)
{
    if (write->table->cache == CACHE_MISSING) { /* closed at another node: nothing failed */
        conn_error(write->by, write->id, ERROR_NO_SUCH_TABLE);
        write_free(write);
        return;
    }
    log_line(LOG_WARNING, "not-stored", LOG_PAIRS({ "table", write->table->row.code }));
    conn_error(write->by, write->id, ERROR_NOT_STORED);
    write_free(write);
}

/* Two nodes may have made the same change at the same time: then it is stored. */
int write_is_row(const Write *write, const StoreTable *row)
{
    const StoreTable *own = write->store.row;

    if (own == NULL || write->store.has_entry || row->version != own->version + 1
        || row->changed != own->changed || row->state != own->state
        || row->host != own->host || row->turn.n != own->turn.n
        || strcmp(row->next, own->next) != 0
        || strcmp(deal_column(&row->deal).text, deal_column(&own->deal).text) != 0)
        return 0;
    for (int i = 0; i < row->seat_count; i++) {
        const StoreSeat *a = &row->seats[i], *b = &own->seats[i];
        if (a->who != b->who || a->user != b->user || a->is_away != b->is_away
            || strcmp(a->level, b->level) != 0)
            return 0;
    }
    return 1;
}

/* Is the entry still meant for this position, and may its player still act for the seat? */
static int may_act(const Write *write)
{
    const StoreTable *row = &write->table->row;
    const Entry *entry = &write->store.entry.done;
    const StoreSeat *seat = &row->seats[entry->seat];

    return entry->kind == ENTRY_ACT && write->base_n >= write->table->independent_since
           && row->state == TABLE_PLAYING && write->table->match != NULL
           && seats_have(row->turn.waiting, entry->seat)
           && (entry->is_by_bot ? seat_is_bots(seat)
                                : !seat->is_away && write->by != NULL
                                      && seat->user == conn_user(write->by));
}

void write_resolve(Write *write, int was_stored)
{
    int has_entry = write->store.has_entry;
    int is_connected = write->by != NULL && write->by->link != NULL;

    if (was_stored && has_entry) {
        /* The refresh has sent the update. */
        write->table->core->counts.moves += 1 + write->store.before_count;
    } else if (was_stored) {
        conn_ok(write->by, write->id);
    } else if (++write->tries >= TRIES_MAX) {
        write_fail(write);
        return;
    } else if (has_entry && may_act(write) && write_entry_again(write)) {
        write->table->core->counts.retries++;
        return;
    } else if (has_entry && is_connected) {
        send_stale(write->by, write->table, write->id);
    } else if (write->message != NULL && is_connected) {
        if (++write->message->tries >= TRIES_MAX) {
            write_fail(write);
            return;
        }
        /* The message decides again, by the new row. */
        table_enqueue_first(write->table, write->message);
        write->message = NULL;
    }
    write_free(write);
}

void publish_row(Write *write)
{
    conn_ok(write->by, write->id);
    broadcast_table(write->table);
    mine_changed(write->table);
}
