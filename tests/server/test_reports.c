/* test_reports.c: people report somebody, or a line of chat; moderators see it, mute and
 * kick, and settle it; every act is in the log. */
#include "board.h"
#include "office.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

HOUSE_SUITE(reports, HOUSE_OPEN);

static Person moderator(const char *name)
{
    Person person = person_kept(house, name);

    office(house, "role %s moderator", name);
    wait_for_answer(house, &person, 200, NULL, "/api/1/admin", "{\"do\":\"reports\"}");
    return person;
}

/* Says a line at the table; its number. */
static int speak(Tab *tab, const char *code, const char *text)
{
    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(tab, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"%s\"}", code, text);
    return (int)number_at(tab_wait_for(tab, "chat"), "k");
}

/* The reports that are not settled, for a moderator. */
static Answer reports_for(const Person *person)
{
    Answer answer = ask(house, person, "/api/1/admin", "{\"do\":\"reports\"}");

    cr_assert_eq(answer.status, 200);
    return answer;
}

Test(reports, of_a_line_have_what_was_said)
{
    Person people[] = { person_kept(house, "Ada"), person_new(house, "Ben") };
    Person mo = moderator("Mo");
    Board *board = board_open_for(house, people, "freight-train", 2, "");
    Tab *tab = tab_open(house, &people[1]);
    int k = speak(tab, board->code, "You play like a brake van.");

    must_ask(house, &people[0], "/api/1/report",
             "{\"table\":\"%s\",\"k\":%d,\"why\":\"rude\"}", board->code, k);
    Answer answer = reports_for(&mo);
    const Json *reports = json_at(answer.json, "reports");
    cr_assert_eq(reports->length, 1);
    const Json *report = entry_at(reports, 0);
    cr_expect_str_eq(text_at(report, "by"), "Ada");
    cr_expect_str_eq(text_at(report, "user"), people[1].user);
    cr_expect_str_eq(text_at(report, "name"), "Ben");
    cr_expect_str_eq(text_at(report, "table"), board->code);
    cr_expect_str_eq(text_at(report, "said"), "You play like a brake van.");
    cr_expect_str_eq(text_at(report, "why"), "rude");
    answer_free(&answer);
    cr_expect_not_null(strstr(office(house, "reports"), "brake van"));
    tab_close(tab);
    board_close(board);
}

Test(reports, lead_to_acts_that_are_in_the_log)
{
    Person people[] = { person_kept(house, "Ada"), person_new(house, "Ben") };
    Person mo = moderator("Mo");
    Board *board = board_open_for(house, people, "freight-train", 2, "");

    must_ask(house, &people[0], "/api/1/report",
             "{\"table\":\"%s\",\"seat\":1,\"why\":\"dawdles\"}", board->code);
    Answer answer = reports_for(&mo);
    long long number = number_at(entry_at(json_at(answer.json, "reports"), 0), "report");
    answer_free(&answer);
    must_ask(house, &mo, "/api/1/admin",
             "{\"do\":\"mute\",\"who\":\"%s\",\"days\":1,\"why\":\"dawdles\"}",
             people[1].user);
    must_ask(house, &mo, "/api/1/admin",
             "{\"do\":\"kick\",\"who\":\"%s\",\"table\":\"%s\",\"why\":\"dawdles\"}",
             people[1].user, board->code);
    must_ask(house, &mo, "/api/1/admin", "{\"do\":\"settle\",\"report\":%lld}", number);
    must_not_ask(house, &mo, 404, "no-such-thing", "/api/1/admin",
                 "{\"do\":\"settle\",\"report\":%lld}", number);
    answer = reports_for(&mo);
    cr_expect_eq(json_at(answer.json, "reports")->length, 0);
    answer_free(&answer);
    const char *log = office(house, "log");
    cr_expect_not_null(strstr(log, "mute"), "%s", log);
    cr_expect_not_null(strstr(log, "kick"), "%s", log);
    cr_expect_not_null(strstr(log, "settle"), "%s", log);
    board_close(board);
}

