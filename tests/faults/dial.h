/* dial.h: opens a WebSocket without blocking. The caller polls, and gives up when it
 * likes: a process that is stopped still accepts connections, and answers nothing.
 *
 *     connecting ──writable──> asking ──101──> a Ws
 *          └────────failed───────┴──> failed */
#ifndef ROUNDHOUSE_TESTS_FAULTS_DIAL_H
#define ROUNDHOUSE_TESTS_FAULTS_DIAL_H

#include "client/ws.h"

typedef enum DialState { DIAL_FAILED, DIAL_CONNECTING, DIAL_ASKING, DIAL_DONE } DialState;

typedef struct Dial {
    DialState state;
    int fd;
    Text out, in; /* the request; the reply so far */
} Dial;

/* The address is numeric. `token` may be NULL. */
void dial_start(Dial *dial, const ServerAddress *address, const char *path,
                const char *token);
/* Closes the socket, unless dial_take took it. */
void dial_free(Dial *dial);

/* The poll events of dial->fd. */
short dial_events(const Dial *dial);
/* Continues after poll; returns the new state. */
DialState dial_step(Dial *dial);
/* After DIAL_DONE: the WebSocket, with the bytes after the reply. */
Ws dial_take(Dial *dial);

#endif
