/* test_nodes_gone.c: nodes that end, die, or sleep too long, and what becomes of their
 * tables. */
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

Test(nodes_gone, a_node_that_ends_hands_over_at_once)
{
    Board *board = board_open_spread("freight-train", 3);

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
    cr_expect_lt(crowd_now() - began, 3 * SECOND);
    house_begin(nodes[0]);
    board_play(board, 10);
    board_close(board);
}

/* One after the other, while everybody plays: no table waits for a lease to run out. */
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

/* The writer of a board sleeps; all who sit there are elsewhere, but one of them has a
 * second connection, on which a move has reached the sleeper. */
typedef struct Sleep {
    Board *board;
    Tab *late;
    int seat;
} Sleep;

static Sleep fall_asleep(void)
{
    Sleep sleep = { .board = board_open_spread("freight-train", 2) };
    Board *board = sleep.board;

    board_play(board, 10);
    for (int reader = 0; reader < READERS; reader++) {
        board->house = nodes[1 + reader % 2];
        if (board->tabs[reader] != NULL)
            board_reconnect(board, reader);
    }
    sleep.seat = board_who(board);
    sleep.late = tab_open(nodes[0], &board->people[sleep.seat]);
    tab_must(sleep.late, "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    kill(nodes[0]->child.pid, SIGSTOP);
    tab_say(sleep.late,
            "{\"id\":99,\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"action\":%s}",
            board->code, board->n, board->actions[sleep.seat]);
    return sleep;
}

/* Whether its move counts after all. */
static int wake_up(const Sleep *sleep)
{
    const Json *message;

    kill(nodes[0]->child.pid, SIGCONT);
    do {
        message = tab_next(sleep->late, PATIENCE_MS);
        cr_assert_not_null(message, "no answer came");
    } while (json_get(message, "id") == NULL || number_at(message, "id") != 99);
    cr_log_info("the sleeper says: %.60s", sleep->late->ws.message.bytes);
    if (strcmp(text_at(message, "type"), "update") == 0)
        return 1;
    cr_expect(strcmp(text_at(message, "code"), "not-stored") == 0
                  || strcmp(text_at(message, "code"), "stale") == 0,
              "%s", sleep->late->ws.message.bytes);
    return 0;
}

static void finish(Sleep *sleep)
{
    Board *board = sleep->board;

    tab_close(sleep->late);
    board_play(board, 5);
    board->house = nodes[0];
    board_reconnect(board, 0);
    board_play(board, -1);
    board_check(board);
    board_close(board);
    check_writers();
}

/* What it does is in a position that is long past. */
Test(nodes_gone, a_node_that_slept_beyond_its_lease_writes_nothing)
{
    Sleep sleep = fall_asleep();

    board_play(sleep.board, 10);
    cr_expect_not(wake_up(&sleep));
    /* And it shows how the game really stands. */
    while (number_at(tab_hear(sleep.late, "update"), "n") < sleep.board->n)
        ;
    finish(&sleep);
}

/* What it does would be right, and only its lease is another's: while it slept, somebody
 * stood up and sat down again, which takes a writer and changes nothing in the log. */
Test(nodes_gone, a_node_that_slept_leaves_the_writing_to_another)
{
    Sleep sleep = fall_asleep();
    Board *board = sleep.board;
    Tab *other = board->tabs[1 - sleep.seat];

    tab_must(other, "{\"do\":\"stand\",\"table\":\"%s\"}", board->code);
    tab_must(other, "{\"do\":\"return\",\"table\":\"%s\"}", board->code);
    if (wake_up(&sleep)) {
        board->n++;
        board_hear(board);
    }
    finish(&sleep);
}

/* Others take what the sleeper has, and it finds out that it was asleep. */
Test(nodes_gone, nodes_that_sleep_while_everybody_plays)
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

/* Another node has the table, as if it had taken it, and its writer does not know. */
static void give_lease_to_writer_of(const Board *other, const Board *board)
{
    char statement[300];

    snprintf(statement, sizeof statement,
             "UPDATE tables SET lease = lease + 1, lease_until = lease_until + 60000, "
             "lease_node = (SELECT lease_node FROM tables WHERE code = '%s') "
             "WHERE code = '%s'",
             other->code, board->code);
    database_ask(statement);
}

/* The writer goes on as if nothing had happened: the move, which is right, is not its to
 * write any more. */
Test(nodes_gone, an_old_token_is_worth_nothing)
{
    Board *board = board_open(nodes[0], "freight-train", 2, "");
    Board *other = board_open(nodes[1], "take-a-train", 2, "");

    board_play(board, 10);
    int seat = board_who(board);
    give_lease_to_writer_of(other, board);
    tab_must_not(board->tabs[seat], "not-stored",
                 "{\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"action\":%s}", board->code,
                 board->n, board->actions[seat]);
    for (int reader = 0; reader < READERS; reader++) {
        if (board->tabs[reader] != NULL)
            board_reconnect(board, reader);
    }
    board_play(board, -1);
    board_check(board);
    check_writers();
    board_close(board);
    board_close(other);
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
        n = number_at(tab_hear(other, "update"), "n");
    } while (n < 3);
    house_end(nodes[0], SIGKILL);
    int64_t killed = crowd_now();
    long long until = n + 20;
    while (n < until && !is_at(json_at(other->json, "position"), "over"))
        n = number_at(tab_hear(other, "update"), "n");
    cr_log_info("a bot's table went on for 20 moves within %.1f s",
                (double)(crowd_now() - killed) / 1e9);
    house_begin(nodes[0]);
    tab_close(host);
    tab_close(other);
}

