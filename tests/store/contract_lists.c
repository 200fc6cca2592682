/* contract_lists.c: batches, lists, what wakes, leases. */
#include "store/contract.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <time.h>

/* ------------------------------------------------------------------------- */
/* Batches                                                                   */
/* ------------------------------------------------------------------------- */

void contract_a_batch_is_there_after_opening_again(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada"), found;
    StoreTable table = given_playing(store, "AAAAAAAAAA", ada.id, ada.id), again;

    given_entry(store, table.id, 1, 2);
    store_free(store);
    store = given_store(where);
    DOES(store_ping(store, &heard));
    DOES(store_user_get(store, ada.id, &found, &heard));
    DOES(store_table_get(store, table.id, &again, &heard));
    cr_expect_eq(again.moment.n, 1);
    store_free(store);
}

void contract_a_batch_that_is_rolled_back_leaves_nothing(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = { .code = "uada", .name = "Ada" }, found;

    DOES(store_begin(store, &heard));
    DOES(store_user_add(store, &ada, &heard));
    DOES(store_user_get(store, ada.id, &found, &heard));
    store_rollback(store);
    ANSWERS(STORE_NOT_FOUND, store_user_get(store, ada.id, &found, &heard));
    given_user(store, "uada", USER_GUEST, "Ada");
    store_free(store);
}

void contract_a_batch_that_is_not_committed_leaves_nothing(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = { .code = "uada", .name = "Ada" }, found;

    DOES(store_begin(store, &heard));
    DOES(store_user_add(store, &ada, &heard));
    store_free(store);
    store = given_store(where);
    ANSWERS(STORE_NOT_FOUND, store_user_by_code(store, "uada", &found, &heard));
    store_free(store);
}

void contract_a_refusal_spoils_no_batch(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = { .code = "uada", .name = "Ada" }, again = ada, found;
    StoreUser ben = { .code = "uben", .name = "Ben" };

    DOES(store_begin(store, &heard));
    DOES(store_user_add(store, &ada, &heard));
    ANSWERS(STORE_TAKEN, store_user_add(store, &again, &heard));
    ANSWERS(STORE_NOT_FOUND, store_user_by_code(store, "uben", &found, &heard));
    DOES(store_user_add(store, &ben, &heard));
    DOES(store_commit(store, &heard));
    DOES(store_user_by_code(store, "uada", &found, &heard));
    DOES(store_user_by_code(store, "uben", &found, &heard));
    store_free(store);
}

/* ------------------------------------------------------------------------- */
/* Lists                                                                     */
/* ------------------------------------------------------------------------- */

/* The codes of a list from the cursor on, joined; each is one letter ten times. */
static const char *listed(Store *store, StoreList list, StoreId user, StoreCursor *cursor,
                          int room)
{
    static char letters[32];
    static StoreTable tables[16];
    StoreCursor beginning = { 0 };
    int count;

    DOES(store_list(store, list, user, cursor != NULL ? cursor : &beginning, tables, room,
                    &count, &heard));
    cr_assert(count <= room);
    for (int i = 0; i < count; i++)
        letters[i] = tables[i].code[0];
    letters[count] = '\0';
    return letters;
}

/* A table with its letter as code, as it shall be. */
static StoreTable lettered(Store *store, char letter, StoreTable table)
{
    memset(table.code, letter, 10);
    given_table(store, &table);
    return table;
}

void contract_public_tables_are_listed_the_newest_first(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_GUEST, "Ada").id;
    StoreTable open = usual_table("", ada), hidden = open, playing, over;

    open.is_public = 1;
    playing = over = open;
    playing.state = TABLE_PLAYING;
    over.state = TABLE_OVER;
    lettered(store, 'A', open);
    lettered(store, 'B', hidden);
    lettered(store, 'C', playing);
    lettered(store, 'D', over);
    lettered(store, 'E', open);
    cr_expect_str_eq(listed(store, LIST_PUBLIC, 0, NULL, 16), "ECA");
    store_free(store);
}

