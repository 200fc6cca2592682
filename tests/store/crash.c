/* crash.c: writers that are killed, and the state they leave. */
#include "store/crash.h"

#include "store/contract.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TABLES = 4, DEFAULT_KILLS = 20, MOST_ACKS = 40, ENTRIES_MAX = 1 << 17 };

/* ------------------------------------------------------------------------- */
/* The writer                                                                */
/* ------------------------------------------------------------------------- */

/* One entry for every table. */
static StoreStatus write_batch(Store *store, int n)
{
    StoreStatus status = store_begin(store, NULL);

    if (status != STORE_OK)
        return status;
    for (StoreId table = 1; table <= TABLES; table++) {
        StoreEntry entry = default_entry(n, (int)table % 2, 1);
        if (store_append(store, table, 0, &entry, NULL) == STORE_CONFLICT) {
            store_commit(store, NULL); /* of nothing */
            return STORE_CONFLICT;
        }
    }
    return store_commit(store, NULL);
}

/* Writes batches for ever and reports the number of each stored one. While the database
 * is down it retries: then nothing of the batch may be stored, or after a commit in doubt
 * all of it. */
static void write_until_killed(const char *where, int from, int pipe)
{
    Store *store = NULL;
    StoreStatus status;

    if (store_open(where, &store, NULL) != STORE_OK)
        _exit(100);
    for (int n = from;; n++) {
        int is_in_doubt = 0;
        while ((status = write_batch(store, n)) == STORE_AWAY || status == STORE_IN_DOUBT) {
            is_in_doubt |= status == STORE_IN_DOUBT;
            usleep(10000);
        }
        if (status == STORE_CONFLICT && is_in_doubt)
            status = STORE_OK; /* it was stored after all */
        if (status != STORE_OK)
            _exit((int)status);
        if (write(pipe, &n, sizeof n) != sizeof n)
            _exit(101);
    }
}

/* ------------------------------------------------------------------------- */
/* The killer                                                                */
/* ------------------------------------------------------------------------- */

/* Reads this many acknowledgements, or all; returns the last. */
static int read_acks(int pipe, int acks, int last)
{
    int n;

    while (acks-- != 0 && read(pipe, &n, sizeof n) == sizeof n) {
        cr_expect_eq(n, last + 1);
        last = n;
    }
    return last;
}

/* Returns the number of batches acknowledged before the kill. */
static int kill_a_writer(const char *where, int from, void (*crash_database)(void))
{
    int ends[2], last = from - 1, status;

    cr_assert_eq(pipe(ends), 0);
    pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0) {
        close(ends[0]);
        write_until_killed(where, from, ends[1]);
    }
    close(ends[1]);
    last = read_acks(ends[0], 1 + rand() % MOST_ACKS, last);
    usleep((useconds_t)(rand() % 2000)); /* anywhere in the next batches */
    if (crash_database != NULL) {
        crash_database();
        last = read_acks(ends[0], MOST_ACKS, last);
    }
    kill(child, SIGKILL);
    last = read_acks(ends[0], -1, last);
    close(ends[0]);
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert(WIFSIGNALED(status), "it ended by itself: %d", WEXITSTATUS(status));
    return last;
}

/* All logs are equally long, at least as long as acknowledged, and without gaps. */
static int expect_stored(const char *where, int acked)
{
    static StoreEntry found[ENTRIES_MAX];
    Store *store = given_store(where);
    int length = 0, count;

    for (StoreId id = 1; id <= TABLES; id++) {
        DOES(store_log(store, id, 1, found, ENTRIES_MAX, &count, &failure));
        if (id == 1)
            length = count;
        cr_expect_eq(count, length, "a batch is there by half");
        for (int i = 0; i < count; i++) {
            StoreEntry wanted = default_entry(i + 1, (int)id % 2, 1);
            expect_same_entry(&wanted, &found[i]);
        }
    }
    cr_expect(length >= acked, "%d were acknowledged, %d are there", acked, length);
    store_free(store);
    return length;
}

void survives_crashes(const char *where, const CrashDatabase *database)
{
    const char *wanted = getenv("ROUNDHOUSE_KILLS");
    int kills = wanted != NULL ? atoi(wanted) : DEFAULT_KILLS, stored = 0;
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_GUEST, "Ada").id;

    for (int i = 0; i < TABLES; i++)
        given_playing(store, (char[]){ (char)('A' + i), '\0' }, ada, ada);
    store_free(store);
    srand(7);
    for (int i = 0; i < kills; i++) {
        int acked = kill_a_writer(where, stored + 1,
                                  database != NULL && i % 2 ? database->crash : NULL);
        if (database != NULL)
            database->settle();
        stored = expect_stored(where, acked);
    }
    cr_expect_gt(stored, kills);
}
