/* tables.c: tables, their logs, and their chat.
 *
 * A table is a row (seats, state, turn, version) and a log of entries. A change of a table
 * is a StoreWrite, and the database decides which of two comes first:
 *
 *     store_write_many ──┬─> postgres_write_many   one round trip for all of them
 *                        ├─> write_run             several entries of a table
 *                        └─> write_each            a file, or within a batch
 *                              ├─> append     entry n + 1 of the log  (primary key: n)
 *                              ├─> set_table  the row, if it has the expected version
 *                              └─> both       the last entry of a game, with the result
 *
 * A write that came second is STORE_CONFLICT, one of a session that has ended STORE_ENDED:
 * nothing of it is stored. */
#include "store/rows.h"

#include <limits.h>

/* ------------------------------------------------------------------------- */
/* Tables                                                                    */
/* ------------------------------------------------------------------------- */

static StoreStatus set_seats(Store *store, const StoreTable *table, Fault *fault)
{
    StoreStatus status = STORE_OK;

    for (int i = 0; i < table->seat_count && status == STORE_OK; i++) {
        const StoreSeat *seat = &table->seats[i];
        status = sql_write(store, QUERY_SEAT_SET,
                           SQL_VALUES(sql_number(table->id), sql_number(i),
                                      sql_number(seat->who), sql_number(seat->user),
                                      sql_text(seat->level), sql_number(seat->is_away)),
                           NULL, fault);
    }
    return status;
}

StoreStatus store_table_add(Store *store, StoreTable *table, const uint8_t seed[SEED_BYTES],
                            Fault *fault)
{
    SeatNumbers clocks = seat_numbers(table->turn.left);
    SeatNumbers scores = seat_ints(table->scores), places = seat_ints(table->places);
    DealColumn deal = deal_column(&table->deal);
    StoreStatus status = sql_insert(
        store, QUERY_TABLE_ADD,
        SQL_VALUES(sql_text(table->code), sql_text(table->game), sql_number(table->rules),
                   sql_text(table->options), sql_bytes(seed, SEED_BYTES),
                   sql_number(table->seat_count), sql_number(table->is_public),
                   sql_number(table->clock.kind), sql_number(table->clock.time),
                   sql_number(table->clock.extra), sql_text(table->sit_in),
                   sql_number(table->host), sql_number(table->created),
                   sql_number(table->state), sql_number(table->changed),
                   sql_number(table->turn.waiting), sql_number(table->turn.deadline),
                   sql_text(clocks.text), sql_text(scores.text), sql_text(places.text),
                   sql_text(table->next), sql_text(deal.text), sql_number(table->daily)),
        &table->id, fault);

    if (status == STORE_TAKEN)
        return sql_refuse(status, fault, "another table has the code %s", table->code);
    return status == STORE_OK ? set_seats(store, table, fault) : status;
}

static StoreStatus take_table(Store *store, StoreStatus asked, StoreTable *table,
                              Fault *fault)
{
    int count;
    StoreStatus status = read_tables(store, asked, table, 1, &count, NULL, fault);

    if (status == STORE_OK && count == 0)
        return sql_refuse(STORE_NOT_FOUND, fault, "there is no such table");
    return status;
}

StoreStatus store_table_get(Store *store, StoreId id, StoreTable *table, Fault *fault)
{
    StoreStatus asked = sql_ask(store, QUERY_TABLE_GET, SQL_VALUES(sql_number(id)), fault);

    return take_table(store, asked, table, fault);
}

StoreStatus store_table_by_code(Store *store, const char *code, StoreTable *table,
                                Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_TABLE_BY_CODE, SQL_VALUES(sql_text(code)), fault);

    return take_table(store, asked, table, fault);
}

static void read_seed(SqlRow *row, void *seed)
{
    row_bytes(row, seed, SEED_BYTES);
}

StoreStatus store_table_seed(Store *store, StoreId id, uint8_t seed[SEED_BYTES],
                             Fault *fault)
{
    StoreStatus asked = sql_ask(store, QUERY_TABLE_SEED, SQL_VALUES(sql_number(id)), fault);

    return sql_read_row(store, asked, read_seed, seed, "table", fault);
}

