/* test_update.c: the update for one seat: what it contains, and what it must not
 * contain. */
#include "games/all.h"
#include "games/freight_train/ft.h"
#include "games/kuhn_poker.h"
#include "play/random_match.h"
#include "wire/update.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <string.h>

static PlayerNames names;

static Reader reader_of(int seat, int parts, Language language)
{
    player_names_make(&names, language, NULL);
    return (Reader){ .seat = seat, .parts = parts, .language = language, .names = &names };
}

static void write_whole(Text *text, const Match *match, const LogEntry *last,
                        const Reader *reader)
{
    JsonOut out = { .text = text };

    text_clear(text);
    json_open_object(&out);
    update_format(&out, match, last, reader);
    json_close_object(&out);
    cr_assert_not(text->has_failed);
}

/* The update as a JSON value; the caller releases it. */
static json_t *update_of(const Match *match, const LogEntry *last, const Reader *reader)
{
    Text text = { 0 };
    json_error_t error;

    write_whole(&text, match, last, reader);
    json_t *json = json_loads(text.bytes, 0, &error);
    cr_assert_not_null(json, "%s in %s", error.text, text.bytes);
    text_free(&text);
    return json;
}

static size_t size_of(const json_t *update, const char *key)
{
    return json_array_size(json_object_get(update, key));
}

static const char *text_of(const json_t *update, const char *key, size_t index)
{
    json_t *entry = json_array_get(json_object_get(update, key), index);

    return json_string_value(json_object_get(entry, "text"));
}

static const LogEntry DEAL = { .done = { .seat = NOBODY } };

/* ------------------------------------------------------------------------- */
/* Contents                                                                  */
/* ------------------------------------------------------------------------- */

Test(update, at_the_deal_nobody_has_acted)
{
    Match *match = random_match(&FREIGHT_TRAIN, 2, "update", 0);
    Reader reader = reader_of(0, UPDATE_WHOLE, LANGUAGE_EN);
    json_t *update = update_of(match, &DEAL, &reader);

    cr_expect_eq(json_integer_value(json_object_get(update, "n")), 0);
    cr_expect(json_is_null(json_object_get(update, "by")));
    cr_expect_eq(json_integer_value(json_object_get(update, "seat")), 0);
    cr_expect_eq(size_of(update, "events"), 0);
    cr_expect(json_is_object(json_object_get(update, "position")));
    cr_expect(json_is_false(json_object_get(update, "undo")));
    cr_expect_null(json_object_get(update, "back"));
    cr_expect_null(json_object_get(update, "bot"));
    json_decref(update);
    match_free(match);
}

/* A match after one car was taken, and its log entry. */
static Match *match_after_taking(Events *events, LogEntry *entry)
{
    Match *match = random_match(&FREIGHT_TRAIN, 2, "update", 0);
    Action actions[ACTIONS_MAX];

    for (int n = 1; n < 20; n++) {
        int seat = seats_first(FREIGHT_TRAIN.waiting(match_state(match)));
        int count = FREIGHT_TRAIN.list(match_state(match), seat, actions);
        int i = 0;
        while (i < count - 1 && action_kind(actions[i]) != FT_TAKE)
            i++;
        events->count = 0;
        cr_assert(match_apply(match, seat, actions[i], events) == MATCH_OK);
        *entry = (LogEntry){ .n = n, .done = { .seat = seat }, .events = events };
        if (action_kind(actions[i]) == FT_TAKE)
            return match;
    }
    cr_assert_fail("nobody may take a car");
    return match;
}

