/* lists.c: which tables there are, what waits to be done at them, and who may
 * write to them. */
#include "store/rows.h"

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
    case LIST_MINE_OVER:
    default:
        return sql_ask(store, QUERY_LIST_MINE_OVER, SQL_VALUES(whose, at, id, most), fault);
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

StoreStatus store_wakes(Store *store, int64_t until, StoreId after, StoreWake *wakes,
                        int room, int *count, Fault *fault)
{
    StoreStatus status =
        sql_ask(store, QUERY_WAKES,
                SQL_VALUES(sql_number(until), sql_number(after), sql_number(room)), fault);

    *count = 0;
    while (status == STORE_OK && (status = sql_next(store, fault)) == STORE_OK) {
        SqlRow row = { .store = store };
        StoreWake *wake = &wakes[*count];
        wake->table = row_number(&row);
        row_text(&row, wake->code, sizeof wake->code);
        wake->deadline = row_number(&row);
        wake->is_bots_turn = row_int(&row, 0, 1);
        row_text(&row, wake->node, sizeof wake->node);
        wake->lease_until = row_number(&row);
        if (row.is_wrong)
            return sql_damaged(store, "a table that waits", fault);
        *count += 1;
    }
    return status == STORE_NOT_FOUND ? STORE_OK : status;
}

StoreStatus store_counts(Store *store, StoreCounts *counts, Fault *fault)
{
    int64_t numbers[2] = { 0 };
    StoreStatus status = sql_read_numbers(store, QUERY_COUNTS, NULL, 0, numbers, 2, fault);

    *counts = (StoreCounts){ .open = numbers[0], .playing = numbers[1] };
    return status;
}

/* ------------------------------------------------------------------------- */
/* Leases                                                                    */
/* ------------------------------------------------------------------------- */

StoreStatus store_lease_get(Store *store, StoreId table, StoreLease *lease, Fault *fault)
{
    StoreStatus status =
        sql_ask(store, QUERY_LEASE_GET, SQL_VALUES(sql_number(table)), fault);
    SqlRow row = { .store = store };

    if (status == STORE_OK)
        status = sql_next(store, fault);
    if (status == STORE_NOT_FOUND)
        return sql_refuse(status, fault, "there is no such table");
    if (status != STORE_OK)
        return status;
    row_text(&row, lease->node, sizeof lease->node);
    lease->token = row_number(&row);
    lease->until = row_number(&row);
    if (row.is_wrong)
        return sql_damaged(store, "a lease", fault);
    sql_done(store);
    return STORE_OK;
}

static StoreStatus refuse_lease(Store *store, StoreId table, StoreLease *lease,
                                Fault *fault)
{
    StoreStatus status = store_lease_get(store, table, lease, fault);

    return status != STORE_OK ? status
                              : sql_refuse(STORE_TAKEN, fault, "%s has table %lld",
                                           lease->node, (long long)table);
}

StoreStatus store_lease_take(Store *store, StoreId table, const char *node, int64_t now,
                             int64_t until, StoreLease *lease, Fault *fault)
{
    StoreLease taken = { .until = until };
    StoreStatus status = sql_insert(
        store, QUERY_LEASE_TAKE,
        SQL_VALUES(sql_number(table), sql_text(node), sql_number(now), sql_number(until)),
        &taken.token, fault);

    if (status == STORE_TAKEN)
        return refuse_lease(store, table, lease, fault);
    if (status != STORE_OK)
        return status;
    strncpy(taken.node, node, STORE_WORD_MAX);
    *lease = taken;
    return STORE_OK;
}

StoreStatus store_leases_keep(Store *store, const char *node, int64_t until, Fault *fault)
{
    return sql_write(store, QUERY_LEASES_KEEP,
                     SQL_VALUES(sql_text(node), sql_number(until)), NULL, fault);
}

StoreStatus store_lease_drop(Store *store, StoreId table, int64_t token, Fault *fault)
{
    int changed;
    StoreStatus status =
        sql_write(store, QUERY_LEASE_DROP, SQL_VALUES(sql_number(table), sql_number(token)),
                  &changed, fault);

    if (status == STORE_OK && changed == 0)
        return sql_refuse(STORE_CONFLICT, fault, "the lease was not ours any more");
    return status;
}

StoreStatus store_leases_drop_of(Store *store, const char *node, Fault *fault)
{
    return sql_write(store, QUERY_LEASES_DROP_OF, SQL_VALUES(sql_text(node)), NULL, fault);
}
