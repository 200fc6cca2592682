/* lists.c: lists of tables, claims of tables with work to do, and tidying up. */
#include "store/rows.h"

#include <assert.h>
#include <stdio.h>

/* ------------------------------------------------------------------------- */
/* Lists                                                                     */
/* ------------------------------------------------------------------------- */

static StoreStatus ask_list(Store *store, StoreList list, StoreId user,
                            const StoreCursor *from, int room, Fault *fault)
{
    SqlValue whose = sql_number(user), rank = sql_number(from->rank);
    SqlValue at = sql_number(from->at), id = sql_number(from->id);
    SqlValue most = sql_number(room);

    switch (list) {
    case LIST_PUBLIC:
        return sql_ask(store, QUERY_LIST_PUBLIC, SQL_VALUES(id, most, sql_number(0)),
                       fault);
    case LIST_PUBLIC_OVER:
        return sql_ask(store, QUERY_LIST_PUBLIC_OVER, SQL_VALUES(at, id, most), fault);
    case LIST_MINE:
        return sql_ask(store, QUERY_LIST_MINE, SQL_VALUES(whose, rank, at, id, most),
                       fault);
    case LIST_LEFT:
        return sql_ask(store, QUERY_LIST_LEFT, SQL_VALUES(whose, most), fault);
    case LIST_ALL:
        return sql_ask(store, QUERY_LIST_ALL, SQL_VALUES(whose, id, most), fault);
    case LIST_MINE_OVER:
    default:
        return sql_ask(store, QUERY_LIST_MINE_OVER,
                       SQL_VALUES(whose, at, id, most, sql_text(""), sql_number(0)), fault);
    }
}

StoreStatus store_list(Store *store, StoreList list, StoreId user, StoreCursor *cursor,
                       StoreTable *tables, int room, int *count, Fault *fault)
{
    StoreStatus asked = ask_list(store, list, user, cursor, room, fault);

    return read_tables(store, asked, tables, room, count, cursor, fault);
}

StoreStatus store_list_public(Store *store, int per_host, StoreCursor *cursor,
                              StoreTable *tables, int room, int *count, Fault *fault)
{
    StoreStatus asked = sql_ask(
        store, QUERY_LIST_PUBLIC,
        SQL_VALUES(sql_number(cursor->id), sql_number(room), sql_number(per_host)), fault);

    return read_tables(store, asked, tables, room, count, cursor, fault);
}

StoreStatus store_hosted(Store *store, StoreId user, int *count, Fault *fault)
{
    int64_t number = 0;
    StoreStatus status = sql_read_numbers(store, QUERY_HOSTED, SQL_VALUES(sql_number(user)),
                                          &number, 1, fault);

    *count = (int)number;
    return status;
}

static void read_ref(SqlRow *row, void *element)
{
    StoreRef *ref = element;

    ref->table = row_number(row);
    row_text(row, ref->code, sizeof ref->code);
    ref->user = 0;
}

/* ------------------------------------------------------------------------- */
/* Claims                                                                    */
/* ------------------------------------------------------------------------- */

/* "{12,15}" */
static void write_kept(const StoreClaim *claim, char *out, size_t room)
{
    size_t length = (size_t)snprintf(out, room, "{");

    for (int i = 0; i < claim->kept_count; i++)
        length += (size_t)snprintf(out + length, room - length, i == 0 ? "%lld" : ",%lld",
                                   (long long)claim->kept[i]);
    snprintf(out + length, room - length, "}");
}

static StoreStatus ask_claims(Store *store, const StoreClaim *claim, int room, Fault *fault)
{
    enum { NUMBER_ROOM = 21, ALONE = 7, SHARED = 11 };
    char kept[CLAIMS_KEPT_MAX * NUMBER_ROOM + 3];
    int is_shared = store->kind->is_shared;

    assert(claim->kept_count <= CLAIMS_KEPT_MAX);
    write_kept(claim, kept, sizeof kept);
    const SqlValue values[SHARED] = {
        sql_text(claim->node),
        sql_number(claim->now),
        sql_number(claim->until),
        sql_number(claim->deadline),
        sql_number(claim->idle_since),
        sql_number(claim->after),
        sql_number(room),
        sql_number(claim->looks_until),
        sql_text(kept),
        sql_number(claim->patience),
        sql_number(claim->stood),
    };
    return is_shared ? sql_ask(store, QUERY_CLAIM, values, SHARED, fault)
                     : sql_ask_writing(store, QUERY_CLAIM, values, ALONE, fault);
}

static StoreStatus claim_in_batch(Store *store, const StoreClaim *claim, StoreRef *wakes,
                                  int room, int *count, int64_t *stood, Fault *fault)
{
    enum { STOOD = 2 };
    StoreStatus status = ask_claims(store, claim, room, fault);

    while (status == STORE_OK && (status = sql_next(store, fault)) == STORE_OK) {
        if (store->kind->is_shared)
            *stood = store->kind->number(store, STOOD);
        SqlRow row = { .store = store };
        read_ref(&row, &wakes[*count]);
        if (row.is_wrong)
            return sql_damaged(store, "a table with work to do", fault);
        /* A row without a table has the pulse alone. */
        *count += wakes[*count].table != 0;
    }
    return status == STORE_NOT_FOUND ? STORE_OK : status;
}

StoreStatus store_claim(Store *store, const StoreClaim *claim, StoreRef *wakes, int room,
                        int *count, int64_t *stood, Fault *fault)
{
    int needs_batch = !store->kind->is_shared && !store->is_in_batch;
    StoreStatus status = needs_batch ? store_begin(store, fault) : STORE_OK;

    *count = 0;
    if (status != STORE_OK)
        return status;
    status = claim_in_batch(store, claim, wakes, room, count, stood, fault);
    return needs_batch ? store_commit(store, fault) : status;
}

StoreStatus store_claims_drop(Store *store, const char *node, int64_t now, Fault *fault)
{
    return sql_write(store, QUERY_CLAIMS_DROP, SQL_VALUES(sql_text(node), sql_number(now)),
                     NULL, fault);
}

/* ------------------------------------------------------------------------- */
/* Tidying                                                                   */
/* ------------------------------------------------------------------------- */

StoreStatus store_stale_tables(Store *store, int64_t before, StoreId after,
                               StoreRef *tables, int room, int *count, Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_STALE_TABLES,
                SQL_VALUES(sql_number(before), sql_number(after), sql_number(room)), fault);

    return sql_read_rows(store, asked, read_ref, tables, sizeof *tables, count,
                         "an open table", fault);
}

static void read_orphan(SqlRow *row, void *element)
{
    StoreRef *ref = element;

    read_ref(row, ref);
    ref->user = row_number(row);
}

StoreStatus store_orphaned_tables(Store *store, int64_t now, StoreId after,
                                  StoreRef *tables, int room, int *count, Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_ORPHANED_TABLES,
                SQL_VALUES(sql_number(after), sql_number(room), sql_number(now)), fault);

    return sql_read_rows(store, asked, read_orphan, tables, sizeof *tables, count,
                         "a table", fault);
}

StoreStatus store_guests_tidy(Store *store, int64_t before, int most, int *gone,
                              Fault *fault)
{
    StoreStatus status =
        sql_write(store, QUERY_GUESTS_END_SESSIONS,
                  SQL_VALUES(sql_number(before), sql_number(most)), NULL, fault);

    *gone = 0;
    return status != STORE_OK
               ? status
               : sql_write(store, QUERY_GUESTS_TIDY,
                           SQL_VALUES(sql_number(before), sql_number(most)), gone, fault);
}
