/* room.h: the core of a server without sockets and threads: a real store, a clock that
 * stands still, and three people. Any failure aborts. */
#ifndef ROUNDHOUSE_TESTS_ROOM_H
#define ROUNDHOUSE_TESTS_ROOM_H

#include "server/core.h"

enum { ADA, BEN, CLEO, ROOM_PEOPLE };

typedef struct Room {
    Store *store;
    Inbox inbox;
    DbPool *db_pool;
    WorkerPool *thinkers, *passwords;
    Core *core;
    int64_t now;
    char tokens[ROOM_PEOPLE][TOKEN_MAX]; /* Cleo has no session */
    Conn *conns[ROOM_PEOPLE];            /* NULL: closed */
    int is_hung_up[ROOM_PEOPLE];
    char code[16]; /* of Ada's table */
    /* Callback for every outgoing message; may be NULL. */
    void (*see)(void *context, int person, const char *text, size_t length);
    void *context;
} Room;

/* Ada and Ben are signed in, Cleo is not; Ada has opened a table, and each has a
 * connection. `see` and `context` are set before. */
void room_open(Room *room, const Limits *limits);
void room_close(Room *room);

/* Runs jobs to completion; bots play a few moves. */
void room_poll(Room *room);
/* Collects outgoing messages, and closes connections that the core has ended. */
void room_read(Room *room);
/* Sends a message and runs everything that follows from it. */
void room_send(Room *room, int person, const char *message);

/* The reply stays in the request, until request_free. */
void room_request(Room *room, Request *request, int person);
void request_free(Request *request);
/* The string value of a key of the reply. */
void answer_value(const Request *request, const char *key, char *value, size_t size);

#endif
