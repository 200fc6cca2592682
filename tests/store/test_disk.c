/* test_disk.c: whichever write or sync fails, the store reports it, keeps nothing of
 * the batch, and goes on. */
#include "store/contract.h"
#include "store/faulty_disk.h"
#include "store/folder.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { BEFORE = 3, IN_BATCH = 40, WRITES_MAX = 500 };

static void set_up(void)
{
    folder_make();
    disk_install();
}

TestSuite(sqlite_disk, .init = set_up, .fini = folder_remove);

/* ------------------------------------------------------------------------- */
/* A table, a batch, and the state afterwards                                */
/* ------------------------------------------------------------------------- */

/* A store with a table that has some entries. */
static Store *given_played(const char *path, StoreId *table)
{
    Store *store = given_store(path);
    StoreId ada = given_user(store, "uada", USER_GUEST, "Ada").id;

    *table = given_playing(store, "AAAAAAAAAA", ada, ada).id;
    for (int n = 1; n <= BEFORE; n++)
        given_entry(store, *table, n, 1);
    return store;
}

/* Entries and chat, so that many pages change. */
static StoreStatus try_batch(Store *store, StoreId table, Fault *failure)
{
    static StoreChat chat = { .seat = NOBODY };
    StoreStatus status = store_begin(store, failure);

    if (status != STORE_OK)
        return status;
    memset(chat.text, 'x', STORE_CHAT_MAX);
    for (int i = 1; i <= IN_BATCH && status == STORE_OK; i++) {
        StoreEntry entry = default_entry(BEFORE + i, 0, 1);
        status = store_append(store, table, 0, &entry, failure);
        if (status == STORE_OK)
            status = store_chat_add(store, table, &chat, failure);
    }
    StoreStatus committed = store_commit(store, failure);
    return status == STORE_OK ? committed : status;
}

static int entries_of(Store *store, StoreId table)
{
    static StoreEntry entries[BEFORE + IN_BATCH + 1];
    int count;

    DOES(store_log(store, table, 1, entries, BEFORE + IN_BATCH + 1, &count, &failure));
    return count;
}

static void copy_file(const char *from, const char *to)
{
    char command[1200];

    snprintf(command, sizeof command, "cp '%s' '%s'", from, to);
    cr_assert_eq(system(command), 0);
}

/* The number of entries that a new process reads from the files as they are now, as
 * after a kill. */
static int entries_after_kill(StoreId table)
{
    copy_file(in_folder("store.db"), in_folder("killed.db"));
    copy_file(in_folder("store.db-wal"), in_folder("killed.db-wal"));
    Store *store = given_store(in_folder("killed.db"));
    int count = entries_of(store, table);
    store_free(store);
    unlink(in_folder("killed.db"));
    return count;
}

static void remove_store(void)
{
    unlink(in_folder("store.db"));
    unlink(in_folder("store.db-lock"));
    unlink(in_folder("copy.db"));
}

/* ------------------------------------------------------------------------- */
/* Faults                                                                    */
/* ------------------------------------------------------------------------- */

/* Fails the k-th write or sync of a batch; 0: the batch has fewer. */
static int survives(DiskFault kind, int k, DiskFor how_long)
{
    StoreId table;
    Store *store = given_played(in_folder("store.db"), &table);
    Fault fault = { 0 };

    disk_fail(kind, k, how_long);
    StoreStatus status = try_batch(store, table, &fault);
    int found = status == STORE_OK ? BEFORE + IN_BATCH : entries_after_kill(table);
    int had_failed = disk_mend();
    if (!had_failed) {
        cr_assert_eq(status, STORE_OK);
    } else if (status != STORE_OK) {
        cr_expect_eq(status, kind == DISK_FULL ? STORE_FULL : STORE_BROKEN, "%s",
                     fault.sentence);
        cr_expect(fault.sentence[0] != '\0');
        cr_expect(found == BEFORE
                      || (how_long == DISK_FROM_THEN_ON && found == BEFORE + IN_BATCH),
                  "write %d: after a kill there are %d entries", k, found);
        cr_expect_eq(entries_of(store, table), BEFORE);
        given_entry(store, table, BEFORE + 1, 2); /* the store still works */
        found = BEFORE + 1;
    }
    store_free(store);
    store = given_store(in_folder("store.db"));
    cr_expect_eq(entries_of(store, table), found);
    store_free(store);
    DOES(store_backup(in_folder("store.db"), in_folder("copy.db"), &failure));
    remove_store();
    return had_failed;
}

static void survives_all(DiskFault fault, DiskFor how_long)
{
    int k = 1;

    while (survives(fault, k, how_long))
        cr_assert_lt(++k, WRITES_MAX);
    cr_expect_gt(k, fault == DISK_SYNC ? 1 : 10, "few writes were tried: %d", k);
}

Test(sqlite_disk, every_write_may_find_no_room)
{
    survives_all(DISK_FULL, DISK_ONCE);
}

