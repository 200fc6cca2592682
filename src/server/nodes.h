/* nodes.h: several servers over one database. A table has one writer at a time, the
 * node that holds its lease; the others follow its log, and hand over what their own
 * people want to do there.
 *
 *     tab ──act──> node B ──ask──> node A, the writer ──entry──> the log
 *      <──update── node B <──answer──  │                          │
 *                    └<──── "changed" ─┴── read from the log ──<──┘
 *
 * Asks, answers and changes are notices of the database: what tells of a change is
 * committed with it, and so comes before the answer to whoever asked for it. A server
 * that has its store for itself has no node's name, and does nothing of this. */
#ifndef ROUNDHOUSE_SERVER_NODES_H
#define ROUNDHOUSE_SERVER_NODES_H

#include "server/inside.h"

enum { NODE_NAME_LENGTH = 12, LEASE_MS = 4000 };

int core_is_node(const Core *core);
/* May this server change the table now? Otherwise another does, or nobody yet. */
int table_is_ours(const Table *table);

/* A message that the table's writer must run. 0: it is not known who that is. */
int node_ask_writer(Conn *conn, Table *table, const Message *message, const char *bytes,
                    size_t length);
/* Entry `n` of the table was read: tells it to those who look on, and to whoever has
 * asked for it as the answer. */
void node_tell_entry(Table *table, int n);
/* The table was read anew: answers that have waited for that are given. */
void node_is_fresh(Table *table);

/* Tells the others of a change, within its batch. */
StoreStatus node_tell_change(const Write *write, Store *store, Fault *fault);
StoreStatus node_tell_chat(const Core *core, Store *store, const char *code,
                           const Text *message, Fault *fault);

/* The connection of somebody who is at another node: what it is told goes there. */
void relay_send(Conn *conn, const char *text, size_t length);
void relay_update(Conn *conn);
void relay_table(Conn *conn);
/* Somebody else must be asked: nothing was done. */
void relay_refuse(Conn *conn);
/* Nobody holds it any more: frees it. */
void relay_free(Conn *conn);

/* What another node has said. */
void node_hear(void *core, const StoreNotice *notice);
/* Leases are kept alive, asks that nobody answers are asked again. */
void nodes_tick(Core *core);
void leases_keep(Core *core);
/* Gives all leases back, and tells the others. */
void nodes_leave(Core *core);
void nodes_free(Core *core);
/* Gives one back: the table leaves memory. */
void lease_give_back(Table *table);

/* follow.c: reads what the log has beyond what memory has, and tells it. */
void table_follow(Table *table);

#endif
