/* test_nodes.c: three servers over one PostgreSQL, started by with_postgres: games
 * across them, and whatever can happen to them meanwhile. ROUNDHOUSE_KILLS says how
 * often nodes are killed. */
#include "board.h"

#include "load/crowd.h"
#include "load/scan.h"
#include "store/database.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NODES = 3 };

static House *nodes[NODES];

static void open_nodes(void)
{
    database_make();
    for (int i = 0; i < NODES; i++)
        nodes[i] = house_open_at(HOUSE_OPEN, database());
}

static void close_nodes(void)
{
    for (int i = 0; i < NODES; i++)
        house_close(nodes[i]);
    database_remove();
}

TestSuite(nodes, .init = open_nodes, .fini = close_nodes, .timeout = 120);

/* Every reader's connection goes to another node. */
static Board *open_spread(const char *game, int seats)
{
    Board *board = board_open(nodes[0], game, seats, "");

    for (int reader = 0; reader < READERS; reader++) {
        if (board->tabs[reader] == NULL)
            continue;
        board->house = nodes[(reader + 1) % NODES];
        board_reconnect(board, reader);
    }
    board->house = nodes[0];
    return board;
}

/* ------------------------------------------------------------------------- */
/* Whole games                                                               */
/* ------------------------------------------------------------------------- */

static void play_across(const char *game, int seats)
{
    Board *board = open_spread(game, seats);

    board_play(board, -1);
    cr_expect(board->is_over);
    board->house = nodes[2];
    board_check(board);
    board_close(board);
}

Test(nodes, a_game_of_freight_train_across_three)
{
    play_across("freight-train", 3);
}

Test(nodes, a_game_of_take_a_train_across_three)
{
    play_across("take-a-train", 3);
}

