/* test_daily.c: the deal of the day: one deal for everybody, ranked once, and secret until
 * the day is over. */
#include "dealing.h"
#include "player.h"

#include "play/clock.h"
#include "play/daily.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Noon of the next day, so that no day ends during a test. */
static int64_t until_noon(void)
{
    int64_t now = clock_ms(CLOCK_REALTIME);

    return daily_end(daily_day(now)) + DAILY_MS / 2 - now;
}

HOUSE_SUITE(daily, HOUSE_OPEN, house_move_clock(house, until_noon()));

static const char GAME[] = "station-master";

/* To the same time of the next day. */
static void next_day(void)
{
    house_move_clock(house, DAILY_MS);
}

/* GET /daily, once it has the deals; `more` is the query. */
static Answer ask_daily(const Person *who, const char *more)
{
    char path[64];
    Answer answer;

    snprintf(path, sizeof path, "/api/1/daily%s", more);
    for (int i = 0;; i++) {
        answer = ask(house, who, path, NULL);
        cr_assert_eq(answer.status, 200, "%s", answer.reply.body.bytes);
        if (json_at(answer.json, "deals")->length == 3)
            return answer;
        cr_assert_lt(i, 1000, "no deals");
        answer_free(&answer);
        usleep(20000);
    }
}

/* The deal of GAME in a list of an answer. */
static const Json *deal_in(const Answer *answer, const char *key)
{
    const Json *list = json_at(answer->json, key);

    for (uint32_t i = 0; i < list->length; i++) {
        const Json *deal = entry_at(list, (int)i);
        if (strcmp(text_at(deal, "game"), GAME) == 0)
            return deal;
    }
    cr_assert_fail("no deal of %s", GAME);
    return NULL;
}

static Answer ask_list(const Person *who, const char *day, const char *list)
{
    char path[128];

    snprintf(path, sizeof path, "/api/1/daily/list?day=%s&game=%s&list=%s", day, GAME,
             list);
    Answer answer = ask(house, who, path, NULL);
    cr_assert_eq(answer.status, 200, "%s", answer.reply.body.bytes);
    return answer;
}

/* Today, by the server. */
static void read_today(char date[DAILY_DATE_ROOM])
{
    Answer answer = ask_daily(NULL, "");

    snprintf(date, DAILY_DATE_ROOM, "%s", text_at(answer.json, "day"));
    answer_free(&answer);
}

Test(daily, is_promised_the_day_before)
{
    char promised[HEX_ROOM];
    Answer today = ask_daily(NULL, "");
    const Json *next = deal_in(&today, "next");

    cr_expect_null(json_get(next, "secret"));
    cr_expect_null(json_get(deal_in(&today, "deals"), "secret"));
    cr_expect_null(strstr(today.reply.body.bytes, "\"seed\""));
    snprintf(promised, sizeof promised, "%s", text_at(next, "commitment"));
    answer_free(&today);
    next_day();
    Answer tomorrow = ask_daily(NULL, "");
    cr_expect_str_eq(text_at(deal_in(&tomorrow, "deals"), "commitment"), promised);
    cr_expect_not_null(json_get(tomorrow.json, "before"));
    answer_free(&tomorrow);
}

Test(daily, ranks_kept_names_that_are_older_than_the_day)
{
    Person ada = person_keeping(house, "Ada"), ben = person_new(house, "Ben");
    Player new_name = player_start(house, &ada, GAME, HABIT_STRAIGHT);

    cr_expect(new_name.attempt == 1 && !new_name.is_ranked);
    player_close(&new_name);
    next_day();
    Person cleo = person_keeping(house, "Cleo");
    Player first = player_start(house, &ada, GAME, HABIT_STRAIGHT);
    Player guest = player_start(house, &ben, GAME, HABIT_STRAIGHT);
    Player late = player_start(house, &cleo, GAME, HABIT_STRAIGHT);
    cr_expect(first.attempt == 1 && first.is_ranked);
    cr_expect(!guest.is_ranked && !late.is_ranked);
    Answer answer = ask_daily(&ada, "");
    cr_expect(is_at(answer.json, "eligible"));
    cr_expect_eq(number_at(deal_in(&answer, "deals"), "ranked"), 1);
    cr_expect_eq(number_at(deal_in(&answer, "deals"), "apart"), 2);
    answer_free(&answer);
    answer = ask_daily(&cleo, "");
    cr_expect(!is_at(answer.json, "eligible"));
    answer_free(&answer);
    player_close(&first);
    player_close(&guest);
    player_close(&late);
}

