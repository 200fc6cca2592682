/* test_file.c: the file of a SQLite store: locking, permissions, old and foreign files,
 * backups. */
#include "store/admin.h"
#include "store/contract.h"
#include "store/folder.h"
#include "store/place.h"
#include "store/sqlite.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(sqlite_file, .init = folder_make, .fini = folder_remove);

static sqlite3 *given_database(const char *path, const char *statements)
{
    sqlite3 *db;

    cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, statements, NULL, NULL, NULL), SQLITE_OK, "%s",
                 sqlite3_errmsg(db));
    return db;
}

static void given_file(const char *path, const char *statements)
{
    sqlite3_close(given_database(path, statements));
}

static int64_t asked(const char *path, const char *statement)
{
    sqlite3 *db = given_database(path, "");
    int64_t number = -1;

    DOES(sqlite_ask_number(db, statement, &number, &failure));
    sqlite3_close(db);
    return number;
}

static void put(const char *name, const char *bytes, size_t length)
{
    FILE *file = fopen(in_folder(name), "w");

    cr_assert(file != NULL && fwrite(bytes, 1, length, file) == length);
    fclose(file);
}

static void expect_refused(StoreStatus wanted, const char *path, const char *sentence)
{
    Store *store = NULL;
    Fault failure = { 0 };

    cr_expect_eq(store_open(path, &store, &failure), wanted, "%s", failure.sentence);
    cr_expect_not_null(strstr(failure.sentence, sentence), "%s", failure.sentence);
    cr_expect_null(store);
}

/* ------------------------------------------------------------------------- */
/* Opening                                                                   */
/* ------------------------------------------------------------------------- */

Test(sqlite_file, one_server_at_a_time)
{
    Store *store = given_store(in_folder("store.db"));

    expect_refused(STORE_BUSY, in_folder("store.db"), "another server has");
    store_free(store);
    store_free(given_store(in_folder("store.db")));
}

Test(sqlite_file, nobody_else_can_read_it)
{
    struct stat found;
    Store *store = given_store(in_folder("store.db"));

    given_user(store, "uada", USER_GUEST, "Ada");
    cr_assert_eq(stat(in_folder("store.db"), &found), 0);
    cr_expect_eq(found.st_mode & 077, 0);
    cr_assert_eq(stat(in_folder("store.db-wal"), &found), 0);
    cr_expect_eq(found.st_mode & 077, 0);
    store_free(store);
}

Test(sqlite_file, it_syncs_in_full)
{
    store_free(given_store(in_folder("store.db")));
    cr_expect_eq(asked(in_folder("store.db"), "PRAGMA user_version"), SQLITE_STEPS.count);
    cr_expect_eq(asked(in_folder("store.db"), "SELECT count(*) FROM pragma_journal_mode "
                                              "WHERE journal_mode = 'wal'"),
                 1);
}

Test(sqlite_file, a_folder_that_is_not_there)
{
    expect_refused(STORE_BROKEN, in_folder("none/store.db"), "there is no folder for");
}

/* Their lock files would have two names, too. */
Test(sqlite_file, a_file_with_several_names_is_refused)
{
    store_free(given_store(in_folder("store.db")));
    cr_assert_eq(link(in_folder("store.db"), in_folder("other.db")), 0);
    expect_refused(STORE_BROKEN, in_folder("store.db"), "several names");
    expect_refused(STORE_BROKEN, in_folder("other.db"), "several names");
    unlink(in_folder("other.db"));
    store_free(given_store(in_folder("store.db")));
}

Test(sqlite_file, nothing_stays_beside_a_file_that_was_refused)
{
    put("notes.txt", "not a store", 11);
    expect_refused(STORE_BROKEN, in_folder("notes.txt"), "is not a data file");
    cr_expect_neq(access(in_folder("notes.txt-lock"), F_OK), 0);
}

Test(sqlite_file, somebody_elses_file_is_left_alone)
{
    given_file(in_folder("store.db"), "CREATE TABLE theirs (x); PRAGMA user_version = 1");
    expect_refused(STORE_BROKEN, in_folder("store.db"), "is not a file of Roundhouse's");
    cr_expect_eq(asked(in_folder("store.db"), "SELECT count(*) FROM sqlite_schema"), 1);
    ANSWERS(STORE_BROKEN,
            store_backup(in_folder("store.db"), in_folder("copy.db"), &failure));
}

