/* at_table.h: a course at a server's table: requests, messages, the log, and the choices
 * before the game begins. */
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
    Course *course;         /* that shows it */
    Connection *connection; /* borrowed */
    char names[SEATS_MAX][TABLE_NAME_MAX];
    const char *name_list[SEATS_MAX];
    int move_count; /* in the journal, without those undone */
    int sent_at;    /* n when an unanswered request was sent; -1: none */
    int asked_at;   /* n of the question in the menu; -1: none */
    int is_joint;   /* others decide at the same time, or have done so meanwhile */
    Reading queue;  /* a line's actions: each is sent when the one before is answered */
    int queue_at;
    int chat_said;                   /* chat lines that were shown */
    char announced[TABLE_CHAT_TEXT]; /* the server's announcement that was shown */
    int wants_next; /* the rematch was requested: go there once it exists */
    SeatItem items[SEAT_ITEMS_MAX];
    int item_count;
};

/* 0: no memory. The course's `say` must be set. */
int at_table_begin(AtTable *at, Course *course, Connection *connection, const char *code,
                   const TableSettings *settings);

/* Handles all messages that have come, without waiting. 0: one of them was an error. */
int at_table_take_news(AtTable *at);

/* The parts of a course that a server does: course_advance, moves, undo. */
void at_table_advance(Course *course);
MatchStatus at_table_move(AtTable *at, Action action);
/* The first action of a line; the others follow it. */
Action at_table_begin_line(AtTable *at, const Reading *reading);
/* Would it end our turn? The others may move at once then. */
int at_table_ends_turn(const AtTable *at, Action action);
int at_table_can_undo(const AtTable *at);
void at_table_undo(AtTable *at);

/* Requests one of the items, by its number. */
void at_table_do(AtTable *at, int n);
void at_table_item_words(const AtTable *at, int n, char *out, size_t size);
/* The name of a seat in full, or that it is open. */
const char *at_table_name(const AtTable *at, int seat);
/* The check of the deal of a finished game, whose save is fetched: steps and verdict. */
void at_table_print_deal(AtTable *at, Screen *screen);
/* The last lines of chat. */
void at_table_print_chat(const AtTable *at, Screen *screen, int lines);
/* After the game, another one with the same people. */
void at_table_want_next(AtTable *at);
/* No hints while other people play. */
int at_table_can_hint(const AtTable *at);

#endif
