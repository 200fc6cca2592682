/* sql.c: batches and statements, whatever the database. */
#include "store/sql.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

/* ------------------------------------------------------------------------- */
/* Opening, batches                                                          */
/* ------------------------------------------------------------------------- */

int sql_is_postgres(const char *where)
{
    return strncmp(where, "postgres://", 11) == 0
           || strncmp(where, "postgresql://", 13) == 0;
}

StoreStatus store_open(const char *where, Store **store, Fault *fault)
{
    return sql_is_postgres(where) ? postgres_open(where, store, fault)
                                  : sqlite_open(where, store, fault);
}

StoreStatus store_open_beside(const char *where, Store **store, Fault *fault)
{
    return sql_is_postgres(where) ? postgres_open(where, store, fault)
                                  : sqlite_open_beside(where, store, fault);
}

void store_free(Store *store)
{
    if (store == NULL)
        return;
    store_rollback(store);
    store->kind->free(store);
}

/* Two who are in each other's way say nothing about the disk. */
void sql_note_write(Store *store, StoreStatus status, const Fault *fault)
{
    if (status == STORE_BUSY || status == STORE_NO_MEMORY)
        return;
    store->last_write = status;
    if (status != STORE_OK && fault != NULL)
        store->last_failure = *fault;
}

StoreStatus store_begin(Store *store, Fault *fault)
{
    assert(!store->is_in_batch);
    StoreStatus status = store->kind->begin(store, fault);

    if (status == STORE_OK) {
        store->is_in_batch = 1;
        store->has_written = 0;
        store->spoilt = STORE_OK;
    } else {
        sql_note_write(store, status, fault);
    }
    return status;
}

/* A call within an aborted batch, or its end. */
static StoreStatus answer_spoilt(const Store *store, Fault *fault)
{
    return sql_refuse(store->spoilt, fault, "%s", store->spoilt_by.sentence);
}

StoreStatus store_commit(Store *store, Fault *fault)
{
    assert(store->is_in_batch);
    store->is_in_batch = 0;
    if (store->spoilt == STORE_OK) {
        StoreStatus status = store->kind->commit(store, fault);
        if (status != STORE_OK || store->has_written)
            sql_note_write(store, status, fault);
        return status;
    }
    store->kind->rollback(store);
    sql_note_write(store, store->spoilt, &store->spoilt_by);
    return answer_spoilt(store, fault);
}

void store_rollback(Store *store)
{
    if (!store->is_in_batch)
        return;
    store->is_in_batch = 0;
    store->kind->rollback(store);
}

/* ------------------------------------------------------------------------- */
/* Statements                                                                */
/* ------------------------------------------------------------------------- */

/* Refusals are counted rows, never the database's errors: whatever fails here
 * spoils the batch it is in. */
static StoreStatus spoil(Store *store, StoreStatus status, const Fault *why, Fault *fault)
{
    if (store->is_in_batch) {
        store->spoilt = status;
        store->spoilt_by = *why;
    }
    return sql_refuse(status, fault, "%s", why->sentence);
}

StoreStatus store_abort(Store *store, StoreStatus status, Fault *fault)
{
    Fault why = fault_like(fault);

    if (fault != NULL)
        why = *fault;
    return spoil(store, status, &why, fault);
}

StoreStatus sql_ask(Store *store, Query query, const SqlValue *values, int count,
                    Fault *fault)
{
    Fault why = fault_like(fault);

    if (store->is_in_batch && store->spoilt != STORE_OK)
        return answer_spoilt(store, fault);
    StoreStatus status = store->kind->ask(store, query, values, count, &why);
    return status == STORE_OK ? status : spoil(store, status, &why, fault);
}

StoreStatus sql_ask_writing(Store *store, Query query, const SqlValue *values, int count,
                            Fault *fault)
{
    assert(store->is_in_batch);
    store->has_written = 1;
    return sql_ask(store, query, values, count, fault);
}

