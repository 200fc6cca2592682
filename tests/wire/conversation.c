/* conversation.c: helpers for talking to the engine protocol. */
#include "wire/conversation.h"

#include "ai/ai.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static int answer_bot(const BotQuestion *question, Action *action, Thoughts *thoughts,
                      Fault *fault)
{
    const Bot *bot = bot_find(question->level);
    Budget budget = { .iterations = (long)question->iterations,
                      .milliseconds = (long)question->ms };
    Rng rng;

    if (bot == NULL)
        return fault_set(fault, "There is no such level.");
    rng_seed(&rng, question->seed);
    Bot asked = bot_with_budget(bot, &budget);
    *action = bot_think(&asked, question->game, question->view, question->memory,
                        question->seat, &rng, thoughts);
    return 1;
}

Protocol *conversation_new(void)
{
    Protocol *protocol = protocol_new(answer_bot);

    cr_assert_not_null(protocol);
    return protocol;
}

static json_t *ask_bytes(Protocol *protocol, const char *line, size_t length)
{
    Text answer = { 0 };

    protocol_answer(protocol, line, length, &answer);
    cr_assert_not(answer.has_failed);
    cr_assert_eq(strchr(answer.bytes, '\n'), answer.bytes + answer.length - 1,
                 "an answer is one line");
    json_t *json = json_loadb(answer.bytes, answer.length, JSON_REJECT_DUPLICATES, NULL);
    cr_assert(json_is_object(json), "%s", answer.bytes);
    cr_assert(json_is_boolean(json_object_get(json, "ok")), "%s", answer.bytes);
    text_free(&answer);
    return json;
}

json_t *ask(Protocol *protocol, const char *line)
{
    return ask_bytes(protocol, line, strlen(line));
}

json_t *ask_for(Protocol *protocol, const char *line, const char *key)
{
    json_t *answer = ask(protocol, line);
    json_t *value = NULL;

    cr_assert(json_is_true(json_object_get(answer, "ok")), "%s: %s", line,
              json_string_value(json_object_get(answer, "error")));
    if (key != NULL) {
        value = json_incref(json_object_get(answer, key));
        cr_assert_not_null(value, "%s has no %s", line, key);
    }
    json_decref(answer);
    return value;
}

void ask_well(Protocol *protocol, const char *line)
{
    ask_for(protocol, line, NULL);
}

char *position_text(Protocol *protocol)
{
    json_t *answer = ask(protocol, "{\"op\":\"position\"}");
    char *text = json_dumps(answer, JSON_COMPACT);

    json_decref(answer);
    return text;
}

void expect_refused(Protocol *protocol, const char *line, const char *sentence)
{
    char *before = position_text(protocol);
    json_t *answer = ask(protocol, line);
    char *after = position_text(protocol);

    cr_expect(json_is_false(json_object_get(answer, "ok")), "%s was not refused", line);
    cr_expect_eq(json_object_size(answer), 2, "a refusal has ok and error only");
    cr_expect_str_eq(json_string_value(json_object_get(answer, "error")), sentence);
    cr_expect_str_eq(before, after, "%s changed something", line);
    json_decref(answer);
    free(before);
    free(after);
}

const char NEW_GAME[] = "{\"op\":\"new\",\"game\":\"freight-train\",\"seats\":3,"
                        "\"options\":{\"first\":0},\"seed\":\"test\"}";

Protocol *conversation_with_game(void)
{
    Protocol *protocol = conversation_new();

    ask_well(protocol, NEW_GAME);
    return protocol;
}

char *request_with(const char *op, const char *key, json_t *value)
{
    json_t *request = json_pack("{s:s,s:O}", "op", op, key, value);
    char *line = json_dumps(request, JSON_COMPACT);

    json_decref(request);
    return line;
}
