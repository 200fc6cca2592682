/* contract_results.c: results of games, and what is made of them. */
#include "store/contract.h"
#include "store/incomes.h"
#include "store/results.h"

#include <criterion/criterion.h>
#include <stdio.h>

enum { ROOM = 16 };

/* A game of two with scores and places, which ends at `at`. */
static StoreTable given_over(Store *store, StoreTable table, int first, int second,
                             int64_t at)
{
    StoreEntry last = default_entry(1, 0, 0);

    table.state = TABLE_PLAYING;
    given_table(store, &table);
    last.at = table.changed = at;
    table.state = TABLE_OVER;
    table.turn = last.turn;
    table.scores[0] = first;
    table.scores[1] = second;
    table.places[0] = first >= second ? 1 : 2;
    table.places[1] = second >= first ? 1 : 2;
    COMMITS(store_table_end(store, &table, &last, &failure));
    table.version++;
    return table;
}

static StoreTable between(const char *code, StoreId one, StoreId other)
{
    StoreTable table = default_table(code, one);

    table.seats[1] = (StoreSeat){ .who = SEAT_PERSON, .user = other };
    table.is_public = 1;
    return table;
}

static int results_of(Store *store, StoreId user, int only_public, StoreResult *results)
{
    const StoreWhose whose = { .user = user, .only_public = only_public };
    StoreCursor cursor = { 0 };
    int count;

    DOES(store_results(store, &whose, &cursor, results, ROOM, &count, &failure));
    return count;
}

void contract_a_game_that_ends_has_a_result_for_each_seat(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada");
    StoreUser ben = given_user(store, "uben", USER_GUEST, "Ben");
    StoreTable table = between("AAAAAAAAAA", ada.id, ben.id);
    StoreResult found[ROOM];

    snprintf(table.options, sizeof table.options, "edition=mayfair first=3");
    table.seats[1].is_away = 1;
    table = given_over(store, table, -7, 40, 9000);
    cr_assert_eq(results_of(store, ada.id, 0, found), 1);
    cr_expect_str_eq(found[0].code, "AAAAAAAAAA");
    cr_expect_str_eq(found[0].game, "freight-train");
    cr_expect_str_eq(found[0].rule_set, "edition=mayfair", "without who begins");
    cr_expect(found[0].score == -7 && found[0].place == 2 && found[0].seat == 0);
    cr_expect(found[0].ended == 9000 && found[0].seat_count == 2 && !found[0].is_away);
    cr_assert_eq(results_of(store, ben.id, 1, found), 1);
    cr_expect(found[0].score == 40 && found[0].place == 1 && found[0].is_away);
    /* A rematch changes the row again, and no result. */
    memcpy(table.next, "BBBBBBBBBB", sizeof "BBBBBBBBBB");
    table.changed = 12000;
    COMMITS(store_table_set(store, &table, &failure));
    cr_assert_eq(results_of(store, ada.id, 0, found), 1);
    cr_expect_eq(found[0].ended, 9000);
    store_free(store);
}

/* As a server ends a game: a write among those of other tables. */
void contract_a_result_is_written_with_the_end_of_its_game(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreUser ben = given_user(store, "uben", USER_GUEST, "Ben");
    StoreTable over = given_playing(store, "AAAAAAAAAA", ada.id, ben.id);
    StoreWrite write = { .table = over.id, .row = &over, .has_entry = 1, .notice = "" };
    StoreWrite *const all[] = { &write };
    StoreResult found[ROOM];

    write.entry = default_entry(1, 0, 0);
    over.state = TABLE_OVER;
    over.turn = write.entry.turn;
    over.scores[1] = 7;
    over.places[0] = 2;
    over.places[1] = 1;
    write.version = over.version = 5; /* not the row's: refused */
    DOES(store_write_many(store, all, 1, "roundhouse", &failure));
    cr_expect_eq(write.status, STORE_CONFLICT);
    cr_expect_eq(results_of(store, ada.id, 0, found), 0);
    write.version = over.version = 0;
    DOES(store_write_many(store, all, 1, "roundhouse", &failure));
    cr_expect_eq(write.status, STORE_OK);
    cr_assert_eq(results_of(store, ada.id, 0, found), 1);
    cr_expect(found[0].score == 0 && found[0].place == 2);
    cr_assert_eq(results_of(store, ben.id, 0, found), 1);
    cr_expect(found[0].score == 7 && found[0].place == 1);
    cr_expect_eq(results_of(store, ben.id, 1, found), 0, "it was by link");
    store_free(store);
}

