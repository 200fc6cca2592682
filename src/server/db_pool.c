/* db_pool.c: the lanes to the store, their queues and batches. */
#include "server/db_pool.h"

#include "server/log.h"
#include "server/times.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Retry for AWAY_MS while the database is down, then fail. Retry BUSY_TRIES times after a
 * lock or a deadlock. */
enum { AWAY_MS = 1500, PAUSE_MS = 50, BUSY_TRIES = 5, WRITES_AT_ONCE = 256 };
/* Writes take a second lane if a batch takes that long. */
enum { SLOW_MS = 20 };

typedef enum LaneKind { LANE_GENERAL, LANE_WRITES, LANE_READS, LANE_KINDS } LaneKind;

static const LaneKind LANES[] = { LANE_GENERAL, LANE_WRITES, LANE_WRITES,
                                  LANE_READS,   LANE_READS,  LANE_READS };

enum { LANES_MAX = sizeof LANES / sizeof LANES[0] };

typedef struct Lane {
    DbPool *pool;
    LaneKind kind;
    _Atomic(Store *) store; /* NULL: not opened yet */
    int64_t away_since;     /* 0: the store answers */
    int64_t tried_at;       /* when the last try began */
    pthread_t thread;
    int has_thread;
    int64_t busy_since; /* under the mutex; 0: idle */
} Lane;

struct DbPool {
    Inbox *inbox;
    const char *channel;
    const char *where; /* of a store that servers share; NULL: one lane for all */
    Lane lanes[LANES_MAX];
    atomic_int is_hurried; /* nothing is tried again */
    int hurry_ms;
    atomic_llong stored_at, failed_at; /* when the last write that did so was begun */
    atomic_llong told_at;              /* when a failure was last logged; 0: never */
    JobQueue gathered[LANE_KINDS];     /* the core's thread only */
    pthread_mutex_t mutex;             /* over what follows */
    pthread_cond_t has_work[LANE_KINDS];
    JobQueue handed_over[LANE_KINDS];
    int64_t write_ms; /* of the last batch of writes */
    int is_ending;
    DbPoolCounts counts;
};

DbPool *db_pool_new(Store *store, Inbox *inbox, const char *channel)
{
    DbPool *pool = calloc(1, sizeof *pool);

    if (pool == NULL)
        return NULL;
    pool->inbox = inbox;
    pool->channel = channel;
    for (int i = 0; i < LANES_MAX; i++) {
        pool->lanes[i].pool = pool;
        pool->lanes[i].kind = LANES[i];
    }
    atomic_store(&pool->lanes[0].store, store);
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    for (int i = 0; i < LANE_KINDS; i++)
        pthread_cond_init(&pool->has_work[i], &monotonic);
    pthread_condattr_destroy(&monotonic);
    return pool;
}

void db_pool_end(DbPool *pool)
{
    db_pool_flush(pool);
    pthread_mutex_lock(&pool->mutex);
    pool->is_ending = 1;
    for (int i = 0; i < LANE_KINDS; i++)
        pthread_cond_broadcast(&pool->has_work[i]);
    pthread_mutex_unlock(&pool->mutex);
    for (int i = 0; i < LANES_MAX; i++) {
        if (pool->lanes[i].has_thread)
            pthread_join(pool->lanes[i].thread, NULL);
        pool->lanes[i].has_thread = 0;
    }
}

