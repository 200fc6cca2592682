/* test_fair.c: bots are shared out fairly, tables of bots alone wait for spectators, and
 * nobody fills the lobby. */
#include "board.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static House *house;
static Person ada, mallory;

static void open_house(void)
{
    house = house_open(HOUSE_OPEN);
    ada = person_new(house, "Ada");
    mallory = person_new(house, "Mallory");
}

static void close_house(void)
{
    house_close(house);
}

TestSuite(fair, .init = open_house, .fini = close_house);

static void open_table(const Person *host, const char *seats, char code[CODE_ROOM])
{
    Answer answer =
        ask(house, host, "/api/1/tables",
            "{\"game\":\"station-master\",\"seats\":[%s],\"public\":true}", seats);

    cr_assert_eq(answer.status, 200, "%d %s", answer.status, answer.reply.body.bytes);
    snprintf(code, CODE_ROOM, "%s", text_at(answer.json, "table"));
    answer_free(&answer);
}

static void start(Tab *tab, const char *code)
{
    tab_must(tab, "{\"do\":\"start\",\"table\":\"%s\"}", code);
}

static void watch(Tab *tab, const char *code)
{
    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
}

/* ------------------------------------------------------------------------- */
/* Threads                                                                   */
/* ------------------------------------------------------------------------- */

/* The moves that have come at a tab's tables since the last time. */
static int moves_heard(Tab *tab)
{
    const Json *message;
    int moves = 0;

    while ((message = tab_next(tab, 0)) != NULL)
        moves += strcmp(text_at(message, "type"), "update") == 0;
    return moves;
}

/* The first action of the list. */
static void act(Tab *tab, const char *code, const Json *update)
{
    char action[ACTION_ROOM];
    const char *list = strstr(tab->ws.message.bytes, "\"actions\":[") + 11;

    snprintf(action, sizeof action, "%.*s", (int)(strchr(list, '}') - list + 1), list);
    tab_say(tab, "{\"do\":\"act\",\"table\":\"%s\",\"n\":%lld,\"action\":%s}", code,
            number_at(update, "n"), action);
}

/* A first-come queue would let each of the experts' tables go first. */
Test(fair, a_medium_bot_does_not_wait_for_59_tables_of_experts)
{
    enum { TABLES = 59, BOT_MOVES = 12 };
    Tab *of_mallory = tab_open(house, &mallory), *of_ada = tab_open(house, &ada);
    char code[CODE_ROOM];
    int most = 0, sum = 0;

    for (int i = 0; i < TABLES; i++) {
        open_table(&mallory, "\"expert\",\"expert\"", code);
        tab_must(of_mallory, "{\"do\":\"watch\",\"table\":\"%s\",\"with\":[]}", code);
        start(of_mallory, code);
    }
    open_table(&ada, "\"me\",\"medium\"", code);
    watch(of_ada, code);
    start(of_ada, code);
    for (int bot_moves = 0; bot_moves < BOT_MOVES;) {
        const Json *update = tab_hear(of_ada, "update");
        int heard = moves_heard(of_mallory);
        if (json_get(update, "bot") != NULL) {
            bot_moves++;
            sum += heard;
            most = heard > most ? heard : most;
        }
        if (json_at(update, "actions")->length > 0)
            act(of_ada, code, update);
        cr_assert_not(is_at(json_at(update, "position"), "over"));
    }
    cr_expect_lt(most, TABLES / 2);
    cr_expect_lt(sum, BOT_MOVES * 8);
    tab_close(of_mallory);
    tab_close(of_ada);
}

/* ------------------------------------------------------------------------- */
/* Bots alone                                                                */
/* ------------------------------------------------------------------------- */

static long long n_of(const char *code)
{
    char path[64];
    Answer answer;
    long long n;

    snprintf(path, sizeof path, "/api/1/tables/%s", code);
    answer = ask(house, &ada, path, NULL);
    cr_assert_eq(answer.status, 200);
    n = number_at(answer.json, "n");
    answer_free(&answer);
    return n;
}

/* Long enough for bots to play a whole game. */
static void let_others_play(void)
{
    Tab *tab = tab_open(house, &mallory);
    char code[CODE_ROOM];

    open_table(&mallory, "\"greedy\",\"greedy\",\"greedy\"", code);
    watch(tab, code);
    start(tab, code);
    while (!is_at(json_at(tab_hear(tab, "update"), "position"), "over"))
        ;
    tab_close(tab);
}

Test(fair, bots_alone_wait_until_somebody_watches)
{
    Tab *tab = tab_open(house, &ada);
    char code[CODE_ROOM];
    long long n;

    open_table(&ada, "\"greedy\",\"random\"", code);
    start(tab, code);
    let_others_play();
    cr_expect_eq(n_of(code), 0);
    watch(tab, code);
    for (int i = 0; i < 5; i++)
        tab_hear(tab, "update");
    tab_must(tab, "{\"do\":\"leave\",\"table\":\"%s\"}", code);
    n = n_of(code);
    let_others_play();
    cr_expect_leq(n_of(code), n + 2); /* what was on its way */
    /* After a restart, too. */
    tab_close(tab);
    house_end(house, SIGTERM);
    house_begin(house);
    let_others_play();
    cr_expect_leq(n_of(code), n + 2);
    tab = tab_open(house, &ada);
    watch(tab, code);
    while (!is_at(json_at(tab_hear(tab, "update"), "position"), "over"))
        ;
    tab_close(tab);
}

Test(fair, a_game_goes_on_for_a_person_who_is_away)
{
    Tab *tab = tab_open(house, &ada);
    char code[CODE_ROOM], path[64];
    int is_over = 0;

    open_table(&ada, "\"me\",\"greedy\"", code);
    start(tab, code);
    tab_must(tab, "{\"do\":\"stand\",\"table\":\"%s\"}", code);
    tab_close(tab);
    snprintf(path, sizeof path, "/api/1/tables/%s", code);
    for (int i = 0; i < 400 && !is_over; i++) {
        Answer answer = ask(house, &ada, path, NULL);
        is_over = strcmp(text_at(answer.json, "state"), "over") == 0;
        answer_free(&answer);
        usleep(50000);
    }
    cr_expect(is_over);
}
