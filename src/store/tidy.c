/* tidy.c: what nobody needs any more, found and removed a little at a time. */
#include "store/rows.h"

StoreStatus store_stale_tables(Store *store, int64_t before, StoreId after,
                               StoreStale *tables, int room, int *count, Fault *fault)
{
    StoreStatus status =
        sql_ask(store, QUERY_STALE_TABLES,
                SQL_VALUES(sql_number(before), sql_number(after), sql_number(room)), fault);

    *count = 0;
    while (status == STORE_OK && (status = sql_next(store, fault)) == STORE_OK) {
        SqlRow row = { .store = store };
        tables[*count].table = row_number(&row);
        row_text(&row, tables[*count].code, sizeof tables[*count].code);
        if (row.is_wrong)
            return sql_damaged(store, "a table that is open", fault);
        *count += 1;
    }
    return status == STORE_NOT_FOUND ? STORE_OK : status;
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
