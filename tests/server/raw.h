/* raw.h: raw bytes to the server's socket, as broken and hostile clients send them, and
 * the replies. */
#ifndef ROUNDHOUSE_TESTS_SERVER_RAW_H
#define ROUNDHOUSE_TESTS_SERVER_RAW_H

#include "talk.h"

typedef struct Raw {
    const House *house;
    int fd;        /* -1: closed by the server */
    int was_reset; /* with RST instead of FIN */
    Text in;       /* received and not yet examined */
} Raw;

/* Connects from a loopback address (127.0.0.0/8); NULL: the default one. */
Raw raw_open(const House *house, const char *from);
/* The same; fd -1: refused. */
Raw raw_try(const House *house, const char *from);
void raw_close(Raw *raw);

/* Sends until all is sent or the server closes. Reads meanwhile, so that neither side
 * blocks. RAW_BYTES: one packet per byte. */
typedef enum RawPace { RAW_AT_ONCE, RAW_BYTES } RawPace;
void raw_send(Raw *raw, const char *bytes, size_t length, RawPace pace);
/* In a text '@' stands for the server's host and port, "@@" for an '@'. */
Text raw_fill(const House *house, const char *bytes, size_t length);
void raw_send_text(Raw *raw, const char *text);

/* Waits for more bytes; 0: closed, or none within this many milliseconds. */
int raw_read(Raw *raw, int milliseconds);
/* Waits for the server to close; 0: it does not. */
int raw_is_closed(Raw *raw, int milliseconds);

/* Takes the next reply. `has_body` 0: the reply to a HEAD. Returns 0 if none comes. */
int raw_reply(Raw *raw, int has_body, HttpReply *reply);
/* The status of the next reply; 0: none. */
int raw_status(Raw *raw);

/* One exchange and its expected result. The bytes are filled in as by raw_fill. `expect`
 * is a list of words:
 *
 *   200      a reply with this status
 *   4xx      of this hundred; xxx: any but 1xx
 *   200-     without a body, as to HEAD
 *   4xx?     it may be missing
 *   close    then the server closes
 *   open     then the connection answers one more request
 *
 * No reply may come beyond those. */
typedef struct RawCase {
    const char *name;
    const char *bytes;
    size_t length;
    const char *expect;
} RawCase;

#define RAW_CASE(name, bytes, expect)                                                      \
    {                                                                                      \
        name, bytes, sizeof(bytes) - 1, expect                                             \
    }

/* Runs the case; afterwards a plain request on a new connection must be answered. Logs
 * a mismatch and continues. */
void raw_check(const House *house, const RawCase *one, RawPace pace);
void raw_check_only(const House *house, const RawCase *one, RawPace pace);
void raw_check_all(const House *house, const RawCase *cases, size_t count);
/* Asserts that a plain request is answered. */
void raw_check_alive(const House *house, const char *after);

/* The request that opens a WebSocket, up to the empty line. */
#define RAW_UPGRADE                                                                        \
    "Host: @\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"                             \
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: cm91bmRob3VzZSBsb2FkIQ==\r\n"

#endif
