/* keeper.c: the one thread that talks to the store. */
#include "server/keeper.h"

#include "server/log.h"

#include <stdlib.h>
#include <time.h>

/* A database that restarts is waited for, so long since it went: then who asks is told.
 * Two who got in each other's way there try again a few times. */
enum { AWAY_MS = 1500, PAUSE_MS = 50, BUSY_TRIES = 5, APPENDS_AT_ONCE = 256 };

struct Keeper {
    Store *store;
    Inbox *inbox;
    const char *channel;   /* on which other servers hear of entries */
    int64_t away_since;    /* 0: the store answers */
    int64_t told_at;       /* when a failure was last logged; 0: never */
    int64_t tried_at;      /* when the last try began */
    atomic_int is_hurried; /* nothing is tried again */
    atomic_int is_failing;
    ErrandQueue gathered; /* the core's thread only */
    pthread_t thread;
    int has_thread;
    pthread_mutex_t mutex; /* over what follows */
    pthread_cond_t has_work;
    ErrandQueue handed_over;
    int is_ending;
    KeeperCounts counts;
};

Keeper *keeper_new(Store *store, Inbox *inbox, const char *channel)
{
    Keeper *keeper = calloc(1, sizeof *keeper);

    if (keeper == NULL)
        return NULL;
    keeper->store = store;
    keeper->inbox = inbox;
    keeper->channel = channel;
    pthread_mutex_init(&keeper->mutex, NULL);
    pthread_cond_init(&keeper->has_work, NULL);
    return keeper;
}

void keeper_end(Keeper *keeper)
{
    if (!keeper->has_thread)
        return;
    keeper_hand_over(keeper);
    pthread_mutex_lock(&keeper->mutex);
    keeper->is_ending = 1;
    pthread_cond_signal(&keeper->has_work);
    pthread_mutex_unlock(&keeper->mutex);
    pthread_join(keeper->thread, NULL);
    keeper->has_thread = 0;
}

void keeper_free(Keeper *keeper)
{
    if (keeper == NULL)
        return;
    keeper_end(keeper);
    pthread_cond_destroy(&keeper->has_work);
    pthread_mutex_destroy(&keeper->mutex);
    free(keeper);
}

/* ------------------------------------------------------------------------- */
/* Batches                                                                   */
/* ------------------------------------------------------------------------- */

/* Is this an answer, after which the batch goes on, and not a failure? */
static int is_answer(StoreStatus status)
{
    return status == STORE_OK || status == STORE_NOT_FOUND || status == STORE_TAKEN
           || status == STORE_CONFLICT;
}

static int any_writes(const ErrandQueue *batch)
{
    for (const Errand *errand = batch->first; errand != NULL; errand = errand->next) {
        if (!errand->only_reads)
            return 1;
    }
    return 0;
}

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

/* One line a second is enough, however many fail. */
static void tell_failure(Keeper *keeper, const Fault *fault)
{
    enum { EVERY_MS = 1000 };
    int64_t now = now_ms();

    atomic_fetch_add(&keeper->counts.failures, 1);
    if (keeper->told_at != 0 && now - keeper->told_at < EVERY_MS)
        return;
    keeper->told_at = now;
    log_line(LOG_ERROR, "store-failed", LOG_PAIRS({ "why", fault->sentence }));
}

/* After a failure that left nothing behind: has it waited, and may be tried again? */
static int may_try_again(Keeper *keeper, StoreStatus status, int tries)
{
    const struct timespec pause = { .tv_nsec = PAUSE_MS * 1000000L };
    int64_t now = now_ms();

    if (status == STORE_AWAY && keeper->away_since == 0)
        keeper->away_since = keeper->tried_at;
    if (atomic_load(&keeper->is_hurried))
        return 0;
    if (status == STORE_AWAY ? now - keeper->away_since >= AWAY_MS
                             : status != STORE_BUSY || tries >= BUSY_TRIES)
        return 0;
    nanosleep(&pause, NULL);
    return 1;
}

/* What has waited in vain for an answer has waited long enough. */
static void note_try(Keeper *keeper)
{
    keeper->tried_at = now_ms();
}

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

