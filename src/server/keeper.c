/* keeper.c: the lanes to the store, their queues and batches. */
#include "server/keeper.h"

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
    Keeper *keeper;
    LaneKind kind;
    _Atomic(Store *) store; /* NULL: not opened yet */
    int64_t away_since;     /* 0: the store answers */
    int64_t tried_at;       /* when the last try began */
    pthread_t thread;
    int has_thread;
    int64_t busy_since; /* under the mutex; 0: idle */
} Lane;

struct Keeper {
    Inbox *inbox;
    const char *channel;
    const char *where; /* of a store that servers share; NULL: one lane for all */
    Lane lanes[LANES_MAX];
    atomic_int is_hurried; /* nothing is tried again */
    int hurry_ms;
    atomic_int is_failing;
    atomic_llong told_at;             /* when a failure was last logged; 0: never */
    ErrandQueue gathered[LANE_KINDS]; /* the core's thread only */
    pthread_mutex_t mutex;            /* over what follows */
    pthread_cond_t has_work[LANE_KINDS];
    ErrandQueue handed_over[LANE_KINDS];
    int64_t write_ms; /* of the last batch of writes */
    int is_ending;
    KeeperCounts counts;
};

Keeper *keeper_new(Store *store, Inbox *inbox, const char *channel)
{
    Keeper *keeper = calloc(1, sizeof *keeper);

    if (keeper == NULL)
        return NULL;
    keeper->inbox = inbox;
    keeper->channel = channel;
    for (int i = 0; i < LANES_MAX; i++) {
        keeper->lanes[i].keeper = keeper;
        keeper->lanes[i].kind = LANES[i];
    }
    atomic_store(&keeper->lanes[0].store, store);
    pthread_mutex_init(&keeper->mutex, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    for (int i = 0; i < LANE_KINDS; i++)
        pthread_cond_init(&keeper->has_work[i], &monotonic);
    pthread_condattr_destroy(&monotonic);
    return keeper;
}

void keeper_end(Keeper *keeper)
{
    keeper_hand_over(keeper);
    pthread_mutex_lock(&keeper->mutex);
    keeper->is_ending = 1;
    for (int i = 0; i < LANE_KINDS; i++)
        pthread_cond_broadcast(&keeper->has_work[i]);
    pthread_mutex_unlock(&keeper->mutex);
    for (int i = 0; i < LANES_MAX; i++) {
        if (keeper->lanes[i].has_thread)
            pthread_join(keeper->lanes[i].thread, NULL);
        keeper->lanes[i].has_thread = 0;
    }
}

void keeper_free(Keeper *keeper)
{
    if (keeper == NULL)
        return;
    keeper_end(keeper);
    for (int i = 1; i < LANES_MAX; i++)
        store_free(atomic_load(&keeper->lanes[i].store));
    for (int i = 0; i < LANE_KINDS; i++)
        pthread_cond_destroy(&keeper->has_work[i]);
    pthread_mutex_destroy(&keeper->mutex);
    free(keeper);
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
static void tell_failure(Keeper *keeper, const Fault *fault)
{
    enum { EVERY_MS = 1000 };
    int64_t now = clock_ms(CLOCK_MONOTONIC);
    long long told_at = atomic_load(&keeper->told_at);

    atomic_fetch_add(&keeper->counts.failures, 1);
    if ((told_at != 0 && now - told_at < EVERY_MS)
        || !atomic_compare_exchange_strong(&keeper->told_at, &told_at, now))
        return;
    log_line(LOG_ERROR, "store-failed", LOG_PAIRS({ "why", fault->sentence }));
}

/* After a failure that left nothing behind: has it waited, and may be tried again? */
static int may_try_again(Lane *lane, StoreStatus status, int tries)
{
    const struct timespec pause = { .tv_nsec = PAUSE_MS * 1000000L };
    int64_t now = clock_ms(CLOCK_MONOTONIC);

    if (status == STORE_AWAY && lane->away_since == 0)
        lane->away_since = lane->tried_at;
    if (atomic_load(&lane->keeper->is_hurried))
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
    status = store_open(lane->keeper->where, store, fault);
    if (status != STORE_OK)
        return STORE_AWAY;
    atomic_store(&lane->store, *store);
    if (atomic_load(&lane->keeper->is_hurried))
        store_hurry(*store, lane->keeper->hurry_ms);
    return STORE_OK;
}

/* In doubt: it may all be there, so nothing of it may be done a second time. Those who
 * asked are told that it failed, and read again what became of it. */
static void fail_all(ErrandQueue *batch, StoreStatus status)
{
    for (Errand *errand = batch->first; errand != NULL; errand = errand->next)
        errand->status = status;
}

/* ------------------------------------------------------------------------- */
/* Reads                                                                     */
/* ------------------------------------------------------------------------- */

/* Each by itself, outside of batches. */
static void run_alone(Lane *lane, ErrandQueue *batch)
{
    for (Errand *errand = batch->first; errand != NULL; errand = errand->next) {
        Fault fault;
        int tries = 1;
        do {
            Store *store;
            fault = (Fault){ "" };
            errand->status = begin_try(lane, &store, &fault);
            if (errand->status == STORE_OK)
                errand->status = errand->run(errand, store, &fault);
        } while (!is_answer(errand->status)
                 && may_try_again(lane, errand->status, tries++));
        if (is_answer(errand->status))
            lane->away_since = 0;
        else
            tell_failure(lane->keeper, &fault);
    }
}

/* ------------------------------------------------------------------------- */
/* Writes                                                                    */
/* ------------------------------------------------------------------------- */

/* Stable: what concerns one table stays in order. */
static Errand *sorted(Errand *errands, int count)
{
    if (count <= 1)
        return errands;
    Errand *middle = errands, *first, **end = &first;
    for (int i = 1; i < count / 2; i++)
        middle = middle->next;
    Errand *right = middle->next;
    middle->next = NULL;
    Errand *left = sorted(errands, count / 2);
    right = sorted(right, count - count / 2);
    while (left != NULL && right != NULL) {
        Errand **least = right->key < left->key ? &right : &left;
        *end = *least;
        end = &(*end)->next;
        *least = *end;
    }
    *end = left != NULL ? left : right;
    return first;
}

/* Two servers that lock the same rows in the same order never wait in a circle. */
static void sort_batch(ErrandQueue *batch)
{
    int count = 0;

    for (const Errand *errand = batch->first; errand != NULL; errand = errand->next)
        count++;
    batch->first = sorted(batch->first, count);
    for (batch->last = batch->first; batch->last->next != NULL;)
        batch->last = batch->last->next;
}

/* Runs what each errand has to do before its write. Returns STORE_AWAY or STORE_BUSY if the
 * database failed; any other failure, as of a damaged table, is that errand's alone. */
static StoreStatus prepare_each(Keeper *keeper, Store *store, const ErrandQueue *batch,
                                Fault *fault)
{
    StoreStatus failure = STORE_OK;

    for (Errand *errand = batch->first; errand != NULL; errand = errand->next) {
        Fault own = { "" };
        errand->status = errand->run != NULL ? errand->run(errand, store, &own) : STORE_OK;
        if (errand->status == STORE_AWAY || errand->status == STORE_BUSY) {
            failure = errand->status;
            *fault = own;
        } else if (!is_answer(errand->status)) {
            tell_failure(keeper, &own);
        }
    }
    return failure;
}

/* Then the changes of tables, in one go or a few. Every errand has its status afterwards;
 * returned is the failure of the database, if it failed. */
static StoreStatus run_each(Lane *lane, Store *store, const ErrandQueue *batch,
                            Fault *fault)
{
    StoreWrite *writes[WRITES_AT_ONCE];
    StoreStatus failure = prepare_each(lane->keeper, store, batch, fault);
    StoreStatus status = STORE_OK;
    int count = 0;

    for (Errand *errand = batch->first; errand != NULL && status == STORE_OK;
         errand = errand->next) {
        if (errand->write != NULL && errand->status == STORE_OK)
            writes[count++] = errand->write;
        if (count == WRITES_AT_ONCE || (errand->next == NULL && count > 0)) {
            status = store_write_many(store, writes, count, lane->keeper->channel, fault);
            count = 0;
        }
    }
    for (Errand *errand = batch->first; errand != NULL; errand = errand->next) {
        if (errand->write != NULL && errand->status == STORE_OK)
            errand->status = status == STORE_OK ? errand->write->status : status;
    }
    return status == STORE_OK ? failure : status;
}

/* Changes of tables alone, which need no batch. They may be tried again whatever happened:
 * what was done is refused the second time, and whoever reads the table sees it. */
static void run_writes(Lane *lane, ErrandQueue *batch)
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
    atomic_store(&lane->keeper->is_failing, status != STORE_OK);
    if (status == STORE_OK)
        lane->away_since = 0;
    else
        tell_failure(lane->keeper, &fault);
}

/* ------------------------------------------------------------------------- */
/* Batches                                                                   */
/* ------------------------------------------------------------------------- */

/* Anything but STORE_OK and STORE_IN_DOUBT: nothing of it is there. */
static StoreStatus run_together(Lane *lane, ErrandQueue *batch, Fault *fault)
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
    atomic_store(&lane->keeper->is_failing, !is_answer(status));
    return status;
}

