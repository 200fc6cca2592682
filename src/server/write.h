/* write.h: a change of a table on its way to the database. Every change is one: a log entry
 * (a move), a new row (seats, state, clocks), or both. It is prepared aside, stored, and
 * only then adopted in memory and published.
 *
 *     write_submit ──> stored ──> adopted, on_stored publishes, READY
 *         ^   ├──────> failed ──> "not-stored", the table is BEHIND
 *         │   └──────> conflict: another node was first ──> the table is refreshed
 *         │                      ├──> our entry or row is there: reply
 *         ├── the same entry ────┤    still possible in the new position
 *         ├── the message again ─┤    (a change of the row)
 *         │                      └──> "stale" */
#ifndef ROUNDHOUSE_SERVER_WRITE_H
#define ROUNDHOUSE_SERVER_WRITE_H

#include "play/match.h"
#include "server/conn.h"

enum { WRITE_NOTICE_MAX = 768 };

typedef struct Write Write;
typedef void (*OnStored)(Write *write);

struct Write {
    Job job; /* `run`, if there is one, reads what the write needs */
    Table *table;
    Conn *by; /* gets the reply; may be NULL */
    RequestId id;
    StoreId asker; /* of a rematch */
    int tries;
    StoreWrite store;              /* an entry, the row below, or both */
    int base_n;                    /* of an entry: n when it was first made */
    char notice[WRITE_NOTICE_MAX]; /* for other nodes: nodes.c */
    StoreEntry *before;            /* of a run: the entries before the last */
    Events *events;                /* of the entry */
    Move undone_move;              /* of an undo: to restore after a conflict */
    Match *match;                  /* dealt by the job, when a game begins… */
    uint8_t secret[SEED_BYTES];    /* …with this secret */
    Message *message;              /* of a change of the row: run again after a conflict */
    OnStored on_stored;            /* publishes it */
    ErrorCode refusal;             /* the error if the job has not found what it needs */
    /* The whole row as it will be, from write_row on. Last, so that it is not cleared. */
    StoreTable row;
};

/* A write for a message, or with NULL for nobody. NULL: no memory; the error was sent. */
Write *write_new(Table *table, const Message *message);
/* A change of the row, for a message or, with NULL, for nobody. `row` is a copy, to be
 * changed by the caller. NULL: no memory; the error was sent. */
Write *write_row_new(Table *table, Message *message, OnStored on_stored);
/* Adds the row to a write: a copy with the present time. */
StoreTable *write_row(Write *write);
void write_submit(Write *write);
void write_free(Write *write);

/* After a conflict, when the table was refreshed: replies, or retries. `was_stored`: it is
 * in the database after all. */
void write_resolve(Write *write, int was_stored);
/* The table cannot be read: it is unknown whether the write was stored. */
void write_fail(Write *write);
/* Is the row that was read the one of this write? */
int write_is_row(const Write *write, const StoreTable *row);
/* Applies the entry once more and submits it; 0: it is not possible any more (moves.c). */
int write_entry_again(Write *write);

/* An OnStored: replies ok, and sends the row to all who watch or sit there. */
void publish_row(Write *write);

#endif
