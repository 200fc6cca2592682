/* position.c: whole positions as JSON. */
#include "wire/position.h"

#include "play/setup.h"
#include "wire/sentences.h"
#include "wire/strict.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Out                                                                       */
/* ------------------------------------------------------------------------- */

static void format_options(JsonOut *out, const Game *game, const Setup *setup)
{
    json_open_object(out);
    for (int i = 0; i < game->option_count; i++) {
        json_put_name(out, game->options[i].id,
                      game->options[i].values.items[setup->options[i]]);
    }
    json_close_object(out);
}

static void format_waiting(JsonOut *out, SeatSet waiting)
{
    json_open_list(out);
    for (SeatSet left = waiting; left != 0; left &= (SeatSet)(left - 1))
        json_number(out, seats_first(left));
    json_close_list(out);
}

static void format_each(JsonOut *out, const int *values, int seats)
{
    json_open_list(out);
    for (int seat = 0; seat < seats; seat++) {
        if (values[seat] == UNKNOWN)
            json_nothing(out);
        else
            json_number(out, values[seat]);
    }
    json_close_list(out);
}

static void format_standing(JsonOut *out, const Game *game, int seats, const State *state)
{
    int values[SEATS_MAX];

    json_key(out, "waiting");
    format_waiting(out, game->waiting(state));
    json_put_flag(out, "over", game_is_over(game, state));
    json_key(out, "scores");
    game->scores(state, values);
    format_each(out, values, seats);
    json_key(out, "ranking");
    if (!game_is_over(game, state)) {
        json_nothing(out);
        return;
    }
    game->ranking(state, values);
    format_each(out, values, seats);
}

void position_format(JsonOut *out, const Game *game, const Setup *setup, const State *state,
                     Seen seen)
{
    json_open_object(out);
    json_put_name(out, "game", game->id);
    json_put_number(out, "rules", game->rules_version);
    json_put_number(out, "seats", setup->seats);
    json_key(out, "options");
    format_options(out, game, setup);
    format_standing(out, game, setup->seats, state);
    json_key(out, "state");
    state_format(out, game, state, seen);
    json_close_object(out);
}

/* ------------------------------------------------------------------------- */
/* Setups in                                                                 */
/* ------------------------------------------------------------------------- */

/* An option's value as a word: a string, or a number where the words are digits. */
typedef struct OptionWord {
    char text[64];
} OptionWord;

static int option_word(const Json *json, OptionWord *word)
{
    if (json_is(json, JSON_IS_NUMBER))
        snprintf(word->text, sizeof word->text, "%lld", json->number);
    else if (json_is(json, JSON_IS_TEXT) && json->length < sizeof word->text)
        memcpy(word->text, json->text, json->length + 1);
    else
        return 0;
    return 1;
}

static int read_option(const Json *json, const Game *game, Setup *setup, Fault *fault)
{
    const char *id = json->key;
    OptionWord word;
    int option = option_find(game, id);

    if (option < 0)
        return fault_set(fault, "%s has no option \"%s\".", game->id,
                         quote(id, json->key_length).text);
    if (!option_word(json, &word))
        return fault_set(fault, "options.%s must be the name of a value.", id);
    if (setup_set_option(game, setup, id, word.text) != SETUP_OK)
        return fault_set(fault, "The option %s cannot be \"%s\".", id,
                         quote(word.text, strlen(word.text)).text);
    return 1;
}

static int read_options(const Json *json, const Game *game, Setup *setup, Fault *fault)
{
    JSON_EACH(entry, json) {
        if (!read_option(entry, game, setup, fault))
            return 0;
    }
    return 1;
}

static int has_all_options(const Json *options, const Game *game, Fault *fault)
{
    for (int i = 0; i < game->option_count; i++) {
        if (json_get(options, game->options[i].id) == NULL)
            return fault_set(fault, "options.%s is missing.", game->options[i].id);
    }
    return 1;
}

