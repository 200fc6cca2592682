/* remote.h: a table at a server, kept up to date from its messages (docs/protocol.md). */
#ifndef ROUNDHOUSE_CLIENT_REMOTE_H
#define ROUNDHOUSE_CLIENT_REMOTE_H

#include "client/address.h"
#include "client/connection.h"
#include "client/deal_part.h"
#include "engine/game.h"
#include "wire/json_in.h"

enum { TABLE_NAME_MAX = 160, TABLE_CHAT_MAX = 50, TABLE_CHAT_TEXT = 2048 };

typedef enum RemoteState {
    REMOTE_UNKNOWN,
    REMOTE_OPEN,
    REMOTE_PLAYING,
    REMOTE_OVER,
    REMOTE_CLOSED
} RemoteState;

typedef enum RemoteWho { REMOTE_SEAT_OPEN, REMOTE_SEAT_PERSON, REMOTE_SEAT_BOT } RemoteWho;

typedef struct TableSeat {
    RemoteWho who;
    char name[TABLE_NAME_MAX]; /* of a person, or a bot's level */
    int is_here;               /* connected now */
    int is_away;               /* a bot plays for the person */
} TableSeat;

typedef struct ChatLine {
    char name[TABLE_NAME_MAX];
    char text[TABLE_CHAT_TEXT];
} ChatLine;

/* Callbacks for each entry of the log: events, or an undo. */
typedef struct TableLog {
    void *context;
    void (*happened)(void *context, const Event *events, int count);
    void (*undone)(void *context);
} TableLog;

typedef struct RemoteTable {
    Connection *connection; /* borrowed */
    char code[TABLE_CODE_MAX];
    TableLog log;
    int is_connected;
    RemoteState state;
    const Game *game; /* NULL: not known yet */
    Setup setup;      /* without the seed */
    TableSeat seats[SEATS_MAX];
    int seat; /* ours, or NOBODY */
    int is_host;
    int is_away; /* a bot plays for us */
    int n;       /* length of the log that we know */
    int has_view;
    State view;
    int can_undo;
    long long clocks[SEATS_MAX];   /* milliseconds left; -1: none runs out */
    long long clocks_at;           /* by our own clock */
    ChatLine chat[TABLE_CHAT_MAX]; /* the last ones, the newest last */
    int chat_count, chat_total;
    char announcement[TABLE_CHAT_TEXT]; /* of whoever runs the server; empty: none */
    char next[TABLE_CODE_MAX];          /* the rematch; empty: none */
    char error[512];                    /* the server's last error; empty: none */
    DealPart deal;
} RemoteTable;

/* A seat and a table's state as the server's JSON has them. */
void table_seat_read(const Json *json, TableSeat *seat);
RemoteState table_state_read(const Json *json);

void remote_sit_down(RemoteTable *table, Connection *connection, const char *code,
                     const TableLog *log);

/* Handles an event of the connection. `now`, in milliseconds, is our own clock. Unknown
 * messages are ignored. */
void remote_take(RemoteTable *table, const News *news, long long now);

/* Requests. */
void remote_act(RemoteTable *table, Action action);
void remote_undo(RemoteTable *table);
void remote_chat(RemoteTable *table, const char *text);
/* "sit", "stand", "return", "start", "rematch": those that only name the table. */
void remote_do(RemoteTable *table, const char *verb);
/* "sit" on a seat, or, by the host, "seat" for "open" or the level of a bot. NOBODY and
 * NULL: not in the request. */
void remote_seat(RemoteTable *table, const char *verb, int seat, const char *who);

/* Checks the deal of the finished game, with what we have kept: fetches its save, and waits
 * for it. 0: error in *fault. */
int remote_check_deal(RemoteTable *table, SaveCheck *result, Fault *fault);

/* The seats that have a decision to make. */
SeatSet remote_waiting(const RemoteTable *table);

#endif
