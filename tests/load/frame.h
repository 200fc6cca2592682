/* frame.h: a client that can be wrong on purpose, to test a server: WebSocket frames with
 * any head, and bare sockets. */
#ifndef ROUNDHOUSE_TESTS_LOAD_FRAME_H
#define ROUNDHOUSE_TESTS_LOAD_FRAME_H

#include "client/ws.h"
#include "edge/ws_frame.h"

typedef struct FrameHead {
    int opcode;
    int is_part;     /* the message goes on in another frame */
    int reserved;    /* three bits, which nobody should set */
    int is_unmasked; /* as only servers may send */
    uint32_t mask;
} FrameHead;

/* Appends a frame. */
void frame_write(Text *out, const FrameHead *head, const char *payload, size_t length);
/* Sends one; 0: the connection is gone. */
int frame_send(Ws *ws, const FrameHead *head, const char *payload, size_t length);

/* A socket without delay, that gives up after `seconds` without a byte; -1: error in
 * *fault. */
int address_connect(const ServerAddress *address, int seconds, Fault *fault);
/* Writes all of it to a blocking socket; 0: it cannot be. */
int send_all(int fd, const char *bytes, size_t length);

#endif
