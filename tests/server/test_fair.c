/* test_fair.c: fair scheduling of bots, tables of bots alone that wait for spectators,
 * limits of the lobby, and the removal of unused tables and guests. */
#include "board.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static Person ada, mallory;

HOUSE_SUITE(fair, HOUSE_OPEN, ada = person_new(house, "Ada");
            mallory = person_new(house, "Mallory"));

static void open_table(const Person *host, const char *seats, char code[CODE_ROOM])
{
    table_new(house, host, code,
              "{\"game\":\"station-master\",\"seats\":[%s],\"public\":true}", seats);
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

/* The number of moves received at a tab's tables since the last call. */
static int moves_received(Tab *tab)
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
    tab_send(tab, "{\"do\":\"act\",\"table\":\"%s\",\"n\":%lld,\"action\":%s}", code,
             number_at(update, "n"), action);
}

/* A first-come queue would serve all tables of the experts first. */
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
        const Json *update = tab_wait_for(of_ada, "update");
        int moves = moves_received(of_mallory);
        if (json_get(update, "bot") != NULL) {
            bot_moves++;
            sum += moves;
            most = moves > most ? moves : most;
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
    while (!is_at(json_at(tab_wait_for(tab, "update"), "position"), "over"))
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
        tab_wait_for(tab, "update");
    tab_must(tab, "{\"do\":\"leave\",\"table\":\"%s\"}", code);
    n = n_of(code);
    let_others_play();
    cr_expect_leq(n_of(code), n + 2); /* moves in progress */
    /* The same after a restart. */
    tab_close(tab);
    house_end(house, SIGTERM);
    house_begin(house);
    let_others_play();
    cr_expect_leq(n_of(code), n + 2);
    tab = tab_open(house, &ada);
    watch(tab, code);
    while (!is_at(json_at(tab_wait_for(tab, "update"), "position"), "over"))
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
    for (int i = 0; i < 2400 && !is_over; i++) {
        Answer answer = ask(house, &ada, path, NULL);
        is_over = strcmp(text_at(answer.json, "state"), "over") == 0;
        answer_free(&answer);
        usleep(50000);
    }
    cr_expect(is_over);
}

/* ------------------------------------------------------------------------- */
/* The lobby                                                                 */
/* ------------------------------------------------------------------------- */

static int tables_listed(void)
{
    Answer answer = ask(house, NULL, "/api/1/tables", NULL);
    int count = (int)json_at(answer.json, "tables")->length;

    answer_free(&answer);
    return count;
}

Test(fair, the_lobby_lists_five_tables_of_a_host, .init = NULL)
{
    char code[CODE_ROOM], path[64];

    house = house_open(HOUSE_LIMITED);
    ada = person_new(house, "Ada");
    mallory = person_new(house, "Mallory");
    open_table(&ada, "\"me\",\"open\"", code);
    for (int i = 0; i < 20; i++)
        open_table(&mallory, "\"me\",\"open\"", code);
    open_table(&ada, "\"me\",\"open\"", code);
    cr_expect_eq(tables_listed(), 7);
    /* The other tables are found by their link, and by their players. */
    Answer mine = ask(house, &mallory, "/api/1/tables?mine=1", NULL);
    cr_expect_eq(json_at(mine.json, "tables")->length, 20);
    snprintf(path, sizeof path, "/api/1/tables/%s",
             text_at(entry_at(json_at(mine.json, "tables"), 19), "table"));
    answer_free(&mine);
    must_ask(house, NULL, path, NULL);
}

/* ------------------------------------------------------------------------- */
/* Tidying                                                                   */
/* ------------------------------------------------------------------------- */

static const int64_t DAY = 24LL * 3600 * 1000;

static int status_of(const Person *who, const char *path)
{
    Answer answer = ask(house, who, path, NULL);
    int status = answer.status;

    answer_free(&answer);
    return status;
}

static void wait_for_status(const Person *who, const char *path, int wanted)
{
    for (int i = 0; i < 400 && status_of(who, path) != wanted; i++)
        usleep(50000);
    cr_expect_eq(status_of(who, path), wanted, "%s", path);
}

static long long watching(const char *path)
{
    Answer answer = ask(house, &ada, path, NULL);
    long long count = number_at(answer.json, "watching");

    answer_free(&answer);
    return count;
}

Test(fair, open_tables_that_nobody_comes_to_are_closed)
{
    char stale[CODE_ROOM], fresh[CODE_ROOM], watched[CODE_ROOM], path[64];
    Tab *tab = tab_open(house, &mallory);

    open_table(&ada, "\"me\",\"open\"", stale);
    open_table(&ada, "\"me\",\"open\"", watched);
    watch(tab, watched);
    house_move_clock(house, 13 * DAY);
    open_table(&ada, "\"me\",\"open\"", fresh);
    snprintf(path, sizeof path, "/api/1/tables/%s", stale);
    cr_expect_eq(status_of(&ada, path), 200);
    house_move_clock(house, 2 * DAY);
    wait_for_status(&ada, path, 404);
    snprintf(path, sizeof path, "/api/1/tables/%s", fresh);
    cr_expect_eq(status_of(&ada, path), 200);
    snprintf(path, sizeof path, "/api/1/tables/%s", watched);
    cr_expect_eq(status_of(&ada, path), 200);
    tab_close(tab);
    /* Only once nobody watches it. */
    while (watching(path) > 0)
        usleep(10000);
    house_move_clock(house, 2 * 3600 * 1000);
    wait_for_status(&ada, path, 404);
}

static int knows(const Person *who)
{
    Answer answer = ask(house, who, "/api/1/hello", NULL);
    int is_known = !is_null_at(answer.json, "you");

    answer_free(&answer);
    return is_known;
}

/* Asking who one is counts as a visit. The table that is closed shows that the server has
 * tidied: guests come first. */
Test(fair, guests_who_never_played_are_removed)
{
    Person ben = person_new(house, "Ben"), cleo = person_new(house, "Cleo");
    char code[CODE_ROOM], path[64];

    house_move_clock(house, 20 * DAY);
    cr_expect(knows(&cleo));
    open_table(&ada, "\"me\",\"open\"", code);
    snprintf(path, sizeof path, "/api/1/tables/%s", code);
    house_move_clock(house, 15 * DAY);
    wait_for_status(&ada, path, 404);
    cr_expect_not(knows(&ben));
    cr_expect_not(knows(&mallory));
    cr_expect(knows(&cleo)); /* she came in between */
    cr_expect(knows(&ada));  /* she hosted a table */
}

/* A step of the machine's clock is no reason to remove anything. */
Test(fair, a_step_of_the_clock_removes_nothing)
{
    char code[CODE_ROOM], path[64];

    open_table(&ada, "\"me\",\"open\"", code);
    snprintf(path, sizeof path, "/api/1/tables/%s", code);
    house_step_clock(house, 500 * DAY);
    house_move_clock(house, 2 * 3600 * 1000); /* the next cleanup is due */
    let_others_play();
    cr_expect_eq(status_of(&ada, path), 200);
    cr_expect(knows(&mallory));
}
