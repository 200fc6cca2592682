/* postgres_statements.c: prepared statements. The first of a batch takes BEGIN, and the
 * first of its kind its preparation, along in the same round trip. */
#include "store/postgres.h"

#include <assert.h>
#include <endian.h>
#include <stdio.h>
#include <stdlib.h>

/* Of pg_type.h, which is for servers. */
enum { OID_BYTES = 17, OID_NUMBER = 20, OID_TEXT = 25 };

int postgres_is_fine(const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);

    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* ------------------------------------------------------------------------- */
/* Prepared                                                                  */
/* ------------------------------------------------------------------------- */

/* ?1 is $1 here. */
static void write_statement(const char *text, char *out, size_t room)
{
    size_t i = 0;

    for (; text[i] != '\0'; i++) {
        assert(i + 1 < room);
        out[i] = text[i] == '?' ? '$' : text[i];
    }
    out[i] = '\0';
    (void)room;
}

static Oid type_of(const SqlValue *value)
{
    return value->type == SQL_NUMBER ? OID_NUMBER
           : value->type == SQL_TEXT ? OID_TEXT
                                     : OID_BYTES;
}

static int is_line_lost(const PostgresStore *postgres)
{
    return postgres->is_late || PQstatus(postgres->connection) != CONNECTION_OK;
}

typedef struct Name {
    char text[16];
} Name;

static Name name_of(Query query)
{
    Name name;

    snprintf(name.text, sizeof name.text, "q%d", (int)query);
    return name;
}

static int send_prepare(PostgresStore *postgres, Query query, const SqlValue *values,
                        int count)
{
    const char *own = POSTGRES_QUERIES[query];
    char statement[4096];
    Oid types[SQL_VALUES_MAX];

    for (int i = 0; i < count; i++)
        types[i] = type_of(&values[i]);
    write_statement(own != NULL ? own : QUERIES[query], statement, sizeof statement);
    return PQsendPrepare(postgres->connection, name_of(query).text, statement, count,
                         types);
}

/* The values as libpq takes them. */
typedef struct Bound {
    uint64_t numbers[SQL_VALUES_MAX];
    const char *bytes[SQL_VALUES_MAX];
    int lengths[SQL_VALUES_MAX], formats[SQL_VALUES_MAX];
} Bound;

static void bind_values(Bound *bound, const SqlValue *values, int count)
{
    for (int i = 0; i < count; i++) {
        int is_number = values[i].type == SQL_NUMBER;
        bound->numbers[i] = htobe64((uint64_t)values[i].number);
        bound->bytes[i] = is_number ? (const char *)&bound->numbers[i] : values[i].bytes;
        bound->lengths[i] =
            is_number ? (int)sizeof bound->numbers[i] : (int)values[i].length;
        bound->formats[i] = 1;
    }
}

static int send_prepared(PostgresStore *postgres, Query query, const SqlValue *values,
                         int count)
{
    Bound bound;

    bind_values(&bound, values, count);
    return PQsendQueryPrepared(postgres->connection, name_of(query).text, count,
                               bound.bytes, bound.lengths, bound.formats, 1);
}

/* ------------------------------------------------------------------------- */
/* Pipelines                                                                 */
/* ------------------------------------------------------------------------- */

int postgres_prepare(PostgresStore *postgres, Query query, const SqlValue *values,
                     int count)
{
    if (postgres->is_prepared[query] != NOT_PREPARED)
        return 1;
    postgres->is_prepared[query] = PREPARE_SENT;
    return send_prepare(postgres, query, values, count);
}

int postgres_send(PostgresStore *postgres, Query query, const SqlValue *values, int count)
{
    return postgres_prepare(postgres, query, values, count)
           && send_prepared(postgres, query, values, count);
}

int postgres_sync(PostgresStore *postgres)
{
    return PQpipelineSync(postgres->connection);
}

/* The answer to one of several that were sent together; a NULL follows each. */
static StoreStatus read_one(PostgresStore *postgres, PGresult **kept, Fault *fault)
{
    PGresult *result = line_last_result(postgres);
    StoreStatus status =
        postgres_is_fine(result) ? STORE_OK : postgres_error(postgres, result, fault);

    if (status == STORE_OK && kept != NULL)
        *kept = result;
    else
        PQclear(result);
    return status;
}

StoreStatus postgres_receive_prepared(PostgresStore *postgres, Query query, Fault *fault)
{
    if (postgres->is_prepared[query] != PREPARE_SENT)
        return STORE_OK;
    StoreStatus status = read_one(postgres, NULL, fault);
    postgres->is_prepared[query] = status == STORE_OK ? PREPARED : NOT_PREPARED;
    return status;
}

StoreStatus postgres_receive_one(PostgresStore *postgres, Query query, PGresult **result,
                                 Fault *fault)
{
    StoreStatus status = postgres_receive_prepared(postgres, query, fault);

    return status == STORE_OK ? read_one(postgres, result, fault) : status;
}

