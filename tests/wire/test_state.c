/* test_state.c: states as JSON, read back to the same bytes, and every error with its
 * path. */
#include "games/freight_train/ft.h"
#include "games/kuhn_poker.h"
#include "play/random_match.h"
#include "wire/state_json.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

static json_t *state_json(const Game *game, const State *state, Seen seen)
{
    Text text = { 0 };
    JsonOut out = { .text = &text };

    state_format(&out, game, state, seen);
    json_t *json = json_loadb(text.bytes, text.length, JSON_REJECT_DUPLICATES, NULL);
    cr_assert_not_null(json, "%s", text.bytes);
    text_free(&text);
    return json;
}

static void expect_same_bytes(const Match *match)
{
    const Game *game = match_game(match);
    Fault fault = { 0 };
    State back = { { 0 } };
    Text text = { 0 };
    JsonOut out = { .text = &text };

    state_format(&out, game, match_state(match), SEEN_WHOLE);
    Json *json = json_read(text.bytes, text.length, "", &fault);
    cr_assert_not_null(json, "%s", fault.sentence);
    cr_assert(state_read(json, game, match_setup(match), &back, &fault), "%s",
              fault.sentence);
    cr_assert_eq(memcmp(&back, match_state(match), (size_t)game->state_size), 0);
    json_free(json);
    text_free(&text);
}

Test(state, comes_back_to_the_same_bytes_all_through_a_game)
{
    for (int seats = 2; seats <= 5; seats++) {
        Match *match = random_match(&FREIGHT_TRAIN, seats, "bytes", 0);
        while (!game_is_over(&FREIGHT_TRAIN, match_state(match))) {
            expect_same_bytes(match);
            play_at_random(match, (uint64_t)match_move_count(match), 7);
        }
        expect_same_bytes(match);
        match_free(match);
    }
}

/* A seed of zeros is a key like any other. */
Test(state, a_key_of_zeros_is_blank_in_views_only)
{
    static const char zeros[] =
        "0000000000000000000000000000000000000000000000000000000000000000";
    Match *match = random_match(&FREIGHT_TRAIN, 2, zeros, 0);
    State view = { { 0 } };
    json_t *whole = state_json(&FREIGHT_TRAIN, match_state(match), SEEN_WHOLE);

    FREIGHT_TRAIN.observe(match_state(match), 0, &view);
    json_t *seen = state_json(&FREIGHT_TRAIN, &view, SEEN_AS_VIEW);
    cr_expect_str_eq(json_string_value(json_object_get(whole, "key")), zeros);
    cr_expect_str_eq(json_string_value(json_object_get(seen, "key")), "?");
    expect_same_bytes(match);
    json_decref(whole);
    json_decref(seen);
    match_free(match);
}

Test(state, hidden_cards_are_question_marks)
{
    Match *match = random_match(&KUHN_POKER, 2, "hidden", 0);
    State view = { { 0 } };

    KUHN_POKER.observe(match_state(match), 0, &view);
    json_t *seen = state_json(&KUHN_POKER, &view, SEEN_AS_VIEW);
    json_t *players = json_object_get(seen, "players");
    cr_expect_str_neq(
        json_string_value(json_object_get(json_array_get(players, 0), "card")), "?");
    cr_expect_str_eq(json_string_value(json_object_get(json_array_get(players, 1), "card")),
                     "?");
    json_decref(seen);
    match_free(match);
}

/* ------------------------------------------------------------------------- */
/* Faults                                                                    */
/* ------------------------------------------------------------------------- */

/* The deal of a game for three as text, with one piece replaced. */
static void expect_fault(const char *piece, const char *replacement, const char *sentence)
{
    Match *match = random_match(&FREIGHT_TRAIN, 3, "faults", 0);
    Text text = { 0 }, changed = { 0 };
    JsonOut out = { .text = &text };
    Fault fault = { 0 };
    State state, before;

    state_format(&out, &FREIGHT_TRAIN, match_state(match), SEEN_WHOLE);
    char *at = strstr(text.bytes, piece);
    cr_assert_not_null(at, "%s is not in %s", piece, text.bytes);
    text_append(&changed, text.bytes, (size_t)(at - text.bytes));
    text_add(&changed, replacement);
    text_add(&changed, at + strlen(piece));
    Json *json = json_read(changed.bytes, changed.length, "", &fault);
    cr_assert_not_null(json, "%s", changed.bytes);
    memset(&state, 0x5A, sizeof state);
    before = state;
    cr_expect_not(state_read(json, &FREIGHT_TRAIN, match_setup(match), &state, &fault),
                  "%s", sentence);
    cr_expect_str_eq(fault.sentence, sentence);
    cr_expect_eq(memcmp(&state, &before, sizeof state), 0, "the state was touched");
    json_free(json);
    text_free(&text);
    text_free(&changed);
    match_free(match);
}

