/* move.c: a whole store into another, checked row by row and game by game. */
#include "store/replay.h"
#include "store/sql.h"

#include <assert.h>

/* ------------------------------------------------------------------------- */
/* Rows                                                                      */
/* ------------------------------------------------------------------------- */

/* The tables of a store, in an order that satisfies foreign keys. The columns are those
 * of the statements: n is a number, t a text, b bytes. */
typedef struct Part {
    const char *name;
    Query out, in;
    const char *columns;
} Part;

static const Part WHOLE[] = {
    { "a user", QUERY_OUT_USERS, QUERY_IN_USERS, "ntnttttnntnnnnnn" },
    { "a session", QUERY_OUT_SESSIONS, QUERY_IN_SESSIONS, "bnnnnttnn" },
    { "a passkey", QUERY_OUT_PASSKEYS, QUERY_IN_PASSKEYS, "bnbntnn" },
    { "a recovery code", QUERY_OUT_CODES, QUERY_IN_CODES, "nb" },
    { "a table", QUERY_OUT_TABLES, QUERY_IN_TABLES, "nttntbnnnnntnnnnnnnttttntn" },
    { "a mean", QUERY_OUT_MEANS, QUERY_IN_MEANS, "ttnnnn" },
    { "somebody's record", QUERY_OUT_RECORDS, QUERY_IN_RECORDS, "nttnnnnnn" },
    { "meetings of two people", QUERY_OUT_MEETINGS, QUERY_IN_MEETINGS, "nnnnn" },
    { "an act", QUERY_OUT_ACTS, QUERY_IN_ACTS, "nnttttt" },
    { "a setting", QUERY_OUT_SETTINGS, QUERY_IN_SETTINGS, "tt" },
    { "a link", QUERY_OUT_LINKS, QUERY_IN_LINKS, "bntnnntn" },
    { "a report", QUERY_OUT_REPORTS, QUERY_IN_REPORTS, "nntttnttn" },
    { "a block", QUERY_OUT_BLOCKS, QUERY_IN_BLOCKS, "nn" },
    { "a follow", QUERY_OUT_FOLLOWS, QUERY_IN_FOLLOWS, "nn" },
    { "settings of notices", QUERY_OUT_NOTIFY, QUERY_IN_NOTIFY, "nnnnt" },
    { "a device", QUERY_OUT_DEVICES, QUERY_IN_DEVICES, "bnttbbttn" },
    { "the key for push services", QUERY_OUT_VAPID, QUERY_IN_VAPID, "b" },
    { "an address of mail", QUERY_OUT_MAILBOXES, QUERY_IN_MAILBOXES, "nttttnnn" },
    { "the key of mail", QUERY_OUT_MAIL_KEY, QUERY_IN_MAIL_KEY, "b" },
    { "a deal of the day", QUERY_OUT_DAILIES, QUERY_IN_DAILIES, "ntntntnb" },
    { "an income", QUERY_OUT_INCOMES, QUERY_IN_INCOMES, "nnttnn" },
    { "a game to count", QUERY_OUT_UNCOUNTED, QUERY_IN_UNCOUNTED, "n" },
};

/* Those that are read table by table. */
static const Part OF_TABLE[] = {
    { "a seat", QUERY_OUT_SEATS, QUERY_IN_SEATS, "nnntnn" },
    { "an entry of the log", QUERY_OUT_LOG, QUERY_IN_LOG, "nnnnnnnnntnn" },
    { "a line of chat", QUERY_OUT_CHAT, QUERY_IN_CHAT, "nnnntn" },
    { "a result", QUERY_OUT_RESULTS, QUERY_IN_RESULTS, "nnntntntnnnnnn" },
    { "an attempt at a deal of the day", QUERY_OUT_ATTEMPTS, QUERY_IN_ATTEMPTS,
      "nntnnnnnnnn" },
};

enum {
    WHOLE_COUNT = sizeof WHOLE / sizeof WHOLE[0],
    OF_TABLE_COUNT = sizeof OF_TABLE / sizeof OF_TABLE[0],
};

static SqlValue read_column(Store *store, int column, char type)
{
    SqlValue value = { .type = type == 't' ? SQL_TEXT : SQL_BYTES };

    if (type == 'n')
        return sql_number(store->kind->number(store, column));
    value.bytes = store->kind->bytes(store, column, &value.length);
    /* SQLite has no address for what is empty, and would take that for NULL. */
    if (value.length == 0)
        value.bytes = "";
    return value;
}

static int is_same_column(Store *from, Store *to, int column, char type)
{
    SqlValue ours = read_column(from, column, type), theirs = read_column(to, column, type);

    return ours.number == theirs.number && ours.length == theirs.length
           && (type == 'n' || memcmp(ours.bytes, theirs.bytes, ours.length) == 0);
}

/* All rows of a part, or those of a table, if it is not 0. */
static StoreStatus ask_part(Store *store, const Part *part, StoreId table, Fault *fault)
{
    return table != 0 ? sql_ask(store, part->out, SQL_VALUES(sql_number(table)), fault)
                      : sql_ask(store, part->out, NULL, 0, fault);
}

static StoreStatus copy_part(Store *from, Store *to, const Part *part, StoreId table,
                             Fault *fault)
{
    SqlValue values[SQL_VALUES_MAX];
    int count = (int)strlen(part->columns);
    StoreStatus status = ask_part(from, part, table, fault);

    assert(count <= SQL_VALUES_MAX);
    while (status == STORE_OK && (status = sql_next(from, fault)) == STORE_OK) {
        for (int i = 0; i < count; i++)
            values[i] = read_column(from, i, part->columns[i]);
        status = sql_write(to, part->in, values, count, NULL, fault);
        if (status != STORE_OK)
            sql_done(from);
    }
    return status == STORE_NOT_FOUND ? STORE_OK : status;
}

