/* listener.h: the thread that receives the notices of other nodes, on a database
 * connection of its own. The node's own name must come back on it, too (heartbeat.c
 * sends it twice a second): 3 s after a beat that was sent and has not come back, the
 * connection is opened again. */
#ifndef ROUNDHOUSE_SERVER_LISTENER_H
#define ROUNDHOUSE_SERVER_LISTENER_H

#include "server/job.h"

#include <stdatomic.h>

typedef struct Listener Listener;

/* Called on the core's thread, in the order in which the notices were committed: lines
 * that came together, which may be taken apart. NULL: some may have been missed. */
typedef void (*OnNotice)(void *context, const char *channel, char *lines);

/* Opens the store at `where` once more, listens to all and to `node`'s own channel,
 * and begins. `beat_began`: when the beat was sent whose notice is awaited (monotonic
 * milliseconds), or 0; the heartbeat sets it, the listener clears it. NULL: error in
 * *fault. */
Listener *listener_new(const char *where, const char *node, atomic_llong *beat_began,
                       Inbox *inbox, OnNotice on_notice, void *context, Fault *fault);
/* From any thread, before the end: nothing waits for the database longer than that. */
void listener_hurry(Listener *listener, int milliseconds);
/* Ends the thread; what it has received may still be in the inbox. */
void listener_free(Listener *listener);

#endif
