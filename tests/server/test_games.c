/* test_games.c: whole games over the protocol: every rule set with every number of
 * seats, with broken connections. */
#include "board.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

typedef struct RuleSet {
    char game[24];
    char more[64];
    int seats;
} RuleSet;

static RuleSet RULE_SETS[] = {
    { "freight-train", ",\"options\":{\"edition\":\"mayfair\"}", 2 },
    { "freight-train", ",\"options\":{\"edition\":\"mayfair\"}", 3 },
    { "freight-train", ",\"options\":{\"edition\":\"mayfair\"}", 4 },
    { "freight-train", ",\"options\":{\"edition\":\"mayfair\"}", 5 },
    { "freight-train", ",\"options\":{\"edition\":\"white-wind\"}", 2 },
    { "freight-train", ",\"options\":{\"edition\":\"white-wind\"}", 3 },
    { "freight-train", ",\"options\":{\"edition\":\"white-wind\"}", 4 },
    { "freight-train", ",\"options\":{\"edition\":\"white-wind\"}", 5 },
    { "station-master", "", 2 },
    { "station-master", "", 3 },
    { "station-master", "", 4 },
    { "station-master", "", 5 },
    { "station-master", "", 6 },
    { "take-a-train", "", 2 },
    { "take-a-train", "", 3 },
    { "take-a-train", "", 4 },
    { "take-a-train", "", 5 },
    { "take-a-train", "", 6 },
};

/* Under the sanitizers, one game of each kind. */
static const int OF_EACH[] = { 0, 7, 12, 15 };

ParameterizedTestParameters(games, are_played_to_the_end)
{
    size_t count = sizeof RULE_SETS / sizeof *RULE_SETS;

    if (getenv("ROUNDHOUSE_PROOF") != NULL) {
        count = sizeof OF_EACH / sizeof *OF_EACH;
        for (size_t i = 0; i < count; i++)
            RULE_SETS[i] = RULE_SETS[OF_EACH[i]];
    }
    return cr_make_param_array(RuleSet, RULE_SETS, count);
}

/* A random reader, player or spectator, loses its connection now and then. */
ParameterizedTest(RuleSet *rules, games, are_played_to_the_end)
{
    House *house = house_open(HOUSE_OPEN);
    Board *board = board_open(house, rules->game, rules->seats, rules->more);

    while (!board->is_over) {
        int reader = (int)rng_below(&board->rng, (uint32_t)rules->seats + 1);
        board_reconnect(board, reader == rules->seats ? SPECTATOR : reader);
        board_play(board, 40);
    }
    board_check(board);
    board_close(board);
    house_close(house);
}

/* The table survives a restart of the server; all clients reconnect. */
Test(games, go_on_after_a_restart)
{
    House *house = house_open(HOUSE_OPEN);
    Board *board = board_open(house, "station-master", 3, "");

    while (!board->is_over) {
        board_play(board, 15);
        house_end(house, SIGTERM);
        house_begin(house);
        for (int i = 0; i < READERS; i++) {
            if (board->tabs[i] != NULL)
                board_reconnect(board, i);
        }
    }
    board_check(board);
    board_close(board);
    house_close(house);
}

/* The missed entries arrive as a log that ends at the update's number. */
Test(games, send_what_was_missed)
{
    House *house = house_open(HOUSE_OPEN);
    Board *board = board_open(house, "freight-train", 2, "");
    const Json *log, *entries;
    Tab *late;

    board_play(board, 30);
    late = tab_open(house, &board->people[1]);
    tab_send(late, "{\"do\":\"watch\",\"table\":\"%s\",\"since\":12}", board->code);
    log = tab_wait_for(late, "log");
    cr_assert_eq(number_at(log, "n"), 30);
    entries = json_at(log, "entries");
    cr_assert_eq(entries->length, 18);
    for (int i = 0; i < 18; i++)
        cr_assert_eq(number_at(entry_at(entries, i), "n"), 13 + i);
    cr_assert_eq(number_at(tab_wait_for(late, "update"), "n"), 30);
    log = tab_do(late, "{\"do\":\"log\",\"table\":\"%s\",\"from\":0}", board->code);
    cr_assert_str_eq(text_at(log, "type"), "log");
    cr_assert_eq(json_at(log, "entries")->length, 30);
    tab_close(late);
    board_close(board);
    house_close(house);
}

/* While it is corked, messages are sent in one segment: the server runs them before it
 * reads a log for the first of them. */
static void cork(const Tab *tab, int is_corked)
{
    cr_assert_eq(
        setsockopt(tab->ws.fd, IPPROTO_TCP, TCP_CORK, &is_corked, sizeof is_corked), 0);
}

Test(games, send_the_log_of_a_watch_that_has_ended_to_no_other)
{
    House *house = house_open(HOUSE_OPEN);
    Board *board = board_open(house, "freight-train", 2, "");

    board_play(board, 30);
    Tab *late = tab_open(house, &board->people[1]);
    cork(late, 1);
    tab_send(late, "{\"do\":\"watch\",\"table\":\"%s\",\"since\":12}", board->code);
    tab_send(late, "{\"do\":\"leave\",\"table\":\"%s\"}", board->code);
    tab_send(late, "{\"do\":\"watch\",\"table\":\"%s\",\"since\":25}", board->code);
    cork(late, 0);
    const Json *log = tab_wait_for(late, "log");
    cr_expect_eq(number_at(log, "from"), 25, "the log of the first watch");
    cr_expect_eq(json_at(log, "entries")->length, 5);
    cr_expect_eq(number_at(tab_wait_for(late, "update"), "n"), 30);
    tab_send(late, "{\"do\":\"ping\"}");
    do {
        cr_assert_not_null(tab_next(late, PATIENCE_MS));
        cr_expect_str_neq(text_at(late->json, "type"), "log");
    } while (strcmp(text_at(late->json, "type"), "ok") != 0);
    tab_close(late);
    board_close(board);
    house_close(house);
}

/* Two tabs of one person are one seat: both receive updates, either may act. */
Test(games, are_played_from_two_tabs)
{
    House *house = house_open(HOUSE_OPEN);
    Board *board = board_open(house, "station-master", 2, "");
    Tab *second = tab_open(house, &board->people[0]), *first = board->tabs[0];

    tab_must(second, "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    while (!board->is_over) {
        board_play(board, 1);
        while (number_at(tab_wait_for(second, "update"), "n") < board->n)
            ;
        cr_assert_str_eq(second->ws.message.bytes, first->ws.message.bytes);
        board->tabs[0] = second;
        second = first;
        first = board->tabs[0];
    }
    board_check(board);
    tab_close(second);
    board_close(board);
    house_close(house);
}
