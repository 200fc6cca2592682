/* ledger.h: what clients received about one game, from any node; compared at the end
 * with the log in the store, replayed by the rules. */
#ifndef ROUNDHOUSE_TESTS_SERVER_LEDGER_H
#define ROUNDHOUSE_TESTS_SERVER_LEDGER_H

#include "load/scan.h"
#include "store/store.h"

enum { LEDGER_READERS = 3, LEDGER_SPECTATOR = 2, LEDGER_ACTION_ROOM = 512 };

typedef struct Ledger Ledger;

Ledger *ledger_new(void);
void ledger_free(Ledger *ledger);

/* A seat, or the spectator, received this position after entry n. */
void ledger_shown(Ledger *ledger, long n, int reader, Piece position);
/* The seat's action (empty: undo) was acknowledged as entry n, or answered with not-
 * stored. */
void ledger_stored(Ledger *ledger, long n, int seat, const char *action);
void ledger_not_stored(Ledger *ledger, long n, int seat, const char *action);
/* The highest number that any client received. */
long ledger_last(const Ledger *ledger);

typedef struct LedgerCounts {
    long entries, shown, stored, not_stored;
    long doubtful; /* answered with not-stored, and stored nevertheless */
} LedgerCounts;

/* Asserts that the log has no gap, follows the rules and agrees with everything
 * received. Adds to the counts. */
void ledger_check(const Ledger *ledger, Store *store, const char *code,
                  LedgerCounts *counts);

#endif
