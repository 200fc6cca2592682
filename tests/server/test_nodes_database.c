/* test_nodes_database.c: the database goes down while people play, and comes back:
 * meanwhile moves are refused, afterwards play continues at once. */
#include "company.h"

#include "load/crowd.h"
#include "store/database.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TestSuite(nodes_database, .init = nodes_open, .fini = nodes_close, .timeout = 120);

/* The move is refused, or the connection is closed with `bye`. */
static void expect_refusal(Tab *tab)
{
    const Json *message;

    do {
        message = tab_next(tab, PATIENCE_MS);
        cr_assert_not_null(message, "no answer came");
        if (strcmp(text_at(message, "type"), "bye") == 0)
            return;
    } while (strcmp(text_at(message, "type"), "error") != 0);
    cr_expect_str_eq(text_at(message, "code"), "not-stored");
}

Test(nodes_database, moves_are_refused_while_it_is_away)
{
    Board *board = board_open_spread("freight-train", 3);
    Tab *tabs[NODES];

    board_play(board, 6);
    int seat = board_pick_seat(board);
    come_to_all(board, seat, tabs);
    database_kill();
    int64_t began = crowd_now();
    for (int node = 0; node < NODES; node++)
        tab_send(tabs[node],
                 "{\"id\":99,\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"action\":%s}",
                 board->code, board->n, board->actions[seat]);
    for (int node = 0; node < NODES; node++) {
        expect_refusal(tabs[node]);
        tab_close(tabs[node]);
    }
    cr_log_info("three were refused within %.1f s", (double)(crowd_now() - began) / 1e9);
    database_start();
    for (int node = 0; node < NODES; node++)
        node_wait_until_well(nodes[node]);
    board_spread(board);
    for (int node = 0; node < NODES; node++)
        person_new(nodes[node], "Eve");
    board_play(board, -1);
    board_check(board);
    board_close(board);
    check_logs();
}

static const char REFUSE_SEATS[] =
    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
    " RAISE EXCEPTION 'refused by the test'; END $$;"
    "CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON seats FOR EACH ROW"
    " EXECUTE FUNCTION refuse()";

/* A table whose write failed is loaded again for its watchers. Before the start it has
 * no game to send. */
