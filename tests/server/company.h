/* company.h: people and a few bots who play concurrently at tables of all nodes. A
 * guest that loses its connection reconnects to another node and plays on. Everything
 * that guests receive is kept and compared with the logs. */
#ifndef ROUNDHOUSE_TESTS_SERVER_COMPANY_H
#define ROUNDHOUSE_TESTS_SERVER_COMPANY_H

#include "ledger.h"
#include "nodes.h"

enum { COMPANY_TABLES = 7 };

void company_open(uint64_t chance);
void company_close(void);
uint32_t company_chance(uint32_t below);

/* Plays for a while: handles what arrives within this many milliseconds. */
void company_play(int milliseconds);
/* Plays until `wanted` more moves were received; until every table has a new entry or
 * is over. Both fail after some seconds. */
void company_play_moves(long wanted);
void company_play_everywhere(void);
/* Checks finished games and opens new tables in their place. */
void company_renew(void);

/* After a node has died: reads what it had sent; its guests reconnect elsewhere. */
void company_lose_node(int node);
/* Players leave this node and none connects to it; or they may again. */
void company_avoid_node(int node);
void company_return_to_node(int node);

/* Everything that was received is in the logs, and the logs follow the rules; every
 * node shows a spectator the same; no chat line is stored twice. */
void company_check(void);
LedgerCounts company_counts(void);

#endif
