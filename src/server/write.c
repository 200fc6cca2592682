/* write.c: a change of a table on its way to the store and back. Nobody is told of it
 * before it is on disk. If another server was faster, the table is read, and then it is
 * decided what becomes of the change; if the store fails, what memory has of the table
 * is thrown away and comes back from the log. */
#include "server/nodes.h"

#include "server/log.h"

#include <stdlib.h>
#include <string.h>

/* A row that somebody is changing just now is tried again at once. */
enum { TRIES_MAX = 50 };

/* ------------------------------------------------------------------------- */
/* Made                                                                      */
/* ------------------------------------------------------------------------- */

static void write_done(Errand *errand);

static StoreStatus store_change(Write *write, Store *store, Fault *fault)
{
    return write->has_entry
               ? store_table_end(store, &write->row, &write->append.entry, fault)
               : store_table_set(store, &write->row, fault);
}

static StoreStatus write_run(Errand *errand, Store *store, Fault *fault)
{
    Write *write = (Write *)errand;
    StoreStatus status = write->store(write, store, fault);

    return status == STORE_OK ? node_tell_change(write, store, fault) : status;
}

Write *write_new(Table *table, Conn *by, AnswerId id)
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
    write->errand = (Errand){ .done = write_done, .key = table->row.id };
    write->table = table;
    write->by = by;
    write->id = id;
    write->has_entry = write->has_row = write->tries = 0;
    write->append.entry.author = 0;
    write->events = NULL;
    write->match = NULL;
    write->message = NULL;
    write->store = store_change;
    if (by != NULL)
        conn_hold(by);
    return write;
}

Write *write_for(Conn *conn, Table *table, const Message *message)
{
    Write *write = write_new(table, conn, message->id);

    if (write == NULL)
        return NULL;
    write->message = malloc(message->length);
    write->message_length = message->length;
    if (write->message != NULL)
        memcpy(write->message, message->bytes, message->length);
    return write;
}

StoreTable *write_row(Write *write)
{
    write->has_row = 1;
    write->row = write->table->row;
    write->row.changed = write->table->core->now;
    return &write->row;
}

void write_drop(Write *write)
{
    Core *core = write->table->core;

    if (write->by != NULL)
        conn_release(write->by);
    match_free(write->match);
    free(write->events);
    free(write->message);
    write->next_spare = core->spare_writes;
    core->spare_writes = write;
}

void write_post(Write *write)
{
    Core *core = write->table->core;

    write->table->cache = CACHE_WRITING;
    if (write->has_row) {
        write->errand.run = write_run;
        write->errand.append = NULL;
        core_post(core, &write->errand);
        return;
    }
    write->append.table = write->table->row.id;
    write->append.version = write->table->row.version;
    node_write_entry(write);
    write->append.notice = write->notice;
    write->errand.append = &write->append;
    core_post_append(core, &write->errand);
}

/* ------------------------------------------------------------------------- */
/* Done                                                                      */
/* ------------------------------------------------------------------------- */

static void take_over(Write *write)
{
    Table *table = write->table;

    if (write->has_entry) {
        table_set_last(table, &write->append.entry, write->events);
        write->events = NULL;
    }
    if (write->has_row) {
        table->row = write->row;
        table->row.version++;
    }
    if (write->match != NULL) {
        match_free(table->match);
        table->match = write->match;
        table->match_n = 0;
        write->match = NULL;
    }
    table->attends = 1;
}

/* The match is as it was before the entry. */
static void take_back(Write *write)
{
    Table *table = write->table;

    if (!write->has_entry)
        return;
    if (write->append.entry.done.kind == ENTRY_UNDO)
        match_apply(table->match, write->taken_back.seat, write->taken_back.action, NULL);
    else
        match_undo(table->match);
    table->match_n = table->row.moment.n;
    free(write->events);
    write->events = NULL;
}

/* Somebody else was faster, or has changed the row. */
static void refuse(Write *write)
{
    Table *table = write->table;

    table->core->counts.conflicts++;
    take_back(write);
    table->refused = write;
    table->cache = CACHE_READY;
    table_read(table);
    if (table->cache == CACHE_READY) { /* no memory */
        table->refused = NULL;
        write_fail(write);
        table_unload(table);
    }
}

static int is_refused(const Write *write, StoreStatus status)
{
    return status == STORE_CONFLICT
           || (status == STORE_OK && !write->has_row && !write->append.is_added);
}

static void write_done(Errand *errand)
{
    Write *write = (Write *)errand;
    Table *table = write->table;
    StoreStatus status = errand->status;

    core_post_back(table->core);
    if (is_refused(write, status)) {
        refuse(write);
        return;
    }
    table->cache = CACHE_READY;
    if (status == STORE_OK) {
        take_over(write);
        write->then(write);
        write_drop(write);
    } else if (status == STORE_NOT_FOUND && !write->has_entry) {
        /* Somebody who was named is not there: nothing was written. */
        conn_error(write->by, write->id, ERROR_NO_SUCH_THING);
        write_drop(write);
    } else {
        table_unload(table);
        write_fail(write);
        if (table->waits != NULL || table->watches != NULL)
            table_load(table);
    }
    table_go_on(table);
}

/* ------------------------------------------------------------------------- */
/* Decided                                                                   */
/* ------------------------------------------------------------------------- */

void write_fail(Write *write)
{
    log_line(LOG_WARNING, "not-stored", LOG_PAIRS({ "table", write->table->row.code }));
    conn_error(write->by, write->id, ERROR_NOT_STORED);
    write_drop(write);
}

/* Can the action still be meant, and may the seat act, by whoever acts for it? */
static int may_act(const Write *write)
{
    const StoreTable *row = &write->table->row;
    const Entry *entry = &write->append.entry.done;
    const StoreSeat *seat = &row->seats[entry->seat];

    return entry->kind == ENTRY_ACT && write->meant_for >= write->table->quiet_since
           && row->state == TABLE_PLAYING && write->table->match != NULL
           && seats_have(row->moment.waiting, entry->seat)
           && (entry->is_by_bot ? seat_is_bots(seat)
                                : !seat->is_away && write->by != NULL
                                      && seat->user == conn_user(write->by));
}

static void say_stale(const Write *write)
{
    Conn *by = write->by;

    if (by == NULL || by->link == NULL)
        return;
    const Watch *watch = watch_find(by, write->table);
    conn_error(by, write->id, ERROR_STALE);
    tell_update_to(by, write->table, watch == NULL ? UPDATE_WHOLE : watch->parts,
                   (AnswerId){ 0 });
}

void write_decide(Write *write, int is_there)
{
    int may_try = ++write->tries < TRIES_MAX;

    if (is_there) {
        write->table->core->counts.moves++;
        write_drop(write);
    } else if (!may_try) {
        write_fail(write);
    } else if (write->has_entry && may_act(write) && write_entry_again(write)) {
        write->table->core->counts.retries++;
    } else if (write->has_entry) {
        say_stale(write);
        write_drop(write);
    } else {
        /* The message is understood once more, by the row as it is now. */
        if (write->message != NULL && write->by->link != NULL)
            table_wait_fresh(write->table, write->by, write->message,
                             write->message_length);
        write_drop(write);
    }
}

/* Whoever looks at the table, and those who sit there. */
void tell_change(Write *write)
{
    conn_ok(write->by, write->id);
    tell_table(write->table);
    tell_mine_of(write->table);
}