Test(nodes_database, an_open_table_outlives_a_failed_write)
{
    Person ada = person_new(nodes[0], "Ada"), ben = person_new(nodes[0], "Ben");
    char code[CODE_ROOM];

    table_new(nodes[0], &ada, code,
              "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"]}");
    Tab *host = tab_open(nodes[0], &ada), *guest = tab_open(nodes[0], &ben);
    tab_must(host, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(guest, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    database_query(REFUSE_SEATS);
    for (int i = 0; i < 3; i++)
        tab_must_not(guest, "not-stored", "{\"do\":\"sit\",\"table\":\"%s\"}", code);
    database_query("DROP TRIGGER refuse ON seats");
    tab_must(guest, "{\"do\":\"sit\",\"table\":\"%s\"}", code);
    tab_must(host, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    cr_assert_eq(number_at(tab_wait_for(guest, "update"), "n"), 0);
    tab_close(host);
    tab_close(guest);
}

static int health_of(const House *node)
{
    Answer answer = ask_admin(node, "/healthz");
    int status = answer.status;

    answer_free(&answer);
    return status;
}

/* Its people go elsewhere, so nobody writes there any more: it finds out by itself. */
Test(nodes_database, a_node_whose_write_failed_recovers_by_itself)
{
    Person ada = person_new(nodes[0], "Ada");
    char code[CODE_ROOM];

    table_new(nodes[0], &ada, code,
              "{\"game\":\"freight-train\",\"options\":{\"first\":0},"
              "\"seats\":[\"me\",\"random\"]}");
    Tab *tab = tab_open(nodes[0], &ada);
    tab_must(tab, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    database_query(REFUSE_SEATS);
    database_query("CREATE TRIGGER refuse BEFORE INSERT ON log FOR EACH ROW"
                   " EXECUTE FUNCTION refuse();"
                   "CREATE TRIGGER refuse BEFORE UPDATE ON roundhouse FOR EACH ROW"
                   " EXECUTE FUNCTION refuse()");
    /* A write that was sent before the triggers were there may still succeed after it. */
    int64_t began = crowd_now();
    do {
        cr_assert_lt(crowd_now() - began, PATIENCE_MS * 1000000LL, "It stays well");
        tab_must_not(tab, "not-stored",
                     "{\"do\":\"act\",\"table\":\"%s\",\"n\":0,"
                     "\"action\":{\"do\":\"take\",\"siding\":0}}",
                     code);
    } while (health_of(nodes[0]) != 503);
    database_query("DROP FUNCTION refuse() CASCADE");
    began = crowd_now();
    while (health_of(nodes[0]) != 200) {
        cr_assert_lt(crowd_now() - began, PATIENCE_MS * 1000000LL, "It stays ill");
        usleep(100000);
    }
    tab_close(tab);
}

/* Longer than any retry. */
Test(nodes_database, it_is_away_while_everybody_plays)
{
    company_open(11);
    for (int i = 0; i < 2; i++) {
        company_play_moves(40);
        database_kill();
        for (int64_t until = crowd_now() + 3000000000; crowd_now() < until;)
            company_play(20);
        database_start();
        company_play_everywhere();
        for (int node = 0; node < NODES; node++)
            node_wait_until_well(nodes[node]);
        company_renew();
    }
    company_check();
    cr_expect_gt(company_counts().not_stored, 0, "nobody was refused");
    company_close();
}

Test(nodes_database, live_clocks_stand_while_it_is_away)
{
    Board *board = board_open(nodes[0], "freight-train", 2,
                              ",\"clock\":{\"kind\":\"bank\",\"seconds\":60}");

    board_play(board, 5);
    database_kill();
    for (int node = 0; node < NODES; node++)
        house_move_clock(nodes[node], INT64_C(600) * 1000);
    database_start();
    for (int node = 0; node < NODES; node++)
        node_wait_until_well(nodes[node]);
    board_spread(board);
    board_play(board, 10);
    cr_expect_eq(database_query("SELECT count(*) FROM seats WHERE is_away = 1"), 0,
                 "a bot has taken somebody's seat");
    board_close(board);
}

/* A machine without time to spare may leave the database silent for two seconds again: then
 * the node says goodbye, as it should, and is asked again when it is well. */
static void be_greeted(const House *node, const Person *who)
{
    enum { TRIES = 3 };
    Tab *tab = tab_try(node, who);

    for (int i = 1; i < TRIES && tab == NULL; i++) {
        node_wait_until_well(node);
        tab = tab_try(node, who);
    }
    cr_assert_not_null(tab, "refused %d times", TRIES);
    tab_close(tab);
}

Test(nodes_database, connections_right_after_it_is_back)
{
    Person ada = person_new(nodes[0], "Ada");

    for (int i = 0; i < 3; i++) {
        database_crash();
        for (int node = 0; node < NODES; node++)
            node_wait_until_well(nodes[node]);
        for (int node = 0; node < NODES; node++)
            be_greeted(nodes[node], &ada);
    }
    database_crash();
    for (int node = 0; node < NODES; node++)
        node_wait_until_well(nodes[node]);
    for (int node = 0; node < NODES; node++) {
        Answer answer = ask(nodes[node], &ada, "/api/1/tables",
                            "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"]}");
        cr_expect_eq(answer.status, 200, "%s", answer.reply.body.bytes);
        answer_free(&answer);
    }
}

Test(nodes_database, cut_connections_are_opened_again)
{
    Board *board = board_open_spread("freight-train", 2);

    for (int i = 0; i < 3; i++) {
        board_play(board, 6);
        database_disconnect();
        board_spread(board);
    }
    board_play(board, -1);
    board_check(board);
    board_close(board);
}
