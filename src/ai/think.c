/* think.c: a search within a budget. */
#include "ai/think.h"

#include <math.h>
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>

enum {
    THREADS_MAX = 256,
    NODES_MOST = 1 << 20, /* default maximum; 40 bytes each */
    NODES_LEAST = 16,
    NODES_AN_ITERATION = 32, /* more than it adds */
    NODES_A_MILLISECOND = 4096,
    LOOKS_UP = 16, /* iterations between two looks at the clock */
};

/* Early stop by time: the second action is assumed to get at most this share of the
 * remaining visits. */
#define SECOND_GETS 0.8

/* One thread's part. */
typedef struct Worker {
    Search *search;
    long iterations;              /* 0: no limit */
    long long nanoseconds;        /* 0: no limit */
    long long begin;              /* on the same clock */
    const atomic_int *stop;       /* may be NULL */
    const atomic_llong *deadline; /* on the monotonic clock; NULL: none */
    clockid_t clock;
    ThinkUntil until;
} Worker;

static long long clock_now(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static long long now(const Worker *worker)
{
    return clock_now(worker->clock);
}

static int is_late(const Worker *worker)
{
    return worker->deadline != NULL
           && clock_now(CLOCK_MONOTONIC)
                  >= atomic_load_explicit(worker->deadline, memory_order_relaxed);
}

/* Visits that the second action may still get: all remaining iterations, or SECOND_GETS
 * of those that the remaining time allows. */
static double second_may_get(const Worker *worker, long long took)
{
    double done = (double)search_iterations(worker->search);
    double left = worker->iterations > 0 ? (double)worker->iterations - done : HUGE_VAL;

    if (worker->nanoseconds > 0) {
        double rest = (double)(worker->nanoseconds - took) / (double)took;
        left = fmin(left, SECOND_GETS * done * rest);
    }
    return left;
}

static int is_over(const Worker *worker)
{
    long long took = worker->nanoseconds > 0 ? now(worker) - worker->begin : 0;

    if ((worker->nanoseconds > 0 && took >= worker->nanoseconds) || is_late(worker))
        return 1;
    if (worker->until != UNTIL_SETTLED)
        return 0;
    return search_is_settled(worker->search, second_may_get(worker, took));
}

/* The first iteration is always made: there must be something to answer. */
static int is_used_up(const Worker *worker)
{
    long done = search_iterations(worker->search);

    if (worker->iterations > 0 && done >= worker->iterations)
        return 1;
    if (worker->stop != NULL && atomic_load_explicit(worker->stop, memory_order_relaxed))
        return 1;
    return done % LOOKS_UP == 1 && is_over(worker);
}

/* A thread has a processor clock of its own, so it is read here. */
static void *work(void *argument)
{
    Worker *worker = argument;

    worker->begin = now(worker);
    do {
        search_iterate(worker->search, 1);
    } while (!is_used_up(worker));
    return NULL;
}

static long part_of(long whole, int parts, int part)
{
    return whole / parts + (part < whole % parts);
}

/* Each thread has a seed of its own; the first has the task's. */
static void begin_worker(Worker *worker, Search *search, const SearchTask *task,
                         const Budget *budget, int threads, int i)
{
    SearchTask own = *task;
    int has_no_limit = budget->iterations <= 0 && budget->milliseconds <= 0
                       && budget->stop == NULL && budget->deadline == NULL;

    own.seed += 0x9E3779B97F4A7C15u * (uint64_t)i;
    search_begin(search, &own);
    *worker =
        (Worker){ .search = search, .stop = budget->stop, .deadline = budget->deadline };
    worker->iterations = has_no_limit ? 1 : part_of(budget->iterations, threads, i);
    worker->nanoseconds = budget->milliseconds * 1000000LL;
    worker->clock =
        budget->clock == BY_PROCESSOR ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
}

/* Workers for which no thread can be created are left out; the first runs in this
 * thread. */
static void run_workers(Worker *workers, int threads)
{
    pthread_t ids[THREADS_MAX];
    int started = 1;

    while (started < threads
           && pthread_create(&ids[started], NULL, work, &workers[started]) == 0)
        started++;
    work(&workers[0]);
    for (int i = 1; i < started; i++)
        pthread_join(ids[i], NULL);
}

static int count_threads(const Budget *budget)
{
    int threads = budget->threads > 0 ? budget->threads : 1;

    if (budget->iterations > 0 && budget->iterations < threads)
        threads = (int)budget->iterations;
    return threads < THREADS_MAX ? threads : THREADS_MAX;
}

/* As many nodes as the budget can use, for all threads together. */
static long count_nodes(const Budget *budget)
{
    long nodes = NODES_MOST;

    if (budget->nodes > 0)
        return budget->nodes;
    if (budget->iterations > 0 && budget->iterations < nodes / NODES_AN_ITERATION)
        nodes = budget->iterations * NODES_AN_ITERATION;
    if (budget->milliseconds > 0 && budget->milliseconds < nodes / NODES_A_MILLISECOND)
        nodes = budget->milliseconds * NODES_A_MILLISECOND;
    return nodes;
}

/* Fresh pages from the system: pages that the search never reaches cost nothing. */
static void *map_memory(size_t bytes)
{
    void *memory =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return memory == MAP_FAILED ? NULL : memory;
}

int think(const SearchTask *task, const Budget *budget, ThinkUntil until,
          Thoughts *thoughts)
{
    int threads = count_threads(budget);
    long nodes = count_nodes(budget) / threads;
    Worker workers[THREADS_MAX];
    const Search *searches[THREADS_MAX];

    nodes = nodes < NODES_LEAST ? NODES_LEAST : nodes;
    size_t each = (search_bytes(nodes) + 63) & ~(size_t)63;
    char *memory = map_memory(each * (size_t)threads);
    if (memory == NULL)
        return 0;
    for (int i = 0; i < threads; i++) {
        Search *search = search_in(memory + each * (size_t)i, nodes);
        begin_worker(&workers[i], search, task, budget, threads, i);
        workers[i].until = threads == 1 ? until : UNTIL_USED_UP;
        searches[i] = search;
    }
    run_workers(workers, threads);
    search_report(searches, threads, thoughts);
    munmap(memory, each * (size_t)threads);
    return 1;
}
