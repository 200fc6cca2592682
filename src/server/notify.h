/* notify.h: tells people who are not there that something waits for them: their turn, a
 * game that begins, an invitation. Notices go to a queue in the store; every node looks
 * there for those that are due, and claims them.
 *
 *     core: a turn begins ──> store: queue
 *     tick ──> store: claim ──> core: needed, and nobody looks? ──> sender: send
 *          <── store: done, gone, later ──────────────────────────────┘ */
#ifndef ROUNDHOUSE_SERVER_NOTIFY_H
#define ROUNDHOUSE_SERVER_NOTIFY_H

#include "server/internal.h"

/* A change of the table was stored; before it, the table was so. */
void notify_changed(Table *table, TableState was, SeatSet waited);
/* Somebody has stopped watching the table. */
void notify_left(Table *table, StoreId user);

/* Something that somebody may be told, as it is now. */
typedef struct NoticeNow {
    NoticeKind kind;
    StoreId user;
    const char *code; /* of the table */
    TableState state;
    int seat; /* or NOBODY */
    int is_turn;
} NoticeNow;

/* Is it still so, and does the person not see it already? */
int notify_is_needed(Core *core, const NoticeNow *notice);

/* Looks for notices that are due, once a second. */
void notify_look(Core *core);

#endif
