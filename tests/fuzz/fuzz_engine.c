/* fuzz_engine.c: arbitrary lines as requests of the engine protocol. Each gets one line
 * with a JSON object that has "ok"; a refused request has an error and changes nothing.
 * */
#include "fuzz.h"

#include "ai/ai.h"
#include "wire/engine_protocol.h"

#include <jansson.h>
#include <string.h>

enum { LINES_MAX = 64 };

static int ask_random_bot(const BotQuestion *question, Action *action, Thoughts *thoughts,
                          Fault *fault)
{
    Rng rng;

    if (bot_find(question->level) == NULL)
        return fault_set(fault, "There is no such bot.");
    rng_seed(&rng, question->seed);
    (void)thoughts;
    *action =
        bot_choose(&BOT_RANDOM, question->game, question->view, NULL, question->seat, &rng);
    return 1;
}

static int require_answer(const Text *answer)
{
    json_t *json;
    int is_ok;

    REQUIRE(!answer->has_failed && answer->length > 0);
    REQUIRE(memchr(answer->bytes, '\n', answer->length)
            == answer->bytes + answer->length - 1);
    json = json_loadb(answer->bytes, answer->length, JSON_REJECT_DUPLICATES, NULL);
    REQUIRE(json_is_object(json));
    REQUIRE(json_is_boolean(json_object_get(json, "ok")));
    is_ok = json_is_true(json_object_get(json, "ok"));
    REQUIRE(is_ok || json_string_length(json_object_get(json, "error")) > 0);
    json_decref(json);
    return is_ok;
}

static void ask(Protocol *protocol, const char *line, size_t length, Text *answer)
{
    text_clear(answer);
    protocol_answer(protocol, line, length, answer);
}

/* *before is the position before, and becomes the one after. */
static void ask_and_require(Protocol *protocol, const char *line, size_t length,
                            Text *before)
{
    static const char position[] = "{\"op\":\"position\"}";
    Text answer = { 0 }, after = { 0 };
    int is_ok;

    ask(protocol, line, length, &answer);
    is_ok = require_answer(&answer);
    ask(protocol, position, sizeof position - 1, &after);
    require_answer(&after);
    if (!is_ok) {
        REQUIRE(before->length == after.length);
        REQUIRE(memcmp(before->bytes, after.bytes, after.length) == 0);
    }
    text_free(&answer);
    text_free(before);
    *before = after;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Protocol *protocol = protocol_new(ask_random_bot);
    const char *line = (const char *)data, *end = line + size;
    Text position = { 0 };

    REQUIRE(protocol != NULL);
    ask(protocol, "{\"op\":\"position\"}", 17, &position);
    for (int n = 0; n < LINES_MAX && line < end && !protocol_is_done(protocol); n++) {
        const char *line_end = memchr(line, '\n', (size_t)(end - line));
        if (line_end == NULL)
            line_end = end;
        ask_and_require(protocol, line, (size_t)(line_end - line), &position);
        line = line_end + 1;
    }
    text_free(&position);
    protocol_free(protocol);
    return 0;
}
