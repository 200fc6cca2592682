/* postgres.h: inside of the PostgreSQL store. */
#ifndef ROUNDHOUSE_STORE_POSTGRES_H
#define ROUNDHOUSE_STORE_POSTGRES_H

#include "play/clock.h"
#include "store/sql.h"

#include <libpq-fe.h>
#include <stdatomic.h>

/* Deadlines. The timeouts of the database are shorter (postgres.c), so that it fails
 * first. */
enum { CONNECT_MS = 3000, STATEMENT_MS = 4000, MIGRATE_MS = 3600000 };

enum {
    CHANNELS_MAX = 8,
    PAYLOAD_MAX = 7900, /* PostgreSQL's own limit is 8000 */
    SCHEMA_MAX = 30,    /* longer names are hashed */
    APPEND_ARRAYS = 17,
};

/* Notices of a batch that go together: a line each. */
typedef struct Payload {
    char channel[STORE_WORD_MAX + 1];
    size_t length;
    char text[PAYLOAD_MAX + 1];
} Payload;

/* A statement on this connection. */
enum { NOT_PREPARED, PREPARE_SENT, PREPARED };

enum { ANNOUNCED_VALUES = 3 };

/* A question that follows the next one, and its answer, which came along. */
typedef struct Announced {
    Query query; /* QUERY_COUNT: none */
    SqlValue values[ANNOUNCED_VALUES];
    int count;
    int is_sent;
    PGresult *result; /* NULL: not yet */
} Announced;

typedef struct PostgresStore {
    Store base;
    PGconn *connection;
    char is_prepared[QUERY_COUNT]; /* NOT_PREPARED, … */
    int has_connected;             /* once, at least */
    int must_reconnect;            /* the server is shutting down, or missed a deadline */
    int is_late;                   /* the last wait has passed its deadline */
    int patience;                  /* milliseconds for a statement */
    int64_t deadline;              /* of what is waited for now */
    int64_t limit;                 /* of several waits together, or 0 */
    atomic_llong silent_since;     /* it owes an answer, or 0 */
    atomic_llong last_call;        /* deadline of everything, or 0: store_hurry */
    PGresult *result;              /* between ask and done, or NULL */
    Announced announced;
    int row;
    int64_t mark;               /* id of the row with the number of the last batch */
    int64_t batch;              /* the number of the last that wrote */
    int is_open;                /* a transaction is: since the batch first wrote */
    Text ending;                /* the statements that end the batch */
    Text arrays[APPEND_ARRAYS]; /* of the entries that are appended */
    Payload *payloads;
    int payload_count, payload_room;
    char channels[CHANNELS_MAX][STORE_WORD_MAX + 1];
    int channel_count;
    char suffix[SCHEMA_MAX + 2]; /* of all channels, for this schema */
    int has_gap;                 /* notices may have been missed */
    PGnotify *received;          /* the last notification, or NULL */
} PostgresStore;

StoreStatus postgres_error(PostgresStore *postgres, const PGresult *result, Fault *fault);
StoreStatus postgres_do(PostgresStore *postgres, const char *statements, Fault *fault);

/* postgres_line.c. Times are milliseconds of CLOCK_MONOTONIC. */
/* Sets the deadline for all waits until the next call. */
void line_allow(PostgresStore *postgres, int milliseconds);
/* To a URL, or, if it is NULL, to the same once more. 0: the connection's message, or
 * is_late, says why. */
int line_connect(PostgresStore *postgres, const char *url);
/* As PQgetResult, PQexec. NULL with is_late: no answer came in time. */
PGresult *line_result(PostgresStore *postgres);
PGresult *line_last_result(PostgresStore *postgres);
PGresult *line_exec(PostgresStore *postgres, const char *statements);

/* postgres_statements.c */
int postgres_is_fine(const PGresult *result);
/* Leaves the answer in postgres->result. Opens a transaction on the way, if there must be
 * one and is none. */
StoreStatus postgres_run(PostgresStore *postgres, Query query, const SqlValue *values,
                         int count, int must_be_open, Fault *fault);

/* In pipeline mode: the preparation of a statement, if it needs one; a statement, prepared
 * on the way; the end of a transaction. 0: the line is lost. */
int postgres_prepare(PostgresStore *postgres, Query query, const SqlValue *values,
                     int count);
int postgres_send(PostgresStore *postgres, Query query, const SqlValue *values, int count);
int postgres_sync(PostgresStore *postgres);
/* The answers, in the same order. */
StoreStatus postgres_receive_prepared(PostgresStore *postgres, Query query, Fault *fault);
StoreStatus postgres_receive_one(PostgresStore *postgres, Query query, PGresult **result,
                                 Fault *fault);
int postgres_receive_sync(PostgresStore *postgres);
/* After the last of them. 0: the line is lost. */
int postgres_leave_pipeline(PostgresStore *postgres);
void postgres_forget_announced(PostgresStore *postgres);

int postgres_is_lost(const PostgresStore *postgres);
StoreStatus postgres_connect_again(PostgresStore *postgres, Fault *fault);

/* Makes the schema, or brings it up to date; servers that start at once take turns. */
StoreStatus postgres_migrate(PostgresStore *postgres, Fault *fault);

/* Finds out the schema, once the store's tables are there. */
StoreStatus postgres_find_schema(PostgresStore *postgres, Fault *fault);
/* The notices of the batch, as statements. */
void postgres_write_notices(PostgresStore *postgres, Text *out);
/* After the connection was made again. */
StoreStatus postgres_listen_again(PostgresStore *postgres, Fault *fault);

#endif