Test(daily, is_for_people)
{
    Person ada = person_new(house, "Ada");
    Answer answer = ask(house, &ada, "/api/1/programs", "{\"name\":\"Deep Yard\"}");
    Person yard = person_of(house, &answer);

    answer_free(&answer);
    must_not_ask(house, &yard, 403, "not-allowed", "/api/1/daily", "{\"game\":\"%s\"}",
                 GAME);
    must_not_ask(house, NULL, 401, "not-signed-in", "/api/1/daily", "{\"game\":\"%s\"}",
                 GAME);
    must_not_ask(house, &ada, 400, "bad-request", "/api/1/daily", "{\"game\":\"chess\"}");
    must_not_ask(house, &ada, 400, "bad-request", "/api/1/daily", "{}");
    must_not_ask(house, NULL, 400, "bad-request", "/api/1/daily?day=tomorrow", NULL);
    must_not_ask(house, NULL, 400, "bad-request", "/api/1/daily?day=2026-02-30", NULL);
    must_not_ask(house, NULL, 404, "no-such-thing", "/api/1/daily?day=9999-12-31", NULL);
    must_not_ask(house, NULL, 404, "no-such-thing", "/api/1/daily/list?game=chess", NULL);
    must_not_ask(house, NULL, 400, "bad-request",
                 "/api/1/daily/list?game=take-a-train&list=all", NULL);
    must_not_ask(house, NULL, 400, "bad-request",
                 "/api/1/daily/list?game=take-a-train&from=-1", NULL);
}

/* The lines of a save from the first action on. */
static char *actions_of(const Person *who, const char *code)
{
    Answer answer = ask_table(house, who, code, "/save");

    cr_assert_eq(answer.status, 200, "%s", answer.reply.body.bytes);
    const char *begin = strstr(answer.reply.body.bytes, "\n\n");
    cr_assert_not_null(begin);
    char *actions = strdup(begin);
    answer_free(&answer);
    return actions;
}

static void expect_same_actions(const Player *one, const Player *other)
{
    char *actions = actions_of(&one->person, one->code);
    char *others = actions_of(&other->person, other->code);

    cr_expect_str_eq(actions, others);
    free(actions);
    free(others);
}

enum { WHOLE_GAME = -1, SOME_DECISIONS = 20 };

/* Ada makes so many decisions, and then Ben the same; Ben undoes some of them first. */
static void expect_same_bots(const char *game, int decisions)
{
    Person ada = person_new(house, "Ada"), ben = person_new(house, "Ben");
    Player one = player_start(house, &ada, game, HABIT_STRAIGHT);

    player_play(&one, decisions);
    Player other = player_start(house, &ben, game, HABIT_UNDOES);
    cr_assert_str_neq(one.code, other.code);
    player_play(&other, decisions);
    cr_expect_str_eq(one.last, other.last);
    next_day();
    if (decisions == WHOLE_GAME)
        expect_same_actions(&one, &other);
    player_close(&one);
    player_close(&other);
}

Test(daily, has_the_same_cards_and_bots_for_everybody_in_freight_train)
{
    expect_same_bots("freight-train", SOME_DECISIONS);
}

Test(daily, has_the_same_cards_and_bots_for_everybody_in_station_master)
{
    expect_same_bots("station-master", WHOLE_GAME);
}

/* Bots bid at the same time as the player. */
Test(daily, has_the_same_cards_and_bots_for_everybody_in_take_a_train)
{
    expect_same_bots("take-a-train", SOME_DECISIONS);
}

static void expect_hidden(const Person *who, const char *code)
{
    char path[64];

    for (int i = 0; i < 3; i++) {
        static const char *const REST[] = { "", "/save", "/invitation" };
        snprintf(path, sizeof path, "/api/1/tables/%s%s", code, REST[i]);
        must_not_ask(house, who, 404, "no-such-table", path, NULL);
    }
    Tab *tab = tab_open(house, who);
    tab_must_not(tab, "no-such-table", "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    if (who != NULL) {
        tab_must_not(tab, "no-such-table", "{\"do\":\"log\",\"table\":\"%s\"}", code);
        tab_must_not(tab, "no-such-table",
                     "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"hello\"}", code);
        tab_must_not(tab, "no-such-table", "{\"do\":\"sit\",\"table\":\"%s\"}", code);
    }
    tab_close(tab);
}

/* What the list shows of one attempt. */
static void expect_listed(const Person *who, const char *day, int is_over,
                          const Player *player)
{
    Answer answer = ask_list(who, day, "ranked");
    const Json *row = entry_at(json_at(answer.json, "attempts"), 0);

    cr_expect_eq(json_at(answer.json, "attempts")->length, 1);
    cr_expect_str_eq(text_at(row, "name"), player->person.name);
    cr_expect_str_eq(text_at(row, "state"), "done");
    cr_expect_eq(number_at(row, "rank"), 1);
    number_at(row, "score");
    cr_expect_eq(json_get(row, "table") != NULL, is_over || is_at(row, "you"));
    answer_free(&answer);
}

