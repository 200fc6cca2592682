/* write.c: a change of a table on its way to the store and back. Nobody is told of
 * it before it is on disk; if the store says no, what memory has of the table is
 * thrown away and comes back from the log. */
#include "server/inside.h"

#include "server/log.h"
#include "server/nodes.h"

#include <stdlib.h>
#include <string.h>

static StoreStatus store_change(Write *write, Store *store, Fault *fault)
{
    StoreId table = write->table->row.id;
    StoreStatus status = STORE_OK;

    if (write->has_entry)
        status = store_append(store, table, write->lease, &write->entry, fault);
    if (status == STORE_OK && write->has_row)
        status = store_table_set(store, &write->row, write->lease, fault);
    return status;
}

static StoreStatus write_run(Errand *errand, Store *store, Fault *fault)
{
    Write *write = (Write *)errand;
    StoreStatus status = write->store(write, store, fault);

    return status == STORE_OK ? node_tell_change(write, store, fault) : status;
}

static void take_over(Write *write)
{
    Table *table = write->table;

    if (write->has_row) {
        table->row = write->row;
    } else if (write->has_entry) {
        table->row.moment = write->entry.moment;
        table->row.changed = write->entry.at;
    }
    if (write->match != NULL) {
        match_free(table->match);
        table->match = write->match;
        table->match_n = 0;
        write->match = NULL;
    }
    table->clocks_at = table->row.changed;
}

/* Whoever has asked from another node asks the next writer, if nothing was done. */
static void refuse_write(const Write *write, StoreStatus status)
{
    if (status != STORE_IN_DOUBT && write->by != NULL && write->by->relay != NULL)
        relay_refuse(write->by);
    else
        conn_error(write->by, write->id, ERROR_NOT_STORED);
}

static void write_done(Errand *errand)
{
    Write *write = (Write *)errand;
    Table *table = write->table;

    core_post_back(table->core);
    table->is_busy = 0;
    if (errand->status == STORE_OK) {
        take_over(write);
        write->then(write);
    } else if (errand->status == STORE_NOT_FOUND && !write->has_entry) {
        /* Somebody who was named is not there: nothing was written. */
        conn_error(write->by, write->id, ERROR_NO_SUCH_THING);
    } else {
        log_line(LOG_WARNING, "not-stored", LOG_PAIRS({ "table", table->row.code }));
        table_unload(table);
        table->lease = 0; /* it may be another's by now */
        table->must_tell = 1;
        refuse_write(write, errand->status);
    }
    write_drop(write);
    if (!table->is_loaded
        && (table->waits != NULL || (core_is_node(table->core) && table->watches != NULL)))
        table_load(table);
    table_run_waits(table);
    table_attend(table);
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
    write->errand = (Errand){ .run = write_run, .done = write_done };
    write->table = table;
    write->by = by;
    write->id = id;
    write->has_entry = write->has_row = 0;
    write->match = NULL;
    write->store = store_change;
    write->lease = table->lease;
    if (by != NULL)
        conn_hold(by);
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
    write->next_spare = core->spare_writes;
    core->spare_writes = write;
}

void write_post(Write *write)
{
    write->table->is_busy = 1;
    core_post(write->table->core, &write->errand);
}

/* Whoever looks at the table, and those who sit there. */
void tell_change(Write *write)
{
    conn_ok(write->by, write->id);
    tell_table(write->table);
    tell_mine_of(write->table);
}
