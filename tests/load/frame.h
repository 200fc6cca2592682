/* frame.h: a client that can violate the protocol on purpose: WebSocket frames with any
 * head, and raw sockets. */
#ifndef ROUNDHOUSE_TESTS_LOAD_FRAME_H
#define ROUNDHOUSE_TESTS_LOAD_FRAME_H

#include "client/ws.h"
#include "edge/ws_frame.h"

typedef struct FrameHead {
    int opcode;
    int is_part;     /* a fragment: the message continues */
    int reserved;    /* three bits, which must be 0 */
    int is_unmasked; /* only allowed for servers */
    uint32_t mask;
} FrameHead;

/* Appends a frame. */
void frame_write(Text *out, const FrameHead *head, const char *payload, size_t length);
/* Sends a frame; 0: the connection is closed. */
int frame_send(Ws *ws, const FrameHead *head, const char *payload, size_t length);

/* A TCP_NODELAY socket with a timeout of `seconds`; -1: error in *fault. */
int address_connect(const ServerAddress *address, int seconds, Fault *fault);
/* Writes everything to a blocking socket; 0: failed. */
int send_all(int fd, const char *bytes, size_t length);

#endif
