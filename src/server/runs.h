/* runs.h: several actions of a seat as one: all of them are done, or none. So a person can
 * make a whole turn, look at it (preview), and send it at once. Each action is an entry of
 * the log like any other; what draws or reveals something can only be the last. */
#ifndef ROUNDHOUSE_SERVER_RUNS_H
#define ROUNDHOUSE_SERVER_RUNS_H

#include "server/table.h"

enum { RUN_MAX = 64 };

typedef struct Run {
    int count;
    StoreEntry entries[RUN_MAX]; /* complete but for the last one's write id */
    Events events;               /* of the last */
    int reveals;                 /* the last draws or reveals something */
} Run;

/* Applies "actions" of the message to the table's match; match_undo_many takes them back.
 * 0: error in message->error, and nothing has changed. */
int run_apply(Table *table, Message *message, int seat, Run *run);

/* Of moves.c: the seat of the sender, if it may change the game now, in the position that
 * it has seen. NOBODY: the message was answered, or runs again. */
int find_actor(Conn *conn, Table *table, Message *message, int *actor);
ErrorCode move_error(MatchStatus status, EntryKind kind);
/* Sets turn and hash of the next entry, which is applied to the match. */
void entry_complete(const Table *table, StoreEntry *entry);
/* Of load.c: counts an entry; `before` was waiting before it. */
void undos_count(Undos *undos, SeatSet before, const StoreEntry *entry);
/* Of broadcast.c: the position of the match, after the run, for its own seat. */
void send_preview(Conn *conn, const Table *table, const Run *run, RequestId id);

#endif
