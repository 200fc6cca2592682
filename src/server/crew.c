/* crew.c: worker threads for long computations, with a fair queue.
 *
 *     lane of owner 7    used 120 ms   errand, errand, errand …
 *     lane of owner 9    used  20 ms   errand                    <- next
 *
 * Start-time fair queueing. Each owner has a lane with its errands in order and the
 * processor time that they used. A free thread takes from the lane that used least. A
 * lane that was empty starts at the time of the lane last served, so that idle owners
 * save up no credit; debt is remembered while others work. Lanes of urgent errands go
 * first. */
#include "server/crew.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

enum { CREW_MAX = 64, CREW_NICENESS = 10, IDLE_LANES_MAX = 256 };

static const long long MILLISECOND = 1000000;
/* How long an errand may run while another owner waits: less for an owner who has more
 * errands waiting. */
static const long long SLICE = 250 * MILLISECOND, SLICE_OF_MANY = 50 * MILLISECOND;

typedef struct Lane {
    struct Lane *next;
    uint64_t owner;
    ErrandQueue queue;
    int waiting, running;
    int is_urgent;  /* its errands are */
    long long used; /* nanoseconds of processor time */
} Lane;

typedef struct Worker {
    Crew *crew;
    pthread_t thread;
    Lane *lane;            /* of the errand that runs; NULL: none does */
    long long began;       /* on the monotonic clock */
    atomic_llong deadline; /* the errand's deadline on that clock; LLONG_MAX: none */
} Worker;

struct Crew {
    Inbox *inbox;
    Worker workers[CREW_MAX];
    int thread_count;
    atomic_int stop;
    pthread_mutex_t mutex; /* over what follows, and the workers' lanes */
    pthread_cond_t has_work;
    Lane *lanes;
    int lane_count, busy_lanes;
    int waiting, running;
    long long served; /* `used` of the lane that was served last */
};

Crew *crew_new(Inbox *inbox)
{
    Crew *crew = calloc(1, sizeof *crew);

    if (crew == NULL)
        return NULL;
    crew->inbox = inbox;
    pthread_mutex_init(&crew->mutex, NULL);
    pthread_cond_init(&crew->has_work, NULL);
    for (int i = 0; i < CREW_MAX; i++)
        crew->workers[i].crew = crew;
    return crew;
}

