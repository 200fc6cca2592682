/* job.h: a job that the core's thread hands to another thread. The database pool runs jobs
 * on the store, the worker pool runs computations; `done` is the continuation, called on
 * the core's thread from the inbox.
 *
 *     core ──submit──> db_pool or workers ──run──> inbox ──done──> core
 *
 * Between submit and done a job belongs to the thread that runs it. */
#ifndef ROUNDHOUSE_SERVER_JOB_H
#define ROUNDHOUSE_SERVER_JOB_H

#include "store/store.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct Job Job;

struct Job {
    Job *next;
    /* On another thread. The database pool may run it twice (retry), so it must be
     * idempotent in its own fields. `store` is NULL in the worker pool. */
    StoreStatus (*run)(Job *job, Store *store, Fault *fault);
    void (*done)(Job *job);
    int only_reads; /* the store */
    int is_urgent;  /* in the worker pool: before all that are not */
    int is_alone;   /* one statement, which needs no batch of a shared store */
    int is_probe;   /* alone, and shows whether the store can be written to */
    /* In the worker pool, while it runs: nanoseconds of the monotonic clock by which it
     * should end. It may come closer at any time. */
    const atomic_llong *deadline;
    int64_t key; /* what it locks, or 0: batches lock in the order of this */
    /* A change of a table, together with those of others. `run`, if there is one, goes
     * before it, and only reads. */
    StoreWrite *write;
    StoreStatus status; /* STORE_OK: done, and on disk */
    int *counter;       /* of jobs in progress, decremented before `done`; may be NULL */
};

/* First in, first out. */
typedef struct JobQueue {
    Job *first, *last;
} JobQueue;

void job_queue_put(JobQueue *queue, Job *job);
/* Appends all jobs of `more`, which is empty afterwards. */
void job_queue_join(JobQueue *queue, JobQueue *more);
Job *job_queue_take(JobQueue *queue);

/* Queue of finished jobs. `wake` is called from other threads when an empty inbox
 * gets its first entry. */
typedef struct Inbox {
    pthread_mutex_t mutex;
    JobQueue queue;
    void (*wake)(void *waker);
    void *waker;
} Inbox;

void inbox_init(Inbox *inbox, void (*wake)(void *waker), void *waker);
void inbox_destroy(Inbox *inbox);
void inbox_put(Inbox *inbox, JobQueue *jobs);
/* Calls `done` of everything that has come back; how many that were. */
int inbox_empty(Inbox *inbox);

#endif