/* Each in a batch of its own, so that one is not another's ruin. */
static void run_apart(Lane *lane, ErrandQueue *batch)
{
    for (Errand *errand = batch->first, *next; errand != NULL; errand = next) {
        Fault fault = { "" };
        ErrandQueue alone = { errand, errand };
        next = errand->next;
        errand->next = NULL;
        int tries = 1;
        StoreStatus status;
        do
            status = run_together(lane, &alone, &fault);
        while (may_try_again(lane, status, tries++));
        if (status != STORE_OK)
            errand->status = status;
        if (status != STORE_OK && status != STORE_CONFLICT)
            tell_failure(lane->keeper, &fault);
        errand->next = next;
    }
}

static void run_batch(Lane *lane, ErrandQueue *batch)
{
    Fault fault = { "" };
    StoreStatus status;

    sort_batch(batch);
    do
        status = run_together(lane, batch, &fault);
    while (status == STORE_AWAY && may_try_again(lane, status, 1));
    if (status == STORE_OK)
        return;
    /* One was refused, and only by themselves it is told which. */
    if (status == STORE_CONFLICT) {
        if (batch->first == batch->last)
            batch->first->status = status;
        else
            run_apart(lane, batch);
        return;
    }
    tell_failure(lane->keeper, &fault);
    if (status == STORE_IN_DOUBT || status == STORE_AWAY)
        fail_all(batch, status);
    else if (batch->first != batch->last || status == STORE_BUSY)
        run_apart(lane, batch);
    else if (is_answer(batch->first->status))
        batch->first->status = status;
}

