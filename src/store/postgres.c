/* postgres.c: the store in a PostgreSQL database that several servers share, through
 * libpq. Numbers travel as eight bytes, texts and bytes as they are.
 *
 * A connection that broke is made again with the next batch, or the next question
 * outside of a transaction. A batch has one from where it first writes: one that only
 * reads and tells needs none. If it breaks in the middle of a commit, nobody can tell from
 * here whether that took place. So every batch that writes leaves its number in a row of
 * the store's own, its mark, and as soon as the database answers again, the mark tells.
 * (Not the number of the transaction: after a crash, it may be given to another.) */
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
static StoreStatus tell(StoreStatus status, const char *message, Fault *fault)
{
    int length = (int)strcspn(message, "\n");

    return sql_refuse(status, fault, "PostgreSQL: %.*s", length > 250 ? 250 : length,
                      message);
}

StoreStatus postgres_tell(PGconn *connection, const PGresult *result, Fault *fault)
{
    const char *state =
        result != NULL ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;

    if (PQstatus(connection) == CONNECTION_BAD || state == NULL)
        return tell(STORE_AWAY, PQerrorMessage(connection), fault);
    return tell(status_of(state), PQresultErrorMessage(result), fault);
}

StoreStatus postgres_do(PGconn *connection, const char *statements, Fault *fault)
{
    PGresult *result = PQexec(connection, statements);
    StoreStatus status =
        postgres_is_fine(result) ? STORE_OK : postgres_tell(connection, result, fault);

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

/* Whoever stops in the middle of a batch must not hold up the others for long: the
 * database ends such a transaction, and its locks with it. */
static const char SETTINGS[] =
    "SET client_encoding = 'UTF8';"
    "SET default_transaction_isolation = 'read committed';"
    "SET idle_in_transaction_session_timeout = '3s';"
    "SET lock_timeout = '5s';"
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') IN ('off', 'local');";

/* libpq tells notices on standard error unless somebody takes them. */
static void pass_over(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

static StoreStatus settle(PostgresStore *postgres, Fault *fault)
{
    memset(postgres->is_prepared, 0, sizeof postgres->is_prepared);
    PQsetNoticeReceiver(postgres->connection, pass_over, NULL);
    if (PQstatus(postgres->connection) != CONNECTION_OK)
        return tell(STORE_AWAY, PQerrorMessage(postgres->connection), fault);
    StoreStatus status = postgres_do(postgres->connection, SETTINGS, fault);
    return status == STORE_OK ? postgres_listen_again(postgres, fault) : status;
}

static StoreStatus connect_again(PostgresStore *postgres, Fault *fault)
{
    PQreset(postgres->connection);
    postgres->must_reconnect = 0;
    postgres->underway = 0;
    return settle(postgres, fault);
}

/* libpq believes in a connection until it reads the end of it. A server that goes says
 * so before that, in its answer to whatever was asked last. */
static StoreStatus note(PostgresStore *postgres, StoreStatus status)
{
    if (status == STORE_AWAY)
        postgres->must_reconnect = 1;
    return status;
}

static int is_lost(const PostgresStore *postgres)
{
    return postgres->must_reconnect || PQstatus(postgres->connection) != CONNECTION_OK;
}

/* ------------------------------------------------------------------------- */
/* Statements                                                                */
/* ------------------------------------------------------------------------- */

/* What stands by itself is done again if the connection was lost. */
static StoreStatus do_anyhow(PostgresStore *postgres, const char *statements, Fault *fault)
{
    Fault first = { "" };
    StoreStatus status =
        note(postgres, postgres_do(postgres->connection, statements, &first));

    if (status == STORE_OK)
        return status;
    if (!is_lost(postgres))
        return sql_refuse(status, fault, "%s", first.sentence);
    status = connect_again(postgres, fault);
    return status == STORE_OK
               ? note(postgres, postgres_do(postgres->connection, statements, fault))
               : status;
}

static StoreStatus open_transaction(PostgresStore *postgres, Fault *fault)
{
    StoreStatus status = do_anyhow(postgres, "BEGIN", fault);

    postgres->is_open = status == STORE_OK;
    return status;
}

/* What was sent before is answered, and a batch that writes has its transaction. */
static StoreStatus prepare_to_ask(Store *store, Fault *fault)
{
    PostgresStore *postgres = postgres_of(store);
    StoreStatus status = note(postgres, postgres_await(postgres, fault));

    if (status == STORE_OK && store->is_in_batch && store->has_written
        && !postgres->is_open)
        status = open_transaction(postgres, fault);
    return status;
}

/* Within a transaction, of which the first part may be on its way still. */
static StoreStatus send(Store *store, Query query, const SqlValue *values, int count,
                        Fault *fault)
{
    PostgresStore *postgres = postgres_of(store);
    StoreStatus status = postgres->is_open ? STORE_OK : open_transaction(postgres, fault);

    if (status != STORE_OK)
        return status;
    return note(postgres, postgres_send(postgres, query, values, count, fault));
}

static StoreStatus ask(Store *store, Query query, const SqlValue *values, int count,
                       Fault *fault)
{
    PostgresStore *postgres = postgres_of(store);
    Fault first = { "" };

    assert(postgres->result == NULL && count <= SQL_VALUES_MAX);
    StoreStatus status = prepare_to_ask(store, fault);
    if (status != STORE_OK)
        return status;
    status = note(postgres, postgres_run(postgres, query, values, count, &first));
    if (status == STORE_OK)
        return status;
    if (postgres->is_open || !is_lost(postgres))
        return sql_refuse(status, fault, "%s", first.sentence);
    status = connect_again(postgres, fault);
    return status == STORE_OK
               ? note(postgres, postgres_run(postgres, query, values, count, fault))
               : status;
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

    (void)fault; /* the database hears of it when something is asked */
    postgres->is_open = 0;
    postgres->payload_count = 0;
    return STORE_OK;
}

static void rollback(Store *store)
{
    PostgresStore *postgres = postgres_of(store);

    note(postgres, postgres_await(postgres, NULL));
    if (postgres->is_open && !is_lost(postgres))
        note(postgres, postgres_do(postgres->connection, "ROLLBACK", NULL));
    postgres->is_open = 0;
    postgres->payload_count = 0;
}

typedef enum Fate { FATE_UNKNOWN, FATE_COMMITTED, FATE_LOST } Fate;

/* Writes the mark as it is, which waits for whoever is still writing it. */
static Fate fate_of_batch(PostgresStore *postgres)
{
    char statement[160];
    Fate fate = FATE_UNKNOWN;

    if (is_lost(postgres) && connect_again(postgres, NULL) != STORE_OK)
        return fate;
    snprintf(statement, sizeof statement,
             "INSERT INTO marks VALUES (%lld, 0, now()) ON CONFLICT (id) "
             "DO UPDATE SET at = now() RETURNING batch",
             (long long)postgres->mark);
    PGresult *result = PQexec(postgres->connection, statement);
    if (PQresultStatus(result) == PGRES_TUPLES_OK)
        fate =
            atoll(PQgetvalue(result, 0, 0)) == postgres->batch ? FATE_COMMITTED : FATE_LOST;
    PQclear(result);
    return fate;
}

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

/* The connection broke while committing. */
static StoreStatus resolve(PostgresStore *postgres, Fault *fault)
{
    const struct timespec pause = { .tv_nsec = DOUBT_PAUSE_MS * 1000000L };
    int64_t until = now_ms() + DOUBT_MS;
    Fate fate;

    while ((fate = fate_of_batch(postgres)) == FATE_UNKNOWN && now_ms() < until)
        nanosleep(&pause, NULL);
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
    Fault first = { "" };
    StoreStatus status = note(postgres, postgres_await(postgres, fault));

    if (status == STORE_OK && !write_ending(postgres))
        status = sql_refuse(STORE_NO_MEMORY, fault, "there is not enough memory");
    if (status != STORE_OK) {
        rollback(store);
        return status;
    }
    const char *ending = postgres->ending.bytes;
    if (!postgres->is_open)
        return postgres->ending.length == 0 ? STORE_OK : do_anyhow(postgres, ending, fault);
    status = note(postgres, postgres_do(postgres->connection, ending, &first));
    if (status != STORE_OK && !is_lost(postgres)) {
        rollback(store);
        return sql_refuse(status, fault, "%s", first.sentence);
    }
    postgres->is_open = 0;
    return status == STORE_OK ? status : resolve(postgres, fault);
}

/* ------------------------------------------------------------------------- */
/* Opening                                                                   */
/* ------------------------------------------------------------------------- */

/* Marks of stores that were not closed are swept by whoever opens one much later. */
static void drop_mark(PostgresStore *postgres)
{
    char statement[80];

    snprintf(statement, sizeof statement, "DELETE FROM marks WHERE id = %lld",
             (long long)postgres->mark);
    if (postgres->batch > 0 && !is_lost(postgres))
        postgres_do(postgres->connection, statement, NULL);
}

static void postgres_free(Store *store)
{
    PostgresStore *postgres = postgres_of(store);

    drop_mark(postgres);
    PQfinish(postgres->connection);
    text_free(&postgres->ending);
    text_free(&postgres->heard);
    free(postgres->payloads);
    free(postgres);
}

static const SqlKind POSTGRES = {
    .free = postgres_free,
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .ask = ask,
    .send = send,
    .next = next,
    .changed = changed,
    .done = done,
    .number = number,
    .bytes = bytes,
    .notify = postgres_notify,
    .listen = postgres_listen,
    .receive = postgres_receive,
    .descriptor = postgres_descriptor,
};

/* What the URL says comes last, and so wins. */
static PGconn *connect_to(const char *url)
{
    static const char *const keys[] = { "application_name", "connect_timeout",
                                        "tcp_user_timeout", "keepalives_idle",
                                        "dbname",           NULL };
    const char *const values[] = { "roundhouse", "5", "10000", "10", url, NULL };
    const int urls_are_expanded = 1;

    return PQconnectdbParams(keys, values, urls_are_expanded);
}

StoreStatus postgres_open(const char *url, Store **store, Fault *fault)
{
    PostgresStore *postgres = calloc(1, sizeof *postgres);

    if (postgres == NULL)
        return sql_refuse(STORE_NO_MEMORY, fault, "there is not enough memory");
    postgres->base.kind = &POSTGRES;
    postgres->connection = connect_to(url);
    randombytes_buf(&postgres->mark, sizeof postgres->mark);
    StoreStatus status = settle(postgres, fault);
    if (status == STORE_OK)
        status = postgres_migrate(postgres->connection, fault);
    if (status == STORE_OK)
        status =
            postgres_do(postgres->connection,
                        "DELETE FROM marks WHERE at < now() - interval '30 days'", fault);
    if (status != STORE_OK) {
        postgres_free(&postgres->base);
        return status;
    }
    *store = &postgres->base;
    return STORE_OK;
}
