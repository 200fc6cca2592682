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
    int node; /* connected to, or connecting to */
    Dial dial;
    Ws ws;
    Json *message;
    int64_t retry_at;
    int64_t began_at; /* of dialing */
    int64_t received_at, pinged_at;
} Guest;

/* Connects to a node at the next poll. */
void guest_start(Guest *guest, const char *token, int node);
void guest_end(Guest *guest);
/* Moves to another node after this many milliseconds. */
void guest_move(Guest *guest, int node, int milliseconds);
/* Moves to the next node. */
void guest_leave(Guest *guest, int milliseconds);

void guest_send(Guest *guest, const char *message);
/* The descriptor to poll; -1: none. */
int guest_descriptor(const Guest *guest, short *events);
/* Does what is due: dials, pings, gives up. Returns 1 if it has just connected. */
int guest_go_on(Guest *guest);
/* The next message; NULL: none. Handles `bye` itself. */
const Json *guest_receive(Guest *guest);

#endif
