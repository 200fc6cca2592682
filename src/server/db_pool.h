/* db_pool.h: the database threads: queues, batches, retries. All jobs that wait when one
 * looks share a batch, and so one sync of the disk: the busier the server, the more moves
 * a sync carries.
 *
 * A file has one connection for everything. A database that servers share has several, each
 * a thread with a connection, so that no job waits for the round trips of another:
 *
 *     general   accounts, chat, heartbeats, claims      one batch after the other
 *     writes    changes of tables                       a second connection helps on slow
 * lines reads     tables, logs, lists                     one job a connection */
#ifndef ROUNDHOUSE_SERVER_DB_POOL_H
#define ROUNDHOUSE_SERVER_DB_POOL_H

#include "server/job.h"

#include <stdatomic.h>

typedef struct DbPool DbPool;

typedef struct DbPoolCounts {
    atomic_long batches, jobs, failures; /* since it began */
} DbPoolCounts;

/* Borrows all. `channel`: where changes that it writes are announced to other servers. It
 * runs nothing before db_pool_start. NULL: no memory. */
DbPool *db_pool_new(Store *store, Inbox *inbox, const char *channel);
void db_pool_free(DbPool *pool);

/* Begins its threads. `where`: a store that servers share is opened there once more for
 * each connection; NULL: nobody shares it. 0: the system has no threads. */
int db_pool_start(DbPool *pool, const char *where);
/* The threads finish what they were handed, and end. */
void db_pool_end(DbPool *pool);

/* From the core's thread. Jobs are collected until db_pool_flush, so that one
 * iteration of the event loop makes one batch. */
void db_pool_submit(DbPool *pool, Job *job);
void db_pool_flush(DbPool *pool);

/* Without a thread: runs what was handed over, here and now. */
void db_pool_run(DbPool *pool);

/* The last write failed because of disk or network. */
int db_pool_is_failing(const DbPool *pool);
/* For how many milliseconds the database has owed an answer, to the general connection,
 * which claims keep busy, while it has answered on no other; 0: it owes none. */
int db_pool_silence(const DbPool *pool);
/* As store_stamp. */
int64_t db_pool_stamp(const DbPool *pool);
/* As store_hurry. */
void db_pool_hurry(DbPool *pool, int milliseconds);

const DbPoolCounts *db_pool_counts(const DbPool *pool);

#endif