static int all_only_read(const ErrandQueue *batch)
{
    const Errand *errand = batch->first;

    while (errand != NULL && errand->only_reads)
        errand = errand->next;
    return errand == NULL;
}

/* Those that need no batch do not hold up one, nor hold locks in it. */
static void run_general(Lane *lane, ErrandQueue *batch)
{
    ErrandQueue alone = { NULL, NULL }, others = { NULL, NULL };

    for (Errand *errand; (errand = errand_queue_take(batch)) != NULL;)
        errand_queue_put(lane->keeper->where != NULL && errand->is_alone ? &alone : &others,
                         errand);
    run_alone(lane, &alone);
    if (others.first != NULL)
        run_batch(lane, &others);
    batch->first = batch->last = NULL;
    errand_queue_join(batch, &alone);
    errand_queue_join(batch, &others);
}

static void run(Lane *lane, LaneKind kind, ErrandQueue *batch)
{
    KeeperCounts *counts = &lane->keeper->counts;
    long errands = 0;

    for (const Errand *errand = batch->first; errand != NULL; errand = errand->next)
        errands++;
    atomic_fetch_add(&counts->batches, 1);
    atomic_fetch_add(&counts->errands, errands);
    if (kind == LANE_WRITES)
        run_writes(lane, batch);
    else if (kind == LANE_READS || all_only_read(batch))
        run_alone(lane, batch);
    else
        run_general(lane, batch);
    inbox_put(lane->keeper->inbox, batch);
}

/* ------------------------------------------------------------------------- */
/* The threads                                                               */
/* ------------------------------------------------------------------------- */

static LaneKind kind_of(const Keeper *keeper, const Errand *errand)
{
    if (keeper->where == NULL)
        return LANE_GENERAL;
    return errand->write != NULL ? LANE_WRITES
           : errand->only_reads  ? LANE_READS
                                 : LANE_GENERAL;
}

/* With the mutex: for how long until this lane may take more; 0: it may now. Fewer and
 * larger batches cost less, so writes wait for a lane that is under way: for half of the
 * time that it takes, if that is long. */
static int64_t must_wait(const Keeper *keeper, LaneKind kind)
{
    int64_t since = 0;

    for (int i = 0; i < LANES_MAX && kind == LANE_WRITES; i++) {
        const Lane *lane = &keeper->lanes[i];
        if (lane->kind == kind && lane->busy_since > since)
            since = lane->busy_since;
    }
    if (since == 0)
        return 0;
    if (keeper->write_ms < SLOW_MS)
        return INT64_MAX;
    int64_t left = since + keeper->write_ms / 2 - clock_ms(CLOCK_MONOTONIC);
    return left > 0 ? left : 0;
}

