/* contract_tables.c: tables and their logs. */
#include "store/contract.h"
#include "store/replay.h"

#include "play/random_match.h"
#include "play/setup.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* ------------------------------------------------------------------------- */
/* Tables                                                                    */
/* ------------------------------------------------------------------------- */

/* A table with a value in every field. */
static StoreTable full_table(StoreId person, StoreId program)
{
    return (StoreTable){
        .code = "K7QX2M9PAB",
        .game = "take-a-train",
        .rules = 3,
        .options = "auction=open sum=yes",
        .seat_count = 5,
        .is_public = 1,
        .clock = { CLOCK_BANK, 900000, 5000 },
        .sit_in = "hard",
        .host = person,
        .created = INT64_C(1700000000000),
        .state = TABLE_OPEN,
        .changed = INT64_C(1700000000001),
        .seats = { { .who = SEAT_PERSON, .user = person, .is_away = 1 },
                   { .who = SEAT_BOT, .level = "expert" },
                   { .who = SEAT_PROGRAM, .user = program },
                   { .who = SEAT_OPEN },
                   { .who = SEAT_BOT, .level = "easy" } },
        .turn = { .waiting = 3,
                  .deadline = INT64_C(1700000900000),
                  .left = { 900000, 0, -5, 1, 2 } },
    };
}

void contract_a_table_comes_back_as_it_was(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada");
    StoreUser yard = given_user(store, "uyard", USER_PROGRAM, "Yard");
    StoreTable found, table = full_table(ada.id, yard.id);

    given_table(store, &table);
    cr_assert(table.id > 0);
    DOES(store_table_get(store, table.id, &found, &failure));
    expect_same_table(&table, &found);
    DOES(store_table_by_code(store, table.code, &found, &failure));
    expect_same_table(&table, &found);
    cr_expect_str_eq(found.seats[0].name, "Ada");
    cr_expect_str_eq(found.seats[0].code, "uada");
    cr_expect_eq(found.seats[0].kind, USER_KEPT);
    cr_expect_str_eq(found.seats[1].name, "");
    cr_expect_eq(found.seats[2].kind, USER_PROGRAM);
    ANSWERS(STORE_NOT_FOUND, store_table_get(store, table.id + 1, &found, &failure));
    ANSWERS(STORE_NOT_FOUND, store_table_by_code(store, "k7qx2m9pab", &found, &failure));
    store_free(store);
}

void contract_a_closed_table_is_found_no_more(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreTable found[2], table = default_table("AAAAAAAAAA", ada.id);
    int count;

    given_table(store, &table);
    table.state = TABLE_CLOSED;
    DOES(store_begin(store, &failure));
    DOES(store_table_set(store, &table, &failure));
    table.version++;
    DOES(store_commit(store, &failure));
    ANSWERS(STORE_NOT_FOUND, store_table_by_code(store, table.code, found, &failure));
    for (int list = LIST_PUBLIC; list <= LIST_MINE_OVER; list++) {
        StoreCursor cursor = { 0 };
        DOES(store_list(store, (StoreList)list, ada.id, &cursor, found, 2, &count,
                        &failure));
        cr_expect_eq(count, 0);
    }
    DOES(store_hosted(store, ada.id, &count, &failure));
    cr_expect_eq(count, 0);
    store_free(store);
}

void contract_a_seed_can_be_read_separately(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreTable table = default_table("AAAAAAAAAA", ada.id);
    uint8_t seed[SEED_BYTES], found[SEED_BYTES];

    for (int i = 0; i < SEED_BYTES; i++)
        seed[i] = (uint8_t)(i * 37);
    COMMITS(store_table_add(store, &table, seed, &failure));
    DOES(store_table_seed(store, table.id, found, &failure));
    cr_expect_arr_eq(found, seed, SEED_BYTES);
    ANSWERS(STORE_NOT_FOUND, store_table_seed(store, table.id + 1, found, &failure));
    store_free(store);
}

