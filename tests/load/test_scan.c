/* test_scan.c: keys and actions found in a message, and no false matches. */
#include "load/scan.h"

#include <criterion/criterion.h>
#include <string.h>

static const char UPDATE[] =
    "{\"type\":\"update\",\"table\":\"K7QX2M9P\",\"n\":18,\"seat\":0,\"events\":"
    "[{\"event\":\"said\",\"text\":\"\\\"actions\\\":[{}]\"}],\"actions\":["
    "{\"do\":\"take\",\"siding\":0,\"text\":\"one } of \\\"many\\\"\"},{\"do\":\"call\"},"
    "{\"do\":\"odd\",\"more\":{\"deep\":1}}],\"undo\":false}";

static const size_t LENGTH = sizeof UPDATE - 1;

static void expect_action(int number, const char *expected)
{
    Piece piece = scan_action(UPDATE, LENGTH, number);

    cr_assert_eq(piece.length, strlen(expected));
    cr_assert_arr_eq(piece.bytes, expected, piece.length);
}

Test(scan, finds_keys)
{
    char code[CODE_MAX], small[4];

    cr_assert(scan_is(UPDATE, LENGTH, "update"));
    cr_assert_not(scan_is(UPDATE, LENGTH, "up"));
    cr_assert_not(scan_is(UPDATE, 5, "update"));
    cr_assert(scan_text(UPDATE, LENGTH, "table", code, sizeof code));
    cr_assert_str_eq(code, "K7QX2M9P");
    cr_assert_not(scan_text(UPDATE, LENGTH, "table", small, sizeof small));
    cr_assert_not(scan_text(UPDATE, LENGTH, "n", code, sizeof code));
    cr_assert_eq(scan_number(UPDATE, LENGTH, "n"), 18);
    cr_assert_eq(scan_number(UPDATE, LENGTH, "nothing"), -1);
}

Test(scan, finds_every_action_whole)
{
    cr_assert_eq(scan_action_count(UPDATE, LENGTH), 3);
    expect_action(0, "{\"do\":\"take\",\"siding\":0,\"text\":\"one } of \\\"many\\\"\"}");
    expect_action(1, "{\"do\":\"call\"}");
    expect_action(2, "{\"do\":\"odd\",\"more\":{\"deep\":1}}");
}

Test(scan, finds_no_actions_where_there_are_none)
{
    static const char EMPTY[] = "{\"type\":\"update\",\"actions\":[],\"undo\":false}";
    static const char CUT[] = "{\"type\":\"update\",\"actions\":[{\"do\":\"ca";

    cr_assert_eq(scan_action_count(EMPTY, sizeof EMPTY - 1), 0);
    cr_assert_eq(scan_action_count(CUT, sizeof CUT - 1), 0);
    cr_assert_eq(scan_action_count("{}", 2), 0);
}
