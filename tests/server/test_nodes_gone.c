/* test_nodes_gone.c: nodes that shut down, die, or are stopped for too long, and what
 * becomes of their tables. */
#include "company.h"

#include "load/crowd.h"
#include "store/database.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const int64_t SECOND = 1000000000;

TestSuite(nodes_gone, .init = nodes_open, .fini = nodes_close, .timeout = 120);

/* ------------------------------------------------------------------------- */
/* SIGTERM                                                                   */
/* ------------------------------------------------------------------------- */

Test(nodes_gone, others_go_on_when_a_node_ends)
{
    Board *board = board_open_spread("freight-train", 3);

    board_play(board, 10);
    int64_t began = crowd_now();
    kill(nodes[0]->child.pid, SIGTERM);
    for (int reader = 0; reader < READERS; reader++) {
        if (board->tabs[reader] != NULL && (reader + 1) % NODES == 0) {
            cr_expect_str_eq(text_at(tab_wait_for(board->tabs[reader], "bye"), "reason"),
                             "restart");
            board->house = nodes[1];
            board_reconnect(board, reader);
        }
    }
    board_act(board, board_pick_seat(board));
    cr_expect_lt(crowd_now() - began, 3 * SECOND);
    house_end(nodes[0], SIGTERM);
    house_begin(nodes[0]);
    board_play(board, 10);
    board_close(board);
}

/* One node after the other, while everybody plays. */
Test(nodes_gone, nodes_that_are_restarted_in_turn)
{
    int64_t longest = 0;

    company_open(5);
    for (int i = 0; i < 2 * NODES; i++) {
        company_play_moves(30);
        int64_t began = crowd_now();
        house_end(nodes[i % NODES], SIGTERM);
        company_lose_node(i % NODES);
        house_begin(nodes[i % NODES]);
        company_play_everywhere();
        if (crowd_now() - began > longest)
            longest = crowd_now() - began;
        company_renew();
    }
    cr_log_info("all tables went on %.1f s after a SIGTERM at most", (double)longest / 1e9);
    company_check();
    cr_expect_eq(company_counts().not_stored, 0, "somebody was refused");
    company_close();
}

/* ------------------------------------------------------------------------- */
/* SIGSTOP                                                                   */
/* ------------------------------------------------------------------------- */

/* A node is stopped. All clients of the board are at other nodes, but one has a second
 * connection, over which a move has reached the stopped node. */
typedef struct StoppedNode {
    Board *board;
    Tab *late;
    int seat;
} StoppedNode;

static StoppedNode stop_node(void)
{
    StoppedNode stopped = { .board = board_open_spread("freight-train", 2) };
    Board *board = stopped.board;

    board_play(board, 10);
    for (int reader = 0; reader < READERS; reader++) {
        board->house = nodes[1 + reader % 2];
        if (board->tabs[reader] != NULL)
            board_reconnect(board, reader);
    }
    stopped.seat = board_pick_seat(board);
    stopped.late = tab_open(nodes[0], &board->people[stopped.seat]);
    tab_must(stopped.late, "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    kill(nodes[0]->child.pid, SIGSTOP);
    tab_send(stopped.late,
             "{\"id\":99,\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"action\":%s}",
             board->code, board->n, board->actions[stopped.seat]);
    return stopped;
}

/* Resumes the node; returns whether its move was stored. */
static int resume_node(const StoppedNode *stopped)
{
    const Json *message;

    kill(nodes[0]->child.pid, SIGCONT);
    do {
        message = tab_next(stopped->late, PATIENCE_MS);
        cr_assert_not_null(message, "no answer came");
    } while (json_get(message, "id") == NULL || number_at(message, "id") != 99);
    cr_log_info("the stopped node answers: %.60s", stopped->late->ws.message.bytes);
    if (strcmp(text_at(message, "type"), "update") == 0)
        return 1;
    cr_expect(strcmp(text_at(message, "code"), "not-stored") == 0
                  || strcmp(text_at(message, "code"), "stale") == 0,
              "%s", stopped->late->ws.message.bytes);
    return 0;
}

static void finish(StoppedNode *stopped)
{
    Board *board = stopped->board;

    tab_close(stopped->late);
    board_play(board, 5);
    board->house = nodes[0];
    board_reconnect(board, 0);
    board_play(board, -1);
    board_check(board);
    board_close(board);
    check_logs();
}

/* Its move was for a position that is long past. */
Test(nodes_gone, a_move_of_a_stopped_node_is_stale_if_others_have_moved)
{
    StoppedNode stopped = stop_node();

    board_play(stopped.board, 10);
    cr_expect_not(resume_node(&stopped));
    /* Then it shows the true position. */
    while (number_at(tab_wait_for(stopped.late, "update"), "n") < stopped.board->n)
        ;
    finish(&stopped);
}

/* While the node was stopped, a person stood up and sat down again: the row has
 * changed, the position has not. */
Test(nodes_gone, a_move_of_a_stopped_node_counts_if_the_position_is_unchanged)
{
    StoppedNode stopped = stop_node();
    Board *board = stopped.board;
    Tab *other = board->tabs[1 - stopped.seat];

    tab_must(other, "{\"do\":\"stand\",\"table\":\"%s\"}", board->code);
    tab_must(other, "{\"do\":\"return\",\"table\":\"%s\"}", board->code);
    cr_assert(resume_node(&stopped), "it was refused");
    board->n++;
    board_receive(board);
    finish(&stopped);
}

/* The other nodes go on, and the stopped one catches up. */
Test(nodes_gone, nodes_that_stop_while_everybody_plays)
{
    company_open(7);
    for (int node = 0; node < 2; node++) {
        company_play_moves(40);
        kill(nodes[node]->child.pid, SIGSTOP);
        company_avoid_node(node);
        company_play_everywhere();
        kill(nodes[node]->child.pid, SIGCONT);
        company_return_to_node(node);
        company_renew();
        company_play_everywhere();
    }
    company_check();
    company_close();
}

/* ------------------------------------------------------------------------- */
/* SIGKILL                                                                   */
/* ------------------------------------------------------------------------- */

Test(nodes_gone, bots_go_on_when_their_node_dies)
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
        n = number_at(tab_wait_for(other, "update"), "n");
    } while (n < 3);
    house_end(nodes[0], SIGKILL);
    int64_t killed = crowd_now();
    long long until = n + 20;
    while (n < until && !is_at(json_at(other->json, "position"), "over"))
        n = number_at(tab_wait_for(other, "update"), "n");
    cr_log_info("a bot's table went on for 20 moves within %.1f s",
                (double)(crowd_now() - killed) / 1e9);
    house_begin(nodes[0]);
    tab_close(host);
    tab_close(other);
}

