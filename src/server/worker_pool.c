/* worker_pool.c: worker threads for long computations, with a fair queue.
 *
 *     flow of owner 7    used 120 ms   job, job, job …
 *     flow of owner 9    used  20 ms   job                    <- next
 *
 * Start-time fair queueing. Each owner is a flow, with its jobs in order and the
 * processor time that they used. A free thread takes from the flow that used least. A
 * flow that was empty starts at the time of the flow last served, so that idle owners
 * save up no credit; debt is remembered while others work. Flows of urgent jobs go
 * first. */
#include "server/worker_pool.h"

#include "play/clock.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { WORKERS_MAX = 64, WORKER_NICENESS = 10, IDLE_FLOWS_MAX = 256 };

static const long long MILLISECOND = 1000000;
/* How long a job may run while another owner waits: less for an owner who has more
 * jobs waiting. */
static const long long SLICE = 250 * MILLISECOND, SLICE_OF_MANY = 50 * MILLISECOND;

typedef struct Flow {
    struct Flow *next;
    uint64_t owner;
    JobQueue queue;
    int waiting, running;
    int is_urgent;  /* its jobs are */
    long long used; /* nanoseconds of processor time */
} Flow;

typedef struct Worker {
    WorkerPool *pool;
    pthread_t thread;
    Flow *flow;            /* of the job that runs; NULL: none does */
    long long began;       /* on the monotonic clock */
    atomic_llong deadline; /* the job's deadline on that clock; LLONG_MAX: none */
} Worker;

struct WorkerPool {
    Inbox *inbox;
    Worker workers[WORKERS_MAX];
    int thread_count;
    atomic_int stop;
    pthread_mutex_t mutex; /* guards the fields below, and Worker.flow */
    pthread_cond_t has_work;
    Flow *flows;
    int flow_count, busy_flows;
    int waiting, running;
    long long served; /* `used` of the flow served last: new flows begin with it */
};

WorkerPool *worker_pool_new(Inbox *inbox)
{
    WorkerPool *pool = calloc(1, sizeof *pool);

    if (pool == NULL)
        return NULL;
    pool->inbox = inbox;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->has_work, NULL);
    for (int i = 0; i < WORKERS_MAX; i++)
        pool->workers[i].pool = pool;
    return pool;
}

/* Back to its owner, who frees it. */
static void send_back(WorkerPool *pool, Job *job)
{
    JobQueue back = { NULL, NULL };

    job->status = STORE_AWAY;
    job_queue_put(&back, job);
    inbox_put(pool->inbox, &back);
}

/* ------------------------------------------------------------------------- */
/* Flows                                                                     */
/* ------------------------------------------------------------------------- */

static int is_busy(const Flow *flow)
{
    return flow->waiting > 0 || flow->running > 0;
}

/* An idle flow is kept only to remember the time that its owner used. */
static void forget_idle_flows(WorkerPool *pool)
{
    for (Flow **at = &pool->flows; *at != NULL;) {
        Flow *flow = *at;
        if (is_busy(flow)) {
            at = &flow->next;
            continue;
        }
        *at = flow->next;
        pool->flow_count--;
        free(flow);
    }
}

static Flow *find_flow(const WorkerPool *pool, uint64_t owner)
{
    Flow *flow = pool->flows;

    while (flow != NULL && flow->owner != owner)
        flow = flow->next;
    return flow;
}

/* NULL: no memory. */
static Flow *get_flow(WorkerPool *pool, uint64_t owner)
{
    Flow *flow = find_flow(pool, owner);

    if (flow != NULL)
        return flow;
    if (pool->flow_count - pool->busy_flows >= IDLE_FLOWS_MAX)
        forget_idle_flows(pool);
    flow = calloc(1, sizeof *flow);
    if (flow == NULL)
        return NULL;
    flow->owner = owner;
    flow->next = pool->flows;
    pool->flows = flow;
    pool->flow_count++;
    return flow;
}

static void put_job(WorkerPool *pool, Flow *flow, Job *job)
{
    if (!is_busy(flow)) {
        flow->used = flow->used > pool->served ? flow->used : pool->served;
        pool->busy_flows++;
    }
    job_queue_put(&flow->queue, job);
    flow->is_urgent = job->is_urgent;
    flow->waiting++;
    pool->waiting++;
}

/* A running job has not been charged yet: count it as one slice. */
static long long flow_load(const Flow *flow)
{
    return flow->used + flow->running * SLICE_OF_MANY;
}

/* The newest flow is first in the list; of equals, the oldest is served. */
static int goes_before(const Flow *flow, const Flow *other)
{
    return flow->is_urgent != other->is_urgent ? flow->is_urgent
                                               : flow_load(flow) <= flow_load(other);
}

static Flow *next_flow(const WorkerPool *pool)
{
    Flow *best = NULL;

    for (Flow *flow = pool->flows; flow != NULL; flow = flow->next) {
        if (flow->waiting > 0 && (best == NULL || goes_before(flow, best)))
            best = flow;
    }
    return best;
}

/* ------------------------------------------------------------------------- */
/* Slices                                                                    */
/* ------------------------------------------------------------------------- */

static int another_waits(const WorkerPool *pool, const Flow *flow)
{
    return pool->waiting > flow->waiting;
}

/* If all threads are busy and another owner waits, each job gets a deadline. */
static void set_deadlines(WorkerPool *pool)
{
    if (pool->running < pool->thread_count)
        return;
    for (int i = 0; i < WORKERS_MAX; i++) {
        Worker *worker = &pool->workers[i];
        const Flow *flow = worker->flow;
        if (flow == NULL || !another_waits(pool, flow))
            continue;
        long long deadline = worker->began + (flow->waiting > 0 ? SLICE_OF_MANY : SLICE);
        if (deadline < atomic_load(&worker->deadline))
            atomic_store(&worker->deadline, deadline);
    }
}

