/* postgres_writes.c: changes of many tables in one round trip, each table's by itself.
 *
 * All goes down one pipeline, and the answers come back in its order:
 *
 *     entries alone      one statement for all of them      SYNC
 *     each row           lock, change                       SYNC
 *
 * What stands before a SYNC is one transaction, which the database commits on its own: no
 * lock is held while anybody waits for the line. Whether a transaction took place whose
 * answer was lost, the next load of the table shows it. */
#include "store/postgres.h"

#include "store/rows.h"

#include <stdlib.h>

/* ------------------------------------------------------------------------- */
/* Entries                                                                   */
/* ------------------------------------------------------------------------- */

/* In the order of the parameters of QUERY_APPEND_MANY: an array for each column. */
enum {
    VERSIONS,
    TABLES,
    FIRST_NUMBER,
    CLOCKS = 10,
    HASHES,
    WRITE_IDS,
    CHUNKS,
    NOTICES,
    CALLERS,
    SESSIONS
};

_Static_assert(SESSIONS + 1 == APPEND_ARRAYS, "as many as the store has texts for");

static void add_quoted(Text *array, const char *text)
{
    text_add(array, "\"");
    for (size_t length; *text != '\0'; text += length) {
        length = strcspn(text, "\"\\");
        text_append(array, text, length);
        if (text[length] != '\0') {
            text_add(array, "\\");
            text_append(array, text + length++, 1);
        }
    }
    text_add(array, "\"");
}

static void add_entry(Text *arrays, const StoreWrite *write, int chunk)
{
    const StoreEntry *entry = &write->entry;
    const int64_t numbers[] = { entry->turn.n,       entry->done.kind,
                                entry->done.seat,    entry->done.is_by_bot,
                                entry->done.action,  entry->at,
                                entry->turn.waiting, entry->turn.deadline };
    SeatNumbers clocks = seat_numbers(entry->turn.left);

    text_add_number(&arrays[VERSIONS], write->version);
    text_add_number(&arrays[TABLES], write->table);
    for (int i = 0; i < CLOCKS - FIRST_NUMBER; i++)
        text_add_number(&arrays[FIRST_NUMBER + i], numbers[i]);
    add_quoted(&arrays[CLOCKS], clocks.text);
    text_add_number(&arrays[HASHES], (int64_t)entry->hash);
    text_add_number(&arrays[WRITE_IDS], entry->write_id);
    text_add_number(&arrays[CHUNKS], chunk);
    add_quoted(&arrays[NOTICES], write->notice);
    text_add_number(&arrays[CALLERS], write->caller.user);
    add_quoted(&arrays[SESSIONS], write->caller.session);
}

static void begin_arrays(Text *arrays, int count)
{
    for (int i = 0; i < count; i++) {
        arrays[i].has_failed = 0;
        text_clear(&arrays[i]);
        text_add(&arrays[i], "{");
    }
}

/* 0: no memory. */
static int end_arrays(Text *arrays, int count)
{
    int is_whole = 1;

    for (int i = 0; i < count; i++) {
        text_add(&arrays[i], "}");
        is_whole = is_whole && !arrays[i].has_failed;
    }
    return is_whole;
}

static void add_commas(Text *arrays, int count)
{
    for (int i = 0; i < count; i++)
        text_add(&arrays[i], ",");
}

/* 0: no memory. The notices of a chunk fit into one notification, with line ends. */
static int write_entries(Text *arrays, StoreWrite *const *writes, int count)
{
    size_t length = 0;
    int chunk = 0, added = 0;

    begin_arrays(arrays, APPEND_ARRAYS);
    for (int i = 0; i < count; i++) {
        size_t more = strlen(writes[i]->notice) + 1;
        if (writes[i]->row != NULL)
            continue;
        if (length + more > PAYLOAD_MAX) {
            chunk++;
            length = 0;
        }
        length += more;
        if (added++ > 0)
            add_commas(arrays, APPEND_ARRAYS);
        add_entry(arrays, writes[i], chunk);
    }
    return end_arrays(arrays, APPEND_ARRAYS);
}

/* The latest of all callers: they differ by less than a batch takes. */
static int64_t time_of(StoreWrite *const *writes, int count)
{
    int64_t now = 0;

    for (int i = 0; i < count; i++)
        now = writes[i]->caller.now > now ? writes[i]->caller.now : now;
    return now;
}

