/* test_nodes_lines.c: a node whose connection to the database is cut or stalls: no
 * acknowledged move is lost, nothing is shown that is not stored, and all nodes recover
 * by themselves. */
#include "company.h"

#include "load/crowd.h"
#include "store/database.h"
#include "store/proxy.h"
#include "store/queries.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static const int64_t SECOND = 1000000000;

/* ------------------------------------------------------------------------- */
/* Connections that are cut while everybody plays                            */
/* ------------------------------------------------------------------------- */

static void open_playing(void)
{
    nodes_open_one_far();
    company_open(3);
}

static void close_playing(void)
{
    company_close();
    nodes_close_one_far();
}

TestSuite(nodes_playing, .init = open_playing, .fini = close_playing, .timeout = 120);

static void play_until_cut(ProxyCut cut)
{
    int64_t until = crowd_now() + 30 * SECOND;

    company_play_moves(40);
    proxy_cut(cut);
    while (proxy_now() == cut) {
        cr_assert_lt(crowd_now(), until, "the far node does not write");
        company_play(5);
    }
}

static void cut_and_go_on(ProxyCut cut, int times)
{
    for (int i = 0; i < times; i++) {
        play_until_cut(cut);
        company_play_everywhere();
        company_renew();
    }
    company_check();
}

Test(nodes_playing, a_connection_that_is_cut_before_a_commit)
{
    cut_and_go_on(CUT_BEFORE_COMMIT, 5);
}

Test(nodes_playing, a_connection_that_is_cut_after_a_commit)
{
    cut_and_go_on(CUT_AFTER_COMMIT, 5);
}

/* The database keeps the batch and its locks until its own timeout. */
Test(nodes_playing, a_connection_that_is_cut_at_one_end)
{
    proxy_watch_for(PROXY_COMMIT);
    cut_and_go_on(CUT_HALF, 1);
}

/* While the node's connection is stalled, the others go on. Then it recovers, and shows
 * their moves. */
static void go_on_without_far_node(void)
{
    company_avoid_node(FAR_NODE);
    company_play_everywhere();
    proxy_cut(CUT_NOTHING);
    node_wait_until_well(nodes[FAR_NODE]);
    company_return_to_node(FAR_NODE);
    company_play_everywhere();
    company_check();
}

Test(nodes_playing, a_connection_that_stalls)
{
    play_until_cut(STALL_BEFORE_COMMIT);
    go_on_without_far_node();
}

Test(nodes_playing, a_node_that_cannot_reach_its_database_for_a_while)
{
    company_play_moves(40);
    proxy_cut(CUT_ALL);
    go_on_without_far_node();
}

/* ------------------------------------------------------------------------- */
/* A move over a stalled connection                                          */
/* ------------------------------------------------------------------------- */

TestSuite(nodes_lines, .init = nodes_open_one_far, .fini = nodes_close_one_far,
          .timeout = 120);

/* All clients but `late` are at other nodes. */
static Board *open_at_far_node(Tab **late, int *seat)
{
    Board *board = board_open(nodes[FAR_NODE], "freight-train", 2, "");

    board_play(board, 6);
    for (int reader = 0; reader < READERS; reader++) {
        board->house = nodes[reader % FAR_NODE];
        if (board->tabs[reader] != NULL)
            board_reconnect(board, reader);
    }
    *seat = board_pick_seat(board);
    *late = tab_open(nodes[FAR_NODE], &board->people[*seat]);
    tab_must(*late, "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    return board;
}

/* A client that was closed because the connection stalled returns when it works again:
 * then the log shows what became of the move. */
static Tab *come_back(Tab *late, const Board *board, int seat)
{
    cr_expect_str_eq(text_at(late->json, "reason"), "away");
    tab_close(late);
    node_wait_until_well(nodes[FAR_NODE]);
    return tab_open(nodes[FAR_NODE], &board->people[seat]);
}

/* The client receives the answer to its move, or is closed; then it receives the true
 * position. */
static void expect_outcome(Tab *late, const Board *board, int seat, int is_stored)
{
    const Json *message;
    int is_sent_away;

    do {
        message = tab_next(late, PATIENCE_MS);
        cr_assert_not_null(message, "no answer came");
        is_sent_away = strcmp(text_at(message, "type"), "bye") == 0;
    } while (!is_sent_away
             && (json_get(message, "id") == NULL || number_at(message, "id") != 99));
    if (is_sent_away)
        late = come_back(late, board, seat);
    else if (strcmp(text_at(message, "type"), "error") == 0)
        cr_expect(!is_stored
                      && (strcmp(text_at(message, "code"), "not-stored") == 0
                          || strcmp(text_at(message, "code"), "stale") == 0),
                  "%s", late->ws.message.bytes);
    else
        cr_expect(is_stored, "%s", late->ws.message.bytes);
    tab_send(late, "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    while (number_at(tab_wait_for(late, "update"), "n") < board->n)
        ;
    tab_close(late);
}

static void act_into_dead_line(ProxyCut stall)
{
    Tab *late;
    int seat;
    Board *board = open_at_far_node(&late, &seat);

    proxy_cut(stall);
    tab_send(late, "{\"id\":99,\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"action\":%s}",
             board->code, board->n, board->actions[seat]);
    while (proxy_now() != STALL_ALL)
        ;
    /* A commit that passed is done soon; one that was held back never is. */
    int is_stored =
        stall == STALL_AFTER_COMMIT && tab_next(board->tabs[SPECTATOR], 3000) != NULL;
    if (is_stored) {
        board->n++;
        for (int reader = 0; reader < SPECTATOR; reader++) {
            if (board->tabs[reader] != NULL)
                board_receive_one(board, reader);
        }
        board_reconnect(board, SPECTATOR);
    }
    board_play(board, 8);
    proxy_cut(CUT_NOTHING);
    expect_outcome(late, board, seat, is_stored);
    board_play(board, -1);
    board_check(board);
    board_close(board);
    check_logs();
}

/* Everybody was away for ten minutes. This node can read and write again, but its scans
 * fail, so it does not know yet until when clocks stood: nobody's time is counted. */
Test(nodes_lines, live_clocks_stand_until_a_node_knows_of_a_pause)
{
    char scan[16];
    Board *board = board_open(nodes[FAR_NODE], "freight-train", 2,
                              ",\"clock\":{\"kind\":\"bank\",\"seconds\":60}");

    board_play(board, 5);
    snprintf(scan, sizeof scan, "q%d", (int)QUERY_CLAIM); /* the prepared statement */
    proxy_watch_for(scan);
    proxy_cut(CUT_EVERY_COMMIT);
    for (int node = 0; node < NODES; node++)
        house_move_clock(nodes[node], INT64_C(600) * 1000);
    board_play(board, 10);
    proxy_cut(CUT_NOTHING);
    board_play(board, 10);
    cr_expect_eq(database_query("SELECT count(*) FROM log"
                                " WHERE clocks !~ '^[1-9][0-9]* [1-9][0-9]*$'"),
                 0, "somebody has no time left");
    cr_expect_eq(database_query("SELECT count(*) FROM seats WHERE is_away = 1"), 0,
                 "a bot has taken somebody's seat");
    board_close(board);
}

Test(nodes_lines, a_move_that_the_database_never_got)
{
    act_into_dead_line(STALL_BEFORE_COMMIT);
}

Test(nodes_lines, a_move_whose_answer_never_came)
{
    act_into_dead_line(STALL_AFTER_COMMIT);
}
