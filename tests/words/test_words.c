/* test_words.c: sentences and their arguments. */
#include "words/words.h"

#include "games/catalogue.h"
#include "games/freight_train/ft.h"

#include <criterion/criterion.h>
#include <string.h>

enum { ROOM = 512 };

static const char *const PLAYERS[SEATS_MAX] = {
    "Ada", "Ben", "Cleo", "Dora", "Eve", "Flo"
};

/* ------------------------------------------------------------------------- */
/* Languages and keys                                                        */
/* ------------------------------------------------------------------------- */

Test(words, languages_are_found_by_code_and_by_locale)
{
    cr_expect_eq(language_find("en"), LANGUAGE_EN);
    cr_expect_eq(language_find("fr"), LANGUAGE_FR);
    cr_expect_eq(language_find("fr_CH.UTF-8"), LANGUAGE_FR);
    cr_expect_eq(language_find("fr-BE"), LANGUAGE_FR);
    cr_expect_eq(language_find("de_DE.UTF-8"), -1);
    cr_expect_eq(language_find("frog"), -1);
    cr_expect_eq(language_find("f"), -1);
    cr_expect_eq(language_find(""), -1);
}

Test(words, a_missing_key_has_no_sentence_and_writes_itself)
{
    char out[ROOM];

    cr_expect_null(words_find(LANGUAGE_EN, "no.such.key"));
    cr_expect_eq(words_write(LANGUAGE_EN, "no.such.key", NULL, 0, out, sizeof out), 11);
    cr_expect_str_eq(out, "no.such.key");
}

/* ------------------------------------------------------------------------- */
/* Arguments                                                                 */
/* ------------------------------------------------------------------------- */

static const char *result_line(Language language, int points, char out[ROOM])
{
    WordsArgument arguments[] = {
        { "place", NULL, 1 },
        { "player", "Ada", 0 },
        { "points", NULL, points },
    };

    words_write(language, "play.result.line", arguments, 3, out, ROOM);
    return out;
}

Test(words, english_counts_one_alone_as_singular)
{
    char out[ROOM];

    cr_expect_str_eq(result_line(LANGUAGE_EN, 1, out), "1. Ada: 1 point");
    cr_expect_str_eq(result_line(LANGUAGE_EN, -1, out), "1. Ada: −1 point");
    cr_expect_str_eq(result_line(LANGUAGE_EN, 0, out), "1. Ada: 0 points");
    cr_expect_str_eq(result_line(LANGUAGE_EN, 12, out), "1. Ada: 12 points");
}

Test(words, french_counts_none_as_singular)
{
    char out[ROOM];

    cr_expect_str_eq(result_line(LANGUAGE_FR, 0, out), "1. Ada\u00a0: 0 point");
    cr_expect_str_eq(result_line(LANGUAGE_FR, 1, out), "1. Ada\u00a0: 1 point");
    cr_expect_str_eq(result_line(LANGUAGE_FR, -1, out), "1. Ada\u00a0: −1 point");
    cr_expect_str_eq(result_line(LANGUAGE_FR, 2, out), "1. Ada\u00a0: 2 points");
}

Test(words, an_argument_not_given_is_seen)
{
    char out[ROOM];

    words_write(LANGUAGE_EN, "play.save.done", NULL, 0, out, sizeof out);
    cr_expect_str_eq(out, "Saved in {file}.");
}

Test(words, numbers_of_any_size_are_written)
{
    WordsArgument number = { "number", NULL, -2147483647 - 1 };
    char out[ROOM];

    words_write(LANGUAGE_EN, "play.expects", &(WordsArgument){ "most", NULL, 2147483647 },
                1, out, sizeof out);
    cr_expect_not_null(strstr(out, "2147483647"));
    words_write(LANGUAGE_EN, "player", &number, 1, out, sizeof out);
    cr_expect_str_eq(out, "Player −2147483648");
}

Test(words, a_long_sentence_is_cut_between_characters)
{
    char whole[ROOM], out[ROOM];
    int length = words_write(LANGUAGE_FR, "freight-train.do.done", NULL, 0, whole, ROOM);

    for (size_t size = 1; size <= (size_t)length; size++) {
        cr_expect_eq(words_write(LANGUAGE_FR, "freight-train.do.done", NULL, 0, out, size),
                     length);
        cr_expect_lt(strlen(out), size);
        cr_expect_eq(strncmp(whole, out, strlen(out)), 0);
        cr_expect_neq((unsigned char)whole[strlen(out)] & 0xC0, 0x80);
    }
    cr_expect_eq(words_write(LANGUAGE_FR, "freight-train.do.done", NULL, 0, NULL, 0),
                 length);
}

/* ------------------------------------------------------------------------- */
/* Phrases                                                                   */
/* ------------------------------------------------------------------------- */

static const char *event_words(Language language, const Event *event, char out[ROOM])
{
    Phrase phrase;

    phrase_of_event(&phrase, FREIGHT_TRAIN.event_kinds, event);
    words_phrase(language, &FREIGHT_TRAIN, &phrase, PLAYERS, out, ROOM);
    return out;
}