void db_pool_free(DbPool *pool)
{
    if (pool == NULL)
        return;
    db_pool_end(pool);
    for (int i = 1; i < LANES_MAX; i++)
        store_free(atomic_load(&pool->lanes[i].store));
    for (int i = 0; i < LANE_KINDS; i++)
        pthread_cond_destroy(&pool->has_work[i]);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

/* ------------------------------------------------------------------------- */
/* Tries                                                                     */
/* ------------------------------------------------------------------------- */

/* Is this an answer, after which the batch goes on, and not a failure? */
static int is_answer(StoreStatus status)
{
    return status == STORE_OK || status == STORE_NOT_FOUND || status == STORE_TAKEN
           || status == STORE_CONFLICT;
}

/* One line a second is enough, however many fail. */
static void tell_failure(DbPool *pool, const Fault *fault)
{
    enum { EVERY_MS = 1000 };
    int64_t now = clock_ms(CLOCK_MONOTONIC);
    long long told_at = atomic_load(&pool->told_at);

    atomic_fetch_add(&pool->counts.failures, 1);
    if ((told_at != 0 && now - told_at < EVERY_MS)
        || !atomic_compare_exchange_strong(&pool->told_at, &told_at, now))
        return;
    log_line(LOG_ERROR, "store-failed", LOG_PAIRS({ "why", fault->sentence }));
}

/* Of two writes at a time, the one that was begun later counts. */
static void note_write(Lane *lane, int is_stored)
{
    atomic_llong *last = is_stored ? &lane->pool->stored_at : &lane->pool->failed_at;

    atomic_store(last, lane->tried_at);
}

/* Waits a little, and says whether the batch may be tried again. */
static int may_try_again(Lane *lane, StoreStatus status, int tries)
{
    const struct timespec pause = { .tv_nsec = PAUSE_MS * 1000000L };
    int64_t now = clock_ms(CLOCK_MONOTONIC);

    if (status == STORE_AWAY && lane->away_since == 0)
        lane->away_since = lane->tried_at;
    if (atomic_load(&lane->pool->is_hurried))
        return 0;
    if (status == STORE_AWAY ? now - lane->away_since >= AWAY_MS
                             : status != STORE_BUSY || tries >= BUSY_TRIES)
        return 0;
    nanosleep(&pause, NULL);
    return 1;
}

/* The lane's own, opened if it is not yet. */
static StoreStatus begin_try(Lane *lane, Store **store, Fault *fault)
{
    StoreStatus status = STORE_OK;

    lane->tried_at = clock_ms(CLOCK_MONOTONIC);
    *store = atomic_load(&lane->store);
    if (*store != NULL)
        return STORE_OK;
    status = store_open(lane->pool->where, store, fault);
    if (status != STORE_OK)
        return STORE_AWAY;
    atomic_store(&lane->store, *store);
    if (atomic_load(&lane->pool->is_hurried))
        store_hurry(*store, lane->pool->hurry_ms);
    return STORE_OK;
}

/* In doubt: it may all be there, so nothing of it may be done a second time. Those who
 * asked are told that it failed, and read again what became of it. */
static void fail_all(JobQueue *batch, StoreStatus status)
{
    for (Job *job = batch->first; job != NULL; job = job->next)
        job->status = status;
}

/* ------------------------------------------------------------------------- */
/* Reads                                                                     */
/* ------------------------------------------------------------------------- */

/* Each by itself, outside of batches. */
static void run_alone(Lane *lane, JobQueue *batch)
{
    for (Job *job = batch->first; job != NULL; job = job->next) {
        Fault fault;
        int tries = 1;
        do {
            Store *store;
            fault = (Fault){ "" };
            job->status = begin_try(lane, &store, &fault);
            if (job->status == STORE_OK)
                job->status = job->run(job, store, &fault);
        } while (!is_answer(job->status) && may_try_again(lane, job->status, tries++));
        if (is_answer(job->status))
            lane->away_since = 0;
        else
            tell_failure(lane->pool, &fault);
    }
}

/* ------------------------------------------------------------------------- */
/* Writes                                                                    */
/* ------------------------------------------------------------------------- */

/* Stable: what concerns one table stays in order. */
static Job *sorted(Job *jobs, int count)
{
    if (count <= 1)
        return jobs;
    Job *middle = jobs, *first, **end = &first;
    for (int i = 1; i < count / 2; i++)
        middle = middle->next;
    Job *right = middle->next;
    middle->next = NULL;
    Job *left = sorted(jobs, count / 2);
    right = sorted(right, count - count / 2);
    while (left != NULL && right != NULL) {
        Job **least = right->key < left->key ? &right : &left;
        *end = *least;
        end = &(*end)->next;
        *least = *end;
    }
    *end = left != NULL ? left : right;
    return first;
}

/* Two servers that lock the same rows in the same order never wait in a circle. */
static void sort_batch(JobQueue *batch)
{
    int count = 0;

    for (const Job *job = batch->first; job != NULL; job = job->next)
        count++;
    batch->first = sorted(batch->first, count);
    for (batch->last = batch->first; batch->last->next != NULL;)
        batch->last = batch->last->next;
}

/* Runs what each job has to do before its write. Returns STORE_AWAY or STORE_BUSY if the
 * database failed; any other failure, as of a damaged table, is that job's alone. */
static StoreStatus prepare_each(DbPool *pool, Store *store, const JobQueue *batch,
                                Fault *fault)
{
    StoreStatus failure = STORE_OK;

    for (Job *job = batch->first; job != NULL; job = job->next) {
        Fault own = { "" };
        job->status = job->run != NULL ? job->run(job, store, &own) : STORE_OK;
        if (job->status == STORE_AWAY || job->status == STORE_BUSY) {
            failure = job->status;
            *fault = own;
        } else if (!is_answer(job->status)) {
            tell_failure(pool, &own);
        }
    }
    return failure;
}

/* Then the changes of tables, in one go or a few. Every job has its status afterwards;
 * returned is the failure of the database, if it failed. */
static StoreStatus run_each(Lane *lane, Store *store, const JobQueue *batch, Fault *fault)
{
    StoreWrite *writes[WRITES_AT_ONCE];
    StoreStatus failure = prepare_each(lane->pool, store, batch, fault);
    StoreStatus status = STORE_OK;
    int count = 0;

    for (Job *job = batch->first; job != NULL && status == STORE_OK; job = job->next) {
        if (job->write != NULL && job->status == STORE_OK)
            writes[count++] = job->write;
        if (count == WRITES_AT_ONCE || (job->next == NULL && count > 0)) {
            status = store_write_many(store, writes, count, lane->pool->channel, fault);
            count = 0;
        }
    }
    for (Job *job = batch->first; job != NULL; job = job->next) {
        if (job->write != NULL && job->status == STORE_OK)
            job->status = status == STORE_OK ? job->write->status : status;
    }
    return status == STORE_OK ? failure : status;
}

/* Changes of tables alone, which need no batch. Safe to repeat: an entry that is
 * stored already is refused as a conflict, and the refresh of the table finds it. */
static void run_writes(Lane *lane, JobQueue *batch)
{
    Fault fault;
    StoreStatus status;
    int tries = 1;

    sort_batch(batch);
    do {
        Store *store;
        fault = (Fault){ "" };
        status = begin_try(lane, &store, &fault);
        if (status == STORE_OK)
            status = run_each(lane, store, batch, &fault);
        else
            fail_all(batch, status);
    } while (status != STORE_OK && may_try_again(lane, status, tries++));
    note_write(lane, status == STORE_OK);
    if (status == STORE_OK)
        lane->away_since = 0;
    else
        tell_failure(lane->pool, &fault);
}

/* ------------------------------------------------------------------------- */
/* Batches                                                                   */
/* ------------------------------------------------------------------------- */

/* Anything but STORE_OK and STORE_IN_DOUBT: nothing of it is there. */
static StoreStatus run_together(Lane *lane, JobQueue *batch, Fault *fault)
{
    Store *store;
    StoreStatus status = begin_try(lane, &store, fault);

    if (status == STORE_OK)
        status = store_begin(store, fault);
    if (status != STORE_OK)
        return status;
    run_each(lane, store, batch, fault);
    status = store_commit(store, fault);
    if (status == STORE_OK)
        lane->away_since = 0;
    note_write(lane, is_answer(status));
    return status;
}

/* Each in a batch of its own, so that one is not another's ruin. */
static void run_apart(Lane *lane, JobQueue *batch)
{
    for (Job *job = batch->first, *next; job != NULL; job = next) {
        Fault fault = { "" };
        JobQueue alone = { job, job };
        next = job->next;
        job->next = NULL;
        int tries = 1;
        StoreStatus status;
        do
            status = run_together(lane, &alone, &fault);
        while (may_try_again(lane, status, tries++));
        if (status != STORE_OK)
            job->status = status;
        if (status != STORE_OK && status != STORE_CONFLICT)
            tell_failure(lane->pool, &fault);
        job->next = next;
    }
}

static void run_batch(Lane *lane, JobQueue *batch)
{
    Fault fault = { "" };
    StoreStatus status;

    sort_batch(batch);
    do
        status = run_together(lane, batch, &fault);
    while (status == STORE_AWAY && may_try_again(lane, status, 1));
    if (status == STORE_OK)
        return;
    /* A conflict aborts the whole batch: each job runs by itself to find which one. */
    if (status == STORE_CONFLICT) {
        if (batch->first == batch->last)
            batch->first->status = status;
        else
            run_apart(lane, batch);
        return;
    }
    tell_failure(lane->pool, &fault);
    if (status == STORE_IN_DOUBT || status == STORE_AWAY)
        fail_all(batch, status);
    else if (batch->first != batch->last || status == STORE_BUSY)
        run_apart(lane, batch);
    else if (is_answer(batch->first->status))
        batch->first->status = status;
}

static int all_only_read(const JobQueue *batch)
{
    const Job *job = batch->first;

    while (job != NULL && job->only_reads)
        job = job->next;
    return job == NULL;
}

/* Those that need no batch do not hold up one, nor hold locks in it. */
static void run_general(Lane *lane, JobQueue *batch)
{
    JobQueue alone = { NULL, NULL }, others = { NULL, NULL };

    for (Job *job; (job = job_queue_take(batch)) != NULL;)
        job_queue_put(lane->pool->where != NULL && job->is_alone ? &alone : &others, job);
    run_alone(lane, &alone);
    if (others.first != NULL)
        run_batch(lane, &others);
    batch->first = batch->last = NULL;
    job_queue_join(batch, &alone);
    job_queue_join(batch, &others);
}

static void run(Lane *lane, LaneKind kind, JobQueue *batch)
{
    DbPoolCounts *counts = &lane->pool->counts;
    long jobs = 0;

    for (const Job *job = batch->first; job != NULL; job = job->next)
        jobs++;
    atomic_fetch_add(&counts->batches, 1);
    atomic_fetch_add(&counts->jobs, jobs);
    if (kind == LANE_WRITES)
        run_writes(lane, batch);
    else if (kind == LANE_READS || all_only_read(batch))
        run_alone(lane, batch);
    else
        run_general(lane, batch);
    inbox_put(lane->pool->inbox, batch);
}

/* ------------------------------------------------------------------------- */
/* The threads                                                               */
/* ------------------------------------------------------------------------- */

static LaneKind kind_of(const DbPool *pool, const Job *job)
{
    if (pool->where == NULL)
        return LANE_GENERAL;
    return job->write != NULL ? LANE_WRITES : job->only_reads ? LANE_READS : LANE_GENERAL;
}

/* With the mutex: for how long until this lane may take more; 0: it may now. Fewer and
 * larger batches cost less, so writes wait for a lane that is under way: for half of the
 * time that it takes, if that is long. */
static int64_t must_wait(const DbPool *pool, LaneKind kind)
{
    int64_t since = 0;

    for (int i = 0; i < LANES_MAX && kind == LANE_WRITES; i++) {
        const Lane *lane = &pool->lanes[i];
        if (lane->kind == kind && lane->busy_since > since)
            since = lane->busy_since;
    }
    if (since == 0)
        return 0;
    if (pool->write_ms < SLOW_MS)
        return INT64_MAX;
    int64_t left = since + pool->write_ms / 2 - clock_ms(CLOCK_MONOTONIC);
    return left > 0 ? left : 0;
}

static void wait_for_work(Lane *lane, int64_t milliseconds)
{
    DbPool *pool = lane->pool;
    struct timespec until;

    if (milliseconds == INT64_MAX) {
        pthread_cond_wait(&pool->has_work[lane->kind], &pool->mutex);
        return;
    }
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += milliseconds % 1000 * 1000000;
    until.tv_sec += milliseconds / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&pool->has_work[lane->kind], &pool->mutex, &until);
}

