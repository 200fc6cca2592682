/* at_table.h: a course at a server's table: its names, its log, what is sent and what
 * comes back, and what can be done before the game begins. */
#ifndef ROUNDHOUSE_TUI_AT_TABLE_H
#define ROUNDHOUSE_TUI_AT_TABLE_H

#include "client/remote.h"
#include "tui/course.h"

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

struct AtTable {
    RemoteTable table;
    Course *course;         /* whose it is */
    Connection *connection; /* borrowed */
    char names[SEATS_MAX][TABLE_NAME_MAX];
    const char *name_list[SEATS_MAX];
    int *starts; /* of each move in the journal that was not undone */
    int start_count, start_room;
    int sent_at;  /* n when something was sent that has not come back; -1 */
    int asked_at; /* n of the question in the menu; -1: none */
    Action
        queue[LINE_ACTIONS_MAX]; /* the rest of a line: each when the one before is back */
    int queued, queue_at;
    int chat_said;  /* lines that were said to the people here */
    int wants_next; /* the rematch was asked for: to be gone to once it is there */
    SeatItem items[SEAT_ITEMS_MAX];
    int item_count;
};

/* 0: no memory. The course's `say` must be set. */
int at_table_begin(AtTable *at, Course *course, Connection *connection, const char *code,
                   const TableSettings *settings);
void at_table_end(AtTable *at);

/* All that has come, without waiting; says what people must know of it. 0: the server
 * has refused something. */
int at_table_take_news(AtTable *at);
/* Who is next there: course_advance. */
void at_table_advance(Course *course);

/* Does one of the items, by its number. */
void at_table_do(AtTable *at, int n);
void at_table_item_words(const AtTable *at, int n, char *out, size_t size);
/* The name of a seat in full, or that it is open. */
const char *at_table_name(const AtTable *at, int seat);
/* The last lines of chat, so many at most. */
void at_table_print_chat(const AtTable *at, Screen *screen, int lines);
/* After the game, another one with the same people. */
void at_table_want_next(AtTable *at);
/* No hints while other people play. */
int at_table_can_hint(const AtTable *at);

#endif
