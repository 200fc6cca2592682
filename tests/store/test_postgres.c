/* test_postgres.c: the contract, on PostgreSQL, and what only a shared remote database
 * can do: fail, and have several writers. */
#include "store/contract.h"
#include "store/crash.h"
#include "store/database.h"
#include "store/folder.h"
#include "store/proxy.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(postgres_contract, .init = database_make, .fini = database_remove);

#define ON_POSTGRES(name)                                                                  \
    Test(postgres_contract, name)                                                          \
    {                                                                                      \
        contract_##name(database());                                                       \
    }
CONTRACT(ON_POSTGRES)

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

TestSuite(postgres, .init = set_up, .fini = tear_down);

/* Makes a table with two entries; returns its id. */
static StoreId given_played(Store *store)
{
    StoreId ada = given_user(store, "uada", USER_GUEST, "Ada").id;
    StoreId table = given_playing(store, "AAAAAAAAAA", ada, ada).id;

    given_entry(store, table, 1, 2);
    given_entry(store, table, 2, 1);
    return table;
}

static int length_of(Store *store, StoreId table)
{
    StoreTable found;

    DOES(store_table_get(store, table, &found, &failure));
    return found.turn.n;
}

/* ------------------------------------------------------------------------- */
/* A database that fails                                                     */
/* ------------------------------------------------------------------------- */

Test(postgres, a_broken_connection_is_opened_again)
{
    Store *store = given_store(database());
    StoreId table = given_played(store);

    database_disconnect();
    cr_expect_eq(length_of(store, table), 2, "reading connects again");
    database_disconnect();
    given_entry(store, table, 3, 2);
    cr_expect_eq(length_of(store, table), 3);
    store_free(store);
}

Test(postgres, a_batch_whose_connection_broke_leaves_nothing)
{
    Store *store = given_store(database());
    StoreId table = given_played(store);
    StoreEntry third = default_entry(3, 0, 2), fourth = default_entry(4, 0, 2);

    DOES(store_begin(store, &failure));
    DOES(store_append(store, table, 0, &third, &failure));
    database_disconnect();
    ANSWERS(STORE_AWAY, store_append(store, table, 0, &fourth, &failure));
    ANSWERS(STORE_AWAY, store_commit(store, &failure));
    cr_expect_eq(length_of(store, table), 2);
    given_entry(store, table, 3, 2);
    store_free(store);
}

Test(postgres, a_commit_on_a_lost_connection_is_reported)
{
    Store *store = given_store(database());
    StoreId table = given_played(store);
    StoreEntry third = default_entry(3, 0, 2);

    DOES(store_begin(store, &failure));
    DOES(store_append(store, table, 0, &third, &failure));
    database_disconnect();
    ANSWERS(STORE_AWAY, store_commit(store, &failure));
    cr_expect_eq(length_of(store, table), 2);
    store_free(store);
}

Test(postgres, a_crash_loses_nothing_that_was_committed)
{
    Store *store = given_store(database());
    StoreId table = given_played(store);
    StoreEntry entry = default_entry(3, 0, 2);

    for (int n = 3; n < 8; n += 2) {
        given_entry(store, table, n, 1);
        DOES(store_begin(store, &failure));
        entry.turn.n = n + 1;
        DOES(store_append(store, table, 0, &entry, &failure));
        database_crash();
        ANSWERS(STORE_AWAY, store_commit(store, &failure));
        cr_expect_eq(length_of(store, table), n);
        given_entry(store, table, n + 1, 1);
    }
    store_free(store);
}

Test(postgres, what_is_acknowledged_survives_kills_of_writer_and_database)
{
    survives_crashes(database(), &(CrashDatabase){ database_crash, database_disconnect });
}

/* Cuts the connection around a COMMIT: which status, and how many entries then? */
static void expect_cut(ProxyCut cut, StoreStatus wanted, int length)
{
    char path[256];
    snprintf(path, sizeof path, "%s", in_folder(""));
    path[strlen(path) - 1] = '\0';
    proxy_start(path);
    Store *store = given_store(database_through(path)), *other = given_store(database());
    StoreId table = given_played(store);
    StoreEntry third = default_entry(3, 0, 2);

    DOES(store_begin(store, &failure));
    DOES(store_append(store, table, 0, &third, &failure));
    proxy_cut(cut);
    ANSWERS(wanted, store_commit(store, &failure));
    proxy_cut(CUT_NOTHING);
    cr_expect_eq(length_of(other, table), length);
    cr_expect_eq(length_of(store, table), length);
    given_entry(store, table, length + 1, 1);
    store_free(store);
    store_free(other);
}