void contract_results_lose_their_user_with_the_account(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada");
    StoreUser ben = given_user(store, "uben", USER_KEPT, "Ben");
    const StoreWhose adas = { .user = ada.id }, bens = { .user = ben.id };
    StoreResult found[ROOM];
    StoreRecord record;
    StoreOpponent opponent;
    int count;

    given_over(store, between("AAAAAAAAAA", ada.id, ben.id), 1, 2, 9000);
    StoreTable late = between("BBBBBBBBBB", ada.id, ben.id);
    COMMITS(store_user_delete(store, ada.id, 9500, &failure));
    given_over(store, late, 1, 2, 9900);
    cr_expect_eq(results_of(store, ada.id, 0, found), 0);
    cr_expect_eq(results_of(store, ben.id, 0, found), 2);
    DOES(store_opponents(store, &bens, &opponent, 1, &count, &failure));
    cr_expect_eq(count, 0);
    DOES(store_opponents(store, &adas, &opponent, 1, &count, &failure));
    cr_expect_eq(count, 0);
    DOES(store_records(store, &adas, &record, 1, &count, &failure));
    cr_expect_eq(count, 0, "sums go, too");
    DOES(store_records(store, &bens, &record, 1, &count, &failure));
    cr_expect(count == 1 && record.games == 2);
    store_free(store);
}

void contract_results_stay_when_a_guest_keeps_the_name(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreResult found[ROOM];

    given_over(store, between("AAAAAAAAAA", ada.id, ada.id), 1, 2, 9000);
    ada.kind = USER_KEPT;
    COMMITS(store_user_set(store, &ada, &failure));
    cr_expect_eq(results_of(store, ada.id, 0, found), 2);
    store_free(store);
}

void contract_results_have_pages(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_GUEST, "Ada").id;
    StoreId ben = given_user(store, "uben", USER_GUEST, "Ben").id;
    const StoreWhose whose = { .user = ada };
    StoreCursor cursor = { 0 };
    StoreResult found[2];
    char seen[8] = "";
    int count;

    for (int i = 0; i < 5; i++) {
        StoreTable table = between("", ada, ben);
        memset(table.code, 'A' + i, 10);
        given_over(store, table, i, 0, 9000 + i / 2); /* some at the same moment */
    }
    do {
        DOES(store_results(store, &whose, &cursor, found, 2, &count, &failure));
        for (int i = 0; i < count; i++)
            strncat(seen, found[i].code, 1);
    } while (count == 2);
    cr_expect_str_eq(seen, "EDCBA");
    store_free(store);
}

void contract_records_stand_beside_the_mean_of_all(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_KEPT, "Ada").id;
    StoreId ben = given_user(store, "uben", USER_KEPT, "Ben").id;
    StoreWhose whose = { .user = ada };
    StoreTable left = between("CCCCCCCCCC", ada, ben), hidden = left;
    StoreRecord found[ROOM];
    int count;

    given_over(store, between("AAAAAAAAAA", ada, ben), 30, 20, 9001);
    given_over(store, between("BBBBBBBBBB", ada, ben), 10, 20, 9002);
    left.seats[0].is_away = 1;
    given_over(store, left, 99, 10, 9003);
    memcpy(hidden.code, "DDDDDDDDDD", sizeof "DDDDDDDDDD");
    hidden.is_public = 0;
    given_over(store, hidden, 50, 0, 9004);
    DOES(store_records(store, &whose, found, ROOM, &count, &failure));
    cr_assert_eq(count, 1);
    cr_expect(found[0].games == 4 && found[0].played == 3 && found[0].wins == 2);
    cr_expect_eq(found[0].total, 90);
    cr_expect(found[0].all_seats == 5 && found[0].all_total == 90, "public tables alone");
    whose.only_public = 1;
    DOES(store_records(store, &whose, found, ROOM, &count, &failure));
    cr_assert_eq(count, 1);
    cr_expect(found[0].games == 3 && found[0].played == 2 && found[0].wins == 1);
    cr_expect(found[0].all_seats == 5 && found[0].all_total == 90);
    store_free(store);
}

void contract_opponents_are_those_met_most(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_KEPT, "Ada").id;
    StoreId ben = given_user(store, "uben", USER_KEPT, "Ben").id;
    StoreId cleo = given_user(store, "ucleo", USER_KEPT, "Cleo").id;
    StoreId guest = given_user(store, "uguest", USER_GUEST, "Guest").id;
    StoreWhose whose = { .user = ada };
    StoreOpponent found[ROOM];
    int count;

    given_over(store, between("AAAAAAAAAA", ada, ben), 2, 1, 9001);
    given_over(store, between("BBBBBBBBBB", cleo, ada), 2, 1, 9002);
    given_over(store, between("CCCCCCCCCC", ada, cleo), 2, 1, 9003);
    given_over(store, between("DDDDDDDDDD", ada, guest), 2, 1, 9004);
    DOES(store_opponents(store, &whose, found, ROOM, &count, &failure));
    cr_assert_eq(count, 2);
    cr_expect_str_eq(found[0].name, "Cleo");
    cr_expect(found[0].games == 2 && found[0].ahead == 1);
    cr_expect_str_eq(found[1].name, "Ben");
    COMMITS(store_hide(store, cleo, 1, &failure));
    whose.only_public = 1;
    DOES(store_opponents(store, &whose, found, ROOM, &count, &failure));
    cr_assert_eq(count, 1);
    cr_expect_str_eq(found[0].name, "Ben");
    store_free(store);
}