/* Why a write met no row: there is no such table, or `status` with the sentence. */
static StoreStatus refuse_write(Store *store, StoreId table, Fault *fault,
                                const char *sentence)
{
    int64_t one;
    StoreStatus status = sql_read_numbers(store, QUERY_TABLE_IS_THERE,
                                          SQL_VALUES(sql_number(table)), &one, 1, fault);

    if (status == STORE_NOT_FOUND)
        return sql_refuse(status, fault, "there is no table %lld", (long long)table);
    if (status != STORE_OK)
        return status;
    return sql_refuse(STORE_CONFLICT, fault, "table %lld: %s", (long long)table, sentence);
}

/* A file has one writer. */
static StoreStatus lock_table(Store *store, const StoreTable *table, Fault *fault)
{
    int64_t locked[2];

    return store->kind->is_shared ? sql_read_numbers(
               store, QUERY_LOCK,
               SQL_VALUES(sql_number(table->id), sql_number(table->state), sql_number(0),
                          sql_text(""), sql_number(0)),
               locked, 2, fault)
                                  : STORE_OK;
}

/* `last`: the number of the last entry. */
static StoreStatus set_table(Store *store, const StoreTable *table, int last, Fault *fault)
{
    SeatNumbers clocks = seat_numbers(table->turn.left);
    SeatNumbers scores = seat_ints(table->scores), places = seat_ints(table->places);
    DealColumn deal = deal_column(&table->deal);
    int changed;
    StoreStatus status = lock_table(store, table, fault);

    if (status != STORE_OK)
        return status;
    status = sql_write(
        store, QUERY_TABLE_SET,
        SQL_VALUES(sql_number(table->id), sql_number(table->version),
                   sql_number(table->state), sql_number(table->changed),
                   sql_number(table->turn.n), sql_number(table->turn.waiting),
                   sql_number(table->turn.deadline), sql_text(clocks.text),
                   sql_text(scores.text), sql_text(places.text), sql_text(table->next),
                   sql_number(last), sql_text(deal.text), sql_number(table->host)),
        &changed, fault);

    if (status != STORE_OK)
        return status;
    if (changed == 0)
        return refuse_write(store, table->id, fault,
                            "its row has changed, or its log has gone on");
    return set_seats(store, table, fault);
}

StoreStatus store_table_set(Store *store, const StoreTable *table, Fault *fault)
{
    return set_table(store, table, table->turn.n, fault);
}

/* ------------------------------------------------------------------------- */
/* The log                                                                   */
/* ------------------------------------------------------------------------- */

/* Is it the next entry of a table whose row is in this state, and has this version? No row
 * is the answer of a shared store to the INSERT itself; a file is asked before, since
 * nobody else writes to it in between. STORE_NOT_FOUND: no. */
static StoreStatus check_append(Store *store, StoreId table, TableState state,
                                int64_t version, int n, Fault *fault)
{
    int64_t one;

    if (store->kind->is_shared)
        return STORE_OK;
    return sql_read_numbers(store, QUERY_MAY_APPEND,
                            SQL_VALUES(sql_number(table), sql_number(version),
                                       sql_number(state), sql_number(n)),
                            &one, 1, fault);
}

static StoreStatus append(Store *store, StoreId table, TableState state, int64_t version,
                          const StoreEntry *entry, Fault *fault)
{
    const StoreTurn *turn = &entry->turn;
    SeatNumbers clocks = seat_numbers(turn->left);
    const SqlValue values[] = { sql_number(table), sql_number(turn->n),
                                sql_number(entry->done.kind), sql_number(entry->done.seat),
                                sql_number(entry->done.is_by_bot),
                                sql_number(entry->done.action), sql_number(entry->at),
                                sql_number(turn->waiting), sql_number(turn->deadline),
                                sql_text(clocks.text), sql_number((int64_t)entry->hash),
                                sql_number(entry->write_id),
                                /* for a shared store, which checks them */
                                sql_number(version), sql_number(state) };
    enum { VALUES = sizeof values / sizeof values[0], CHECKED = 2 };
    int changed = 0;
    StoreStatus status = check_append(store, table, state, version, turn->n, fault);

    if (status == STORE_OK)
        status =
            sql_write(store, QUERY_APPEND, values,
                      store->kind->is_shared ? VALUES : VALUES - CHECKED, &changed, fault);
    if (status != STORE_NOT_FOUND && (status != STORE_OK || changed == 1))
        return status;
    return refuse_write(store, table, fault,
                        "it is not being played, its row has changed, or the entry is not "
                        "the next one");
}

