/* crowd.h: thousands of WebSocket connections in one thread. What is said is sent
 * in one piece per connection and round; what is heard is told message by message. */
#ifndef ROUNDHOUSE_LOAD_CROWD_H
#define ROUNDHOUSE_LOAD_CROWD_H

#include "play/text.h"

#include <stddef.h>
#include <stdint.h>

typedef struct Crowd Crowd;

typedef struct CrowdCalls {
    void *context;
    /* A whole message came on a line. */
    void (*heard)(void *context, int line, char *message, size_t length);
    /* At the beginning of every round: what is due is done; returns when it wants
     * to be called again at the latest (by crowd_now), or a time that has passed to
     * end crowd_run. */
    int64_t (*due)(void *context, int64_t now);
} CrowdCalls;

Crowd *crowd_new(void);
/* Closes the lines, too. */
void crowd_free(Crowd *crowd);

/* Takes a connected WebSocket over, and what has come on it already; the line's
 * number, counting from 0; -1: no memory. */
int crowd_add(Crowd *crowd, int fd, const Text *in);
int crowd_lines(const Crowd *crowd);
/* Lines that the server has closed. */
int crowd_lost(const Crowd *crowd);

/* A text message, sent at the end of this round. */
void crowd_say(Crowd *crowd, int line, const char *message, size_t length);

/* Rounds until `due` says so; 0, error in *fault: the system said no. */
int crowd_run(Crowd *crowd, const CrowdCalls *calls, Fault *fault);

/* Nanoseconds of a clock that only goes forward. */
int64_t crowd_now(void);

#endif
