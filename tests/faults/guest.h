/* guest.h: somebody's connection to one node of the fleet, kept as a page keeps it: when
 * it closes, falls silent, or the node says bye, the guest goes to the next node.
 *
 *     away ──retry_at──> dialing ──hello──> here
 *      ^──────failed────────┘                │
 *      └────────closed, silent, bye──────────┘ */
#ifndef ROUNDHOUSE_TESTS_FAULTS_GUEST_H
#define ROUNDHOUSE_TESTS_FAULTS_GUEST_H

#include "dial.h"
#include "wire/json_in.h"

#include <stdint.h>

enum { GUEST_TOKEN_ROOM = 128 };

typedef enum GuestState { GUEST_AWAY, GUEST_DIALING, GUEST_HERE } GuestState;

typedef struct Guest {
    char token[GUEST_TOKEN_ROOM]; /* empty: a stranger */
    GuestState state;
    int node; /* where it is, or tries to be */
    Dial dial;
    Ws ws;
    Json *message;
    int64_t retry_at;
    int64_t began_at; /* to dial */
    int64_t heard_at, pinged_at;
} Guest;

/* Comes to a node as soon as it is polled. */
void guest_start(Guest *guest, const char *token, int node);
void guest_end(Guest *guest);
/* Goes to another node, in so many milliseconds. */
void guest_move(Guest *guest, int node, int milliseconds);
/* To the one behind it. */
void guest_leave(Guest *guest, int milliseconds);

void guest_send(Guest *guest, const char *message);
/* What to poll; -1 if there is nothing. */
int guest_descriptor(const Guest *guest, short *events);
/* Does what is due: dials, pings, gives up. 1: it has just come in. */
int guest_go_on(Guest *guest);
/* The next message that has come; NULL: none. `bye` is dealt with here. */
const Json *guest_receive(Guest *guest);

#endif
