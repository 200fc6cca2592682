/* postgres_notices.c: what servers tell each other, by NOTIFY: within a transaction,
 * and so only once it is committed. A connection that broke hears nothing until it
 * is made again; a notice of our own tells of the gap. */
#include "store/postgres.h"

#include <stdio.h>

static StoreStatus listen_to(PostgresStore *postgres, const char *channel, Fault *fault)
{
    char statement[2 * STORE_WORD_MAX + 32];
    char *quoted = PQescapeIdentifier(postgres->connection, channel, strlen(channel));

    if (quoted == NULL)
        return postgres_tell(postgres->connection, NULL, fault);
    snprintf(statement, sizeof statement, "LISTEN %s", quoted);
    PQfreemem(quoted);
    return postgres_do(postgres->connection, statement, fault);
}

StoreStatus postgres_listen(Store *store, const char *channel, Fault *fault)
{
    PostgresStore *postgres = (PostgresStore *)store;

    if (postgres->channel_count == CHANNELS_MAX)
        return sql_refuse(STORE_FULL, fault, "more than %d channels", CHANNELS_MAX);
    StoreStatus status = listen_to(postgres, channel, fault);
    if (status == STORE_OK)
        snprintf(postgres->channels[postgres->channel_count++], STORE_WORD_MAX + 1, "%s",
                 channel);
    return status;
}

StoreStatus postgres_listen_again(PostgresStore *postgres, Fault *fault)
{
    StoreStatus status = STORE_OK;

    for (int i = 0; i < postgres->channel_count && status == STORE_OK; i++)
        status = listen_to(postgres, postgres->channels[i], fault);
    postgres->has_gap = postgres->channel_count > 0;
    return status;
}

/* Notices that came while something else was asked are kept by libpq. */
StoreStatus postgres_receive(Store *store, StoreNotice *notice, Fault *fault)
{
    PostgresStore *postgres = (PostgresStore *)store;
    PGnotify *heard;
    int is_our_own;

    *notice = (StoreNotice){ .has_gap = postgres->has_gap };
    if (postgres->has_gap) {
        postgres->has_gap = 0;
        return STORE_OK;
    }
    if (!PQconsumeInput(postgres->connection))
        return postgres_tell(postgres->connection, NULL, fault);
    do {
        heard = PQnotifies(postgres->connection);
        if (heard == NULL)
            return STORE_NOT_FOUND;
        is_our_own = heard->be_pid == PQbackendPID(postgres->connection);
        snprintf(notice->channel, sizeof notice->channel, "%s", heard->relname);
        snprintf(notice->text, sizeof notice->text, "%s", heard->extra);
        PQfreemem(heard);
    } while (is_our_own);
    return STORE_OK;
}

int postgres_descriptor(Store *store)
{
    return PQsocket(((PostgresStore *)store)->connection);
}
