/* rows.h: tables and turns as rows have them. */
#ifndef ROUNDHOUSE_STORE_ROWS_H
#define ROUNDHOUSE_STORE_ROWS_H

#include "store/deal_column.h"
#include "store/sql.h"

/* One number for each seat, as text: "900000 871200"; all zero: "". */
enum { SEAT_NUMBERS_MAX = SEATS_MAX * 21 };

typedef struct SeatNumbers {
    char text[SEAT_NUMBERS_MAX + 1];
} SeatNumbers;

SeatNumbers seat_numbers(const int64_t numbers[SEATS_MAX]);
SeatNumbers seat_ints(const int numbers[SEATS_MAX]);

/* Waiting, deadline and clocks; n stands elsewhere. */
void row_turn(SqlRow *row, StoreTurn *turn);

/* The tables of a statement with a row for each seat, at most `room` of them.
 * `last`, if not NULL: where the last of them stands in its list. The statement has
 * been asked with `asked`. */
StoreStatus read_tables(Store *store, StoreStatus asked, StoreTable *tables, int room,
                        int *count, StoreCursor *last, Fault *fault);

#endif
