/* daily.c: deals of the day, and the attempts at them. */
#include "store/daily.h"

#include "play/daily.h"
#include "store/sql.h"

#include <limits.h>

/* ------------------------------------------------------------------------- */
/* Deals                                                                     */
/* ------------------------------------------------------------------------- */

StoreStatus store_daily_add(Store *store, const StoreDaily *daily,
                            const uint8_t secret[SEED_BYTES], Fault *fault)
{
    return sql_write(store, QUERY_DAILY_ADD,
                     SQL_VALUES(sql_number(daily->day), sql_text(daily->game),
                                sql_number(daily->rules), sql_text(daily->options),
                                sql_number(daily->seat_count), sql_text(daily->level),
                                sql_number(daily->created), sql_bytes(secret, SEED_BYTES)),
                     NULL, fault);
}

static void read_daily(SqlRow *row, void *element)
{
    StoreDaily *daily = element;

    daily->day = row_int(row, 1, DAILY_DAYS_MAX);
    row_text(row, daily->game, sizeof daily->game);
    daily->rules = row_int(row, 1, INT_MAX);
    row_text(row, daily->options, sizeof daily->options);
    daily->seat_count = row_int(row, 1, SEATS_MAX);
    row_text(row, daily->level, sizeof daily->level);
    daily->created = row_number(row);
}

StoreStatus store_dailies(Store *store, int day, StoreDaily *dailies, int room, int *count,
                          Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_DAILIES, SQL_VALUES(sql_number(day), sql_number(room)), fault);

    return sql_read_rows(store, asked, read_daily, dailies, sizeof *dailies, count,
                         "a deal of the day", fault);
}

StoreStatus store_daily_get(Store *store, int day, const char *game, StoreDaily *daily,
                            Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_DAILY_GET, SQL_VALUES(sql_number(day), sql_text(game)), fault);

    return sql_read_row(store, asked, read_daily, daily, "deal of the day", fault);
}

static void read_secret(SqlRow *row, void *secret)
{
    row_bytes(row, secret, SEED_BYTES);
}

StoreStatus store_daily_secret(Store *store, int day, const char *game,
                               uint8_t secret[SEED_BYTES], Fault *fault)
{
    StoreStatus asked = sql_ask(store, QUERY_DAILY_SECRET,
                                SQL_VALUES(sql_number(day), sql_text(game)), fault);

    return sql_read_row(store, asked, read_secret, secret, "deal of the day", fault);
}

StoreStatus store_daily_before(Store *store, int day, int *before, Fault *fault)
{
    int64_t number = 0;
    StoreStatus status = sql_read_numbers(store, QUERY_DAILY_BEFORE,
                                          SQL_VALUES(sql_number(day)), &number, 1, fault);

    *before = (int)number;
    return status;
}

/* ------------------------------------------------------------------------- */
/* Attempts                                                                  */
/* ------------------------------------------------------------------------- */

StoreStatus store_attempt_add(Store *store, const StoreAttempt *attempt, Fault *fault)
{
    return sql_write_one(store, QUERY_ATTEMPT_ADD,
                         SQL_VALUES(sql_number(attempt->table), sql_number(attempt->day),
                                    sql_text(attempt->game), sql_number(attempt->user),
                                    sql_number(attempt->k), sql_number(attempt->is_ranked),
                                    sql_number(attempt->started)),
                         STORE_TAKEN, "there is such an attempt already", fault);
}

static void read_attempt(SqlRow *row, void *element)
{
    StoreAttempt *attempt = element;

    attempt->day = row_int(row, 1, DAILY_DAYS_MAX);
    row_text(row, attempt->game, sizeof attempt->game);
    attempt->user = row_number(row);
    attempt->k = row_int(row, 1, INT_MAX);
    attempt->is_ranked = row_int(row, 0, 1);
    attempt->table = row_number(row);
    attempt->started = row_number(row);
    attempt->is_done = row_int(row, 0, 1);
    attempt->score = row_int(row, INT_MIN, INT_MAX);
    attempt->place = row_int(row, 0, SEATS_MAX);
    attempt->ended = row_number(row);
    row_text(row, attempt->code, sizeof attempt->code);
    attempt->state = (TableState)row_int(row, TABLE_OPEN, TABLE_CLOSED);
    attempt->is_left = row_int(row, 0, 1);
    row_text(row, attempt->name, sizeof attempt->name);
    row_text(row, attempt->user_code, sizeof attempt->user_code);
    attempt->kind = (UserKind)row_int(row, USER_GUEST, USER_PROGRAM);
}

static StoreStatus read_attempts(Store *store, StoreStatus asked, StoreAttempt *attempts,
                                 int *count, Fault *fault)
{
    return sql_read_rows(store, asked, read_attempt, attempts, sizeof *attempts, count,
                         "an attempt", fault);
}

StoreStatus store_attempts_of(Store *store, StoreId user, int day, StoreAttempt *attempts,
                              int room, int *count, Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_ATTEMPTS_OF,
                SQL_VALUES(sql_number(user), sql_number(day), sql_number(room)), fault);

    return read_attempts(store, asked, attempts, count, fault);
}

StoreStatus store_attempts(Store *store, int day, const char *game, int is_ranked, int from,
                           StoreAttempt *attempts, int room, int *count, Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_ATTEMPTS,
                SQL_VALUES(sql_number(day), sql_text(game), sql_number(is_ranked),
                           sql_number(room), sql_number(from)),
                fault);

    return read_attempts(store, asked, attempts, count, fault);
}

StoreStatus store_attempts_ever(Store *store, StoreId user, StoreId after,
                                StoreAttempt *attempts, int room, int *count, Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_ATTEMPTS_EVER,
                SQL_VALUES(sql_number(user), sql_number(after), sql_number(room)), fault);

    return read_attempts(store, asked, attempts, count, fault);
}

StoreStatus store_turnout(Store *store, int day, const char *game, StoreTurnout *turnout,
                          Fault *fault)
{
    int64_t numbers[3] = { 0 };
    StoreStatus status =
        sql_read_numbers(store, QUERY_TURNOUT, SQL_VALUES(sql_number(day), sql_text(game)),
                         numbers, 3, fault);

    *turnout = (StoreTurnout){ .ranked = (int)numbers[0],
                               .done = (int)numbers[1],
                               .apart = (int)numbers[2] };
    return status;
}

StoreStatus store_attempts_above(Store *store, int day, const char *game, int score,
                                 int *count, Fault *fault)
{
    int64_t number = 0;
    StoreStatus status = sql_read_numbers(
        store, QUERY_ATTEMPTS_ABOVE,
        SQL_VALUES(sql_number(day), sql_text(game), sql_number(score)), &number, 1, fault);

    *count = (int)number;
    return status;
}
