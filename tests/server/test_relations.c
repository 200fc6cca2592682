/* test_relations.c: people find each other, follow, and block: whoever blocks somebody does
 * not meet them. */
#include "board.h"
#include "office.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

HOUSE_SUITE(relations, HOUSE_OPEN);

static const char OPEN_TABLE[] =
    "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"],\"public\":true}";

/* Asserts how many people a list has; the first is `name`, whose table is `code`. */
static void expect_people(const Person *who, const char *path, int count, const char *name,
                          const char *code)
{
    Answer answer = ask(house, who, path, NULL);

    cr_assert_eq(answer.status, 200, "%s", path);
    const Json *people = json_at(answer.json, "people");
    cr_assert_eq(people->length, (size_t)count, "%s: %zu", path, (size_t)people->length);
    if (count > 0) {
        const Json *first = entry_at(people, 0), *table = json_get(first, "table");
        cr_expect_str_eq(text_at(first, "name"), name);
        cr_expect_str_eq(table == NULL ? "" : table->text, code, "%s", path);
    }
    answer_free(&answer);
}

static size_t tables_listed(const Person *who)
{
    Answer answer = ask(house, who, "/api/1/tables", NULL);
    size_t count = json_at(answer.json, "tables")->length;

    answer_free(&answer);
    return count;
}

Test(relations, people_are_found_by_the_beginning_of_their_name)
{
    Person ada = person_kept(house, "Ada Lovelace"), ben = person_kept(house, "Ben");
    char code[CODE_ROOM];

    person_new(house, "Adam");
    expect_people(&ben, "/api/1/people?find=ADA", 1, "Ada Lovelace", "");
    expect_people(NULL, "/api/1/people?find=ada%20l", 1, "Ada Lovelace", "");
    expect_people(&ben, "/api/1/people?find=lovelace", 0, NULL, NULL);
    table_new(house, &ada, code, "%s", OPEN_TABLE);
    expect_people(&ben, "/api/1/people?find=ada", 1, "Ada Lovelace", code);
    must_not_ask(house, &ben, 400, "bad-request", "/api/1/people", NULL);
    must_not_ask(house, &ben, 400, "bad-request", "/api/1/people?find=", NULL);
}

Test(relations, whoever_follows_sees_open_public_tables)
{
    Person ada = person_kept(house, "Ada"), ben = person_new(house, "Ben");
    char code[CODE_ROOM];

    must_ask(house, &ben, "/api/1/follow", "{\"name\":\"ada\",\"follow\":true}");
    expect_people(&ben, "/api/1/follow", 1, "Ada", "");
    table_new(house, &ada, code,
              "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"]}");
    expect_people(&ben, "/api/1/follow", 1, "Ada", "");
    table_new(house, &ada, code, "%s", OPEN_TABLE);
    expect_people(&ben, "/api/1/follow", 1, "Ada", code);
    Answer answer = ask(house, &ben, "/api/1/people/Ada", NULL);
    cr_expect(is_at(answer.json, "followed"));
    cr_expect_not(is_at(answer.json, "blocked"));
    answer_free(&answer);
    must_ask(house, &ben, "/api/1/follow", "{\"name\":\"Ada\",\"follow\":false}");
    expect_people(&ben, "/api/1/follow", 0, NULL, NULL);
}

Test(relations, are_to_others_who_exist)
{
    Person ada = person_kept(house, "Ada");

    must_not_ask(house, NULL, 401, "not-signed-in", "/api/1/follow", NULL);
    must_not_ask(house, &ada, 403, "not-allowed", "/api/1/block",
                 "{\"name\":\"Ada\",\"block\":true}");
    must_not_ask(house, &ada, 404, "no-such-thing", "/api/1/block",
                 "{\"name\":\"Nobody\",\"block\":true}");
    must_not_ask(house, &ada, 404, "no-such-thing", "/api/1/follow",
                 "{\"user\":\"uNOBODY\",\"follow\":true}");
    must_not_ask(house, &ada, 400, "bad-request", "/api/1/follow", "{\"follow\":true}");
    must_not_ask(house, &ada, 400, "bad-request", "/api/1/follow", "{\"name\":\"Ben\"}");
}

