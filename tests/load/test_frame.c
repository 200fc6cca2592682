/* test_frame.c: frames as RFC 6455 draws them; its own examples among them. */
#include "load/frame.h"

#include <criterion/criterion.h>
#include <string.h>

enum { MOST = INT32_MAX };

static Text frame_of(const FrameHead *head, const char *payload, size_t length)
{
    Text out = { 0 };

    frame_write(&out, head, payload, length);
    return out;
}

Test(frame, is_written_as_in_the_standard)
{
    FrameHead masked = { .opcode = WS_TEXT, .mask = 0x37FA213D };
    FrameHead part = { .opcode = WS_TEXT, .is_part = 1, .is_unmasked = 1 };
    Text hello = frame_of(&masked, "Hello", 5), hel = frame_of(&part, "Hel", 3);

    cr_assert_eq(hello.length, 11);
    cr_assert_arr_eq(hello.bytes, "\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58", 11);
    cr_assert_eq(hel.length, 5);
    cr_assert_arr_eq(hel.bytes, "\x01\x03Hel", 5);
    text_free(&hello);
    text_free(&hel);
}

/* The product's own writer and the tests' agree. */
Test(frame, of_a_proper_client_is_the_same)
{
    static const unsigned char BYTES[4] = { 0x37, 0xFA, 0x21, 0x3D };
    FrameHead head = { .opcode = WS_TEXT, .mask = 0x37FA213D };
    static char payload[70000];
    uint32_t mask;

    memcpy(&mask, BYTES, sizeof mask);
    memset(payload, 'x', sizeof payload);
    for (size_t length = 0; length <= sizeof payload; length = 3 * length + 1) {
        Text ours = { 0 }, wanted = frame_of(&head, payload, length);
        ws_add_masked(&ours, WS_TEXT, mask, payload, length);
        cr_assert_eq(ours.length, wanted.length);
        cr_assert_arr_eq(ours.bytes, wanted.bytes, ours.length);
        text_free(&ours);
        text_free(&wanted);
    }
}

Test(frame, of_every_length_is_read_back_and_only_when_whole)
{
    static const size_t LENGTHS[] = { 0, 1, 125, 126, 127, 65535, 65536, 100000 };
    static char payload[100000];
    FrameHead head = { .opcode = WS_BINARY, .is_unmasked = 1 };

    memset(payload, 'x', sizeof payload);
    for (size_t i = 0; i < sizeof LENGTHS / sizeof *LENGTHS; i++) {
        Text out = frame_of(&head, payload, LENGTHS[i]);
        WsFrame frame;
        cr_assert_eq(ws_read_frame(out.bytes, out.length - 1, WS_FROM_SERVER, MOST, &frame),
                     0);
        cr_assert_eq(ws_read_frame(out.bytes, out.length, WS_FROM_SERVER, MOST, &frame),
                     (long)out.length);
        cr_assert_eq(frame.length, LENGTHS[i]);
        cr_assert_eq(frame.opcode, WS_BINARY);
        cr_assert_arr_eq(frame.payload, payload, LENGTHS[i]);
        text_free(&out);
    }
}

Test(frame, that_no_server_may_send_is_refused)
{
    char masked[] = "\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58", reserved[] = "\xC1\x00";
    char huge[] = "\x81\x7f\x7f\xff\xff\xff\xff\xff\xff\xff";
    WsFrame frame;

    cr_assert_lt(ws_read_frame(masked, sizeof masked - 1, WS_FROM_SERVER, MOST, &frame), 0);
    cr_assert_lt(ws_read_frame(reserved, sizeof reserved - 1, WS_FROM_SERVER, MOST, &frame),
                 0);
    cr_assert_lt(ws_read_frame(huge, sizeof huge - 1, WS_FROM_SERVER, MOST, &frame), 0);
}
