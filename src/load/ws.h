/* ws.h: one WebSocket, blocking: says a message, hears one. For setting up, and for
 * tests; many at once are a Crowd. */
#ifndef ROUNDHOUSE_LOAD_WS_H
#define ROUNDHOUSE_LOAD_WS_H

#include "load/frame.h"
#include "load/http.h"

typedef struct Ws {
    int fd;         /* -1: closed, by whom ever */
    int close_code; /* what the server said when it closed; 0: nothing */
    Text in;        /* frames not yet looked at */
    Text message;   /* the last one heard */
    uint32_t mask;
} Ws;

/* The request's path, token and headers open it. 0: told, with the reply's status in
 * *status (0: no reply), which may be NULL. */
int ws_open(Ws *ws, const Address *address, const HttpRequest *request, int *status,
            Fault *fault);
void ws_close(Ws *ws);

/* 0: the connection is gone. */
int ws_say(Ws *ws, const char *message);
int ws_say_frame(Ws *ws, const FrameHead *head, const char *payload, size_t length);

/* The next text message, which lasts until the next call; pings are answered on the
 * way. NULL: none came within so many milliseconds, or the connection is gone. */
const char *ws_hear(Ws *ws, int milliseconds);

#endif
