/* wakes.h: tables that nobody looks at, but at which the server has something to
 * do: a bot's turn, or time that has run out. */
#ifndef ROUNDHOUSE_SERVER_WAKES_H
#define ROUNDHOUSE_SERVER_WAKES_H

#include "server/core.h"

/* Asks the store now and then, the first time at once. */
void wakes_look(Core *core);
/* Brings a table into memory, so that its bots go on. */
void table_wake(Core *core, const char *code);

#endif
