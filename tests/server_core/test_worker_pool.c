/* test_worker_pool.c: owners share the threads of a pool fairly. */
#include "server/worker_pool.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <string.h>
#include <time.h>

typedef struct TestJob {
    Job job;
    char owner;
    long long takes; /* nanoseconds of processor time; 0: until its deadline */
} TestJob;

static char order[256]; /* owners in the order of completion */
static atomic_int gave_up;

static long long now(clockid_t id)
{
    struct timespec time;

    clock_gettime(id, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static StoreStatus work(Job *job, Store *store, Fault *fault)
{
    const long long patience = 20000000000LL;
    const TestJob *test = (const TestJob *)job;
    long long began = now(CLOCK_THREAD_CPUTIME_ID), began_at = now(CLOCK_MONOTONIC);

    (void)store;
    (void)fault;
    if (test->takes > 0) {
        while (now(CLOCK_THREAD_CPUTIME_ID) - began < test->takes)
            ;
        return STORE_OK;
    }
    while (now(CLOCK_MONOTONIC) < atomic_load(job->deadline)) {
        if (now(CLOCK_MONOTONIC) - began_at > patience) {
            atomic_store(&gave_up, 1);
            break;
        }
    }
    return STORE_OK;
}

static void came_back(Job *job)
{
    const TestJob *test = (const TestJob *)job;
    size_t length = strlen(order);

    if (job->status == STORE_OK)
        order[length] = test->owner;
}

static void submit(WorkerPool *pool, TestJob *job, char owner, long long takes)
{
    *job = (TestJob){ .job = { .run = work, .done = came_back },
                      .owner = owner,
                      .takes = takes };
    worker_pool_submit(pool, &job->job, (uint64_t)owner);
}

static WorkerPool *new_pool(Inbox *inbox)
{
    memset(order, 0, sizeof order);
    inbox_init(inbox, NULL, NULL);
    return worker_pool_new(inbox);
}

static void wait_for(Inbox *inbox, size_t count)
{
    const struct timespec moment = { .tv_nsec = 1000000 };
    long long until = now(CLOCK_MONOTONIC) + 60000000000LL;

    while (strlen(order) < count && now(CLOCK_MONOTONIC) < until) {
        nanosleep(&moment, NULL);
        inbox_empty(inbox);
    }
    cr_assert_eq(strlen(order), count);
}

Test(pool, serves_the_owner_who_used_least)
{
    Inbox inbox;
    WorkerPool *pool = new_pool(&inbox);
    TestJob jobs[14];

    for (int i = 0; i < 10; i++)
        submit(pool, &jobs[i], 'a', 1000000);
    submit(pool, &jobs[10], 'b', 1000000);
    submit(pool, &jobs[11], 'c', 1000000);
    cr_expect_eq(worker_pool_load(pool, 'a').waiting_of_owner, 10);
    cr_expect_eq(worker_pool_load(pool, 'a').owners, 3);
    worker_pool_run(pool);
    inbox_empty(&inbox);
    cr_expect_str_eq(order, "abcaaaaaaaaa");
    worker_pool_free(pool);
}

Test(pool, counts_processor_time_and_not_jobs)
{
    Inbox inbox;
    WorkerPool *pool = new_pool(&inbox);
    TestJob jobs[20];
    int before = 0;

    for (int i = 0; i < 4; i++)
        submit(pool, &jobs[i], 'h', 20000000);
    for (int i = 4; i < 20; i++)
        submit(pool, &jobs[i], 'l', 1000000);
    worker_pool_run(pool);
    inbox_empty(&inbox);
    /* Light jobs did not wait for more than one heavy one. */
    for (const char *at = order; *at == 'h' || *at == 'l'; at++) {
        if (*at == 'l')
            break;
        before++;
    }
    cr_expect_eq(before, 1, "%s", order);
    cr_expect_eq(strspn(order + 1, "l"), 16, "%s", order);
    worker_pool_free(pool);
}

Test(pool, gives_no_credit_for_having_been_idle)
{
    Inbox inbox;
    WorkerPool *pool = new_pool(&inbox);
    TestJob jobs[12];

    /* The second owner arrives after the first has used a lot. */
    submit(pool, &jobs[0], 'a', 50000000);
    worker_pool_run(pool);
    for (int i = 1; i < 6; i++)
        submit(pool, &jobs[i], 'a', 5000000);
    for (int i = 6; i < 12; i++)
        submit(pool, &jobs[i], 'b', 5000000);
    worker_pool_run(pool);
    inbox_empty(&inbox);
    cr_expect_eq(strlen(order), 12);
    cr_expect_lt(strspn(order + 1, "b"), 4, "%s", order);
    worker_pool_free(pool);
}

Test(pool, ends_a_long_job_when_another_owner_waits)
{
    enum { UNTIL_DEADLINE = 0 };
    Inbox inbox;
    WorkerPool *pool = new_pool(&inbox);
    TestJob jobs[5];

    cr_assert_eq(worker_pool_start(pool, 1), 1);
    submit(pool, &jobs[0], 'a', UNTIL_DEADLINE);
    submit(pool, &jobs[1], 'a', UNTIL_DEADLINE);
    submit(pool, &jobs[2], 'b', 1000000);
    submit(pool, &jobs[3], 'c', 1000000);
    wait_for(&inbox, 3);
    cr_expect_str_eq(order, "abc");
    /* Now the second job may run on, until another owner arrives. */
    submit(pool, &jobs[4], 'd', 1000000);
    wait_for(&inbox, 5);
    cr_expect_not(atomic_load(&gave_up));
    worker_pool_free(pool);
}

Test(pool, sends_back_what_nobody_has_begun)
{
    Inbox inbox;
    WorkerPool *pool = new_pool(&inbox);
    TestJob jobs[3];

    submit(pool, &jobs[0], 'a', 1000000);
    submit(pool, &jobs[1], 'b', 1000000);
    worker_pool_end(pool);
    submit(pool, &jobs[2], 'b', 1000000);
    cr_expect_eq(inbox_empty(&inbox), 3);
    cr_expect_str_eq(order, "");
    cr_expect_eq(jobs[2].job.status, STORE_AWAY);
    worker_pool_free(pool);
}

Test(pool, forgets_owners_without_work)
{
    enum { OWNERS = 2000 };
    Inbox inbox;
    WorkerPool *pool = new_pool(&inbox);
    TestJob first, job;

    /* One owner keeps the pool busy, so that the others' usage is remembered. */
    submit(pool, &first, 'a', 1000000);
    for (int i = 0; i < OWNERS; i++) {
        job = (TestJob){ .job = { .run = work, .done = came_back },
                         .owner = '.',
                         .takes = 1 };
        worker_pool_submit(pool, &job.job, (uint64_t)(1000 + i));
        worker_pool_run(pool);
        inbox_empty(&inbox);
        memset(order, 0, sizeof order);
    }
    cr_expect_eq(worker_pool_load(pool, 'a').owners, 0);
    cr_expect_eq(worker_pool_waiting(pool), 0);
    worker_pool_free(pool);
}
