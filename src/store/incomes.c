/* incomes.c: what has paid a person. */
#include "store/incomes.h"

#include "store/sql.h"

static void read_table(SqlRow *row, void *element)
{
    *(StoreId *)element = row_number(row);
}

StoreStatus store_uncounted(Store *store, StoreId *tables, int room, int *count,
                            Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_UNCOUNTED, SQL_VALUES(sql_number(room)), fault);

    return sql_read_rows(store, asked, read_table, tables, sizeof *tables, count,
                         "a game to count", fault);
}

StoreStatus store_counted(Store *store, StoreId table, Fault *fault)
{
    return sql_write_one(store, QUERY_COUNTED, SQL_VALUES(sql_number(table)),
                         STORE_NOT_FOUND, "the game is counted already", fault);
}

StoreStatus store_income_add(Store *store, StoreId table, int seat, const char *what,
                             int64_t times, int64_t total, Fault *fault)
{
    int changed;

    return sql_write(store, QUERY_INCOME_ADD,
                     SQL_VALUES(sql_number(table), sql_number(seat), sql_text(what),
                                sql_number(times), sql_number(total)),
                     &changed, fault);
}

static void read_income(SqlRow *row, void *element)
{
    StoreIncome *income = element;

    row_text(row, income->game, sizeof income->game);
    row_text(row, income->what, sizeof income->what);
    income->times = row_number(row);
    income->total = row_number(row);
}

StoreStatus store_incomes(Store *store, const StoreWhose *whose, StoreIncome *incomes,
                          int room, int *count, Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_INCOMES,
                SQL_VALUES(sql_number(whose->user), sql_number(whose->only_public),
                           sql_number(room)),
                fault);

    return sql_read_rows(store, asked, read_income, incomes, sizeof *incomes, count,
                         "an income", fault);
}
