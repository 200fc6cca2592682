/* test_protocol.c: every request of the engine protocol, and every error. */
#include "play/save.h"
#include "wire/conversation.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const char NEW[] = "{\"op\":\"new\",\"game\":\"freight-train\",\"seats\":3,"
                          "\"options\":{\"first\":0},\"seed\":\"test\"}";

static Protocol *with_game(void)
{
    Protocol *protocol = conversation_new();

    ask_well(protocol, NEW);
    return protocol;
}

/* The first waiting seat does the first listed action; 0: the game is over. */
static int step(Protocol *protocol, size_t choice)
{
    json_t *list = ask(protocol, "{\"op\":\"list\"}");
    json_t *actions = json_object_get(list, "actions");
    size_t count = json_array_size(actions);

    if (count > 0) {
        json_t *request =
            json_pack("{s:s,s:O,s:O}", "op", "apply", "seat", json_object_get(list, "seat"),
                      "action", json_array_get(actions, choice % count));
        char *line = json_dumps(request, JSON_COMPACT);
        ask_well(protocol, line);
        free(line);
        json_decref(request);
    }
    json_decref(list);
    return count > 0;
}

/* ------------------------------------------------------------------------- */
/* Requests                                                                  */
/* ------------------------------------------------------------------------- */

Test(protocol, lists_the_games)
{
    Protocol *protocol = conversation_new();
    json_t *games = ask_for(protocol, "{\"op\":\"games\"}", "games");
    json_t *first = json_array_get(games, 0);

    cr_expect_str_eq(json_string_value(json_object_get(first, "game")), "freight-train");
    cr_expect_eq(json_integer_value(json_object_get(first, "least_seats")), 2);
    cr_expect_eq(json_array_size(json_object_get(first, "options")), 5);
    json_decref(games);
    protocol_free(protocol);
}

Test(protocol, a_seed_decides_the_deal)
{
    Protocol *protocol = with_game();
    char *one = position_text(protocol);

    ask_well(protocol, NEW);
    char *same = position_text(protocol);
    ask_well(protocol, "{\"op\":\"new\",\"game\":\"freight-train\",\"seats\":3,"
                       "\"options\":{\"first\":\"0\"},\"seed\":\"other\"}");
    char *other = position_text(protocol);
    cr_expect_str_eq(one, same);
    cr_expect_str_neq(one, other);
    free(one);
    free(same);
    free(other);
    protocol_free(protocol);
}

Test(protocol, without_a_seed_it_says_which_it_took)
{
    Protocol *protocol = conversation_new();
    json_t *seed = ask_for(
        protocol, "{\"op\":\"new\",\"game\":\"freight-train\",\"seats\":2}", "seed");

    cr_expect_eq(json_string_length(seed), 64);
    json_decref(seed);
    protocol_free(protocol);
}

Test(protocol, a_view_hides_the_deck)
{
    Protocol *protocol = with_game();
    static const char *const requests[] = { "{\"op\":\"view\",\"seat\":1}",
                                            "{\"op\":\"view\",\"seat\":null}" };

    for (int i = 0; i < 2; i++) {
        json_t *view = ask_for(protocol, requests[i], "position");
        json_t *state = json_object_get(view, "state");
        json_t *deck = json_object_get(state, "deck");
        cr_expect_gt(json_array_size(deck), 10);
        for (size_t n = 0; n < json_array_size(deck); n++)
            cr_expect_str_eq(json_string_value(json_array_get(deck, n)), "?");
        cr_expect_str_eq(json_string_value(json_object_get(state, "key")), "?");
        json_decref(view);
    }
    protocol_free(protocol);
}

Test(protocol, undo_goes_back_through_the_same_positions)
{
    enum { STEPS = 80 };
    Protocol *protocol = with_game();
    char *positions[STEPS];

    for (int i = 0; i < STEPS; i++) {
        positions[i] = position_text(protocol);
        step(protocol, (size_t)i * 7);
    }
    for (int i = STEPS - 1; i >= 0; i--) {
        ask_well(protocol, "{\"op\":\"undo\"}");
        char *position = position_text(protocol);
        cr_expect_str_eq(position, positions[i]);
        free(position);
        free(positions[i]);
    }
    protocol_free(protocol);
}

