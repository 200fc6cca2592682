/* test_crew.c: owners share the threads of a crew fairly. */
#include "server/crew.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <string.h>
#include <time.h>

typedef struct Job {
    Errand errand;
    char owner;
    long long takes; /* nanoseconds of processor time; 0: until its deadline */
} Job;

static char order[256]; /* the owners, as their jobs came back */
static atomic_int gave_up;

static long long now(clockid_t id)
{
    struct timespec time;

    clock_gettime(id, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static StoreStatus work(Errand *errand, Store *store, Fault *fault)
{
    const long long patience = 20000000000LL;
    const Job *job = (const Job *)errand;
    long long began = now(CLOCK_THREAD_CPUTIME_ID), began_at = now(CLOCK_MONOTONIC);

    (void)store;
    (void)fault;
    if (job->takes > 0) {
        while (now(CLOCK_THREAD_CPUTIME_ID) - began < job->takes)
            ;
        return STORE_OK;
    }
    while (now(CLOCK_MONOTONIC) < atomic_load(errand->deadline)) {
        if (now(CLOCK_MONOTONIC) - began_at > patience) {
            atomic_store(&gave_up, 1);
            break;
        }
    }
    return STORE_OK;
}

static void came_back(Errand *errand)
{
    const Job *job = (const Job *)errand;
    size_t length = strlen(order);

    if (errand->status == STORE_OK)
        order[length] = job->owner;
}

static void post(Crew *crew, Job *job, char owner, long long takes)
{
    *job = (Job){ .errand = { .run = work, .done = came_back },
                  .owner = owner,
                  .takes = takes };
    crew_post(crew, &job->errand, (uint64_t)owner);
}

static Crew *new_crew(Inbox *inbox)
{
    memset(order, 0, sizeof order);
    inbox_init(inbox, NULL, NULL);
    return crew_new(inbox);
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

Test(crew, serves_the_owner_who_used_least)
{
    Inbox inbox;
    Crew *crew = new_crew(&inbox);
    Job jobs[14];

    for (int i = 0; i < 10; i++)
        post(crew, &jobs[i], 'a', 1000000);
    post(crew, &jobs[10], 'b', 1000000);
    post(crew, &jobs[11], 'c', 1000000);
    cr_expect_eq(crew_load(crew, 'a').waiting_of_owner, 10);
    cr_expect_eq(crew_load(crew, 'a').owners, 3);
    crew_run(crew);
    inbox_empty(&inbox);
    cr_expect_str_eq(order, "abcaaaaaaaaa");
    crew_free(crew);
}

Test(crew, counts_processor_time_and_not_errands)
{
    Inbox inbox;
    Crew *crew = new_crew(&inbox);
    Job jobs[20];
    int before = 0;

    for (int i = 0; i < 4; i++)
        post(crew, &jobs[i], 'h', 20000000);
    for (int i = 4; i < 20; i++)
        post(crew, &jobs[i], 'l', 1000000);
    crew_run(crew);
    inbox_empty(&inbox);
    /* The light ones have not waited for the heavy ones, beyond one of them. */
    for (const char *at = order; *at == 'h' || *at == 'l'; at++) {
        if (*at == 'l')
            break;
        before++;
    }
    cr_expect_eq(before, 1, "%s", order);
    cr_expect_eq(strspn(order + 1, "l"), 16, "%s", order);
    crew_free(crew);
}

Test(crew, gives_no_credit_for_having_been_idle)
{
    Inbox inbox;
    Crew *crew = new_crew(&inbox);
    Job jobs[12];

    /* The second owner comes when the first has used a lot. */
    post(crew, &jobs[0], 'a', 50000000);
    crew_run(crew);
    for (int i = 1; i < 6; i++)
        post(crew, &jobs[i], 'a', 5000000);
    for (int i = 6; i < 12; i++)
        post(crew, &jobs[i], 'b', 5000000);
    crew_run(crew);
    inbox_empty(&inbox);
    cr_expect_eq(strlen(order), 12);
    cr_expect_lt(strspn(order + 1, "b"), 4, "%s", order);
    crew_free(crew);
}

Test(crew, ends_a_long_errand_when_another_owner_waits)
{
    enum { UNTIL_DEADLINE = 0 };
    Inbox inbox;
    Crew *crew = new_crew(&inbox);
    Job jobs[5];

    cr_assert_eq(crew_start(crew, 1), 1);
    post(crew, &jobs[0], 'a', UNTIL_DEADLINE);
    post(crew, &jobs[1], 'a', UNTIL_DEADLINE);
    post(crew, &jobs[2], 'b', 1000000);
    post(crew, &jobs[3], 'c', 1000000);
    wait_for(&inbox, 3);
    cr_expect_str_eq(order, "abc");
    /* Now the second of them may run on, until somebody else comes. */
    post(crew, &jobs[4], 'd', 1000000);
    wait_for(&inbox, 5);
    cr_expect_not(atomic_load(&gave_up));
    crew_free(crew);
}

Test(crew, sends_back_what_nobody_has_begun)
{
    Inbox inbox;
    Crew *crew = new_crew(&inbox);
    Job jobs[3];

    post(crew, &jobs[0], 'a', 1000000);
    post(crew, &jobs[1], 'b', 1000000);
    crew_end(crew);
    post(crew, &jobs[2], 'b', 1000000);
    cr_expect_eq(inbox_empty(&inbox), 3);
    cr_expect_str_eq(order, "");
    cr_expect_eq(jobs[2].errand.status, STORE_AWAY);
    crew_free(crew);
}

Test(crew, forgets_owners_without_work)
{
    enum { OWNERS = 2000 };
    Inbox inbox;
    Crew *crew = new_crew(&inbox);
    Job first, job;

    /* One keeps the crew busy, so that the others are remembered. */
    post(crew, &first, 'a', 1000000);
    for (int i = 0; i < OWNERS; i++) {
        job =
            (Job){ .errand = { .run = work, .done = came_back }, .owner = '.', .takes = 1 };
        crew_post(crew, &job.errand, (uint64_t)(1000 + i));
        crew_run(crew);
        inbox_empty(&inbox);
        memset(order, 0, sizeof order);
    }
    cr_expect_eq(crew_load(crew, 'a').owners, 0);
    cr_expect_eq(crew_waiting(crew), 0);
    crew_free(crew);
}
