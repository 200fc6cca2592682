/* nodes.h: several servers over one database. A table has one writer at a time, the
 * node that holds its lease; the others follow its log, and hand over what their own
 * people want to do there.
 *
 *     tab ──act──> node B ──ask──> node A, the writer ──entry──> the log
 *      <──update── node B <─────── "entry" ──────────────────<──┘
 *
 * Asks, answers and changes are notices of the database. What tells of a change is
 * committed with it, so nobody hears of anything that is not stored.
 *
 *     e NODE TABLE ASKER NUMBER USERS ENTRY   the log has one entry more, which ASKER has
 *                                             asked for; these sit there
 *     c NODE TABLE ASKER NUMBER USERS N       it has changed in some other way, too; N:
 *                                             the entry, or 0
 *     s NODE TABLE K {"type":…                line K of what is said there
 *     u NODE USER                             somebody has another name, or is deleted
 *     m NODE USER                             somebody has a table more
 *     w NODE                                  forget who is there by way of NODE, and tell
 *                                             it who is by way of you
 *     b NODE                                  the node ends: its leases are free
 *     p NODE TABLE SEATS WATCHING             who is there by way of NODE: presence.c
 *     q NODE NUMBER USER LANGUAGE {"do":…     do this; to the writer alone
 *     a NUMBER KIND TEXT                      the answer, to the one who asked
 *
 * A server that has its store for itself has no node's name, and does nothing of this. */
#ifndef ROUNDHOUSE_SERVER_NODES_H
#define ROUNDHOUSE_SERVER_NODES_H

#include "server/inside.h"

enum { NODE_CODE_LENGTH = 12, LEASE_MS = 4000 };

/* Of answers: a message; the table as it stands now; somebody else must be asked, and
 * nothing was done. */
enum { ANSWER_MESSAGE = 'm', ANSWER_TABLE = 't', ANSWER_AGAIN = 'r' };

int core_is_node(const Core *core);
/* May this server change the table now? Otherwise another does, or nobody yet, or this
 * program does not have its rules. */
int table_is_ours(const Table *table);
/* Is this the name of a node that we can speak to? */
int node_speaks_ours(const char *node);

/* ------------------------------------------------------------------------- */
/* Saying: nodes.c                                                           */
/* ------------------------------------------------------------------------- */

/* Within a batch. */
StoreStatus node_tell_change(const Write *write, Store *store, Fault *fault);
StoreStatus node_tell_chat(const Core *core, Store *store, const char *code, int k,
                           const Text *message, Fault *fault);
StoreStatus node_tell_user(const Core *core, Store *store, char kind, StoreId user,
                           Fault *fault);
/* In one of its own. What is not said because the database is away, whoever waits for it
 * asks about again. */
void node_say(Core *core, const char *channel, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* An ask; if it cannot be said, asking_was_not_heard. */
void node_say_ask(const Conn *conn, const char *writer, long number, const char *message);

/* Something may have been missed: what is in memory is read again. */
void node_catch_up(Core *core);
/* What another node has said. */
void node_hear(void *context, const StoreNotice *notice);
/* Leases are kept alive, asks that nobody answers are asked again. */
void nodes_tick(Core *core);
/* Gives all leases back, and tells the others. */
void nodes_leave(Core *core);
void nodes_free(Core *core);

/* ------------------------------------------------------------------------- */
/* What our people want of another's table: asking.c                         */
/* ------------------------------------------------------------------------- */

/* A message that the table's writer, who is known, must run. */
void node_ask_writer(Conn *conn, Table *table, const Message *message, const char *bytes,
                     size_t length);
void asking_hear(Core *core, const char *text);
/* The database is away: nobody has heard the ask. */
void asking_was_not_heard(Core *core, long number);
/* Ask NUMBER has become entry n. */
void asking_note_entry(Core *core, long number, int n);
/* That writer is gone: whoever has the tables next is asked, at once. */
void asking_turn_from(Core *core, const char *node);
void asking_tick(Core *core);
void asking_free(Core *core);

/* The entry is the last one of the table: tells it to those who look on, and to whoever
 * has asked for it as the answer. */
void node_tell_entry(Table *table, const StoreEntry *entry);
/* These are in the log, too, though the game has gone on: whoever has asked for one of
 * them is told how it stands now. */
void node_find_asked(Table *table, const StoreEntry *entries, int count);
/* The table was read anew: answers that have waited for that are given. */
void node_is_fresh(Table *table);

/* ------------------------------------------------------------------------- */
/* What the people of others want of ours: answering.c                       */
/* ------------------------------------------------------------------------- */

void answering_hear(Core *core, const char *text);
void answering_tick(Core *core);
void answering_free(Core *core);

/* The connection of somebody who is at another node: what it is told goes there. */
void relay_send(Conn *conn, const char *text, size_t length);
/* The entry tells it. */
void relay_update(Conn *conn);
void relay_table(Conn *conn);
/* Somebody else must be asked: nothing was done. */
void relay_refuse(Conn *conn);
/* Nobody holds it any more. */
void relay_free(Conn *conn);
/* Who has asked, and under which number. */
const char *relay_node(const Conn *conn);
long relay_number(const Conn *conn);

/* ------------------------------------------------------------------------- */
/* The database: line.c                                                      */
/* ------------------------------------------------------------------------- */

void line_tick(Core *core);
/* The process did not run for a while. */
void line_was_stopped(Core *core);
/* It does not answer, or takes nothing. */
int line_is_silent(const Core *core);
/* It has not answered for long: nothing can be done here. */
int line_is_cut_off(const Core *core);
/* How far its clock is ahead of the steady one. */
StoreStatus line_measure(const CoreConfig *config, Store *store, int64_t *ahead,
                         Fault *fault);

/* ------------------------------------------------------------------------- */
/* Which nodes there are: peers.c; and who is there: presence.c              */
/* ------------------------------------------------------------------------- */

void peers_hear(Core *core, const char *node);
void peers_forget(Core *core, const char *node);
void peers_tick(Core *core);
void peers_free(Core *core);

/* Says who is at the table here, if that has changed; and to a node that is new. */
void presence_say(Table *table);
void presence_say_all(Core *core, const char *node);
/* After a gap: what was said may not have been heard, and something missed. */
void presence_begin_anew(Core *core);
void presence_hear(Core *core, const char *node, const char *code, const char *text);
void presence_forget(Core *core, const char *node);
/* At all other nodes together. */
Presence presence_elsewhere(Core *core, const char *code);
void presence_free(Core *core);

/* ------------------------------------------------------------------------- */
/* Leases: leases.c                                                          */
/* ------------------------------------------------------------------------- */

/* This node slept, or the database was away, for longer than they last. */
int leases_may_be_lost(const Core *core);
void leases_keep(Core *core);
/* Gives one back: the table leaves memory. */
void lease_give_back(Table *table);

/* ------------------------------------------------------------------------- */
/* Another's tables: follow.c                                                */
/* ------------------------------------------------------------------------- */

/* Reads what the log has beyond what memory has, and tells it. */
void table_follow(Table *table);
/* Its log has this entry now, and nothing else was changed. */
void table_follow_entry(Table *table, const StoreEntry *entry);

#endif
