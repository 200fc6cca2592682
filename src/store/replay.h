/* replay.h: rebuilds the game of a table from its stored log. */
#ifndef ROUNDHOUSE_STORE_REPLAY_H
#define ROUNDHOUSE_STORE_REPLAY_H

#include "play/match.h"
#include "store/store.h"

/* All options in words, so that a stored game keeps its meaning when options are added:
 * "edition=mayfair mixed=no". Always fits, which the tests check. */
void replay_write_options(const Game *game, const Setup *setup,
                          char out[STORE_OPTIONS_MAX + 1]);
/* Those not named have their default values. 0, and a sentence: the game has no such. */
int replay_read_options(const Game *game, const char *text, Setup *setup, Fault *fault);

/* Does this program have the game of the table, by those rules? */
int replay_has_rules(const StoreTable *table);

/* The seed of the table's game, for playing, and for saves of finished games. `proof`, if
 * not NULL: that of the deal, which is not given if the table has none. */
StoreStatus replay_seed(Store *store, const StoreTable *table, uint8_t seed[SEED_BYTES],
                        DealProof *proof, Fault *fault);

/* One entry that was done again. */
typedef struct ReplayStep {
    const Match *match; /* after it */
    const StoreEntry *entry;
    const Events *events; /* none after an undo */
} ReplayStep;

/* The game at a table: deals, and does its log again up to the entry that the row names.
 * `see` is called after each entry and may be NULL. The caller frees *match, which has its
 * whole history. `secret`, if not NULL: the server's, of the deal.
 * STORE_NOT_FOUND: this program does not have the game by those rules.
 * STORE_BROKEN: the log does not replay. */
StoreStatus replay_table(Store *store, const StoreTable *table,
                         void (*see)(void *context, const ReplayStep *step), void *context,
                         Match **match, uint8_t *secret, Fault *fault);

#endif
