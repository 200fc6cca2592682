/* ledger.h: what people were told of one game, from whatever node, held in the end
 * against the log in the store, replayed by the rules. */
#ifndef ROUNDHOUSE_TESTS_SERVER_LEDGER_H
#define ROUNDHOUSE_TESTS_SERVER_LEDGER_H

#include "load/scan.h"
#include "store/store.h"

enum { LEDGER_READERS = 3, LEDGER_SPECTATOR = 2, LEDGER_ACTION_ROOM = 512 };

typedef struct Ledger Ledger;

Ledger *ledger_new(void);
void ledger_free(Ledger *ledger);

/* A seat, or the looker-on, was shown this position after entry n. */
void ledger_shown(Ledger *ledger, long n, int reader, Piece position);
/* A seat was told that what it wanted to do (an action; empty: take back) is entry n,
 * or that it is not stored. */
void ledger_stored(Ledger *ledger, long n, int seat, const char *action);
void ledger_not_stored(Ledger *ledger, long n, int seat, const char *action);
/* The highest number that anybody was told of. */
long ledger_last(const Ledger *ledger);

typedef struct LedgerCounts {
    long entries, shown, stored, not_stored;
    long doubtful; /* not stored, they were told, and yet it is there */
} LedgerCounts;

/* The log is whole, follows the rules, and is what everybody was told. Adds to the
 * counts. */
void ledger_check(const Ledger *ledger, Store *store, const char *code,
                  LedgerCounts *counts);

#endif