/* Nobody looks at the table, and nobody comes. */
Test(nodes_gone, clocks_go_on_when_their_node_dies)
{
    Board *board =
        board_open(nodes[0], "freight-train", 2,
                   ",\"clock\":{\"kind\":\"days\",\"days\":1},\"sit_in\":\"greedy\"");
    const int64_t two_days = INT64_C(2) * 24 * 3600 * 1000;
    int64_t until = crowd_now() + 30 * SECOND;

    board_play(board, 5);
    int seat = board_who(board);
    house_end(nodes[0], SIGKILL);
    for (int node = 1; node < NODES; node++)
        house_move_clock(nodes[node], two_days);
    while (database_ask("SELECT count(*) FROM seats WHERE is_away = 1") == 0) {
        cr_assert_lt(crowd_now(), until, "time does not run out");
        usleep(50000);
    }
    house_move_clock(nodes[0], two_days);
    house_begin(nodes[0]);
    Tab *late = tab_open(nodes[0], &board->people[seat]);
    tab_must(late, "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    tab_must(late, "{\"do\":\"return\",\"table\":\"%s\"}", board->code);
    tab_close(late);
    board_close(board);
}

/* Whoever is to move loses no time while there is no writer: after the clock would have
 * run out, another takes the table, and the move is still theirs. */
Test(nodes_gone, live_clocks_stand_until_another_takes_the_table)
{
    Board *board = board_open(nodes[0], "freight-train", 2,
                              ",\"clock\":{\"kind\":\"turn\",\"seconds\":5}");
    int64_t until = crowd_now() + 30 * SECOND;

    board_play(board, 5);
    int64_t takers = database_ask("SELECT count(*) FROM takers");
    house_end(nodes[0], SIGKILL);
    while (database_ask("SELECT count(*) FROM takers") == takers) {
        cr_assert_lt(crowd_now(), until, "nobody takes the table");
        usleep(50000);
    }
    usleep(1000000); /* clocks are looked at four times a second */
    board_spread(board);
    board_play(board, 1);
    cr_expect_eq(database_ask("SELECT count(*) FROM seats WHERE is_away = 1"), 0,
                 "a bot has taken somebody's seat");
    house_begin(nodes[0]);
    board_close(board);
}