void contract_a_tables_code_is_taken_once(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreTable one = default_table("AAAAAAAAAA", ada.id), two = one;
    const uint8_t seed[SEED_BYTES] = { 0 };

    given_table(store, &one);
    DOES(store_begin(store, &failure));
    ANSWERS(STORE_TAKEN, store_table_add(store, &two, seed, &failure));
    DOES(store_commit(store, &failure));
    store_free(store);
}

void contract_seats_change_hands(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreUser ben = given_user(store, "uben", USER_GUEST, "Ben");
    StoreTable table = default_table("AAAAAAAAAA", ada.id), found;

    given_table(store, &table);
    table.seats[0] = (StoreSeat){ .who = SEAT_OPEN };
    table.seats[1] = (StoreSeat){ .who = SEAT_PERSON, .user = ben.id };
    table.host = ben.id;
    table.changed = 6000;
    DOES(store_begin(store, &failure));
    DOES(store_table_set(store, &table, &failure));
    table.version++;
    DOES(store_table_get(store, table.id, &found, &failure)); /* within the batch */
    expect_same_table(&table, &found);
    DOES(store_commit(store, &failure));
    DOES(store_table_get(store, table.id, &found, &failure));
    expect_same_table(&table, &found);
    cr_expect_str_eq(found.seats[1].name, "Ben");
    table.state = TABLE_OVER;
    table.changed = 7000;
    table.scores[0] = -12;
    table.scores[1] = 130;
    table.places[0] = 2;
    table.places[1] = 1;
    strcpy(table.next, "BBBBBBBBBB");
    DOES(store_begin(store, &failure));
    DOES(store_table_set(store, &table, &failure));
    table.version++;
    table.id += 1;
    ANSWERS(STORE_NOT_FOUND, store_table_set(store, &table, &failure));
    DOES(store_commit(store, &failure));
    table.id -= 1;
    DOES(store_table_get(store, table.id, &found, &failure));
    expect_same_table(&table, &found);
    store_free(store);
}

/* ------------------------------------------------------------------------- */
/* The log                                                                   */
/* ------------------------------------------------------------------------- */

void contract_the_log_comes_back_in_order(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreTable table = given_playing(store, "AAAAAAAAAA", ada.id, ada.id);
    StoreTable other = given_playing(store, "BBBBBBBBBB", ada.id, ada.id);
    StoreEntry entries[20], found[20];
    int count;

    DOES(store_begin(store, &failure));
    for (int i = 0; i < 20; i++) {
        entries[i] = default_entry(i + 1, i % 2, seat_bit((i + 1) % 2));
        entries[i].done.is_by_bot = i % 3 == 0;
        entries[i].turn.deadline = i % 5 ? 1000 * i : 0;
        entries[i].turn.left[i % SEATS_MAX] = i;
        if (i % 7 == 6)
            entries[i].done.kind = ENTRY_UNDO;
        entries[i].done.action |= i == 11 ? 0xff000000u : 0;
        DOES(store_append(store, table.id, 0, &entries[i], &failure));
        if (i % 4 == 0) {
            StoreEntry others = default_entry(i / 4 + 1, 0, 1);
            DOES(store_append(store, other.id, 0, &others, &failure));
        }
    }
    DOES(store_commit(store, &failure));
    DOES(store_log(store, table.id, 1, found, 20, &count, &failure));
    cr_assert_eq(count, 20);
    for (int i = 0; i < 20; i++)
        expect_same_entry(&entries[i], &found[i]);
    DOES(store_log(store, table.id, 18, found, 20, &count, &failure));
    cr_assert_eq(count, 3);
    expect_same_entry(&entries[17], &found[0]);
    DOES(store_log(store, table.id, 5, found, 2, &count, &failure));
    cr_assert_eq(count, 2);
    expect_same_entry(&entries[5], &found[1]);
    DOES(store_log(store, table.id, 21, found, 20, &count, &failure));
    cr_expect_eq(count, 0);
    store_free(store);
}