static void expect_own_result(const Player *player)
{
    Answer answer = ask_table(house, &player->person, player->code, "");

    cr_expect_str_eq(text_at(answer.json, "state"), "over");
    cr_expect_null(json_get(answer.json, "seed"));
    cr_expect_null(json_get(json_at(answer.json, "deal"), "secret"));
    cr_expect_not_null(json_get(json_at(answer.json, "daily"), "until"));
    answer_free(&answer);
    answer = ask_table(house, &player->person, player->code, "/save");
    cr_expect_eq(answer.status, 409);
    cr_expect_str_eq(text_at(json_at(answer.json, "error"), "code"), "day-not-over");
    answer_free(&answer);
}

static void expect_revealed(const Person *who, const char *day, const Player *player)
{
    char query[32];

    snprintf(query, sizeof query, "?day=%s", day);
    Answer answer = ask_daily(who, query);
    const Json *deal = deal_in(&answer, "deals");
    cr_expect_eq(strlen(text_at(deal, "secret")), 64);
    cr_expect_str_eq(text_at(json_at(deal, "best"), "table"), player->code);
    cr_expect(is_at(answer.json, "over"));
    answer_free(&answer);
    answer = ask_table(house, who, player->code, "");
    cr_expect_eq(answer.status, 200);
    cr_expect_eq(strlen(text_at(answer.json, "seed")), 64);
    answer_free(&answer);
    expect_verdict(house, &player->person, player->code, NULL, "unshared");
}

Test(daily, is_secret_until_the_day_is_over)
{
    Person ada = person_keeping(house, "Ada"), ben = person_new(house, "Ben");
    char day[DAILY_DATE_ROOM];

    next_day();
    read_today(day);
    Player player = player_start(house, &ada, GAME, HABIT_STRAIGHT);
    expect_hidden(&ben, player.code);
    expect_hidden(NULL, player.code);
    player_play(&player, -1);
    expect_hidden(&ben, player.code);
    expect_own_result(&player);
    expect_listed(&ben, day, 0, &player);
    expect_listed(&ada, day, 0, &player);
    next_day();
    expect_listed(&ben, day, 1, &player);
    expect_revealed(&ben, day, &player);
    expect_revealed(NULL, day, &player);
    Tab *tab = tab_open(house, NULL);
    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", player.code);
    tab_close(tab);
    player_close(&player);
}

Test(daily, ranks_the_first_attempt_alone)
{
    Person ada = person_keeping(house, "Ada");
    char day[DAILY_DATE_ROOM];

    next_day();
    read_today(day);
    Player first = player_start(house, &ada, GAME, HABIT_STRAIGHT);
    Player same = player_start(house, &ada, GAME, HABIT_STRAIGHT);
    cr_expect_str_eq(first.code, same.code, "it goes on");
    player_close(&same);
    player_play(&first, -1);
    Player again = player_start(house, &ada, GAME, HABIT_STRAIGHT);
    cr_expect_str_neq(again.code, first.code);
    cr_expect(again.attempt == 2 && !again.is_ranked);
    player_play(&again, -1);
    expect_listed(&ada, day, 0, &first);
    Answer apart = ask_list(&ada, day, "apart");
    const Json *row = entry_at(json_at(apart.json, "attempts"), 0);
    cr_expect_eq(number_at(row, "attempt"), 2);
    cr_expect_null(json_get(row, "rank"));
    answer_free(&apart);
    tab_must_not(first.tab, "not-allowed", "{\"do\":\"rematch\",\"table\":\"%s\"}",
                 first.code);
    player_close(&first);
    player_close(&again);
}

static void expect_state(const Person *who, const char *day, const char *state)
{
    Answer answer = ask_list(who, day, "ranked");
    const Json *row = entry_at(json_at(answer.json, "attempts"), 0);

    cr_expect_str_eq(text_at(row, "state"), state);
    cr_expect_null(json_get(row, "score"));
    answer_free(&answer);
}

Test(daily, lists_what_was_not_finished)
{
    Person ada = person_keeping(house, "Ada"), ben = person_keeping(house, "Ben");
    char day[DAILY_DATE_ROOM];

    next_day();
    read_today(day);
    Player left = player_start(house, &ada, GAME, HABIT_STRAIGHT);
    expect_state(&ben, day, "playing");
    player_play(&left, 2);
    tab_stand(left.tab, left.code);
    tab_must_not(left.tab, "not-allowed", "{\"do\":\"return\",\"table\":\"%s\"}",
                 left.code);
    expect_state(&ben, day, "unfinished");
    next_day();
    read_today(day);
    Player late = player_start(house, &ben, GAME, HABIT_STRAIGHT);
    player_play(&late, 2);
    next_day();
    expect_state(&ada, day, "unfinished");
    player_close(&left);
    player_close(&late);
}