/* All entries for logs, in one statement, or a few. */
static StoreStatus append_all(Keeper *keeper, const ErrandQueue *batch, Fault *fault)
{
    StoreAppend *appends[APPENDS_AT_ONCE];
    StoreStatus status = STORE_OK;
    int count = 0;

    for (Errand *errand = batch->first; errand != NULL && status == STORE_OK;
         errand = errand->next) {
        if (errand->append != NULL) {
            errand->status = STORE_OK;
            appends[count++] = errand->append;
        }
        if (count == APPENDS_AT_ONCE || (errand->next == NULL && count > 0)) {
            status =
                store_append_many(keeper->store, appends, count, keeper->channel, fault);
            count = 0;
        }
    }
    return status;
}

/* What spoils the batch is told by its commit. A refusal is no news for the log. */
static void run_each(Keeper *keeper, ErrandQueue *batch)
{
    append_all(keeper, batch, NULL);
    for (Errand *errand = batch->first; errand != NULL; errand = errand->next) {
        Fault refusal = { "" };
        if (errand->append == NULL)
            errand->status = errand->run(errand, keeper->store, &refusal);
    }
}

/* Questions, one by one. */
static void read_each(Keeper *keeper, ErrandQueue *batch)
{
    for (Errand *errand = batch->first; errand != NULL; errand = errand->next) {
        Fault fault;
        int tries = 1;
        do {
            fault = (Fault){ "" };
            note_try(keeper);
            errand->status = errand->run(errand, keeper->store, &fault);
        } while (!is_answer(errand->status)
                 && may_try_again(keeper, errand->status, tries++));
        if (is_answer(errand->status))
            keeper->away_since = 0;
        else
            tell_failure(keeper, &fault);
    }
}

/* Anything but STORE_OK and STORE_IN_DOUBT: nothing of it is there. */
static StoreStatus run_together(Keeper *keeper, ErrandQueue *batch, Fault *fault)
{
    note_try(keeper);
    StoreStatus status = store_begin(keeper->store, fault);

    if (status != STORE_OK)
        return status;
    run_each(keeper, batch);
    status = store_commit(keeper->store, fault);
    if (status == STORE_OK)
        keeper->away_since = 0;
    atomic_store(&keeper->is_failing, !is_answer(status));
    return status;
}

static void count_batch(Keeper *keeper, const ErrandQueue *batch)
{
    long errands = 0;

    for (const Errand *errand = batch->first; errand != NULL; errand = errand->next)
        errands++;
    atomic_fetch_add(&keeper->counts.batches, 1);
    atomic_fetch_add(&keeper->counts.errands, errands);
}

/* Each by itself, so that one is not another's ruin. */
static void run_apart(Keeper *keeper, ErrandQueue *batch)
{
    for (Errand *errand = batch->first, *next; errand != NULL; errand = next) {
        Fault fault = { "" };
        ErrandQueue alone = { errand, errand };
        next = errand->next;
        errand->next = NULL;
        int tries = 1;
        StoreStatus status;
        do
            status = run_together(keeper, &alone, &fault);
        while (may_try_again(keeper, status, tries++));
        if (status != STORE_OK)
            errand->status = status;
        if (status != STORE_OK && status != STORE_CONFLICT)
            tell_failure(keeper, &fault);
        errand->next = next;
    }
}

/* In doubt: it may all be there, so nothing of it may be done a second time. Those who
 * asked are told that it failed, and read again what became of it. */
static void fail_all(ErrandQueue *batch, StoreStatus status)
{
    for (Errand *errand = batch->first; errand != NULL; errand = errand->next)
        errand->status = status;
}

static int only_appends(const ErrandQueue *batch)
{
    const Errand *errand = batch->first;

    while (errand != NULL && errand->append != NULL)
        errand = errand->next;
    return errand == NULL;
}

/* Nothing else is to be done, so they need no batch. They may be tried again whatever
 * happened: what was added is refused the second time, and whoever reads the log sees
 * that it is there. */