static int send_entries(PostgresStore *postgres, StoreWrite *const *writes, int count,
                        const char *channel)
{
    Text *arrays = postgres->arrays;
    SqlValue values[APPEND_ARRAYS + 2];

    if (!write_entries(arrays, writes, count))
        return 0;
    for (int i = 0; i < APPEND_ARRAYS; i++)
        values[i] = sql_text(arrays[i].bytes);
    values[APPEND_ARRAYS] = sql_text(channel);
    values[APPEND_ARRAYS + 1] = sql_number(time_of(writes, count));
    return postgres_send(postgres, QUERY_APPEND_MANY, values, APPEND_ARRAYS + 2);
}

/* Of each chunk "12 15 19": these were added; "-13 -20": the sessions of their callers have
 * ended. Both are in order. */
static void note_added(StoreWrite *const *writes, int count, const PGresult *result)
{
    for (int row = 0; row < PQntuples(result); row++) {
        char *ids = PQgetvalue(result, row, 0);
        for (int i = 0; i < count && *ids != '\0'; i++) {
            int64_t id = strtoll(ids, NULL, 10);
            if (writes[i]->table == llabs(id)) {
                writes[i]->status = id > 0 ? STORE_OK : STORE_ENDED;
                strtoll(ids, &ids, 10);
            }
        }
    }
}

/* ------------------------------------------------------------------------- */
/* Rows                                                                      */
/* ------------------------------------------------------------------------- */

enum { SEATS, WHO, USERS, LEVELS, AWAY, SEAT_ARRAYS };

_Static_assert((int)SEAT_ARRAYS <= (int)APPEND_ARRAYS, "they use the same texts");

static int write_seats(Text *arrays, const StoreTable *row)
{
    begin_arrays(arrays, SEAT_ARRAYS);
    for (int i = 0; i < row->seat_count; i++) {
        const StoreSeat *seat = &row->seats[i];
        if (i > 0)
            add_commas(arrays, SEAT_ARRAYS);
        text_add_number(&arrays[SEATS], i);
        text_add_number(&arrays[WHO], seat->who);
        text_add_number(&arrays[USERS], seat->user);
        add_quoted(&arrays[LEVELS], seat->level);
        text_add_number(&arrays[AWAY], seat->is_away);
    }
    return end_arrays(arrays, SEAT_ARRAYS);
}

/* What fails after its preparation leaves it to those that follow. */
static int send_both(PostgresStore *postgres, const StoreWrite *write,
                     const SqlValue *values, int count)
{
    const StoreCaller *caller = &write->caller;
    const SqlValue locked[] = { sql_number(write->row->id), sql_number(write->row->state),
                                sql_number(caller->user), sql_text(caller->session),
                                sql_number(caller->now) };
    enum { LOCKED = sizeof locked / sizeof locked[0] };

    return postgres_prepare(postgres, QUERY_LOCK, locked, LOCKED)
           && postgres_prepare(postgres, QUERY_CHANGE, values, count)
           && postgres_send(postgres, QUERY_LOCK, locked, LOCKED)
           && postgres_send(postgres, QUERY_CHANGE, values, count);
}

static int send_change(PostgresStore *postgres, const StoreWrite *write,
                       const char *channel)
{
    const StoreTable *row = write->row;
    const StoreTurn *turn = &row->turn;
    const StoreEntry *entry = &write->entry;
    SeatNumbers clocks = seat_numbers(turn->left);
    SeatNumbers scores = seat_ints(row->scores), places = seat_ints(row->places);
    DealColumn deal = deal_column(&row->deal);
    Text *arrays = postgres->arrays;

    return write_seats(arrays, row)
           && send_both(
               postgres, write,
               SQL_VALUES(sql_number(row->id), sql_number(write->version),
                          sql_number(row->state), sql_number(row->changed),
                          sql_number(turn->n), sql_number(turn->waiting),
                          sql_number(turn->deadline), sql_text(clocks.text),
                          sql_text(scores.text), sql_text(places.text), sql_text(row->next),
                          sql_number(turn->n - write->has_entry),
                          sql_text(arrays[SEATS].bytes), sql_text(arrays[WHO].bytes),
                          sql_text(arrays[USERS].bytes), sql_text(arrays[LEVELS].bytes),
                          sql_text(arrays[AWAY].bytes), sql_number(entry->done.kind),
                          sql_number(entry->done.seat), sql_number(entry->done.is_by_bot),
                          sql_number(entry->done.action), sql_number(entry->at),
                          sql_number((int64_t)entry->hash), sql_number(entry->write_id),
                          sql_text(channel), sql_text(write->notice), sql_text(deal.text),
                          sql_number(row->host), sql_number(write->caller.user),
                          sql_text(write->caller.session), sql_number(write->caller.now)));
}