Test(words, places_count_from_one_for_people)
{
    Event took = { .kind = FT_EVENT_TOOK, .seat = 1, .fields = { FT_ORE, 2 } };
    char out[ROOM];

    cr_expect_str_eq(event_words(LANGUAGE_EN, &took, out),
                     "Ben takes the ore car from siding 3 of the main yard.");
    cr_expect_str_eq(event_words(LANGUAGE_FR, &took, out),
                     "Ben prend le wagon à minerai de la voie 3 du triage.");
}

Test(words, a_list_is_joined_and_an_empty_one_has_words_of_its_own)
{
    Event filled = { .kind = FT_EVENT_FILLED,
                     .list_count = 2,
                     .list = { FT_BOX, FT_TANK } };
    char out[ROOM];

    cr_expect_str_eq(event_words(LANGUAGE_EN, &filled, out),
                     "Ada fills siding 1 of the main yard: box car, tank car.");
    filled.list_count = 0;
    cr_expect_str_eq(event_words(LANGUAGE_EN, &filled, out),
                     "Ada fills siding 1 of the main yard, but no car is left.");
    cr_expect_str_eq(event_words(LANGUAGE_FR, &filled, out),
                     "Ada remplit la voie 1 du triage, mais il ne reste aucun wagon.");
}

Test(words, what_is_unknown_is_a_question_mark)
{
    Event scored = { .kind = FT_EVENT_YARD_SCORED, .fields = { 3, UNKNOWN } };
    char out[ROOM];

    cr_expect_not_null(strstr(event_words(LANGUAGE_EN, &scored, out), "? point"));
    cr_expect_str_eq(words_name(LANGUAGE_EN, &FREIGHT_TRAIN, &FT_CAR_NAMES, UNKNOWN_CARD),
                     "?");
    cr_expect_str_eq(words_name(LANGUAGE_FR, &FREIGHT_TRAIN, &FT_CAR_NAMES, FT_HOPPER),
                     "wagon-trémie");
}

/* ------------------------------------------------------------------------- */
/* Every sentence of every game                                              */
/* ------------------------------------------------------------------------- */

static void expect_complete(const Game *game, const char *text)
{
    cr_expect_null(strchr(text, '{'), "%s", text);
    cr_expect_neq(strncmp(text, game->id, strlen(game->id)), 0, "%s", text);
}

static void expect_phrase(const Game *game, const Phrase *phrase, const char *topic)
{
    for (int language = 0; language < LANGUAGES; language++) {
        char out[ROOM];
        int length = words_phrase_as((Language)language, game, topic, phrase, PLAYERS, out,
                                     sizeof out);

        cr_expect_lt(length, ROOM);
        /* Shorter words are optional, but complete if they are there. */
        if (strcmp(topic, phrase->topic) == 0 || strncmp(out, game->id, 5) != 0)
            expect_complete(game, out);
    }
}

static void expect_actions(const Game *game, const State *state, int seat,
                           const Action *actions, int count)
{
    for (int i = 0; i < count; i++) {
        Phrase phrase;

        phrase_of_action(&phrase, game->action_kinds, seat, actions[i]);
        if (game->say != NULL)
            game->say(state, seat, actions[i], &phrase);
        expect_phrase(game, &phrase, "do");
        expect_phrase(game, &phrase, "choice");
    }
}

static void expect_events(const Game *game, const Events *events)
{
    for (int i = 0; i < events->count; i++) {
        Phrase phrase;

        phrase_of_event(&phrase, game->event_kinds, &events->items[i]);
        expect_phrase(game, &phrase, "event");
        expect_phrase(game, &phrase, "brief");
        expect_phrase(game, &phrase, "turn");
    }
}

static void expect_game(const Game *game, int seats, int variant)
{
    Setup setup;
    State state;
    Rng rng;
    Action actions[ACTIONS_MAX];

    game_default_setup(game, seats, &setup);
    for (int i = 0; i < game->option_count; i++)
        setup.options[i] = (uint8_t)(variant % game->options[i].values.count);
    if (game->refuse(&setup) != NULL)
        return;
    rng_seed(&rng, (uint64_t)(seats + variant));
    rng_fill(&rng, setup.seed, SEED_BYTES);
    game->setup(&state, &setup);
    while (!game_is_over(game, &state)) {
        int seat = seats_first(game->waiting(&state));
        int count = game->list(&state, seat, actions);
        Events events = { 0 };

        expect_actions(game, &state, seat, actions, count);
        game->apply(&state, seat, actions[rng_below(&rng, (uint32_t)count)], &events);
        expect_events(game, &events);
    }
}

Test(words, whole_games_are_told_without_a_gap)
{
    for (int i = 0; i < CATALOGUE_COUNT; i++) {
        for (int seats = CATALOGUE[i]->least_seats; seats <= CATALOGUE[i]->most_seats;
             seats++) {
            expect_game(CATALOGUE[i], seats, 0);
            expect_game(CATALOGUE[i], seats, 1);
        }
    }
}
