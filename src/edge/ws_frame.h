/* ws_frame.h: parses and writes WebSocket frames (RFC 6455):
 *
 *     | final, 3 reserved, opcode | mask?, length | longer length | mask | payload |
 *
 * Pure functions over a buffer. */
#ifndef ROUNDHOUSE_EDGE_WS_FRAME_H
#define ROUNDHOUSE_EDGE_WS_FRAME_H

#include "play/text.h"

#include <stddef.h>
#include <stdint.h>

enum {
    WS_MORE = 0x0,
    WS_TEXT = 0x1,
    WS_BINARY = 0x2,
    WS_CLOSE = 0x8,
    WS_PING = 0x9,
    WS_PONG = 0xA,
};

enum {
    WS_CLOSE_NORMAL = 1000,
    WS_CLOSE_GOING_AWAY = 1001,
    WS_CLOSE_PROTOCOL = 1002,
    WS_CLOSE_UNACCEPTABLE = 1003,
    WS_CLOSE_BAD_TEXT = 1007,
    WS_CLOSE_POLICY = 1008,
    WS_CLOSE_TOO_LARGE = 1009,
};

enum { WS_HEAD_MAX = 14, WS_CONTROL_MAX = 125, WS_ACCEPT_SIZE = 29 };

/* The sender: clients mask, servers do not. */
typedef enum WsSide { WS_FROM_CLIENT, WS_FROM_SERVER } WsSide;

typedef struct WsFrame {
    int opcode;
    int is_final;
    char *payload; /* in the buffer, unmasked there */
    size_t length;
} WsFrame;

/* The first frame, and its length in bytes; 0: incomplete; negative: the close code of
 * the error. A payload has at most `most` bytes. */
long ws_read_frame(char *bytes, size_t length, WsSide from, size_t most, WsFrame *frame);

static inline int ws_is_control(int opcode)
{
    return opcode >= WS_CLOSE;
}

/* The code of a Close frame, 1000 if it has none; negative: the close code of the error. */
int ws_read_close(const WsFrame *close);

/* The bytes that the head of an unmasked frame takes. */
size_t ws_head_size(size_t length);
/* Writes the head of a final, unmasked frame. */
size_t ws_write_head(char *out, int opcode, size_t length);
/* Appends a final frame as clients send it. */
void ws_add_masked(Text *out, int opcode, uint32_t mask, const char *payload,
                   size_t length);
/* Turns bytes into masked ones, or back. */
void ws_mask(char *bytes, size_t length, const unsigned char mask[4]);

/* The answer to a Sec-WebSocket-Key; 0: the key is not 16 bytes in base64. */
int ws_accept(const char *key, size_t length, char out[WS_ACCEPT_SIZE]);

#endif
