/* wakes.h: work at tables that nobody watches: a bot's turn, or an expired clock. */
#ifndef ROUNDHOUSE_SERVER_WAKES_H
#define ROUNDHOUSE_SERVER_WAKES_H

#include "server/core.h"

/* Scans the store periodically, the first time at once. */
void wakes_look(Core *core);
/* Brings a table into memory, so that its bots go on. */
void table_wake(Core *core, const char *code);

#endif