Test(postgres, a_commit_that_never_arrived_is_reported)
{
    expect_cut(CUT_BEFORE_COMMIT, STORE_AWAY, 2);
}

Test(postgres, a_commit_whose_answer_was_lost_is_found_out)
{
    expect_cut(CUT_AFTER_COMMIT, STORE_OK, 3);
}

Test(postgres, a_commit_whose_outcome_cannot_be_read_is_in_doubt)
{
    expect_cut(CUT_AND_STAY_AWAY, STORE_IN_DOUBT, 3);
}

Test(postgres, no_database_answers)
{
    Store *store = NULL;

    ANSWERS(STORE_AWAY, store_open("postgresql:///x?host=/nowhere", &store, &failure));
    cr_expect_null(store);
}

Test(postgres, a_database_of_tomorrow_is_left_alone)
{
    Store *store = NULL;

    store_free(given_store(database()));
    database_query("INSERT INTO roundhouse VALUES (99)");
    ANSWERS(STORE_BROKEN, store_open(database(), &store, &failure));
}

/* ------------------------------------------------------------------------- */
/* Several servers                                                           */
/* ------------------------------------------------------------------------- */

Test(postgres, servers_that_start_at_once_make_one_schema)
{
    int status;

    for (int i = 0; i < 4; i++) {
        if (fork() == 0) {
            Store *store = NULL;
            _exit((int)store_open(database(), &store, NULL));
        }
    }
    for (int i = 0; i < 4; i++) {
        cr_assert(wait(&status) > 0);
        cr_expect_eq(status, 0);
    }
    cr_expect_eq(database_query("SELECT count(*) FROM roundhouse"), 6);
}

Test(postgres, two_servers_cannot_append_the_same_number)
{
    Store *one = given_store(database()), *two = given_store(database());
    StoreId table = given_played(one);
    StoreEntry third = default_entry(3, 0, 2);

    given_entry(one, table, 3, 1);
    DOES(store_begin(two, &failure));
    ANSWERS(STORE_CONFLICT, store_append(two, table, 0, &third, &failure));
    DOES(store_commit(two, &failure));
    store_free(one);
    store_free(two);
}

/* Runs in a separate process: changes the row, stops before the commit, and returns the
 * status of the commit once it continues. */
static void change_and_stop(StoreId id)
{
    Store *store = NULL;
    StoreTable table;

    if (store_open(database(), &store, NULL) != STORE_OK
        || store_table_get(store, id, &table, NULL) != STORE_OK
        || store_begin(store, NULL) != STORE_OK
        || store_table_set(store, &table, NULL) != STORE_OK)
        _exit(100);
    raise(SIGSTOP);
    _exit((int)store_commit(store, NULL));
}

static int append_one(Store *store, StoreId table, int n, int64_t version)
{
    StoreWrite append = {
        .table = table, .version = version, .entry = default_entry(n, 0, 2), .notice = ""
    };
    StoreWrite *const all[] = { &append };

    DOES(store_write_many(store, all, 1, "roundhouse", &failure));
    return append.status == STORE_OK;
}

/* Nothing waits for it: its own table is skipped until the database's timeout, and all
 * other tables go on. */
Test(postgres, a_server_that_stops_while_it_changes_a_row)
{
    Store *store = given_store(database());
    StoreId table = given_played(store);
    StoreTable found, other;
    pid_t child = fork();
    int status;

    if (child == 0)
        change_and_stop(table);
    cr_assert_eq(waitpid(child, &status, WUNTRACED), child);
    cr_assert(WIFSTOPPED(status));
    DOES(store_table_get(store, table, &found, &failure));
    other = given_playing(store, "OTHERTABLE", found.host, found.host);
    cr_expect_eq(append_one(store, table, 3, 0), 0);
    cr_expect_eq(append_one(store, other.id, 1, 0), 1);
    while (!append_one(store, table, 3, 0))
        usleep(10000);
    kill(child, SIGCONT);
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_expect_eq(WEXITSTATUS(status), STORE_AWAY);
    cr_expect_eq(length_of(store, table), 3);
    store_free(store);
}

