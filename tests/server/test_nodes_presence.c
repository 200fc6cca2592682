/* test_nodes_presence.c: what nodes know of each other's people, by their metrics: at
 * tables that are closed or left, after a question that was lost, and of another club's. */
#include "nodes.h"

#include "store/database.h"
#include "store/proxy.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TRIES = 400, PAUSE_US = 50000 };

static int metric(const House *node, const char *name)
{
    Answer metrics = ask_admin(node, "/metrics");
    char line[80];

    snprintf(line, sizeof line, "\nroundhouse_%s ", name);
    const char *found = strstr(metrics.reply.body.bytes, line);
    cr_assert_not_null(found, "%s", name);
    int count = atoi(found + strlen(line));
    answer_free(&metrics);
    return count;
}

static void wait_for(const House *node, const char *name, int count)
{
    int found;

    for (int i = 0; (found = metric(node, name)) != count; i++) {
        cr_assert_lt(i, TRIES, "%s is %d instead of %d", name, found, count);
        usleep(PAUSE_US);
    }
}

static int tables_elsewhere(const House *node)
{
    return metric(node, "tables_elsewhere");
}

static void wait_for_elsewhere(const House *node, int count)
{
    wait_for(node, "tables_elsewhere", count);
}

/* An open table of this person. */
static Tab *open_table(House *node, char code[CODE_ROOM])
{
    Person host = person_new(node, "Ada");
    Tab *tab = tab_open(node, &host);
    table_new(node, &host, code,
              "{\"game\":\"freight-train\",\"public\":true,"
              "\"seats\":[\"me\",\"open\"]}");
    return tab;
}

static void watch(Tab *tab, const char *code)
{
    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
}

static int host_is_here(const Json *table)
{
    return json_at(entry_at(json_at(table, "seats"), 0), "here")->number != 0;
}

TestSuite(nodes_presence, .init = nodes_open, .fini = nodes_close, .timeout = 120);

/* A table that was closed is forgotten by all, before it leaves memory. */
Test(nodes_presence, at_a_closed_table_is_withdrawn)
{
    char code[CODE_ROOM];
    Tab *host = open_table(nodes[0], code);

    watch(host, code);
    wait_for_elsewhere(nodes[2], 1);
    tab_must(host, "{\"do\":\"close\",\"table\":\"%s\"}", code);
    tab_close(host);
    wait_for_elsewhere(nodes[2], 0);
}

/* Where nobody follows a game any more, its moves are not followed either. */
Test(nodes_presence, at_a_game_that_was_left_takes_no_memory)
{
    Board *board = board_open(nodes[0], "freight-train", 2, "");
    Tab *spectator = tab_open(nodes[2], NULL);

    watch(spectator, board->code);
    wait_for(nodes[2], "tables_in_memory", 1);
    tab_close(spectator);
    wait_for_elsewhere(nodes[0], 0);
    board_play(board, 1);
    wait_for(nodes[2], "tables_in_memory", 0);
    spectator = tab_open(nodes[2], NULL);
    watch(spectator, board->code);
    board_play(board, 1);
    while (number_at(tab_wait_for(spectator, "update"), "n") < board->n)
        ;
    cr_expect_eq(metric(nodes[2], "tables_in_memory"), 1);
    tab_close(spectator);
    board_close(board);
}

/* ------------------------------------------------------------------------- */
/* Two clubs in one database                                                 */
/* ------------------------------------------------------------------------- */

enum { OTHER_NODES = 2 };

static void open_other_club(House *others[OTHER_NODES], const char *schema)
{
    char url[700], statement[160];

    snprintf(statement, sizeof statement, "CREATE SCHEMA %s", schema);
    database_query(statement);
    snprintf(url, sizeof url, "%s&options=-csearch_path%%3D%s", database(), schema);
    for (int i = 0; i < OTHER_NODES; i++)
        others[i] = house_open_at(HOUSE_OPEN, url);
}

static void close_other_club(House *others[OTHER_NODES], const char *schema)
{
    char statement[160];

    for (int i = 0; i < OTHER_NODES; i++)
        house_close(others[i]);
    snprintf(statement, sizeof statement, "DROP SCHEMA %s CASCADE", schema);
    database_query(statement);
}

/* Notices arrive in the order of their commits: who has received the second one has
 * received the first, if it gets it at all. */
static void expect_clubs_apart(const char *schema)
{
    House *others[OTHER_NODES];
    char code[CODE_ROOM];

    open_other_club(others, schema);
    Tab *ours = open_table(nodes[0], code);
    watch(ours, code);
    wait_for_elsewhere(nodes[1], 1);
    Tab *theirs = open_table(others[0], code), *spectator = tab_open(others[1], NULL);
    watch(spectator, code);
    watch(theirs, code);
    while (!host_is_here(tab_wait_for(spectator, "table")))
        ;
    cr_expect_eq(tables_elsewhere(others[1]), 1, "it hears the other club");
    tab_close(ours);
    wait_for_elsewhere(nodes[1], 0);
    tab_close(theirs);
    tab_close(spectator);
    close_other_club(others, schema);
}

Test(nodes_presence, of_another_club_in_the_same_database_is_not_known)
{
    char schema[64];

    snprintf(schema, sizeof schema, "%s_b", database_name());
    expect_clubs_apart(schema);
}

/* The name of a channel has at most 63 bytes, and so has that of a schema. */
Test(nodes_presence, of_a_club_with_a_long_name_is_not_known)
{
    char schema[64];

    snprintf(schema, sizeof schema, "%s_%.*s", database_name(),
             (int)(62 - strlen(database_name())),
             "a_long_name_a_long_name_a_long_name_a_long_name_a_long_name_a");
    expect_clubs_apart(schema);
}

/* ------------------------------------------------------------------------- */
/* A question that is lost                                                   */
/* ------------------------------------------------------------------------- */

TestSuite(nodes_presence_far, .init = nodes_open_one_far, .fini = nodes_close_one_far,
          .timeout = 120);

/* The far node asks, as it starts, who is present. Its question fails for good, while all
 * else goes through. */
Test(nodes_presence_far, is_asked_for_until_the_question_is_sent)
{
    char code[CODE_ROOM];
    Tab *host = open_table(nodes[0], code);

    watch(host, code);
    wait_for_elsewhere(nodes[1], 1);
    house_end(nodes[FAR_NODE], SIGTERM);
    proxy_watch_for(PROXY_PRESENCE_REQUEST);
    proxy_cut(CUT_EVERY_COMMIT);
    house_begin(nodes[FAR_NODE]);
    for (int i = 0; metric(nodes[FAR_NODE], "store_failures_total") == 0; i++) {
        cr_assert_lt(i, TRIES, "the question was sent");
        usleep(PAUSE_US);
    }
    cr_expect_eq(tables_elsewhere(nodes[FAR_NODE]), 0);
    proxy_cut(CUT_NOTHING);
    wait_for_elsewhere(nodes[FAR_NODE], 1);
    tab_close(host);
}
