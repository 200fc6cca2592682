/* tidy.h: what nobody needs any more is removed: sessions that have expired, open tables
 * that nobody comes to, guests who never played. */
#ifndef ROUNDHOUSE_SERVER_TIDY_H
#define ROUNDHOUSE_SERVER_TIDY_H

#include "server/inside.h"

/* Every hour, a little at a time; never while the wall clock is in doubt. */
void tidy_look(Core *core);
/* The table was found stale, and is ready now: it is closed, unless somebody has come.
 * 0: it was not to be closed. */
int table_tidy(Table *table);

#endif
