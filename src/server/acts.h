/* acts.h: a server reads new entries of the log of acts, and applies to memory what admins
 * and moderators did at any server, or on the command line, within half a second. Whoever
 * adds an act to a PostgreSQL store sends a notice; of a file, the time of its write-ahead
 * log is compared with every tick. */
#ifndef ROUNDHOUSE_SERVER_ACTS_H
#define ROUNDHOUSE_SERVER_ACTS_H

#include "server/internal.h"

/* With every tick: reads the log if it may have grown. */
void acts_look(Core *core);
/* An act was added: reads the log with the next tick. */
void acts_hurry(Core *core);

/* {"type":"announcement","text":"…"}, to a new connection if there is one, and to all when
 * it changes. */
void announcement_send(Conn *conn);
/* The current one; empty: none. */
const char *announcement_now(const Core *core);

#endif
