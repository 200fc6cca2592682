/* rows.c: tables and turns out of rows. */
#include "store/rows.h"

#include "play/daily.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* ------------------------------------------------------------------------- */
/* A number for each seat                                                    */
/* ------------------------------------------------------------------------- */

SeatNumbers seat_numbers(const int64_t numbers[SEATS_MAX])
{
    SeatNumbers out = { "" };
    int count = SEATS_MAX;
    size_t length = 0;

    while (count > 0 && numbers[count - 1] == 0)
        count--;
    for (int i = 0; i < count; i++)
        length += (size_t)snprintf(out.text + length, sizeof out.text - length, "%s%lld",
                                   i > 0 ? " " : "", (long long)numbers[i]);
    return out;
}

SeatNumbers seat_ints(const int numbers[SEATS_MAX])
{
    int64_t wide[SEATS_MAX];

    for (int i = 0; i < SEATS_MAX; i++)
        wide[i] = numbers[i];
    return seat_numbers(wide);
}

static void read_seat_numbers(SqlRow *row, int64_t numbers[SEATS_MAX])
{
    SeatNumbers in;
    const char *at = in.text;
    char *end;

    row_text(row, in.text, sizeof in.text);
    memset(numbers, 0, SEATS_MAX * sizeof numbers[0]);
    for (int i = 0; i < SEATS_MAX && *at != '\0'; i++) {
        errno = 0;
        numbers[i] = strtoll(at, &end, 10);
        if (end == at || errno != 0)
            break;
        at = *end == ' ' ? end + 1 : end;
    }
    if (*at != '\0')
        row->is_wrong = 1;
}

static void read_seat_ints(SqlRow *row, int numbers[SEATS_MAX])
{
    int64_t wide[SEATS_MAX];

    read_seat_numbers(row, wide);
    for (int i = 0; i < SEATS_MAX; i++) {
        if (wide[i] < INT_MIN || wide[i] > INT_MAX)
            row->is_wrong = 1;
        numbers[i] = (int)wide[i];
    }
}

/* ------------------------------------------------------------------------- */
/* Tables                                                                    */
/* ------------------------------------------------------------------------- */

void row_turn(SqlRow *row, StoreTurn *turn)
{
    turn->waiting = (SeatSet)row_int(row, 0, seats_all(SEATS_MAX));
    turn->deadline = row_number(row);
    read_seat_numbers(row, turn->left);
}

/* In the order of TABLES_WITH_SEATS, up to its `turn`. */
static void read_table(SqlRow *row, StoreTable *table)
{
    char deal[DEAL_COLUMN_MAX + 1], name[STORE_CODE_MAX + 1];

    row_text(row, table->code, sizeof table->code);
    row_text(row, table->game, sizeof table->game);
    table->rules = row_int(row, 1, INT_MAX);
    row_text(row, table->options, sizeof table->options);
    table->seat_count = row_int(row, 1, SEATS_MAX);
    table->is_public = row_int(row, 0, 1);
    table->clock.kind = (ClockKind)row_int(row, CLOCK_NONE, CLOCK_DAYS);
    table->clock.time = row_number(row);
    table->clock.extra = row_number(row);
    row_text(row, table->sit_in, sizeof table->sit_in);
    table->host = row_number(row);
    table->created = row_number(row);
    table->state = (TableState)row_int(row, TABLE_OPEN, TABLE_CLOSED);
    table->changed = row_number(row);
    table->turn.n = row_int(row, 0, INT_MAX);
    row_turn(row, &table->turn);
    read_seat_ints(row, table->scores);
    read_seat_ints(row, table->places);
    row_text(row, table->next, sizeof table->next);
    table->version = row_number(row);
    table->daily = row_int(row, 0, DAILY_DAYS_MAX);
    row_text(row, deal, sizeof deal);
    memcpy(name, table->code, sizeof name);
    if (table->daily != 0)
        daily_deal_name(table->daily, table->game, name);
    if (!deal_column_read(deal, name, &table->deal))
        row->is_wrong = 1;
}

static void read_seat(SqlRow *row, StoreSeat *seats)
{
    StoreSeat *seat = &seats[row_int(row, 0, SEATS_MAX - 1)];

    seat->who = (SeatWho)row_int(row, SEAT_OPEN, SEAT_PROGRAM);
    seat->user = row_number(row);
    row_text(row, seat->level, sizeof seat->level);
    seat->is_away = row_int(row, 0, 1);
    row_text(row, seat->name, sizeof seat->name);
    row_text(row, seat->code, sizeof seat->code);
    seat->kind = (UserKind)row_int(row, USER_GUEST, USER_PROGRAM);
}

enum { TURN_COLUMN = 25 };

StoreStatus read_tables(Store *store, StoreStatus asked, StoreTable *tables, int room,
                        int *count, StoreCursor *last, Fault *fault)
{
    StoreStatus status = asked;

    *count = 0;
    while (status == STORE_OK && (status = sql_next(store, fault)) == STORE_OK) {
        SqlRow row = { .store = store };
        StoreId id = row_number(&row);
        if (*count == 0 || tables[*count - 1].id != id) {
            if (*count == room)
                return sql_damaged(store, "more tables than asked for", fault);
            memset(&tables[*count], 0, sizeof *tables);
            tables[*count].id = id;
            read_table(&row, &tables[(*count)++]);
        }
        StoreTable *table = &tables[*count - 1];
        row.column = TURN_COLUMN;
        int64_t turn = row_number(&row);
        if (last != NULL)
            *last = (StoreCursor){ .rank = turn, .at = table->changed, .id = id };
        read_seat(&row, table->seats);
        if (row.is_wrong)
            return sql_damaged(store, "a table", fault);
    }
    return status == STORE_NOT_FOUND ? STORE_OK : status;
}
