/* runs.h: several actions of a seat as one: all of them are done, or none. So a person can
 * make a whole turn, look at it (preview), and send it at once. Each action is an entry of
 * the log like any other; what draws or reveals something can only be the last. */
#ifndef ROUNDHOUSE_SERVER_RUNS_H
#define ROUNDHOUSE_SERVER_RUNS_H

#include "server/table.h"

enum { RUN_MAX = 64 };

struct Run {
    int count;
    StoreEntry entries[RUN_MAX]; /* complete but for the last one's write id */
    Events events;               /* of the last */
    int reveals;                 /* the last draws or reveals something */
};

/* Applies "actions" of the message to the table's match; match_undo_many takes them back.
 * 0: error in message->error, and nothing has changed. */
int run_apply(Table *table, Message *message, int seat, Run *run);

#endif