Test(sqlite_file, a_file_of_tomorrow_is_left_alone)
{
    store_free(given_store(in_folder("store.db")));
    given_file(in_folder("store.db"), "PRAGMA user_version = 999");
    expect_refused(STORE_BROKEN, in_folder("store.db"), "comes from a newer Roundhouse");
}

/* All that a killed server leaves behind. */
static void copy_as_killed(void)
{
    static const char *const parts[] = { "", "-wal", "-lock" };
    char command[1024], from[256];

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        snprintf(from, sizeof from, "%s%s", in_folder("store.db"), parts[i]);
        snprintf(command, sizeof command, "cp '%s' '%s%s'", from, in_folder("killed.db"),
                 parts[i]);
        cr_assert_eq(system(command), 0);
    }
}

/* Its log would be missed by the next start. */
Test(sqlite_file, a_refused_start_leaves_the_log_of_a_killed_server)
{
    Store *store = given_store(in_folder("store.db"));

    given_user(store, "uada", USER_GUEST, "Ada");
    sqlite3 *other = given_database(in_folder("store.db"), "PRAGMA user_version = 999");
    copy_as_killed();
    sqlite3_close(other);
    store_free(store);
    for (int i = 0; i < 2; i++)
        expect_refused(STORE_BROKEN, in_folder("killed.db"),
                       "comes from a newer Roundhouse");
    cr_expect_eq(access(in_folder("killed.db-wal"), F_OK), 0);
}

Test(sqlite_file, rubbish_is_no_store)
{
    FILE *file = fopen(in_folder("store.db"), "w");

    for (int i = 0; i < 5000; i++)
        fputs("rubbish ", file);
    fclose(file);
    expect_refused(STORE_BROKEN, in_folder("store.db"),
                   "is not a data file of Roundhouse's");
}

Test(sqlite_file, an_empty_file_is_no_new_club)
{
    put("store.db", "", 0);
    expect_refused(STORE_BROKEN, in_folder("store.db"), "is empty");
}

Test(sqlite_file, a_file_that_is_gone_is_no_new_club)
{
    store_free(given_store(in_folder("store.db")));
    unlink(in_folder("store.db"));
    expect_refused(STORE_BROKEN, in_folder("store.db"), "is gone; it has been there");
    unlink(in_folder("store.db-lock"));
    put("store.db-wal", "x", 1);
    expect_refused(STORE_BROKEN, in_folder("store.db"), "store.db-wal is there");
    unlink(in_folder("store.db-wal"));
    put("store.db.version-3", "x", 1);
    expect_refused(STORE_BROKEN, in_folder("store.db"), "store.db.version-3 is there");
    unlink(in_folder("store.db.version-3"));
    store_free(given_store(in_folder("store.db")));
}

/* Truncated, and overwritten in the middle. */
Test(sqlite_file, a_damaged_file_is_refused)
{
    struct stat whole;
    Store *store = given_store(in_folder("store.db"));

    for (int i = 0; i < 200; i++) {
        char code[16];
        snprintf(code, sizeof code, "u%d", i);
        given_user(store, code, USER_GUEST, "Ada");
    }
    store_free(store);
    cr_assert_eq(stat(in_folder("store.db"), &whole), 0);
    DOES(store_backup(in_folder("store.db"), in_folder("cut.db"), &failure));
    cr_assert_eq(truncate(in_folder("cut.db"), whole.st_size / 2), 0);
    expect_refused(STORE_BROKEN, in_folder("cut.db"), "is damaged");
    FILE *file = fopen(in_folder("store.db"), "r+");
    cr_assert_not_null(file);
    fseek(file, 4096, SEEK_SET);
    for (long i = 4096; i < whole.st_size; i++)
        fputc(0xA5, file);
    fclose(file);
    expect_refused(STORE_BROKEN, in_folder("store.db"), "is damaged");
}

