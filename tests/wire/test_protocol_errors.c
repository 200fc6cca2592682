/* test_protocol_errors.c: every error of the engine protocol. */
#include "wire/conversation.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

Test(protocol_errors, needs_a_game_first)
{
    static const char *const requests[] = {
        "{\"op\":\"position\"}",
        "{\"op\":\"view\",\"seat\":0}",
        "{\"op\":\"list\"}",
        "{\"op\":\"apply\",\"seat\":0,\"action\":{\"do\":\"call\"}}",
        "{\"op\":\"undo\"}",
        "{\"op\":\"save\"}",
        "{\"op\":\"bot\",\"seat\":0,\"level\":\"random\"}",
    };
    Protocol *protocol = conversation_new();

    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++)
        expect_refused(protocol, requests[i],
                       "There is no game yet: begin with new, load or replay.");
    protocol_free(protocol);
}

Test(protocol_errors, refuses_what_is_not_a_request)
{
    Protocol *protocol = conversation_with_game();

    expect_refused(protocol, "", "This is not JSON: it ends where a value should come.");
    expect_refused(protocol, "hello", "This is not JSON: at byte 1 should come a value.");
    expect_refused(protocol, "[]", "A request must be an object.");
    expect_refused(protocol, "5", "A request must be an object.");
    expect_refused(protocol, "{}", "op is missing.");
    expect_refused(protocol, "{\"op\":1}", "op must be a string.");
    expect_refused(protocol, "{\"op\":\"dance\"}", "There is no op \"dance\".");
    expect_refused(protocol, "{\"op\":\"undo\",\"twice\":true}",
                   "\"twice\" is not part of this request.");
    expect_refused(protocol, "{\"op\":\"undo\"} x",
                   "This is not JSON: at byte 15 should come the end.");
    expect_refused(protocol, "{\"op\":\"undo\",\"op\":\"undo\"}",
                   "The key \"op\" comes twice (byte 14).");
    expect_refused(protocol, "{\"op\":\"undo\xFF\"}",
                   "This is not JSON: byte 12 is not UTF-8.");
    protocol_free(protocol);
}

Test(protocol_errors, refuses_bytes_that_end_strings)
{
    Protocol *protocol = conversation_with_game();
    Text answer = { 0 };

    protocol_answer(protocol, "{\"op\":\"undo\"}\0", 14, &answer);
    cr_expect_str_eq(answer.bytes,
                     "{\"ok\":false,\"error\":\"There is a NUL in it (byte 14).\"}\n");
    text_free(&answer);
    expect_refused(protocol, "{\"op\":\"undo\\u0000\"}",
                   "There is a NUL in a string (byte 12).");
    protocol_free(protocol);
}

Test(protocol_errors, refuses_wrong_seats)
{
    static const char sentence[] = "seat must be a whole number from 0 to 2.";
    Protocol *protocol = conversation_with_game();

    expect_refused(protocol, "{\"op\":\"view\"}", "seat is missing.");
    expect_refused(protocol, "{\"op\":\"view\",\"seat\":3}", sentence);
    expect_refused(protocol, "{\"op\":\"view\",\"seat\":-1}", sentence);
    expect_refused(protocol, "{\"op\":\"view\",\"seat\":\"0\"}", sentence);
    expect_refused(protocol, "{\"op\":\"view\",\"seat\":1.5}", sentence);
    expect_refused(protocol, "{\"op\":\"view\",\"seat\":18446744073709551616}",
                   "The number at byte 21 is too big.");
    expect_refused(protocol, "{\"op\":\"list\",\"seat\":3}", sentence);
    expect_refused(protocol, "{\"op\":\"list\",\"seat\":null}", sentence);
    expect_refused(protocol, "{\"op\":\"list\",\"lang\":\"tlh\"}",
                   "There are no words in \"tlh\".");
    protocol_free(protocol);
}