void contract_finished_tables_are_listed_the_last_first(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_GUEST, "Ada").id;
    StoreId ben = given_user(store, "uben", USER_GUEST, "Ben").id;
    StoreTable table = usual_table("", ada);

    table.state = TABLE_OVER;
    table.is_public = 1;
    table.changed = 300;
    lettered(store, 'A', table);
    table.changed = 500;
    lettered(store, 'B', table);
    table.changed = 400;
    lettered(store, 'C', table);
    table.is_public = 0;
    table.changed = 450;
    lettered(store, 'D', table);
    table.seats[0].user = ben;
    lettered(store, 'E', table);
    table.state = TABLE_PLAYING;
    table.is_public = 1;
    lettered(store, 'F', table);
    cr_expect_str_eq(listed(store, LIST_PUBLIC_OVER, 0, NULL, 16), "BCA");
    cr_expect_str_eq(listed(store, LIST_MINE_OVER, ada, NULL, 16), "BDCA");
    cr_expect_str_eq(listed(store, LIST_MINE_OVER, ben, NULL, 16), "E");
    store_free(store);
}

void contract_my_tables_begin_with_my_turn(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_GUEST, "Ada").id;
    StoreId ben = given_user(store, "uben", USER_GUEST, "Ben").id;
    StoreTable mine = usual_table("", ada), bens, away;

    lettered(store, 'A', mine); /* open: nobody's turn */
    mine.state = TABLE_PLAYING;
    mine.seats[1] = (StoreSeat){ .who = SEAT_PERSON, .user = ben };
    mine.moment.waiting = seat_bit(0);
    mine.changed = 1000;
    bens = away = mine;
    StoreTable b = lettered(store, 'B', mine);
    bens.moment.waiting = seat_bit(1);
    bens.changed = 9000;
    StoreTable c = lettered(store, 'C', bens);
    away.seats[0].is_away = 1;
    away.changed = 9500;
    lettered(store, 'D', away);
    mine.changed = 2000;
    mine.moment.waiting = seats_all(2);
    lettered(store, 'E', mine);
    cr_expect_str_eq(listed(store, LIST_MINE, ada, NULL, 16), "EBDCA");
    cr_expect_str_eq(listed(store, LIST_MINE, ben, NULL, 16), "CEDB");

    given_entry(store, b.id, 1, seat_bit(1)); /* at 6001 */
    given_entry(store, c.id, 1, seat_bit(0));
    cr_expect_str_eq(listed(store, LIST_MINE, ada, NULL, 16), "CEDBA");
    cr_expect_str_eq(listed(store, LIST_MINE, ben, NULL, 16), "BEDC");
    store_free(store);
}

/* Walks through a list by pages of two. */
static void expect_paged(Store *store, StoreList list, StoreId user, const char *wanted)
{
    StoreCursor cursor = { 0 };
    char all[32] = "";
    const char *page;

    do {
        page = listed(store, list, user, &cursor, 2);
        strcat(all, page);
    } while (strlen(page) == 2);
    cr_expect_str_eq(all, wanted, "list %d", (int)list);
}

void contract_lists_have_pages(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_GUEST, "Ada").id;
    StoreTable table = usual_table("", ada);

    table.is_public = 1;
    for (int letter = 'A'; letter <= 'E'; letter++) {
        table.state = TABLE_PLAYING;
        table.changed = 100 + letter % 3; /* some at the same moment */
        table.moment.waiting = letter % 2 ? seat_bit(0) : 0;
        lettered(store, (char)letter, table);
        table.state = TABLE_OVER;
        lettered(store, (char)(letter - 'A' + 'a'), table);
    }
    expect_paged(store, LIST_PUBLIC, 0, "EDCBA");
    expect_paged(store, LIST_PUBLIC_OVER, 0, "daceb");
    expect_paged(store, LIST_MINE, ada, "ACEDB");
    expect_paged(store, LIST_MINE_OVER, ada, "daceb");
    store_free(store);
}

void contract_hosts_are_counted(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_GUEST, "Ada").id;
    StoreTable table = usual_table("", ada);
    StoreCounts counts;
    int count;

    DOES(store_hosted(store, ada, &count, &heard));
    cr_expect_eq(count, 0);
    lettered(store, 'A', table);
    table.state = TABLE_PLAYING;
    lettered(store, 'B', table);
    lettered(store, 'C', table);
    table.state = TABLE_OVER;
    lettered(store, 'D', table);
    DOES(store_hosted(store, ada, &count, &heard));
    cr_expect_eq(count, 3);
    DOES(store_counts(store, &counts, &heard));
    cr_expect_eq(counts.open, 1);
    cr_expect_eq(counts.playing, 2);
    store_free(store);
}