Test(sqlite_disk, a_full_disk_stays_full)
{
    survives_all(DISK_FULL, DISK_FROM_THEN_ON);
}

Test(sqlite_disk, every_write_may_fail)
{
    survives_all(DISK_WRITE, DISK_ONCE);
}

Test(sqlite_disk, every_write_may_stop_in_the_middle)
{
    survives_all(DISK_HALF, DISK_ONCE);
}

Test(sqlite_disk, every_sync_may_fail)
{
    survives_all(DISK_SYNC, DISK_ONCE);
}

Test(sqlite_disk, syncs_may_fail_for_good)
{
    survives_all(DISK_SYNC, DISK_FROM_THEN_ON);
}

/* Closing copies the log into the file: when that fails, the log stays. */
Test(sqlite_disk, every_write_of_closing_may_fail)
{
    int k = 0, had_failed;

    do {
        StoreId table;
        Store *store = given_played(in_folder("store.db"), &table);
        DOES(try_batch(store, table, &failure));
        disk_fail(DISK_WRITE, ++k, DISK_FROM_THEN_ON);
        store_free(store);
        had_failed = disk_mend();
        store = given_store(in_folder("store.db"));
        cr_expect_eq(entries_of(store, table), BEFORE + IN_BATCH);
        store_free(store);
        remove_store();
        cr_assert_lt(k, WRITES_MAX);
    } while (had_failed);
    cr_expect_gt(k, 3);
}

Test(sqlite_disk, every_write_of_opening_a_new_file_may_fail)
{
    int k = 0, had_failed;

    do {
        Store *store = NULL;
        disk_fail(DISK_FULL, ++k, DISK_ONCE);
        StoreStatus status = store_open(in_folder("store.db"), &store, NULL);
        had_failed = disk_mend();
        if (status == STORE_OK)
            store_free(store);
        else
            cr_expect_eq(status, STORE_FULL);
        store = given_store(in_folder("store.db"));
        given_user(store, "uada", USER_GUEST, "Ada");
        store_free(store);
        remove_store();
        cr_assert_lt(k, WRITES_MAX);
    } while (had_failed);
    cr_expect_gt(k, 10);
}

Test(sqlite_disk, every_write_of_a_backup_may_fail)
{
    StoreId table;
    Store *store = given_played(in_folder("store.db"), &table);
    int k = 0, had_failed;

    do {
        disk_fail(DISK_FULL, ++k, DISK_ONCE);
        StoreStatus status =
            store_backup(in_folder("store.db"), in_folder("copy.db"), NULL);
        had_failed = disk_mend();
        cr_expect_eq(status, had_failed ? STORE_FULL : STORE_OK, "write %d", k);
        cr_expect_eq(access(in_folder("copy.db"), F_OK), had_failed ? -1 : 0);
        cr_expect_eq(access(in_folder("copy.db.part"), F_OK), -1);
        cr_assert_lt(k, WRITES_MAX);
    } while (had_failed);
    cr_expect_eq(entries_of(store, table), BEFORE);
    store_free(store);
}

/* The real disk, with a limit on file sizes. */
Test(sqlite_disk, a_limit_of_the_system_is_a_full_disk)
{
    StoreId table;
    Store *store = given_played(in_folder("store.db"), &table);
    struct rlimit limit;
    Fault fault = { 0 };

    signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    rlim_t default_limit = limit.rlim_cur;
    limit.rlim_cur = 64 * 1024;
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    StoreStatus status = try_batch(store, table, &fault);
    limit.rlim_cur = default_limit;
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    cr_expect_eq(status, STORE_FULL, "%s", fault.sentence);
    cr_expect_eq(entries_of(store, table), BEFORE);
    DOES(try_batch(store, table, &failure));
    store_free(store);
}

/* After a failure every call of the batch returns the same error. */
Test(sqlite_disk, a_failure_spoils_the_batch)
{
    Store *store = given_store(in_folder("store.db"));
    StoreId ada = given_user(store, "uada", USER_GUEST, "Ada").id;
    StoreId table = given_playing(store, "AAAAAAAAAA", ada, ada).id;
    StoreEntry entry = default_entry(1, 0, 1);
    StoreUser nobodys = { .code = "uprogram", .kind = USER_PROGRAM, .owner = ada + 99 };
    StoreUser found;

    DOES(store_begin(store, &failure));
    DOES(store_append(store, table, 0, &entry, &failure));
    ANSWERS(STORE_BROKEN, store_user_add(store, &nobodys, &failure));
    ANSWERS(STORE_BROKEN, store_user_get(store, ada, &found, &failure));
    entry.turn.n = 2;
    ANSWERS(STORE_BROKEN, store_append(store, table, 0, &entry, &failure));
    ANSWERS(STORE_BROKEN, store_commit(store, &failure));
    cr_expect_eq(entries_of(store, table), 0);
    given_entry(store, table, 1, 2);
    store_free(store);
}