Test(protocol_errors, refuses_wrong_setups)
{
    Protocol *protocol = conversation_with_game();

    expect_refused(protocol, "{\"op\":\"new\"}", "game is missing.");
    expect_refused(protocol, "{\"op\":\"new\",\"game\":\"chess\",\"seats\":2}",
                   "There is no game \"chess\".");
    expect_refused(protocol, "{\"op\":\"new\",\"game\":\"freight-train\"}",
                   "seats is missing.");
    expect_refused(protocol, "{\"op\":\"new\",\"game\":\"freight-train\",\"seats\":6}",
                   "seats must be a whole number from 2 to 5.");
    expect_refused(protocol,
                   "{\"op\":\"new\",\"game\":\"freight-train\",\"seats\":2,\"options\":[]}",
                   "options must be an object.");
    expect_refused(protocol,
                   "{\"op\":\"new\",\"game\":\"freight-train\",\"seats\":2,"
                   "\"options\":{\"editon\":\"mayfair\"}}",
                   "freight-train has no option \"editon\".");
    expect_refused(protocol,
                   "{\"op\":\"new\",\"game\":\"freight-train\",\"seats\":2,"
                   "\"options\":{\"first\":9}}",
                   "The option first cannot be \"9\".");
    expect_refused(protocol,
                   "{\"op\":\"new\",\"game\":\"freight-train\",\"seats\":2,"
                   "\"options\":{\"cabooses\":true}}",
                   "options.cabooses must be the name of a value.");
    expect_refused(protocol,
                   "{\"op\":\"new\",\"game\":\"freight-train\",\"seats\":2,"
                   "\"options\":{\"edition\":\"white-wind\",\"cabooses\":\"on\"}}",
                   "Cabooses belong to the Mayfair edition: choose edition=mayfair, or "
                   "cabooses=off.");
    expect_refused(protocol,
                   "{\"op\":\"new\",\"game\":\"freight-train\",\"seats\":2,\"seed\":7}",
                   "seed must be a string.");
    protocol_free(protocol);
}

Test(protocol_errors, refuses_wrong_actions)
{
    Protocol *protocol = conversation_with_game();

    expect_refused(protocol, "{\"op\":\"apply\",\"seat\":0}", "action is missing.");
    expect_refused(protocol, "{\"op\":\"apply\",\"seat\":0,\"action\":\"call\"}",
                   "action must be an object.");
    expect_refused(protocol, "{\"op\":\"apply\",\"action\":{\"do\":\"call\"}}",
                   "seat is missing.");
    expect_refused(protocol, "{\"op\":\"apply\",\"seat\":1,\"action\":{\"do\":\"call\"}}",
                   "It is not the turn of seat 1.");
    expect_refused(protocol, "{\"op\":\"apply\",\"seat\":0,\"action\":{\"do\":\"done\"}}",
                   "Seat 0 may not do that now.");
    expect_refused(protocol, "{\"op\":\"undo\"}", "There is no action to take back.");
    protocol_free(protocol);
}

/* An action that cannot be represented gets the same error, wherever it is detected. */
Test(protocol_errors, numbers_of_actions_have_bounds)
{
    static const char sentence[] = "action.siding must be a whole number from 0 to 4 now.";
    Protocol *protocol = conversation_with_game();

    expect_refused(
        protocol,
        "{\"op\":\"apply\",\"seat\":0,\"action\":{\"do\":\"take\",\"siding\":-1}}",
        sentence);
    expect_refused(
        protocol,
        "{\"op\":\"apply\",\"seat\":0,\"action\":{\"do\":\"take\",\"siding\":99}}",
        sentence);
    expect_refused(
        protocol,
        "{\"op\":\"apply\",\"seat\":0,\"action\":{\"do\":\"take\",\"siding\":9999}}",
        sentence);
    protocol_free(protocol);
}

Test(protocol_errors, refuses_wrong_questions_to_bots)
{
    Protocol *protocol = conversation_with_game();

    expect_refused(protocol, "{\"op\":\"bot\",\"seat\":0}", "level is missing.");
    expect_refused(protocol, "{\"op\":\"bot\",\"seat\":0,\"level\":\"oracle\"}",
                   "There is no such level.");
    expect_refused(protocol, "{\"op\":\"bot\",\"seat\":1,\"level\":\"random\"}",
                   "It is not the turn of seat 1.");
    expect_refused(protocol, "{\"op\":\"bot\",\"seat\":0,\"level\":\"random\",\"ms\":0}",
                   "ms must be a whole number from 1 to 1000000000.");
    protocol_free(protocol);
}