static void expect_wakes(Store *store, int64_t until, const char *wanted)
{
    StoreWake wakes[2];
    StoreId after = 0;
    char letters[32] = "";
    int count;

    do {
        DOES(store_wakes(store, until, after, wakes, 2, &count, &heard));
        for (int i = 0; i < count; i++) {
            char mark[3] = { wakes[i].code[0], wakes[i].is_bots_turn ? '!' : '\0' };
            strcat(letters, mark);
            cr_assert(wakes[i].table > after);
            after = wakes[i].table;
        }
    } while (count == 2);
    cr_expect_str_eq(letters, wanted);
}

void contract_tables_wake_for_bots_and_deadlines(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_GUEST, "Ada").id;
    StoreTable table = usual_table("", ada);

    table.state = TABLE_PLAYING;
    table.seats[1] = (StoreSeat){ .who = SEAT_BOT, .level = "easy" };
    table.moment.waiting = seat_bit(0);
    StoreTable a = lettered(store, 'A', table);
    table.moment.deadline = 5000;
    StoreTable b = lettered(store, 'B', table);
    table.moment.deadline = 7000;
    lettered(store, 'C', table);
    table.moment.deadline = 0;
    table.moment.waiting = seat_bit(1);
    StoreTable d = lettered(store, 'D', table);
    table.moment.waiting = seat_bit(0);
    table.seats[0].is_away = 1;
    lettered(store, 'E', table);
    table.state = TABLE_OVER;
    lettered(store, 'F', table);
    /* Bots alone wait for spectators. */
    table.state = TABLE_PLAYING;
    table.seats[0] = table.seats[1];
    lettered(store, 'G', table);
    expect_wakes(store, 4999, "D!E!");
    expect_wakes(store, 5000, "BD!E!");
    expect_wakes(store, INT64_MAX, "BCD!E!");
    given_entry(store, a.id, 1, seat_bit(1));
    given_entry(store, b.id, 1, seat_bit(0)); /* without a deadline */
    given_entry(store, d.id, 1, seat_bit(0));
    expect_wakes(store, INT64_MAX, "A!CE!");
    store_free(store);
}

/* ------------------------------------------------------------------------- */
/* Leases                                                                    */
/* ------------------------------------------------------------------------- */

static StoreTable given_leasable(Store *store)
{
    StoreId ada = given_user(store, "uada", USER_GUEST, "Ada").id;

    return given_playing(store, "AAAAAAAAAA", ada, ada);
}

/* In a batch of its own: until `now` + 100. */
static StoreLease take(Store *store, StoreId table, const char *node, int64_t now,
                       StoreStatus wanted)
{
    StoreLease lease = { .node = "" };

    DOES(store_begin(store, &heard));
    ANSWERS(wanted, store_lease_take(store, table, node, now, now + 100, &lease, &heard));
    DOES(store_commit(store, &heard));
    return lease;
}

void contract_what_wakes_tells_who_has_it(const char *where)
{
    Store *store = given_store(where);
    StoreTable table = given_leasable(store);
    StoreWake wake;
    int count;

    table.moment.deadline = 500;
    DOES(store_begin(store, &heard));
    DOES(store_table_set(store, &table, 0, &heard));
    DOES(store_commit(store, &heard));
    DOES(store_wakes(store, 500, 0, &wake, 1, &count, &heard));
    cr_assert_eq(count, 1);
    cr_expect_str_eq(wake.node, "");
    take(store, table.id, "one", 1000, STORE_OK);
    DOES(store_wakes(store, 500, 0, &wake, 1, &count, &heard));
    cr_assert_eq(count, 1);
    cr_expect_str_eq(wake.node, "one");
    cr_expect_eq(wake.lease_until, 1100);
    store_free(store);
}

void contract_the_database_has_a_clock(const char *where)
{
    Store *store = given_store(where);
    int64_t now = 0, later = 0, ours = (int64_t)time(NULL) * 1000;

    DOES(store_now(store, &now, &heard));
    DOES(store_now(store, &later, &heard));
    cr_expect(later >= now);
    cr_expect(now >= ours - 1000 && now < ours + 60000, "%lld, not %lld", (long long)now,
              (long long)ours);
    store_free(store);
}

