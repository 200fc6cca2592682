/* worker_pool.h: worker threads for long computations (bots, passwords), at a lower
 * priority than the rest of the server. */
#ifndef ROUNDHOUSE_SERVER_WORKER_POOL_H
#define ROUNDHOUSE_SERVER_WORKER_POOL_H

#include "server/job.h"

#include <stdatomic.h>

typedef struct WorkerPool WorkerPool;

/* Borrows the inbox. Without threads, worker_pool_run does the work. NULL: no memory. */
WorkerPool *worker_pool_new(Inbox *inbox);
void worker_pool_free(WorkerPool *pool);
/* How many could be started. */
int worker_pool_start(WorkerPool *pool, int threads);
/* The threads end. Jobs that have not begun, and those posted later, come back with a
 * status other than STORE_OK. */
void worker_pool_end(WorkerPool *pool);

/* Always from the same thread. Owners share the threads fairly, by the processor time
 * that their jobs use; those of one owner run in order. While a job runs,
 * it has a deadline, which comes closer when another owner waits. */
void worker_pool_submit(WorkerPool *pool, Job *job, uint64_t owner);
void worker_pool_run(WorkerPool *pool);

/* Set when the pool is to end: long computations poll it. */
const atomic_int *worker_pool_stop(const WorkerPool *pool);
/* Jobs that nobody has begun, and how many owners have jobs, begun or not. */
typedef struct WorkerLoad {
    int waiting, waiting_of_owner, owners;
} WorkerLoad;

WorkerLoad worker_pool_load(WorkerPool *pool, uint64_t owner);
int worker_pool_waiting(WorkerPool *pool);

#endif