Test(reports, are_of_somebody_who_exists)
{
    Person ada = person_kept(house, "Ada"), ben = person_kept(house, "Ben");
    char code[CODE_ROOM];

    table_new(house, &ada, code,
              "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"]}");
    must_ask(house, &ada, "/api/1/report", "{\"name\":\"ben\",\"why\":\"\"}");
    must_not_ask(house, NULL, 401, "not-signed-in", "/api/1/report",
                 "{\"name\":\"Ben\",\"why\":\"\"}");
    must_not_ask(house, &ada, 404, "no-such-thing", "/api/1/report",
                 "{\"name\":\"Nobody\",\"why\":\"\"}");
    must_not_ask(house, &ada, 403, "not-allowed", "/api/1/report",
                 "{\"name\":\"Ada\",\"why\":\"\"}");
    must_not_ask(house, &ben, 404, "no-such-thing", "/api/1/report",
                 "{\"table\":\"%s\",\"k\":1,\"why\":\"\"}", code);
    must_not_ask(house, &ben, 404, "no-such-thing", "/api/1/report",
                 "{\"table\":\"%s\",\"seat\":1,\"why\":\"\"}", code);
    must_not_ask(house, &ben, 404, "no-such-thing", "/api/1/report",
                 "{\"table\":\"%s\",\"seat\":5,\"why\":\"\"}", code);
    must_not_ask(house, &ben, 404, "no-such-thing", "/api/1/report",
                 "{\"table\":\"AAAAAAAAAA\",\"seat\":0,\"why\":\"\"}");
    must_not_ask(house, &ben, 400, "bad-request", "/api/1/report",
                 "{\"table\":\"%s\",\"k\":1,\"seat\":0,\"why\":\"\"}", code);
    must_not_ask(house, &ben, 400, "bad-request", "/api/1/report",
                 "{\"table\":\"%s\",\"why\":\"\"}", code);
    must_not_ask(house, &ben, 400, "bad-request", "/api/1/report", "{\"why\":\"\"}");
    must_not_ask(house, &ben, 400, "bad-request", "/api/1/report", "{\"name\":\"Ada\"}");
}

Test(reports, of_one_person_are_few_until_they_are_settled)
{
    enum { MOST = 20 };
    Person ada = person_kept(house, "Ada");
    char name[16];

    for (int i = 0; i <= MOST; i++) {
        snprintf(name, sizeof name, "Player %d", i);
        person_kept(house, name);
        if (i < MOST)
            must_ask(house, &ada, "/api/1/report", "{\"name\":\"%s\",\"why\":\"\"}", name);
    }
    must_not_ask(house, &ada, 429, "too-many", "/api/1/report",
                 "{\"name\":\"%s\",\"why\":\"more\"}", name);
    office(house, "settle 1");
    must_ask(house, &ada, "/api/1/report", "{\"name\":\"%s\",\"why\":\"more\"}", name);
}

Test(reports, of_a_guest_are_fewer_and_count_once)
{
    enum { MOST = 3 };
    static const char *const NAMES[MOST + 1] = { "Ben", "Cy", "Dora", "Emil" };
    Person guest = person_new(house, "Ada");

    for (int i = 0; i <= MOST; i++)
        person_kept(house, NAMES[i]);
    for (int i = 0; i < MOST; i++)
        must_ask(house, &guest, "/api/1/report", "{\"name\":\"%s\",\"why\":\"\"}",
                 NAMES[i]);
    must_ask(house, &guest, "/api/1/report", "{\"name\":\"Ben\",\"why\":\"again\"}");
    must_not_ask(house, &guest, 429, "too-many", "/api/1/report",
                 "{\"name\":\"Emil\",\"why\":\"\"}");
    office(house, "settle 1");
    must_ask(house, &guest, "/api/1/report", "{\"name\":\"Emil\",\"why\":\"\"}");
}
