/* db_pool.c: the connections to the store, their queues and batches.
 *
 *     core's thread         thread of each connection
 *
 *     db_pool_submit
 *     db_pool_flush ─────>  take ─> run ─┬─> run_alone    reads, one by one
 *                                        ├─> run_writes   PostgreSQL: changes of tables
 *                                        └─> run_batch    the others, and all of a file:
 *     inbox: job->done <──  inbox_put <──┘                one transaction
 *
 * run_writes and run_batch both end in run_each: `run` of each job, then all changes of
 * tables (job->write) by store_write_many. */
#include "server/db_pool.h"

#include "server/log.h"
#include "server/times.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Retry for AWAY_MS while the database is down, then fail. Retry BUSY_TRIES times after a
 * lock or a deadlock. */
enum { AWAY_MS = 1500, PAUSE_MS = 50, BUSY_TRIES = 5, WRITES_AT_ONCE = 256 };
/* Writes take a second connection if a batch takes that long. */
enum { SLOW_MS = 20 };

typedef enum ConnectionKind {
    CONNECTION_GENERAL,
    CONNECTION_WRITES,
    CONNECTION_READS,
    CONNECTION_KINDS
} ConnectionKind;

static const ConnectionKind CONNECTIONS[] = { CONNECTION_GENERAL, CONNECTION_WRITES,
                                              CONNECTION_WRITES,  CONNECTION_READS,
                                              CONNECTION_READS,   CONNECTION_READS };

enum { CONNECTIONS_MAX = sizeof CONNECTIONS / sizeof CONNECTIONS[0] };

typedef struct DbConnection {
    DbPool *pool;
    ConnectionKind kind;
    _Atomic(Store *) store; /* NULL: not opened yet */
    int64_t away_since;     /* 0: the store answers */
    int64_t tried_at;       /* when the last try began */
    pthread_t thread;
    int has_thread;
    int64_t busy_since; /* under the mutex; 0: idle */
} DbConnection;

struct DbPool {
    Inbox *inbox;
    const char *channel;
    const char *where; /* of a store that servers share; NULL: one connection for all */
    DbConnection connections[CONNECTIONS_MAX];
    atomic_int is_hurried; /* nothing is tried again */
    int hurry_ms;
    atomic_llong answered_at;            /* on any connection, last; 0: never */
    atomic_llong stored_at, failed_at;   /* when the last write that did so was begun */
    atomic_llong logged_at;              /* when a failure was last logged; 0: never */
    JobQueue gathered[CONNECTION_KINDS]; /* the core's thread only */
    pthread_mutex_t mutex;               /* over what follows */
    pthread_cond_t has_work[CONNECTION_KINDS];
    JobQueue handed_over[CONNECTION_KINDS];
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
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
        pool->connections[i].pool = pool;
        pool->connections[i].kind = CONNECTIONS[i];
    }
    atomic_store(&pool->connections[0].store, store);
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    for (int i = 0; i < CONNECTION_KINDS; i++)
        pthread_cond_init(&pool->has_work[i], &monotonic);
    pthread_condattr_destroy(&monotonic);
    return pool;
}

void db_pool_end(DbPool *pool)
{
    db_pool_flush(pool);
    pthread_mutex_lock(&pool->mutex);
    pool->is_ending = 1;
    for (int i = 0; i < CONNECTION_KINDS; i++)
        pthread_cond_broadcast(&pool->has_work[i]);
    pthread_mutex_unlock(&pool->mutex);
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
        if (pool->connections[i].has_thread)
            pthread_join(pool->connections[i].thread, NULL);
        pool->connections[i].has_thread = 0;
    }
}

void db_pool_free(DbPool *pool)
{
    if (pool == NULL)
        return;
    db_pool_end(pool);
    for (int i = 1; i < CONNECTIONS_MAX; i++)
        store_free(atomic_load(&pool->connections[i].store));
    for (int i = 0; i < CONNECTION_KINDS; i++)
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
           || status == STORE_CONFLICT || status == STORE_ENDED;
}

/* One line a second is enough, however many fail. */
static void log_failure(DbPool *pool, const Fault *fault)
{
    enum { EVERY_MS = 1000 };
    int64_t now = clock_ms(CLOCK_MONOTONIC);
    long long logged_at = atomic_load(&pool->logged_at);

    atomic_fetch_add(&pool->counts.failures, 1);
    if ((logged_at != 0 && now - logged_at < EVERY_MS)
        || !atomic_compare_exchange_strong(&pool->logged_at, &logged_at, now))
        return;
    log_line(LOG_ERROR, "store-failed", LOG_PAIRS({ "why", fault->sentence }));
}

