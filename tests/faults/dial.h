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
    Text out, in; /* the request; the reply as far as it has come */
} Dial;

/* The address is a number, not a name. `token` may be NULL. */
void dial_start(Dial *dial, const ServerAddress *address, const char *path,
                const char *token);
/* Closes the socket unless dial_take has taken it. */
void dial_free(Dial *dial);

/* What to poll for on dial->fd. */
short dial_events(const Dial *dial);
/* Goes on after poll; the state it is in then. */
DialState dial_step(Dial *dial);
/* After DIAL_DONE: the WebSocket, with what came behind the reply. */
Ws dial_take(Dial *dial);

#endif
