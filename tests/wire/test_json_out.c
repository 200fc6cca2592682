/* test_json_out.c: the writer's output is JSON with the right values. */
#include "wire/json_out.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

Test(json_out, puts_commas_where_they_belong)
{
    Text text = { 0 };
    JsonOut out = { .text = &text };

    json_open_object(&out);
    json_key(&out, "a");
    json_open_list(&out);
    json_close_list(&out);
    json_key(&out, "b");
    json_open_list(&out);
    json_number(&out, 1);
    json_open_object(&out);
    json_close_object(&out);
    json_nothing(&out);
    json_flag(&out, 1);
    json_flag(&out, 0);
    json_name(&out, "x");
    json_close_list(&out);
    json_key(&out, "c");
    json_bytes(&out, (const unsigned char *)"\x01\xFE", 2);
    json_close_object(&out);
    cr_expect_str_eq(text.bytes,
                     "{\"a\":[],\"b\":[1,{},null,true,false,\"x\"],\"c\":\"01fe\"}");
    text_free(&text);
}

Test(json_out, any_utf8_comes_back)
{
    static const char wild[] = "\"\\/\b\f\n\r\t\x01\x1F\x7F Zo\xC3\xAB \xF0\x9F\x9A\x82";
    Text text = { 0 };
    JsonOut out = { .text = &text };

    json_open_list(&out);
    json_text(&out, wild, sizeof wild - 1);
    json_text(&out, "", 0);
    json_close_list(&out);
    json_t *back = json_loadb(text.bytes, text.length, 0, NULL);
    cr_assert_not_null(back, "%s", text.bytes);
    cr_expect_str_eq(json_string_value(json_array_get(back, 0)), wild);
    cr_expect_str_eq(json_string_value(json_array_get(back, 1)), "");
    json_decref(back);
    text_free(&text);
}

/* Texts are read in words of several bytes. */
Test(json_out, what_needs_an_escape_is_found_anywhere)
{
    static const struct {
        char byte;
        const char *escape;
    } cases[] = { { '"', "\\\"" },       { '\\', "\\\\" },   { '\n', "\\n" },
                  { '\x1F', "\\u001f" }, { ' ', " " },       { '!', "!" },
                  { '#', "#" },          { '[', "[" },       { ']', "]" },
                  { '\x7F', "\x7F" },    { '\xA2', "\xA2" }, { '\xDC', "\xDC" } };

    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        for (int length = 1; length <= 20; length++) {
            for (int at = 0; at < length; at++) {
                char plain[21], wanted[32];
                Text text = { 0 };
                JsonOut out = { .text = &text };
                memset(plain, 'x', sizeof plain);
                plain[at] = cases[c].byte;
                snprintf(wanted, sizeof wanted, "\"%.*s%s%.*s\"", at, plain,
                         cases[c].escape, length - at - 1, plain + at + 1);
                json_text(&out, plain, (size_t)length);
                cr_expect_str_eq(text.bytes, wanted);
                text_free(&text);
            }
        }
    }
}

Test(json_out, the_largest_numbers_come_back)
{
    Text text = { 0 };
    JsonOut out = { .text = &text };

    json_open_list(&out);
    json_number(&out, LLONG_MIN);
    json_number(&out, LLONG_MAX);
    json_close_list(&out);
    json_t *back = json_loadb(text.bytes, text.length, 0, NULL);
    cr_expect_eq(json_integer_value(json_array_get(back, 0)), LLONG_MIN);
    cr_expect_eq(json_integer_value(json_array_get(back, 1)), LLONG_MAX);
    json_decref(back);
    text_free(&text);
}

Test(json_out, fractions_have_four_decimals)
{
    Text text = { 0 };
    JsonOut out = { .text = &text };

    json_open_list(&out);
    json_fraction(&out, 0);
    json_fraction(&out, 0.12345);
    json_fraction(&out, 0.99999);
    json_fraction(&out, 1);
    json_close_list(&out);
    cr_expect_str_eq(text.bytes, "[0.0000,0.1235,1.0000,1.0000]");
    text_free(&text);
}