/* Many processes append to the same tables, in batches: each entry is there once, and
 * has the write id whose append was acknowledged. */
enum { RACERS = 4, RACED_TABLES = 5, RACED_ENTRIES = 60 };

static void race(const StoreId *tables, int racer)
{
    Store *store = NULL;
    StoreWrite appends[RACED_TABLES] = { 0 };
    StoreWrite *all[RACED_TABLES];
    int added[RACED_TABLES][RACED_ENTRIES] = { { 0 } };
    int left = RACED_TABLES * RACED_ENTRIES;

    if (store_open(database(), &store, NULL) != STORE_OK)
        _exit(100);
    for (int i = 0; i < RACED_TABLES; i++)
        appends[i] = (StoreWrite){ .table = tables[i], .notice = "x" };
    while (left > 0) {
        int count = 0;
        for (int i = 0; i < RACED_TABLES; i++) {
            int n = appends[i].entry.turn.n + 1;
            if (n > RACED_ENTRIES)
                continue;
            appends[i].entry = default_entry(n, 0, 2);
            appends[i].entry.write_id = racer + 1;
            all[count++] = &appends[i];
        }
        if (store_write_many(store, all, count, "roundhouse", NULL) != STORE_OK)
            _exit(101);
        for (int i = 0; i < count; i++, left--)
            added[all[i] - appends][all[i]->entry.turn.n - 1] = all[i]->status == STORE_OK;
    }
    for (int i = 0; i < RACED_TABLES; i++) {
        StoreEntry found[RACED_ENTRIES];
        int count;
        store_log(store, tables[i], 1, found, RACED_ENTRIES, &count, NULL);
        for (int n = 0; n < RACED_ENTRIES; n++) {
            if (count != RACED_ENTRIES || (found[n].write_id == racer + 1) != added[i][n])
                _exit(102);
        }
    }
    _exit(0);
}

Test(postgres, racing_appends_lose_nothing_and_double_nothing)
{
    Store *store = given_store(database());
    StoreId tables[RACED_TABLES];
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    char code[STORE_CODE_MAX + 1];
    int status;

    for (int i = 0; i < RACED_TABLES; i++) {
        snprintf(code, sizeof code, "RACE%06d", i);
        tables[i] = given_playing(store, code, ada.id, ada.id).id;
    }
    for (int racer = 0; racer < RACERS; racer++) {
        if (fork() == 0)
            race(tables, racer);
    }
    for (int racer = 0; racer < RACERS; racer++) {
        cr_assert(wait(&status) > 0);
        cr_expect_eq(WEXITSTATUS(status), 0);
    }
    store_free(store);
}

/* A row that another holds for long counts as changed, and blocks nothing else. */
Test(postgres, a_row_that_is_held_is_refused_alone)
{
    Store *store = given_store(database());
    StoreId table = given_played(store);
    StoreTable row, other;

    DOES(store_table_get(store, table, &row, &failure));
    other = given_playing(store, "OTHERTABLE", row.host, row.host);
    StoreWrite writes[] = { { .table = table, .row = &row, .notice = "" },
                            { .table = other.id, .row = &other, .notice = "" } };
    StoreWrite *const all[] = { &writes[0], &writes[1] };
    PGconn *holder = PQconnectdb(database());
    PQclear(PQexec(holder, "BEGIN; SELECT 1 FROM tables WHERE code <> 'OTHERTABLE' FOR "
                           "UPDATE"));
    DOES(store_write_many(store, all, 2, "roundhouse", &failure));
    cr_expect_eq(writes[0].status, STORE_CONFLICT);
    cr_expect_eq(writes[1].status, STORE_OK);
    PQfinish(holder);
    DOES(store_write_many(store, all, 2, "roundhouse", &failure));
    cr_expect_eq(writes[0].status, STORE_OK);
    cr_expect_eq(writes[1].status, STORE_CONFLICT);
    store_free(store);
}

/* The log is read ahead with the row. If another server has closed the table, the answer is
 * neither leaked (LeakSanitizer) nor taken for that of another table. */
