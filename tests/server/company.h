/* company.h: people, and a few bots, who play at tables of all nodes at once, without
 * waiting for each other. Whoever loses the connection comes to some other node, and
 * plays on. All that they are told is kept, and held against the logs. */
#ifndef ROUNDHOUSE_TESTS_SERVER_COMPANY_H
#define ROUNDHOUSE_TESTS_SERVER_COMPANY_H

#include "ledger.h"
#include "nodes.h"

enum { COMPANY_TABLES = 7 };

void company_open(uint64_t chance);
void company_close(void);
uint32_t company_chance(uint32_t below);

/* Plays on for a moment: whatever comes within some milliseconds is answered. */
void company_play(int milliseconds);
/* Until so many moves were told, from now on; until every table has gone on, or its
 * game is over. Both must be within seconds. */
void company_play_moves(long wanted);
void company_play_everywhere(void);
/* Games that are over are checked; others begin in their places. */
void company_renew(void);

/* The node is no more: what it had said is heard, and its people are elsewhere soon. */
void company_lose_node(int node);
/* Those who play go from this node to others, and nobody comes to it any more; or they
 * come again. */
void company_avoid_node(int node);
void company_return_to_node(int node);

/* All that anybody was told is in the logs, which follow the rules; at every node a
 * stranger is shown the same; nothing that was said is there twice. */
void company_check(void);
LedgerCounts company_counts(void);

#endif