Test(update, tells_what_happened_and_what_can_be_done_in_the_readers_language)
{
    Events events;
    LogEntry entry;
    Match *match = match_after_taking(&events, &entry);
    Reader english = reader_of(entry.done.seat, UPDATE_WHOLE, LANGUAGE_EN);
    json_t *update = update_of(match, &entry, &english);

    cr_expect_eq(json_integer_value(json_object_get(update, "n")), entry.n);
    cr_expect_eq(json_integer_value(json_object_get(update, "by")), entry.done.seat);
    cr_expect_eq(size_of(update, "events"), 1);
    cr_expect_not_null(strstr(text_of(update, "events", 0), "takes the"));
    cr_expect_gt(size_of(update, "actions"), 0);
    cr_expect_not_null(text_of(update, "actions", 0));
    cr_expect(json_is_true(json_object_get(update, "undo")));
    json_decref(update);

    Reader french = reader_of(1 - entry.done.seat, UPDATE_WHOLE, LANGUAGE_FR);
    update = update_of(match, &entry, &french);
    cr_expect_not_null(strstr(text_of(update, "events", 0), "prend"));
    cr_expect_eq(size_of(update, "actions"), 0);
    cr_expect(json_is_false(json_object_get(update, "undo")));
    json_decref(update);
    match_free(match);
}

/* What is written once for several readers: the same bytes as for each alone. */
static void expect_shared_is_equal(const Match *match, SeenText *seen)
{
    static const int parts[] = { UPDATE_WHOLE, UPDATE_POSITION, UPDATE_TERMS,
                                 UPDATE_WHOLE & ~UPDATE_TEXT, UPDATE_ACTIONS };
    Text alone = { 0 }, shared = { 0 };

    seen->is_set = 0;
    for (int i = 0; i < (int)(sizeof parts / sizeof parts[0]); i++) {
        for (int language = 0; language < LANGUAGES; language++) {
            for (int seat = NOBODY; seat < match_setup(match)->seats; seat++) {
                Reader reader = reader_of(seat, parts[i], (Language)language);
                write_whole(&alone, match, &DEAL, &reader);
                reader.seen = seen;
                write_whole(&shared, match, &DEAL, &reader);
                cr_expect_str_eq(shared.bytes, alone.bytes);
            }
        }
    }
    text_free(&alone);
    text_free(&shared);
}

Test(update, is_the_same_when_readers_share_what_they_see)
{
    SeenText seen = { 0 };

    for (int i = 0; i < CATALOGUE_COUNT; i++) {
        for (int actions = 0; actions < 60; actions += 7) {
            Match *match =
                random_match(CATALOGUE[i], CATALOGUE[i]->least_seats, "shared", actions);
            expect_shared_is_equal(match, &seen);
            match_free(match);
        }
    }
    text_free(&seen.text);
}

Test(update, marks_undos_and_bots)
{
    Match *match = random_match(&FREIGHT_TRAIN, 2, "update", 0);
    Reader reader = reader_of(NOBODY, UPDATE_WHOLE, LANGUAGE_EN);
    LogEntry entry = { .n = 7, .done = { .kind = ENTRY_UNDO, .seat = 1, .is_by_bot = 1 } };
    json_t *update = update_of(match, &entry, &reader);

    cr_expect(json_is_null(json_object_get(update, "seat")));
    cr_expect(json_is_true(json_object_get(update, "back")));
    cr_expect(json_is_true(json_object_get(update, "bot")));
    cr_expect_eq(size_of(update, "actions"), 0);
    json_decref(update);
    match_free(match);
}

Test(update, has_only_the_parts_that_are_asked_for)
{
    Events events;
    LogEntry entry;
    Match *match = match_after_taking(&events, &entry);
    Reader reader = reader_of(entry.done.seat, 0, LANGUAGE_EN);
    json_t *update = update_of(match, &entry, &reader);

    cr_expect_eq(json_object_size(update), 4, "n, seat, by, undo");
    json_decref(update);
    reader.parts = UPDATE_ACTIONS | UPDATE_EVENTS;
    update = update_of(match, &entry, &reader);
    cr_expect_null(json_object_get(update, "position"));
    cr_expect_gt(size_of(update, "actions"), 0);
    cr_expect_null(text_of(update, "actions", 0));
    cr_expect_null(text_of(update, "events", 0));
    json_decref(update);
    match_free(match);
}