/* An invalid row is reported as an error, and affects no other. */
Test(sqlite_file, damaged_rows_are_reported)
{
    static const char *const damages[] = {
        "UPDATE tables SET seat_count = 99",
        "UPDATE tables SET waiting = 512",
        "UPDATE tables SET clocks = '1 2 x'",
        "UPDATE tables SET clocks = '1 2 3 4 5 6 7'",
        "UPDATE tables SET code = 'far too long a code for a table'",
        "UPDATE tables SET scores = '99999999999'",
        "UPDATE seats SET seat = 7 WHERE seat = 1",
        "UPDATE seats SET who = -1",
        "UPDATE users SET kind = 12",
    };
    Store *store = given_store(in_folder("store.db"));
    StoreId ada = given_user(store, "uada", USER_GUEST, "Ada").id;
    StoreId table = given_playing(store, "AAAAAAAAAA", ada, ada).id;

    store_free(store);
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        StoreTable found;
        DOES(store_backup(in_folder("store.db"), in_folder("damaged.db"), &failure));
        given_file(in_folder("damaged.db"), damages[i]);
        store = given_store(in_folder("damaged.db"));
        ANSWERS(STORE_BROKEN, store_table_get(store, table, &found, &failure));
        DOES(store_ping(store, &failure));
        store_free(store);
        unlink(in_folder("damaged.db"));
    }
}

/* ------------------------------------------------------------------------- */
/* Old files                                                                 */
/* ------------------------------------------------------------------------- */

static const char *const MADE_UP[] = {
    "CREATE TABLE cars (id INTEGER PRIMARY KEY, kind TEXT NOT NULL) STRICT;"
    "INSERT INTO cars VALUES (1, 'box'), (2, 'tank');",
    "ALTER TABLE cars ADD COLUMN length INTEGER NOT NULL DEFAULT 1;"
    "UPDATE cars SET length = 2 WHERE kind = 'tank';",
    "CREATE TABLE trains (id INTEGER PRIMARY KEY, car INTEGER REFERENCES cars) STRICT;"
    "INSERT INTO trains SELECT id, id FROM cars;",
};

static StoreStatus migrated(const char *const *steps, int count, Fault *failure)
{
    sqlite3 *db = given_database(in_folder("old.db"), "");
    SqliteSteps all = { steps, count };
    StoreStatus status = sqlite_migrate(db, in_folder("old.db"), &all, failure);

    sqlite3_close(db);
    return status;
}

Test(sqlite_file, old_files_are_brought_up_to_date_after_a_copy)
{
    DOES(migrated(MADE_UP, 1, &failure));
    cr_expect_eq(access(in_folder("old.db.version-0"), F_OK), -1, "a new file needs none");
    DOES(migrated(MADE_UP, 3, &failure));
    cr_expect_eq(asked(in_folder("old.db"), "PRAGMA user_version"), 3);
    cr_expect_eq(asked(in_folder("old.db"), "SELECT sum(length) FROM cars"), 3);
    cr_expect_eq(asked(in_folder("old.db"), "SELECT count(*) FROM trains"), 2);
    cr_expect_eq(asked(in_folder("old.db.version-1"), "PRAGMA user_version"), 1);
    cr_expect_eq(asked(in_folder("old.db.version-1"), "SELECT count(*) FROM cars"), 2);
    DOES(migrated(MADE_UP, 3, &failure)); /* nothing to migrate, and no copy */
    cr_expect_eq(access(in_folder("old.db.version-3"), F_OK), -1);
}

Test(sqlite_file, a_step_that_fails_changes_nothing)
{
    const char *const broken[] = { MADE_UP[0], MADE_UP[1],
                                   "INSERT INTO nothing VALUES (1)" };
    const char *const loose[] = { MADE_UP[0], MADE_UP[1], MADE_UP[2], "DELETE FROM cars" };

    DOES(migrated(MADE_UP, 1, &failure));
    ANSWERS(STORE_BROKEN, migrated(broken, 3, &failure));
    cr_expect_eq(asked(in_folder("old.db"), "PRAGMA user_version"), 1);
    ANSWERS(STORE_BROKEN, migrated(loose, 4, &failure));
    cr_expect_eq(asked(in_folder("old.db"), "PRAGMA user_version"), 1);
    cr_expect_eq(asked(in_folder("old.db"), "SELECT count(*) FROM cars"), 2);
    cr_expect_eq(access(in_folder("old.db.version-1.2"), F_OK), 0, "each try has its copy");
    DOES(migrated(MADE_UP, 3, &failure));
}

