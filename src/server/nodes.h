/* nodes.h: several servers over one database. Any of them may write to any table: the
 * database decides who was first, and tells the others.
 *
 *     tab ──act──> node A ──append──> the log ──notice──> node B ──update──> tab
 *
 * A notice is committed together with its change, so nothing is announced that is not
 * stored. A node that misses a notice, or gets one that does not follow its own state,
 * reads the log.
 *
 *     e NODE TABLE USERS ENTRY       the log has one entry more; these sit there
 *     c NODE TABLE USERS             the row has changed, and perhaps the log
 *     s NODE TABLE K {"type":…       line K of the chat there
 *     u NODE USER                    a new name, a deletion, or other blocks
 *     x NODE USER SESSION            a session of somebody has ended
 *     o NODE USER SESSION            all others have; -: all
 *     m NODE USER                    somebody has a table more
 *     a -                            an admin or moderator has acted: acts.c
 *     b NODE                         the node ends: what it has claimed is free
 *     p q w                          who is there by way of NODE: presence.c
 *
 * ENTRY is n, kind, seat, is_by_bot, action, at, waiting, deadline, hash, and the clock
 * of each seat.
 *
 * A server with a store of its own has no node name and sends no notices. */
#ifndef ROUNDHOUSE_SERVER_NODES_H
#define ROUNDHOUSE_SERVER_NODES_H

#include "server/internal.h"

enum { NODE_CODE_LENGTH = 12 };

int core_is_node(const Core *core);
/* Is this the name of a node that we can speak to? */
int node_speaks_ours(const char *node);

/* ------------------------------------------------------------------------- */
/* Notices: nodes.c                                                          */
/* ------------------------------------------------------------------------- */

/* The notice for other nodes, sent if the write is done: into write->notice. */
void node_write_notice(Write *write);
/* Within a batch. */
StoreStatus node_notify_chat(const Core *core, Store *store, const char *code, int k,
                             const Text *message, Fault *fault);
StoreStatus node_notify_user(const Core *core, Store *store, char kind, StoreId user,
                             Fault *fault);
/* `code` may be empty: sessions.h. */
StoreStatus node_notify_session(const Core *core, Store *store, char kind, StoreId user,
                                const char *code, Fault *fault);
/* In one of its own: lines, each with its end, which are taken over. They are not sent
 * if the database is away. */
void node_send(Core *core, const char *channel, Text *lines);

/* Notices may have been lost: refreshes all tables in memory, sessions and presence. */
void node_catch_up(Core *core);
/* Lines of another node, which may be changed; NULL: something was missed. */
void node_receive(void *context, const char *channel, char *lines);
/* Gives up all claims of this node, and notifies the others. */
void nodes_leave(Core *core);

/* ------------------------------------------------------------------------- */
/* The database: heartbeat.c                                                 */
/* ------------------------------------------------------------------------- */

void heartbeat_tick(Core *core);
/* The process did not run for a while. */
void heartbeat_was_stopped(Core *core);
/* Does the database not answer, or not accept writes? */
int database_is_silent(const Core *core);
/* Has the database not answered for so long that requests are refused? */
int database_is_cut_off(const Core *core);
/* How far its clock is ahead of the steady one. */
StoreStatus database_measure_clock(const CoreConfig *config, Store *store,
                                   DatabaseTime *time, Fault *fault);

/* ------------------------------------------------------------------------- */
/* Which nodes there are, and who is there by way of them: presence.c        */
/* ------------------------------------------------------------------------- */

/* One line from another node. */
typedef struct Notice {
    char kind;
    char *node, *what, *rest; /* empty: missing */
} Notice;

/* A line of this node has come: it is alive. */
void peer_seen(Core *core, const char *node);
void peers_forget(Core *core, const char *node);
/* Notices may have been lost: asks all nodes for their presence. */
void peers_request_presence(Core *core);
void peers_tick(Core *core);
void peers_free(Core *core);

/* Sends who is at the table here, if that has changed. */
void presence_send(Table *table);
/* The table leaves memory: says that nobody is there any more. */
void presence_withdraw(Table *table);
void presence_receive(Core *core, const Notice *notice);
void presence_receive_request(Core *core, const Notice *notice);
void presence_receive_reset(Core *core, const Notice *notice);
/* At all other nodes together. */
Presence presence_elsewhere(Core *core, const char *code);
/* Who is there by way of this node. */
Presence presence_here(const Table *table);

/* ------------------------------------------------------------------------- */
/* Scans: wakes.c                                                            */
/* ------------------------------------------------------------------------- */

/* The database has not answered for a while: nobody's time runs out here. */
int scan_is_overdue(const Core *core);

#endif
