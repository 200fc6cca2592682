/* results.c: results of games, and what is made of them. */
#include "store/results.h"

#include "store/rows.h"

#include <limits.h>

static void read_result(SqlRow *row, void *element)
{
    StoreResult *result = element;

    result->table = row_number(row);
    row_text(row, result->code, sizeof result->code);
    result->seat = row_int(row, 0, SEATS_MAX - 1);
    row_text(row, result->game, sizeof result->game);
    row_text(row, result->rule_set, sizeof result->rule_set);
    result->seat_count = row_int(row, 1, SEATS_MAX);
    result->is_public = row_int(row, 0, 1);
    result->is_away = row_int(row, 0, 1);
    result->score = row_int(row, INT_MIN, INT_MAX);
    result->place = row_int(row, 0, SEATS_MAX);
    result->ended = row_number(row);
}

StoreStatus store_results(Store *store, const StoreWhose *whose, StoreCursor *cursor,
                          StoreResult *results, int room, int *count, Fault *fault)
{
    StoreStatus status = sql_ask(
        store, QUERY_RESULTS,
        SQL_VALUES(sql_number(whose->user), sql_number(whose->only_public),
                   sql_number(cursor->at), sql_number(cursor->id), sql_number(room)),
        fault);

    status = sql_read_rows(store, status, read_result, results, sizeof *results, count,
                           "a result", fault);
    if (status == STORE_OK && *count > 0)
        *cursor = (StoreCursor){ .at = results[*count - 1].ended,
                                 .id = results[*count - 1].table };
    return status;
}

/* A query with the parameters user, only_public and limit. */
static StoreStatus ask_whose(Store *store, Query query, const StoreWhose *whose, int room,
                             Fault *fault)
{
    return sql_ask(store, query,
                   SQL_VALUES(sql_number(whose->user), sql_number(whose->only_public),
                              sql_number(room)),
                   fault);
}

static void read_record(SqlRow *row, void *element)
{
    StoreRecord *record = element;

    row_text(row, record->game, sizeof record->game);
    row_text(row, record->rule_set, sizeof record->rule_set);
    record->seat_count = row_int(row, 1, SEATS_MAX);
    record->games = row_int(row, 1, INT_MAX);
    record->played = row_int(row, 0, INT_MAX);
    record->wins = row_int(row, 0, INT_MAX);
    record->total = row_number(row);
    record->all_seats = row_number(row);
    record->all_total = row_number(row);
}

StoreStatus store_records(Store *store, const StoreWhose *whose, StoreRecord *records,
                          int room, int *count, Fault *fault)
{
    StoreStatus asked = ask_whose(store, QUERY_RECORDS, whose, room, fault);

    return sql_read_rows(store, asked, read_record, records, sizeof *records, count,
                         "somebody's results", fault);
}

static void read_opponent(SqlRow *row, void *element)
{
    StoreOpponent *opponent = element;

    row_text(row, opponent->name, sizeof opponent->name);
    opponent->games = row_int(row, 1, INT_MAX);
    opponent->ahead = row_int(row, 0, INT_MAX);
}

StoreStatus store_opponents(Store *store, const StoreWhose *whose, StoreOpponent *opponents,
                            int room, int *count, Fault *fault)
{
    StoreStatus asked = ask_whose(store, QUERY_OPPONENTS, whose, room, fault);

    return sql_read_rows(store, asked, read_opponent, opponents, sizeof *opponents, count,
                         "an opponent", fault);
}

StoreStatus store_streaks(Store *store, const StoreWhose *whose, StoreStreaks *streaks,
                          Fault *fault)
{
    int64_t numbers[2] = { 0 };
    StoreStatus status = sql_read_numbers(
        store, QUERY_STREAKS,
        SQL_VALUES(sql_number(whose->user), sql_number(whose->only_public)), numbers, 2,
        fault);

    *streaks = (StoreStreaks){ .now = (int)numbers[0], .longest = (int)numbers[1] };
    return status;
}

StoreStatus store_is_hidden(Store *store, StoreId user, int *is_hidden, Fault *fault)
{
    int64_t number = 0;
    StoreStatus status = sql_read_numbers(store, QUERY_IS_HIDDEN,
                                          SQL_VALUES(sql_number(user)), &number, 1, fault);

    *is_hidden = number != 0;
    return status == STORE_NOT_FOUND ? sql_refuse(status, fault, "there is no such user")
                                     : status;
}

StoreStatus store_hide(Store *store, StoreId user, int is_hidden, Fault *fault)
{
    return sql_write_one(store, QUERY_HIDE,
                         SQL_VALUES(sql_number(user), sql_number(is_hidden)),
                         STORE_NOT_FOUND, "there is no such user", fault);
}

StoreStatus store_list_over(Store *store, StoreId user, const char *game, StoreId other,
                            StoreCursor *cursor, StoreTable *tables, int room, int *count,
                            Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_LIST_MINE_OVER,
                SQL_VALUES(sql_number(user), sql_number(cursor->at), sql_number(cursor->id),
                           sql_number(room), sql_text(game), sql_number(other)),
                fault);

    return read_tables(store, asked, tables, room, count, cursor, fault);
}