/* Of two writes at a time, the one that was begun later counts. */
static void note_write(DbConnection *connection, int is_stored)
{
    atomic_llong *last =
        is_stored ? &connection->pool->stored_at : &connection->pool->failed_at;

    atomic_store(last, connection->tried_at);
}

/* Waits a little, and says whether the batch may be tried again. */
static int may_try_again(DbConnection *connection, StoreStatus status, int tries)
{
    const struct timespec pause = { .tv_nsec = PAUSE_MS * 1000000L };
    int64_t now = clock_ms(CLOCK_MONOTONIC);

    if (status == STORE_AWAY && connection->away_since == 0)
        connection->away_since = connection->tried_at;
    if (atomic_load(&connection->pool->is_hurried))
        return 0;
    if (status == STORE_AWAY ? now - connection->away_since >= AWAY_MS
                             : status != STORE_BUSY || tries >= BUSY_TRIES)
        return 0;
    nanosleep(&pause, NULL);
    return 1;
}

/* The connection's own, opened if it is not yet. */
static StoreStatus begin_try(DbConnection *connection, Store **store, Fault *fault)
{
    StoreStatus status = STORE_OK;

    connection->tried_at = clock_ms(CLOCK_MONOTONIC);
    *store = atomic_load(&connection->store);
    if (*store != NULL)
        return STORE_OK;
    status = store_open(connection->pool->where, store, fault);
    if (status != STORE_OK)
        return STORE_AWAY;
    atomic_store(&connection->store, *store);
    if (atomic_load(&connection->pool->is_hurried))
        store_hurry(*store, connection->pool->hurry_ms);
    return STORE_OK;
}

/* STORE_IN_DOUBT: the batch may be stored, so it is not repeated. Every job fails, and its
 * owner reads from the store what happened. */
static void fail_all(JobQueue *batch, StoreStatus status)
{
    for (Job *job = batch->first; job != NULL; job = job->next)
        job->status = status;
}

typedef StoreStatus (*Attempt)(DbConnection *connection, Store *store, JobQueue *batch,
                               Fault *fault);

/* Until there is an answer, or it has failed for good. */
static StoreStatus attempt(DbConnection *connection, Attempt once, JobQueue *batch)
{
    Fault fault;
    StoreStatus status;
    int tries = 1;

    do {
        Store *store;
        fault = (Fault){ 0 };
        status = begin_try(connection, &store, &fault);
        if (status == STORE_OK)
            status = once(connection, store, batch, &fault);
        else
            fail_all(batch, status);
    } while (!is_answer(status) && may_try_again(connection, status, tries++));
    if (is_answer(status)) {
        connection->away_since = 0;
        atomic_store(&connection->pool->answered_at, clock_ms(CLOCK_MONOTONIC));
    } else {
        log_failure(connection->pool, &fault);
    }
    return status;
}

/* Each job as a batch of its own. */
static void attempt_each(DbConnection *connection, Attempt once, JobQueue *batch)
{
    for (Job *job = batch->first, *next; job != NULL; job = next) {
        JobQueue alone = { job, job };
        next = job->next;
        job->next = NULL;
        StoreStatus status = attempt(connection, once, &alone);
        if (status != STORE_OK)
            job->status = status;
        job->next = next;
    }
}

/* ------------------------------------------------------------------------- */
/* Reads                                                                     */
/* ------------------------------------------------------------------------- */

/* One job, outside of batches. */
static StoreStatus run_alone(DbConnection *connection, Store *store, JobQueue *batch,
                             Fault *fault)
{
    Job *job = batch->first;

    job->status = job->run(job, store, fault);
    if (job->is_probe)
        note_write(connection, is_answer(job->status));
    return job->status;
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
        Fault own = { 0 };
        job->status = job->run != NULL ? job->run(job, store, &own) : STORE_OK;
        if (job->status == STORE_AWAY || job->status == STORE_BUSY) {
            failure = job->status;
            *fault = own;
        } else if (!is_answer(job->status)) {
            log_failure(pool, &own);
        }
    }
    return failure;
}

/* Then the changes of tables, in one go or a few. Every job has its status afterwards;
 * returned is the failure of the database, if it failed. */
