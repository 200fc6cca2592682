/* database.c: a schema for each test, named in the URL, and by its connections. */
#include "store/database.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char schema[32], url[600];

static const char *environment(const char *name)
{
    const char *value = getenv(name);

    cr_assert_not_null(value, "run this by tests/store/with_postgres");
    return value;
}

int64_t database_query(const char *statement)
{
    PGconn *connection = PQconnectdb(database());
    PQclear(PQexec(connection, "SET client_min_messages = 'warning'"));
    PGresult *result = PQexec(connection, statement);
    int64_t answer = 0;

    cr_assert(PQresultStatus(result) == PGRES_COMMAND_OK
                  || PQresultStatus(result) == PGRES_TUPLES_OK,
              "%s: %s", statement, PQerrorMessage(connection));
    if (PQntuples(result) > 0)
        answer = atoll(PQgetvalue(result, 0, 0));
    PQclear(result);
    PQfinish(connection);
    return answer;
}

const char *database(void)
{
    return url;
}

const char *database_name(void)
{
    return schema;
}

const char *database_through(const char *folder)
{
    static char through[600];

    snprintf(through, sizeof through,
             "postgresql:///postgres?user=roundhouse&host=%s&application_name=%s&"
             "options=-csearch_path%%3D%s",
             folder, schema, schema);
    return through;
}

void database_make(void)
{
    char statement[64];

    snprintf(schema, sizeof schema, "test_%d", (int)getpid());
    snprintf(url, sizeof url, "%s&application_name=%s&options=-csearch_path%%3D%s",
             environment("ROUNDHOUSE_POSTGRES"), schema, schema);
    if (PQping(url) != PQPING_OK)
        database_start(); /* a failed test may have stopped it */
    snprintf(statement, sizeof statement, "CREATE SCHEMA %s", schema);
    database_query(statement);
}

void database_remove(void)
{
    char statement[64];

    database_disconnect(); /* a test that failed may hold locks */
    snprintf(statement, sizeof statement, "DROP SCHEMA %s CASCADE", schema);
    database_query(statement);
}

void database_disconnect(void)
{
    char statement[200];

    snprintf(statement, sizeof statement,
             "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity "
             "WHERE application_name LIKE '%s%%' AND pid <> pg_backend_pid()",
             schema);
    database_query(statement);
}

void database_kill(void)
{
    cr_assert_eq(system(environment("ROUNDHOUSE_POSTGRES_KILL")), 0);
}

void database_start(void)
{
    cr_assert_eq(system(environment("ROUNDHOUSE_POSTGRES_START")), 0);
}

void database_crash(void)
{
    database_kill();
    database_start();
}
