/* move.c: a whole store into another, checked game by game. */
#include "store/replay.h"
#include "store/sql.h"

#include <assert.h>

/* ------------------------------------------------------------------------- */
/* Rows                                                                      */
/* ------------------------------------------------------------------------- */

/* What is copied, in an order in which nothing refers to what is yet to come. The
 * columns are those of the statements: n is a number, t a text, b bytes. */
static const struct {
    Query out, in;
    const char *columns;
} PARTS[] = {
    { QUERY_OUT_USERS, QUERY_IN_USERS, "ntnttttnnn" },
    { QUERY_OUT_SESSIONS, QUERY_IN_SESSIONS, "bnnnn" },
    { QUERY_OUT_TABLES, QUERY_IN_TABLES, "nttntbnnnnntnnnnnnntttt" },
    { QUERY_OUT_SEATS, QUERY_IN_SEATS, "nnntnn" },
    { QUERY_OUT_LOG, QUERY_IN_LOG, "nnnnnnnnnt" },
    { QUERY_OUT_CHAT, QUERY_IN_CHAT, "nnnntn" },
};

static SqlValue read_column(Store *from, int column, char type)
{
    SqlValue value = { 0 };

    if (type == 'n')
        return sql_number(from->kind->number(from, column));
    value.type = type == 't' ? SQL_TEXT : SQL_BYTES;
    value.bytes = from->kind->bytes(from, column, &value.length);
    /* SQLite has no address for what is empty, and binds that as NULL. */
    if (value.length == 0)
        value.bytes = "";
    return value;
}

static StoreStatus move_part(Store *from, Store *to, Query out, Query in,
                             const char *columns, Fault *fault)
{
    SqlValue values[SQL_VALUES_MAX];
    int count = (int)strlen(columns);
    StoreStatus status = sql_ask(from, out, NULL, 0, fault);

    assert(count <= SQL_VALUES_MAX);
    while (status == STORE_OK && (status = sql_next(from, fault)) == STORE_OK) {
        for (int i = 0; i < count; i++)
            values[i] = read_column(from, i, columns[i]);
        status = sql_write(to, in, values, count, NULL, fault);
        if (status != STORE_OK)
            sql_done(from);
    }
    return status == STORE_NOT_FOUND ? STORE_OK : status;
}

static StoreStatus move_rows(Store *from, Store *to, Fault *fault)
{
    StoreStatus status = STORE_OK;
    int64_t numbering[2];

    for (size_t i = 0; i < sizeof PARTS / sizeof PARTS[0] && status == STORE_OK; i++)
        status = move_part(from, to, PARTS[i].out, PARTS[i].in, PARTS[i].columns, fault);
    if (status == STORE_OK)
        status = sql_read_numbers(to, QUERY_MOVE_NUMBERING, NULL, 0, numbering, 2, fault);
    return status;
}

/* ------------------------------------------------------------------------- */
/* Games                                                                     */
/* ------------------------------------------------------------------------- */

static int is_same_table(const StoreTable *a, const StoreTable *b)
{
    /* Both are read into memory that is all zero. */
    return memcmp(a, b, sizeof *a) == 0;
}

static int is_same_game(const Match *a, const Match *b)
{
    return match_move_count(a) == match_move_count(b)
           && memcmp(match_state(a), match_state(b), sizeof(State)) == 0;
}

static StoreStatus refuse_table(const StoreTable *table, const char *what, Fault *fault)
{
    return sql_refuse(STORE_BROKEN, fault, "table %s %s", table->code, what);
}

/* A table that this program has no rules for is compared entry by entry instead. */
static StoreStatus compare_logs(Store *from, Store *to, const StoreTable *table,
                                Fault *fault)
{
    StoreEntry ours, theirs;
    StoreStatus status = STORE_OK;
    int count = 1, their_count = 1;

    for (int n = 1; n <= table->moment.n && status == STORE_OK; n++) {
        status = store_log(from, table->id, n, &ours, 1, &count, fault);
        if (status == STORE_OK)
            status = store_log(to, table->id, n, &theirs, 1, &their_count, fault);
        if (status == STORE_OK
            && (count != 1 || their_count != 1 || memcmp(&ours, &theirs, sizeof ours) != 0))
            status = refuse_table(table, "has another log in the copy", fault);
    }
    return status;
}