/* A file of version 1, as SQL. It must always open. */
Test(sqlite_file, version_1_opens)
{
    StoreTable table;
    StoreEntry entries[8];
    StoreUser ada;
    int count;

    given_file(in_folder("store.db"), text_of(STORE_FIXTURES "/version-1.sql"));
    Store *store = given_store(in_folder("store.db"));
    DOES(store_user_by_key(store, "ada", &ada, &failure));
    cr_expect_str_eq(ada.name, "Ada");
    DOES(store_table_by_code(store, "K7QX2M9PAB", &table, &failure));
    cr_expect_eq(table.state, TABLE_PLAYING);
    cr_expect_eq(table.seats[0].user, ada.id);
    cr_expect_str_eq(table.seats[1].level, "hard");
    cr_expect_eq(table.clock.time, 900000);
    cr_expect_eq(table.turn.n, 3);
    cr_expect_eq(table.turn.left[0], 884000);
    DOES(store_log(store, table.id, 1, entries, 8, &count, &failure));
    cr_assert_eq(count, 3);
    cr_expect_eq(entries[1].done.kind, ENTRY_UNDO);
    cr_expect_eq(entries[2].done.action, 33558530);
    store_free(store);
}

/* A file of version 2. tests/server plays its games on. */
Test(sqlite_file, version_2_opens)
{
    StoreTable table;
    StoreEntry last;
    int count;

    given_file(in_folder("store.db"), text_of(STORE_FIXTURES "/version-2.sql"));
    Store *store = given_store(in_folder("store.db"));
    DOES(store_table_by_code(store, "8WDBKJVYX4", &table, &failure));
    cr_expect_eq(table.state, TABLE_PLAYING);
    cr_expect_eq(table.clock.time, 3LL * 24 * 3600 * 1000);
    cr_expect_eq(table.turn.n, 36);
    cr_expect_eq(table.turn.waiting, 1 << 1);
    cr_expect(table.seats[3].is_away);
    DOES(store_log(store, table.id, 36, &last, 1, &count, &failure));
    cr_assert_eq(count, 1);
    cr_expect_eq(last.done.kind, ENTRY_ACT);
    cr_expect_eq(last.done.seat, 1);
    store_free(store);
    cr_expect_eq(asked(in_folder("store.db"), "SELECT count(*) FROM sessions WHERE code = "
                                              "'s' || lower(hex(substr(hash, 1, 6)))"),
                 asked(in_folder("store.db"), "SELECT count(*) FROM sessions"));
    cr_expect_eq(asked(in_folder("store.db"),
                       "SELECT count(*) FROM sessions s JOIN users u ON u.id = s.user_id "
                       "WHERE s.expires > s.seen + 7776000000 AND u.kind <> 2"),
                 0);
}

/* A file of version 3: what is over has results. */
Test(sqlite_file, version_3_opens)
{
    const char *file = in_folder("store.db");
    StoreUser ada;

    given_file(file, text_of(STORE_FIXTURES "/version-3.sql"));
    Store *store = given_store(file);
    DOES(store_user_by_key(store, "ada", &ada, &failure));
    expect_results_of_version_3(store, ada.id);
    store_free(store);
    cr_expect_eq(asked(file, "SELECT count(*) FROM results"), 7);
    cr_expect_eq(asked(file, "SELECT count(*) FROM results WHERE who = 2 AND "
                             "level = 'greedy' AND user_id IS NULL AND score = 83"),
                 1);
    cr_expect_eq(asked(file, "SELECT sum(seats) FROM means"), 4, "two have left");
    cr_expect_eq(asked(file, "SELECT sum(games) FROM records"),
                 asked(file, "SELECT count(*) FROM results WHERE user_id IS NOT NULL"));
    cr_expect_eq(asked(file, "SELECT coalesce(sum(games), 0) FROM meetings"),
                 asked(file, "SELECT count(*) FROM results r JOIN results o ON "
                             "o.table_id = r.table_id AND o.user_id <> r.user_id "
                             "WHERE o.who = 1"));
    cr_expect_eq(access(in_folder("store.db.version-3"), F_OK), 0, "a copy was made");
}