/* What was handed over, waiting for it if need be; empty: the end. Of reads, one. */
static JobQueue take(Lane *lane)
{
    DbPool *pool = lane->pool;
    JobQueue *queue = &pool->handed_over[lane->kind], taken = { NULL, NULL };

    for (;;) {
        int64_t wait = must_wait(pool, lane->kind);
        if (queue->first != NULL && (wait == 0 || pool->is_ending))
            break;
        if (pool->is_ending)
            return taken;
        wait_for_work(lane, queue->first == NULL ? INT64_MAX : wait);
    }
    lane->busy_since = clock_ms(CLOCK_MONOTONIC);
    if (lane->kind == LANE_READS)
        job_queue_put(&taken, job_queue_take(queue));
    else
        job_queue_join(&taken, queue);
    return taken;
}

static void give_back(Lane *lane)
{
    if (lane->kind == LANE_WRITES)
        lane->pool->write_ms = clock_ms(CLOCK_MONOTONIC) - lane->busy_since;
    lane->busy_since = 0;
}

static void *keep(void *context)
{
    Lane *lane = context;
    Store *store;

    if (lane->pool->where != NULL)
        begin_try(lane, &store, NULL); /* or with the first job */
    for (;;) {
        pthread_mutex_lock(&lane->pool->mutex);
        if (lane->busy_since != 0)
            give_back(lane);
        JobQueue batch = take(lane);
        pthread_mutex_unlock(&lane->pool->mutex);
        if (batch.first == NULL)
            return NULL;
        run(lane, lane->kind, &batch);
    }
}

