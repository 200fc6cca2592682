/* test_line.c: a stalled connection to the database, on which no bytes arrive and no
 * close: every wait has a timeout. */
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

/* The suite's timeout ends a test that hangs. */
TestSuite(line, .init = set_up, .fini = tear_down, .timeout = 60);

/* A call that must return in time; much later where everything is slow. */
#define ENDS_AWAY(call)                                                                    \
    do {                                                                                   \
        int64_t began = now_ms();                                                          \
        ANSWERS(STORE_AWAY, call);                                                         \
        cr_expect_lt(now_ms() - began, 20000);                                             \
    } while (0)

Test(line, a_query_on_a_stalled_connection_ends)
{
    Store *store = given_store(url);

    proxy_cut(STALL_ALL);
    cr_expect_eq(store_silence(store), 0);
    ENDS_AWAY(store_ping(store, &failure));
    cr_expect_gt(store_silence(store), 0);
    /* A new connection cannot be opened either. */
    ENDS_AWAY(store_ping(store, &failure));
    proxy_cut(CUT_NOTHING);
    DOES(store_ping(store, &failure));
    cr_expect_eq(store_silence(store), 0);
    store_free(store);
}

Test(line, opening_a_stalled_connection_ends)
{
    Store *store = NULL;

    proxy_cut(STALL_ALL);
    ENDS_AWAY(store_open(url, &store, &failure));
    cr_expect_null(store);
}

/* The outcome is unknown until the connection works again. */
Test(line, a_commit_on_a_stalled_connection_ends_in_doubt)
{
    Store *store = given_store(url);
    StoreUser user = { .code = "uada", .kind = USER_GUEST, .name = "Ada", .key = "ada" };

    proxy_cut(STALL_BEFORE_COMMIT);
    DOES(store_begin(store, &failure));
    DOES(store_user_add(store, &user, &failure));
    ANSWERS(STORE_IN_DOUBT, store_commit(store, &failure));
    proxy_cut(CUT_NOTHING);
    DOES(store_ping(store, &failure));
    store_free(store);
}

static void *hurry(void *store)
{
    while (store_silence(store) == 0)
        usleep(1000);
    store_hurry(store, 100);
    return NULL;
}

/* A store that is shutting down does not wait for the deadline. */
Test(line, a_store_in_a_hurry_waits_no_longer)
{
    Store *store = given_store(url);
    pthread_t thread;

    proxy_cut(STALL_ALL);
    int64_t began = now_ms();
    cr_assert_eq(pthread_create(&thread, NULL, hurry, store), 0);
    ANSWERS(STORE_AWAY, store_ping(store, &failure));
    pthread_join(thread, NULL);
    ANSWERS(STORE_AWAY, store_ping(store, &failure));
    store_free(store);
    cr_expect_lt(now_ms() - began, 3000);
}

/* The database has a timeout as well: an open batch holds its locks no longer than
 * that. */
Test(line, a_batch_on_a_stalled_connection_releases_its_rows)
{
    Store *far = given_store(url), *near = given_store(database());
    StoreUser user = given_user(near, "uada", USER_GUEST, "Ada");

    DOES(store_begin(far, &failure));
    DOES(store_user_set(far, &user, &failure));
    proxy_cut(STALL_ALL);
    DOES(store_begin(near, &failure));
    DOES(store_user_set(near, &user, &failure));
    DOES(store_commit(near, &failure));
    proxy_cut(CUT_NOTHING);
    store_rollback(far);
    store_free(far);
    store_free(near);
}

Test(line, a_reopened_connection_listens_again)
{
    Store *far = given_store(url), *near = given_store(database());
    StoreNotice notice;

    DOES(store_listen(far, "far", &failure));
    DOES(store_reconnect(far, &failure));
    DOES(store_receive(far, &notice, &failure));
    cr_expect(notice.has_gap);
    DOES(store_begin(near, &failure));
    DOES(store_notify(near, "far", "hello", &failure));
    DOES(store_commit(near, &failure));
    while (store_receive(far, &notice, NULL) == STORE_NOT_FOUND)
        usleep(1000);
    cr_expect_str_eq(notice.text, "hello");
    store_free(far);
    store_free(near);
}
