/* revive.h: a game in progress out of the store: its setup, its deal, its log. */
#ifndef ROUNDHOUSE_SERVER_REVIVE_H
#define ROUNDHOUSE_SERVER_REVIVE_H

#include "play/match.h"
#include "store/store.h"

/* How a table was set up, without its seed. 0, told: this program does not know
 * such a game, or other rules of it. */
int revive_setup(const StoreTable *row, const Game **game, Setup *setup, Fault *fault);

/* Does this program have the game of the table, with those rules? */
int revive_has_rules(const StoreTable *row);

/* One step of a revival. `events` is NULL for an undo. */
typedef struct ReviveStep {
    const Match *match; /* after it */
    const StoreEntry *entry;
    const Events *events;
} ReviveStep;

/* Deals, and does all of the log again; `see` is called after each entry and may be
 * NULL. The caller frees *match, which has its whole history. STORE_BROKEN: the log
 * is not that of a game. On the keeper's thread. */
StoreStatus revive(Store *store, const StoreTable *row,
                   void (*see)(void *context, const ReviveStep *step), void *context,
                   Match **match, Fault *fault);

#endif
