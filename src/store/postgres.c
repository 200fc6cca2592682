/* postgres.c: the store in a PostgreSQL database that several servers share, through
 * libpq. Numbers travel as eight bytes, texts and bytes as they are.
 *
 * A lost connection is opened again by the next batch, or by the next query outside of a
 * transaction. A batch begins its transaction with its first write: one that only reads and
 * notifies needs none. If the connection breaks during the commit, its result is unknown.
 * So every batch that writes stores its number in a row of its own, its mark, and as soon
 * as the database answers again, the mark shows whether the batch was stored. (Not the
 * number of the transaction: after a crash, another one may get it.) */
#include "store/postgres.h"

#include <assert.h>
#include <endian.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    DOUBT_MS = 5000, /* a database that restarts takes a few seconds */
    DOUBT_PAUSE_MS = 100,
};

/* ------------------------------------------------------------------------- */
/* Errors                                                                    */
/* ------------------------------------------------------------------------- */

/* By SQLSTATE: appendix A of PostgreSQL's manual. */
static StoreStatus status_of(const char *state)
{
    static const struct {
        const char *begins;
        StoreStatus status;
    } meanings[] = {
        { "08", STORE_AWAY },         /* connection */
        { "57P", STORE_AWAY },        /* it is being shut down or started */
        { "25006", STORE_AWAY },      /* it is a standby that only reads */
        { "25P03", STORE_AWAY },      /* we were idle in a transaction for too long */
        { "53100", STORE_FULL },      /* disk */
        { "53200", STORE_NO_MEMORY }, /* its memory, not ours */
        { "53", STORE_BUSY },         /* too many connections and the like */
        { "40", STORE_BUSY },         /* deadlock, serialization */
        { "55P03", STORE_BUSY },      /* a lock */
        { "57014", STORE_BUSY },      /* took too long */
        { "23505", STORE_BUSY },      /* two servers added the same at once */
    };

    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++) {
        if (strncmp(state, meanings[i].begins, strlen(meanings[i].begins)) == 0)
            return meanings[i].status;
    }
    return STORE_BROKEN;
}

/* libpq's sentences end in a new line, and may have several. */
static StoreStatus set_error(StoreStatus status, const char *message, Fault *fault)
{
    int length = (int)strcspn(message, "\n");

    return sql_refuse(status, fault, "PostgreSQL: %.*s", length > 250 ? 250 : length,
                      message);
}

StoreStatus postgres_error(PostgresStore *postgres, const PGresult *result, Fault *fault)
{
    const char *state =
        result != NULL ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;

    if (postgres->is_late)
        return set_error(STORE_AWAY, "no answer in time", fault);
    if (PQstatus(postgres->connection) == CONNECTION_BAD || state == NULL)
        return set_error(STORE_AWAY, PQerrorMessage(postgres->connection), fault);
    return set_error(status_of(state), PQresultErrorMessage(result), fault);
}

StoreStatus postgres_do(PostgresStore *postgres, const char *statements, Fault *fault)
{
    PGresult *result = line_exec(postgres, statements);
    StoreStatus status =
        postgres_is_fine(result) ? STORE_OK : postgres_error(postgres, result, fault);

    PQclear(result);
    return status;
}

/* ------------------------------------------------------------------------- */
/* The connection                                                            */
/* ------------------------------------------------------------------------- */

static PostgresStore *postgres_of(Store *store)
{
    return (PostgresStore *)store;
}

/* A server that stops or loses its connection within a batch must not block the others:
 * the database ends such a transaction and releases its locks. All timeouts are shorter
 * than STATEMENT_MS. */
static const char SETTINGS[] =
    "SET client_encoding = 'UTF8';"
    "SET default_transaction_isolation = 'read committed';"
    "SET idle_in_transaction_session_timeout = '1500ms';"
    "SET lock_timeout = '3s';"
    "SET statement_timeout = '3500ms';"
    "SET tcp_user_timeout = '3s';"
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') IN ('off', 'local');";

