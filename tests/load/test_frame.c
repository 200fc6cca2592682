/* test_frame.c: frames as RFC 6455 draws them; its own examples among them. */
#include "load/frame.h"

#include <criterion/criterion.h>
#include <string.h>

static Text frame_of(const FrameHead *head, const char *payload, size_t length)
{
    Text out = { 0 };

    frame_write(&out, head, payload, length);
    return out;
}

Test(frame, is_written_as_in_the_standard)
{
    FrameHead masked = { .opcode = FRAME_TEXT, .mask = 0x37FA213D };
    FrameHead part = { .opcode = FRAME_TEXT, .is_part = 1, .is_unmasked = 1 };
    Text hello = frame_of(&masked, "Hello", 5), hel = frame_of(&part, "Hel", 3);

    cr_assert_eq(hello.length, 11);
    cr_assert_arr_eq(hello.bytes, "\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58", 11);
    cr_assert_eq(hel.length, 5);
    cr_assert_arr_eq(hel.bytes, "\x01\x03Hel", 5);
    text_free(&hello);
    text_free(&hel);
}

Test(frame, of_every_length_is_read_back_and_only_when_whole)
{
    static const size_t LENGTHS[] = { 0, 1, 125, 126, 127, 65535, 65536, 100000 };
    static char payload[100000];
    FrameHead head = { .opcode = FRAME_BYTES, .is_unmasked = 1 };

    memset(payload, 'x', sizeof payload);
    for (size_t i = 0; i < sizeof LENGTHS / sizeof *LENGTHS; i++) {
        Text out = frame_of(&head, payload, LENGTHS[i]);
        Frame frame;
        cr_assert_eq(frame_read(out.bytes, out.length - 1, &frame), 0);
        cr_assert_eq(frame_read(out.bytes, out.length, &frame), (long)out.length);
        cr_assert_eq(frame.length, LENGTHS[i]);
        cr_assert_eq(frame.opcode, FRAME_BYTES);
        cr_assert_arr_eq(frame.payload, payload, LENGTHS[i]);
        text_free(&out);
    }
}

Test(frame, that_no_server_may_send_is_refused)
{
    char masked[] = "\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58", reserved[] = "\xC1\x00";
    char huge[] = "\x81\x7f\x7f\xff\xff\xff\xff\xff\xff\xff";
    Frame frame;

    cr_assert_eq(frame_read(masked, sizeof masked - 1, &frame), -1);
    cr_assert_eq(frame_read(reserved, sizeof reserved - 1, &frame), -1);
    cr_assert_eq(frame_read(huge, sizeof huge - 1, &frame), -1);
}
