/* at_table.h: a sitting at a server's table: its names, its log, and what can be done
 * before the game begins. */
#ifndef ROUNDHOUSE_TUI_AT_TABLE_H
#define ROUNDHOUSE_TUI_AT_TABLE_H

#include "client/remote.h"
#include "tui/sitting.h"

/* What can be done before a game begins. */
typedef enum SeatDeed {
    DEED_START,
    DEED_SIT,
    DEED_BOT,  /* on an open seat */
    DEED_FREE, /* a bot's seat */
    DEED_STAND,
    DEED_CLOSE,
} SeatDeed;

typedef struct SeatItem {
    SeatDeed deed;
    int seat;
} SeatItem;

enum { SEAT_ITEMS_MAX = 2 * SEATS_MAX + 3 };

typedef struct AtTable {
    RemoteTable table;
    Connection *connection; /* borrowed, as is */
    Sitting *sitting;
    Language language;
    char names[SEATS_MAX][TABLE_NAME_MAX];
    const char *name_list[SEATS_MAX];
    int *starts; /* of each move in the journal that was not undone */
    int start_count, start_room;
    int sent_at; /* n when something was sent that has not come back; -1: nothing */
} AtTable;

/* The sitting's host is for the caller to say; its `at` is this table. */
void at_table_begin(AtTable *at, Sitting *sitting, Connection *connection, const char *code,
                    Language language);
void at_table_end(AtTable *at);

/* News of the connection. */
void at_table_hear(AtTable *at, const News *news, long long now);

/* Is it our decision, and nothing of ours on its way? */
int at_table_is_ours(const AtTable *at);

/* What can be done before the game; returns how many. */
int at_table_items(const AtTable *at, SeatItem items[SEAT_ITEMS_MAX]);
void at_table_do(AtTable *at, const SeatItem *item);
void at_table_item_words(const AtTable *at, const SeatItem *item, char *out, size_t size);
/* The name of a seat in full, or that it is open. */
const char *at_table_name(const AtTable *at, int seat);

/* Host.observe, .move, .can_undo, .take_back, .moves: sent, and what comes of it
 * arrives later. */
void at_table_observe(const Sitting *sitting, int seat, State *view);
SittingStatus at_table_move(Sitting *sitting, int seat, Action action);
int at_table_can_undo(const Sitting *sitting, int seat);
void at_table_take_back(Sitting *sitting);
int at_table_moves(const Sitting *sitting);

#endif