Test(postgres, the_log_of_a_closed_table_is_read_ahead_in_vain)
{
    Store *store = given_store(database()), *other = given_store(database());
    StoreId ada = given_user(store, "uada", USER_GUEST, "Ada").id;
    StoreTable closed = given_playing(store, "CLOSED", ada, ada), row;
    StoreId table = given_playing(store, "AAAAAAAAAA", ada, ada).id;
    StoreEntry entries[4];
    int count;

    given_entry(store, closed.id, 1, 2);
    given_entry(store, table, 1, 2);
    given_entry(store, table, 2, 1);
    DOES(store_table_read(store, "CLOSED", closed.id, 1, &row, entries, 4, &count,
                          &failure));
    cr_expect_eq(count, 1);
    row.state = TABLE_CLOSED;
    DOES(store_begin(other, &failure));
    DOES(store_table_set(other, &row, &failure));
    DOES(store_commit(other, &failure));
    for (int i = 0; i < 3; i++)
        cr_expect_eq(
            store_table_read(store, "CLOSED", closed.id, 1, &row, entries, 4, &count, NULL),
            STORE_NOT_FOUND);
    DOES(store_table_read(store, "AAAAAAAAAA", table, 1, &row, entries, 4, &count,
                          &failure));
    cr_expect_eq(count, 2);
    store_free(store);
    store_free(other);
}

/* ------------------------------------------------------------------------- */
/* Claims and the pulse                                                      */
/* ------------------------------------------------------------------------- */

/* Claims at `now` for 100 ms; returns how many. `kept`: a claim to keep, or 0. */
static int look(Store *store, const char *node, int64_t now, StoreId kept)
{
    const StoreClaim claim = { .node = node,
                               .now = now,
                               .until = now + 100,
                               .idle_since = now,
                               .looks_until = now + 50,
                               .kept = &kept,
                               .kept_count = kept != 0,
                               .patience = 1000000 };
    StoreRef wakes[8];
    int64_t stood;
    int count;

    DOES(store_claim(store, &claim, wakes, 8, &count, &stood, &failure));
    return count;
}

Test(postgres, one_node_looks_and_keeps_what_it_has_claimed)
{
    Store *store = given_store(database());
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreTable table = default_table("AAAAAAAAAA", ada.id);

    table.state = TABLE_PLAYING;
    table.seats[1] = (StoreSeat){ .who = SEAT_BOT, .level = "easy" };
    table.turn.waiting = 2;
    given_table(store, &table);
    cr_expect_eq(look(store, "one", 6000, 0), 1);
    cr_expect_eq(look(store, "two", 6049, table.id), 0, "another looks, another has it");
    cr_expect_eq(look(store, "one", 6090, table.id), 0, "kept");
    cr_expect_eq(look(store, "two", 6189, 0), 0);
    cr_expect_eq(look(store, "two", 6190, 0), 1);
    store_free(store);
}

static int64_t pulse(Store *store, int64_t now, int64_t stood)
{
    const StoreClaim claim = { .node = "one", .now = now, .patience = 100, .stood = stood };
    StoreRef wakes[1];
    int count;

    DOES(store_claim(store, &claim, wakes, 1, &count, &stood, &failure));
    return stood;
}

Test(postgres, the_pulse_shows_a_pause)
{
    Store *store = given_store(database());

    cr_expect_eq(pulse(store, 1000, 0), 1000, "nobody was there before");
    cr_expect_eq(pulse(store, 1100, 0), 1000);
    cr_expect_eq(pulse(store, 1050, 0), 1000, "another, whose pulse came late");
    cr_expect_eq(pulse(store, 1200, 0), 1000);
    cr_expect_eq(pulse(store, 1301, 0), 1301);
    cr_expect_eq(pulse(store, 1350, 0), 1301);
    cr_expect_eq(pulse(store, 1360, 1340), 1340, "a node has found out that they stood");
    cr_expect_eq(pulse(store, 1370, 1330), 1340);
    store_free(store);
}

/* ------------------------------------------------------------------------- */
/* Notices                                                                   */
/* ------------------------------------------------------------------------- */

static void expect_notice(Store *store, const char *channel, const char *text)
{
    struct pollfd end = { store_descriptor(store), POLLIN, 0 };
    StoreNotice notice;
    StoreStatus status;

    while ((status = store_receive(store, &notice, NULL)) == STORE_NOT_FOUND)
        cr_assert_gt(poll(&end, 1, 10000), 0, "no notice has come");
    cr_assert_eq(status, STORE_OK);
    cr_expect_str_eq(notice.channel, channel);
    cr_expect_str_eq(notice.text, text);
    cr_expect_eq(notice.has_gap, channel[0] == '\0');
}

