/* errand.h: a job that the core's thread hands to another thread. The keeper runs jobs
 * on the store, a crew runs computations; `done` is the continuation, called on the
 * core's thread from the inbox.
 *
 *     core ──post──> keeper or crew ──run──> inbox ──done──> core
 *
 * Between post and done an errand belongs to the thread that runs it. */
#ifndef ROUNDHOUSE_SERVER_ERRAND_H
#define ROUNDHOUSE_SERVER_ERRAND_H

#include "store/store.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct Errand Errand;

struct Errand {
    Errand *next;
    /* On another thread. The keeper may run it twice (retry), so it must be idempotent
     * in its own fields. `store` is NULL in the crew. */
    StoreStatus (*run)(Errand *errand, Store *store, Fault *fault);
    void (*done)(Errand *errand);
    int only_reads; /* the store */
    int is_urgent;  /* in the crew: before all that are not */
    int is_alone;   /* one statement, which needs no batch of a shared store */
    /* In the crew, while it runs: nanoseconds of the monotonic clock by which it should
     * end. It may come closer at any time. */
    const atomic_llong *deadline;
    int64_t key; /* what it locks, or 0: batches lock in the order of this */
    /* A change of a table, together with those of others. `run`, if there is one, goes
     * before it, and only reads. */
    StoreWrite *write;
    StoreStatus status; /* STORE_OK: done, and on disk */
};

/* First in, first out. */
typedef struct ErrandQueue {
    Errand *first, *last;
} ErrandQueue;

void errand_queue_put(ErrandQueue *queue, Errand *errand);
/* All of `more` goes behind what is there, and leaves `more` empty. */
void errand_queue_join(ErrandQueue *queue, ErrandQueue *more);
Errand *errand_queue_take(ErrandQueue *queue);

/* Queue of finished errands. `wake` is called from other threads when an empty inbox
 * gets its first entry. */
typedef struct Inbox {
    pthread_mutex_t mutex;
    ErrandQueue queue;
    void (*wake)(void *waker);
    void *waker;
} Inbox;

void inbox_init(Inbox *inbox, void (*wake)(void *waker), void *waker);
void inbox_destroy(Inbox *inbox);
void inbox_put(Inbox *inbox, ErrandQueue *errands);
/* Calls `done` of everything that has come back; how many that were. */
int inbox_empty(Inbox *inbox);

#endif
