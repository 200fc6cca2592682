/* test_hostile_limits.c: what one guest takes of the processors is not taken from others.
 */
#define _GNU_SOURCE
#include "raw.h"

#include "load/crowd.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLES = 59, GAMES = 5 };

/* A table of a person and a bot that begins; in the end the bot has moved. How long that
 * took since the start, in nanoseconds. */
static int64_t wait_for_bot(House *house, const Person *who, Tab *tab)
{
    Answer answer = ask(house, who, "/api/1/tables",
                        "{\"game\":\"station-master\",\"seats\":[\"medium\",\"me\"],"
                        "\"options\":{\"first\":0},\"public\":false}");
    char code[CODE_ROOM];
    int64_t began;

    cr_assert_eq(answer.status, 200, "%s", answer.reply.body.bytes);
    snprintf(code, sizeof code, "%s", text_at(answer.json, "table"));
    answer_free(&answer);
    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\",\"with\":[]}", code);
    began = crowd_now();
    tab_must(tab, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    while (number_at(tab_hear(tab, "update"), "n") == 0)
        ;
    tab_must(tab, "{\"do\":\"leave\",\"table\":\"%s\"}", code);
    return crowd_now() - began;
}

static int64_t shortest_wait(House *house, const Person *who)
{
    Tab *tab = tab_open(house, who);
    int64_t shortest = INT64_MAX;

    for (int i = 0; i < GAMES; i++) {
        int64_t wait = wait_for_bot(house, who, tab);
        shortest = wait < shortest ? wait : shortest;
    }
    tab_close(tab);
    return shortest;
}

/* A guest whose experts think at as many tables as a guest may have. */
static Tab *start_experts(House *house, const Person *guest)
{
    Tab *tab = tab_open(house, guest);

    for (int i = 0; i < TABLES; i++) {
        Answer answer = ask(house, guest, "/api/1/tables",
                            "{\"game\":\"station-master\",\"seats\":[\"expert\",\"expert\","
                            "\"me\"],\"public\":false,\"sit_in\":\"expert\"}");
        if (answer.status == 200) {
            const char *code = text_at(answer.json, "table");
            tab_do(tab, "{\"do\":\"watch\",\"table\":\"%s\",\"with\":[]}", code);
            tab_do(tab, "{\"do\":\"start\",\"table\":\"%s\"}", code);
            tab_do(tab, "{\"do\":\"stand\",\"table\":\"%s\"}", code);
        } else {
            cr_assert_eq(answer.status, 429);
        }
        answer_free(&answer);
    }
    return tab;
}

/* With one thread for bots, somebody else's waits for one expert at most. */
Test(hostile_limits, a_guest_with_59_tables_of_experts_slows_nobody)
{
    House *house = house_open(HOUSE_LIMITED);
    Person ada = person_new(house, "Ada"), mallory = person_new(house, "Mallory");
    int64_t before = shortest_wait(house, &ada), during;
    Tab *experts = start_experts(house, &mallory);

    during = shortest_wait(house, &ada);
    cr_expect(during < 1000000000 || during < before * 20,
              "A medium bot takes %lld ms instead of %lld", (long long)during / 1000000,
              (long long)before / 1000000);
    tab_close(experts);
    house_close(house);
}