Test(relations, those_who_block_do_not_sit_together)
{
    Person ada = person_kept(house, "Ada"), ben = person_new(house, "Ben");
    char of_ada[CODE_ROOM], of_ben[CODE_ROOM], path[64];

    must_ask(house, &ada, "/api/1/block", "{\"user\":\"%s\",\"block\":true}", ben.user);
    expect_people(&ada, "/api/1/block", 1, "Ben", "");
    expect_people(&ben, "/api/1/block", 0, NULL, NULL);
    table_new(house, &ada, of_ada, "%s", OPEN_TABLE);
    table_new(house, &ben, of_ben, "%s", OPEN_TABLE);
    cr_expect_eq(tables_listed(NULL), 2);
    cr_expect_eq(tables_listed(&ada), 1);
    cr_expect_eq(tables_listed(&ben), 1);
    snprintf(path, sizeof path, "/api/1/tables/%s/invitation", of_ada);
    must_not_ask(house, &ben, 404, "no-such-table", path, NULL);
    Tab *tabs[] = { tab_open(house, &ada), tab_open(house, &ben) };
    tab_must_not(tabs[0], "apart", "{\"do\":\"sit\",\"table\":\"%s\"}", of_ben);
    tab_must_not(tabs[1], "apart", "{\"do\":\"sit\",\"table\":\"%s\"}", of_ada);
    must_ask(house, &ada, "/api/1/block", "{\"user\":\"%s\",\"block\":false}", ben.user);
    expect_people(&ada, "/api/1/block", 0, NULL, NULL);
    tab_must(tabs[1], "{\"do\":\"sit\",\"table\":\"%s\"}", of_ada);
    cr_expect_eq(tables_listed(&ada), 2);
    tab_close(tabs[0]);
    tab_close(tabs[1]);
}

/* A program is its owner: it finds no table that the owner does not, and its own tables are
 * not listed to those who block the owner. */
Test(relations, programs_are_kept_apart_like_their_owners)
{
    Person ada = person_kept(house, "Ada"), ben = person_kept(house, "Ben");
    Answer answer = ask(house, &ben, "/api/1/programs", "{\"name\":\"Robot\"}");
    Person robot = person_of(house, &answer);
    char code[CODE_ROOM];

    answer_free(&answer);
    table_new(house, &ada, code, "%s", OPEN_TABLE);
    cr_expect_eq(tables_listed(&robot), 1);
    expect_people(&robot, "/api/1/people?find=ada", 1, "Ada", code);
    must_ask(house, &ada, "/api/1/block", "{\"name\":\"Ben\",\"block\":true}");
    cr_expect_eq(tables_listed(&robot), 0);
    expect_people(&robot, "/api/1/people?find=ada", 1, "Ada", "");
    table_new(house, &robot, code, "%s", OPEN_TABLE);
    cr_expect_eq(tables_listed(&ada), 1);
    cr_expect_eq(tables_listed(NULL), 2);
}

Test(relations, lines_of_the_blocked_are_not_sent)
{
    Person ada = person_kept(house, "Ada"), ben = person_kept(house, "Ben"),
           cleo = person_new(house, "Cleo");
    char code[CODE_ROOM];

    table_new(house, &cleo, code, "%s", OPEN_TABLE);
    Tab *tabs[] = { tab_open(house, &ada), tab_open(house, &ben), tab_open(house, &cleo) };
    must_ask(house, &ada, "/api/1/block", "{\"name\":\"Ben\",\"block\":true}");
    for (int i = 0; i < 3; i++)
        tab_must(tabs[i], "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(tabs[1], "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"Unheard\"}", code);
    tab_must(tabs[2], "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"Heard\"}", code);
    cr_expect_str_eq(text_at(tab_wait_for(tabs[0], "chat"), "text"), "Heard");
    /* Nor in the history, at another connection. */
    Tab *phone = tab_open(house, &ada);
    tab_must(phone, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    cr_expect_str_eq(text_at(tab_wait_for(phone, "chat"), "text"), "Heard");
    tab_close(phone);
    for (int i = 0; i < 3; i++)
        tab_close(tabs[i]);
}

Test(relations, a_rematch_does_not_bring_them_together)
{
    Person people[] = { person_kept(house, "Ada"), person_kept(house, "Ben") };
    Board *board = board_open_for(house, people, "freight-train", 2, "");
    char path[64];

    board_play(board, -1);
    must_ask(house, &people[0], "/api/1/block", "{\"name\":\"Ben\",\"block\":true}");
    Tab *tab = tab_open(house, &people[1]);
    tab_must(tab, "{\"do\":\"rematch\",\"table\":\"%s\"}", board->code);
    snprintf(path, sizeof path, "/api/1/tables/%s", board->code);
    Answer answer = ask(house, &people[1], path, NULL);
    snprintf(path, sizeof path, "/api/1/tables/%s", text_at(answer.json, "next"));
    answer_free(&answer);
    answer = ask(house, &people[1], path, NULL);
    const Json *seats = json_at(answer.json, "seats");
    cr_expect_str_eq(text_at(entry_at(seats, 0), "who"), "open");
    cr_expect_str_eq(text_at(entry_at(seats, 1), "who"), "person");
    cr_expect(is_at(answer.json, "host"), "nor is the host one of them");
    answer_free(&answer);
    tab_close(tab);
    board_close(board);
}