/* A file of version 4: nobody has a role, and nothing was done. */
Test(sqlite_file, version_4_opens)
{
    given_file(in_folder("store.db"), text_of(STORE_FIXTURES "/version-4.sql"));
    Store *store = given_store(in_folder("store.db"));
    expect_version_4(store);
    store_free(store);
    cr_expect_eq(access(in_folder("store.db.version-4"), F_OK), 0, "a copy was made");
}

/* A file of version 5: the results that it has are summed up. */
Test(sqlite_file, version_5_opens)
{
    given_file(in_folder("store.db"), text_of(STORE_FIXTURES "/version-5.sql"));
    Store *store = given_store(in_folder("store.db"));
    expect_version_5(store);
    store_free(store);
    cr_expect_eq(access(in_folder("store.db.version-5"), F_OK), 0, "a copy was made");
}

/* Another process writes beside the server, which keeps its lock and its log. */
Test(sqlite_file, a_second_program_works_beside_the_server)
{
    const char *file = in_folder("store.db");
    Store *store = given_store(file), *beside = NULL;
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada"), found;

    for (int i = 0; i < 50; i++) {
        DOES(store_open_beside(file, &beside, &failure));
        DOES(store_user_get(beside, ada.id, &ada, &failure));
        cr_expect_eq(ada.muted, i);
        ada.muted = i + 1;
        DOES(store_begin(beside, &failure));
        DOES(store_standing_set(beside, &ada, &failure));
        DOES(store_commit(beside, &failure));
        store_free(beside);
        DOES(store_user_get(store, ada.id, &found, &failure));
        cr_expect_eq(found.muted, i + 1);
        char code[16];
        snprintf(code, sizeof code, "u%d", i);
        given_user(store, code, USER_GUEST, "Ben");
    }
    expect_refused(STORE_BUSY, file, "another server has");
    store_free(store);
    store = given_store(file);
    DOES(store_user_get(store, ada.id, &found, &failure));
    cr_expect_eq(found.muted, 50);
    store_free(store);
    /* Without a server, it opens the file as one. */
    DOES(store_open_beside(file, &beside, &failure));
    expect_refused(STORE_BUSY, file, "another server has");
    store_free(beside);
}

Test(sqlite_file, a_second_program_of_another_version_does_nothing)
{
    const char *file = in_folder("store.db");
    Store *store = given_store(file), *beside = NULL;

    given_file(file, "PRAGMA user_version = 3");
    ANSWERS(STORE_BROKEN, store_open_beside(file, &beside, &failure));
    store_free(store);
}

/* ------------------------------------------------------------------------- */
/* Backup                                                                    */
/* ------------------------------------------------------------------------- */

Test(sqlite_file, a_backup_is_of_one_moment)
{
    Store *store = given_store(in_folder("store.db")), *copy;
    StoreId ada = given_user(store, "uada", USER_GUEST, "Ada").id;
    StoreId table = given_playing(store, "AAAAAAAAAA", ada, ada).id;
    StoreUser late = { .code = "ulate", .name = "Late" };
    StoreTable found;
    struct stat mode;

    given_entry(store, table, 1, 2);
    DOES(store_begin(store, &failure));
    DOES(store_user_add(store, &late, &failure));
    DOES(store_backup(in_folder("store.db"), in_folder("copy.db"), &failure));
    DOES(store_commit(store, &failure));
    ANSWERS(STORE_TAKEN,
            store_backup(in_folder("store.db"), in_folder("copy.db"), &failure));
    ANSWERS(STORE_NOT_FOUND, store_backup(in_folder("no.db"), in_folder("b.db"), &failure));
    cr_assert_eq(stat(in_folder("copy.db"), &mode), 0);
    cr_expect_eq(mode.st_mode & 077, 0);
    cr_expect_eq(access(in_folder("copy.db-wal"), F_OK), -1, "it is one file");
    copy = given_store(in_folder("copy.db"));
    DOES(store_table_get(copy, table, &found, &failure));
    cr_expect_eq(found.turn.n, 1);
    ANSWERS(STORE_NOT_FOUND, store_user_by_code(copy, "ulate", &late, &failure));
    store_free(copy);
    DOES(store_user_by_code(store, "ulate", &late, &failure));
    store_free(store);
}

