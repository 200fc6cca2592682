/* contract_lists.c: batches, lists, wake-ups, claims. */
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
    DOES(store_ping(store, &failure));
    DOES(store_user_get(store, ada.id, &found, &failure));
    DOES(store_table_get(store, table.id, &again, &failure));
    cr_expect_eq(again.turn.n, 1);
    store_free(store);
}

void contract_a_batch_that_is_rolled_back_leaves_nothing(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = { .code = "uada", .name = "Ada" }, found;

    DOES(store_begin(store, &failure));
    DOES(store_user_add(store, &ada, &failure));
    DOES(store_user_get(store, ada.id, &found, &failure));
    store_rollback(store);
    ANSWERS(STORE_NOT_FOUND, store_user_get(store, ada.id, &found, &failure));
    given_user(store, "uada", USER_GUEST, "Ada");
    store_free(store);
}

void contract_a_batch_that_is_not_committed_leaves_nothing(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = { .code = "uada", .name = "Ada" }, found;

    DOES(store_begin(store, &failure));
    DOES(store_user_add(store, &ada, &failure));
    store_free(store);
    store = given_store(where);
    ANSWERS(STORE_NOT_FOUND, store_user_by_code(store, "uada", &found, &failure));
    store_free(store);
}

void contract_a_refusal_spoils_no_batch(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = { .code = "uada", .name = "Ada" }, again = ada, found;
    StoreUser ben = { .code = "uben", .name = "Ben" };

    DOES(store_begin(store, &failure));
    DOES(store_user_add(store, &ada, &failure));
    ANSWERS(STORE_TAKEN, store_user_add(store, &again, &failure));
    ANSWERS(STORE_NOT_FOUND, store_user_by_code(store, "uben", &found, &failure));
    DOES(store_user_add(store, &ben, &failure));
    DOES(store_commit(store, &failure));
    DOES(store_user_by_code(store, "uada", &found, &failure));
    DOES(store_user_by_code(store, "uben", &found, &failure));
    store_free(store);
}

/* ------------------------------------------------------------------------- */
/* Lists                                                                     */
/* ------------------------------------------------------------------------- */

/* The codes of a list from the cursor on, joined; each is one letter repeated ten
 * times. */
static const char *listed(Store *store, StoreList list, StoreId user, StoreCursor *cursor,
                          int room)
{
    static char letters[32];
    static StoreTable tables[16];
    StoreCursor beginning = { 0 };
    int count;

    DOES(store_list(store, list, user, cursor != NULL ? cursor : &beginning, tables, room,
                    &count, &failure));
    cr_assert(count <= room);
    for (int i = 0; i < count; i++)
        letters[i] = tables[i].code[0];
    letters[count] = '\0';
    return letters;
}

/* Opens a table whose code is its letter, with these settings. One that is over has ended
 * before. */
static StoreTable lettered(Store *store, char letter, StoreTable table)
{
    TableState state = table.state;

    memset(table.code, letter, 10);
    if (state == TABLE_OVER)
        table.state = TABLE_PLAYING;
    given_table(store, &table);
    if (state == TABLE_OVER) {
        table.state = state;
        COMMITS(store_table_set(store, &table, &failure));
    }
    return table;
}

void contract_public_tables_are_listed_the_newest_first(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_GUEST, "Ada").id;
    StoreTable open = default_table("", ada), hidden = open, playing, over;

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
    StoreTable table = default_table("", ada);

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
    StoreTable mine = default_table("", ada), bens, away;

    lettered(store, 'A', mine); /* open: nobody's turn */
    mine.state = TABLE_PLAYING;
    mine.seats[1] = (StoreSeat){ .who = SEAT_PERSON, .user = ben };
    mine.turn.waiting = seat_bit(0);
    mine.changed = 1000;
    bens = away = mine;
    StoreTable b = lettered(store, 'B', mine);
    bens.turn.waiting = seat_bit(1);
    bens.changed = 9000;
    StoreTable c = lettered(store, 'C', bens);
    away.seats[0].is_away = 1;
    away.changed = 9500;
    lettered(store, 'D', away);
    mine.changed = 2000;
    mine.turn.waiting = seats_all(2);
    lettered(store, 'E', mine);
    cr_expect_str_eq(listed(store, LIST_MINE, ada, NULL, 16), "EBDCA");
    cr_expect_str_eq(listed(store, LIST_MINE, ben, NULL, 16), "CEDB");

    given_entry(store, b.id, 1, seat_bit(1)); /* at 6001 */
    given_entry(store, c.id, 1, seat_bit(0));
    cr_expect_str_eq(listed(store, LIST_MINE, ada, NULL, 16), "CEDBA");
    cr_expect_str_eq(listed(store, LIST_MINE, ben, NULL, 16), "BEDC");
    store_free(store);
}

/* Reads a list in pages of two. */
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
    StoreTable table = default_table("", ada);

    table.is_public = 1;
    for (int letter = 'A'; letter <= 'E'; letter++) {
        table.state = TABLE_PLAYING;
        table.changed = 100 + letter % 3; /* some at the same moment */
        table.turn.waiting = letter % 2 ? seat_bit(0) : 0;
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
    StoreTable table = default_table("", ada);
    int count;

    DOES(store_hosted(store, ada, &count, &failure));
    cr_expect_eq(count, 0);
    lettered(store, 'A', table);
    table.state = TABLE_PLAYING;
    lettered(store, 'B', table);
    lettered(store, 'C', table);
    table.state = TABLE_OVER;
    lettered(store, 'D', table);
    DOES(store_hosted(store, ada, &count, &failure));
    cr_expect_eq(count, 3);
    store_free(store);
}