static int setup_check(const Game *game, const Setup *setup, Fault *fault)
{
    Language language =
        fault->language == NULL ? LANGUAGE_EN : (Language)fault->language->language;
    char sentence[FAULT_MAX];

    if (setup_refusal(game, setup) == NULL)
        return 1;
    refusal_sentence(language, game, setup, sentence, sizeof sentence);
    return fault_set(fault, "%s", sentence);
}

int setup_read_options(const Json *options, const Game *game, Setup *setup, Fault *fault)
{
    if (options != NULL && !json_is(options, JSON_IS_OBJECT))
        return fault_set(fault, "options must be an object.");
    return (options == NULL || read_options(options, game, setup, fault))
           && setup_check(game, setup, fault);
}

int setup_read(const Json *json, OptionsGiven given, const Game **game, Setup *setup,
               Fault *fault)
{
    const Json *id = strict_text(json, "game", fault);
    int seats;

    if (id == NULL)
        return 0;
    *game = catalogue_find(id->text);
    if (*game == NULL)
        return fault_set(fault, "There is no game \"%s\".", QUOTED_JSON(id));
    if (!strict_int(json, "seats", (*game)->least_seats, (*game)->most_seats, &seats,
                    fault))
        return 0;
    game_default_setup(*game, seats, setup);
    if (given == OPTIONS_SOME)
        return setup_read_options(json_get(json, "options"), *game, setup, fault);
    const Json *options = strict_object(json, "options", fault);
    return options != NULL && read_options(options, *game, setup, fault)
           && has_all_options(options, *game, fault) && setup_check(*game, setup, fault);
}

/* ------------------------------------------------------------------------- */
/* Positions in                                                              */
/* ------------------------------------------------------------------------- */

static int check_rules(const Json *json, const Game *game, Fault *fault)
{
    int rules;

    if (!strict_int(json, "rules", 1, INT16_MAX, &rules, fault))
        return 0;
    if (rules != game->rules_version)
        return fault_set(fault, "The position is of rules %d, and here are rules %d.",
                         rules, game->rules_version);
    return 1;
}

/* All but the state, which is found; NULL: error in *fault. */
static const Json *read_frame(const Json *json, Position *position, Fault *fault)
{
    static const char keys[] = "game rules seats options waiting over scores ranking state";

    if (!strict_has_only(json, keys, "a position", fault)
        || !setup_read(json, OPTIONS_ALL, &position->game, &position->setup, fault)
        || !check_rules(json, position->game, fault))
        return NULL;
    return strict_object(json, "state", fault);
}

int position_read(const Json *json, const uint8_t seed[SEED_BYTES], Position *position,
                  Fault *fault)
{
    const Json *state = read_frame(json, position, fault);

    if (state == NULL)
        return 0;
    memcpy(position->setup.seed, seed, SEED_BYTES);
    return state_read(state, position->game, &position->setup, &position->state, fault);
}

int position_read_view(const Json *json, int seat, Position *position, Fault *fault)
{
    const Json *state = read_frame(json, position, fault);

    return state != NULL
           && (seat < position->setup.seats
               || fault_set(fault, "There is no seat %d.", seat))
           && view_read(state, position->game, &position->setup, seat, &position->state,
                        fault);
}

/* ------------------------------------------------------------------------- */
/* In saves                                                                  */
/* ------------------------------------------------------------------------- */

static void write_start(Text *out, const Game *game, const Setup *setup, const State *start)
{
    JsonOut json = { .text = out };

    (void)setup;
    state_format(&json, game, start, SEEN_WHOLE);
}

static int read_start(const Game *game, const Setup *setup, const char *text, size_t length,
                      State *start, Fault *fault)
{
    Json *json = json_read(text, length, "the state is not JSON", fault);

    if (json == NULL)
        return 0;
    int is_read = state_read(json, game, setup, start, fault);
    json_free(json);
    return is_read;
}

const SaveStart SAVE_START_JSON = { write_start, read_start };
