/* tidy.h: deletes stale data: expired sessions, open tables without visitors, guests who
 * never played. */
#ifndef ROUNDHOUSE_SERVER_TIDY_H
#define ROUNDHOUSE_SERVER_TIDY_H

#include "server/internal.h"

/* Every hour, a little at a time; never while the wall clock is in doubt. */
void tidy_look(Core *core);
/* Closes a stale open table that is READY, unless somebody has come. 0: it stays. */
int table_tidy(Table *table);

/* Somebody has deleted the account, or a guest has logged out, who cannot come back: at
 * this table, a bot takes over the seat. If the table is open, the seat is free again, and
 * the next person who sits there is the host in their place; if nobody does, it is closed.
 */
void table_leave(Core *core, const char *code, StoreId user);
/* The same for a table in memory. */
void table_part(Table *table, StoreId user);
/* Writes that, when the table is READY. 0: there is nothing to write. */
int table_let_go(Table *table);

#endif