static long long clock_now(clockid_t id)
{
    struct timespec now;

    clock_gettime(id, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* Back to its owner, who frees it. */
static void send_back(Crew *crew, Errand *errand)
{
    ErrandQueue back = { NULL, NULL };

    errand->status = STORE_AWAY;
    errand_queue_put(&back, errand);
    inbox_put(crew->inbox, &back);
}

/* ------------------------------------------------------------------------- */
/* Lanes                                                                     */
/* ------------------------------------------------------------------------- */

static int is_busy(const Lane *lane)
{
    return lane->waiting > 0 || lane->running > 0;
}

/* Lanes without work are only kept for the time that they used. */
static void forget_idle_lanes(Crew *crew)
{
    for (Lane **at = &crew->lanes; *at != NULL;) {
        Lane *lane = *at;
        if (is_busy(lane)) {
            at = &lane->next;
            continue;
        }
        *at = lane->next;
        crew->lane_count--;
        free(lane);
    }
}

static Lane *find_lane(const Crew *crew, uint64_t owner)
{
    Lane *lane = crew->lanes;

    while (lane != NULL && lane->owner != owner)
        lane = lane->next;
    return lane;
}

/* NULL: no memory. */
static Lane *get_lane(Crew *crew, uint64_t owner)
{
    Lane *lane = find_lane(crew, owner);

    if (lane != NULL)
        return lane;
    if (crew->lane_count - crew->busy_lanes >= IDLE_LANES_MAX)
        forget_idle_lanes(crew);
    lane = calloc(1, sizeof *lane);
    if (lane == NULL)
        return NULL;
    lane->owner = owner;
    lane->next = crew->lanes;
    crew->lanes = lane;
    crew->lane_count++;
    return lane;
}

static void put_errand(Crew *crew, Lane *lane, Errand *errand)
{
    if (!is_busy(lane)) {
        lane->used = lane->used > crew->served ? lane->used : crew->served;
        crew->busy_lanes++;
    }
    errand_queue_put(&lane->queue, errand);
    lane->is_urgent = errand->is_urgent;
    lane->waiting++;
    crew->waiting++;
}

/* A running errand has not been charged yet: count it as one slice. */
static long long lane_load(const Lane *lane)
{
    return lane->used + lane->running * SLICE_OF_MANY;
}

/* The newest lane is first in the list; of equals, the oldest is served. */
static int goes_before(const Lane *lane, const Lane *other)
{
    return lane->is_urgent != other->is_urgent ? lane->is_urgent
                                               : lane_load(lane) <= lane_load(other);
}

static Lane *next_lane(const Crew *crew)
{
    Lane *best = NULL;

    for (Lane *lane = crew->lanes; lane != NULL; lane = lane->next) {
        if (lane->waiting > 0 && (best == NULL || goes_before(lane, best)))
            best = lane;
    }
    return best;
}

/* ------------------------------------------------------------------------- */
/* Slices                                                                    */
/* ------------------------------------------------------------------------- */

static int another_waits(const Crew *crew, const Lane *lane)
{
    return crew->waiting > lane->waiting;
}

/* If all threads are busy and another owner waits, each errand gets a deadline. */
static void set_deadlines(Crew *crew)
{
    if (crew->running < crew->thread_count)
        return;
    for (int i = 0; i < CREW_MAX; i++) {
        Worker *worker = &crew->workers[i];
        const Lane *lane = worker->lane;
        if (lane == NULL || !another_waits(crew, lane))
            continue;
        long long deadline = worker->began + (lane->waiting > 0 ? SLICE_OF_MANY : SLICE);
        if (deadline < atomic_load(&worker->deadline))
            atomic_store(&worker->deadline, deadline);
    }
}

/* ------------------------------------------------------------------------- */
/* Work                                                                      */
/* ------------------------------------------------------------------------- */

/* The next errand; NULL: the end, or, if nobody is to wait, none is there. */
static Errand *next_errand(Worker *worker, int may_wait)
{
    Crew *crew = worker->crew;
    Errand *errand = NULL;

    pthread_mutex_lock(&crew->mutex);
    while (may_wait && crew->waiting == 0 && !atomic_load(&crew->stop))
        pthread_cond_wait(&crew->has_work, &crew->mutex);
    Lane *lane = atomic_load(&crew->stop) ? NULL : next_lane(crew);
    if (lane != NULL) {
        errand = errand_queue_take(&lane->queue);
        errand->deadline = &worker->deadline;
        lane->waiting--;
        lane->running++;
        crew->waiting--;
        crew->running++;
        crew->served = lane->used > crew->served ? lane->used : crew->served;
        worker->lane = lane;
        worker->began = clock_now(CLOCK_MONOTONIC);
        atomic_store(&worker->deadline, LLONG_MAX);
        set_deadlines(crew);
    }
    pthread_mutex_unlock(&crew->mutex);
    return errand;
}

static void charge(Worker *worker, long long used)
{
    Crew *crew = worker->crew;
    Lane *lane = worker->lane;

    pthread_mutex_lock(&crew->mutex);
    lane->used += used;
    lane->running--;
    crew->running--;
    crew->busy_lanes -= !is_busy(lane);
    worker->lane = NULL;
    if (crew->busy_lanes == 0)
        forget_idle_lanes(crew);
    pthread_mutex_unlock(&crew->mutex);
}

static void run_one(Worker *worker, Errand *errand)
{
    ErrandQueue back = { NULL, NULL };
    long long began = clock_now(CLOCK_THREAD_CPUTIME_ID);

    errand->status = errand->run(errand, NULL, NULL);
    charge(worker, clock_now(CLOCK_THREAD_CPUTIME_ID) - began);
    errand->deadline = NULL;
    errand_queue_put(&back, errand);
    inbox_put(worker->crew->inbox, &back);
}

static void *work(void *context)
{
    enum { MAY_WAIT = 1 };
    Worker *worker = context;

    /* On Linux this is the niceness of the thread. Failure does not matter. */
    (void)setpriority(PRIO_PROCESS, 0, CREW_NICENESS);
    for (Errand *errand; (errand = next_errand(worker, MAY_WAIT)) != NULL;)
        run_one(worker, errand);
    return NULL;
}

int crew_start(Crew *crew, int threads)
{
    pthread_mutex_lock(&crew->mutex);
    while (crew->thread_count < threads && crew->thread_count < CREW_MAX) {
        Worker *worker = &crew->workers[crew->thread_count];
        if (pthread_create(&worker->thread, NULL, work, worker) != 0)
            break;
        crew->thread_count++;
    }
    pthread_mutex_unlock(&crew->mutex);
    return crew->thread_count;
}

void crew_end(Crew *crew)
{
    pthread_mutex_lock(&crew->mutex);
    atomic_store(&crew->stop, 1);
    pthread_cond_broadcast(&crew->has_work);
    pthread_mutex_unlock(&crew->mutex);
    for (int i = 0; i < crew->thread_count; i++)
        pthread_join(crew->workers[i].thread, NULL);
    crew->thread_count = 0;
    for (Lane *lane = crew->lanes; lane != NULL; lane = lane->next) {
        for (Errand *errand; (errand = errand_queue_take(&lane->queue)) != NULL;)
            send_back(crew, errand);
        lane->waiting = 0;
    }
    crew->waiting = crew->busy_lanes = 0;
    forget_idle_lanes(crew);
}

void crew_free(Crew *crew)
{
    if (crew == NULL)
        return;
    crew_end(crew);
    pthread_cond_destroy(&crew->has_work);
    pthread_mutex_destroy(&crew->mutex);
    free(crew);
}

void crew_post(Crew *crew, Errand *errand, uint64_t owner)
{
    pthread_mutex_lock(&crew->mutex);
    Lane *lane = atomic_load(&crew->stop) ? NULL : get_lane(crew, owner);
    if (lane != NULL) {
        put_errand(crew, lane, errand);
        set_deadlines(crew);
        pthread_cond_signal(&crew->has_work);
    }
    pthread_mutex_unlock(&crew->mutex);
    if (lane == NULL)
        send_back(crew, errand);
}

void crew_run(Crew *crew)
{
    enum { MAY_NOT_WAIT = 0 };
    Worker *worker = &crew->workers[CREW_MAX - 1];

    for (Errand *errand; (errand = next_errand(worker, MAY_NOT_WAIT)) != NULL;)
        run_one(worker, errand);
}

const atomic_int *crew_stop(const Crew *crew)
{
    return &crew->stop;
}

CrewLoad crew_load(Crew *crew, uint64_t owner)
{
    CrewLoad load = { 0 };

    pthread_mutex_lock(&crew->mutex);
    const Lane *lane = find_lane(crew, owner);
    load.waiting = crew->waiting;
    load.owners = crew->busy_lanes;
    load.waiting_of_owner = lane == NULL ? 0 : lane->waiting;
    pthread_mutex_unlock(&crew->mutex);
    return load;
}

int crew_waiting(Crew *crew)
{
    enum { NOBODY_IN_PARTICULAR = 0 };

    return crew_load(crew, NOBODY_IN_PARTICULAR).waiting;
}
