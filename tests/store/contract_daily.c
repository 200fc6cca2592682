/* contract_daily.c: deals of the day, and the attempts at them. */
#include "store/contract.h"
#include "store/daily.h"

#include "play/daily.h"

#include <criterion/criterion.h>
#include <stdio.h>

enum { ROOM = 16, DAY = 20000 };

static const int64_t NOON = DAY * DAILY_MS + DAILY_MS / 2;

static void given_deal(Store *store, int day, const char *game, uint8_t first)
{
    const uint8_t secret[SEED_BYTES] = { first };
    StoreDaily daily = { .day = day,
                         .rules = 1,
                         .options = "edition=mayfair",
                         .seat_count = 3,
                         .level = "medium",
                         .created = NOON };

    snprintf(daily.game, sizeof daily.game, "%s", game);
    COMMITS(store_daily_add(store, &daily, secret, &failure));
}

void contract_a_day_has_one_deal_of_a_game(const char *where)
{
    Store *store = given_store(where);
    uint8_t secret[SEED_BYTES];
    StoreDaily found[ROOM];
    int count, before;

    given_deal(store, DAY, "freight-train", 1);
    given_deal(store, DAY, "station-master", 2);
    given_deal(store, DAY, "freight-train", 3);
    given_deal(store, DAY - 7, "freight-train", 4);
    DOES(store_dailies(store, DAY, found, ROOM, &count, &failure));
    cr_assert_eq(count, 2);
    DOES(store_daily_get(store, DAY, "freight-train", found, &failure));
    cr_expect(found[0].day == DAY && found[0].rules == 1 && found[0].seat_count == 3);
    cr_expect(found[0].created == NOON);
    cr_expect_str_eq(found[0].options, "edition=mayfair");
    cr_expect_str_eq(found[0].level, "medium");
    DOES(store_daily_secret(store, DAY, "freight-train", secret, &failure));
    cr_expect_eq(secret[0], 1, "the first one stays");
    ANSWERS(STORE_NOT_FOUND,
            store_daily_secret(store, DAY + 1, "freight-train", secret, &failure));
    ANSWERS(STORE_NOT_FOUND, store_daily_get(store, DAY, "take-a-train", found, &failure));
    DOES(store_daily_before(store, DAY, &before, &failure));
    cr_expect_eq(before, DAY - 7);
    DOES(store_daily_before(store, before, &before, &failure));
    cr_expect_eq(before, 0);
    store_free(store);
}

/* The table of an attempt, which waits for its only entry. */
static StoreTable given_attempt(Store *store, const char *code, StoreId user, int k,
                                int is_ranked)
{
    StoreTable table = default_table(code, user);
    StoreAttempt attempt = { .day = DAY,
                             .game = "freight-train",
                             .user = user,
                             .k = k,
                             .is_ranked = is_ranked,
                             .started = NOON };

    table.state = TABLE_PLAYING;
    table.daily = DAY;
    given_table(store, &table);
    attempt.table = table.id;
    COMMITS(store_attempt_add(store, &attempt, &failure));
    return table;
}

static void given_end(Store *store, StoreTable *table, int score, int64_t at)
{
    StoreEntry last = default_entry(1, 0, 0);

    last.at = table->changed = at;
    table->state = TABLE_OVER;
    table->turn = last.turn;
    table->scores[0] = score;
    table->places[0] = 2;
    COMMITS(store_table_end(store, table, &last, &failure));
}

static int ranked(Store *store, StoreAttempt *found)
{
    int count;

    DOES(store_attempts(store, DAY, "freight-train", 1, 0, found, ROOM, &count, &failure));
    return count;
}

void contract_a_daily_table_names_its_deal(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_KEPT, "Ada").id;
    const uint8_t secret[SEED_BYTES] = { 5 };
    StoreTable table = default_table("AAAAAAAAAA", ada), found;
    char name[DEAL_TABLE_MAX + 1];

    given_deal(store, DAY, "freight-train", 5);
    table.daily = DAY;
    daily_deal_name(DAY, "freight-train", name);
    deal_open(&table.deal.shown, name, secret);
    given_table(store, &table);
    DOES(store_table_by_code(store, "AAAAAAAAAA", &found, &failure));
    cr_expect_eq(found.daily, DAY);
    cr_expect_str_eq(found.deal.shown.table, name);
    cr_expect_arr_eq(found.deal.shown.commitment, table.deal.shown.commitment, SEED_BYTES);
    store_free(store);
}

