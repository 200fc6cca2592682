/* postgres_line.c: the connection to PostgreSQL, with a deadline for every wait: libpq
 * never blocks here, and a connection that misses a deadline is dropped. The database
 * then ends the statement by its own timeouts (postgres.c), since PQcancel would need
 * the same network. Only name resolution has no deadline of ours. */
#include "store/postgres.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>

/* Interval at which a wait checks for store_hurry. */
enum { SLICE_MS = 100 };

/* ------------------------------------------------------------------------- */
/* Waiting                                                                   */
/* ------------------------------------------------------------------------- */

void line_allow(PostgresStore *postgres, int milliseconds)
{
    postgres->deadline = clock_ms(CLOCK_MONOTONIC) + milliseconds;
    if (postgres->limit != 0 && postgres->deadline > postgres->limit)
        postgres->deadline = postgres->limit;
}

/* Starts the time for store_silence, unless it runs already. */
static void expect_answer(PostgresStore *postgres)
{
    long long none = 0;

    atomic_compare_exchange_strong(&postgres->silent_since, &none,
                                   clock_ms(CLOCK_MONOTONIC));
}

int store_silence(Store *store)
{
    int64_t since =
        store->kind->is_shared ? atomic_load(&((PostgresStore *)store)->silent_since) : 0;

    return since == 0 ? 0 : (int)(clock_ms(CLOCK_MONOTONIC) - since) + 1;
}

static int64_t time_left(PostgresStore *postgres)
{
    int64_t end = postgres->deadline, last_call = atomic_load(&postgres->last_call);

    if (last_call != 0 && last_call < end)
        end = last_call;
    return end - clock_ms(CLOCK_MONOTONIC);
}

/* 0: the deadline has passed, and the connection is dropped. Data that arrived while the
 * process was stopped is still read. */
static int wait_for(PostgresStore *postgres, short events)
{
    expect_answer(postgres);
    for (;;) {
        int64_t left = time_left(postgres);
        struct pollfd end = { PQsocket(postgres->connection), events, 0 };
        int ready = poll(&end, 1, left <= 0 ? 0 : left < SLICE_MS ? (int)left : SLICE_MS);
        if (ready > 0)
            return 1;
        if (left <= 0 || (ready < 0 && errno != EINTR)) {
            postgres->is_late = postgres->must_reconnect = 1;
            return 0;
        }
    }
}

/* ------------------------------------------------------------------------- */
/* Connecting                                                                */
/* ------------------------------------------------------------------------- */

static int finish_connecting(PostgresStore *postgres)
{
    PostgresPollingStatusType step = PGRES_POLLING_WRITING;

    while (step != PGRES_POLLING_OK && step != PGRES_POLLING_FAILED) {
        if (!wait_for(postgres, step == PGRES_POLLING_READING ? POLLIN : POLLOUT))
            return 0;
        step = postgres->has_connected ? PQresetPoll(postgres->connection)
                                       : PQconnectPoll(postgres->connection);
    }
    return step == PGRES_POLLING_OK && PQsetnonblocking(postgres->connection, 1) == 0;
}

/* The URL comes last, so its settings win. */
static void start_first(PostgresStore *postgres, const char *url)
{
    static const char *const keys[] = { "application_name",
                                        "tcp_user_timeout",
                                        "keepalives_idle",
                                        "keepalives_interval",
                                        "keepalives_count",
                                        "dbname",
                                        NULL };
    const char *const values[] = { "roundhouse", "3000", "5", "2", "3", url, NULL };
    const int urls_are_expanded = 1;

    postgres->connection = PQconnectStartParams(keys, values, urls_are_expanded);
}

int line_connect(PostgresStore *postgres, const char *url)
{
    line_allow(postgres, CONNECT_MS);
    expect_answer(postgres);
    postgres->is_late = postgres->must_reconnect = 0;
    if (url != NULL)
        start_first(postgres, url);
    else if (!PQresetStart(postgres->connection))
        return 0;
    if (PQstatus(postgres->connection) == CONNECTION_BAD || !finish_connecting(postgres))
        return 0;
    postgres->has_connected = 1;
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Results                                                                   */
/* ------------------------------------------------------------------------- */

PGresult *line_result(PostgresStore *postgres)
{
    for (;;) {
        int unsent = PQflush(postgres->connection);
        if (unsent <= 0 && !PQisBusy(postgres->connection)) {
            PGresult *result = PQgetResult(postgres->connection);
            if (result != NULL && PQstatus(postgres->connection) == CONNECTION_OK)
                atomic_store(&postgres->silent_since, 0);
            return result;
        }
        if (!wait_for(postgres, (short)(unsent > 0 ? POLLIN | POLLOUT : POLLIN)))
            return NULL;
        if (!PQconsumeInput(postgres->connection))
            return PQgetResult(postgres->connection);
    }
}

/* The last of them, as PQexec has it; the first that failed ends them all. */
PGresult *line_last_result(PostgresStore *postgres)
{
    PGresult *last = NULL, *result;

    while ((result = line_result(postgres)) != NULL) {
        PQclear(last);
        last = result;
        if (PQstatus(postgres->connection) == CONNECTION_BAD)
            break;
    }
    if (!postgres->is_late)
        return last;
    PQclear(last);
    return NULL;
}

PGresult *line_exec(PostgresStore *postgres, const char *statements)
{
    line_allow(postgres, postgres->patience);
    if (!PQsendQuery(postgres->connection, statements))
        return NULL;
    return line_last_result(postgres);
}
