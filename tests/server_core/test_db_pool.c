/* test_db_pool.c: failed writes: each job of a batch gets its own result. */
#include "room.h"

#include "server/internal.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

static const Limits LIMITS = { .queued_bytes = 1 << 20 };
static Room room;

typedef struct Chatter {
    Job job;
    StoreId table;
    int lines, times_run, times_done;
} Chatter;

static StoreStatus chatter_run(Job *job, Store *store, Fault *fault)
{
    Chatter *chatter = (Chatter *)job;
    StoreChat chat = { .user = 1, .seat = NOBODY, .at = 1 };
    StoreStatus status = STORE_OK;

    chatter->times_run++;
    memset(chat.text, 'a', STORE_CHAT_MAX);
    for (int i = 0; status == STORE_OK && i < chatter->lines; i++)
        status = store_chat_add(store, chatter->table, &chat, fault);
    return status;
}

static void chatter_done(Job *job)
{
    ((Chatter *)job)->times_done++;
}

/* Limits the size of this process's files. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;

    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
}

/* Two jobs share a batch that the disk refuses: the one that fits alone is stored, and
 * each completes once. */
Test(db_pool, does_not_let_one_job_be_the_ruin_of_another)
{
    Chatter small = { .job = { .run = chatter_run, .done = chatter_done }, .lines = 1 };
    Chatter large = small;
    StoreTable row;

    room_open(&room, &LIMITS);
    cr_assert_eq(store_table_by_code(room.store, room.code, &row, NULL), STORE_OK);
    small.table = large.table = row.id;
    large.lines = 3000;
    limit_files(2 << 20);
    db_pool_submit(room.db_pool, &small.job);
    db_pool_submit(room.db_pool, &large.job);
    db_pool_run(room.db_pool);
    core_poll(room.core);
    limit_files(RLIM_INFINITY);
    cr_expect_eq(small.job.status, STORE_OK);
    cr_expect_eq(large.job.status, STORE_FULL);
    cr_expect_eq(small.times_run, 2);
    cr_expect_eq(small.times_done, 1);
    cr_expect_eq(large.times_done, 1);

    StoreChat chats[4];
    int count = 0;
    cr_assert_eq(store_chat_last(room.store, row.id, 0, chats, 4, &count, NULL), STORE_OK);
    cr_expect_eq(count, 1);
    room_close(&room);
}

/* A change of the row of a table, which may fail before it is written. */
typedef struct Change {
    Job job;
    StoreWrite write;
    StoreTable row;
} Change;

static StoreStatus cannot_be_prepared(Job *job, Store *store, Fault *fault)
{
    (void)job;
    (void)store;
    fault_set(fault, "the table is damaged");
    return STORE_BROKEN;
}

static void change_done(Job *job)
{
    (void)job;
}

static void submit_change(Change *change, const char *code)
{
    cr_assert_eq(store_table_by_code(room.store, code, &change->row, NULL), STORE_OK);
    change->row.changed++;
    change->write = (StoreWrite){ .table = change->row.id,
                                  .version = change->row.version,
                                  .row = &change->row,
                                  .notice = "" };
    change->job.done = change_done;
    change->job.write = &change->write;
    change->job.key = change->row.id;
    db_pool_submit(room.db_pool, &change->job);
}

Test(db_pool, stores_the_others_if_one_write_cannot_be_prepared)
{
    Change before = { 0 }, damaged = { .job.run = cannot_be_prepared }, after = { 0 };
    static const char *const CODES[] = { "AAAAAAAAAA", "BBBBBBBBBB" };
    static const uint8_t SEED[SEED_BYTES];
    StoreTable row;

    room_open(&room, &LIMITS);
    cr_assert_eq(store_table_by_code(room.store, room.code, &row, NULL), STORE_OK);
    cr_assert_eq(store_begin(room.store, NULL), STORE_OK);
    for (int i = 0; i < 2; i++) {
        snprintf(row.code, sizeof row.code, "%s", CODES[i]);
        cr_assert_eq(store_table_add(room.store, &row, SEED, NULL), STORE_OK);
    }
    cr_assert_eq(store_commit(room.store, NULL), STORE_OK);
    submit_change(&before, room.code);
    submit_change(&damaged, CODES[0]);
    submit_change(&after, CODES[1]);
    db_pool_run(room.db_pool);
    core_poll(room.core);
    cr_expect_eq(before.job.status, STORE_OK);
    cr_expect_eq(damaged.job.status, STORE_BROKEN);
    cr_expect_eq(after.job.status, STORE_OK);
    cr_assert_eq(store_table_by_code(room.store, CODES[1], &row, NULL), STORE_OK);
    cr_expect_eq(row.version, after.row.version + 1);
    room_close(&room);
}