void contract_only_the_next_entry_is_appended(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreTable table = given_playing(store, "AAAAAAAAAA", ada.id, ada.id);
    StoreEntry first = default_entry(1, 0, 2), second = default_entry(2, 1, 1), found[4];
    StoreEntry fourth = default_entry(4, 0, 2);
    int count;

    DOES(store_begin(store, &failure));
    ANSWERS(STORE_CONFLICT, store_append(store, table.id, 0, &second, &failure));
    DOES(store_append(store, table.id, 0, &first, &failure));
    DOES(store_append(store, table.id, 0, &second, &failure));
    ANSWERS(STORE_CONFLICT, store_append(store, table.id, 0, &fourth, &failure));
    ANSWERS(STORE_NOT_FOUND, store_append(store, table.id + 1, 0, &first, &failure));
    DOES(store_commit(store, &failure));
    DOES(store_log(store, table.id, 1, found, 4, &count, &failure));
    cr_assert_eq(count, 2);
    expect_same_entry(&first, &found[0]);
    expect_same_entry(&second, &found[1]);
    store_free(store);
}

void contract_an_entry_is_appended_once(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreTable table = given_playing(store, "AAAAAAAAAA", ada.id, ada.id);
    StoreEntry first = default_entry(1, 0, 2), again = default_entry(1, 0, 1), found[4];
    int count;

    DOES(store_begin(store, &failure));
    DOES(store_append(store, table.id, 0, &first, &failure));
    ANSWERS(STORE_CONFLICT, store_append(store, table.id, 0, &again, &failure));
    DOES(store_commit(store, &failure));
    DOES(store_begin(store, &failure));
    ANSWERS(STORE_CONFLICT, store_append(store, table.id, 0, &again, &failure));
    DOES(store_commit(store, &failure));
    DOES(store_log(store, table.id, 1, found, 4, &count, &failure));
    cr_assert_eq(count, 1);
    expect_same_entry(&first, &found[0]);
    store_free(store);
}

void contract_only_a_table_that_plays_has_a_log(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreTable open = default_table("AAAAAAAAAA", ada.id);
    StoreTable over = given_playing(store, "BBBBBBBBBB", ada.id, ada.id);
    StoreEntry first = default_entry(1, 0, 2);

    given_table(store, &open);
    over.state = TABLE_OVER;
    DOES(store_begin(store, &failure));
    DOES(store_table_set(store, &over, &failure));
    ANSWERS(STORE_CONFLICT, store_append(store, open.id, 0, &first, &failure));
    ANSWERS(STORE_CONFLICT, store_append(store, over.id, 1, &first, &failure));
    DOES(store_commit(store, &failure));
    store_free(store);
}

void contract_the_turn_is_that_of_the_last_entry(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreTable table = given_playing(store, "AAAAAAAAAA", ada.id, ada.id), found;
    StoreEntry first = default_entry(1, 0, seat_bit(1)),
               second = default_entry(2, 1, seat_bit(0));

    first.turn.deadline = 9999;
    first.turn.left[1] = 123;
    COMMITS(store_append(store, table.id, 0, &first, &failure));
    table.turn = first.turn;
    table.changed = first.at;
    DOES(store_table_get(store, table.id, &found, &failure));
    expect_same_table(&table, &found);

    /* Seat 1 leaves: its clock is cleared. */
    table.seats[1].is_away = 1;
    table.turn.deadline = 0;
    table.changed = first.at + 10;
    DOES(store_begin(store, &failure));
    DOES(store_table_set(store, &table, &failure));
    table.version++;
    DOES(store_commit(store, &failure));
    DOES(store_table_get(store, table.id, &found, &failure));
    expect_same_table(&table, &found);

    second.at = table.changed + 10;
    second.turn.deadline = 12345;
    COMMITS(store_append(store, table.id, table.version, &second, &failure));
    table.turn = second.turn;
    table.changed = second.at;
    DOES(store_table_get(store, table.id, &found, &failure));
    expect_same_table(&table, &found);
    store_free(store);
}

