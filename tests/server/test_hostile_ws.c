/* test_hostile_ws.c: WebSockets that violate RFC 6455, each fault by name, in one
 * packet and byte by byte. The server closes them with the right code, and goes on. */
#define _GNU_SOURCE
#include "raw.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

HOUSE_SUITE(hostile_ws, HOUSE_OPEN);

enum { MESSAGE_MAX = 65536, PROTOCOL = 1002, BINARY = 1003, NOT_UTF8 = 1007, LARGE = 1009 };

#define CHECK_ALL(cases) raw_check_all(house, cases, sizeof(cases) / sizeof *(cases))

/* ------------------------------------------------------------------------- */
/* Opening                                                                   */
/* ------------------------------------------------------------------------- */

#define WS(path) "GET " path " HTTP/1.1\r\n" RAW_UPGRADE
#define KEY      "Sec-WebSocket-Key: cm91bmRob3VzZSBsb2FkIQ==\r\n"
#define WITHOUT_KEY                                                                        \
    "GET /ws/1 HTTP/1.1\r\nHost: @\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"       \
    "Sec-WebSocket-Version: 13\r\n"
#define WITHOUT_VERSION                                                                    \
    "GET /ws/1 HTTP/1.1\r\nHost: @\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" KEY

Test(hostile_ws, openings)
{
    static const RawCase CASES[] = {
        RAW_CASE("a proper one", WS("/ws/1") "\r\n", "101"),
        RAW_CASE("with the own Origin", WS("/ws/1") "Origin: http://@\r\n\r\n", "101"),
        RAW_CASE("Connection with more words",
                 "GET /ws/1 HTTP/1.1\r\nHost: @\r\nUpgrade: WebSocket\r\n"
                 "Connection: keep-alive, upgrade\r\nSec-WebSocket-Version: 13\r\n" KEY
                 "\r\n",
                 "101"),
        RAW_CASE("behind another request",
                 "GET /api/1/hello HTTP/1.1\r\nHost: @\r\n\r\n" WS("/ws/1") "\r\n",
                 "200 101"),
        RAW_CASE("behind a POST",
                 "POST /api/1/guest HTTP/1.1\r\nHost: @\r\nContent-Length: 14\r\n\r\n"
                 "{\"name\":\"Ada\"}" WS("/ws/1") "\r\n",
                 "200 101"),
        RAW_CASE("without Upgrade", "GET /ws/1 HTTP/1.1\r\nHost: @\r\n\r\n", "426 close"),
        RAW_CASE("without Upgrade, by HEAD", "HEAD /ws/1 HTTP/1.1\r\nHost: @\r\n\r\n",
                 "426- close"),
        RAW_CASE("with a query that nobody knows",
                 "GET /ws/1?x=1 HTTP/1.1\r\n" RAW_UPGRADE "\r\n", "400 close"),
        RAW_CASE("with a query that is not encoded",
                 "GET /ws/1?%zz HTTP/1.1\r\n" RAW_UPGRADE "\r\n", "400 close"),
        RAW_CASE("without a key", WITHOUT_KEY "\r\n", "4xx"),
        RAW_CASE("an empty key", WITHOUT_KEY "Sec-WebSocket-Key:\r\n\r\n", "4xx"),
        RAW_CASE("a short key", WITHOUT_KEY "Sec-WebSocket-Key: YQ==\r\n\r\n", "4xx"),
        RAW_CASE("a key that is not base64",
                 WITHOUT_KEY "Sec-WebSocket-Key: !!!!!!!!!!!!!!!!!!!!!!!!\r\n\r\n", "4xx"),
        RAW_CASE("two keys", WS("/ws/1") KEY "\r\n", "4xx"),
        RAW_CASE("without a version", WITHOUT_VERSION "\r\n", "4xx"),
        RAW_CASE("version 8", WITHOUT_VERSION "Sec-WebSocket-Version: 8\r\n\r\n", "4xx"),
        RAW_CASE("version 130", WITHOUT_VERSION "Sec-WebSocket-Version: 130\r\n\r\n",
                 "4xx"),
        RAW_CASE("without Connection: Upgrade",
                 "GET /ws/1 HTTP/1.1\r\nHost: @\r\nUpgrade: websocket\r\n"
                 "Sec-WebSocket-Version: 13\r\n" KEY "\r\n",
                 "4xx"),
        RAW_CASE("by HTTP/1.0", "GET /ws/1 HTTP/1.0\r\n" RAW_UPGRADE "\r\n", "4xx close"),
        RAW_CASE("by POST", "POST /ws/1 HTTP/1.1\r\n" RAW_UPGRADE "\r\n", "4xx"),
        RAW_CASE("by HEAD", "HEAD /ws/1 HTTP/1.1\r\n" RAW_UPGRADE "\r\n", "4xx-"),
        RAW_CASE("with a body", WS("/ws/1") "Content-Length: 5\r\n\r\nhello", "4xx close"),
        RAW_CASE("with a body in chunks",
                 WS("/ws/1") "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "4xx close"),
    };

    CHECK_ALL(CASES);
}

Test(hostile_ws, other_paths_and_subprotocols_are_refused)
{
    static const RawCase CASES[] = {
        RAW_CASE("/", WS("/") "\r\n", "4xx"),
        RAW_CASE("/ws", WS("/ws") "\r\n", "4xx"),
        RAW_CASE("/ws/2", WS("/ws/2") "\r\n", "4xx"),
        RAW_CASE("/ws/1/", WS("/ws/1/") "\r\n", "4xx"),
        RAW_CASE("/ws/11", WS("/ws/11") "\r\n", "4xx"),
        RAW_CASE("/ws/1/../1", WS("/ws/1/../1") "\r\n", "4xx"),
        RAW_CASE("/api/1/hello", WS("/api/1/hello") "\r\n", "4xx"),
        RAW_CASE("/metrics", WS("/metrics") "\r\n", "4xx"),
        RAW_CASE("/healthz", WS("/healthz") "\r\n", "4xx"),
        RAW_CASE("the subprotocol chat", WS("/ws/1") "Sec-WebSocket-Protocol: chat\r\n\r\n",
                 "4xx"),
        RAW_CASE("the subprotocol listener",
                 WS("/ws/1") "Sec-WebSocket-Protocol: listener\r\n\r\n", "4xx"),
        RAW_CASE("many subprotocols",
                 WS("/ws/1") "Sec-WebSocket-Protocol: a, b, listener, c\r\n\r\n", "4xx"),
        RAW_CASE("a subprotocol on another path",
                 WS("/") "Sec-WebSocket-Protocol: listener\r\n\r\n", "4xx"),
    };

    CHECK_ALL(CASES);
}

Test(hostile_ws, other_origins_are_refused_everywhere)
{
    static const RawCase CASES[] = {
        RAW_CASE("another site", WS("/ws/1") "Origin: http://evil.example\r\n\r\n", "403"),
        RAW_CASE("null", WS("/ws/1") "Origin: null\r\n\r\n", "403"),
        RAW_CASE("an empty one", WS("/ws/1") "Origin:\r\n\r\n", "4xx"),
        RAW_CASE("our name and more", WS("/ws/1") "Origin: http://@.evil.example\r\n\r\n",
                 "403"),
        RAW_CASE("our name behind another",
                 WS("/ws/1") "Origin: http://evil.example/@\r\n\r\n", "403"),
        RAW_CASE("another port", WS("/ws/1") "Origin: http://127.0.0.1:1\r\n\r\n", "403"),
        RAW_CASE("no port", WS("/ws/1") "Origin: http://127.0.0.1\r\n\r\n", "403"),
        RAW_CASE("another scheme", WS("/ws/1") "Origin: file://@\r\n\r\n", "403"),
        RAW_CASE("two Origins",
                 WS("/ws/1") "Origin: http://@\r\nOrigin: http://evil.example\r\n\r\n",
                 "4xx"),
        RAW_CASE("two Origins, the other first",
                 WS("/ws/1") "Origin: http://evil.example\r\nOrigin: http://@\r\n\r\n",
                 "4xx"),
        RAW_CASE("another path", WS("/ws/2") "Origin: http://evil.example\r\n\r\n", "4xx"),
        RAW_CASE("a subprotocol",
                 WS("/ws/1") "Origin: http://evil.example\r\n"
                             "Sec-WebSocket-Protocol: listener\r\n\r\n",
                 "4xx"),
        RAW_CASE("POST",
                 "POST /api/1/guest HTTP/1.1\r\nHost: @\r\nOrigin: http://evil.example\r\n"
                 "Content-Length: 14\r\n\r\n{\"name\":\"Ada\"}",
                 "403"),
        RAW_CASE("POST with another scheme",
                 "POST /api/1/guest HTTP/1.1\r\nHost: @\r\nOrigin: https://@\r\n"
                 "Content-Length: 14\r\n\r\n{\"name\":\"Ada\"}",
                 "403"),
        RAW_CASE("chunked POST",
                 "POST /api/1/guest HTTP/1.1\r\nHost: @\r\nOrigin: http://evil.example\r\n"
                 "Transfer-Encoding: chunked\r\n\r\ne\r\n{\"name\":\"Ada\"}\r\n0\r\n\r\n",
                 "403"),
    };

    CHECK_ALL(CASES);
}

/* ------------------------------------------------------------------------- */
/* Frames                                                                    */
/* ------------------------------------------------------------------------- */

/* An open WebSocket, after its hello. */
static Raw open_ws(void)
{
    Raw raw = raw_open(house, NULL);
    HttpReply reply = { 0 };
    WsFrame frame;

    raw_send_text(&raw, "GET /ws/1 HTTP/1.1\r\nHost: @\r\nUpgrade: websocket\r\n"
                        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" KEY "\r\n");
    cr_assert(raw_reply(&raw, 0, &reply));
    cr_assert_eq(reply.status, 101);
    cr_assert_null(http_reply_header(&reply, "sec-websocket-extensions"));
    http_reply_free(&reply);
    while (raw.in.length == 0
           || ws_read_frame(raw.in.bytes, raw.in.length, WS_FROM_SERVER, INT32_MAX, &frame)
                  <= 0)
        cr_assert(raw_read(&raw, PATIENCE_MS), "No hello comes");
    cr_assert_eq(frame.opcode, WS_TEXT);
    text_clear(&raw.in);
    return raw;
}

/* The next frame, copied; NULL: closed. */
static char *next_frame(Raw *raw, WsFrame *frame)
{
    for (;;) {
        long took = raw->in.length == 0 ? 0
                                        : ws_read_frame(raw->in.bytes, raw->in.length,
                                                        WS_FROM_SERVER, INT32_MAX, frame);
        cr_assert_geq(took, 0, "The server sends a frame that is none");
        if (took > 0) {
            char *copy = malloc(frame->length + 1);
            memcpy(copy, frame->payload, frame->length);
            copy[frame->length] = '\0';
            raw->in.length -= (size_t)took;
            memmove(raw->in.bytes, raw->in.bytes + took, raw->in.length);
            frame->payload = copy;
            return copy;
        }
        if (!raw_read(raw, PATIENCE_MS))
            return NULL;
    }
}

/* The server's close code; 0: closed without a code; -1: not closed. */
static int closed_with(Raw *raw)
{
    WsFrame frame;
    int code = 0;

    for (char *payload; (payload = next_frame(raw, &frame)) != NULL; free(payload)) {
        if (frame.opcode == WS_CLOSE && frame.length >= 2)
            code = (unsigned char)payload[0] << 8 | (unsigned char)payload[1];
    }
    return raw->fd < 0 ? code : -1;
}

/* A mask of zeros leaves the payload as it is written here. */
#define MASK "\0\0\0\0"

typedef struct FrameCase {
    const char *name;
    const char *bytes;
    size_t length;
    int code; /* expected close code */
} FrameCase;

#define FRAME_CASE(name, bytes, code)                                                      \
    {                                                                                      \
        name, bytes, sizeof(bytes) - 1, code                                               \
    }

static void check_frames(const FrameCase *one, RawPace pace)
{
    Raw raw = open_ws();
    int code;

    raw_send(&raw, one->bytes, one->length, pace);
    code = closed_with(&raw);
    cr_expect_eq(code, one->code, "%s: closed with %d instead of %d", one->name, code,
                 one->code);
    raw_close(&raw);
}

#define CHECK_FRAMES(cases)                                                                \
    for (size_t i = 0; i < sizeof(cases) / sizeof *(cases); i++) {                         \
        check_frames(&(cases)[i], RAW_AT_ONCE);                                            \
        check_frames(&(cases)[i], RAW_BYTES);                                              \
    }                                                                                      \
    raw_check_alive(house, "bad frames")

Test(hostile_ws, frames_against_the_standard)
{
    static const FrameCase CASES[] = {
        FRAME_CASE("text without a mask", "\x81\x0D{\"do\":\"ping\"}", PROTOCOL),
        FRAME_CASE("an empty text without a mask", "\x81\0", PROTOCOL),
        FRAME_CASE("a ping without a mask", "\x89\0", PROTOCOL),
        FRAME_CASE("a close without a mask", "\x88\x02\x03\xE8", PROTOCOL),
        FRAME_CASE("text without a mask behind a proper one",
                   "\x81\x8D" MASK "{\"do\":\"ping\"}\x81\x0D{\"do\":\"ping\"}", PROTOCOL),
        FRAME_CASE("reserved bit 1", "\xC1\x82" MASK "{}", PROTOCOL),
        FRAME_CASE("reserved bit 2", "\xA1\x82" MASK "{}", PROTOCOL),
        FRAME_CASE("reserved bit 3", "\x91\x82" MASK "{}", PROTOCOL),
        FRAME_CASE("a reserved bit on a ping", "\xC9\x80" MASK, PROTOCOL),
        FRAME_CASE("opcode 3", "\x83\x80" MASK, PROTOCOL),
        FRAME_CASE("opcode 4", "\x84\x80" MASK, PROTOCOL),
        FRAME_CASE("opcode 5", "\x85\x80" MASK, PROTOCOL),
        FRAME_CASE("opcode 6", "\x86\x80" MASK, PROTOCOL),
        FRAME_CASE("opcode 7", "\x87\x80" MASK, PROTOCOL),
        FRAME_CASE("opcode 11", "\x8B\x80" MASK, PROTOCOL),
        FRAME_CASE("opcode 12", "\x8C\x80" MASK, PROTOCOL),
        FRAME_CASE("opcode 13", "\x8D\x80" MASK, PROTOCOL),
        FRAME_CASE("opcode 14", "\x8E\x80" MASK, PROTOCOL),
        FRAME_CASE("opcode 15", "\x8F\x80" MASK, PROTOCOL),
        FRAME_CASE("a ping in parts", "\x09\x83" MASK "abc", PROTOCOL),
        FRAME_CASE("a close in parts", "\x08\x82" MASK "\x03\xE8", PROTOCOL),
        FRAME_CASE("a ping of 126 bytes", "\x89\xFE\0\x7E" MASK, PROTOCOL),
        FRAME_CASE("a close of 126 bytes", "\x88\xFE\0\x7E" MASK, PROTOCOL),
        FRAME_CASE("a pong of 64 bits", "\x8A\xFF\0\0\0\0\0\1\0\0" MASK, PROTOCOL),
        FRAME_CASE("a continuation of nothing", "\x80\x83" MASK "abc", PROTOCOL),
        FRAME_CASE("a part of nothing", "\0\x83" MASK "abc", PROTOCOL),
        FRAME_CASE("a text within a text", "\x01\x81" MASK "{\x81\x81" MASK "}", PROTOCOL),
        FRAME_CASE("a continuation after the end",
                   "\x01\x81" MASK "{\x80\x81" MASK "}\x80\x81" MASK "}", PROTOCOL),
        FRAME_CASE("bytes", "\x82\x82" MASK "{}", BINARY),
        FRAME_CASE("bytes in parts", "\x02\x81" MASK "{\x80\x81" MASK "}", BINARY),
    };

    CHECK_FRAMES(CASES);
}

Test(hostile_ws, lengths_that_lie)
{
    static const FrameCase CASES[] = {
        FRAME_CASE("5 bytes in a length of 16 bits", "\x81\xFE\0\x05" MASK "hello",
                   PROTOCOL),
        FRAME_CASE("125 bytes in a length of 16 bits", "\x81\xFE\0\x7D" MASK, PROTOCOL),
        FRAME_CASE("5 bytes in a length of 64 bits",
                   "\x81\xFF\0\0\0\0\0\0\0\x05" MASK "hello", PROTOCOL),
        FRAME_CASE("65,535 bytes in a length of 64 bits",
                   "\x81\xFF\0\0\0\0\0\0\xFF\xFF" MASK, PROTOCOL),
        FRAME_CASE("a length with the highest bit", "\x81\xFF\x80\0\0\0\0\0\0\x05" MASK,
                   PROTOCOL),
        FRAME_CASE("65,537 bytes", "\x81\xFF\0\0\0\0\0\1\0\1" MASK, LARGE),
        FRAME_CASE("2^32 and 5 bytes", "\x81\xFF\0\0\0\1\0\0\0\x05" MASK, LARGE),
        FRAME_CASE("2^62 bytes", "\x81\xFF\x40\0\0\0\0\0\0\0" MASK, LARGE),
        FRAME_CASE("2^63-1 bytes", "\x81\xFF\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF" MASK, LARGE),
        FRAME_CASE("2^63-1 bytes behind a part",
                   "\x01\x81" MASK "x\x80\xFF\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF" MASK, LARGE),
    };

    CHECK_FRAMES(CASES);
}

Test(hostile_ws, texts_that_are_not_utf8)
{
    static const FrameCase CASES[] = {
        FRAME_CASE("a second byte alone", "\x81\x81" MASK "\x80", NOT_UTF8),
        FRAME_CASE("a first byte alone", "\x81\x81" MASK "\xC3", NOT_UTF8),
        FRAME_CASE("a slash that is too long", "\x81\x82" MASK "\xC0\xAF", NOT_UTF8),
        FRAME_CASE("a NUL that is too long", "\x81\x83" MASK "\xE0\x80\x80", NOT_UTF8),
        FRAME_CASE("a surrogate", "\x81\x83" MASK "\xED\xA0\x80", NOT_UTF8),
        FRAME_CASE("beyond the last character", "\x81\x84" MASK "\xF4\x90\x80\x80",
                   NOT_UTF8),
        FRAME_CASE("byte 255", "\x81\x81" MASK "\xFF", NOT_UTF8),
        FRAME_CASE("inside a name", "\x81\x8B" MASK "{\"do\":\"\xC3\x28\"}", NOT_UTF8),
        FRAME_CASE("wrong across two parts", "\x01\x81" MASK "\xC3\x80\x81" MASK "\x28",
                   NOT_UTF8),
        FRAME_CASE("unfinished at the end of two parts",
                   "\x01\x81" MASK "a\x80\x81" MASK "\xC3", NOT_UTF8),
    };

    CHECK_FRAMES(CASES);
}

#define CLOSING(high, low) "\x88\x82" MASK high low

Test(hostile_ws, closing_codes)
{
    static const FrameCase CASES[] = {
        FRAME_CASE("a close without a code", "\x88\x80" MASK, 1000),
        FRAME_CASE("1000", CLOSING("\x03", "\xE8"), 1000),
        FRAME_CASE("1001", CLOSING("\x03", "\xE9"), 1001),
        FRAME_CASE("3000", CLOSING("\x0B", "\xB8"), 3000),
        FRAME_CASE("4999", CLOSING("\x13", "\x87"), 4999),
        FRAME_CASE("frames behind a close",
                   CLOSING("\x03", "\xE8") "\x81\x02{}\x83\x80" MASK, 1000),
        FRAME_CASE("half a code", "\x88\x81" MASK "\x03", PROTOCOL),
        FRAME_CASE("0", CLOSING("\0", "\0"), PROTOCOL),
        FRAME_CASE("999", CLOSING("\x03", "\xE7"), PROTOCOL),
        FRAME_CASE("1004", CLOSING("\x03", "\xEC"), PROTOCOL),
        FRAME_CASE("1005", CLOSING("\x03", "\xED"), PROTOCOL),
        FRAME_CASE("1006", CLOSING("\x03", "\xEE"), PROTOCOL),
        FRAME_CASE("1015", CLOSING("\x03", "\xF7"), PROTOCOL),
        FRAME_CASE("2999", CLOSING("\x0B", "\xB7"), PROTOCOL),
        FRAME_CASE("5000", CLOSING("\x13", "\x88"), PROTOCOL),
        FRAME_CASE("65535", CLOSING("\xFF", "\xFF"), PROTOCOL),
        FRAME_CASE("a reason that is not UTF-8", "\x88\x83" MASK "\x03\xE8\xFF", NOT_UTF8),
    };

    CHECK_FRAMES(CASES);
}

/* ------------------------------------------------------------------------- */
/* Messages                                                                  */
/* ------------------------------------------------------------------------- */

/* A masked frame with `length` times 'x'. */
static void send_letters(Raw *raw, int opcode, int is_part, size_t length)
{
    FrameHead head = { .opcode = opcode, .is_part = is_part, .mask = 0x01020304 };
    char *letters = malloc(length + 1);
    Text out = { 0 };

    memset(letters, 'x', length);
    frame_write(&out, &head, letters, length);
    raw_send(raw, out.bytes, out.length, RAW_AT_ONCE);
    text_free(&out);
    free(letters);
}

/* The next message is this error. */
static void expect_error(Raw *raw, const char *code)
{
    WsFrame frame;
    char *payload = next_frame(raw, &frame);

    cr_assert_not_null(payload, "No answer");
    cr_expect(frame.opcode == WS_TEXT && strstr(payload, code) != NULL, "%s", payload);
    free(payload);
}

Test(hostile_ws, the_largest_message_and_one_more)
{
    Raw raw = open_ws();

    send_letters(&raw, WS_TEXT, 0, MESSAGE_MAX);
    expect_error(&raw, "\"bad-request\"");
    send_letters(&raw, WS_TEXT, 1, MESSAGE_MAX / 2);
    send_letters(&raw, WS_MORE, 0, MESSAGE_MAX / 2);
    expect_error(&raw, "\"bad-request\"");
    send_letters(&raw, WS_TEXT, 0, MESSAGE_MAX + 1);
    cr_expect_eq(closed_with(&raw), LARGE);
    raw_close(&raw);
    raw = open_ws();
    send_letters(&raw, WS_TEXT, 1, MESSAGE_MAX);
    send_letters(&raw, WS_MORE, 1, 1);
    cr_expect_eq(closed_with(&raw), LARGE);
    raw_close(&raw);
    raw_check_alive(house, "large messages");
}

Test(hostile_ws, messages_that_are_none)
{
    static const FrameCase CASES[] = {
        FRAME_CASE("an empty one", "\x81\x80" MASK, 0),
        FRAME_CASE("a NUL", "\x81\x81" MASK "\0", 0),
        FRAME_CASE("a NUL behind an object", "\x81\x8E" MASK "{\"do\":\"ping\"}\0", 0),
        FRAME_CASE("a list", "\x81\x82" MASK "[]", 0),
        FRAME_CASE("half an object", "\x81\x81" MASK "{", 0),
        FRAME_CASE("parts of nothing", "\x01\x80" MASK "\0\x80" MASK "\x80\x80" MASK, 0),
    };

    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Raw raw = open_ws();
        raw_send(&raw, CASES[i].bytes, CASES[i].length, RAW_BYTES);
        expect_error(&raw, "\"bad-request\"");
        raw_close(&raw);
    }
}

/* Nested brackets. */
Test(hostile_ws, a_deep_message)
{
    char deep[MESSAGE_MAX];
    FrameHead head = { .opcode = WS_TEXT };
    Raw raw = open_ws();
    Text out = { 0 };

    memset(deep, '[', sizeof deep);
    frame_write(&out, &head, deep, sizeof deep);
    raw_send(&raw, out.bytes, out.length, RAW_AT_ONCE);
    expect_error(&raw, "\"bad-request\"");
    text_free(&out);
    raw_close(&raw);
    raw_check_alive(house, "a deep message");
}

Test(hostile_ws, pings_are_answered_and_pongs_passed_over)
{
    static const char FRAMES[] = "\x8A\x83" MASK "abc\x89\x84" MASK "ping\x89\x80" MASK;
    Raw raw = open_ws();
    WsFrame frame;
    char *payload;

    raw_send(&raw, FRAMES, sizeof FRAMES - 1, RAW_BYTES);
    payload = next_frame(&raw, &frame);
    cr_assert_not_null(payload);
    cr_expect_eq(frame.opcode, WS_PONG);
    cr_expect_str_eq(payload, "ping");
    free(payload);
    payload = next_frame(&raw, &frame);
    cr_assert_not_null(payload);
    cr_expect(frame.opcode == WS_PONG && frame.length == 0);
    free(payload);
    raw_close(&raw);
}

/* Pings whose pongs are not read, and empty fragments: neither uses memory. */
Test(hostile_ws, endless_frames_take_no_memory)
{
    enum { FRAMES = 200000 };
    static const char PIECE[] = "\x89\xFD" MASK "0123456789012345678901234567890123456789"
                                "0123456789012345678901234567890123456789"
                                "012345678901234567890123456789012345678901234";
    long before = process_memory(house->child.pid);
    Raw pings = open_ws(), parts = open_ws();

    for (int i = 0; i < FRAMES; i++) {
        if (send(pings.fd, PIECE, sizeof PIECE - 1, MSG_NOSIGNAL | MSG_DONTWAIT) <= 0)
            break;
    }
    raw_send(&parts, "\x01\x80" MASK, 6, RAW_AT_ONCE);
    for (int i = 0; i < FRAMES && parts.fd >= 0; i++) {
        if (send(parts.fd, "\0\x80" MASK, 6, MSG_NOSIGNAL) <= 0)
            break;
    }
    raw_check_alive(house, "endless frames");
    cr_assert_lt(process_memory(house->child.pid) - before, 16L << 20);
    raw_close(&pings);
    raw_close(&parts);
}

/* Without rates: only the queue of pongs is bounded, and a client that leaves it full
 * is closed. */
Test(hostile_ws, pongs_that_nobody_reads_take_no_memory)
{
    enum { PINGS_AT_ONCE = 512, ROUNDS = 512, PING = 131 };
    static char pings[PINGS_AT_ONCE * PING];
    const int room = 65536;
    long before = process_memory(house->child.pid);
    Raw raw = open_ws();

    setsockopt(raw.fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    for (size_t i = 0; i < sizeof pings; i += PING)
        memcpy(pings + i, "\x89\xFD" MASK, 6);
    for (size_t sent = 0; sent < ROUNDS * sizeof pings;) {
        struct pollfd ready = { .fd = raw.fd, .events = POLLOUT };
        size_t at = sent % sizeof pings; /* a part of a piece may have been taken */
        ssize_t taken = poll(&ready, 1, PATIENCE_MS) == 1
                            ? send(raw.fd, pings + at, sizeof pings - at, MSG_NOSIGNAL)
                            : -1;
        if (taken <= 0)
            break;
        sent += (size_t)taken;
    }
    raw_check_alive(house, "unread pongs");
    cr_expect_lt(process_memory(house->child.pid) - before, 8L << 20);
    cr_expect(raw_is_closed(&raw, PATIENCE_MS));
    raw_close(&raw);
}

/* Neither a WebSocket that does not answer Close, nor half a request, nor an answer that
 * nobody reads. */
Test(hostile_ws, silent_clients_do_not_delay_the_end)
{
    struct timespec began, ended;
    Raw silent = open_ws(), half = raw_open(house, NULL), deaf = raw_open(house, NULL);

    raw_send_text(&half,
                  "POST /api/1/guest HTTP/1.1\r\nHost: @\r\nContent-Length: 9\r\n\r\n{");
    for (int i = 0; i < 50; i++)
        raw_send_text(&deaf, "GET /api/1/games HTTP/1.1\r\nHost: @\r\n\r\n");
    raw_check_alive(house, "silent clients");
    clock_gettime(CLOCK_MONOTONIC, &began);
    house_end(house, SIGTERM);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    double took = (double)(ended.tv_sec - began.tv_sec)
                  + (double)(ended.tv_nsec - began.tv_nsec) / 1e9;
    /* Half a second, and another for a busy machine. */
    cr_expect_lt(took, 1.5, "%.2f s", took);
    raw_close(&silent);
    raw_close(&half);
    raw_close(&deaf);
    house_begin(house);
}

/* A frame that is announced and never arrives; a shut-down sending side. */
Test(hostile_ws, half_frames_and_half_closed_connections)
{
    static const FrameCase CASES[] = {
        FRAME_CASE("nothing", "", 0),
        FRAME_CASE("a byte of a frame", "\x81", 0),
        FRAME_CASE("a head of a frame", "\x81\x8D" MASK, 0),
        FRAME_CASE("a part of a frame", "\x81\x8D" MASK "{\"do\"", 0),
        FRAME_CASE("a message that goes on", "\x01\x85" MASK "{\"do\"", 0),
    };

    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Raw raw = open_ws();
        raw_send(&raw, CASES[i].bytes, CASES[i].length, RAW_AT_ONCE);
        shutdown(raw.fd, SHUT_WR);
        cr_expect(raw_is_closed(&raw, PATIENCE_MS), "%s stays open", CASES[i].name);
        raw_close(&raw);
    }
    raw_check_alive(house, "half frames");
}