StoreStatus store_append(Store *store, StoreId table, int64_t version,
                         const StoreEntry *entry, Fault *fault)
{
    return append(store, table, TABLE_PLAYING, version, entry, fault);
}

/* The row first: its lock keeps appends away that would come in between. */
StoreStatus store_table_end(Store *store, const StoreTable *table, const StoreEntry *entry,
                            Fault *fault)
{
    StoreStatus status = set_table(store, table, entry->turn.n - 1, fault);

    if (status != STORE_OK)
        return status;
    status = append(store, table->id, table->state, table->version + 1, entry, fault);
    return status == STORE_CONFLICT ? store_abort(store, status, fault) : status;
}

static StoreStatus write_last(Store *store, const StoreWrite *write, Fault *fault)
{
    if (write->row == NULL)
        return store_append(store, write->table, write->version, &write->entry, fault);
    return write->has_entry ? store_table_end(store, write->row, &write->entry, fault)
                            : store_table_set(store, write->row, fault);
}

/* By itself, within a batch. If an entry is refused after others were added, the whole
 * batch is aborted. */
static StoreStatus write_alone(Store *store, const StoreWrite *write, Fault *fault)
{
    StoreStatus status = store_caller_hold(store, &write->caller, fault);
    int added = 0;

    for (; added < write->before_count && status == STORE_OK; added += status == STORE_OK)
        status =
            store_append(store, write->table, write->version, &write->before[added], fault);
    if (status == STORE_OK)
        status = write_last(store, write, fault);
    return status == STORE_CONFLICT && added > 0 ? store_abort(store, status, fault)
                                                 : status;
}

/* Anything but STORE_OK: the batch is spoilt. */
static StoreStatus write_each(Store *store, StoreWrite *const *writes, int count,
                              const char *channel, Fault *fault)
{
    StoreStatus status = STORE_OK;

    for (int i = 0; i < count && status == STORE_OK; i++) {
        Fault refused = fault_like(fault);
        status = writes[i]->status = write_alone(store, writes[i], &refused);
        if (status == STORE_OK)
            status = store_notify(store, channel, writes[i]->notice, fault);
        else if (store->spoilt == STORE_OK)
            status = STORE_OK;
        else
            sql_refuse(status, fault, "%s", refused.sentence);
    }
    return status;
}

/* To a shared store: a write with several entries is a transaction of its own. A commit in
 * doubt may be done again: what was stored is refused then. */
static StoreStatus write_run(Store *store, StoreWrite *const *write, const char *channel,
                             Fault *fault)
{
    StoreStatus status = store_begin(store, fault);

    if (status != STORE_OK)
        return status;
    write_each(store, write, 1, channel, fault);
    status = store_commit(store, fault);
    if (status == STORE_CONFLICT)
        return STORE_OK; /* the write's own answer */
    return status == STORE_IN_DOUBT ? STORE_AWAY : status;
}

/* Writes with one entry go together, up to the next run. */
static StoreStatus write_shared(Store *store, StoreWrite *const *writes, int count,
                                const char *channel, Fault *fault)
{
    StoreStatus status = STORE_OK;

    for (int i = 0; i < count && status == STORE_OK;) {
        int first = i;
        while (i < count && writes[i]->before_count == 0)
            i++;
        if (i > first)
            status = postgres_write_many(store, writes + first, i - first, channel, fault);
        else
            status = write_run(store, writes + i++, channel, fault);
    }
    sql_note_write(store, status, fault);
    return status;
}

StoreStatus store_write_many(Store *store, StoreWrite *const *writes, int count,
                             const char *channel, Fault *fault)
{
    StoreStatus status;

    if (store->is_in_batch)
        return write_each(store, writes, count, channel, fault);
    if (store->kind->is_shared)
        return write_shared(store, writes, count, channel, fault);
    status = store_begin(store, fault);
    if (status != STORE_OK)
        return status;
    write_each(store, writes, count, channel, fault);
    return store_commit(store, fault);
}