static void wait_for_work(Lane *lane, int64_t milliseconds)
{
    Keeper *keeper = lane->keeper;
    struct timespec until;

    if (milliseconds == INT64_MAX) {
        pthread_cond_wait(&keeper->has_work[lane->kind], &keeper->mutex);
        return;
    }
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += milliseconds % 1000 * 1000000;
    until.tv_sec += milliseconds / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&keeper->has_work[lane->kind], &keeper->mutex, &until);
}

/* What was handed over, waiting for it if need be; empty: the end. Of reads, one. */
static ErrandQueue take(Lane *lane)
{
    Keeper *keeper = lane->keeper;
    ErrandQueue *queue = &keeper->handed_over[lane->kind], taken = { NULL, NULL };

    for (;;) {
        int64_t wait = must_wait(keeper, lane->kind);
        if (queue->first != NULL && (wait == 0 || keeper->is_ending))
            break;
        if (keeper->is_ending)
            return taken;
        wait_for_work(lane, queue->first == NULL ? INT64_MAX : wait);
    }
    lane->busy_since = clock_ms(CLOCK_MONOTONIC);
    if (lane->kind == LANE_READS)
        errand_queue_put(&taken, errand_queue_take(queue));
    else
        errand_queue_join(&taken, queue);
    return taken;
}

static void give_back(Lane *lane)
{
    if (lane->kind == LANE_WRITES)
        lane->keeper->write_ms = clock_ms(CLOCK_MONOTONIC) - lane->busy_since;
    lane->busy_since = 0;
}

static void *keep(void *context)
{
    Lane *lane = context;
    Store *store;

    if (lane->keeper->where != NULL)
        begin_try(lane, &store, NULL); /* or with the first errand */
    for (;;) {
        pthread_mutex_lock(&lane->keeper->mutex);
        if (lane->busy_since != 0)
            give_back(lane);
        ErrandQueue batch = take(lane);
        pthread_mutex_unlock(&lane->keeper->mutex);
        if (batch.first == NULL)
            return NULL;
        run(lane, lane->kind, &batch);
    }
}

int keeper_start(Keeper *keeper, const char *where)
{
    int count = where == NULL ? 1 : LANES_MAX, has_all = 1;

    keeper->where = where;
    for (int i = 0; i < count; i++) {
        Lane *lane = &keeper->lanes[i];
        lane->has_thread = pthread_create(&lane->thread, NULL, keep, lane) == 0;
        has_all = has_all && lane->has_thread;
    }
    return has_all;
}

void keeper_post(Keeper *keeper, Errand *errand)
{
    errand_queue_put(&keeper->gathered[kind_of(keeper, errand)], errand);
}

void keeper_hand_over(Keeper *keeper)
{
    for (int kind = 0; kind < LANE_KINDS; kind++) {
        ErrandQueue *gathered = &keeper->gathered[kind];
        int is_one = gathered->first == gathered->last;
        if (gathered->first == NULL)
            continue;
        pthread_mutex_lock(&keeper->mutex);
        int is_taken = must_wait(keeper, (LaneKind)kind) == INT64_MAX;
        errand_queue_join(&keeper->handed_over[kind], gathered);
        pthread_mutex_unlock(&keeper->mutex);
        if (is_taken)
            continue; /* by the lane that is under way, when it is done */
        if (is_one || kind != LANE_READS)
            pthread_cond_signal(&keeper->has_work[kind]);
        else
            pthread_cond_broadcast(&keeper->has_work[kind]);
    }
}

void keeper_run(Keeper *keeper)
{
    keeper_hand_over(keeper);
    for (int kind = 0; kind < LANE_KINDS; kind++) {
        ErrandQueue batch = { NULL, NULL };
        errand_queue_join(&batch, &keeper->handed_over[kind]);
        if (batch.first != NULL)
            run(&keeper->lanes[0], (LaneKind)kind, &batch);
    }
}

int keeper_is_failing(const Keeper *keeper)
{
    return atomic_load(&keeper->is_failing);
}

int keeper_silence(const Keeper *keeper)
{
    return store_silence(atomic_load(&keeper->lanes[0].store));
}

void keeper_hurry(Keeper *keeper, int milliseconds)
{
    keeper->hurry_ms = milliseconds;
    atomic_store(&keeper->is_hurried, 1);
    for (int i = 0; i < LANES_MAX; i++) {
        Store *store = atomic_load(&keeper->lanes[i].store);
        if (store != NULL)
            store_hurry(store, milliseconds);
    }
}

const KeeperCounts *keeper_counts(const Keeper *keeper)
{
    return &keeper->counts;
}