static void expect_append(Store *store, StoreId table, int64_t lease, int n,
                          StoreStatus wanted)
{
    StoreEntry entry = usual_entry(n, 0, 1);

    DOES(store_begin(store, &heard));
    ANSWERS(wanted, store_append(store, table, lease, &entry, &heard));
    DOES(store_commit(store, &heard));
}

void contract_a_lease_has_one_holder(const char *where)
{
    Store *store = given_store(where);
    StoreId table = given_leasable(store).id;
    StoreLease one = take(store, table, "one", 1000, STORE_OK);
    StoreLease refused = take(store, table, "two", 1050, STORE_TAKEN);
    StoreLease again = take(store, table, "one", 1050, STORE_OK);

    cr_expect(one.token > 0);
    cr_expect_str_eq(refused.node, "one");
    cr_expect_eq(refused.until, 1100);
    cr_expect_eq(again.token, one.token);
    cr_expect_eq(again.until, 1150);
    take(store, table + 1, "one", 1000, STORE_NOT_FOUND);
    store_free(store);
}

void contract_a_lease_that_ran_out_is_taken(const char *where)
{
    Store *store = given_store(where);
    StoreId table = given_leasable(store).id;
    StoreLease one = take(store, table, "one", 1000, STORE_OK);
    StoreLease two = take(store, table, "two", 1100, STORE_OK);

    cr_expect_gt(two.token, one.token);
    take(store, table, "one", 1150, STORE_TAKEN);
    store_free(store);
}

void contract_an_old_lease_writes_nothing(const char *where)
{
    Store *store = given_store(where);
    StoreTable table = given_leasable(store);
    StoreLease one = take(store, table.id, "one", 1000, STORE_OK);

    expect_append(store, table.id, 0, 1, STORE_CONFLICT);
    expect_append(store, table.id, one.token, 1, STORE_OK);
    StoreLease two = take(store, table.id, "two", 1100, STORE_OK);
    expect_append(store, table.id, one.token, 2, STORE_CONFLICT);
    table.moment.n = 1;
    DOES(store_begin(store, &heard));
    ANSWERS(STORE_CONFLICT, store_table_set(store, &table, one.token, &heard));
    ANSWERS(STORE_CONFLICT, store_lease_drop(store, table.id, one.token, &heard));
    DOES(store_table_set(store, &table, two.token, &heard));
    DOES(store_commit(store, &heard));
    expect_append(store, table.id, two.token, 2, STORE_OK);
    store_free(store);
}

void contract_a_lease_given_back_writes_nothing(const char *where)
{
    Store *store = given_store(where);
    StoreId table = given_leasable(store).id;
    StoreLease one = take(store, table, "one", 1000, STORE_OK);

    DOES(store_begin(store, &heard));
    DOES(store_lease_drop(store, table, one.token, &heard));
    DOES(store_commit(store, &heard));
    expect_append(store, table, one.token, 1, STORE_CONFLICT);
    StoreLease two = take(store, table, "two", 1001, STORE_OK);
    cr_expect_gt(two.token, one.token);
    expect_append(store, table, two.token, 1, STORE_OK);
    DOES(store_begin(store, &heard));
    DOES(store_leases_drop_of(store, "two", &heard));
    DOES(store_commit(store, &heard));
    expect_append(store, table, two.token, 2, STORE_CONFLICT);
    take(store, table, "one", 1002, STORE_OK);
    store_free(store);
}

void contract_leases_are_kept_all_at_once(const char *where)
{
    Store *store = given_store(where);
    StoreTable a = given_leasable(store);
    StoreTable b = given_playing(store, "BBBBBBBBBB", a.host, a.host);
    StoreTable c = given_playing(store, "CCCCCCCCCC", a.host, a.host);

    take(store, a.id, "one", 1000, STORE_OK);
    take(store, b.id, "one", 1000, STORE_OK);
    take(store, c.id, "two", 1000, STORE_OK);
    DOES(store_begin(store, &heard));
    DOES(store_leases_keep(store, "one", 5000, &heard));
    DOES(store_commit(store, &heard));
    take(store, a.id, "three", 4999, STORE_TAKEN);
    take(store, b.id, "three", 4999, STORE_TAKEN);
    take(store, c.id, "three", 4999, STORE_OK);
    take(store, a.id, "three", 5000, STORE_OK);
    store_free(store);
}
