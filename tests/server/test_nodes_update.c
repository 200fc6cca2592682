/* test_nodes_update.c: a rolling update: nodes are replaced one by one by a future
 * version. Running games finish where they can, new ones start, and no node misreads
 * another. */
#include "nodes.h"

#include "store/database.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

TestSuite(nodes_update, .init = nodes_open, .fini = nodes_close, .timeout = 120);

static void update_node(int node, const char *program)
{
    house_end(nodes[node], SIGTERM);
    nodes[node]->program = program;
    house_begin(nodes[node]);
}

/* All readers of the board connect to these nodes. */
static void gather_at(Board *board, int first, int count)
{
    for (int reader = 0; reader < READERS; reader++) {
        board->house = nodes[first + reader % count];
        if (board->tabs[reader] != NULL)
            board_reconnect(board, reader);
    }
}

static int64_t rules_of(const Board *board)
{
    char statement[80];

    snprintf(statement, sizeof statement, "SELECT rules FROM tables WHERE code = '%s'",
             board->code);
    return database_query(statement);
}

/* A node without the rules answers with that error, and nothing else. */
static void expect_other_rules(const Board *board, int node)
{
    Tab *tab = tab_open(nodes[node], &board->people[0]);
    char path[64];

    tab_must_not(tab, "other-version", "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    tab_must_not(tab, "other-version", "{\"do\":\"log\",\"table\":\"%s\"}", board->code);
    tab_close(tab);
    /* The lobby still lists the table. */
    snprintf(path, sizeof path, "/api/1/tables/%s", board->code);
    must_ask(nodes[node], &board->people[0], path, NULL);
}

Test(nodes_update, other_rules_of_one_game)
{
    Board *old = board_open_spread("freight-train", 2), *young, *same;

    board_play(old, 8);
    update_node(2, NEXT_RULES);
    gather_at(old, 0, 2);
    board_play(old, 8);
    expect_other_rules(old, 2);
    young = board_open(nodes[2], "freight-train", 2, "");
    cr_expect_eq(rules_of(young), rules_of(old) + 1);
    board_play(young, 8);
    expect_other_rules(young, 0);
    /* A game with unchanged rules is played at all nodes. */
    same = board_open_spread("take-a-train", 3);
    board_play(same, 8);
    update_node(1, NEXT_RULES);
    gather_at(old, 0, 1);
    board_play(old, -1);
    board_check(old);
    update_node(0, NEXT_RULES);
    gather_at(young, 0, 3);
    gather_at(same, 0, 3);
    board_play(young, -1);
    board_play(same, -1);
    board_check(same);
    check_logs();
    board_close(old);
    board_close(young);
    board_close(same);
}

/* Bots of a game whose rules no node has wait until one has them. */
Test(nodes_update, a_game_waits_for_its_rules)
{
    enum { MOVES_OF_BOTS = 40 };
    Person ada = person_new(nodes[0], "Ada");
    Answer answer =
        ask(nodes[0], &ada, "/api/1/tables",
            "{\"game\":\"freight-train\",\"seats\":[\"me\",\"greedy\"],\"public\":true}");
    Board stands = { .n = 0 };
    char statement[200];

    stands.people[0] = ada;
    snprintf(stands.code, sizeof stands.code, "%s", text_at(answer.json, "table"));
    answer_free(&answer);
    Tab *tab = tab_open(nodes[0], &ada);
    tab_must(tab, "{\"do\":\"start\",\"table\":\"%s\"}", stands.code);
    tab_close(tab);
    for (int node = 0; node < NODES; node++)
        update_node(node, NEXT_RULES);
    snprintf(statement, sizeof statement,
             "SELECT count(*) FROM log WHERE table_id = (SELECT id FROM tables "
             "WHERE code = '%s')",
             stands.code);
    stands.n = (long)database_query(statement);
    for (int node = 0; node < NODES; node++) {
        expect_other_rules(&stands, node);
        tab = tab_open(nodes[node], &ada);
        tab_must_not(
            tab, "other-version",
            "{\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"action\":{\"do\":\"call\"}}",
            stands.code, stands.n);
        tab_close(tab);
    }
    update_node(1, house_program());
    tab = tab_open(nodes[1], &ada);
    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", stands.code);
    cr_expect_geq(number_at(tab_wait_for(tab, "update"), "n"), stands.n);
    tab_must(tab, "{\"do\":\"stand\",\"table\":\"%s\"}", stands.code);
    while (number_at(tab_wait_for(tab, "update"), "n") < stands.n + MOVES_OF_BOTS)
        ;
    tab_close(tab);
}

static const char *act(const Board *board, Tab *tab, int seat)
{
    const Json *answer =
        tab_do(tab, "{\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"action\":%s}",
               board->code, board->n, board->actions[seat]);

    return strcmp(text_at(answer, "type"), "error") == 0 ? text_at(answer, "code") : "done";
}

/* The nodes cannot read each other's notices, but the database decides for both
 * versions: each reads the other's writes, a second late at most, and writes the next.
 * */
Test(nodes_update, another_format_of_notices)
{
    Board *board = board_open_spread("freight-train", 2);

    board_play(board, 8);
    update_node(2, NEXT_PROTOCOL);
    gather_at(board, 0, 3);
    board_play(board, 6);
    int seat = board_pick_seat(board);
    Tab *far = tab_open(nodes[2], &board->people[seat]);
    cr_expect_str_eq(act(board, far, seat), "done");
    board->n++;
    board_receive(board);
    update_node(0, NEXT_PROTOCOL);
    update_node(1, NEXT_PROTOCOL);
    board_spread(board);
    board_play(board, -1);
    board_check(board);
    check_logs();
    board_close(board);
    tab_close(far);
}
