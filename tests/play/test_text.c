/* test_text.c: growing texts, UTF-8, quotations. */
#include "play/text.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <string.h>

Test(text, grows_to_what_is_added)
{
    Text text = { 0 };

    for (int i = 0; i < 1000; i++)
        text_add(&text, "abc");
    cr_expect_eq(text.length, 3000);
    cr_expect_eq(strlen(text.bytes), 3000);
    cr_expect_not(text.has_failed);
    text_free(&text);
}

Test(text, writes_every_number)
{
    Text text = { 0 };

    text_add_number(&text, 0);
    text_add(&text, " ");
    text_add_number(&text, LLONG_MIN);
    text_add(&text, " ");
    text_add_number(&text, LLONG_MAX);
    cr_expect_str_eq(text.bytes, "0 -9223372036854775808 9223372036854775807");
    text_free(&text);
}

Test(text, knows_utf8)
{
    cr_expect(text_is_utf8("", 0));
    cr_expect(text_is_utf8("Zo\xC3\xAB \xE2\x82\xAC \xF0\x9F\x9A\x82", 13));
    cr_expect_not(text_is_utf8("\xFF", 1));
    cr_expect_not(text_is_utf8("\xC3", 1), "cut off");
    cr_expect_not(text_is_utf8("\xC0\xAF", 2), "longer than it need be");
    cr_expect_not(text_is_utf8("\xE0\x80\xAF", 3), "longer than it need be");
    cr_expect_not(text_is_utf8("\xED\xA0\x80", 3), "a surrogate");
    cr_expect_not(text_is_utf8("\xF4\x90\x80\x80", 4), "beyond the last");
    cr_expect_not(text_is_utf8("\x80", 1), "begins in the middle");
    cr_expect_not(text_is_utf8("\xF8\x88\x80\x80\x80", 5), "five bytes");
}

Test(text, quotations_are_short_and_harmless)
{
    static char longer[500];
    static const char misleading[] = { 'a',    '\xC2', '\x9B', '\xE2', '\x80',
                                       '\xAE', '\xE2', '\x81', '\xA9', 'z' };

    memset(longer, 'a', sizeof longer);
    cr_expect_str_eq(quote("a\x1B[2J\xFF\n", 7).text, "a?[2J??");
    cr_expect_str_eq(quote(misleading, sizeof misleading).text, "a???z");
    cr_expect_lt(strlen(quote(longer, sizeof longer).text), 64);
    for (size_t i = 0; i + 1 < sizeof longer; i += 2)
        memcpy(longer + i, "\xC3\xA9", 2);
    for (size_t length = 0; length < sizeof longer; length += 2) {
        Quote quoted = quote(longer, length);
        cr_expect(text_is_utf8(quoted.text, strlen(quoted.text)));
    }
}

Test(text, keeps_the_first_error)
{
    Fault fault = { 0 };

    cr_expect_eq(fault_set(&fault, "first %d", 1), 0);
    fault_set(&fault, "second");
    cr_expect_str_eq(fault.sentence, "first 1");
}

Test(text, reads_hexadecimal_digits_whole_or_not_at_all)
{
    unsigned char bytes[2] = { 7, 7 };

    cr_expect_not(text_read_hex("12g4", 4, bytes, 2));
    cr_expect_not(text_read_hex("123", 3, bytes, 2));
    cr_expect_eq(bytes[0], 7);
    cr_expect(text_read_hex("aB09", 4, bytes, 2));
    cr_expect_eq(bytes[0], 0xAB);
    cr_expect_eq(bytes[1], 9);
}
