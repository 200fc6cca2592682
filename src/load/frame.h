/* frame.h: WebSocket frames as RFC 6455 draws them, from the client's side. What
 * is written can be wrong on purpose, for those who test a server:
 *
 *     | final, 3 reserved, opcode | mask?, length | longer length | mask | payload | */
#ifndef ROUNDHOUSE_LOAD_FRAME_H
#define ROUNDHOUSE_LOAD_FRAME_H

#include "play/text.h"

#include <stddef.h>
#include <stdint.h>

enum {
    FRAME_MORE = 0x0, /* goes on with the message before it */
    FRAME_TEXT = 0x1,
    FRAME_BYTES = 0x2,
    FRAME_CLOSE = 0x8,
    FRAME_PING = 0x9,
    FRAME_PONG = 0xA,
};

typedef struct FrameHead {
    int opcode;
    int is_part;     /* the message goes on in another frame */
    int reserved;    /* three bits, which nobody should set */
    int is_unmasked; /* as only servers may send */
    uint32_t mask;
} FrameHead;

typedef struct Frame {
    int opcode;
    int is_part;
    char *payload;
    size_t length;
} Frame;

/* Appends a frame. */
void frame_write(Text *out, const FrameHead *head, const char *payload, size_t length);

/* The first frame of what came from a server, and how many bytes it takes; 0: not
 * all of it is here, -1: this is no frame that a server may send. */
long frame_read(char *bytes, size_t length, Frame *frame);

#endif