void contract_a_table_is_not_set_behind_its_log(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreTable table = given_playing(store, "AAAAAAAAAA", ada.id, ada.id), found;

    given_entry(store, table.id, 1, 2);
    table.state = TABLE_OVER;
    DOES(store_begin(store, &failure));
    ANSWERS(STORE_CONFLICT, store_table_set(store, &table, &failure));
    table.turn.n = 2;
    ANSWERS(STORE_CONFLICT, store_table_set(store, &table, &failure));
    DOES(store_commit(store, &failure));
    DOES(store_table_get(store, table.id, &found, &failure));
    cr_expect_eq(found.state, TABLE_PLAYING);
    store_free(store);
}

void contract_an_old_version_writes_nothing(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreTable table = given_playing(store, "AAAAAAAAAA", ada.id, ada.id), found;
    StoreEntry first = default_entry(1, 0, 2);

    DOES(store_begin(store, &failure));
    DOES(store_table_set(store, &table, &failure));
    table.seats[1].is_away = 1;
    ANSWERS(STORE_CONFLICT, store_table_set(store, &table, &failure));
    ANSWERS(STORE_CONFLICT, store_append(store, table.id, 0, &first, &failure));
    DOES(store_append(store, table.id, 1, &first, &failure));
    DOES(store_commit(store, &failure));
    DOES(store_table_get(store, table.id, &found, &failure));
    cr_expect_eq(found.version, 1);
    cr_expect_eq(found.turn.n, 1);
    cr_expect_eq(found.seats[1].is_away, 0);
    store_free(store);
}

/* As many as the server appends at once (WRITES_AT_ONCE). */
enum { MANY = 255 };

/* Every third has the wrong number, every fifth an old version of the row. */
void contract_many_entries_are_appended_at_once(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    static StoreWrite appends[MANY];
    StoreWrite *all[MANY];
    StoreEntry found;
    char code[STORE_CODE_MAX + 1];
    int count;

    for (int i = 0; i < MANY; i++) {
        snprintf(code, sizeof code, "A%09d", i);
        StoreTable table = given_playing(store, code, ada.id, ada.id);
        appends[i] = (StoreWrite){ .table = table.id,
                                   .version = i % 5 == 0,
                                   .entry = default_entry(i % 3 == 0 ? 2 : 1, 0, 2),
                                   .notice = "a line with \"quotes\" and \\",
                                   .status = STORE_BROKEN };
        appends[i].entry.hash = UINT64_MAX - (uint64_t)i;
        appends[i].entry.write_id = INT64_MAX - i;
        appends[i].entry.turn.left[1] = i;
        all[i] = &appends[i];
    }
    DOES(store_write_many(store, all, MANY, "roundhouse", &failure));
    for (int i = 0; i < MANY; i++) {
        int is_added = appends[i].status == STORE_OK;
        cr_expect_eq(is_added, i % 3 != 0 && i % 5 != 0, "%d", i);
        DOES(store_log(store, appends[i].table, 1, &found, 1, &count, &failure));
        cr_assert_eq(count, is_added);
        if (count == 1)
            expect_same_entry(&appends[i].entry, &found);
    }
    /* A second time nothing is added, nor within a batch. */
    DOES(store_write_many(store, all, MANY, "roundhouse", &failure));
    COMMITS(store_write_many(store, all, 9, "roundhouse", &failure));
    for (int i = 0; i < MANY; i++)
        cr_expect_eq(appends[i].status, STORE_CONFLICT);
    store_free(store);
}

