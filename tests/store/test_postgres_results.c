/* test_postgres_results.c: results on PostgreSQL, where an account may be deleted while its
 * game ends, and texts may be in another order than in a file. */
#include "store/contract.h"
#include "store/database.h"
#include "store/folder.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void set_up(void)
{
    database_make();
    folder_make();
}

static void tear_down(void)
{
    folder_remove();
    database_remove();
}

TestSuite(postgres_results, .init = set_up, .fini = tear_down);

typedef struct Ending {
    Store *store;
    StoreWrite write;
    StoreTable row;
    StoreEntry before;
} Ending;

/* On a slow machine the wait for a lock may time out: then again, as a server does. */
static void *end_game(void *context)
{
    enum { TRIES = 20 };
    Ending *ending = context;
    StoreWrite *const all[] = { &ending->write };

    for (int i = 0; i < TRIES; i++) {
        if (store_write_many(ending->store, all, 1, "roundhouse", NULL) == STORE_OK
            && ending->write.status == STORE_OK)
            break;
    }
    return NULL;
}

/* The first value of the answer, on a connection whose transactions may stay open. */
static int ask(PGconn *connection, const char *statement)
{
    PGresult *result = PQexec(connection, statement);
    int answer = PQntuples(result) > 0 ? atoi(PQgetvalue(result, 0, 0)) : 0;

    cr_assert(PQresultStatus(result) == PGRES_COMMAND_OK
                  || PQresultStatus(result) == PGRES_TUPLES_OK,
              "%s: %s", statement, PQerrorMessage(connection));
    PQclear(result);
    return answer;
}

/* Two seats of one person; the last entry, or a run of the last two. */
static void given_ending(Ending *ending, StoreId user, int run)
{
    *ending = (Ending){ .store = given_store(database()) };
    ending->row = given_playing(ending->store, "AAAAAAAAAA", user, user);
    ending->before = default_entry(1, 0, 2);
    ending->write = (StoreWrite){ .table = ending->row.id,
                                  .row = &ending->row,
                                  .has_entry = 1,
                                  .entry = default_entry(1 + run, 0, 0),
                                  .before = run > 0 ? &ending->before : NULL,
                                  .before_count = run,
                                  .notice = "" };
    ending->row.state = TABLE_OVER;
    ending->row.turn = ending->write.entry.turn;
}

/* The account is deleted, but not committed yet, when the game ends. */
static void expect_no_user(int run)
{
    Store *store = given_store(database());
    StoreId ada = given_user(store, "uada", USER_KEPT, "Ada").id;
    PGconn *deleting = PQconnectdb(database());
    Ending ending;
    pthread_t thread;

    given_ending(&ending, ada, run);
    ask(deleting, "BEGIN");
    ask(deleting, "UPDATE users SET deleted = 9000");
    cr_assert_eq(pthread_create(&thread, NULL, end_game, &ending), 0);
    while (ask(deleting, "SELECT count(*) FROM pg_locks WHERE NOT granted") == 0
           && ask(deleting, "SELECT count(*) FROM results") == 0)
        usleep(1000);
    ask(deleting, "COMMIT");
    pthread_join(thread, NULL);
    PQfinish(deleting);
    cr_expect_eq(ending.write.status, STORE_OK);
    cr_expect_eq(database_query("SELECT count(*) FROM results"), 2);
    cr_expect_eq(database_query("SELECT count(user_id) FROM results"), 0);
    store_free(ending.store);
    store_free(store);
}

Test(postgres_results, of_an_account_that_is_deleted_meanwhile_have_no_user)
{
    expect_no_user(0);
}

Test(postgres_results, of_a_run_have_no_user_either)
{
    expect_no_user(1);
}

/* Most languages sort a before Z, and leave punctuation for last; a file compares bytes. */
Test(postgres_results, move_from_a_database_with_another_collation)
{
    Store *from = given_store(database()), *to = given_store(in_folder("to.db"));
    StoreSizes sizes;

    database_query("ALTER TABLE means ALTER game TYPE TEXT COLLATE \"en-x-icu\", "
                   "ALTER rule_set TYPE TEXT COLLATE \"en-x-icu\"");
    database_query(
        "INSERT INTO means (game, rule_set, seat_count, is_public, seats, total) "
        "VALUES ('a', 'x=1 y=2', 2, 1, 1, 3), ('Z', 'x=1', 2, 1, 1, 4), "
        "('a', 'x=1, y=2', 2, 1, 1, 5)");
    DOES(store_move(from, to, NULL, NULL, &sizes, &failure));
    store_free(from);
    store_free(to);
}