static StoreStreaks streaks_of(Store *store, StoreId user, int only_public)
{
    const StoreWhose whose = { .user = user, .only_public = only_public };
    StoreStreaks streaks;

    DOES(store_streaks(store, &whose, &streaks, &failure));
    return streaks;
}

void contract_streaks_end_with_a_game_that_is_not_won(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_KEPT, "Ada").id;
    StoreId ben = given_user(store, "uben", USER_KEPT, "Ben").id;
    const char *const games = "WWLWWWAWW"; /* won, lost, left to a bot */
    StoreStreaks streaks = streaks_of(store, ada, 0);

    cr_expect(streaks.now == 0 && streaks.longest == 0);
    for (int i = 0; games[i] != '\0'; i++) {
        StoreTable table = between("", ada, ben);
        memset(table.code, 'A' + i, 10);
        table.seats[0].is_away = games[i] == 'A';
        table.is_public = i < 2;
        given_over(store, table, games[i] == 'L' ? 0 : 9, 5, 9000 + i);
    }
    streaks = streaks_of(store, ada, 0);
    cr_expect(streaks.now == 2 && streaks.longest == 3);
    streaks = streaks_of(store, ben, 0);
    cr_expect(streaks.now == 0 && streaks.longest == 1);
    streaks = streaks_of(store, ada, 1);
    cr_expect(streaks.now == 2 && streaks.longest == 2);
    store_free(store);
}

void contract_people_hide_and_show_their_results(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_KEPT, "Ada").id;
    int is_hidden = 1;

    DOES(store_is_hidden(store, ada, &is_hidden, &failure));
    cr_expect_eq(is_hidden, 0);
    COMMITS(store_hide(store, ada, 1, &failure));
    DOES(store_is_hidden(store, ada, &is_hidden, &failure));
    cr_expect_eq(is_hidden, 1);
    ANSWERS(STORE_NOT_FOUND, store_is_hidden(store, ada + 7, &is_hidden, &failure));
    DOES(store_begin(store, &failure));
    ANSWERS(STORE_NOT_FOUND, store_hide(store, ada + 7, 1, &failure));
    DOES(store_commit(store, &failure));
    store_free(store);
}

static const char *over_of(Store *store, StoreId user, const char *game, StoreId other)
{
    static char letters[ROOM + 1];
    static StoreTable tables[ROOM];
    StoreCursor cursor = { 0 };
    int count;

    DOES(
        store_list_over(store, user, game, other, &cursor, tables, ROOM, &count, &failure));
    for (int i = 0; i < count; i++)
        letters[i] = tables[i].code[0];
    letters[count] = '\0';
    return letters;
}

void contract_finished_games_are_found_by_game_and_person(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_KEPT, "Ada").id;
    StoreId ben = given_user(store, "uben", USER_KEPT, "Ben").id;
    StoreId cleo = given_user(store, "ucleo", USER_KEPT, "Cleo").id;
    StoreTable other = between("BBBBBBBBBB", ada, cleo), again;

    StoreTable first = given_over(store, between("AAAAAAAAAA", ada, ben), 2, 1, 9001);
    memcpy(other.game, "station-master", sizeof "station-master");
    given_over(store, other, 2, 1, 9002);
    given_over(store, between("CCCCCCCCCC", ben, cleo), 2, 1, 9003);
    given_over(store, between("DDDDDDDDDD", ada, cleo), 2, 1, 9004);
    cr_expect_str_eq(over_of(store, ada, "", 0), "DBA");
    cr_expect_str_eq(over_of(store, ada, "station-master", 0), "B");
    cr_expect_str_eq(over_of(store, ada, "", cleo), "DB");
    cr_expect_str_eq(over_of(store, ada, "freight-train", cleo), "D");
    cr_expect_str_eq(over_of(store, ada, "take-a-train", 0), "");
    /* Its rematch changes nothing in the order. */
    DOES(store_table_get(store, first.id, &again, &failure));
    again.changed = 99000;
    COMMITS(store_table_set(store, &again, &failure));
    cr_expect_str_eq(over_of(store, ada, "", 0), "DBA");
    store_free(store);
}

