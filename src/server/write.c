/* write.c: a change of a table on its way to the store and back; published only once it is
 * stored. If another server was faster, the table is read, and then it is decided what
 * becomes of the change. */
#include "server/nodes.h"

#include "server/log.h"

#include <stdlib.h>
#include <string.h>

/* A locked row is retried at once. */
enum { TRIES_MAX = 50 };

/* ------------------------------------------------------------------------- */
/* Made                                                                      */
/* ------------------------------------------------------------------------- */

static void write_done(Job *job);

Write *write_new(Table *table, Conn *by, RequestId id)
{
    Core *core = table->core;
    Write *write = core->spare_writes;

    if (write != NULL)
        core->spare_writes = write->next_spare;
    else
        write = malloc(sizeof *write);
    if (write == NULL) {
        conn_error(by, id, ERROR_NOT_STORED);
        return NULL;
    }
    write->job = (Job){ .done = write_done, .key = table->row.id, .write = &write->store };
    write->table = table;
    write->by = by;
    write->id = id;
    write->tries = 0;
    write->store = (StoreWrite){ .table = table->row.id, .notice = write->notice };
    write->events = NULL;
    write->match = NULL;
    write->message = NULL;
    if (by != NULL)
        conn_hold(by);
    return write;
}

StoreTable *write_row(Write *write)
{
    write->store.row = &write->row;
    write->row = write->table->row;
    write->row.changed = write->table->core->now;
    return &write->row;
}

Write *write_row_of(Table *table, void (*on_stored)(Write *write))
{
    Write *write = write_new(table, NULL, (RequestId){ 0 });

    if (write == NULL)
        return NULL;
    write->on_stored = on_stored;
    write_row(write);
    return write;
}

Write *write_row_for(Table *table, Message *message, void (*on_stored)(Write *write))
{
    Write *write = write_new(table, message->conn, message->id);

    if (write == NULL)
        return NULL;
    write->on_stored = on_stored;
    write->message = message_keep(message);
    write_row(write);
    return write;
}

void write_drop(Write *write)
{
    Core *core = write->table->core;

    if (write->by != NULL)
        conn_release(write->by);
    match_free(write->match);
    free(write->events);
    message_free(write->message);
    write->next_spare = core->spare_writes;
    core->spare_writes = write;
}

void write_submit(Write *write)
{
    write->table->cache = CACHE_WRITING;
    write->store.version = write->table->row.version;
    node_write_notice(write);
    core_submit(write->table->core, &write->job);
}

/* ------------------------------------------------------------------------- */
/* Done                                                                      */
/* ------------------------------------------------------------------------- */