int postgres_leave_pipeline(PostgresStore *postgres)
{
    int has_left = !is_line_lost(postgres) && PQexitPipelineMode(postgres->connection) != 0;

    /* Preparations behind a statement that failed did not take place. */
    for (int i = 0; i < QUERY_COUNT; i++) {
        if (postgres->is_prepared[i] == PREPARE_SENT)
            postgres->is_prepared[i] = NOT_PREPARED;
    }
    postgres->must_reconnect |= !has_left;
    return has_left;
}

int postgres_receive_sync(PostgresStore *postgres)
{
    while (!is_line_lost(postgres)) {
        PGresult *result = line_result(postgres);
        int is_synced = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
        PQclear(result);
        if (is_synced)
            return 1;
    }
    return 0;
}

/* What was announced is asked, too. */
static int send_announced(PostgresStore *postgres)
{
    Announced *next = &postgres->announced;

    next->is_sent = next->query != QUERY_COUNT;
    return !next->is_sent
           || postgres_send(postgres, next->query, next->values, next->count);
}

/* If it failed, it is asked again when its turn comes. */
static void receive_announced(PostgresStore *postgres)
{
    Announced *next = &postgres->announced;

    if (next->is_sent
        && postgres_receive_one(postgres, next->query, &next->result, NULL) != STORE_OK)
        next->query = QUERY_COUNT;
}

/* BEGIN, preparations, the statement itself and what was announced, as far as they are
 * needed, in one round trip. */
static StoreStatus run_in_pipeline(PostgresStore *postgres, Query query,
                                   const SqlValue *values, int count, int begins,
                                   Fault *fault)
{
    PGconn *connection = postgres->connection;
    StoreStatus status = STORE_OK;
    PGresult *result = NULL;

    if (!PQenterPipelineMode(connection)
        || (begins && !PQsendQueryParams(connection, "BEGIN", 0, NULL, NULL, NULL, NULL, 0))
        || !postgres_send(postgres, query, values, count) || !send_announced(postgres)
        || !postgres_sync(postgres)) {
        postgres->must_reconnect = 1;
        return postgres_error(postgres, NULL, fault);
    }
    if (begins)
        status = read_one(postgres, NULL, fault);
    postgres->is_open |= begins && status == STORE_OK;
    if (status == STORE_OK)
        status = postgres_receive_one(postgres, query, &result, fault);
    if (status == STORE_OK)
        receive_announced(postgres);
    postgres_receive_sync(postgres);
    if (!postgres_leave_pipeline(postgres) && status == STORE_OK)
        status = postgres_error(postgres, NULL, fault);
    postgres->result = status == STORE_OK ? result : NULL;
    if (status != STORE_OK)
        PQclear(result);
    return status;
}

/* ------------------------------------------------------------------------- */
/* One statement                                                             */
/* ------------------------------------------------------------------------- */

void postgres_announce(Store *store, Query query, const SqlValue *values, int count)
{
    PostgresStore *postgres = (PostgresStore *)store;

    assert(count <= ANNOUNCED_VALUES);
    postgres_forget_announced(postgres);
    postgres->announced.query = query;
    postgres->announced.count = count;
    memcpy(postgres->announced.values, values, (size_t)count * sizeof *values);
}

void postgres_forget_announced(PostgresStore *postgres)
{
    PQclear(postgres->announced.result);
    postgres->announced = (Announced){ .query = QUERY_COUNT };
}

/* Is this what was announced, and has it been answered? */
static int take_announced(PostgresStore *postgres, Query query, const SqlValue *values,
                          int count)
{
    Announced *next = &postgres->announced;
    int is_same = next->query == query && next->count == count && next->result != NULL;

    for (int i = 0; i < count && is_same; i++)
        is_same = next->values[i].number == values[i].number;
    if (!is_same)
        return 0;
    postgres->result = next->result;
    next->result = NULL;
    postgres_forget_announced(postgres);
    return 1;
}

StoreStatus postgres_run(PostgresStore *postgres, Query query, const SqlValue *values,
                         int count, int must_be_open, Fault *fault)
{
    int begins = must_be_open && !postgres->is_open;
    StoreStatus status;

    line_allow(postgres, STATEMENT_MS);
    postgres->row = -1;
    if (take_announced(postgres, query, values, count))
        return STORE_OK;
    /* Its table was not there, so nobody asks for the announced answer. */
    if (postgres->announced.result != NULL)
        postgres_forget_announced(postgres);
    if (begins || postgres->is_prepared[query] != PREPARED
        || postgres->announced.query != QUERY_COUNT)
        status = run_in_pipeline(postgres, query, values, count, begins, fault);
    else if (!send_prepared(postgres, query, values, count))
        return postgres_error(postgres, NULL, fault);
    else
        status = read_one(postgres, &postgres->result, fault);
    if (postgres->announced.result == NULL)
        postgres_forget_announced(postgres);
    return status;
}
