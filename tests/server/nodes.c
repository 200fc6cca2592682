/* nodes.c: three servers over one PostgreSQL. */
#include "nodes.h"

#include "load/crowd.h"
#include "store/database.h"
#include "store/folder.h"
#include "store/proxy.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static const int64_t WELL_WITHIN = 20000000000;

House *nodes[NODES];

/* ------------------------------------------------------------------------- */
/* Logs                                                                      */
/* ------------------------------------------------------------------------- */

/* One statement each, since bots may still be playing. */
void check_logs(void)
{
    cr_expect_eq(database_query("SELECT count(*) FROM (SELECT table_id FROM log GROUP BY "
                                "table_id HAVING count(*) <> max(n)) AS gaps"),
                 0, "a number is missing in a log");
    cr_expect_eq(database_query("SELECT count(*) - count(DISTINCT author) FROM log"), 0,
                 "an entry is there twice");
    cr_expect_eq(database_query("SELECT count(*) FROM log WHERE hash = 0 OR author = 0"), 0,
                 "an entry has no hash or no write id");
}

/* ------------------------------------------------------------------------- */
/* Nodes                                                                     */
/* ------------------------------------------------------------------------- */

const char *node_url(int node, const char *folder)
{
    static char url[512];
    const char *base = folder == NULL ? database() : database_through(folder);

    snprintf(url, sizeof url, "%s&application_name=%s-%d", base, database_name(), node);
    return url;
}

static void open_node(int node, const char *folder)
{
    nodes[node] = house_open_at(HOUSE_OPEN, node_url(node, folder));
}

void nodes_open(void)
{
    database_make();
    for (int i = 0; i < NODES; i++)
        open_node(i, NULL);
}

void nodes_open_one_far(void)
{
    char folder[256];

    folder_make();
    snprintf(folder, sizeof folder, "%s", in_folder(""));
    folder[strlen(folder) - 1] = '\0';
    proxy_start(folder);
    proxy_watch_for(PROXY_APPEND);
    database_make();
    for (int i = 0; i < NODES; i++)
        open_node(i, i == FAR_NODE ? folder : NULL);
}

void nodes_close(void)
{
    for (int i = 0; i < NODES; i++)
        house_close(nodes[i]);
    database_remove();
}

void nodes_close_one_far(void)
{
    proxy_cut(CUT_NOTHING);
    nodes_close();
    folder_remove();
}

void node_wait_until_well(const House *node)
{
    int64_t until = crowd_now() + WELL_WITHIN;
    int status = 0;

    while (status != 200) {
        Answer answer = ask_admin(node, "/healthz");
        status = answer.status;
        answer_free(&answer);
        cr_assert_lt(crowd_now(), until, "a node does not find its database");
    }
}

/* ------------------------------------------------------------------------- */
/* Boards                                                                    */
/* ------------------------------------------------------------------------- */

void board_spread(Board *board)
{
    for (int reader = 0; reader < READERS; reader++) {
        if (board->tabs[reader] == NULL)
            continue;
        board->house = nodes[(reader + 1) % NODES];
        board_reconnect(board, reader);
    }
    board->house = nodes[0];
}

Board *board_open_spread(const char *game, int seats)
{
    Board *board = board_open(nodes[0], game, seats, "");

    board_spread(board);
    return board;
}

void come_to_all(const Board *board, int seat, Tab *tabs[NODES])
{
    for (int node = 0; node < NODES; node++) {
        tabs[node] = tab_open(nodes[node], &board->people[seat]);
        tab_must(tabs[node], "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    }
}