static void read_entry(SqlRow *row, void *element)
{
    StoreEntry *entry = element;

    memset(entry, 0, sizeof *entry);
    entry->turn.n = row_int(row, 1, INT_MAX);
    entry->done.kind = (EntryKind)row_int(row, ENTRY_ACT, ENTRY_UNDO);
    entry->done.seat = row_int(row, 0, SEATS_MAX - 1);
    entry->done.is_by_bot = row_int(row, 0, 1);
    int64_t action = row_number(row);
    if (action < 0 || action > UINT32_MAX)
        row->is_wrong = 1;
    entry->done.action = (Action)action;
    entry->at = row_number(row);
    row_turn(row, &entry->turn);
    entry->hash = (uint64_t)row_number(row);
    entry->write_id = row_number(row);
}

StoreStatus store_log(Store *store, StoreId table, int from, StoreEntry *entries, int room,
                      int *count, Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_LOG,
                SQL_VALUES(sql_number(table), sql_number(from), sql_number(room)), fault);

    return sql_read_rows(store, asked, read_entry, entries, sizeof *entries, count,
                         "an entry of a log", fault);
}

void store_announce_log(Store *store, StoreId table, int from, int room)
{
    if (store->kind->is_shared)
        postgres_announce(
            store, QUERY_LOG,
            SQL_VALUES(sql_number(table), sql_number(from), sql_number(room)));
}

StoreStatus store_table_read(Store *store, const char *code, StoreId id, int from,
                             StoreTable *table, StoreEntry *entries, int room, int *count,
                             Fault *fault)
{
    *count = 0;
    if (id != 0)
        store_announce_log(store, id, from, room);
    StoreStatus status = store_table_by_code(store, code, table, fault);
    return status == STORE_OK
               ? store_log(store, table->id, from, entries, room, count, fault)
               : status;
}

/* ------------------------------------------------------------------------- */
/* Chat                                                                      */
/* ------------------------------------------------------------------------- */

StoreStatus store_chat_add(Store *store, StoreId table, StoreChat *chat, Fault *fault)
{
    int64_t k, one;
    StoreStatus status = store_caller_hold(store, &chat->caller, fault);

    if (status != STORE_OK)
        return status;
    do {
        status = sql_insert(store, QUERY_CHAT_ADD,
                            SQL_VALUES(sql_number(table), sql_number(chat->user),
                                       sql_number(chat->seat), sql_number(chat->at),
                                       sql_text(chat->text)),
                            &k, fault);
        if (status == STORE_OK)
            chat->k = (int)k;
        if (status != STORE_TAKEN)
            return status;
        /* Another line got that number, or there is no such table or user. */
        status = sql_read_numbers(store, QUERY_CHAT_MAY_ADD,
                                  SQL_VALUES(sql_number(table), sql_number(chat->user)),
                                  &one, 1, fault);
    } while (status == STORE_OK);
    return status == STORE_NOT_FOUND ? sql_refuse(status, fault, "there is no such table")
                                     : status;
}

static void read_chat(SqlRow *row, void *element)
{
    StoreChat *chat = element;

    chat->k = row_int(row, 1, INT_MAX);
    chat->user = row_number(row);
    chat->seat = row_int(row, NOBODY, SEATS_MAX - 1);
    chat->at = row_number(row);
    row_text(row, chat->text, sizeof chat->text);
    row_text(row, chat->name, sizeof chat->name);
    row_text(row, chat->code, sizeof chat->code);
}

StoreStatus store_chat_last(Store *store, StoreId table, int before, StoreChat *chats,
                            int room, int *count, Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_CHAT_LAST,
                SQL_VALUES(sql_number(table), sql_number(before), sql_number(room)), fault);

    return sql_read_rows(store, asked, read_chat, chats, sizeof *chats, count,
                         "a line of chat", fault);
}

static void read_line(SqlRow *row, void *element)
{
    StoreLine *line = element;

    line->k = row_int(row, 1, INT_MAX);
    line->table = row_number(row);
    row_text(row, line->code, sizeof line->code);
    line->seat = row_int(row, NOBODY, SEATS_MAX - 1);
    line->at = row_number(row);
    row_text(row, line->text, sizeof line->text);
}

StoreStatus store_chat_of(Store *store, StoreId user, const StoreLine *after,
                          StoreLine *lines, int room, int *count, Fault *fault)
{
    StoreStatus asked = sql_ask(store, QUERY_CHAT_OF,
                                SQL_VALUES(sql_number(user), sql_number(after->table),
                                           sql_number(after->k), sql_number(room)),
                                fault);

    return sql_read_rows(store, asked, read_line, lines, sizeof *lines, count,
                         "a line of chat", fault);
}
