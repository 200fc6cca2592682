/* test_club.c: results of finished games, the pages of people, and one's finished games by
 * game and person. */
#include "board.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

HOUSE_SUITE(club, HOUSE_OPEN);

static Person kept_person(const char *name)
{
    Person person = person_new(house, name);

    must_ask(house, &person, "/api/1/keep",
             "{\"name\":\"%s\",\"password\":\"all aboard!\"}", name);
    return person;
}

/* Two people play to the end; the code of the table. */
static void play(const Person *one, const Person *other, const char *game,
                 char code[CODE_ROOM])
{
    const Person people[] = { *one, *other };
    Board *board = board_open_for(house, people, game, 2, "");

    board_play(board, -1);
    snprintf(code, CODE_ROOM, "%s", board->code);
    board_close(board);
}

/* By link: the second seat is a bot's, and the host leaves the first to another. */
static void leave_by_link(const Person *host)
{
    char code[CODE_ROOM];

    table_new(house, host, code,
              "{\"game\":\"station-master\",\"seats\":[\"me\",\"random\"],"
              "\"sit_in\":\"random\"}");
    Tab *tab = tab_open(house, host);
    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(tab, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    tab_stand(tab, code);
    const Json *table;
    do
        table = tab_wait_for(tab, "table");
    while (strcmp(text_at(table, "state"), "over") != 0);
    tab_close(tab);
}

static Answer person_page(const Person *who, const char *name)
{
    char path[200];

    snprintf(path, sizeof path, "/api/1/people/%s", name);
    Answer answer = ask(house, who, path, NULL);
    cr_assert_eq(answer.status, 200);
    return answer;
}

static long long length_at(const Json *json, const char *key)
{
    return (long long)json_at(json, key)->length;
}

Test(club, a_kept_name_has_a_page)
{
    Person ada = kept_person("Ada"), ben = kept_person("Ben");
    char code[CODE_ROOM];

    play(&ada, &ben, "freight-train", code);
    leave_by_link(&ada);
    Answer answer = person_page(NULL, "ada");
    cr_expect_str_eq(text_at(answer.json, "name"), "Ada");
    cr_expect_not(is_at(answer.json, "you"));
    cr_assert_eq(length_at(answer.json, "records"), 1, "strangers see public tables");
    const Json *record = entry_at(json_at(answer.json, "records"), 0);
    cr_expect_str_eq(text_at(record, "game"), "freight-train");
    cr_expect_str_eq(text_at(json_at(record, "options"), "edition"), "mayfair");
    cr_expect_null(json_get(json_at(record, "options"), "first"));
    cr_expect_eq(number_at(record, "games"), 1);
    cr_expect_eq(number_at(json_at(record, "all"), "played"), 2);
    const Json *game = entry_at(json_at(answer.json, "games"), 0);
    cr_expect_str_eq(text_at(game, "table"), code);
    cr_expect_eq(number_at(game, "score"), number_at(record, "total"));
    const Json *opponent = entry_at(json_at(answer.json, "opponents"), 0);
    cr_expect_str_eq(text_at(opponent, "name"), "Ben");
    cr_expect_eq(number_at(opponent, "games"), 1);
    answer_free(&answer);
    answer = person_page(&ada, "Ada");
    cr_expect(is_at(answer.json, "you"));
    cr_expect_eq(length_at(answer.json, "games"), 2, "the person sees all");
    cr_expect(is_at(entry_at(json_at(answer.json, "games"), 0), "away"));
    cr_expect_eq(number_at(json_at(answer.json, "streak"), "now"), 0);
    answer_free(&answer);
}

Test(club, people_choose_what_strangers_see)
{
    Person ada = kept_person("Ada"), ben = kept_person("Ben");
    char code[CODE_ROOM];

    play(&ada, &ben, "station-master", code);
    must_not_ask(house, &ada, 400, "bad-request", "/api/1/show", "{\"show\":\"some\"}");
    must_not_ask(house, NULL, 401, "not-signed-in", "/api/1/show", "{\"show\":\"hidden\"}");
    must_ask(house, &ada, "/api/1/show", "{\"show\":\"hidden\"}");
    Answer answer = person_page(&ben, "Ada");
    cr_expect_str_eq(text_at(answer.json, "show"), "hidden");
    cr_expect_null(json_get(answer.json, "records"));
    cr_expect_null(json_get(answer.json, "games"));
    answer_free(&answer);
    answer = person_page(NULL, "Ben");
    cr_expect_eq(length_at(answer.json, "opponents"), 0, "nor on the pages of others");
    answer_free(&answer);
    answer = person_page(&ada, "Ada");
    cr_expect_eq(length_at(answer.json, "games"), 1);
    answer_free(&answer);
    must_ask(house, &ada, "/api/1/show", "{\"show\":\"public\"}");
    answer = person_page(NULL, "Ada");
    cr_expect_eq(length_at(answer.json, "games"), 1);
    answer_free(&answer);
}

Test(club, guests_and_unknown_names_have_no_page)
{
    person_new(house, "Cleo");
    must_not_ask(house, NULL, 404, "no-such-thing", "/api/1/people/Cleo", NULL);
    must_not_ask(house, NULL, 404, "no-such-thing", "/api/1/people/", NULL);
    must_not_ask(house, NULL, 400, "bad-request", "/api/1/people", NULL);
}

/* Also one with a dot, a slash, or none of ASCII. */
Test(club, any_name_has_a_page)
{
    const char *const path = "/api/1/people/"
                             "%F0%9F%9A%82%F0%9F%9A%82%F0%9F%9A%82%F0%9F%9A%82";

    kept_person("Mr. X / 2");
    kept_person("\xF0\x9F\x9A\x82\xF0\x9F\x9A\x82\xF0\x9F\x9A\x82\xF0\x9F\x9A\x82");
    Answer answer = person_page(NULL, "Mr.%20X%20%2F%202");
    cr_expect_str_eq(text_at(answer.json, "name"), "Mr. X / 2");
    answer_free(&answer);
    must_ask(house, NULL, path, NULL);
}

Test(club, a_guest_keeps_the_history_with_the_name)
{
    Person ada = person_new(house, "Ada"), ben = person_new(house, "Ben");
    char code[CODE_ROOM];

    play(&ada, &ben, "station-master", code);
    must_ask(house, &ada, "/api/1/keep", "{\"name\":\"Ada\",\"password\":\"all aboard!\"}");
    Answer answer = person_page(NULL, "Ada");
    cr_expect_eq(length_at(answer.json, "games"), 1);
    answer_free(&answer);
}

static void expect_over(const Person *person, const char *query, const char *code)
{
    char path[200];

    snprintf(path, sizeof path, "/api/1/tables?mine=1&over=1%s", query);
    Answer answer = ask(house, person, path, NULL);
    cr_assert_eq(answer.status, 200);
    const Json *tables = json_at(answer.json, "tables");
    cr_assert_eq(tables->length, code == NULL ? 0u : 1u, "%s", query);
    if (code != NULL)
        cr_expect_str_eq(text_at(entry_at(tables, 0), "table"), code);
    answer_free(&answer);
}

Test(club, finished_games_are_found_by_game_and_person)
{
    Person ada = kept_person("Ada"), ben = kept_person("Ben"),
           cleo = kept_person("C + C & Co");
    char first[CODE_ROOM], second[CODE_ROOM];

    play(&ada, &ben, "freight-train", first);
    play(&ada, &cleo, "station-master", second);
    expect_over(&ada, "&game=freight-train", first);
    expect_over(&ada, "&game=station-master", second);
    expect_over(&ada, "&game=take-a-train", NULL);
    expect_over(&ada, "&with=Ben", first);
    expect_over(&ada, "&with=c%20%2B%20C%20%26%20CO", second);
    expect_over(&ada, "&with=Ben&game=station-master", NULL);
    expect_over(&ada, "&with=Nobody", NULL);
    expect_over(&ben, "", first);
    must_not_ask(house, &ada, 400, "bad-request", "/api/1/tables?mine=1&with=Ben", NULL);
}

Test(club, a_deleted_account_is_in_no_result)
{
    Person ada = kept_person("Ada"), ben = kept_person("Ben");
    char code[CODE_ROOM];

    play(&ada, &ben, "station-master", code);
    must_ask(house, &ben, "/api/1/delete", "{\"password\":\"all aboard!\"}");
    must_not_ask(house, NULL, 404, "no-such-thing", "/api/1/people/Ben", NULL);
    Answer answer = person_page(NULL, "Ada");
    cr_expect_eq(length_at(answer.json, "opponents"), 0);
    cr_expect_eq(length_at(answer.json, "games"), 1);
    answer_free(&answer);
}

/* What the departures have paid is the score of a game. */
Test(club, a_page_says_what_has_paid)
{
    Person ada = kept_person("Ada"), ben = kept_person("Ben");
    char code[CODE_ROOM];
    long long total = 0, times = 0;
    Answer answer = { 0 };

    play(&ada, &ben, "station-master", code);
    do { /* in the background */
        answer_free(&answer);
        answer = person_page(NULL, "Ada");
    } while (length_at(answer.json, "paid") == 0);
    const Json *paid = json_at(answer.json, "paid");
    for (int i = 0; i < (int)paid->length; i++) {
        const Json *one = entry_at(paid, i);
        cr_expect_str_eq(text_at(one, "game"), "station-master");
        cr_expect_str_eq(text_at(one, "kind"), "locomotive");
        cr_expect_gt(strlen(text_at(one, "text")), 0);
        times += number_at(one, "times");
        total += number_at(one, "total");
    }
    const Json *game = entry_at(json_at(answer.json, "games"), 0);
    cr_expect_eq(total, number_at(game, "score"));
    cr_expect_gt(times, 0);
    answer_free(&answer);
    must_ask(house, &ada, "/api/1/show", "{\"show\":\"hidden\"}");
    answer = person_page(&ben, "Ada");
    cr_expect_null(json_get(answer.json, "paid"));
    answer_free(&answer);
}
