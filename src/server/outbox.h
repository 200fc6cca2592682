/* outbox.h: a queue of the store whose items leave by a slow line (web push, mail), in
 * rounds, one at a time:
 *
 *     look ──nothing is due──> end
 *       └──> claim ──> select ──nothing to send──> settle ──> end
 *                         └──> send, on a thread of its own ──┘
 *
 * A claim that is not settled expires, and any node claims it again. */
#ifndef ROUNDHOUSE_SERVER_OUTBOX_H
#define ROUNDHOUSE_SERVER_OUTBOX_H

#include "server/internal.h"

typedef struct OutboxKind OutboxKind;

/* The beginning of every round. */
typedef struct OutboxRound {
    Job job;
    Core *core;
    const OutboxKind *kind;
    Outbox *outbox;
    WorkerPool *senders;
    int64_t now, due;
    int count; /* items claimed */
} OutboxRound;

struct OutboxKind {
    size_t size; /* of a round: a struct that begins with OutboxRound */
    int at_once; /* items of a round at most */
    /* On a database thread: when the first item is due; 0: there is none. */
    StoreStatus (*next)(Store *store, int64_t *due, Fault *fault);
    StoreStatus (*claim)(OutboxRound *round, Store *store, Fault *fault);
    /* On the thread of the core: how many of them are to be sent. */
    int (*select)(OutboxRound *round);
    /* On a thread of `senders`. */
    void (*send)(OutboxRound *round, const atomic_int *stop);
    /* On the thread of the core: metrics. */
    void (*count_sent)(const OutboxRound *round);
    /* On a database thread. */
    StoreStatus (*settle)(const OutboxRound *round, Store *store, Fault *fault);
};

/* Begins a round if none is running and the last one is a while ago. */
void outbox_look(Core *core, Outbox *outbox, const OutboxKind *kind, WorkerPool *senders);

#endif
