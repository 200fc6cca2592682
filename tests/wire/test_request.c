/* test_request.c: fields of JSON objects, and requests found in a table. */
#include "wire/request.h"
#include "wire/strict.h"

#include <criterion/criterion.h>
#include <string.h>

static Json *parsed(const char *text)
{
    Fault fault = { 0 };
    Json *json = json_read(text, strlen(text), "This is not JSON", &fault);

    cr_assert_not_null(json, "%s", fault.sentence);
    return json;
}

static Json *object;

static void begin(void)
{
    object = parsed(
        "{\"n\":7,\"big\":9007199254740993,\"text\":\"x\",\"is\":true,\"none\":null}");
}

static void end(void)
{
    json_free(object);
}

TestSuite(strict, .init = begin, .fini = end);

#define REFUSES(call, words)                                                               \
    do {                                                                                   \
        fault = (Fault){ 0 };                                                              \
        cr_expect_not(call);                                                               \
        cr_expect_str_eq(fault.sentence, words);                                           \
    } while (0)

Test(strict, numbers_are_within_their_bounds)
{
    Fault fault = { 0 };
    long long number = 0;
    int n = -1;

    cr_expect(strict_int(object, "n", 0, 7, &n, &fault));
    cr_expect_eq(n, 7);
    cr_expect(strict_number(object, "big", 0, INT64_MAX, &number, &fault));
    cr_expect_eq(number, 9007199254740993);
    REFUSES(strict_int(object, "n", 0, 6, &n, &fault),
            "n must be a whole number from 0 to 6.");
    REFUSES(strict_int(object, "n", 8, 9, &n, &fault),
            "n must be a whole number from 8 to 9.");
    REFUSES(strict_int(object, "big", 0, INT32_MAX, &n, &fault),
            "big must be a whole number from 0 to 2147483647.");
    REFUSES(strict_int(object, "text", 0, 9, &n, &fault),
            "text must be a whole number from 0 to 9.");
    REFUSES(strict_int(object, "none", 0, 9, &n, &fault),
            "none must be a whole number from 0 to 9.");
    REFUSES(strict_int(object, "m", 0, 9, &n, &fault), "m is missing.");
    REFUSES(strict_number(object, "m", 0, 9, &number, &fault), "m is missing.");
}

Test(strict, a_key_that_may_be_missing_leaves_the_value_as_it_is)
{
    Fault fault = { 0 };
    const Json *value = NULL;
    long long number = 3;
    int n = 3;

    cr_expect(strict_int_if(object, "m", 0, 1, &n, &fault));
    cr_expect(strict_number_if(object, "m", 0, 1, &number, &fault));
    cr_expect(strict_get_if(object, "m", JSON_IS_TEXT, &value, &fault));
    cr_expect(n == 3 && number == 3 && value == NULL);
    cr_expect(strict_int_if(object, "n", 0, 9, &n, &fault));
    cr_expect_eq(n, 7);
    REFUSES(strict_int_if(object, "n", 0, 1, &n, &fault),
            "n must be a whole number from 0 to 1.");
    cr_expect_eq(n, 7);
}

Test(strict, other_values_are_of_their_kind)
{
    Fault fault = { 0 };

    cr_expect_str_eq(strict_text(object, "text", &fault)->text, "x");
    cr_expect_not_null(strict_get(object, "is", JSON_IS_FLAG, &fault));
    REFUSES(strict_text(object, "n", &fault), "n must be a string.");
    REFUSES(strict_object(object, "n", &fault), "n must be an object.");
    REFUSES(strict_get(object, "n", JSON_IS_FLAG, &fault), "n must be true or false.");
    REFUSES(strict_get(object, "n", JSON_IS_LIST, &fault), "n must be a list.");
    REFUSES(strict_text(object, "m", &fault), "m is missing.");
}

Test(strict, no_key_is_there_that_nobody_knows)
{
    Fault fault = { 0 };

    cr_expect(strict_has_only(object, "n big text is none more", "it", &fault));
    REFUSES(strict_has_only(object, "n big text none", "it", &fault),
            "\"is\" is not part of it.");
    REFUSES(strict_has_only(object, "nn big text is none", "it", &fault),
            "\"n\" is not part of it.");
    REFUSES(strict_has_only(object, "", "it", &fault), "\"n\" is not part of it.");
}

/* ------------------------------------------------------------------------- */
/* Requests                                                                  */
/* ------------------------------------------------------------------------- */

typedef struct Row {
    RequestForm form;
    int number;
} Row;

static const Row ROWS[] = { { { "look", "do at" }, 1 }, { { "go", "do to" }, 2 } };

static const RequestTable TABLE = { .rows = ROWS,
                                    .count = 2,
                                    .row_size = sizeof *ROWS,
                                    .name_key = "do",
                                    .not_an_object = "A wish must be an object.",
                                    .what = "this wish",
                                    .unknown = "There is no" };

static const Row *find(const char *text, Fault *fault)
{
    Json *json = parsed(text);
    const Row *row = request_find(&TABLE, json, fault);

    json_free(json);
    return row;
}

Test(request, is_found_by_its_name)
{
    Fault fault = { 0 };

    cr_expect_eq(find("{\"do\":\"go\",\"to\":1}", &fault)->number, 2);
    cr_expect_eq(find("{\"at\":1,\"do\":\"look\"}", &fault)->number, 1);
}

Test(request, has_a_name_and_no_keys_but_its_own)
{
    Fault fault = { 0 };

    REFUSES(find("[]", &fault), "A wish must be an object.");
    REFUSES(find("{}", &fault), "do is missing.");
    REFUSES(find("{\"do\":1}", &fault), "do must be a string.");
    REFUSES(find("{\"do\":\"g\"}", &fault), "There is no \"g\".");
    REFUSES(find("{\"do\":\"go\",\"at\":1}", &fault), "\"at\" is not part of this wish.");
}

Test(request, errors_have_a_code_and_a_sentence)
{
    Text text = { 0 };
    JsonOut out = { .text = &text };
    Error error = { 0 };

    json_open_object(&out);
    cr_expect_not(error_set(&error, ERROR_NOT_YOUR_TURN));
    error_format(&out, &error, "text", LANGUAGE_EN);
    cr_expect_not(error_set_saying(&error, ERROR_ILLEGAL, "No."));
    error_format(&out, &error, "error", LANGUAGE_FR);
    json_close_object(&out);
    cr_expect_str_eq(text.bytes,
                     "{\"code\":\"not-your-turn\",\"text\":\"It is not your turn.\","
                     "\"code\":\"illegal\",\"error\":\"No.\"}");
    text_free(&text);
}