StoreStatus sql_next(Store *store, Fault *fault)
{
    Fault why = fault_like(fault);
    StoreStatus status = store->kind->next(store, &why);

    if (status == STORE_NOT_FOUND)
        store->kind->done(store);
    return status == STORE_OK || status == STORE_NOT_FOUND
               ? status
               : spoil(store, status, &why, fault);
}

void sql_done(Store *store)
{
    store->kind->done(store);
}

StoreStatus sql_write(Store *store, Query query, const SqlValue *values, int count,
                      int *changed, Fault *fault)
{
    assert(store->is_in_batch);
    store->has_written = 1;
    StoreStatus status = sql_ask(store, query, values, count, fault);
    Fault why = fault_like(fault);

    if (status != STORE_OK)
        return status;
    do
        status = store->kind->next(store, &why);
    while (status == STORE_OK);
    if (status != STORE_NOT_FOUND)
        return spoil(store, status, &why, fault);
    if (changed != NULL)
        *changed = store->kind->changed(store);
    sql_done(store);
    return STORE_OK;
}

StoreStatus sql_write_one(Store *store, Query query, const SqlValue *values, int count,
                          StoreStatus refusal, const char *sentence, Fault *fault)
{
    int changed = 0;
    StoreStatus status = sql_write(store, query, values, count, &changed, fault);

    return status == STORE_OK && changed == 0
               ? sql_refuse(refusal, fault, "%s", fault_words(fault, sentence))
               : status;
}

StoreStatus sql_insert(Store *store, Query query, const SqlValue *values, int count,
                       int64_t *number, Fault *fault)
{
    assert(store->is_in_batch);
    store->has_written = 1;
    StoreStatus status = sql_read_numbers(store, query, values, count, number, 1, fault);

    return status == STORE_NOT_FOUND ? STORE_TAKEN : status;
}

/* Steps beyond the row: a statement that writes must come to its end. */
StoreStatus sql_read_numbers(Store *store, Query query, const SqlValue *values, int count,
                             int64_t *numbers, int columns, Fault *fault)
{
    StoreStatus status = sql_ask(store, query, values, count, fault);

    if (status == STORE_OK)
        status = sql_next(store, fault);
    if (status != STORE_OK)
        return status;
    for (int i = 0; i < columns; i++)
        numbers[i] = store->kind->number(store, i);
    status = sql_next(store, fault);
    if (status == STORE_OK)
        return sql_damaged(store, "more than one row", fault);
    return status == STORE_NOT_FOUND ? STORE_OK : status;
}

StoreStatus store_latest(Store *store, int64_t *latest, Fault *fault)
{
    return sql_read_numbers(store, QUERY_LATEST, NULL, 0, latest, 1, fault);
}

StoreStatus store_ping(Store *store, Fault *fault)
{
    int64_t one;

    return sql_read_numbers(store, QUERY_PING, NULL, 0, &one, 1, fault);
}

StoreStatus store_probe(Store *store, int64_t now, Fault *fault)
{
    enum { PROBE_MS = 3000 };

    /* Among other writers, the commit decides. */
    if (store->is_in_batch)
        return STORE_OK;
    if (store->probed_at != 0 && now - store->probed_at < PROBE_MS)
        return store->last_write == STORE_OK ? STORE_OK
                                             : sql_refuse(store->last_write, fault, "%s",
                                                          store->last_failure.sentence);
    store->probed_at = now;
    StoreStatus status = store->kind->probe(store, fault);
    sql_note_write(store, status, fault);
    return status == STORE_BUSY ? STORE_OK : status;
}

StoreStatus store_now(Store *store, const char *channel, const char *text, int64_t *now,
                      Fault *fault)
{
    if (channel == NULL || !store->kind->is_shared)
        return sql_read_numbers(store, QUERY_NOW, NULL, 0, now, 1, fault);
    Channel full = postgres_channel(store, channel);
    return sql_read_numbers(store, QUERY_NOW_NOTIFY,
                            SQL_VALUES(sql_text(full.text), sql_text(text)), now, 1, fault);
}

