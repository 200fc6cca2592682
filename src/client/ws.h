/* ws.h: one WebSocket to a server: sends a message, waits for one. */
#ifndef ROUNDHOUSE_CLIENT_WS_H
#define ROUNDHOUSE_CLIENT_WS_H

#include "client/http.h"

enum { WS_MESSAGE_MAX = 4 << 20 }; /* of what a server sends */

typedef struct Ws {
    int fd;         /* of the channel; -1: closed, by either end */
    int close_code; /* what the server said when it closed; 0: nothing */
    Channel channel;
    int64_t received_at; /* when the last bytes came, by channel_now */
    Text in;             /* frames not yet read */
    Text message;        /* the last one received */
} Ws;

#define WS_CLOSED ((Ws){ .fd = -1, .channel = { .fd = -1 } })

/* The request's path, token and headers open it. 0: error in *fault, with the reply's
 * status in *status (0: no reply), which may be NULL. */
int ws_open(Ws *ws, const ServerAddress *address, const HttpRequest *request, int *status,
            Fault *fault);
void ws_close(Ws *ws);

/* A text message; 0: the connection is gone. */
int ws_send_text(Ws *ws, const char *message);
/* Any final frame; 0: the connection is gone. */
int ws_send(Ws *ws, int opcode, const char *payload, size_t length);

/* The next text message, which lasts until the next call; pings are answered on the
 * way. NULL: none came in time, it was cancelled, or the connection is gone. */
const char *ws_receive(Ws *ws, int milliseconds);

#endif