/* Lists deadlines up to `until`, without claiming. */
static void expect_wakes(Store *store, int64_t until, const char *wanted)
{
    StoreClaim claim = { .node = "one",
                         .now = INT64_MAX - 1,
                         .until = INT64_MAX - 1,
                         .deadline = until,
                         .idle_since = INT64_MAX - 1 };
    StoreRef wakes[2];
    char letters[32] = "";
    int64_t stood;
    int count;

    do {
        DOES(store_claim(store, &claim, wakes, 2, &count, &stood, &failure));
        for (int i = 0; i < count; i++) {
            strncat(letters, wakes[i].code, 1);
            cr_assert(wakes[i].table > claim.after);
            claim.after = wakes[i].table;
        }
    } while (count == 2);
    cr_expect_str_eq(letters, wanted);
}

void contract_tables_wake_for_bots_and_deadlines(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_GUEST, "Ada").id;
    StoreTable table = default_table("", ada);

    table.state = TABLE_PLAYING;
    table.seats[1] = (StoreSeat){ .who = SEAT_BOT, .level = "easy" };
    table.turn.waiting = seat_bit(0);
    StoreTable a = lettered(store, 'A', table);
    table.turn.deadline = 5000;
    StoreTable b = lettered(store, 'B', table);
    table.turn.deadline = 7000;
    lettered(store, 'C', table);
    table.turn.deadline = 0;
    table.turn.waiting = seat_bit(1);
    StoreTable d = lettered(store, 'D', table);
    table.turn.waiting = seat_bit(0);
    table.seats[0].is_away = 1;
    lettered(store, 'E', table);
    table.state = TABLE_OVER;
    lettered(store, 'F', table);
    /* Bots alone wait for spectators. */
    table.state = TABLE_PLAYING;
    table.seats[0] = table.seats[1];
    lettered(store, 'G', table);
    /* Games that are to be dealt. */
    table = default_table("", ada);
    lettered(store, 'H', table);
    table.turn.deadline = 6000;
    lettered(store, 'I', table);
    expect_wakes(store, 4999, "DE");
    expect_wakes(store, 5000, "BDE");
    expect_wakes(store, 6000, "BDEI");
    expect_wakes(store, INT64_MAX, "BCDEI");
    given_entry(store, a.id, 1, seat_bit(1));
    given_entry(store, b.id, 1, seat_bit(0)); /* without a deadline */
    given_entry(store, d.id, 1, seat_bit(0));
    expect_wakes(store, INT64_MAX, "ACEI");
    store_free(store);
}

/* ------------------------------------------------------------------------- */
/* Claims                                                                    */
/* ------------------------------------------------------------------------- */

/* Claims at `now` for 100 ms; returns how many. */
static int claimed(Store *store, const char *node, int64_t now, int64_t idle_since)
{
    const StoreClaim claim = {
        .node = node, .now = now, .until = now + 100, .idle_since = idle_since
    };
    StoreRef wakes[8];
    int64_t stood;
    int count;

    DOES(store_claim(store, &claim, wakes, 8, &count, &stood, &failure));
    return count;
}

/* A bot is to move since 5000. */
static void given_bots_turn(Store *store, const char *code)
{
    StoreId ada = given_user(store, code, USER_GUEST, code).id;
    StoreTable table = default_table(code, ada);

    table.state = TABLE_PLAYING;
    table.seats[1] = (StoreSeat){ .who = SEAT_BOT, .level = "easy" };
    table.turn.waiting = seat_bit(1);
    given_table(store, &table);
}

void contract_a_claim_has_one_holder(const char *where)
{
    Store *store = given_store(where);

    given_bots_turn(store, "AAAAAAAAAA");
    cr_expect_eq(claimed(store, "one", 6000, 4999), 0, "its turn has just begun");
    cr_expect_eq(claimed(store, "one", 6000, 5000), 1);
    cr_expect_eq(claimed(store, "two", 6050, 5000), 0);
    cr_expect_eq(claimed(store, "one", 6050, 5000), 0, "it knows already");
    cr_expect_eq(claimed(store, "two", 6099, 5000), 0);
    cr_expect_eq(claimed(store, "two", 6100, 5000), 1);
    store_free(store);
}

void contract_claims_are_given_back(const char *where)
{
    Store *store = given_store(where);

    given_bots_turn(store, "AAAAAAAAAA");
    given_bots_turn(store, "BBBBBBBBBB");
    cr_expect_eq(claimed(store, "one", 6000, 5000), 2);
    COMMITS(store_claims_drop(store, "one", 6001, &failure));
    cr_expect_eq(claimed(store, "two", 6002, 5000), 2);
    store_free(store);
}

void contract_the_database_has_a_clock(const char *where)
{
    Store *store = given_store(where);
    int64_t now = 0, later = 0, ours = (int64_t)time(NULL) * 1000;

    DOES(store_now(store, NULL, NULL, &now, &failure));
    DOES(store_now(store, NULL, NULL, &later, &failure));
    cr_expect(later >= now);
    cr_expect(now >= ours - 1000 && now < ours + 60000, "%lld, not %lld", (long long)now,
              (long long)ours);
    store_free(store);
}
