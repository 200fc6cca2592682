/* keys_of_game.c: catalogue keys from a game's tables. */
#include "keys.h"

#include "play/match.h"
#include "words/words.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

int keys_have(const Keys *keys, const char *key)
{
    for (int i = 0; i < keys->count; i++) {
        if (strcmp(keys->items[i], key) == 0)
            return 1;
    }
    return 0;
}

void keys_add(Keys *keys, const char *key)
{
    if (keys_have(keys, key))
        return;
    cr_assert_lt(keys->count, KEYS_MAX);
    int length = snprintf(keys->items[keys->count++], KEY_ROOM, "%s", key);
    cr_assert_lt(length, KEY_ROOM, "%s is too long for a key", key);
}

static void add(Keys *keys, const Game *game, const char *topic, const char *word)
{
    char key[KEY_ROOM];

    int length = snprintf(key, sizeof key, "%s.%s%s%s", game->id, topic,
                          word[0] == '\0' ? "" : ".", word);
    cr_assert_lt(length, KEY_ROOM, "%s is too long for a key", key);
    keys_add(keys, key);
}

static void add_names(Keys *keys, const Game *game, const Names *names)
{
    for (int i = 0; names != NULL && i < names->count; i++)
        add(keys, game, names->group, names->items[i]);
}

/* ------------------------------------------------------------------------- */
/* Tables                                                                    */
/* ------------------------------------------------------------------------- */

/* The word of an action that the game says otherwise in some positions (Game.say); NULL: of
 * none. Naming a locomotive is buying it for the last one in an auction. */
static const char *said_otherwise(const Game *game)
{
    return strcmp(game->id, "take-a-train") == 0 ? "buy" : NULL;
}

static void add_actions(Keys *keys, const Game *game)
{
    if (said_otherwise(game) != NULL)
        add(keys, game, "do", said_otherwise(game));
    for (int i = 0; i < game->action_kind_count; i++) {
        const ActionKind *kind = &game->action_kinds[i];
        add(keys, game, "do", kind->word);
        for (int f = 0; f < ACTION_FIELDS; f++)
            add_names(keys, game, kind->fields[f].names);
    }
}

/* For an event whose list can be empty: "event.departed.none". */
static void add_empty_list(Keys *keys, const Game *game, const EventKind *kind)
{
    char word[KEY_ROOM], key[KEY_ROOM];

    int length = snprintf(word, sizeof word, "%s.none", kind->word);
    cr_assert_lt(length, KEY_ROOM, "%s is too long", kind->word);
    length = snprintf(key, sizeof key, "%s.event.%s", game->id, word);
    cr_assert_lt(length, KEY_ROOM, "%s is too long for a key", key);
    if (kind->list.name != NULL && words_find(LANGUAGE_EN, key) != NULL)
        add(keys, game, "event", word);
}

static void add_events(Keys *keys, const Game *game)
{
    for (int i = 0; i < game->event_kind_count; i++) {
        const EventKind *kind = &game->event_kinds[i];
        add(keys, game, "event", kind->word);
        for (int f = 0; f < EVENT_FIELDS; f++)
            add_names(keys, game, kind->fields[f].names);
        add_names(keys, game, kind->list.names);
        add_empty_list(keys, game, kind);
    }
}

static void add_terms(Keys *keys, const Game *game)
{
    for (int i = 0; i < game->term_kind_count; i++) {
        const TermKind *kind = &game->term_kinds[i];
        add(keys, game, "term", kind->word);
        for (int f = 0; f < TERM_FIELDS; f++)
            add_names(keys, game, kind->fields[f].names);
    }
}

static void add_options(Keys *keys, const Game *game)
{
    for (int i = 0; i < game->option_count; i++) {
        const Option *option = &game->options[i];
        char topic[KEY_ROOM];

        add(keys, game, "option", option->id);
        int length = snprintf(topic, sizeof topic, "option.%s", option->id);
        cr_assert_lt(length, KEY_ROOM, "%s is too long", option->id);
        for (int v = 0; v < option->values.count; v++)
            add(keys, game, topic, option->values.items[v]);
    }
}

/* The next combination of options, as an odometer; 0 after the last. */
static int turn_options(const Game *game, Setup *setup)
{
    for (int i = 0; i < game->option_count; i++) {
        if (++setup->options[i] < game->options[i].values.count)
            return 1;
        setup->options[i] = 0;
    }
    return 0;
}

static void add_refusals(Keys *keys, const Game *game)
{
    for (int seats = game->least_seats; seats <= game->most_seats; seats++) {
        Setup setup = { .seats = seats };
        do {
            const char *refusal = game->refuse(&setup);
            if (refusal != NULL)
                add(keys, game, "refuse", refusal);
        } while (turn_options(game, &setup));
    }
}

/* ------------------------------------------------------------------------- */
/* Names that only positions and phrases show                                */
/* ------------------------------------------------------------------------- */

typedef struct Collector {
    Codec codec;
    Keys *keys;
    const Game *game;
} Collector;

