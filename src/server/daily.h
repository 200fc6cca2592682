/* daily.h: the deal of the day at a server. An attempt is an ordinary table with the day in
 * its row. Until that day is over, nobody but its player learns of it, and nobody learns
 * its seed. */
#ifndef ROUNDHOUSE_SERVER_DAILY_H
#define ROUNDHOUSE_SERVER_DAILY_H

#include "server/table.h"

/* Is it an attempt at the deal of a day that is not over? `now` is core_expiry_time: while
 * the clock is in doubt, no day is over. */
int daily_is_secret(const StoreTable *row, int64_t now);
/* May this user, 0 for strangers, see the table? */
int table_may_see(const StoreTable *row, StoreId user, int64_t now);
/* The key "daily" of such a table. */
void daily_put(JsonOut *out, const StoreTable *row);

/* The deals of this day and the next, unless they are there: so each is committed to before
 * its day begins. */
StoreStatus daily_make(Store *store, int64_t now, Fault *fault);
/* Makes them when a day begins. */
void daily_look(Core *core);

/* The bots of such a table decide before the player, so that what they see does not depend
 * on who is quicker. Keeps the message until they have; 0: it can run. */
int table_waits_for_bots(Table *table, Message *message, int seat);

#endif