void expect_results_of_version_3(Store *store, StoreId ada)
{
    StoreResult found[ROOM];

    cr_assert_eq(results_of(store, ada, 1, found), 3);
    cr_expect_str_eq(found[0].game, "take-a-train");
    cr_expect_str_eq(found[0].rule_set,
                     "rotating=product objectives=corrected money=hidden");
    cr_expect(found[0].score == 1700 && found[0].place == 1);
    cr_expect(found[1].score == -68 && found[1].place == 2 && found[1].seat_count == 3);
    cr_expect_str_eq(found[1].rule_set, "");
    cr_expect(found[2].score == 70 && found[2].is_away);
    cr_expect_eq(found[2].ended, 1800003702583);
    cr_expect_str_eq(over_of(store, ada, "", 0), "ZPZ");
}

/* ------------------------------------------------------------------------- */
/* Incomes                                                                   */
/* ------------------------------------------------------------------------- */

void contract_a_finished_game_is_counted_once(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada");
    StoreUser ben = given_user(store, "uben", USER_KEPT, "Ben");
    StoreTable running = given_playing(store, "RRRRRRRRRR", ada.id, ben.id);
    StoreTable first = given_over(store, between("AAAAAAAAAA", ada.id, ben.id), 3, 2, 7000);
    StoreTable second =
        given_over(store, between("BBBBBBBBBB", ada.id, ben.id), 3, 2, 6000);
    StoreId tables[ROOM];
    int count;

    cr_assert_neq(running.id, 0);
    DOES(store_uncounted(store, tables, ROOM, &count, &failure));
    cr_assert_eq(count, 2, "those that are over");
    cr_expect(tables[0] == first.id && tables[1] == second.id);
    DOES(store_uncounted(store, tables, 1, &count, &failure));
    cr_expect_eq(count, 1);
    COMMITS(store_counted(store, first.id, &failure));
    DOES(store_begin(store, &failure));
    ANSWERS(STORE_NOT_FOUND, store_counted(store, first.id, &failure));
    DOES(store_counted(store, second.id, &failure));
    store_rollback(store);
    DOES(store_uncounted(store, tables, ROOM, &count, &failure));
    cr_assert_eq(count, 1);
    cr_expect_eq(tables[0], second.id);
    store_free(store);
}

static int incomes_of(Store *store, StoreId user, int only_public, StoreIncome *incomes)
{
    const StoreWhose whose = { .user = user, .only_public = only_public };
    int count;

    DOES(store_incomes(store, &whose, incomes, ROOM, &count, &failure));
    return count;
}

static void add_income(Store *store, const StoreTable *table, int seat, const char *what,
                       int times, int total)
{
    COMMITS(store_income_add(store, table->id, seat, what, times, total, &failure));
}

void contract_incomes_are_of_people_who_played_to_the_end(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada");
    StoreUser ben = given_user(store, "uben", USER_KEPT, "Ben");
    StoreTable open = given_over(store, between("AAAAAAAAAA", ada.id, ben.id), 3, 2, 7000);
    StoreTable by_link = between("BBBBBBBBBB", ada.id, ben.id);
    StoreIncome found[ROOM];

    by_link.is_public = 0;
    by_link.seats[1].is_away = 1;
    by_link = given_over(store, by_link, 3, 2, 8000);
    add_income(store, &open, 0, "type/box", 2, 9);
    add_income(store, &open, 0, "type/tank", 3, -1);
    add_income(store, &by_link, 0, "type/box", 1, 4);
    add_income(store, &by_link, 1, "type/box", 1, 4);
    cr_assert_eq(incomes_of(store, ada.id, 0, found), 2);
    cr_expect_str_eq(found[0].game, open.game);
    cr_expect(found[0].times == 3 && found[1].times == 3);
    cr_expect_str_eq(found[0].what, "type/box", "of as many, the one that paid more");
    cr_expect_eq(found[0].total, 13);
    cr_expect_eq(found[1].total, -1);
    cr_assert_eq(incomes_of(store, ada.id, 1, found), 2);
    cr_expect_str_eq(found[0].what, "type/tank", "at public tables alone");
    cr_expect(found[1].times == 2 && found[1].total == 9);
    cr_expect_eq(incomes_of(store, ben.id, 0, found), 0, "a bot has played on");
    COMMITS(store_user_delete(store, ada.id, 9000, &failure));
    cr_expect_eq(incomes_of(store, ada.id, 0, found), 0, "gone with the account");
    add_income(store, &open, 0, "type/box", 2, 9);
    cr_expect_eq(incomes_of(store, ada.id, 0, found), 0);
    store_free(store);
}