static StoreStatus compare_games(Store *from, Store *to, const StoreTable *table,
                                 Fault *fault)
{
    Match *ours = NULL, *theirs = NULL;
    StoreStatus status = replay_table(from, table, &ours, fault);

    if (status == STORE_OK)
        status = replay_table(to, table, &theirs, fault);
    if (status == STORE_OK && !is_same_game(ours, theirs))
        status = refuse_table(table, "plays another game in the copy", fault);
    match_free(ours);
    match_free(theirs);
    return status;
}

static StoreStatus check_table(Store *from, Store *to, StoreId id, Fault *fault)
{
    StoreTable ours, theirs;
    Fault unknown = { "" };

    StoreStatus status = store_table_get(from, id, &ours, fault);
    if (status == STORE_OK)
        status = store_table_get(to, id, &theirs, fault);
    if (status != STORE_OK)
        return status;
    if (!is_same_table(&ours, &theirs))
        return refuse_table(&ours, "is not the same in the copy", fault);
    status = compare_games(from, to, &ours, &unknown);
    if (status == STORE_NOT_FOUND)
        return compare_logs(from, to, &ours, fault);
    return status == STORE_OK ? status : sql_refuse(status, fault, "%s", unknown.sentence);
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

static StoreStatus read_sizes(Store *store, StoreSizes *sizes, Fault *fault)
{
    int64_t numbers[4] = { 0 };
    StoreStatus status =
        sql_read_numbers(store, QUERY_MOVE_SIZES, NULL, 0, numbers, 4, fault);

    *sizes = (StoreSizes){ numbers[0], numbers[1], numbers[2], numbers[3] };
    return status;
}

typedef struct Progress {
    void (*call)(void *context, int64_t done, int64_t all);
    void *context;
} Progress;

static StoreStatus check_tables(Store *from, Store *to, int64_t all, Progress progress,
                                Fault *fault)
{
    StoreStatus status = STORE_OK;
    int64_t id = 0;

    for (int64_t done = 1; status == STORE_OK; done++) {
        status = sql_read_numbers(from, QUERY_MOVE_NEXT, SQL_VALUES(sql_number(id)), &id, 1,
                                  fault);
        if (status == STORE_OK)
            status = check_table(from, to, id, fault);
        if (status == STORE_OK && progress.call != NULL)
            progress.call(progress.context, done, all);
    }
    return status == STORE_NOT_FOUND ? STORE_OK : status;
}

static StoreStatus move_and_check(Store *from, Store *to, Progress progress,
                                  StoreSizes *sizes, Fault *fault)
{
    StoreSizes there;
    StoreStatus status = read_sizes(to, &there, fault);

    if (status == STORE_OK && (there.users > 0 || there.tables > 0))
        return sql_refuse(STORE_TAKEN, fault, "the store to move to is not empty");
    if (status == STORE_OK)
        status = read_sizes(from, sizes, fault);
    if (status == STORE_OK)
        status = move_rows(from, to, fault);
    if (status == STORE_OK)
        status = read_sizes(to, &there, fault);
    if (status == STORE_OK && memcmp(sizes, &there, sizeof there) != 0)
        return sql_refuse(STORE_BROKEN, fault, "the copy has not as many rows");
    return status == STORE_OK ? check_tables(from, to, sizes->tables, progress, fault)
                              : status;
}

StoreStatus store_move(Store *from, Store *to,
                       void (*progress)(void *context, int64_t done, int64_t all),
                       void *context, StoreSizes *sizes, Fault *fault)
{
    StoreStatus status = store_begin(to, fault);

    if (status != STORE_OK)
        return status;
    status = move_and_check(from, to, (Progress){ progress, context }, sizes, fault);
    if (status == STORE_OK)
        return store_commit(to, fault);
    store_rollback(to);
    return status;
}