Test(state, wrong_numbers_are_told_with_their_path)
{
    expect_fault("\"day\":1", "\"day\":4", "state.day must be a whole number from 1 to 3.");
    expect_fault("\"day\":1", "\"day\":0", "state.day must be a whole number from 1 to 3.");
    expect_fault("\"day\":1", "\"day\":1.0",
                 "state.day must be a whole number from 1 to 3.");
    expect_fault("\"day\":1", "\"day\":\"1\"",
                 "state.day must be a whole number from 1 to 3.");
    expect_fault("\"day\":1", "\"day\":null",
                 "state.day must be a whole number from 1 to 3.");
    expect_fault("\"day\":1", "\"day\":4294967297",
                 "state.day must be a whole number from 1 to 3.");
    expect_fault("\"turn\":", "\"turn\":3,\"was\":",
                 "state.turn must be a whole number from 0 to 2.");
}

Test(state, wrong_flags_are_told_with_their_path)
{
    expect_fault("\"ending\":false", "\"ending\":0", "state.ending must be true or false.");
    expect_fault("\"called\":false", "\"called\":null",
                 "state.players[0].called must be true or false.");
}

Test(state, wrong_names_are_told_with_their_path)
{
    expect_fault("\"deck\":[\"", "\"deck\":[\"?\",\"",
                 "state.deck[0] is \"?\", which is not the name of a car.");
    expect_fault("\"cars\":[]", "\"cars\":[\"box\",\"end-of-day\"]",
                 "state.players[0].trains[0].cars[1] is \"end-of-day\", which is not the "
                 "name of a car.");
    expect_fault("\"cars\":[]", "\"cars\":[7]",
                 "state.players[0].trains[0].cars[0] must be the name of a car.");
    expect_fault("\"stage\":\"turn\"", "\"stage\":\"Turn\"",
                 "state.stage is \"Turn\", which is not the name of a stage.");
}

Test(state, the_article_fits_the_name)
{
    cr_expect_str_eq(article_of("car"), "a");
    cr_expect_str_eq(article_of("auction"), "an");
    cr_expect_str_eq(article_of("objective"), "an");
}

Test(state, wrong_lists_are_told_with_their_path)
{
    expect_fault("\"main\":[", "\"main\":[[],", "state.main must have 5 entries, not 6.");
    expect_fault("\"main\":[[", "\"main\":[[\"box\",\"box\",\"box\",\"box\",\"box\",",
                 "state.main[0] must have 0 to 5 entries, not 10.");
    expect_fault("\"played\":[]", "\"played\":{}", "state.played must be a list.");
    expect_fault("\"played\":[]", "\"played\":[3]",
                 "state.played[0] must be a whole number from 0 to 2.");
    expect_fault("\"played\":[]", "\"played\":[1,1]", "state.played[1] comes twice.");
    expect_fault("\"players\":[", "\"players\":[[],",
                 "state.players must have 3 entries, not 4.");
    expect_fault("{\"cars\":[],\"caboose\":false}", "[]",
                 "state.players[0].trains[0] must be an object.");
}

Test(state, missing_and_unknown_keys_are_told_with_their_path)
{
    expect_fault("\"day\":1,", "", "state.day is missing.");
    expect_fault("\"caboose\":false", "\"cabose\":false",
                 "state.players[0].trains[0].caboose is missing.");
    expect_fault("\"caboose\":false", "\"caboose\":false,\"x\":0",
                 "state.players[0].trains[0].x is not part of a state.");
    expect_fault("\"day\":1", "\"day\":1,\"weather\":\"fine\"",
                 "state.weather is not part of a state.");
}

Test(state, a_wrong_key_is_told)
{
    expect_fault("\"key\":\"", "\"key\":\"0", "state.key must be 64 hexadecimal digits.");
}

Test(state, what_does_not_add_up_is_told)
{
    expect_fault("\"cars\":[]", "\"cars\":[\"box\"]",
                 "The cars do not add up: each type has a fixed number of cards in play.");
}

/* After the first error, the walk continues without harm. */
Test(state, nothing_comes_of_many_faults_at_once)
{
    Setup setup = setup_of(&FREIGHT_TRAIN, 4, "many");
    static const char *const wrong[] = {
        "{}",
        "[]",
        "{\"day\":[[[[]]]],\"round\":{}}",
        ("{\"day\":1,\"round\":1,\"first\":0,\"turn\":0,\"played\":[],\"passed\":[],"
         "\"ending\":false,\"deck\":[[[]]],\"main\":7,\"players\":\"none\"}"),
    };

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        Fault fault = { 0 };
        State state;
        Json *json = json_read(wrong[i], strlen(wrong[i]), "", &fault);
        cr_assert_not_null(json, "%s", wrong[i]);
        cr_expect_not(state_read(json, &FREIGHT_TRAIN, &setup, &state, &fault));
        cr_expect_neq(fault.sentence[0], '\0');
        json_free(json);
    }
}