/* A run is added whole, or not at all; other tables are not affected. */
void contract_a_run_of_entries_is_appended_whole(const char *where)
{
    enum { RUN = 12 };
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreTable one = given_playing(store, "AAAAAAAAAA", ada.id, ada.id);
    StoreTable two = given_playing(store, "BBBBBBBBBB", ada.id, ada.id);
    StoreEntry before[RUN], found[RUN + 2];
    StoreWrite run = { .table = one.id,
                       .has_entry = 1,
                       .entry = default_entry(RUN + 1, 0, 2),
                       .before = before,
                       .before_count = RUN,
                       .notice = "" };
    StoreWrite single = {
        .table = two.id, .has_entry = 1, .entry = default_entry(1, 0, 2), .notice = ""
    };
    StoreWrite *const all[] = { &run, &single };
    int count;

    for (int i = 0; i < RUN; i++)
        before[i] = default_entry(i + 1, 0, 1);
    before[RUN - 1].turn.n = RUN + 5; /* a gap: nothing of it is stored */
    store_write_many(store, all, 1, "roundhouse", NULL);
    cr_expect_eq(run.status, STORE_CONFLICT);
    DOES(store_log(store, one.id, 1, found, RUN + 2, &count, &failure));
    cr_assert_eq(count, 0);
    before[RUN - 1].turn.n = RUN;
    DOES(store_write_many(store, all, 2, "roundhouse", &failure));
    cr_expect(run.status == STORE_OK && single.status == STORE_OK);
    DOES(store_log(store, one.id, 1, found, RUN + 2, &count, &failure));
    cr_assert_eq(count, RUN + 1);
    expect_same_entry(&before[RUN - 1], &found[RUN - 1]);
    expect_same_entry(&run.entry, &found[RUN]);
    /* The same again is refused. */
    DOES(store_write_many(store, all, 2, "roundhouse", &failure));
    cr_expect(run.status == STORE_CONFLICT && single.status == STORE_CONFLICT);
    store_free(store);
}

/* Entries, rows, and both, of several tables at once. */
void contract_rows_are_changed_with_entries_of_others(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreTable moved = given_playing(store, "AAAAAAAAAA", ada.id, ada.id), found;
    StoreTable away = given_playing(store, "BBBBBBBBBB", ada.id, ada.id);
    StoreTable over = given_playing(store, "CCCCCCCCCC", ada.id, ada.id);
    StoreTable old = given_playing(store, "DDDDDDDDDD", ada.id, ada.id);
    StoreWrite writes[] = {
        { .table = moved.id,
          .has_entry = 1,
          .entry = default_entry(1, 0, 2),
          .notice = "" },
        { .table = away.id, .row = &away, .notice = "a \"row\"" },
        { .table = over.id, .row = &over, .has_entry = 1, .notice = "" },
        { .table = old.id, .version = 1, .row = &old, .notice = "" },
    };
    StoreWrite *const all[] = { &writes[0], &writes[1], &writes[2], &writes[3] };
    StoreEntry last[2];
    int count;

    away.seats[0].is_away = 1;
    away.seats[1] = (StoreSeat){ .who = SEAT_BOT, .level = "easy" };
    writes[2].entry = default_entry(1, 0, 0);
    over.state = TABLE_OVER;
    over.turn = writes[2].entry.turn;
    over.scores[0] = 7;
    old.version = 1;
    DOES(store_write_many(store, all, 4, "roundhouse", &failure));
    cr_expect_eq(writes[0].status, STORE_OK);
    cr_expect_eq(writes[1].status, STORE_OK);
    cr_expect_eq(writes[2].status, STORE_OK);
    cr_expect_eq(writes[3].status, STORE_CONFLICT);
    DOES(store_table_get(store, away.id, &found, &failure));
    cr_expect(found.version == 1 && found.seats[0].is_away && found.turn.n == 0);
    cr_expect_str_eq(found.seats[1].level, "easy");
    DOES(store_table_read(store, over.code, over.id, 1, &found, last, 2, &count, &failure));
    cr_expect(found.state == TABLE_OVER && found.scores[0] == 7 && found.version == 1);
    cr_assert_eq(count, 1);
    expect_same_entry(&writes[2].entry, &last[0]);
    /* The same again is refused. */
    DOES(store_write_many(store, all, 4, "roundhouse", &failure));
    for (int i = 0; i < 4; i++)
        cr_expect_eq(writes[i].status, STORE_CONFLICT, "%d", i);
    store_free(store);
}