Test(update, an_event_for_one_seat_is_told_to_it_alone)
{
    Match *match = random_match(&KUHN_POKER, 2, "update", 0);
    Events events = { .count = 1,
                      .items = { { .kind = KUHN_EVENT_DEALT,
                                   .seat = 1,
                                   .only = seat_bit(1),
                                   .marks = EVENT_DRAWS,
                                   .fields = { KUHN_KING } } } };
    LogEntry entry = { .n = 1, .done = { .seat = 0 }, .events = &events };

    for (int seat = NOBODY; seat < 2; seat++) {
        Reader reader = reader_of(seat, UPDATE_WHOLE, LANGUAGE_EN);
        json_t *update = update_of(match, &entry, &reader);
        cr_expect_eq(size_of(update, "events"), seat == 1 ? 1 : 0);
        json_decref(update);
    }
    match_free(match);
}

/* ------------------------------------------------------------------------- */
/* Hidden information                                                        */
/* ------------------------------------------------------------------------- */

/* If the seat's guess were the truth, its update would be the same. */
static void expect_the_same_of_a_guess(const Match *match, const LogEntry *last, int seat,
                                       Rng *rng)
{
    const Game *game = match_game(match);
    Reader reader = reader_of(seat, UPDATE_WHOLE & ~UPDATE_EVENTS, LANGUAGE_EN);
    State view = { { 0 } }, guess = { { 0 } };
    Text truly = { 0 }, seemingly = { 0 };

    game->observe(match_state(match), seat, &view);
    game->determinize(&view, seat, rng, &guess);
    Match *other = match_new_at(game, match_setup(match), &guess);
    write_whole(&truly, match, last, &reader);
    write_whole(&seemingly, other, last, &reader);
    cr_expect_str_eq(truly.bytes, seemingly.bytes);
    text_free(&truly);
    text_free(&seemingly);
    match_free(other);
}

/* A guess has no history, so nothing in it can be undone: moves that can be undone are
 * left out here. */
static void expect_nothing_hidden_leaks(const Game *game, int seats, uint64_t seed)
{
    Setup setup = setup_of(game, seats, "hidden");
    Match *match = match_new(game, &setup);
    Rng rng;

    rng_seed(&rng, seed);
    while (!game_is_over(game, match_state(match))) {
        LogEntry last = { .n = match_move_count(match), .done = { .seat = NOBODY } };
        for (int seat = 0; seat < seats; seat++) {
            if (!match_can_undo(match, seat))
                expect_the_same_of_a_guess(match, &last, seat, &rng);
        }
        play_at_random(match, rng_next(&rng), 7);
    }
    match_free(match);
}

Test(update, does_not_change_with_what_is_hidden_from_its_seat)
{
    for (int i = 0; i < all_games_count(); i++) {
        const Game *game = all_games(i);
        for (int seats = game->least_seats; seats <= game->most_seats; seats++)
            expect_nothing_hidden_leaks(game, seats, (uint64_t)(seats + 1));
    }
}

/* ------------------------------------------------------------------------- */
/* The log                                                                   */
/* ------------------------------------------------------------------------- */

Test(log_entry, has_number_seat_and_events)
{
    Events events = { .count = 1,
                      .items = {
                          { .kind = FT_EVENT_TOOK, .seat = 1, .fields = { FT_BOX, 3 } } } };
    LogEntry entry = { .n = 4, .done = { .seat = 1 }, .events = &events };
    Reader reader = reader_of(0, UPDATE_EVENTS, LANGUAGE_EN);
    Text text = { 0 };
    JsonOut out = { .text = &text };

    json_open_object(&out);
    log_entry_format(&out, &FREIGHT_TRAIN, &entry, &reader);
    json_close_object(&out);
    cr_expect_str_eq(text.bytes, "{\"n\":4,\"by\":1,\"events\":[{\"event\":\"took\","
                                 "\"seat\":1,\"car\":\"box\",\"siding\":3}]}");
    text_free(&text);
}