Test(postgres, servers_get_notices_after_the_commit)
{
    Store *one = given_store(database()), *two = given_store(database());
    StoreNotice notice;

    DOES(store_listen(one, "node \"1\"", &failure));
    DOES(store_listen(two, "two", &failure));
    DOES(store_begin(two, &failure));
    DOES(store_notify(two, "node \"1\"", "never", &failure));
    store_rollback(two);
    DOES(store_begin(two, &failure));
    DOES(store_notify(two, "node \"1\"", "first", &failure));
    DOES(store_notify(two, "two", "to itself", &failure));
    DOES(store_notify(two, "node \"1\"", "second", &failure));
    ANSWERS(STORE_NOT_FOUND, store_receive(one, &notice, &failure));
    DOES(store_commit(two, &failure));
    expect_notice(one, "node \"1\"", "first\nsecond");
    DOES(store_begin(one, &failure));
    DOES(store_notify(one, "two", "answer", &failure));
    DOES(store_commit(one, &failure));
    expect_notice(two, "two", "answer");
    store_free(one);
    store_free(two);
}

/* Only for entries that were added, in one notification or a few, with their content.
 * */
Test(postgres, servers_get_notices_of_added_entries)
{
    Store *one = given_store(database()), *two = given_store(database());
    StoreId table = given_played(one);
    StoreUser ben = given_user(one, "uben", USER_GUEST, "Ben");
    StoreTable other = given_playing(one, "OTHERTABLE", ben.id, ben.id);
    StoreWrite appends[] = {
        { .table = table, .entry = default_entry(2, 0, 2), .notice = "never" },
        { .table = other.id, .entry = default_entry(1, 0, 2), .notice = "an \"entry\" \\" },
    };
    StoreWrite *const all[] = { &appends[0], &appends[1] };

    DOES(store_listen(one, "roundhouse", &failure));
    DOES(store_write_many(two, all, 2, "roundhouse", &failure));
    cr_expect_eq(appends[0].status, STORE_CONFLICT);
    cr_expect_eq(appends[1].status, STORE_OK);
    appends[0].entry = default_entry(3, 0, 2);
    appends[0].notice = "another";
    DOES(store_write_many(two, all, 2, "roundhouse", &failure));
    cr_expect_eq(appends[0].status, STORE_OK);
    expect_notice(one, "roundhouse", "an \"entry\" \\");
    expect_notice(one, "roundhouse", "another");
    store_free(one);
    store_free(two);
}

/* Each schema is a club of its own. */
Test(postgres, servers_get_no_notices_of_another_schema)
{
    char statement[100], url[700];

    snprintf(statement, sizeof statement, "CREATE SCHEMA %s_b", database_name());
    database_query(statement);
    snprintf(url, sizeof url, "%s&options=-csearch_path%%3D%s_b", database(),
             database_name());
    Store *one = given_store(database()), *two = given_store(database());
    Store *other = given_store(url);
    int64_t now;
    DOES(store_listen(one, "all", &failure));
    DOES(store_begin(other, &failure));
    DOES(store_notify(other, "all", "not ours", &failure));
    DOES(store_commit(other, &failure));
    DOES(store_now(other, "all", "not ours either", &now, &failure));
    DOES(store_now(two, "all", "ours", &now, &failure));
    expect_notice(one, "all", "ours");
    store_free(one);
    store_free(two);
    store_free(other);
    snprintf(statement, sizeof statement, "DROP SCHEMA %s_b CASCADE", database_name());
    database_query(statement);
}

Test(postgres, a_gap_in_the_notices_is_reported)
{
    Store *one = given_store(database()), *two = given_store(database());

    DOES(store_listen(one, "one", &failure));
    database_disconnect();
    DOES(store_ping(one, &failure));
    DOES(store_begin(two, &failure));
    DOES(store_notify(two, "one", "after the gap", &failure));
    DOES(store_commit(two, &failure));
    expect_notice(one, "", "");
    expect_notice(one, "one", "after the gap");
    store_free(one);
    store_free(two);
}
