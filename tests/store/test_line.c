/* test_line.c: a line to the database on which nothing comes any more, and nobody hears
 * of that: every wait has an end. */
#include "store/contract.h"
#include "store/database.h"
#include "store/folder.h"
#include "store/proxy.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static const char *url;

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

static void set_up(void)
{
    static char folder[256];

    database_make();
    folder_make();
    snprintf(folder, sizeof folder, "%s", in_folder(""));
    folder[strlen(folder) - 1] = '\0';
    proxy_start(folder);
    url = database_through(folder);
}

static void tear_down(void)
{
    proxy_cut(CUT_NOTHING);
    folder_remove();
    database_remove();
}

/* What hangs for ever is ended by the suite. */
TestSuite(line, .init = set_up, .fini = tear_down, .timeout = 60);

/* A call that must come back, though much later where everything is slow. */
#define ENDS_AWAY(call)                                                                    \
    do {                                                                                   \
        int64_t began = now_ms();                                                          \
        ANSWERS(STORE_AWAY, call);                                                         \
        cr_expect_lt(now_ms() - began, 20000);                                             \
    } while (0)

Test(line, a_question_into_a_dead_line_ends)
{
    Store *store = given_store(url);

    proxy_cut(STALL_ALL);
    cr_expect_eq(store_silence(store), 0);
    ENDS_AWAY(store_ping(store, &heard));
    cr_expect_gt(store_silence(store), 0);
    /* Nor can it be made anew. */
    ENDS_AWAY(store_ping(store, &heard));
    proxy_cut(CUT_NOTHING);
    DOES(store_ping(store, &heard));
    cr_expect_eq(store_silence(store), 0);
    store_free(store);
}

Test(line, opening_into_a_dead_line_ends)
{
    Store *store = NULL;

    proxy_cut(STALL_ALL);
    ENDS_AWAY(store_open(url, &store, &heard));
    cr_expect_null(store);
}

/* Nobody knows what became of it, until the line is alive again. */
Test(line, a_commit_into_a_dead_line_ends_in_doubt)
{
    Store *store = given_store(url);
    StoreUser user = { .code = "uada", .kind = USER_GUEST, .name = "Ada", .key = "ada" };

    proxy_cut(STALL_BEFORE_COMMIT);
    DOES(store_begin(store, &heard));
    DOES(store_user_add(store, &user, &heard));
    ANSWERS(STORE_IN_DOUBT, store_commit(store, &heard));
    proxy_cut(CUT_NOTHING);
    DOES(store_ping(store, &heard));
    store_free(store);
}

static void *hurry(void *store)
{
    while (store_silence(store) == 0)
        usleep(1000);
    store_hurry(store, 100);
    return NULL;
}

/* Whoever must end does not wait for the deadline. */
Test(line, a_store_in_a_hurry_waits_no_longer)
{
    Store *store = given_store(url);
    pthread_t thread;

    proxy_cut(STALL_ALL);
    int64_t began = now_ms();
    cr_assert_eq(pthread_create(&thread, NULL, hurry, store), 0);
    ANSWERS(STORE_AWAY, store_ping(store, &heard));
    pthread_join(thread, NULL);
    ANSWERS(STORE_AWAY, store_ping(store, &heard));
    store_free(store);
    cr_expect_lt(now_ms() - began, 3000);
}

/* The database does not wait for us either: what was begun holds its locks no longer
 * than its own patience. */
Test(line, a_batch_in_a_dead_line_lets_go_of_its_rows)
{
    Store *far = given_store(url), *near = given_store(database());
    StoreUser user = given_user(near, "uada", USER_GUEST, "Ada");

    DOES(store_begin(far, &heard));
    DOES(store_user_set(far, &user, &heard));
    proxy_cut(STALL_ALL);
    DOES(store_begin(near, &heard));
    DOES(store_user_set(near, &user, &heard));
    DOES(store_commit(near, &heard));
    proxy_cut(CUT_NOTHING);
    store_rollback(far);
    store_free(far);
    store_free(near);
}

Test(line, a_line_that_is_made_anew_listens_again)
{
    Store *far = given_store(url), *near = given_store(database());
    StoreNotice notice;

    DOES(store_listen(far, "far", &heard));
    DOES(store_reconnect(far, &heard));
    DOES(store_receive(far, &notice, &heard));
    cr_expect(notice.has_gap);
    DOES(store_begin(near, &heard));
    DOES(store_notify(near, "far", "hello", &heard));
    DOES(store_commit(near, &heard));
    while (store_receive(far, &notice, NULL) == STORE_NOT_FOUND)
        usleep(1000);
    cr_expect_str_eq(notice.text, "hello");
    store_free(far);
    store_free(near);
}