Test(nodes, people_sit_down_and_start_from_anywhere)
{
    Person ada = person_new(nodes[0], "Ada"), ben = person_new(nodes[1], "Ben");
    Answer answer = ask(nodes[0], &ada, "/api/1/tables",
                        "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"]}");
    char code[CODE_ROOM];
    Tab *host = tab_open(nodes[2], &ada), *guest = tab_open(nodes[1], &ben);

    snprintf(code, sizeof code, "%s", text_at(answer.json, "table"));
    answer_free(&answer);
    tab_must(guest, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(guest, "{\"do\":\"sit\",\"table\":\"%s\"}", code);
    tab_must_not(guest, "not-allowed", "{\"do\":\"start\",\"table\":\"%s\"}", code);
    tab_must(host, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    cr_expect_eq(number_at(tab_hear(guest, "update"), "n"), 0);
    tab_must(host, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"All aboard\"}", code);
    cr_expect_str_eq(text_at(tab_hear(guest, "chat"), "text"), "All aboard");
    tab_close(host);
    tab_close(guest);
}

/* ------------------------------------------------------------------------- */
/* Nodes that go                                                             */
/* ------------------------------------------------------------------------- */

Test(nodes, a_node_that_ends_hands_over_at_once)
{
    Board *board = open_spread("freight-train", 3);

    board_play(board, 10);
    /* Node 0 was the writer; the spectator and the second seat are elsewhere. */
    int64_t began = crowd_now();
    house_end(nodes[0], SIGTERM);
    for (int reader = 0; reader < READERS; reader++) {
        if (board->tabs[reader] != NULL && (reader + 1) % NODES == 0) {
            cr_expect_str_eq(text_at(tab_hear(board->tabs[reader], "bye"), "reason"),
                             "restart");
            board->house = nodes[1];
            board_reconnect(board, reader);
        }
    }
    board_act(board, board_who(board));
    cr_expect_lt(crowd_now() - began, 3000000000LL);
    house_begin(nodes[0]);
    board_play(board, 10);
    board_close(board);
}

/* What reached it while it slept, it does in a position that is long past. */
Test(nodes, a_node_that_slept_beyond_its_lease_writes_nothing)
{
    Board *board = open_spread("freight-train", 3);
    Tab *late;
    int seat;

    board_play(board, 10);
    for (int reader = 0; reader < READERS; reader++) {
        board->house = nodes[1 + reader % 2];
        if (board->tabs[reader] != NULL)
            board_reconnect(board, reader);
    }
    seat = board_who(board);
    late = tab_open(nodes[0], &board->people[seat]);
    tab_must(late, "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    kill(nodes[0]->child.pid, SIGSTOP);
    tab_say(late, "{\"id\":99,\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"action\":%s}",
            board->code, board->n, board->actions[seat]);
    board_play(board, 10);
    kill(nodes[0]->child.pid, SIGCONT);
    const Json *error = tab_hear(late, "error");
    cr_expect(strcmp(text_at(error, "code"), "not-stored") == 0
                  || strcmp(text_at(error, "code"), "stale") == 0,
              "%s", late->ws.message.bytes);
    /* And it shows how the game really stands. */
    while (number_at(tab_hear(late, "update"), "n") < board->n)
        ;
    tab_close(late);
    board_play(board, 5);
    board->house = nodes[0];
    board_reconnect(board, 0);
    board_play(board, -1);
    board_check(board);
    board_close(board);
}

Test(nodes, bots_go_on_when_their_node_dies)
{
    Person ada = person_new(nodes[0], "Ada");
    Answer answer =
        ask(nodes[0], &ada, "/api/1/tables",
            "{\"game\":\"freight-train\",\"seats\":[\"easy\",\"easy\"],\"public\":true}");
    char code[CODE_ROOM];
    Tab *host = tab_open(nodes[0], &ada), *other = tab_open(nodes[1], NULL);
    long long n;

    snprintf(code, sizeof code, "%s", text_at(answer.json, "table"));
    answer_free(&answer);
    tab_must(other, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(host, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    do {
        n = number_at(tab_hear(other, "update"), "n");
    } while (n < 3);
    house_end(nodes[0], SIGKILL);
    long long until = n + 20;
    while (n < until && !is_at(json_at(other->json, "position"), "over"))
        n = number_at(tab_hear(other, "update"), "n");
    house_begin(nodes[0]);
    tab_close(host);
    tab_close(other);
}

/* ------------------------------------------------------------------------- */
/* The database                                                              */
/* ------------------------------------------------------------------------- */

/* By itself, within seconds. */
static void wait_until_well(const House *node)
{
    int64_t until = crowd_now() + 10000000000LL;
    int status;

    do {
        Answer answer = ask(node, NULL, "/api/1/healthz", NULL);
        status = answer.status;
        answer_free(&answer);
        cr_assert_lt(crowd_now(), until, "a node does not find its database");
    } while (status != 200);
}

Test(nodes, a_database_that_crashes_comes_back)
{
    Board *board = open_spread("freight-train", 2);

    for (int i = 0; i < 2; i++) {
        board_play(board, 6);
        database_crash();
        for (int node = 0; node < NODES; node++)
            wait_until_well(nodes[node]);
        for (int reader = 0; reader < READERS; reader++) {
            if (board->tabs[reader] == NULL)
                continue;
            board->house = nodes[(reader + 1) % NODES];
            board_reconnect(board, reader);
        }
    }
    board_play(board, -1);
    board_check(board);
    board_close(board);
}

Test(nodes, cut_connections_are_made_again)
{
    Board *board = open_spread("freight-train", 2);

    board_play(board, 6);
    database_disconnect();
    for (int node = 0; node < NODES; node++)
        wait_until_well(nodes[node]);
    for (int reader = 0; reader < READERS; reader++) {
        if (board->tabs[reader] == NULL)
            continue;
        board->house = nodes[(reader + 1) % NODES];
        board_reconnect(board, reader);
    }
    board_play(board, 6);
    board_close(board);
}
