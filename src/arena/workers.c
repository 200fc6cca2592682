/* workers.c: jobs shared out among threads. */
#include "arena/workers.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

typedef struct Pool {
    const Jobs *jobs;
    atomic_long next;      /* the first job that is not begun */
    pthread_mutex_t mutex; /* of what follows */
    pthread_cond_t changed;
    int working; /* threads that are not at their end */
} Pool;

static void *work(void *argument)
{
    Pool *pool = argument;
    const Jobs *jobs = pool->jobs;

    while (!atomic_load(jobs->stop)) {
        long n = atomic_fetch_add(&pool->next, 1);
        if (n >= jobs->count)
            break;
        jobs->work(jobs->context, n);
    }
    pthread_mutex_lock(&pool->mutex);
    pool->working--;
    pthread_cond_signal(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

static struct timespec soon(void)
{
    enum { TICK = 100 * 1000 * 1000, SECOND = 1000 * 1000 * 1000 };
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_nsec += TICK;
    if (time.tv_nsec >= SECOND) {
        time.tv_nsec -= SECOND;
        time.tv_sec++;
    }
    return time;
}

static void wait_and_tick(Pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    while (pool->working > 0) {
        struct timespec until = soon();
        pthread_cond_timedwait(&pool->changed, &pool->mutex, &until);
        if (pool->jobs->tick != NULL) {
            pthread_mutex_unlock(&pool->mutex);
            pool->jobs->tick(pool->jobs->context);
            pthread_mutex_lock(&pool->mutex);
        }
    }
    pthread_mutex_unlock(&pool->mutex);
}

/* Waits by the monotonic clock. */
static void pool_begin(Pool *pool)
{
    pthread_condattr_t attributes;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&pool->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&pool->mutex, NULL);
}

static void pool_end(Pool *pool)
{
    pthread_mutex_destroy(&pool->mutex);
    pthread_cond_destroy(&pool->changed);
}

int workers_for_every_core(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    return cores < 1 ? 1 : cores > WORKERS_MAX ? WORKERS_MAX : (int)cores;
}

int workers_run(const Jobs *jobs, int threads)
{
    Pool pool = { .jobs = jobs };
    pthread_t ids[WORKERS_MAX];
    int started = 0;

    pool_begin(&pool);
    pthread_mutex_lock(&pool.mutex);
    while (started < threads && started < WORKERS_MAX
           && pthread_create(&ids[started], NULL, work, &pool) == 0)
        started++;
    pool.working = started;
    pthread_mutex_unlock(&pool.mutex);
    wait_and_tick(&pool);
    for (int i = 0; i < started; i++)
        pthread_join(ids[i], NULL);
    pool_end(&pool);
    return started;
}
