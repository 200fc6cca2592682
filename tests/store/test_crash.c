/* test_crash.c: a process that writes is killed, again and again; what it was told
 * is stored, is there, and no batch by half. `ROUNDHOUSE_KILLS` says how often. */
#include "store/contract.h"
#include "store/folder.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TABLES = 4, USUAL_KILLS = 20, MOST_ACKS = 40 };

TestSuite(sqlite_crash, .init = folder_make, .fini = folder_remove);

/* Appends to every table in each batch, for ever; tells the number of each batch
 * that is stored. */
static void write_until_killed(const char *path, int from, int pipe)
{
    Store *store = NULL;

    if (store_open(path, &store, NULL) != STORE_OK)
        _exit(3);
    for (int n = from; store_begin(store, NULL) == STORE_OK; n++) {
        for (StoreId table = 1; table <= TABLES; table++) {
            StoreEntry entry = usual_entry(n, (int)table % 2, 1);
            if (store_append(store, table, 0, &entry, NULL) != STORE_OK)
                _exit(4);
        }
        if (store_commit(store, NULL) != STORE_OK)
            _exit(5);
        if (write(pipe, &n, sizeof n) != sizeof n)
            _exit(6);
    }
    _exit(7);
}

/* How many batches the child had acknowledged when it was killed. */
static int kill_a_writer(const char *path, int from, int acks)
{
    int ends[2], last = from - 1, n;

    cr_assert_eq(pipe(ends), 0);
    pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0) {
        close(ends[0]);
        write_until_killed(path, from, ends[1]);
    }
    close(ends[1]);
    while (acks-- > 0 && read(ends[0], &n, sizeof n) == sizeof n)
        last = n;
    usleep((useconds_t)(rand() % 2000)); /* anywhere in the next batches */
    kill(child, SIGKILL);
    while (read(ends[0], &n, sizeof n) == sizeof n)
        last = n;
    close(ends[0]);
    int status;
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert(WIFSIGNALED(status), "it ended by itself: %d", WEXITSTATUS(status));
    return last;
}

/* All tables are equally long, at least as long as acknowledged, and whole. */
static int expect_stored(const char *path, int acked)
{
    Store *store = given_store(path);
    StoreTable table;
    int lengths[TABLES + 1] = { 0 };

    for (StoreId id = 1; id <= TABLES; id++) {
        DOES(store_table_get(store, id, &table, &heard));
        lengths[id] = table.moment.n;
        cr_expect_eq(lengths[id], lengths[1], "a batch is there by half");
        for (int n = 1; n <= table.moment.n; n++) {
            StoreEntry found, wanted = usual_entry(n, (int)id % 2, 1);
            int count;
            DOES(store_log(store, id, n, &found, 1, &count, &heard));
            cr_assert_eq(count, 1);
            expect_same_entry(&wanted, &found);
        }
    }
    cr_expect(lengths[1] >= acked, "%d were acknowledged, %d are there", acked, lengths[1]);
    store_free(store);
    return lengths[1];
}

Test(sqlite_crash, what_is_acknowledged_survives_a_kill)
{
    const char *kills = getenv("ROUNDHOUSE_KILLS");
    char path[512];
    int stored = 0;

    snprintf(path, sizeof path, "%s", in_folder("store.db"));
    Store *store = given_store(path);
    StoreId ada = given_user(store, "uada", USER_GUEST, "Ada").id;
    for (int i = 0; i < TABLES; i++)
        given_playing(store, (char[]){ (char)('A' + i), '\0' }, ada, ada);
    store_free(store);
    srand(7);
    for (int i = kills != NULL ? atoi(kills) : USUAL_KILLS; i > 0; i--) {
        int acked = kill_a_writer(path, stored + 1, rand() % MOST_ACKS);
        stored = expect_stored(path, acked);
    }
    cr_expect_gt(stored, 0);
}