Test(sqlite_file, a_damaged_file_gives_no_backup)
{
    Store *store = given_store(in_folder("store.db"));
    FILE *file;

    for (int i = 0; i < 200; i++) {
        char code[16];
        snprintf(code, sizeof code, "u%d", i);
        given_user(store, code, USER_GUEST, "Ada");
    }
    store_free(store);
    file = fopen(in_folder("store.db"), "r+");
    fseek(file, 4096 * 3 + 8, SEEK_SET);
    for (int i = 0; i < 20000; i++)
        fputc(0x5a, file);
    fclose(file);
    ANSWERS(STORE_BROKEN,
            store_backup(in_folder("store.db"), in_folder("copy.db"), &failure));
    cr_expect_eq(access(in_folder("copy.db"), F_OK), -1);
    cr_expect_eq(access(in_folder("copy.db.part"), F_OK), -1);
}

/* ------------------------------------------------------------------------- */
/* Paths                                                                     */
/* ------------------------------------------------------------------------- */

static void expect_place(const char *data, const char *home, const char *wanted)
{
    Text path = { 0 };
    Fault fault = { 0 };

    data != NULL ? setenv("XDG_DATA_HOME", data, 1) : unsetenv("XDG_DATA_HOME");
    home != NULL ? setenv("HOME", home, 1) : unsetenv("HOME");
    int is_found = store_default_place(&path, &fault);
    cr_expect_eq(is_found, wanted != NULL);
    if (is_found)
        cr_expect_str_eq(path.bytes, wanted);
    else
        cr_expect_not_null(strstr(fault.sentence, "--data"));
    text_free(&path);
}

Test(sqlite_file, the_default_place_is_in_the_users_data)
{
    expect_place("/data", "/home/ada", "/data/roundhouse/roundhouse.db");
    expect_place("data", "/home/ada", "/home/ada/.local/share/roundhouse/roundhouse.db");
    expect_place(NULL, "/home/ada", "/home/ada/.local/share/roundhouse/roundhouse.db");
    expect_place(NULL, NULL, NULL);
}

static void expect_shown(const char *where, const char *wanted)
{
    char shown[64];

    store_place_shown(where, shown, sizeof shown);
    cr_expect_str_eq(shown, wanted);
}

Test(sqlite_file, no_password_is_shown)
{
    expect_shown("/var/lib/a:b@c?.db", "/var/lib/a:b@c?.db");
    expect_shown("postgres://ada:secret@host:5432/club", "postgres://ada@host:5432/club");
    expect_shown("postgres://ada@host/club", "postgres://ada@host/club");
    expect_shown("postgres://host:5432/club?password=secret", "postgres://host:5432/club");
    expect_shown("postgres:///club", "postgres:///club");
}

Test(sqlite_file, folders_are_made_for_their_owner)
{
    struct stat found;
    Fault fault = { 0 };

    cr_assert(store_make_folder(in_folder("a/b/store.db"), &fault), "%s", fault.sentence);
    cr_assert(store_make_folder(in_folder("a/b/store.db"), &fault));
    cr_assert_eq(stat(in_folder("a/b"), &found), 0);
    cr_expect_eq(found.st_mode & 0777, 0700);
    fclose(fopen(in_folder("file"), "w"));
    cr_expect_not(store_make_folder(in_folder("file/store.db"), &fault));
    cr_expect_not_null(strstr(fault.sentence, "cannot make the folder"));
    rmdir(in_folder("a/b"));
    rmdir(in_folder("a"));
}