Test(protocol, a_whole_game_has_scores_and_a_ranking)
{
    Protocol *protocol = with_game();
    size_t n = 0;

    while (step(protocol, n * n + 3 * n))
        n++;
    json_t *position = ask_for(protocol, "{\"op\":\"position\"}", "position");
    cr_expect(json_is_true(json_object_get(position, "over")));
    cr_expect_eq(json_array_size(json_object_get(position, "waiting")), 0);
    cr_expect_eq(json_array_size(json_object_get(position, "ranking")), 3);
    json_t *seat = ask_for(protocol, "{\"op\":\"list\"}", "seat");
    cr_expect(json_is_null(seat));
    expect_refused(protocol, "{\"op\":\"apply\",\"seat\":0,\"action\":{\"do\":\"call\"}}",
                   "The game is over.");
    expect_refused(protocol, "{\"op\":\"bot\",\"seat\":0,\"level\":\"random\"}",
                   "The game is over.");
    json_decref(seat);
    json_decref(position);
    protocol_free(protocol);
}

/* {"op": op, key: value} as a line; the caller frees it. */
static char *request_with(const char *op, const char *key, json_t *value)
{
    json_t *request = json_pack("{s:s,s:O}", "op", op, key, value);
    char *line = json_dumps(request, JSON_COMPACT);

    json_decref(request);
    return line;
}

Test(protocol, a_position_can_be_loaded_at_any_moment_and_goes_on_alike)
{
    Protocol *one = with_game(), *other = conversation_new();

    for (size_t n = 0; n < 60; n++) {
        json_t *position = ask_for(one, "{\"op\":\"position\"}", "position");
        char *line = request_with("load", "position", position);
        ask_well(other, line);
        step(one, n * 5);
        step(other, n * 5);
        char *first = position_text(one), *second = position_text(other);
        cr_assert_str_eq(first, second);
        free(first);
        free(second);
        free(line);
        json_decref(position);
    }
    protocol_free(one);
    protocol_free(other);
}

static void expect_save_comes_back(Protocol *protocol)
{
    Protocol *other = conversation_new();
    json_t *file = ask_for(protocol, "{\"op\":\"save\"}", "file");
    char *line = request_with("replay", "file", file);
    json_t *position = ask_for(other, line, "position");
    json_t *again = ask_for(other, "{\"op\":\"save\"}", "file");
    json_t *original = ask_for(protocol, "{\"op\":\"position\"}", "position");

    cr_expect(json_equal(position, original));
    cr_expect_str_eq(json_string_value(file), json_string_value(again));
    json_decref(file);
    json_decref(position);
    json_decref(again);
    json_decref(original);
    free(line);
    protocol_free(other);
}

Test(protocol, a_save_comes_back)
{
    Protocol *protocol = with_game();

    for (size_t n = 0; n < 40; n++)
        step(protocol, n);
    expect_save_comes_back(protocol);
    protocol_free(protocol);
}

Test(protocol, a_save_of_a_loaded_position_comes_back)
{
    Protocol *protocol = with_game(), *other = conversation_new();

    for (size_t n = 0; n < 41; n++)
        step(protocol, n);
    json_t *position = ask_for(protocol, "{\"op\":\"position\"}", "position");
    char *line = request_with("load", "position", position);
    ask_well(other, line);
    for (size_t n = 0; n < 10; n++)
        step(other, n);
    expect_save_comes_back(other);
    free(line);
    json_decref(position);
    protocol_free(protocol);
    protocol_free(other);
}

