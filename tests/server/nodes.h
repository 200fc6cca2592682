/* nodes.h: three servers over one PostgreSQL, which with_postgres has started. */
#ifndef ROUNDHOUSE_TESTS_SERVER_NODES_H
#define ROUNDHOUSE_TESTS_SERVER_NODES_H

#include "board.h"

enum { NODES = 3, FAR_NODE = NODES - 1 };

extern House *nodes[NODES];

/* Fixture: setup and teardown. */
void nodes_open(void);
void nodes_close(void);
/* The same, with a proxy between the last node and its database. */
void nodes_open_one_far(void);
void nodes_close_one_far(void);

/* The node's --store: the database with the node's application name. `folder`: through
 * the socket there; NULL: directly. */
const char *node_url(int node, const char *folder);
/* Waits until the node is connected to its database; fails after some seconds. */
void node_wait_until_well(const House *node);
/* Asserts that no log has a gap, no write is stored twice, and every entry has its
 * hash. */
void check_logs(void);

/* A board whose readers are connected to different nodes. */
Board *board_open_spread(const char *game, int seats);
/* All readers reconnect, to node after node, beginning with the second. */
void board_spread(Board *board);

/* A tab of the same person at every node. */
void come_to_all(const Board *board, int seat, Tab *tabs[NODES]);

#endif
