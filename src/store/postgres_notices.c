/* postgres_notices.c: messages between servers by NOTIFY, delivered when their
 * transaction commits. The notices of a batch on one channel are lines of one
 * notification, since the cost of a notification depends little on its length. After a
 * reconnect a notice with has_gap reports that some may be missing. */
#include "store/postgres.h"

#include "play/array.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* ------------------------------------------------------------------------- */
/* Channels                                                                  */
/* ------------------------------------------------------------------------- */

_Static_assert(STORE_WORD_MAX + 1 + SCHEMA_MAX <= CHANNEL_MAX, "every channel fits");

/* Of the table itself, which need not be in the first schema of the search path. In the
 * default schema names are as they were before they had one. */
StoreStatus postgres_find_schema(PostgresStore *postgres, Fault *fault)
{
    char statement[400];

    snprintf(statement, sizeof statement,
             "SELECT CASE WHEN nspname = 'public' THEN ''"
             " WHEN octet_length(nspname) <= %d THEN '.' || nspname"
             " ELSE '.' || left(md5(nspname), %d) END FROM pg_class"
             " JOIN pg_namespace ON pg_namespace.oid = relnamespace"
             " WHERE pg_class.oid = CAST('roundhouse' AS regclass)",
             (int)SCHEMA_MAX, (int)SCHEMA_MAX);
    PGresult *result = line_exec(postgres, statement);
    StoreStatus status = STORE_OK;
    if (PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1)
        snprintf(postgres->suffix, sizeof postgres->suffix, "%s", PQgetvalue(result, 0, 0));
    else
        status = postgres_error(postgres, result, fault);
    PQclear(result);
    return status;
}

Channel postgres_channel(const Store *store, const char *channel)
{
    Channel full;

    snprintf(full.text, sizeof full.text, "%s%s", channel,
             ((const PostgresStore *)store)->suffix);
    return full;
}

/* ------------------------------------------------------------------------- */
/* Telling                                                                   */
/* ------------------------------------------------------------------------- */

/* The last one for this channel, if so much more fits. */
static Payload *find_payload(PostgresStore *postgres, const char *channel, size_t more)
{
    for (int i = postgres->payload_count - 1; i >= 0; i--) {
        Payload *payload = &postgres->payloads[i];
        if (strcmp(payload->channel, channel) == 0)
            return payload->length + 1 + more <= PAYLOAD_MAX ? payload : NULL;
    }
    return NULL;
}

static Payload *add_payload(PostgresStore *postgres, const char *channel)
{
    Payload *payloads = array_grown(postgres->payloads, &postgres->payload_room,
                                    postgres->payload_count + 1, sizeof *payloads);

    if (payloads == NULL)
        return NULL;
    postgres->payloads = payloads;
    Payload *payload = &postgres->payloads[postgres->payload_count++];
    snprintf(payload->channel, sizeof payload->channel, "%s", channel);
    payload->length = 0;
    return payload;
}

StoreStatus postgres_notify(Store *store, const char *channel, const char *text,
                            Fault *fault)
{
    PostgresStore *postgres = (PostgresStore *)store;
    size_t length = strlen(text);
    Payload *payload = find_payload(postgres, channel, length);

    assert(length <= STORE_NOTICE_MAX && strchr(text, '\n') == NULL);
    if (payload == NULL)
        payload = add_payload(postgres, channel);
    if (payload == NULL)
        return sql_refuse(STORE_NO_MEMORY, fault, "there is not enough memory");
    if (payload->length > 0)
        payload->text[payload->length++] = '\n';
    memcpy(payload->text + payload->length, text, length + 1);
    payload->length += length;
    return STORE_OK;
}

void postgres_write_notices(PostgresStore *postgres, Text *out)
{
    for (int i = 0; i < postgres->payload_count; i++) {
        const Payload *payload = &postgres->payloads[i];
        Channel full = postgres_channel(&postgres->base, payload->channel);
        char *channel =
            PQescapeIdentifier(postgres->connection, full.text, strlen(full.text));
        char *text = PQescapeLiteral(postgres->connection, payload->text, payload->length);
        if (channel == NULL || text == NULL) {
            out->has_failed = 1;
        } else {
            text_add(out, "NOTIFY ");
            text_add(out, channel);
            text_add(out, ",");
            text_add(out, text);
            text_add(out, ";");
        }
        PQfreemem(channel);
        PQfreemem(text);
    }
}

/* ------------------------------------------------------------------------- */
/* Receiving                                                                 */
/* ------------------------------------------------------------------------- */

static StoreStatus listen_to(PostgresStore *postgres, const char *channel, Fault *fault)
{
    char statement[2 * CHANNEL_MAX + 32];
    Channel full = postgres_channel(&postgres->base, channel);
    char *quoted = PQescapeIdentifier(postgres->connection, full.text, strlen(full.text));

    if (quoted == NULL)
        return postgres_error(postgres, NULL, fault);
    snprintf(statement, sizeof statement, "LISTEN %s", quoted);
    PQfreemem(quoted);
    return postgres_do(postgres, statement, fault);
}

StoreStatus store_listen(Store *store, const char *channel, Fault *fault)
{
    PostgresStore *postgres = (PostgresStore *)store;

    if (!store->kind->is_shared)
        return STORE_OK;
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

/* libpq queues notices that arrive during another query. Notices of this node are skipped.
 */
StoreStatus store_receive(Store *store, StoreNotice *notice, Fault *fault)
{
    PostgresStore *postgres = (PostgresStore *)store;

    if (!store->kind->is_shared)
        return sql_refuse(STORE_NOT_FOUND, fault, "no notice has come");
    *notice = (StoreNotice){ .text = "", .has_gap = postgres->has_gap };
    postgres->has_gap = 0;
    if (notice->has_gap)
        return STORE_OK;
    if (!PQconsumeInput(postgres->connection))
        return postgres_error(postgres, NULL, fault);
    do {
        PQfreemem(postgres->received);
        postgres->received = PQnotifies(postgres->connection);
    } while (postgres->received != NULL
             && (postgres->received->be_pid == PQbackendPID(postgres->connection)
                 || postgres->received->extra[0] == '\0'));
    if (postgres->received == NULL)
        return sql_refuse(STORE_NOT_FOUND, fault, "no notice has come");
    snprintf(notice->channel, sizeof notice->channel, "%.*s",
             (int)(strlen(postgres->received->relname) - strlen(postgres->suffix)),
             postgres->received->relname);
    notice->text = postgres->received->extra;
    return STORE_OK;
}

int store_descriptor(Store *store)
{
    return store->kind->is_shared ? PQsocket(((PostgresStore *)store)->connection) : -1;
}