static void take_over(Write *write)
{
    Table *table = write->table;

    if (write->store.has_entry) {
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
        match_undo(table->match);
    table->match_n = table->row.moment.n;
    free(write->events);
    write->events = NULL;
}

/* Another server has appended first, or changed the row. What came first may have been
 * heard of already; otherwise it is read. */
static void refuse(Write *write)
{
    Table *table = write->table;

    table->core->counts.conflicts++;
    revert(write);
    table->cache = CACHE_READY;
    if (table_apply_peer_entry(table)) {
        write_resolve(write, 0);
        table_resume(table);
        return;
    }
    table->refused = write;
    table_refresh(table);
    if (table->cache == CACHE_READY) { /* no memory */
        table->refused = NULL;
        table->cache = CACHE_BEHIND;
        write_fail(write);
    }
}

static void write_done(Job *job)
{
    Write *write = (Write *)job;
    Table *table = write->table;
    StoreStatus status = job->status;

    core_job_done(table->core);
    if (status == STORE_NOT_FOUND && !write->store.has_entry) {
        /* A named user does not exist: nothing was written. */
        table->cache = CACHE_READY;
        conn_error(write->by, write->id, ERROR_NO_SUCH_THING);
        write_drop(write);
    } else if (status == STORE_CONFLICT) {
        refuse(write);
        return;
    } else if (status != STORE_OK) {
        /* It may have been done: the table is read before anything else. */
        revert(write);
        table->cache = CACHE_BEHIND;
        write_fail(write);
        if (table->queue != NULL || table->watches != NULL)
            table_load(table);
    } else {
        table->cache = CACHE_READY;
        take_over(write);
        write->on_stored(write);
        write_drop(write);
        if (table->cache == CACHE_READY)
            table_apply_peer_entry(table);
    }
    table_resume(table);
}

/* ------------------------------------------------------------------------- */
/* Decided                                                                   */
/* ------------------------------------------------------------------------- */

void write_fail(Write *write)
{
    if (write->table->cache == CACHE_MISSING) { /* closed at another node: nothing failed */
        conn_error(write->by, write->id, ERROR_NO_SUCH_TABLE);
        write_drop(write);
        return;
    }
    log_line(LOG_WARNING, "not-stored", LOG_PAIRS({ "table", write->table->row.code }));
    conn_error(write->by, write->id, ERROR_NOT_STORED);
    write_drop(write);
}

/* If two change a row to the same at the same time, it does not matter who did it. */
int write_is_row(const Write *write, const StoreTable *row)
{
    const StoreTable *own = write->store.row;

    if (own == NULL || write->store.has_entry || row->version != own->version + 1
        || row->changed != own->changed || row->state != own->state
        || row->moment.n != own->moment.n || strcmp(row->next, own->next) != 0)
        return 0;
    for (int i = 0; i < row->seat_count; i++) {
        const StoreSeat *a = &row->seats[i], *b = &own->seats[i];
        if (a->who != b->who || a->user != b->user || a->is_away != b->is_away
            || strcmp(a->level, b->level) != 0)
            return 0;
    }
    return 1;
}

/* Is the entry still meant for this position, and may its author still act for the seat? */
static int may_act(const Write *write)
{
    const StoreTable *row = &write->table->row;
    const Entry *entry = &write->store.entry.done;
    const StoreSeat *seat = &row->seats[entry->seat];

    return entry->kind == ENTRY_ACT && write->base_n >= write->table->independent_since
           && row->state == TABLE_PLAYING && write->table->match != NULL
           && seats_have(row->moment.waiting, entry->seat)
           && (entry->is_by_bot ? seat_is_bots(seat)
                                : !seat->is_away && write->by != NULL
                                      && seat->user == conn_user(write->by));
}

void send_stale(Conn *conn, Table *table, RequestId id)
{
    const Watch *watch = watch_find(conn, table);

    conn_error(conn, id, ERROR_STALE);
    if (watch == NULL || !watch->is_catching_up)
        send_update(conn, table, watch == NULL ? UPDATE_WHOLE : watch->parts,
                    (RequestId){ 0 });
}

void write_resolve(Write *write, int is_there)
{
    int has_entry = write->store.has_entry;
    int is_heard = write->by != NULL && write->by->link != NULL;

    if (is_there && has_entry) {
        write->table->core->counts.moves++;
        write_drop(write);
    } else if (is_there) {
        conn_ok(write->by, write->id);
        write_drop(write);
    } else if (++write->tries >= TRIES_MAX) {
        write_fail(write);
    } else if (has_entry && may_act(write) && write_entry_again(write)) {
        write->table->core->counts.retries++;
    } else if (has_entry) {
        if (is_heard)
            send_stale(write->by, write->table, write->id);
        write_drop(write);
    } else {
        /* Runs the message again with the new row. */
        if (write->message != NULL && is_heard)
            table_enqueue_first(write->table, write->message);
        write_drop(write);
    }
}

/* Publishes the row to spectators and to all who sit there. */
void publish_row(Write *write)
{
    conn_ok(write->by, write->id);
    broadcast_table(write->table);
    mine_changed(write->table);
}
