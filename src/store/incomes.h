/* incomes.h: what has paid a person, summed over all their games: objectives, kinds of
 * trains, departures. The rules of store.h hold.
 *
 *     tables ──< uncounted        finished games whose log is not summed up yet
 *     users ──< incomes           a row for each game, thing and kind of table
 *
 * The database puts a game among the uncounted in the transaction that ends it. Whoever
 * takes it from there, in a batch, adds what it paid in the same batch: so each counts
 * once, on however many nodes. Incomes go with the account. */
#ifndef ROUNDHOUSE_STORE_INCOMES_H
#define ROUNDHOUSE_STORE_INCOMES_H

#include "store/results.h"

enum { STORE_WHAT_MAX = 2 * STORE_WORD_MAX + 1 };

typedef struct StoreIncome {
    char game[STORE_WORD_MAX + 1];
    char what[STORE_WHAT_MAX + 1]; /* "objective/coal": a field and its value */
    int64_t times;                 /* that it paid more than nothing */
    int64_t total;                 /* points or money */
} StoreIncome;

/* Finished games to count, the oldest tables first. */
StoreStatus store_uncounted(Store *store, StoreId *tables, int room, int *count,
                            Fault *fault);
/* Takes it from them. STORE_NOT_FOUND: somebody else has. */
StoreStatus store_counted(Store *store, StoreId table, Fault *fault);
/* For whoever has played this seat to the end, if it was a person with an account. */
StoreStatus store_income_add(Store *store, StoreId table, int seat, const char *what,
                             int64_t times, int64_t total, Fault *fault);

/* By game, the most frequent first. */
StoreStatus store_incomes(Store *store, const StoreWhose *whose, StoreIncome *incomes,
                          int room, int *count, Fault *fault);

#endif