/* ------------------------------------------------------------------------- */
/* Between servers                                                           */
/* ------------------------------------------------------------------------- */

StoreStatus store_notify(Store *store, const char *channel, const char *text, Fault *fault)
{
    Fault why = fault_like(fault);

    assert(store->is_in_batch);
    if (store->spoilt != STORE_OK)
        return answer_spoilt(store, fault);
    if (!store->kind->is_shared)
        return STORE_OK;
    StoreStatus status = postgres_notify(store, channel, text, &why);
    return status == STORE_OK ? status : spoil(store, status, &why, fault);
}

/* ------------------------------------------------------------------------- */
/* Rows                                                                      */
/* ------------------------------------------------------------------------- */

int64_t row_number(SqlRow *row)
{
    return row->store->kind->number(row->store, row->column++);
}

int row_int(SqlRow *row, int least, int most)
{
    int64_t number = row_number(row);

    if (number < least || number > most) {
        row->is_wrong = 1;
        return least;
    }
    return (int)number;
}

void row_text(SqlRow *row, char *out, size_t room)
{
    size_t length;
    const void *bytes = row->store->kind->bytes(row->store, row->column++, &length);

    if (length >= room) {
        row->is_wrong = 1;
        length = 0;
    }
    if (length > 0)
        memcpy(out, bytes, length);
    out[length] = '\0';
}

void row_bytes(SqlRow *row, uint8_t *out, size_t length)
{
    size_t found;
    const void *bytes = row->store->kind->bytes(row->store, row->column++, &found);

    if (found == length)
        memcpy(out, bytes, length);
    else
        row->is_wrong = 1;
}

size_t row_blob(SqlRow *row, uint8_t *out, size_t room)
{
    size_t found;
    const void *bytes = row->store->kind->bytes(row->store, row->column++, &found);

    if (found == 0 || found > room) {
        row->is_wrong = 1;
        return 0;
    }
    memcpy(out, bytes, found);
    return found;
}

StoreStatus sql_read_rows(Store *store, StoreStatus asked,
                          void (*read)(SqlRow *row, void *element), void *out, size_t size,
                          int *count, const char *what, Fault *fault)
{
    StoreStatus status = asked;

    *count = 0;
    while (status == STORE_OK && (status = sql_next(store, fault)) == STORE_OK) {
        SqlRow row = { .store = store };
        read(&row, (char *)out + (size_t)*count * size);
        if (row.is_wrong)
            return sql_damaged(store, what, fault);
        *count += 1;
    }
    return status == STORE_NOT_FOUND ? STORE_OK : status;
}

StoreStatus sql_read_row(Store *store, StoreStatus asked,
                         void (*read)(SqlRow *row, void *element), void *out,
                         const char *what, Fault *fault)
{
    int count;
    StoreStatus status = sql_read_rows(store, asked, read, out, 0, &count, what, fault);

    return status == STORE_OK && count == 0 ? sql_refuse(
               STORE_NOT_FOUND, fault, "there is no such %s", fault_words(fault, what))
                                            : status;
}

StoreStatus sql_damaged(Store *store, const char *what, Fault *fault)
{
    Fault why = fault_like(fault);

    sql_done(store);
    fault_set(&why, "the store is damaged: %s", fault_words(fault, what));
    return spoil(store, STORE_BROKEN, &why, fault);
}

StoreStatus sql_refuse(StoreStatus status, Fault *fault, const char *format, ...)
{
    va_list arguments;

    if (fault != NULL && fault->sentence[0] == '\0') {
        va_start(arguments, format);
        vsnprintf(fault->sentence, sizeof fault->sentence, fault_words(fault, format),
                  arguments);
        va_end(arguments);
    }
    return status;
}
