/* errand.h: work that the thread of the core gives away and gets back. The keeper
 * runs errands to the store, the crew those that only need a processor; `done` is
 * called on the core's own thread again, from the inbox.
 *
 *     core ──post──> keeper or crew ──run──> inbox ──done──> core
 *
 * While an errand is away it belongs to whoever runs it. */
#ifndef ROUNDHOUSE_SERVER_ERRAND_H
#define ROUNDHOUSE_SERVER_ERRAND_H

#include "store/store.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct Errand Errand;

struct Errand {
    Errand *next;
    /* On another thread. The keeper may have to run it twice, so what it has put
     * into itself the first time must not matter. `store` is NULL in the crew. */
    StoreStatus (*run)(Errand *errand, Store *store, Fault *fault);
    void (*done)(Errand *errand);
    int only_reads; /* the store */
    int is_urgent;  /* in the crew: before all that are not */
    /* In the crew, while it runs: nanoseconds of the monotonic clock by which it should
     * end. It may come closer at any time. */
    const atomic_llong *deadline;
    int64_t key; /* what it locks, or 0: batches lock in the order of this */
    /* Instead of run: an entry for a log. All of a batch go in one statement. */
    StoreAppend *append;
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

/* Where errands come back to. `wake` is called from other threads when the first
 * one has come into an empty inbox. */
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
