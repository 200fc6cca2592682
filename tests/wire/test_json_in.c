/* test_json_in.c: the JSON reader: what it accepts, the errors of what it refuses, and
 * a comparison with another reader. */
#include "engine/random.h"
#include "wire/json_in.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Json *read_well(const char *text)
{
    Fault fault = { 0 };
    Json *json = json_read(text, strlen(text), "not JSON", &fault);

    cr_assert_not_null(json, "%s: %s", text, fault.sentence);
    return json;
}

Test(json_in, numbers)
{
    Json *json =
        read_well(" [0,-0, 12 ,-9223372036854775808,9223372036854775807,1.0,2e3] ");
    const long long whole[] = { 0, 0, 12, INT64_MIN, INT64_MAX };
    const Json *entry = json_first(json);

    cr_expect_eq(json->length, 7);
    for (int i = 0; i < 5; i++, entry = json_beside(entry)) {
        cr_expect(json_is(entry, JSON_IS_NUMBER));
        cr_expect_eq(entry->number, whole[i]);
    }
    for (int i = 0; i < 2; i++, entry = json_beside(entry))
        cr_expect(json_is(entry, JSON_IS_FRACTION));
    json_free(json);
}

Test(json_in, strings_with_escapes)
{
    Json *json =
        read_well("\"a\\n\\\"\\\\\\/\\b\\f\\r\\t \\u00e9 \\u20AC \\ud83d\\ude82 é\"");

    cr_expect(json_is(json, JSON_IS_TEXT));
    cr_expect_str_eq(json->text,
                     "a\n\"\\/\b\f\r\t \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x9A\x82 \xC3\xA9");
    cr_expect_eq(json->length, strlen(json->text));
    json_free(json);
}

Test(json_in, boxes_in_boxes)
{
    Json *json = read_well("{\"a\":[1,[],{\"b\":{}}],\"c\":true,\"d\":null,\"e\":false}");
    const Json *a = json_get(json, "a");

    cr_expect_eq(json->length, 4);
    cr_expect_eq(a->length, 3);
    cr_expect_eq(json_beside(a)->number, 1);
    cr_expect(json_is(json_get(json, "c"), JSON_IS_FLAG));
    cr_expect(json_is(json_get(json, "d"), JSON_IS_NOTHING));
    cr_expect_eq(json_get(json, "e")->number, 0);
    cr_expect_null(json_get(json, "b"), "which is further in");
    cr_expect_null(json_get(a, "b"), "a list has no keys");
    json_free(json);
}

/* ------------------------------------------------------------------------- */
/* Refused input                                                             */
/* ------------------------------------------------------------------------- */

static void expect_fault(const char *text, const char *sentence)
{
    Fault fault = { 0 };
    Json *json = json_read(text, strlen(text), "not JSON", &fault);

    cr_expect_null(json, "%s", text);
    cr_expect_str_eq(fault.sentence, sentence);
    json_free(json);
}

Test(json_in, says_what_should_have_come)
{
    expect_fault("", "not JSON: it ends where a value should come.");
    expect_fault("{", "not JSON: it ends where a key in quotation marks should come.");
    expect_fault("{a:1}", "not JSON: at byte 2 should come a key in quotation marks.");
    expect_fault("{\"a\" 1}", "not JSON: at byte 6 should come a colon.");
    expect_fault("{\"a\":1,}", "not JSON: at byte 8 should come a key in quotation marks.");
    expect_fault("{\"a\":1]", "not JSON: at byte 7 should come a comma or }.");
    expect_fault("[1 2]", "not JSON: at byte 4 should come a comma or ].");
    expect_fault("[1,]", "not JSON: at byte 4 should come a value.");
    expect_fault("[01]", "not JSON: at byte 3 should come a comma or ].");
    expect_fault("-", "not JSON: it ends where a digit should come.");
    expect_fault("1.", "not JSON: it ends where a digit should come.");
    expect_fault("nul", "not JSON: at byte 1 should come a value.");
    expect_fault("1 1", "not JSON: at byte 3 should come the end.");
    expect_fault("\"a", "not JSON: it ends where a character or the end of the string "
                        "should come.");
    expect_fault("\"\t\"", "not JSON: at byte 2 should come a character or the end of the "
                           "string.");
    expect_fault("\"\\x\"",
                 "not JSON: at byte 2 should come an escape that stands for a character.");
    expect_fault("\"\\ud83d\"",
                 "not JSON: at byte 2 should come an escape that stands for a character.");
    expect_fault("\"\xFF\"", "not JSON: byte 2 is not UTF-8.");
}