int db_pool_start(DbPool *pool, const char *where)
{
    int count = where == NULL ? 1 : LANES_MAX, has_all = 1;

    pool->where = where;
    for (int i = 0; i < count; i++) {
        Lane *lane = &pool->lanes[i];
        lane->has_thread = pthread_create(&lane->thread, NULL, keep, lane) == 0;
        has_all = has_all && lane->has_thread;
    }
    return has_all;
}

void db_pool_submit(DbPool *pool, Job *job)
{
    job_queue_put(&pool->gathered[kind_of(pool, job)], job);
}

void db_pool_flush(DbPool *pool)
{
    for (int kind = 0; kind < LANE_KINDS; kind++) {
        JobQueue *gathered = &pool->gathered[kind];
        int is_one = gathered->first == gathered->last;
        if (gathered->first == NULL)
            continue;
        pthread_mutex_lock(&pool->mutex);
        int is_taken = must_wait(pool, (LaneKind)kind) == INT64_MAX;
        job_queue_join(&pool->handed_over[kind], gathered);
        pthread_mutex_unlock(&pool->mutex);
        if (is_taken)
            continue; /* by the lane that is under way, when it is done */
        if (is_one || kind != LANE_READS)
            pthread_cond_signal(&pool->has_work[kind]);
        else
            pthread_cond_broadcast(&pool->has_work[kind]);
    }
}

void db_pool_run(DbPool *pool)
{
    db_pool_flush(pool);
    for (int kind = 0; kind < LANE_KINDS; kind++) {
        JobQueue batch = { NULL, NULL };
        job_queue_join(&batch, &pool->handed_over[kind]);
        if (batch.first != NULL)
            run(&pool->lanes[0], (LaneKind)kind, &batch);
    }
}

int db_pool_is_failing(const DbPool *pool)
{
    return atomic_load(&pool->failed_at) > atomic_load(&pool->stored_at);
}

int db_pool_silence(const DbPool *pool)
{
    return store_silence(atomic_load(&pool->lanes[0].store));
}

void db_pool_hurry(DbPool *pool, int milliseconds)
{
    pool->hurry_ms = milliseconds;
    atomic_store(&pool->is_hurried, 1);
    for (int i = 0; i < LANES_MAX; i++) {
        Store *store = atomic_load(&pool->lanes[i].store);
        if (store != NULL)
            store_hurry(store, milliseconds);
    }
}

const DbPoolCounts *db_pool_counts(const DbPool *pool)
{
    return &pool->counts;
}
