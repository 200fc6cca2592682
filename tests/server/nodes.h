/* nodes.h: three servers over one PostgreSQL, started by with_postgres. */
#ifndef ROUNDHOUSE_TESTS_SERVER_NODES_H
#define ROUNDHOUSE_TESTS_SERVER_NODES_H

#include "board.h"

enum { NODES = 3, FAR_NODE = NODES - 1 };

extern House *nodes[NODES];

/* Setup and end of a test. */
void nodes_open(void);
void nodes_close(void);
/* The same where the last node reaches its database by way of a proxy. */
void nodes_open_one_far(void);
void nodes_close_one_far(void);

/* What a node is given as --data: the database, and by what name that knows the node.
 * `folder`: by way of the socket there; NULL: directly. */
const char *node_url(int node, const char *folder);
/* Waits until it finds its database, which it must by itself, within seconds. */
void node_wait_until_well(const House *node);
/* No log has a gap, no write is there twice, and every entry has its hash. */
void check_logs(void);

/* A board where every reader's connection goes to another node. */
Board *board_open_spread(const char *game, int seats);
/* All readers come anew, to node after node, beginning with the second. */
void board_spread(Board *board);

#endif