/* ------------------------------------------------------------------------- */
/* The pipeline                                                              */
/* ------------------------------------------------------------------------- */

static int has_entries(StoreWrite *const *writes, int count)
{
    for (int i = 0; i < count; i++) {
        if (writes[i]->row == NULL)
            return 1;
    }
    return 0;
}

static int send_all(PostgresStore *postgres, StoreWrite *const *writes, int count,
                    const char *channel)
{
    int is_sent =
        PQenterPipelineMode(postgres->connection)
        && (!has_entries(writes, count)
            || (send_entries(postgres, writes, count, channel) && postgres_sync(postgres)));

    for (int i = 0; i < count && is_sent; i++) {
        if (writes[i]->row != NULL)
            is_sent = send_change(postgres, writes[i], channel) && postgres_sync(postgres);
    }
    return is_sent;
}

/* Has QUERY_LOCK found the session of the caller? */
static int is_signed_in(const StoreWrite *write, const PGresult *locked)
{
    enum { SESSIONS_LOCKED = 2 };
    static const char none[sizeof(int64_t)];

    return write->caller.user == 0
           || memcmp(PQgetvalue(locked, 0, SESSIONS_LOCKED), none, sizeof none) != 0;
}

/* A row that another transaction has locked counts as changed. */
static StoreStatus read_change(PostgresStore *postgres, StoreWrite *write, Fault *fault)
{
    PGresult *result = NULL, *locked = NULL;
    StoreStatus status = postgres_receive_prepared(postgres, QUERY_LOCK, fault);

    if (status == STORE_OK)
        status = postgres_receive_prepared(postgres, QUERY_CHANGE, fault);
    if (status == STORE_OK)
        status = postgres_receive_one(postgres, QUERY_LOCK, &locked, fault);
    if (status == STORE_OK)
        status = postgres_receive_one(postgres, QUERY_CHANGE, &result, fault);
    if (status == STORE_OK && PQntuples(result) == 0)
        status = is_signed_in(write, locked) ? STORE_CONFLICT : STORE_ENDED;
    PQclear(result);
    PQclear(locked);
    write->status = status == STORE_BUSY ? STORE_CONFLICT : status;
    return postgres_receive_sync(postgres) ? STORE_OK : STORE_AWAY;
}

/* The failure of the line, or of the entries, which all fail together. */
static StoreStatus read_all(PostgresStore *postgres, StoreWrite *const *writes, int count,
                            Fault *fault)
{
    StoreStatus status = STORE_OK, line = STORE_OK;

    if (has_entries(writes, count)) {
        PGresult *result = NULL;
        status = postgres_receive_one(postgres, QUERY_APPEND_MANY, &result, fault);
        if (status == STORE_OK)
            note_added(writes, count, result);
        PQclear(result);
        line = postgres_receive_sync(postgres) ? STORE_OK : STORE_AWAY;
    }
    for (int i = 0; i < count && line == STORE_OK; i++) {
        if (writes[i]->row != NULL)
            line = read_change(postgres, writes[i], fault);
    }
    return postgres_leave_pipeline(postgres) ? status : STORE_AWAY;
}

static StoreStatus write_once(PostgresStore *postgres, StoreWrite *const *writes, int count,
                              const char *channel, Fault *fault)
{
    for (int i = 0; i < count; i++)
        writes[i]->status = STORE_CONFLICT;
    line_allow(postgres, STATEMENT_MS);
    StoreStatus status = send_all(postgres, writes, count, channel)
                             ? read_all(postgres, writes, count, fault)
                             : STORE_AWAY;
    if (status != STORE_AWAY)
        return status;
    postgres->must_reconnect = 1;
    return sql_refuse(status, fault, "PostgreSQL: the line is lost");
}

StoreStatus postgres_write_many(Store *store, StoreWrite *const *writes, int count,
                                const char *channel, Fault *fault)
{
    PostgresStore *postgres = (PostgresStore *)store;
    Channel full = postgres_channel(store, channel);
    StoreStatus status = STORE_AWAY;
    Fault first = fault_like(fault);

    postgres->is_late = 0;
    if (!postgres_is_lost(postgres))
        status = write_once(postgres, writes, count, full.text, &first);
    if (status != STORE_AWAY || postgres->is_late)
        return sql_refuse(status, fault, "%s", first.sentence);
    status = postgres_connect_again(postgres, fault);
    return status == STORE_OK ? write_once(postgres, writes, count, full.text, fault)
                              : status;
}