/* Nobody watches the table, and nobody connects. */
Test(nodes_gone, clocks_go_on_when_their_node_dies)
{
    Board *board =
        board_open(nodes[0], "freight-train", 2,
                   ",\"clock\":{\"kind\":\"days\",\"days\":1},\"sit_in\":\"greedy\"");
    int64_t until = crowd_now() + 30 * SECOND;

    board_play(board, 5);
    int seat = board_pick_seat(board);
    house_end(nodes[0], SIGKILL);
    /* Moves everything two days into the past: nodes use their database's clock. */
    database_query("UPDATE log SET at = at - 172800000, deadline = deadline - 172800000");
    database_query("UPDATE tables SET changed = changed - 172800000");
    while (database_query("SELECT count(*) FROM seats WHERE is_away = 1") == 0) {
        cr_assert_lt(crowd_now(), until, "time does not run out");
        usleep(50000);
    }
    house_begin(nodes[0]);
    Tab *late = tab_open(nodes[0], &board->people[seat]);
    tab_must(late, "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    tab_return(late, board->code);
    tab_close(late);
    board_close(board);
}

/* The seat to move loses no time while no node runs: the pause is as long as the clock,
 * and still the time has not run out. */
Test(nodes_gone, live_clocks_stand_while_there_is_no_node)
{
    Board *board = board_open(nodes[0], "freight-train", 2,
                              ",\"clock\":{\"kind\":\"bank\",\"seconds\":60}");

    board_play(board, 5);
    for (int node = 0; node < NODES; node++) {
        house_end(nodes[node], SIGKILL);
        house_move_clock(nodes[node], INT64_C(600) * 1000);
    }
    for (int node = 0; node < NODES; node++)
        house_begin(nodes[node]);
    board_spread(board);
    usleep(1000000); /* clocks are checked four times a second */
    board_play(board, 5);
    cr_expect_eq(database_query("SELECT count(*) FROM seats WHERE is_away = 1"), 0,
                 "a bot has taken somebody's seat");
    board_close(board);
}

/* Clocks run while one node is down and others are up: people can move. */
Test(nodes_gone, live_clocks_run_while_there_is_a_node)
{
    Board *board = board_open(nodes[0], "freight-train", 2,
                              ",\"clock\":{\"kind\":\"turn\",\"seconds\":2}");
    int64_t until = crowd_now() + 30 * SECOND;

    board_play(board, 2);
    house_end(nodes[0], SIGKILL);
    while (database_query("SELECT count(*) FROM seats WHERE is_away = 1") == 0) {
        cr_assert_lt(crowd_now(), until, "time does not run out");
        usleep(50000);
    }
    house_begin(nodes[0]);
    board_close(board);
}
