/* postgres_statements.c: prepared statements, one at a time or many on their way. What a
 * batch only writes, and whose answer nobody waits for, is sent without waiting for the
 * answers, which are read before anything else is asked: the time of a round trip is
 * that of many statements. */
#include "store/postgres.h"

#include <assert.h>
#include <endian.h>
#include <stdio.h>
#include <stdlib.h>

/* Of pg_type.h, which is for servers. */
enum { OID_BYTES = 17, OID_NUMBER = 20, OID_TEXT = 25 };

/* Few enough that neither side's buffers can fill while the other only sends. */
enum { UNDERWAY_MAX = 64 };

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

typedef struct Name {
    char text[16];
} Name;

static Name name_of(Query query)
{
    Name name;

    snprintf(name.text, sizeof name.text, "q%d", (int)query);
    return name;
}

static StoreStatus prepare(PostgresStore *postgres, Query query, const SqlValue *values,
                           int count, Fault *fault)
{
    const char *own = POSTGRES_QUERIES[query];
    char statement[4096];
    Oid types[SQL_VALUES_MAX];

    if (postgres->is_prepared[query])
        return STORE_OK;
    for (int i = 0; i < count; i++)
        types[i] = type_of(&values[i]);
    write_statement(own != NULL ? own : QUERIES[query], statement, sizeof statement);
    PGresult *result =
        PQprepare(postgres->connection, name_of(query).text, statement, count, types);
    StoreStatus status = postgres_is_fine(result)
                             ? STORE_OK
                             : postgres_tell(postgres->connection, result, fault);
    PQclear(result);
    postgres->is_prepared[query] = status == STORE_OK;
    return status;
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

StoreStatus postgres_run(PostgresStore *postgres, Query query, const SqlValue *values,
                         int count, Fault *fault)
{
    Bound bound;
    StoreStatus status = prepare(postgres, query, values, count, fault);

    if (status != STORE_OK)
        return status;
    bind_values(&bound, values, count);
    PGresult *result = PQexecPrepared(postgres->connection, name_of(query).text, count,
                                      bound.bytes, bound.lengths, bound.formats, 1);
    if (!postgres_is_fine(result)) {
        status = postgres_tell(postgres->connection, result, fault);
        PQclear(result);
        return status;
    }
    postgres->result = result;
    postgres->row = -1;
    return STORE_OK;
}

/* ------------------------------------------------------------------------- */
/* On their way                                                              */
/* ------------------------------------------------------------------------- */

StoreStatus postgres_send(PostgresStore *postgres, Query query, const SqlValue *values,
                          int count, Fault *fault)
{
    Bound bound;
    StoreStatus status = STORE_OK;

    if (postgres->underway == 0 || !postgres->is_prepared[query]) {
        status = postgres_await(postgres, fault);
        if (status == STORE_OK)
            status = prepare(postgres, query, values, count, fault);
        if (status == STORE_OK && !PQenterPipelineMode(postgres->connection))
            status = postgres_tell(postgres->connection, NULL, fault);
    }
    if (status != STORE_OK)
        return status;
    bind_values(&bound, values, count);
    if (!PQsendQueryPrepared(postgres->connection, name_of(query).text, count, bound.bytes,
                             bound.lengths, bound.formats, 1))
        return postgres_tell(postgres->connection, NULL, fault);
    return ++postgres->underway < UNDERWAY_MAX ? STORE_OK : postgres_await(postgres, fault);
}

/* The next answer: what it says, and whether it wrote its row. */
static StoreStatus read_answer(PostgresStore *postgres, int *has_refused, Fault *fault)
{
    PGresult *result = PQgetResult(postgres->connection);
    StoreStatus status = STORE_OK;

    if (!postgres_is_fine(result))
        status = postgres_tell(postgres->connection, result, fault);
    else if (strcmp(PQcmdTuples(result), "1") != 0)
        *has_refused = 1;
    PQclear(result);
    /* Each is followed by a NULL. */
    while (PQstatus(postgres->connection) == CONNECTION_OK
           && (result = PQgetResult(postgres->connection)) != NULL)
        PQclear(result);
    return status;
}

StoreStatus postgres_await(PostgresStore *postgres, Fault *fault)
{
    StoreStatus status = STORE_OK;
    int has_refused = 0;

    if (postgres->underway == 0)
        return STORE_OK;
    if (!PQpipelineSync(postgres->connection))
        status = postgres_tell(postgres->connection, NULL, fault);
    for (; postgres->underway > 0 && PQstatus(postgres->connection) == CONNECTION_OK;
         postgres->underway--) {
        StoreStatus answer = read_answer(postgres, &has_refused, fault);
        /* Those after one that failed were not run, and say so. */
        if (status == STORE_OK)
            status = answer;
    }
    if (postgres->underway > 0 && status == STORE_OK)
        status = postgres_tell(postgres->connection, NULL, fault);
    postgres->underway = 0;
    PQclear(PQgetResult(postgres->connection)); /* the end of them all */
    if (!PQexitPipelineMode(postgres->connection) && status == STORE_OK)
        status = postgres_tell(postgres->connection, NULL, fault);
    if (status != STORE_OK || !has_refused)
        return status;
    return sql_refuse(STORE_CONFLICT, fault, "one of many was refused");
}
