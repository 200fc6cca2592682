/* sql.h: inside of a store: a database that answers the statements of queries.h.
 * The calls of store.h are written once, on top of this; a kind of database brings
 * the functions of a SqlKind. */
#ifndef ROUNDHOUSE_STORE_SQL_H
#define ROUNDHOUSE_STORE_SQL_H

#include "store/queries.h"
#include "store/store.h"

#include <string.h>

typedef enum SqlType { SQL_NUMBER, SQL_TEXT, SQL_BYTES } SqlType;

/* What stands for a parameter; borrowed until the statement is done. */
typedef struct SqlValue {
    SqlType type;
    int64_t number;
    const void *bytes;
    size_t length;
} SqlValue;

enum { SQL_VALUES_MAX = 31 };

static inline SqlValue sql_number(int64_t number)
{
    return (SqlValue){ .type = SQL_NUMBER, .number = number };
}

static inline SqlValue sql_text(const char *text)
{
    return (SqlValue){ .type = SQL_TEXT, .bytes = text, .length = strlen(text) };
}

static inline SqlValue sql_bytes(const void *bytes, size_t length)
{
    return (SqlValue){ .type = SQL_BYTES, .bytes = bytes, .length = length };
}

/* The values of a statement: two arguments in one. */
#define SQL_VALUES(...)                                                                    \
    (const SqlValue[]){ __VA_ARGS__ },                                                     \
        (int)(sizeof((const SqlValue[]){ __VA_ARGS__ }) / sizeof(SqlValue))

/* A kind of database. One statement is open at a time, from ask to done. What fails
 * sets the fault, and leaves no statement open. */
typedef struct SqlKind {
    int is_shared; /* by several servers, over a network: PostgreSQL */
    void (*free)(Store *store);
    StoreStatus (*begin)(Store *store, Fault *fault);
    /* On failure, too, the batch has ended and nothing of it is there. */
    StoreStatus (*commit)(Store *store, Fault *fault);
    void (*rollback)(Store *store);
    /* Commits a write that changes no data, to test the disk. */
    StoreStatus (*probe)(Store *store, Fault *fault);

    StoreStatus (*ask)(Store *store, Query query, const SqlValue *values, int count,
                       Fault *fault);
    /* To the next row; STORE_NOT_FOUND: there are no more. */
    StoreStatus (*next)(Store *store, Fault *fault);
    /* How many rows the statement changed; after the last row. */
    int (*changed)(Store *store);
    void (*done)(Store *store);

    /* Of the row: a number, or bytes that last until the next call. */
    int64_t (*number)(Store *store, int column);
    const void *(*bytes)(Store *store, int column, size_t *length);
} SqlKind;

/* Each kind's own struct begins with one. */
struct Store {
    const SqlKind *kind;
    int is_in_batch;
    int has_written;    /* the batch has tried to, or does so now */
    StoreStatus spoilt; /* what has spoilt the batch, or STORE_OK */
    Fault spoilt_by;
    /* The last attempt to write, by a batch or by store_probe. */
    StoreStatus last_write;
    Fault last_failure;
    int64_t probed_at; /* when store_probe wrote, as its caller's clock has it; 0: never */
};

/* Begins a statement. Then sql_next until it is not STORE_OK, which ends it; or
 * sql_done before that. */
StoreStatus sql_ask(Store *store, Query query, const SqlValue *values, int count,
                    Fault *fault);
/* The same for one that writes and returns rows. */
StoreStatus sql_ask_writing(Store *store, Query query, const SqlValue *values, int count,
                            Fault *fault);
StoreStatus sql_next(Store *store, Fault *fault);
void sql_done(Store *store);

/* A statement that writes and returns no rows; `changed`: how many rows. */
StoreStatus sql_write(Store *store, Query query, const SqlValue *values, int count,
                      int *changed, Fault *fault);
/* The same, which must have met a row; otherwise `refusal`, with this sentence. */
StoreStatus sql_write_one(Store *store, Query query, const SqlValue *values, int count,
                          StoreStatus refusal, const char *sentence, Fault *fault);
/* One that writes a row, if it is not refused (STORE_TAKEN), and returns its number. */
StoreStatus sql_insert(Store *store, Query query, const SqlValue *values, int count,
                       int64_t *number, Fault *fault);
/* One row of numbers. STORE_NOT_FOUND: none. */
StoreStatus sql_read_numbers(Store *store, Query query, const SqlValue *values, int count,
                             int64_t *numbers, int columns, Fault *fault);

/* Columns of the row, one after the other. */
typedef struct SqlRow {
    Store *store;
    int column;
    int is_wrong; /* a column was out of bounds: the stored row is damaged */
} SqlRow;

int64_t row_number(SqlRow *row);
/* Within bounds, or the row is wrong. */
int row_int(SqlRow *row, int least, int most);
/* `room` counts the NUL, too. */
void row_text(SqlRow *row, char *out, size_t room);
void row_bytes(SqlRow *row, uint8_t *out, size_t length);
/* 1 to `room` bytes: how many. */
size_t row_blob(SqlRow *row, uint8_t *out, size_t room);

/* A StoreUser. */
void row_user(SqlRow *row, void *element);

/* All rows of a statement that was asked with `asked`, each read into an element of `out`,
 * which is an array of elements of `size` bytes. `what`: a row, for the error. */
StoreStatus sql_read_rows(Store *store, StoreStatus asked,
                          void (*read)(SqlRow *row, void *element), void *out, size_t size,
                          int *count, const char *what, Fault *fault);
/* The one row of a statement. STORE_NOT_FOUND: there is no `what`. */
StoreStatus sql_read_row(Store *store, StoreStatus asked,
                         void (*read)(SqlRow *row, void *element), void *out,
                         const char *what, Fault *fault);

/* Reports a damaged row and ends the statement: STORE_BROKEN. */
StoreStatus sql_damaged(Store *store, const char *what, Fault *fault);
/* A refusal: `sentence` is the fault; returns `status`. */
StoreStatus sql_refuse(StoreStatus status, Fault *fault, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The status of a write outside of batches, for store_probe. */
void sql_note_write(Store *store, StoreStatus status, const Fault *fault);

/* The kinds; the second, if it is a URL of PostgreSQL's. */
int sql_is_postgres(const char *where);
StoreStatus sqlite_open(const char *path, Store **store, Fault *fault);
StoreStatus sqlite_open_beside(const char *path, Store **store, Fault *fault);
StoreStatus postgres_open(const char *url, Store **store, Fault *fault);

/* Of a shared store alone. The statement after the next one will be this, with these
 * numbers: the answers may come together. */
void postgres_announce(Store *store, Query query, const SqlValue *values, int count);
enum { CHANNEL_MAX = 63 }; /* PostgreSQL's own limit */

/* A channel's name in the database. Channels belong to a database, and stores to a
 * schema: so the name ends in ".SCHEMA", unless that is the default one. */
typedef struct Channel {
    char text[CHANNEL_MAX + 1];
} Channel;

Channel postgres_channel(const Store *store, const char *channel);
/* As store_write_many outside of batches; as store_notify. */
StoreStatus postgres_write_many(Store *store, StoreWrite *const *writes, int count,
                                const char *channel, Fault *fault);
StoreStatus postgres_notify(Store *store, const char *channel, const char *text,
                            Fault *fault);

#endif