static void run_appends(Keeper *keeper, ErrandQueue *batch)
{
    Fault fault;
    StoreStatus status;
    int tries = 1;

    do {
        fault = (Fault){ "" };
        note_try(keeper);
        status = append_all(keeper, batch, &fault);
    } while (status != STORE_OK && may_try_again(keeper, status, tries++));
    if (status == STORE_OK) {
        keeper->away_since = 0;
        return;
    }
    tell_failure(keeper, &fault);
    fail_all(batch, status);
}

static void run_batch(Keeper *keeper, ErrandQueue *batch)
{
    Fault fault = { "" };
    StoreStatus status;

    count_batch(keeper, batch);
    if (!any_writes(batch)) {
        read_each(keeper, batch);
        return;
    }
    sort_batch(batch);
    if (only_appends(batch)) {
        run_appends(keeper, batch);
        return;
    }
    do
        status = run_together(keeper, batch, &fault);
    while (status == STORE_AWAY && may_try_again(keeper, status, 1));
    if (status == STORE_OK)
        return;
    /* One was refused, and only by themselves it is told which. */
    if (status == STORE_CONFLICT) {
        if (batch->first == batch->last)
            batch->first->status = status;
        else
            run_apart(keeper, batch);
        return;
    }
    tell_failure(keeper, &fault);
    if (status == STORE_IN_DOUBT || status == STORE_AWAY)
        fail_all(batch, status);
    else if (batch->first != batch->last || status == STORE_BUSY)
        run_apart(keeper, batch);
    else if (is_answer(batch->first->status))
        batch->first->status = status;
}

/* ------------------------------------------------------------------------- */
/* The thread                                                                */
/* ------------------------------------------------------------------------- */

/* What was handed over, waiting for it if need be; empty: the end. */
static ErrandQueue next_batch(Keeper *keeper)
{
    ErrandQueue batch = { NULL, NULL };

    pthread_mutex_lock(&keeper->mutex);
    while (keeper->handed_over.first == NULL && !keeper->is_ending)
        pthread_cond_wait(&keeper->has_work, &keeper->mutex);
    errand_queue_join(&batch, &keeper->handed_over);
    pthread_mutex_unlock(&keeper->mutex);
    return batch;
}

static void *keep(void *context)
{
    Keeper *keeper = context;

    for (;;) {
        ErrandQueue batch = next_batch(keeper);
        if (batch.first == NULL)
            return NULL;
        run_batch(keeper, &batch);
        inbox_put(keeper->inbox, &batch);
    }
}

int keeper_start(Keeper *keeper)
{
    keeper->has_thread = pthread_create(&keeper->thread, NULL, keep, keeper) == 0;
    return keeper->has_thread;
}

void keeper_post(Keeper *keeper, Errand *errand)
{
    errand_queue_put(&keeper->gathered, errand);
}

void keeper_hand_over(Keeper *keeper)
{
    if (keeper->gathered.first == NULL)
        return;
    pthread_mutex_lock(&keeper->mutex);
    int was_empty = keeper->handed_over.first == NULL;
    errand_queue_join(&keeper->handed_over, &keeper->gathered);
    if (was_empty)
        pthread_cond_signal(&keeper->has_work);
    pthread_mutex_unlock(&keeper->mutex);
}

void keeper_run(Keeper *keeper)
{
    ErrandQueue batch = { NULL, NULL };

    keeper_hand_over(keeper);
    errand_queue_join(&batch, &keeper->handed_over);
    if (batch.first == NULL)
        return;
    run_batch(keeper, &batch);
    inbox_put(keeper->inbox, &batch);
}

int keeper_is_failing(const Keeper *keeper)
{
    return atomic_load(&keeper->is_failing);
}

int keeper_silence(const Keeper *keeper)
{
    return store_silence(keeper->store);
}

void keeper_hurry(Keeper *keeper, int milliseconds)
{
    atomic_store(&keeper->is_hurried, 1);
    store_hurry(keeper->store, milliseconds);
}

const KeeperCounts *keeper_counts(const Keeper *keeper)
{
    return &keeper->counts;
}