static int is_same_row(Store *from, Store *to, const char *columns)
{
    for (int i = 0; columns[i] != '\0'; i++) {
        if (!is_same_column(from, to, i, columns[i]))
            return 0;
    }
    return 1;
}

/* Both are at the end, or at rows that are the same. */
static StoreStatus compare_part(Store *from, Store *to, const Part *part, StoreId table,
                                Fault *fault)
{
    StoreStatus ours = ask_part(from, part, table, fault), theirs;

    if (ours != STORE_OK)
        return ours;
    theirs = ask_part(to, part, table, fault);
    while (ours == STORE_OK && theirs == STORE_OK) {
        ours = sql_next(from, fault);
        theirs = sql_next(to, fault);
        if (ours == STORE_OK && theirs == STORE_OK && !is_same_row(from, to, part->columns))
            break;
    }
    if (ours == STORE_NOT_FOUND && theirs == STORE_NOT_FOUND)
        return STORE_OK;
    if (ours == STORE_OK)
        sql_done(from);
    if (theirs == STORE_OK)
        sql_done(to);
    return sql_refuse(STORE_BROKEN, fault, "%s is not the same in the copy", part->name);
}

/* ------------------------------------------------------------------------- */
/* Tables                                                                    */
/* ------------------------------------------------------------------------- */

static StoreStatus copy_table(Store *from, Store *to, StoreId table, Fault *fault)
{
    StoreStatus status = STORE_OK;

    for (int i = 0; i < OF_TABLE_COUNT && status == STORE_OK; i++)
        status = copy_part(from, to, &OF_TABLE[i], table, fault);
    return status;
}

/* A game that this program has no rules for cannot be replayed; its rows are the
 * same, and that must do. */
static StoreStatus replay(Store *store, StoreId id, Fault *fault)
{
    StoreTable table;
    Match *match = NULL;
    Fault why = fault_like(fault);
    StoreStatus status = store_table_get(store, id, &table, fault);

    if (status != STORE_OK)
        return status;
    status = replay_table(store, &table, NULL, NULL, &match, NULL, &why);
    match_free(match);
    return status == STORE_OK || status == STORE_NOT_FOUND
               ? STORE_OK
               : sql_refuse(status, fault, "%s", why.sentence);
}

static StoreStatus check_table(Store *from, Store *to, StoreId table, Fault *fault)
{
    StoreStatus status = STORE_OK;

    for (int i = 0; i < OF_TABLE_COUNT && status == STORE_OK; i++)
        status = compare_part(from, to, &OF_TABLE[i], table, fault);
    return status == STORE_OK ? replay(to, table, fault) : status;
}

typedef struct Progress {
    void (*call)(void *context, int64_t done, int64_t all);
    void *context;
    int64_t done, all;
} Progress;

/* Calls `act` for every table, in the order of their ids. */
static StoreStatus each_table(Store *from, Store *to,
                              StoreStatus (*act)(Store *from, Store *to, StoreId table,
                                                 Fault *fault),
                              Progress *progress, Fault *fault)
{
    StoreStatus status = STORE_OK;
    int64_t id = 0;

    while (status == STORE_OK) {
        status = sql_read_numbers(from, QUERY_MOVE_NEXT, SQL_VALUES(sql_number(id)), &id, 1,
                                  fault);
        if (status == STORE_OK)
            status = act(from, to, id, fault);
        if (status == STORE_OK && progress != NULL && progress->call != NULL)
            progress->call(progress->context, ++progress->done, progress->all);
    }
    return status == STORE_NOT_FOUND ? STORE_OK : status;
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

static StoreStatus copy_all(Store *from, Store *to, Fault *fault)
{
    StoreStatus status = STORE_OK;
    int64_t numbering[2];

    for (int i = 0; i < WHOLE_COUNT && status == STORE_OK; i++)
        status = copy_part(from, to, &WHOLE[i], 0, fault);
    if (status == STORE_OK)
        status = each_table(from, to, copy_table, NULL, fault);
    if (status == STORE_OK)
        status = sql_read_numbers(to, QUERY_MOVE_NUMBERING, NULL, 0, numbering, 2, fault);
    return status;
}

static StoreStatus check_all(Store *from, Store *to, Progress *progress, Fault *fault)
{
    StoreStatus status = STORE_OK;

    for (int i = 0; i < WHOLE_COUNT && status == STORE_OK; i++)
        status = compare_part(from, to, &WHOLE[i], 0, fault);
    return status == STORE_OK ? each_table(from, to, check_table, progress, fault) : status;
}

static StoreStatus copy_and_check(Store *from, Store *to, Progress *progress,
                                  StoreSizes *sizes, Fault *fault)
{
    StoreSizes there;
    StoreStatus status = read_sizes(to, &there, fault);

    if (status == STORE_OK && (there.users > 0 || there.tables > 0))
        return sql_refuse(STORE_TAKEN, fault, "the store to move to is not empty");
    if (status == STORE_OK)
        status = read_sizes(from, sizes, fault);
    progress->all = sizes->tables;
    if (status == STORE_OK)
        status = copy_all(from, to, fault);
    return status == STORE_OK ? check_all(from, to, progress, fault) : status;
}

StoreStatus store_move(Store *from, Store *to,
                       void (*progress)(void *context, int64_t done, int64_t all),
                       void *context, StoreSizes *sizes, Fault *fault)
{
    Progress shown = { .call = progress, .context = context };
    StoreStatus status = store_begin(to, fault);

    if (status != STORE_OK)
        return status;
    status = copy_and_check(from, to, &shown, sizes, fault);
    if (status == STORE_OK)
        return store_commit(to, fault);
    store_rollback(to);
    return status;
}
