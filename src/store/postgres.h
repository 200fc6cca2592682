/* postgres.h: inside of the PostgreSQL store. */
#ifndef ROUNDHOUSE_STORE_POSTGRES_H
#define ROUNDHOUSE_STORE_POSTGRES_H

#include "store/sql.h"

#include <libpq-fe.h>

enum { CHANNELS_MAX = 8 };

typedef struct PostgresStore {
    Store base;
    PGconn *connection;
    char is_prepared[QUERY_COUNT]; /* on this connection */
    PGresult *result;              /* between ask and done, or NULL */
    int row;
    int64_t mark;  /* the id of the row that tells which batch was the last */
    int64_t batch; /* the number of the last that wrote */
    char channels[CHANNELS_MAX][STORE_WORD_MAX + 1];
    int channel_count;
    int has_gap; /* notices may have been missed */
} PostgresStore;

StoreStatus postgres_tell(PGconn *connection, const PGresult *result, Fault *fault);
StoreStatus postgres_do(PGconn *connection, const char *statements, Fault *fault);

/* Makes the schema, or brings it up to date; servers that start at once take turns. */
StoreStatus postgres_migrate(PGconn *connection, Fault *fault);

/* Of SqlKind. */
StoreStatus postgres_listen(Store *store, const char *channel, Fault *fault);
StoreStatus postgres_receive(Store *store, StoreNotice *notice, Fault *fault);
int postgres_descriptor(Store *store);
/* After the connection was made again. */
StoreStatus postgres_listen_again(PostgresStore *postgres, Fault *fault);

#endif
