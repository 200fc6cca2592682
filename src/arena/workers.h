/* workers.h: jobs with the numbers 0 to count - 1, shared out among threads. */
#ifndef ROUNDHOUSE_ARENA_WORKERS_H
#define ROUNDHOUSE_ARENA_WORKERS_H

#include <stdatomic.h>

enum { WORKERS_MAX = 256 };

typedef struct Jobs {
    long count;
    /* Does one of them; called from several threads at once. */
    void (*work)(void *context, long n);
    /* Called ten times a second by the thread that waits; may be NULL. */
    void (*tick)(void *context);
    void *context;
    const atomic_int *stop; /* once set, no other job is begun */
} Jobs;

/* How many threads this machine runs at once. */
int workers_for_every_core(void);

/* Returns when all is done, or stopped and what was begun is at its end. If the
 * system has fewer threads to give, fewer do the work; 0: it has none. */
int workers_run(const Jobs *jobs, int threads);

#endif
