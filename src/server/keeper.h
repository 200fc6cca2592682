/* keeper.h: a thread that talks to the store. A server over a database that others share
 * has two, so that entries for logs wait for nothing else. All errands that are waiting
 * when it looks share one batch, and so one sync of the disk: the busier the
 * server, the more moves a sync carries. */
#ifndef ROUNDHOUSE_SERVER_KEEPER_H
#define ROUNDHOUSE_SERVER_KEEPER_H

#include "server/errand.h"

#include <stdatomic.h>

typedef struct Keeper Keeper;

typedef struct KeeperCounts {
    atomic_long batches, errands, failures; /* since it began */
} KeeperCounts;

/* Borrows all. `channel`: where other servers hear of entries that it appends. It runs
 * nothing of its own accord until it is started. NULL: no memory. */
Keeper *keeper_new(Store *store, Inbox *inbox, const char *channel);
void keeper_free(Keeper *keeper);

/* Gives it a thread; 0: the system has none. */
int keeper_start(Keeper *keeper);
/* The thread finishes what it was handed, and ends. */
void keeper_end(Keeper *keeper);

/* From the core's thread. An errand stays with the core until keeper_hand_over, so
 * that what one round of events brings goes over together. */
void keeper_post(Keeper *keeper, Errand *errand);
void keeper_hand_over(Keeper *keeper);

/* Without a thread: runs what was handed over, here and now. */
void keeper_run(Keeper *keeper);

/* The last batch that writes has failed, and not because of what it wanted to write. */
int keeper_is_failing(const Keeper *keeper);
/* As store_silence. */
int keeper_silence(const Keeper *keeper);
/* As store_hurry. */
void keeper_hurry(Keeper *keeper, int milliseconds);

const KeeperCounts *keeper_counts(const Keeper *keeper);

#endif
