/* postgres.h: inside of the PostgreSQL store. */
#ifndef ROUNDHOUSE_STORE_POSTGRES_H
#define ROUNDHOUSE_STORE_POSTGRES_H

#include "store/sql.h"

#include <libpq-fe.h>

enum { CHANNELS_MAX = 8, PAYLOAD_MAX = 7900 /* PostgreSQL's own limit is 8000 */ };

/* Notices of a batch that go together: a line each. */
typedef struct Payload {
    char channel[STORE_WORD_MAX + 1];
    size_t length;
    char text[PAYLOAD_MAX + 1];
} Payload;

typedef struct PostgresStore {
    Store base;
    PGconn *connection;
    char is_prepared[QUERY_COUNT]; /* on this connection */
    int must_reconnect;            /* the server has said that it ends it */
    PGresult *result;              /* between ask and done, or NULL */
    int row;
    int underway;  /* statements that were sent, and not answered yet */
    int64_t mark;  /* the id of the row that tells which batch was the last */
    int64_t batch; /* the number of the last that wrote */
    int is_open;   /* a transaction is: since the batch first wrote */
    Text ending;   /* the statements that end the batch */
    Payload *payloads;
    int payload_count, payload_room;
    char channels[CHANNELS_MAX][STORE_WORD_MAX + 1];
    int channel_count;
    int has_gap;  /* notices may have been missed */
    Text heard;   /* what has come together, from the beginning of… */
    size_t taken; /* …the next line */
    char heard_on[STORE_WORD_MAX + 1];
} PostgresStore;

StoreStatus postgres_tell(PGconn *connection, const PGresult *result, Fault *fault);
StoreStatus postgres_do(PGconn *connection, const char *statements, Fault *fault);

/* postgres_statements.c */
int postgres_is_fine(const PGresult *result);
/* Leaves the answer in postgres->result. */
StoreStatus postgres_run(PostgresStore *postgres, Query query, const SqlValue *values,
                         int count, Fault *fault);
/* Sends one that writes a row, and does not wait. */
StoreStatus postgres_send(PostgresStore *postgres, Query query, const SqlValue *values,
                          int count, Fault *fault);
/* Waits for all that were sent. STORE_CONFLICT: one has not written its row. */
StoreStatus postgres_await(PostgresStore *postgres, Fault *fault);

/* Makes the schema, or brings it up to date; servers that start at once take turns. */
StoreStatus postgres_migrate(PGconn *connection, Fault *fault);

/* Of SqlKind. */
StoreStatus postgres_notify(Store *store, const char *channel, const char *text,
                            Fault *fault);
StoreStatus postgres_listen(Store *store, const char *channel, Fault *fault);
StoreStatus postgres_receive(Store *store, StoreNotice *notice, Fault *fault);
int postgres_descriptor(Store *store);
/* The notices of the batch, as statements. */
void postgres_write_notices(PostgresStore *postgres, Text *out);
/* After the connection was made again. */
StoreStatus postgres_listen_again(PostgresStore *postgres, Fault *fault);

#endif