/* A state without a key takes the seed of the request for the deals to come. */
Test(protocol, a_position_without_its_key_deals_from_the_seed)
{
    Protocol *protocol = with_game();
    json_t *position = ask_for(protocol, "{\"op\":\"position\"}", "position");

    json_object_del(json_object_get(position, "state"), "key");
    json_t *request =
        json_pack("{s:s,s:O,s:s}", "op", "load", "position", position, "seed", "abc");
    char *line = json_dumps(request, JSON_COMPACT);
    json_t *loaded = ask_for(protocol, line, "position");
    const char *key =
        json_string_value(json_object_get(json_object_get(loaded, "state"), "key"));
    cr_expect_str_eq(key,
                     "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    json_decref(loaded);
    json_decref(request);
    json_decref(position);
    free(line);
    protocol_free(protocol);
}

Test(protocol, lists_speak_the_language_asked_for)
{
    Protocol *protocol = with_game();
    json_t *english = ask_for(protocol, "{\"op\":\"list\"}", "actions");
    json_t *french = ask_for(protocol, "{\"op\":\"list\",\"lang\":\"fr\"}", "actions");
    json_t *one = json_object_get(json_array_get(english, 0), "text");
    json_t *other = json_object_get(json_array_get(french, 0), "text");

    cr_expect_eq(json_array_size(english), json_array_size(french));
    cr_expect_not(json_equal(one, other));
    cr_expect_eq(strncmp(json_string_value(one), "Take the ", 9), 0, "%s",
                 json_string_value(one));
    json_decref(english);
    json_decref(french);
    protocol_free(protocol);
}

Test(protocol, a_seat_that_does_not_wait_has_no_actions)
{
    Protocol *protocol = with_game();
    json_t *actions = ask_for(protocol, "{\"op\":\"list\",\"seat\":2}", "actions");

    cr_expect_eq(json_array_size(actions), 0);
    json_decref(actions);
    protocol_free(protocol);
}

Test(protocol, bots_answer_with_something_listed_and_repeat_themselves)
{
    static const char *const levels[] = {
        "{\"op\":\"bot\",\"seat\":0,\"level\":\"random\",\"search_seed\":7}",
        "{\"op\":\"bot\",\"seat\":0,\"level\":\"greedy\",\"ms\":5,\"search_seed\":-7}",
        "{\"op\":\"bot\",\"seat\":0,\"level\":\"hard\",\"iterations\":9,\"search_seed\":7}",
    };
    Protocol *protocol = with_game();

    for (int i = 0; i < 3; i++) {
        char *before = position_text(protocol);
        json_t *one = ask_for(protocol, levels[i], "action");
        json_t *same = ask_for(protocol, levels[i], "action");
        char *after = position_text(protocol);
        cr_expect(json_equal(one, same));
        cr_expect_str_eq(before, after, "a bot advises, it does not act");
        json_t *request =
            json_pack("{s:s,s:i,s:O}", "op", "apply", "seat", 0, "action", one);
        char *line = json_dumps(request, JSON_COMPACT);
        ask_well(protocol, line);
        ask_well(protocol, "{\"op\":\"undo\"}");
        free(line);
        free(before);
        free(after);
        json_decref(request);
        json_decref(one);
        json_decref(same);
    }
    protocol_free(protocol);
}

/* Asserts that each object of the list has exactly these keys; returns the sum of
 * `key`. */
static double sum_considered(const json_t *considered)
{
    double visits = 0;

    for (size_t i = 0; i < json_array_size(considered); i++) {
        const json_t *entry = json_array_get(considered, i);
        double value = json_real_value(json_object_get(entry, "value"));
        double visited = (double)json_integer_value(json_object_get(entry, "visits"));
        double win = json_real_value(json_object_get(entry, "win"));
        cr_expect_eq(json_object_size(entry), visited > 0 ? 5 : 3);
        cr_expect(win >= 0 && win <= 1);
        cr_expect_eq(json_is_integer(json_object_get(entry, "lead")), visited > 0);
        cr_expect(json_is_string(json_object_get(json_object_get(entry, "action"), "do")));
        cr_expect(value >= 0 && value <= 1);
        visits += visited;
    }
    return visits;
}

Test(protocol, bots_that_search_tell_what_they_think)
{
    Protocol *protocol = with_game();
    json_t *answer = ask(protocol, "{\"op\":\"bot\",\"seat\":0,\"level\":\"hard\","
                                   "\"iterations\":50,\"search_seed\":7}");
    json_t *win = json_object_get(answer, "win");
    json_t *considered = json_object_get(answer, "considered");
    double wins = 0;

    cr_assert_eq(json_array_size(win), 3);
    for (size_t seat = 0; seat < 3; seat++)
        wins += json_real_value(json_array_get(win, seat));
    cr_expect(wins > 0.999 && wins < 1.001);
    cr_assert_gt(json_array_size(considered), 1);
    cr_expect_eq(sum_considered(considered), 50);
    cr_expect(json_equal(json_object_get(answer, "action"),
                         json_object_get(json_array_get(considered, 0), "action")));
    json_decref(answer);
    protocol_free(protocol);
}

Test(protocol, quits_when_asked)
{
    Protocol *protocol = conversation_new();

    cr_expect_not(protocol_is_done(protocol));
    ask_well(protocol, "{\"op\":\"quit\"}");
    cr_expect(protocol_is_done(protocol));
    protocol_free(protocol);
}

/* ------------------------------------------------------------------------- */
/* Errors                                                                    */
/* ------------------------------------------------------------------------- */

Test(protocol, needs_a_game_first)
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

Test(protocol, refuses_what_is_not_a_request)
{
    Protocol *protocol = with_game();

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

Test(protocol, refuses_bytes_that_end_strings)
{
    Protocol *protocol = with_game();
    Text answer = { 0 };

    protocol_answer(protocol, "{\"op\":\"undo\"}\0", 14, &answer);
    cr_expect_str_eq(answer.bytes,
                     "{\"ok\":false,\"error\":\"There is a NUL in it (byte 14).\"}\n");
    text_free(&answer);
    expect_refused(protocol, "{\"op\":\"undo\\u0000\"}",
                   "There is a NUL in a string (byte 12).");
    protocol_free(protocol);
}

Test(protocol, refuses_wrong_seats)
{
    static const char sentence[] = "seat must be a whole number from 0 to 2.";
    Protocol *protocol = with_game();

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

Test(protocol, refuses_wrong_setups)
{
    Protocol *protocol = with_game();

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

Test(protocol, refuses_wrong_actions)
{
    Protocol *protocol = with_game();

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
Test(protocol, numbers_of_actions_have_bounds)
{
    static const char sentence[] = "action.siding must be a whole number from 0 to 4 now.";
    Protocol *protocol = with_game();

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

Test(protocol, refuses_wrong_questions_to_bots)
{
    Protocol *protocol = with_game();

    expect_refused(protocol, "{\"op\":\"bot\",\"seat\":0}", "level is missing.");
    expect_refused(protocol, "{\"op\":\"bot\",\"seat\":0,\"level\":\"oracle\"}",
                   "There is no such level.");
    expect_refused(protocol, "{\"op\":\"bot\",\"seat\":1,\"level\":\"random\"}",
                   "It is not the turn of seat 1.");
    expect_refused(protocol, "{\"op\":\"bot\",\"seat\":0,\"level\":\"random\",\"ms\":0}",
                   "ms must be a whole number from 1 to 1000000000.");
    protocol_free(protocol);
}

Test(protocol, refuses_wrong_saves)
{
    Protocol *protocol = with_game();

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

Test(protocol, refuses_wrong_positions)
{
    Protocol *protocol = with_game();

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

Test(protocol, a_view_is_not_a_position)
{
    Protocol *protocol = with_game();
    json_t *view = ask_for(protocol, "{\"op\":\"view\",\"seat\":0}", "position");
    char *line = request_with("load", "position", view);

    expect_refused(protocol, line, "state.key must be 64 hexadecimal digits.");
    free(line);
    json_decref(view);
    protocol_free(protocol);
}

/* Waiting, over, scores and ranking are computed. */
Test(protocol, what_follows_from_the_state_is_passed_over)
{
    Protocol *protocol = with_game();
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
