/* room.h: the core of a server without sockets and threads: a real store, a clock
 * that stands, and three people. What is wrong ends the program. */
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
    char tokens[ROOM_PEOPLE][TOKEN_MAX]; /* Cleo has none */
    Conn *conns[ROOM_PEOPLE];            /* NULL: hung up */
    int is_hung_up[ROOM_PEOPLE];
    char code[16]; /* of the table that Ada has opened */
    /* Told of every message that goes out; may be NULL. */
    void (*see)(void *context, int person, const char *text, size_t length);
    void *context;
} Room;

/* Ada and Ben have come in, Cleo is a stranger; Ada has opened a table, and each has
 * a connection. `see` and `context` are set before. */
void room_open(Room *room, const Limits *limits);
void room_close(Room *room);

/* Jobs go and come back, bots play a few moves. */
void room_settle(Room *room);
/* Takes what there is to be sent, and closes who is to be hung up. */
void room_read(Room *room);
/* A message, and all that follows. */
void room_send(Room *room, int person, const char *message);

/* The answer stays in the request, until request_free. */
void room_request(Room *room, Request *request, int person);
void request_free(Request *request);
/* The value of a key of the answer, a string. */
void answer_value(const Request *request, const char *key, char *value, size_t size);

#endif
