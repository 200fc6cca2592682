/* test_protocol.c: every request of the engine protocol. */
#include "play/save.h"
#include "wire/conversation.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

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
    Protocol *protocol = conversation_with_game();
    char *one = position_text(protocol);

    ask_well(protocol, NEW_GAME);
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
    Protocol *protocol = conversation_with_game();
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
    Protocol *protocol = conversation_with_game();
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
    Protocol *protocol = conversation_with_game();
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

Test(protocol, a_position_can_be_loaded_at_any_moment_and_goes_on_alike)
{
    Protocol *one = conversation_with_game(), *other = conversation_new();

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
    Protocol *protocol = conversation_with_game();

    for (size_t n = 0; n < 40; n++)
        step(protocol, n);
    expect_save_comes_back(protocol);
    protocol_free(protocol);
}

Test(protocol, a_save_of_a_loaded_position_comes_back)
{
    Protocol *protocol = conversation_with_game(), *other = conversation_new();

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
    Protocol *protocol = conversation_with_game();
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
    Protocol *protocol = conversation_with_game();
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
    Protocol *protocol = conversation_with_game();
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
    Protocol *protocol = conversation_with_game();

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
    Protocol *protocol = conversation_with_game();
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
