/* tidy.h: deletes stale data: expired sessions, open tables without visitors, guests who
 * never played. */
#ifndef ROUNDHOUSE_SERVER_TIDY_H
#define ROUNDHOUSE_SERVER_TIDY_H

#include "server/internal.h"

/* Every hour, a little at a time; never while the wall clock is in doubt. */
void tidy_look(Core *core);
/* Closes a stale table that is READY, unless somebody has come. 0: it stays. */
int table_tidy(Table *table);

#endif