Test(json_in, what_is_json_but_too_much_is_not_called_anything_else)
{
    char text[4096];
    int length = 0;

    expect_fault("{\"a\":{\"x\":1},\"\\u0061\":2}", "The key \"a\" comes twice (byte 14).");
    expect_fault("9223372036854775808", "The number at byte 1 is too big.");
    expect_fault("[-9223372036854775809]", "The number at byte 2 is too big.");
    expect_fault("\"a\\u0000\"", "There is a NUL in a string (byte 3).");
    memset(text, '[', JSON_DEPTH_MAX + 1);
    text[JSON_DEPTH_MAX + 1] = '\0';
    expect_fault(text, "Lists and objects are more than 32 deep (byte 33).");
    for (int i = 0; i <= JSON_KEYS_MAX; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%s\"%02d\":0",
                           i == 0 ? "{" : ",", i);
    expect_fault(text, "An object has at most 64 keys (byte 450).");
}

/* ------------------------------------------------------------------------- */
/* The other reader                                                          */
/* ------------------------------------------------------------------------- */

static int agrees(const Json *ours, json_t *theirs)
{
    const Json *entry = json_first(ours);

    switch (ours->kind) {
    case JSON_IS_NOTHING:
        return json_is_null(theirs);
    case JSON_IS_FLAG:
        return ours->number ? json_is_true(theirs) : json_is_false(theirs);
    case JSON_IS_NUMBER:
        return json_is_integer(theirs) && json_integer_value(theirs) == ours->number;
    case JSON_IS_FRACTION:
        return json_is_real(theirs);
    case JSON_IS_TEXT:
        return json_is_string(theirs) && json_string_length(theirs) == ours->length
               && strcmp(json_string_value(theirs), ours->text) == 0;
    case JSON_IS_LIST:
        if (!json_is_array(theirs) || json_array_size(theirs) != ours->length)
            return 0;
        for (uint32_t i = 0; i < ours->length; i++, entry = json_beside(entry)) {
            if (!agrees(entry, json_array_get(theirs, i)))
                return 0;
        }
        return 1;
    case JSON_IS_OBJECT:
        if (!json_is_object(theirs) || json_object_size(theirs) != ours->length)
            return 0;
        for (uint32_t i = 0; i < ours->length; i++, entry = json_beside(entry)) {
            if (!agrees(entry, json_object_get(theirs, entry->key)))
                return 0;
        }
        return 1;
    }
    return 0;
}

/* The other reader refuses fractions that are too big for a double, and accepts DEL. */
static void compare(const char *text, size_t length)
{
    Fault fault = { 0 };
    json_error_t error;
    Json *ours = json_read(text, length, "not JSON", &fault);
    json_t *theirs =
        json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);

    if (theirs == NULL && json_error_code(&error) == json_error_numeric_overflow
        && ours != NULL) {
        json_free(ours);
        return;
    }
    cr_assert_eq(ours != NULL, theirs != NULL, "%.*s: %s / %s", (int)length, text,
                 fault.sentence, error.text);
    cr_assert_eq(ours == NULL, fault.sentence[0] != '\0');
    if (ours != NULL)
        cr_assert(agrees(ours, theirs), "%.*s", (int)length, text);
    json_free(ours);
    json_decref(theirs);
}

Test(json_in, agrees_with_another_reader_on_whatever_is_damaged)
{
    static const char *const whole[] = {
        "{\"op\":\"load\",\"position\":{\"seats\":2,\"x\":[1,-20,3.5e+7,true,false,null]}}",
        "[\"\\u00e9\\ud83d\\ude82\\n\",\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x9A\x82\",{\"\":[]}]",
        " { \"a\" : [ { } , [ 0.5 , -0 , 1E2 ] ] , \"b\" : \"\" } ",
    };
    static const char signs[] = "{}[]\",:\\ue0123456789dD+-. tn\x80\xC3\xFF\x01";
    enum { TRIALS = 30000 };
    Rng rng;

    rng_seed(&rng, 4);
    for (int i = 0; i < TRIALS; i++) {
        char text[128];
        size_t length = strlen(whole[i % 3]);
        int changes = (int)rng_below(&rng, 4);

        memcpy(text, whole[i % 3], length + 1);
        for (; changes > 0; changes--) {
            size_t at = rng_below(&rng, (uint32_t)length);
            if (rng_below(&rng, 3) == 0)
                memmove(text + at, text + at + 1, length-- - at);
            else
                text[at] = signs[rng_below(&rng, sizeof signs - 1)];
        }
        compare(text, length);
    }
}
