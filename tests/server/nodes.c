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
/* The witness                                                               */
/* ------------------------------------------------------------------------- */

/* For every lease, who took it; for every entry, who wrote it under whose lease. Nodes
 * are known by the names of their connections. */
static const char WITNESS[] =
    "CREATE TABLE takers (node TEXT, who TEXT);"
    "CREATE FUNCTION note_taker() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
    " INSERT INTO takers VALUES (NEW.lease_node, current_setting('application_name'));"
    " RETURN NEW; END $$;"
    "CREATE TRIGGER note_taker AFTER UPDATE ON tables FOR EACH ROW"
    " WHEN (NEW.lease_node <> OLD.lease_node AND NEW.lease_node <> '')"
    " EXECUTE FUNCTION note_taker();"

    "CREATE TABLE writers (table_id BIGINT, n BIGINT, lease BIGINT, node TEXT, who TEXT);"
    "CREATE FUNCTION note_writer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
    " INSERT INTO writers SELECT NEW.table_id, NEW.n, lease, lease_node,"
    " current_setting('application_name') FROM tables WHERE id = NEW.table_id;"
    " RETURN NEW; END $$;"
    "CREATE TRIGGER note_writer AFTER INSERT ON log FOR EACH ROW"
    " EXECUTE FUNCTION note_writer()";

/* Each by one statement: bots may still be playing. */
void check_writers(void)
{
    cr_expect_eq(database_ask("SELECT (SELECT count(*) FROM log) - "
                              "(SELECT count(*) FROM writers)"),
                 0, "an entry that nobody wrote");
    cr_expect_eq(database_ask("SELECT count(*) FROM writers WHERE NOT EXISTS (SELECT 1 "
                              "FROM takers WHERE takers.node = writers.node "
                              "AND takers.who = writers.who)"),
                 0, "somebody wrote who had no lease");
    cr_expect_eq(database_ask("SELECT count(*) FROM (SELECT lease < lag(lease) OVER "
                              "(PARTITION BY table_id ORDER BY n) AS is_back "
                              "FROM writers) AS steps WHERE is_back"),
                 0, "a lease came back");
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
    database_ask(WITNESS);
}

void nodes_open_one_far(void)
{
    char folder[256];

    folder_make();
    snprintf(folder, sizeof folder, "%s", in_folder(""));
    folder[strlen(folder) - 1] = '\0';
    proxy_start(folder);
    database_make();
    for (int i = 0; i < NODES; i++)
        open_node(i, i == FAR_NODE ? folder : NULL);
    database_ask(WITNESS);
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
