/* crowd.h: thousands of WebSocket connections in one thread. What is said is sent
 * in one piece per connection and round; messages are delivered one by one. */
#ifndef ROUNDHOUSE_LOAD_CROWD_H
#define ROUNDHOUSE_LOAD_CROWD_H

#include "play/text.h"

#include <stddef.h>
#include <stdint.h>

typedef struct Crowd Crowd;

typedef struct CrowdCalls {
    void *context;
    /* A message has arrived on a connection. */
    void (*on_message)(void *context, int line, char *message, size_t length);
    /* Called at the beginning of every round; returns the latest time of the next call
     * (by crowd_now), or a time in the past to end crowd_run. */
    int64_t (*due)(void *context, int64_t now);
} CrowdCalls;

Crowd *crowd_new(void);
/* Closes the connections, too. */
void crowd_free(Crowd *crowd);

/* Takes over a connected WebSocket with its buffered input; returns the connection's
 * number, from 0; -1: no memory. */
int crowd_add(Crowd *crowd, int fd, const Text *in);
/* Connections that the server has closed. */
int crowd_lost(const Crowd *crowd);

/* Queues a text message, sent at the end of this round. */
void crowd_send(Crowd *crowd, int line, const char *message, size_t length);

/* Runs rounds until `due` ends it; 0: system error in *fault. */
int crowd_run(Crowd *crowd, const CrowdCalls *calls, Fault *fault);

/* Nanoseconds of a monotonic clock. */
int64_t crowd_now(void);

#endif