/* ------------------------------------------------------------------------- */
/* Work                                                                      */
/* ------------------------------------------------------------------------- */

/* The next job; NULL: the end, or, if nobody is to wait, none is there. */
static Job *next_job(Worker *worker, int may_wait)
{
    WorkerPool *pool = worker->pool;
    Job *job = NULL;

    pthread_mutex_lock(&pool->mutex);
    while (may_wait && pool->waiting == 0 && !atomic_load(&pool->stop))
        pthread_cond_wait(&pool->has_work, &pool->mutex);
    Flow *flow = atomic_load(&pool->stop) ? NULL : next_flow(pool);
    if (flow != NULL) {
        job = job_queue_take(&flow->queue);
        job->deadline = &worker->deadline;
        flow->waiting--;
        flow->running++;
        pool->waiting--;
        pool->running++;
        pool->served = flow->used > pool->served ? flow->used : pool->served;
        worker->flow = flow;
        worker->began = clock_ns(CLOCK_MONOTONIC);
        atomic_store(&worker->deadline, LLONG_MAX);
        set_deadlines(pool);
    }
    pthread_mutex_unlock(&pool->mutex);
    return job;
}

static void charge(Worker *worker, long long used)
{
    WorkerPool *pool = worker->pool;
    Flow *flow = worker->flow;

    pthread_mutex_lock(&pool->mutex);
    flow->used += used;
    flow->running--;
    pool->running--;
    pool->busy_flows -= !is_busy(flow);
    worker->flow = NULL;
    if (pool->busy_flows == 0)
        forget_idle_flows(pool);
    pthread_mutex_unlock(&pool->mutex);
}

static void run_one(Worker *worker, Job *job)
{
    JobQueue back = { NULL, NULL };
    long long began = clock_ns(CLOCK_THREAD_CPUTIME_ID);

    job->status = job->run(job, NULL, NULL);
    charge(worker, clock_ns(CLOCK_THREAD_CPUTIME_ID) - began);
    job->deadline = NULL;
    job_queue_put(&back, job);
    inbox_put(worker->pool->inbox, &back);
}

static void *work(void *context)
{
    enum { MAY_WAIT = 1 };
    Worker *worker = context;

    /* On Linux this is the niceness of the thread. Failure does not matter. */
    (void)setpriority(PRIO_PROCESS, 0, WORKER_NICENESS);
    for (Job *job; (job = next_job(worker, MAY_WAIT)) != NULL;)
        run_one(worker, job);
    return NULL;
}

int worker_pool_start(WorkerPool *pool, int threads)
{
    pthread_mutex_lock(&pool->mutex);
    while (pool->thread_count < threads && pool->thread_count < WORKERS_MAX) {
        Worker *worker = &pool->workers[pool->thread_count];
        if (pthread_create(&worker->thread, NULL, work, worker) != 0)
            break;
        pool->thread_count++;
    }
    pthread_mutex_unlock(&pool->mutex);
    return pool->thread_count;
}

void worker_pool_end(WorkerPool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->stop, 1);
    pthread_cond_broadcast(&pool->has_work);
    pthread_mutex_unlock(&pool->mutex);
    for (int i = 0; i < pool->thread_count; i++)
        pthread_join(pool->workers[i].thread, NULL);
    pool->thread_count = 0;
    for (Flow *flow = pool->flows; flow != NULL; flow = flow->next) {
        for (Job *job; (job = job_queue_take(&flow->queue)) != NULL;)
            send_back(pool, job);
        flow->waiting = 0;
    }
    pool->waiting = pool->busy_flows = 0;
    forget_idle_flows(pool);
}

void worker_pool_free(WorkerPool *pool)
{
    if (pool == NULL)
        return;
    worker_pool_end(pool);
    pthread_cond_destroy(&pool->has_work);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

void worker_pool_submit(WorkerPool *pool, Job *job, uint64_t owner)
{
    pthread_mutex_lock(&pool->mutex);
    Flow *flow = atomic_load(&pool->stop) ? NULL : get_flow(pool, owner);
    if (flow != NULL) {
        put_job(pool, flow, job);
        set_deadlines(pool);
        pthread_cond_signal(&pool->has_work);
    }
    pthread_mutex_unlock(&pool->mutex);
    if (flow == NULL)
        send_back(pool, job);
}

void worker_pool_run(WorkerPool *pool)
{
    enum { MAY_NOT_WAIT = 0 };
    Worker *worker = &pool->workers[WORKERS_MAX - 1];

    for (Job *job; (job = next_job(worker, MAY_NOT_WAIT)) != NULL;)
        run_one(worker, job);
}

const atomic_int *worker_pool_stop(const WorkerPool *pool)
{
    return &pool->stop;
}

WorkerLoad worker_pool_load(WorkerPool *pool, uint64_t owner)
{
    WorkerLoad load = { 0 };

    pthread_mutex_lock(&pool->mutex);
    const Flow *flow = find_flow(pool, owner);
    load.waiting = pool->waiting;
    load.owners = pool->busy_flows;
    load.waiting_of_owner = flow == NULL ? 0 : flow->waiting;
    pthread_mutex_unlock(&pool->mutex);
    return load;
}

int worker_pool_waiting(WorkerPool *pool)
{
    enum { NOBODY_IN_PARTICULAR = 0 };

    return worker_pool_load(pool, NOBODY_IN_PARTICULAR).waiting;
}