static StoreStatus run_each(DbConnection *connection, Store *store, JobQueue *batch,
                            Fault *fault)
{
    StoreWrite *writes[WRITES_AT_ONCE];
    StoreStatus failure = prepare_each(connection->pool, store, batch, fault);
    StoreStatus status = STORE_OK;
    int count = 0;

    for (Job *job = batch->first; job != NULL && status == STORE_OK; job = job->next) {
        if (job->write != NULL && job->status == STORE_OK)
            writes[count++] = job->write;
        if (count == WRITES_AT_ONCE || (job->next == NULL && count > 0)) {
            status =
                store_write_many(store, writes, count, connection->pool->channel, fault);
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
static void run_writes(DbConnection *connection, JobQueue *batch)
{
    sort_batch(batch);
    note_write(connection, attempt(connection, run_each, batch) == STORE_OK);
}

/* ------------------------------------------------------------------------- */
/* Batches                                                                   */
/* ------------------------------------------------------------------------- */

/* Anything but STORE_OK and STORE_IN_DOUBT: nothing of it is there. */
static StoreStatus run_together(DbConnection *connection, Store *store, JobQueue *batch,
                                Fault *fault)
{
    StoreStatus status = store_begin(store, fault);

    if (status != STORE_OK)
        return status;
    run_each(connection, store, batch, fault);
    status = store_commit(store, fault);
    note_write(connection, is_answer(status));
    return status;
}

static void run_batch(DbConnection *connection, JobQueue *batch)
{
    sort_batch(batch);
    StoreStatus status = attempt(connection, run_together, batch);
    if (status == STORE_OK)
        return;
    if (status == STORE_IN_DOUBT || status == STORE_AWAY)
        fail_all(batch, status);
    else if (batch->first != batch->last) /* one of them has aborted all: find which */
        attempt_each(connection, run_together, batch);
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
static void run_general(DbConnection *connection, JobQueue *batch)
{
    JobQueue alone = { NULL, NULL }, others = { NULL, NULL };

    for (Job *job; (job = job_queue_take(batch)) != NULL;)
        job_queue_put(connection->pool->where != NULL && job->is_alone ? &alone : &others,
                      job);
    attempt_each(connection, run_alone, &alone);
    if (others.first != NULL)
        run_batch(connection, &others);
    batch->first = batch->last = NULL;
    job_queue_join(batch, &alone);
    job_queue_join(batch, &others);
}

static void run(DbConnection *connection, ConnectionKind kind, JobQueue *batch)
{
    DbPoolCounts *counts = &connection->pool->counts;
    long jobs = 0;

    for (const Job *job = batch->first; job != NULL; job = job->next)
        jobs++;
    atomic_fetch_add(&counts->batches, 1);
    atomic_fetch_add(&counts->jobs, jobs);
    if (kind == CONNECTION_WRITES)
        run_writes(connection, batch);
    else if (kind == CONNECTION_READS || all_only_read(batch))
        attempt_each(connection, run_alone, batch);
    else
        run_general(connection, batch);
    inbox_put(connection->pool->inbox, batch);
}

/* ------------------------------------------------------------------------- */
/* The threads                                                               */
/* ------------------------------------------------------------------------- */

static ConnectionKind kind_of(const DbPool *pool, const Job *job)
{
    if (pool->where == NULL)
        return CONNECTION_GENERAL;
    return job->write != NULL ? CONNECTION_WRITES
           : job->only_reads  ? CONNECTION_READS
                              : CONNECTION_GENERAL;
}

/* With the mutex: for how long until this connection may take more; 0: it may now. Fewer
 * and larger batches cost less, so writes wait for a connection that is under way: for half
 * of the time that it takes, if that is long. */
static int64_t must_wait(const DbPool *pool, ConnectionKind kind)
{
    int64_t since = 0;

    for (int i = 0; i < CONNECTIONS_MAX && kind == CONNECTION_WRITES; i++) {
        const DbConnection *connection = &pool->connections[i];
        if (connection->kind == kind && connection->busy_since > since)
            since = connection->busy_since;
    }
    if (since == 0)
        return 0;
    if (pool->write_ms < SLOW_MS)
        return INT64_MAX;
    int64_t left = since + pool->write_ms / 2 - clock_ms(CLOCK_MONOTONIC);
    return left > 0 ? left : 0;
}

static void wait_for_work(DbConnection *connection, int64_t milliseconds)
{
    DbPool *pool = connection->pool;
    struct timespec until;

    if (milliseconds == INT64_MAX) {
        pthread_cond_wait(&pool->has_work[connection->kind], &pool->mutex);
        return;
    }
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += milliseconds % 1000 * 1000000;
    until.tv_sec += milliseconds / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&pool->has_work[connection->kind], &pool->mutex, &until);
}

/* What was handed over, waiting for it if need be; empty: the end. Of reads, one. */
static JobQueue take(DbConnection *connection)
{
    DbPool *pool = connection->pool;
    JobQueue *queue = &pool->handed_over[connection->kind], taken = { NULL, NULL };

    for (;;) {
        int64_t wait = must_wait(pool, connection->kind);
        if (queue->first != NULL && (wait == 0 || pool->is_ending))
            break;
        if (pool->is_ending)
            return taken;
        wait_for_work(connection, queue->first == NULL ? INT64_MAX : wait);
    }
    connection->busy_since = clock_ms(CLOCK_MONOTONIC);
    if (connection->kind == CONNECTION_READS)
        job_queue_put(&taken, job_queue_take(queue));
    else
        job_queue_join(&taken, queue);
    return taken;
}

static void give_back(DbConnection *connection)
{
    if (connection->kind == CONNECTION_WRITES)
        connection->pool->write_ms = clock_ms(CLOCK_MONOTONIC) - connection->busy_since;
    connection->busy_since = 0;
}

static void *serve(void *context)
{
    DbConnection *connection = context;
    Store *store;

    if (connection->pool->where != NULL)
        begin_try(connection, &store, NULL); /* or with the first job */
    for (;;) {
        pthread_mutex_lock(&connection->pool->mutex);
        if (connection->busy_since != 0)
            give_back(connection);
        JobQueue batch = take(connection);
        pthread_mutex_unlock(&connection->pool->mutex);
        if (batch.first == NULL)
            return NULL;
        run(connection, connection->kind, &batch);
    }
}

int db_pool_start(DbPool *pool, const char *where)
{
    int count = where == NULL ? 1 : CONNECTIONS_MAX, has_all = 1;

    pool->where = where;
    for (int i = 0; i < count; i++) {
        DbConnection *connection = &pool->connections[i];
        connection->has_thread =
            pthread_create(&connection->thread, NULL, serve, connection) == 0;
        has_all = has_all && connection->has_thread;
    }
    return has_all;
}

void db_pool_submit(DbPool *pool, Job *job)
{
    job_queue_put(&pool->gathered[kind_of(pool, job)], job);
}

void db_pool_flush(DbPool *pool)
{
    for (int kind = 0; kind < CONNECTION_KINDS; kind++) {
        JobQueue *gathered = &pool->gathered[kind];
        int is_one = gathered->first == gathered->last;
        if (gathered->first == NULL)
            continue;
        pthread_mutex_lock(&pool->mutex);
        int is_taken = must_wait(pool, (ConnectionKind)kind) == INT64_MAX;
        job_queue_join(&pool->handed_over[kind], gathered);
        pthread_mutex_unlock(&pool->mutex);
        if (is_taken)
            continue; /* by the connection that is under way, when it is done */
        if (is_one || kind != CONNECTION_READS)
            pthread_cond_signal(&pool->has_work[kind]);
        else
            pthread_cond_broadcast(&pool->has_work[kind]);
    }
}

void db_pool_run(DbPool *pool)
{
    db_pool_flush(pool);
    for (int kind = 0; kind < CONNECTION_KINDS; kind++) {
        JobQueue batch = { NULL, NULL };
        job_queue_join(&batch, &pool->handed_over[kind]);
        if (batch.first != NULL)
            run(&pool->connections[0], (ConnectionKind)kind, &batch);
    }
}

int db_pool_is_failing(const DbPool *pool)
{
    return atomic_load(&pool->failed_at) > atomic_load(&pool->stored_at);
}

int db_pool_silence(const DbPool *pool)
{
    int waited = store_silence(atomic_load(&pool->connections[0].store));
    int64_t since = clock_ms(CLOCK_MONOTONIC) - atomic_load(&pool->answered_at);

    return since < waited ? (int)since : waited;
}

int64_t db_pool_stamp(const DbPool *pool)
{
    return store_stamp(atomic_load(&pool->connections[0].store));
}

void db_pool_hurry(DbPool *pool, int milliseconds)
{
    pool->hurry_ms = milliseconds;
    atomic_store(&pool->is_hurried, 1);
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
        Store *store = atomic_load(&pool->connections[i].store);
        if (store != NULL)
            store_hurry(store, milliseconds);
    }
}

const DbPoolCounts *db_pool_counts(const DbPool *pool)
{
    return &pool->counts;
}