void contract_attempts_are_ranked_by_score(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_KEPT, "Ada").id;
    StoreId ben = given_user(store, "uben", USER_KEPT, "Ben").id;
    StoreId cleo = given_user(store, "ucleo", USER_KEPT, "Cleo").id;
    StoreAttempt found[ROOM];
    StoreTurnout turnout;
    int above;

    given_deal(store, DAY, "freight-train", 1);
    given_attempt(store, "AAAAAAAAAA", cleo, 1, 1);
    StoreTable of_ada = given_attempt(store, "BBBBBBBBBB", ada, 1, 1);
    StoreTable of_ben = given_attempt(store, "CCCCCCCCCC", ben, 1, 1);
    StoreTable again = given_attempt(store, "DDDDDDDDDD", ben, 2, 0);
    given_end(store, &of_ada, -4, NOON + 5);
    given_end(store, &of_ben, 31, NOON + 9);
    given_end(store, &again, 99, NOON + 19);
    cr_assert_eq(ranked(store, found), 3);
    cr_expect_str_eq(found[0].name, "Ben");
    cr_expect(found[0].score == 31 && found[0].place == 2 && found[0].is_done);
    cr_expect(found[0].ended == NOON + 9 && found[0].started == NOON);
    cr_expect_str_eq(found[1].user_code, "uada");
    cr_expect(found[1].score == -4 && found[1].state == TABLE_OVER);
    cr_expect_str_eq(found[2].code, "AAAAAAAAAA");
    cr_expect(!found[2].is_done && !found[2].is_left && found[2].state == TABLE_PLAYING);
    DOES(store_turnout(store, DAY, "freight-train", &turnout, &failure));
    cr_expect(turnout.ranked == 3 && turnout.done == 2 && turnout.apart == 1);
    DOES(store_attempts_above(store, DAY, "freight-train", -4, &above, &failure));
    cr_expect_eq(above, 1, "repeated attempts do not count");
    DOES(store_turnout(store, DAY, "take-a-train", &turnout, &failure));
    cr_expect(turnout.ranked == 0 && turnout.apart == 0);
    DOES(store_attempts(store, DAY, "freight-train", 1, 1, found, 1, &above, &failure));
    cr_expect(above == 1 && found[0].score == -4, "the second page of one row");
    store_free(store);
}

void contract_an_attempt_has_one_number(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_KEPT, "Ada").id;
    StoreAttempt found[ROOM];
    int count;

    given_deal(store, DAY, "freight-train", 1);
    given_attempt(store, "AAAAAAAAAA", ada, 1, 1);
    given_attempt(store, "BBBBBBBBBB", ada, 2, 0);
    given_attempt(store, "CCCCCCCCCC", ada, 3, 0);
    StoreTable table = default_table("DDDDDDDDDD", ada);
    given_table(store, &table);
    const StoreAttempt second = {
        .day = DAY, .game = "freight-train", .user = ada, .k = 3, .table = table.id
    };
    DOES(store_begin(store, &failure));
    ANSWERS(STORE_TAKEN, store_attempt_add(store, &second, &failure));
    DOES(store_commit(store, &failure));
    DOES(store_attempts_of(store, ada, DAY, found, ROOM, &count, &failure));
    cr_assert_eq(count, 2, "the first and the last");
    cr_expect(found[0].k == 1 && found[0].is_ranked);
    cr_expect(found[1].k == 3 && !found[1].is_ranked);
    DOES(store_attempts_ever(store, ada, found[0].table, found, ROOM, &count, &failure));
    cr_expect(count == 2 && found[0].k == 2 && found[1].k == 3);
    store_free(store);
}

void contract_only_games_that_are_played_within_the_day_are_done(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_KEPT, "Ada").id;
    StoreId ben = given_user(store, "uben", USER_KEPT, "Ben").id;
    StoreId cleo = given_user(store, "ucleo", USER_KEPT, "Cleo").id;
    StoreAttempt found[ROOM];

    given_deal(store, DAY, "freight-train", 1);
    StoreTable late = given_attempt(store, "AAAAAAAAAA", ada, 1, 1);
    StoreTable left = given_attempt(store, "BBBBBBBBBB", ben, 1, 1);
    StoreTable last = given_attempt(store, "CCCCCCCCCC", cleo, 1, 1);
    given_end(store, &late, 50, daily_end(DAY));
    left.seats[0].is_away = 1;
    left.changed = NOON + 1;
    COMMITS(store_table_set(store, &left, &failure));
    left.version++;
    given_end(store, &left, 40, NOON + 2);
    given_end(store, &last, 30, daily_end(DAY) - 1);
    cr_assert_eq(ranked(store, found), 3);
    cr_expect(found[0].is_done && found[0].user == cleo);
    cr_expect(!found[1].is_done && !found[2].is_done);
    store_free(store);
}

void contract_attempts_lose_their_user_with_the_account(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_KEPT, "Ada").id;
    StoreAttempt found[ROOM];

    given_deal(store, DAY, "freight-train", 1);
    StoreTable table = given_attempt(store, "AAAAAAAAAA", ada, 1, 1);
    given_end(store, &table, 30, NOON);
    COMMITS(store_user_delete(store, ada, NOON + 1, &failure));
    cr_assert_eq(ranked(store, found), 1);
    cr_expect(found[0].user == 0 && found[0].name[0] == '\0' && found[0].score == 30);
    store_free(store);
}
