/* test_ws_frame.c: reading and writing WebSocket frames. */
#include "edge/ws_frame.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 65536 };

static long read_frame(const char *bytes, size_t length, WsFrame *frame)
{
    static char copy[128];

    memcpy(copy, bytes, length);
    return ws_read_frame(copy, length, WS_FROM_CLIENT, MOST, frame);
}

#define READ(bytes, frame) read_frame(bytes, sizeof(bytes) - 1, frame)

Test(ws_frame, a_frame_is_read_and_unmasked)
{
    static const char BYTES[] = "\x81\x85\x01\x02\x03\x04igohn";
    WsFrame frame;

    cr_assert_eq(READ(BYTES, &frame), 11);
    cr_assert_eq(frame.opcode, WS_TEXT);
    cr_assert(frame.is_final);
    cr_assert_eq(frame.length, 5);
    cr_assert_eq(memcmp(frame.payload, "hello", 5), 0, "%.5s", frame.payload);
    for (size_t length = 0; length < sizeof BYTES - 1; length++)
        cr_assert_eq(read_frame(BYTES, length, &frame), 0, "%zu", length);
}

Test(ws_frame, what_is_against_the_standard_is_refused)
{
    WsFrame frame;

    cr_assert_eq(READ("\x81\x05hello", &frame), -WS_CLOSE_PROTOCOL, "unmasked");
    cr_assert_eq(READ("\xC1\x80", &frame), -WS_CLOSE_PROTOCOL, "reserved bits");
    cr_assert_eq(READ("\x83\x80", &frame), -WS_CLOSE_PROTOCOL, "opcode");
    cr_assert_eq(READ("\x8B\x80", &frame), -WS_CLOSE_PROTOCOL, "control opcode");
    cr_assert_eq(READ("\x09\x80", &frame), -WS_CLOSE_PROTOCOL, "ping in parts");
    cr_assert_eq(READ("\x89\xFE", &frame), -WS_CLOSE_PROTOCOL, "long ping");
    cr_assert_eq(READ("\x81\xFE\x00\x7D", &frame), -WS_CLOSE_PROTOCOL, "not minimal");
    cr_assert_eq(READ("\x81\xFF\x00\x00\x00\x00\x00\x00\xFF\xFF", &frame),
                 -WS_CLOSE_PROTOCOL, "not minimal");
    cr_assert_eq(READ("\x81\xFF\xFF\x00\x00\x00\x00\x00\x00\x00", &frame),
                 -WS_CLOSE_PROTOCOL, "negative");
    cr_assert_eq(READ("\x81\xFF\x00\x00\x00\x00\x00\x01\x00\x01", &frame),
                 -WS_CLOSE_TOO_LARGE, "too large");
}

static int close_code(const char *payload, size_t length)
{
    char bytes[128];

    memcpy(bytes, payload, length);
    return ws_read_close(
        &(WsFrame){ .opcode = WS_CLOSE, .payload = bytes, .length = length });
}

Test(ws_frame, close_codes_are_checked)
{
    cr_assert_eq(close_code("", 0), WS_CLOSE_NORMAL);
    cr_assert_eq(close_code("\x03\xE8", 2), 1000);
    cr_assert_eq(close_code("\x0F\xA0", 2), 4000);
    cr_assert_eq(close_code("\x03", 1), -WS_CLOSE_PROTOCOL);
    cr_assert_eq(close_code("\x03\xED", 2), -WS_CLOSE_PROTOCOL, "1005 is never sent");
    cr_assert_eq(close_code("\xFF\xFF", 2), -WS_CLOSE_PROTOCOL);
    cr_assert_eq(close_code("\x03\xE8\xC3\x28", 4), -WS_CLOSE_BAD_TEXT);
}

/* Written frames are read back, at all lengths where the head changes. */
Test(ws_frame, heads_are_written_in_the_shortest_way)
{
    static const size_t LENGTHS[] = { 0, 1, 125, 126, 127, 65535, 65536 };

    for (size_t i = 0; i < sizeof LENGTHS / sizeof *LENGTHS; i++) {
        size_t length = LENGTHS[i];
        char *bytes = calloc(1, WS_HEAD_MAX + length);
        size_t head = ws_write_head(bytes, WS_TEXT, length);
        WsFrame frame;
        cr_assert_eq(head, ws_head_size(length));
        cr_assert_eq(ws_read_frame(bytes, head + length, WS_FROM_SERVER, MOST, &frame),
                     (long)(head + length));
        cr_assert_eq(frame.length, length);
        free(bytes);
    }
}

Test(ws_frame, masks_go_on_and_off)
{
    static const unsigned char MASK[4] = { 1, 200, 3, 4 };
    char bytes[21] = "twenty letters here.", was[21];

    memcpy(was, bytes, sizeof bytes);
    for (size_t length = 0; length <= 20; length++) {
        ws_mask(bytes, length, MASK);
        for (size_t i = 0; i < length; i++)
            cr_assert_eq((char)(was[i] ^ MASK[i % 4]), bytes[i]);
        ws_mask(bytes, length, MASK);
        cr_assert_eq(memcmp(bytes, was, sizeof was), 0);
    }
}

/* The example of RFC 6455. */
Test(ws_frame, the_key_is_answered)
{
    char out[WS_ACCEPT_SIZE];

    cr_assert(ws_accept("dGhlIHNhbXBsZSBub25jZQ==", 24, out));
    cr_assert_str_eq(out, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    cr_assert_not(ws_accept("dGhlIHNhbXBsZSBub25jZQ=", 23, out));
    cr_assert_not(ws_accept("dGhlIHNhbXBsZSBub25jZ!==", 24, out));
    cr_assert_not(ws_accept("dGhlIHNhbXBsZSBub25jZQAA", 24, out));
}