Test(protocol_errors, refuses_wrong_saves)
{
    Protocol *protocol = conversation_with_game();

    expect_refused(protocol, "{\"op\":\"replay\"}", "file is missing.");
    expect_refused(protocol, "{\"op\":\"replay\",\"file\":\"\"}",
                   "Line 1: the file ends where \"roundhouse save 1\" should come.");
    expect_refused(protocol,
                   "{\"op\":\"replay\",\"file\":\"roundhouse save 1\\ngame "
                   "freight-train\\nrules 1\\nseats 2\\nstate {\\\"day\\\":9}\\n\"}",
                   "Line 5: state.day must be a whole number from 1 to 3.");
    expect_refused(protocol,
                   "{\"op\":\"replay\",\"file\":\"roundhouse save 1\\ngame "
                   "freight-train\\nrules 1\\nseats 2\\nstate 7\\n\"}",
                   "Line 5: state must be an object.");
    protocol_free(protocol);
}

/* ------------------------------------------------------------------------- */
/* Refused positions                                                         */
/* ------------------------------------------------------------------------- */

/* Loads the present position with `key` of it (or of its state) set to a value, or
 * taken away for "". */
static void expect_load_refused(Protocol *protocol, const char *where, const char *key,
                                const char *value, const char *sentence)
{
    json_t *position = ask_for(protocol, "{\"op\":\"position\"}", "position");
    json_t *object = where[0] == '\0' ? position : json_object_get(position, where);

    if (value[0] == '\0')
        json_object_del(object, key);
    else
        json_object_set_new(object, key, json_loads(value, JSON_DECODE_ANY, NULL));
    char *line = request_with("load", "position", position);
    expect_refused(protocol, line, sentence);
    free(line);
    json_decref(position);
}

Test(protocol_errors, refuses_wrong_positions)
{
    Protocol *protocol = conversation_with_game();

    expect_refused(protocol, "{\"op\":\"load\"}", "position is missing.");
    expect_refused(protocol, "{\"op\":\"load\",\"position\":[]}",
                   "position must be an object.");
    expect_load_refused(protocol, "", "game", "", "game is missing.");
    expect_load_refused(protocol, "", "game", "\"go\"", "There is no game \"go\".");
    expect_load_refused(protocol, "", "rules", "2",
                        "The position is of rules 2, and here are rules 1.");
    expect_load_refused(protocol, "", "rules", "", "rules is missing.");
    expect_load_refused(protocol, "", "seats", "4",
                        "state.players must have 4 entries, not 3.");
    expect_load_refused(protocol, "options", "mixed", "", "options.mixed is missing.");
    expect_load_refused(protocol, "", "options", "", "options is missing.");
    expect_load_refused(protocol, "", "state", "", "state is missing.");
    expect_load_refused(protocol, "", "state", "[]", "state must be an object.");
    expect_load_refused(protocol, "", "extra", "1", "\"extra\" is not part of a position.");
    expect_load_refused(protocol, "state", "deck", "[\"?\"]",
                        "state.deck[0] is \"?\", which is not the name of a car.");
    expect_load_refused(
        protocol, "state", "deck", "[]",
        "The cars do not add up: each type has a fixed number of cards in play.");
    protocol_free(protocol);
}

Test(protocol_errors, a_view_is_not_a_position)
{
    Protocol *protocol = conversation_with_game();
    json_t *view = ask_for(protocol, "{\"op\":\"view\",\"seat\":0}", "position");
    char *line = request_with("load", "position", view);

    expect_refused(protocol, line, "state.key must be 64 hexadecimal digits.");
    free(line);
    json_decref(view);
    protocol_free(protocol);
}

/* Waiting, over, scores and ranking are computed. */
Test(protocol_errors, what_follows_from_the_state_is_passed_over)
{
    Protocol *protocol = conversation_with_game();
    json_t *position = ask_for(protocol, "{\"op\":\"position\"}", "position");
    json_t *wrong = json_deep_copy(position);

    json_object_set_new(wrong, "waiting", json_string("nobody"));
    json_object_set_new(wrong, "scores", json_null());
    json_object_del(wrong, "over");
    json_object_del(wrong, "ranking");
    char *line = request_with("load", "position", wrong);
    json_t *loaded = ask_for(protocol, line, "position");
    cr_expect(json_equal(loaded, position));
    free(line);
    json_decref(loaded);
    json_decref(wrong);
    json_decref(position);
    protocol_free(protocol);
}