/* Without a handler libpq prints notices to standard error. */
static void pass_over(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

static StoreStatus make_connection(PostgresStore *postgres, const char *url, Fault *fault)
{
    StoreStatus status = STORE_OK;

    memset(postgres->is_prepared, NOT_PREPARED, sizeof postgres->is_prepared);
    postgres_forget_announced(postgres);
    if (!line_connect(postgres, url))
        status = postgres_error(postgres, NULL, fault);
    PQsetNoticeReceiver(postgres->connection, pass_over, NULL);
    if (status == STORE_OK)
        status = postgres_do(postgres, SETTINGS, fault);
    if (status == STORE_OK)
        status = postgres_listen_again(postgres, fault);
    if (status != STORE_OK)
        postgres->must_reconnect = 1;
    return status;
}

StoreStatus postgres_connect_again(PostgresStore *postgres, Fault *fault)
{
    return make_connection(postgres, NULL, fault);
}

/* libpq reports a connection as good until it reads its end. A server that shuts down
 * says so earlier, in its last answer. */
static StoreStatus note(PostgresStore *postgres, StoreStatus status)
{
    if (status == STORE_AWAY)
        postgres->must_reconnect = 1;
    return status;
}

int postgres_is_lost(const PostgresStore *postgres)
{
    return postgres->must_reconnect || PQstatus(postgres->connection) != CONNECTION_OK;
}

/* ------------------------------------------------------------------------- */
/* Statements                                                                */
/* ------------------------------------------------------------------------- */

/* The connection is lost and may be reopened. After a timeout there is no second wait. */
static int may_reconnect(const PostgresStore *postgres)
{
    return postgres_is_lost(postgres) && !postgres->is_late;
}

/* Statements outside of batches are retried if the connection was lost. */
static StoreStatus do_anyhow(PostgresStore *postgres, const char *statements, Fault *fault)
{
    Fault first = fault_like(fault);
    StoreStatus status = STORE_AWAY;

    postgres->is_late = 0;
    if (!postgres_is_lost(postgres))
        status = note(postgres, postgres_do(postgres, statements, &first));
    if (status == STORE_OK)
        return status;
    if (!may_reconnect(postgres))
        return sql_refuse(status, fault, "%s", first.sentence);
    status = postgres_connect_again(postgres, fault);
    return status == STORE_OK ? note(postgres, postgres_do(postgres, statements, fault))
                              : status;
}

/* A batch that writes has a transaction, which travels with its first statement. */
static StoreStatus run(Store *store, Query query, const SqlValue *values, int count,
                       Fault *fault)
{
    int must_be_open = store->is_in_batch && store->has_written;
    PostgresStore *postgres = postgres_of(store);

    return note(postgres,
                postgres_run(postgres, query, values, count, must_be_open, fault));
}

static StoreStatus ask(Store *store, Query query, const SqlValue *values, int count,
                       Fault *fault)
{
    PostgresStore *postgres = postgres_of(store);
    Fault first = fault_like(fault);

    assert(postgres->result == NULL && count <= SQL_VALUES_MAX);
    StoreStatus status = STORE_AWAY;
    int was_open = postgres->is_open;
    postgres->is_late = 0;
    if (was_open || !postgres_is_lost(postgres))
        status = run(store, query, values, count, &first);
    if (status == STORE_OK)
        return status;
    if (was_open || !may_reconnect(postgres))
        return sql_refuse(status, fault, "%s", first.sentence);
    postgres->is_open = 0;
    status = postgres_connect_again(postgres, fault);
    return status == STORE_OK ? run(store, query, values, count, fault) : status;
}

static StoreStatus next(Store *store, Fault *fault)
{
    PostgresStore *postgres = postgres_of(store);

    (void)fault; /* the whole answer is here already */
    return ++postgres->row < PQntuples(postgres->result) ? STORE_OK : STORE_NOT_FOUND;
}

static int changed(Store *store)
{
    return atoi(PQcmdTuples(postgres_of(store)->result));
}

static void done(Store *store)
{
    PostgresStore *postgres = postgres_of(store);

    PQclear(postgres->result);
    postgres->result = NULL;
}

/* Columns are of eight bytes, constants of four. */
static int64_t number(Store *store, int column)
{
    PostgresStore *postgres = postgres_of(store);
    const char *value = PQgetvalue(postgres->result, postgres->row, column);
    uint64_t wide;
    uint32_t narrow;

    if (PQgetlength(postgres->result, postgres->row, column) == (int)sizeof narrow) {
        memcpy(&narrow, value, sizeof narrow);
        return (int32_t)be32toh(narrow);
    }
    assert(PQgetlength(postgres->result, postgres->row, column) == (int)sizeof wide);
    memcpy(&wide, value, sizeof wide);
    return (int64_t)be64toh(wide);
}

static const void *bytes(Store *store, int column, size_t *length)
{
    PostgresStore *postgres = postgres_of(store);

    *length = (size_t)PQgetlength(postgres->result, postgres->row, column);
    return PQgetvalue(postgres->result, postgres->row, column);
}

/* ------------------------------------------------------------------------- */
/* Batches                                                                   */
/* ------------------------------------------------------------------------- */

static StoreStatus begin(Store *store, Fault *fault)
{
    PostgresStore *postgres = postgres_of(store);

    (void)fault; /* the transaction begins with the first statement */
    postgres->is_open = 0;
    postgres->payload_count = 0;
    return STORE_OK;
}

static void rollback(Store *store)
{
    PostgresStore *postgres = postgres_of(store);

    if (postgres->is_open && !postgres_is_lost(postgres))
        note(postgres, postgres_do(postgres, "ROLLBACK", NULL));
    postgres->is_open = 0;
    postgres->payload_count = 0;
}

typedef enum Fate { FATE_UNKNOWN, FATE_COMMITTED, FATE_LOST } Fate;

/* Writes the mark unchanged, which waits for a transaction that is still writing it. */
static Fate fate_of_batch(PostgresStore *postgres)
{
    char statement[160];
    Fate fate = FATE_UNKNOWN;

    if (postgres_is_lost(postgres) && postgres_connect_again(postgres, NULL) != STORE_OK)
        return fate;
    snprintf(statement, sizeof statement,
             "INSERT INTO marks VALUES (%lld, 0, now()) ON CONFLICT (id) "
             "DO UPDATE SET at = now() RETURNING batch",
             (long long)postgres->mark);
    PGresult *result = line_exec(postgres, statement);
    if (PQresultStatus(result) == PGRES_TUPLES_OK)
        fate =
            atoll(PQgetvalue(result, 0, 0)) == postgres->batch ? FATE_COMMITTED : FATE_LOST;
    PQclear(result);
    return fate;
}

/* The connection broke while committing. */
static StoreStatus resolve(PostgresStore *postgres, Fault *fault)
{
    const struct timespec pause = { .tv_nsec = DOUBT_PAUSE_MS * 1000000L };
    Fate fate;

    postgres->limit = clock_ms(CLOCK_MONOTONIC) + DOUBT_MS;
    while ((fate = fate_of_batch(postgres)) == FATE_UNKNOWN
           && clock_ms(CLOCK_MONOTONIC) < postgres->limit
           && atomic_load(&postgres->last_call) == 0)
        nanosleep(&pause, NULL);
    postgres->limit = 0;
    if (fate == FATE_COMMITTED)
        return STORE_OK;
    return fate == FATE_LOST
               ? sql_refuse(STORE_AWAY, fault,
                            "PostgreSQL went away, and nothing was committed")
               : sql_refuse(STORE_IN_DOUBT, fault,
                            "PostgreSQL went away while it committed, and does not answer");
}

/* Mark, notices and commit go in one. */
static int write_ending(PostgresStore *postgres)
{
    Text *ending = &postgres->ending;

    ending->has_failed = 0;
    text_clear(ending);
    if (postgres->is_open) {
        text_add(ending, "INSERT INTO marks VALUES (");
        text_add_number(ending, postgres->mark);
        text_add(ending, ", ");
        text_add_number(ending, ++postgres->batch);
        text_add(ending, ", now()) ON CONFLICT (id) "
                         "DO UPDATE SET batch = excluded.batch, at = now();");
    }
    postgres_write_notices(postgres, ending);
    postgres->payload_count = 0;
    if (postgres->is_open)
        text_add(ending, "COMMIT");
    return !ending->has_failed;
}

static StoreStatus commit(Store *store, Fault *fault)
{
    PostgresStore *postgres = postgres_of(store);
    Fault first = fault_like(fault);
    StoreStatus status;

    if (!write_ending(postgres)) {
        rollback(store);
        return sql_refuse(STORE_NO_MEMORY, fault, "there is not enough memory");
    }
    const char *ending = postgres->ending.bytes;
    if (!postgres->is_open)
        return postgres->ending.length == 0 ? STORE_OK : do_anyhow(postgres, ending, fault);
    status = note(postgres, postgres_do(postgres, ending, &first));
    if (status != STORE_OK && !postgres_is_lost(postgres)) {
        rollback(store);
        return sql_refuse(status, fault, "%s", first.sentence);
    }
    postgres->is_open = 0;
    return status == STORE_OK ? status : resolve(postgres, fault);
}

/* ------------------------------------------------------------------------- */
/* Opening                                                                   */
/* ------------------------------------------------------------------------- */

/* Marks of stores that were not closed are removed much later, when a store is opened. */
static void drop_mark(PostgresStore *postgres)
{
    char statement[80];

    snprintf(statement, sizeof statement, "DELETE FROM marks WHERE id = %lld",
             (long long)postgres->mark);
    if (postgres->batch > 0 && !postgres_is_lost(postgres))
        postgres_do(postgres, statement, NULL);
}

static StoreStatus probe(Store *store, Fault *fault)
{
    return do_anyhow(postgres_of(store), "UPDATE roundhouse SET version = version", fault);
}

static void postgres_free(Store *store)
{
    PostgresStore *postgres = postgres_of(store);

    drop_mark(postgres);
    PQfinish(postgres->connection);
    text_free(&postgres->ending);
    for (int i = 0; i < APPEND_ARRAYS; i++)
        text_free(&postgres->arrays[i]);
    PQfreemem(postgres->received);
    postgres_forget_announced(postgres);
    free(postgres->payloads);
    free(postgres);
}

void store_hurry(Store *store, int milliseconds)
{
    if (store->kind->is_shared)
        atomic_store(&postgres_of(store)->last_call,
                     clock_ms(CLOCK_MONOTONIC) + milliseconds);
}

StoreStatus store_reconnect(Store *store, Fault *fault)
{
    assert(!store->is_in_batch);
    return store->kind->is_shared ? postgres_connect_again(postgres_of(store), fault)
                                  : STORE_OK;
}

static const SqlKind POSTGRES = {
    .is_shared = 1,
    .free = postgres_free,
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .probe = probe,
    .ask = ask,
    .next = next,
    .changed = changed,
    .done = done,
    .number = number,
    .bytes = bytes,
};

StoreStatus postgres_open(const char *url, Store **store, Fault *fault)
{
    PostgresStore *postgres = calloc(1, sizeof *postgres);

    if (postgres == NULL)
        return sql_refuse(STORE_NO_MEMORY, fault, "there is not enough memory");
    postgres->base.kind = &POSTGRES;
    postgres->patience = STATEMENT_MS;
    randombytes_buf(&postgres->mark, sizeof postgres->mark);
    StoreStatus status = make_connection(postgres, url, fault);
    if (status == STORE_OK)
        status = postgres_migrate(postgres, fault);
    if (status == STORE_OK)
        status = postgres_find_schema(postgres, fault);
    if (status == STORE_OK)
        status = postgres_do(
            postgres, "DELETE FROM marks WHERE at < now() - interval '30 days'", fault);
    if (status != STORE_OK) {
        postgres_free(&postgres->base);
        return status;
    }
    *store = &postgres->base;
    return STORE_OK;
}