void contract_the_result_is_stored_with_the_last_entry(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreTable table = given_playing(store, "AAAAAAAAAA", ada.id, ada.id), found;
    StoreEntry second = default_entry(2, 0, 0);

    given_entry(store, table.id, 1, 1);
    table.state = TABLE_OVER;
    table.turn = second.turn;
    table.changed = second.at;
    table.scores[1] = 12;
    COMMITS(store_table_end(store, &table, &second, &failure));
    DOES(store_table_get(store, table.id, &found, &failure));
    expect_same_table(&table, &found);
    cr_expect_eq(found.version, 1);
    store_free(store);
}

/* Another write's entry has that number: neither the row nor the entry is stored. */
void contract_a_result_is_not_stored_without_its_entry(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreTable table = given_playing(store, "AAAAAAAAAA", ada.id, ada.id), found;
    StoreEntry first = default_entry(1, 0, 0);

    given_entry(store, table.id, 1, 1);
    table.state = TABLE_OVER;
    table.turn = first.turn;
    DOES(store_begin(store, &failure));
    ANSWERS(STORE_CONFLICT, store_table_end(store, &table, &first, &failure));
    store_commit(store, NULL);
    DOES(store_table_get(store, table.id, &found, &failure));
    cr_expect_eq(found.state, TABLE_PLAYING);
    cr_expect_eq(found.version, 0);
    store_free(store);
}

/* As a rematch does: a new table, then the row of the old one, which has changed. */
void contract_an_aborted_batch_stores_nothing(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreTable table = given_playing(store, "AAAAAAAAAA", ada.id, ada.id), next = table;
    uint8_t seed[SEED_BYTES] = { 1 };
    Fault refusal = { "another rematch was first", NULL };

    memcpy(next.code, "BBBBBBBBBB", sizeof "BBBBBBBBBB");
    table.version++;
    DOES(store_begin(store, &failure));
    DOES(store_table_add(store, &next, seed, &failure));
    ANSWERS(STORE_CONFLICT, store_table_set(store, &table, &failure));
    cr_expect_eq(store_abort(store, STORE_CONFLICT, &refusal), STORE_CONFLICT);
    ANSWERS(STORE_CONFLICT, store_commit(store, &failure));
    ANSWERS(STORE_NOT_FOUND, store_table_by_code(store, "BBBBBBBBBB", &next, &failure));
    store_free(store);
}

/* ------------------------------------------------------------------------- */
/* Whole games                                                               */
/* ------------------------------------------------------------------------- */

void contract_a_played_game_replays(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    Match *played = random_match(catalogue_find("freight-train"), 3, "17", TO_THE_END);
    Match *found = NULL;
    StoreTable table = default_table("AAAAAAAAAA", ada.id);
    int n = given_game(store, &table, played);

    cr_expect_gt(n, match_move_count(played), "something was taken back");
    DOES(store_table_get(store, table.id, &table, &failure));
    cr_expect_eq(table.turn.n, n);
    DOES(replay_table(store, &table, NULL, NULL, &found, NULL, &failure));
    cr_assert_eq(match_move_count(found), match_move_count(played));
    cr_expect_arr_eq(match_state(found), match_state(played), sizeof(State));
    match_free(found);
    table.turn.n++;
    ANSWERS(STORE_BROKEN, replay_table(store, &table, NULL, NULL, &found, NULL, &failure));
    cr_expect_null(found, "a log that is shorter than its row says");
    match_free(played);
    store_free(store);
}
