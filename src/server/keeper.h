/* keeper.h: the database threads: queues, batches, retries. All errands that wait when one
 * looks share a batch, and so one sync of the disk: the busier the server, the more moves
 * a sync carries.
 *
 * A file has one lane for everything. A database that servers share has several, each a
 * thread with a connection, so that nothing waits behind somebody else's round trips:
 *
 *     general   accounts, chat, heartbeats, claims      one batch after the other
 *     writes    changes of tables                       a second lane helps on slow lines
 *     reads     tables, logs, lists                     one errand a lane */
#ifndef ROUNDHOUSE_SERVER_KEEPER_H
#define ROUNDHOUSE_SERVER_KEEPER_H

#include "server/errand.h"

#include <stdatomic.h>

typedef struct Keeper Keeper;

typedef struct KeeperCounts {
    atomic_long batches, errands, failures; /* since it began */
} KeeperCounts;

/* Borrows all. `channel`: where other servers hear of changes that it writes. It runs
 * nothing before keeper_start. NULL: no memory. */
Keeper *keeper_new(Store *store, Inbox *inbox, const char *channel);
void keeper_free(Keeper *keeper);

/* Begins its threads. `where`: a store that servers share is opened there once more for
 * each lane; NULL: nobody shares it. 0: the system has no threads. */
int keeper_start(Keeper *keeper, const char *where);
/* The threads finish what they were handed, and end. */
void keeper_end(Keeper *keeper);

/* From the core's thread. Errands are collected until keeper_hand_over, so that one
 * iteration of the event loop makes one batch. */
void keeper_post(Keeper *keeper, Errand *errand);
void keeper_hand_over(Keeper *keeper);

/* Without a thread: runs what was handed over, here and now. */
void keeper_run(Keeper *keeper);

/* The last write failed because of disk or network. */
int keeper_is_failing(const Keeper *keeper);
/* As store_silence, of the general lane: heartbeats keep it busy. */
int keeper_silence(const Keeper *keeper);
/* As store_hurry. */
void keeper_hurry(Keeper *keeper, int milliseconds);

const KeeperCounts *keeper_counts(const Keeper *keeper);

#endif