static void collect_number(Codec *codec, const char *key, int *value, int least, int most)
{
    (void)codec, (void)key, (void)value, (void)least, (void)most;
}

static void collect_flag(Codec *codec, const char *key, int *value)
{
    (void)codec, (void)key, (void)value;
}

static void collect_name(Codec *codec, const char *key, const Names *names, int *value)
{
    const Collector *collector = (const Collector *)codec;

    (void)key, (void)value;
    add_names(collector->keys, collector->game, names);
}

static void collect_bytes(Codec *codec, const char *key, uint8_t *bytes, int count)
{
    (void)codec, (void)key, (void)bytes, (void)count;
}

static void collect_open(Codec *codec, const char *key, CodecBox box, int *count, int least,
                         int most)
{
    (void)codec, (void)key, (void)box, (void)count, (void)least, (void)most;
}

static void collect_close(Codec *codec)
{
    (void)codec;
}

static int collect_has(Codec *codec, const char *key)
{
    (void)codec, (void)key;
    return 1;
}

static void add_shape(Keys *keys, const Game *game, State *state)
{
    static const CodecVerbs VERBS = {
        .number = collect_number,
        .flag = collect_flag,
        .name = collect_name,
        .bytes = collect_bytes,
        .open = collect_open,
        .close = collect_close,
        .has = collect_has,
    };
    Collector collector = { { &VERBS, 0 }, keys, game };

    game->shape(&collector.codec, state);
}

static void add_phrases(Keys *keys, const Game *game, const State *state, int seat,
                        const Action *actions, int count)
{
    for (int i = 0; i < count && game->say != NULL; i++) {
        Phrase phrase;

        phrase_of_action(&phrase, game->action_kinds, seat, actions[i]);
        game->say(state, seat, actions[i], &phrase);
        for (int a = 0; a < phrase.count; a++)
            add_names(keys, game, phrase.arguments[a].field->names);
    }
}

/* Names in the positions and phrases of a random game. */
static void add_game_played(Keys *keys, const Game *game)
{
    Setup setup;
    State state;
    Rng rng;
    Action actions[ACTIONS_MAX];

    game_default_setup(game, game->least_seats, &setup);
    game->setup(&state, &setup);
    rng_seed(&rng, 1);
    add_shape(keys, game, &state);
    while (!game_is_over(game, &state)) {
        int seat = seats_first(game->waiting(&state));
        int count = game->list(&state, seat, actions);

        add_phrases(keys, game, &state, seat, actions, count);
        game->apply(&state, seat, actions[rng_below(&rng, (uint32_t)count)], NULL);
    }
    add_shape(keys, game, &state);
}

void keys_of_game(Keys *keys, const Game *game)
{
    add(keys, game, "title", "");
    add_actions(keys, game);
    add_events(keys, game);
    add_terms(keys, game);
    add_options(keys, game);
    add_refusals(keys, game);
    add_game_played(keys, game);
}

/* ------------------------------------------------------------------------- */
/* Shorter words                                                             */
/* ------------------------------------------------------------------------- */

static void add_pair(Keys *keys, const Game *game, const char *one, const char *other,
                     const char *word)
{
    char key[KEY_ROOM];

    snprintf(key, sizeof key, "%s.%s.%s", game->id, one, word);
    int has_one = words_find(LANGUAGE_EN, key) != NULL;
    snprintf(key, sizeof key, "%s.%s.%s", game->id, other, word);
    int has_other = words_find(LANGUAGE_EN, key) != NULL;
    if (has_one || has_other) {
        add(keys, game, one, word);
        add(keys, game, other, word);
    }
}

/* A key that may be there. */
static void add_found(Keys *keys, const Game *game, const char *topic, const char *word)
{
    char key[KEY_ROOM];

    snprintf(key, sizeof key, "%s.%s.%s", game->id, topic, word);
    if (words_find(LANGUAGE_EN, key) != NULL)
        add(keys, game, topic, word);
}

void keys_of_short_words(Keys *keys, const Game *game)
{
    add(keys, game, "now", "");
    for (int i = 0; i < game->term_kind_count; i++) {
        if (game->term_kinds[i].use == TERM_OPEN)
            add(keys, game, "open", "");
    }
    if (said_otherwise(game) != NULL) {
        add_pair(keys, game, "choices", "choice", said_otherwise(game));
        add_pair(keys, game, "menu", "item", said_otherwise(game));
    }
    for (int i = 0; i < game->action_kind_count; i++) {
        add_pair(keys, game, "choices", "choice", game->action_kinds[i].word);
        add_pair(keys, game, "menu", "item", game->action_kinds[i].word);
        add_pair(keys, game, "did", "did", game->action_kinds[i].word);
    }
    for (int i = 0; i < game->event_kind_count; i++) {
        char many[KEY_ROOM / 2];

        add_pair(keys, game, "verb", "brief", game->event_kinds[i].word);
        add_found(keys, game, "turn", game->event_kinds[i].word);
        snprintf(many, sizeof many, "%s.many", game->event_kinds[i].word);
        add_found(keys, game, "turn", many);
    }
}
