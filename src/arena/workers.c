/* workers.c: jobs shared out among threads. */
#include "arena/workers.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

typedef struct Crew {
    const Jobs *jobs;
    atomic_long next;      /* the first job that nobody has begun */
    pthread_mutex_t mutex; /* of what follows */
    pthread_cond_t changed;
    int working; /* threads that are not at their end */
} Crew;

static void *work(void *argument)
{
    Crew *crew = argument;
    const Jobs *jobs = crew->jobs;

    while (!atomic_load(jobs->stop)) {
        long n = atomic_fetch_add(&crew->next, 1);
        if (n >= jobs->count)
            break;
        jobs->work(jobs->context, n);
    }
    pthread_mutex_lock(&crew->mutex);
    crew->working--;
    pthread_cond_signal(&crew->changed);
    pthread_mutex_unlock(&crew->mutex);
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

static void wait_and_tick(Crew *crew)
{
    pthread_mutex_lock(&crew->mutex);
    while (crew->working > 0) {
        struct timespec until = soon();
        pthread_cond_timedwait(&crew->changed, &crew->mutex, &until);
        if (crew->jobs->tick != NULL) {
            pthread_mutex_unlock(&crew->mutex);
            crew->jobs->tick(crew->jobs->context);
            pthread_mutex_lock(&crew->mutex);
        }
    }
    pthread_mutex_unlock(&crew->mutex);
}

/* Waits by the monotonic clock. */
static void crew_begin(Crew *crew)
{
    pthread_condattr_t attributes;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&crew->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&crew->mutex, NULL);
}

static void crew_end(Crew *crew)
{
    pthread_mutex_destroy(&crew->mutex);
    pthread_cond_destroy(&crew->changed);
}

int workers_for_every_core(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    return cores < 1 ? 1 : cores > WORKERS_MAX ? WORKERS_MAX : (int)cores;
}

int workers_run(const Jobs *jobs, int threads)
{
    Crew crew = { .jobs = jobs };
    pthread_t ids[WORKERS_MAX];
    int started = 0;

    crew_begin(&crew);
    pthread_mutex_lock(&crew.mutex);
    while (started < threads && started < WORKERS_MAX
           && pthread_create(&ids[started], NULL, work, &crew) == 0)
        started++;
    crew.working = started;
    pthread_mutex_unlock(&crew.mutex);
    wait_and_tick(&crew);
    for (int i = 0; i < started; i++)
        pthread_join(ids[i], NULL);
    crew_end(&crew);
    return started;
}
