/* games.c: the verb that lists the games, their seats and their options. */
#include "cli/common.h"
#include "cli/verbs.h"

#include "games/catalogue.h"
#include "wire/json_out.h"

#include <stdio.h>
#include <string.h>

enum { KEY_ROOM = 128 };

typedef struct GamesArgs {
    Language language;
    int is_json;
} GamesArgs;

/* ------------------------------------------------------------------------- */
/* Arguments                                                                 */
/* ------------------------------------------------------------------------- */

static error_t parse(int key, char *text, struct argp_state *state)
{
    GamesArgs *args = state->input;

    (void)text;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->language;
        return 0;
    case 'j':
        args->is_json = 1;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option OPTIONS[] = {
    { "json", 'j', 0, 0, "Print a JSON object a line, one for each game", 0 },
    { 0 },
};

static const struct argp_child CHILDREN[] = { { &LANGUAGE_ARGP, 0, 0, 0 }, { 0 } };

static const struct argp ARGP = {
    .options = OPTIONS,
    .parser = parse,
    .doc = "List the games, how many can play, and the options of each."
           "\vThe value marked with * is the usual one. Choose another with "
           "--option NAME=VALUE in play and sim.",
    .children = CHILDREN,
};

/* ------------------------------------------------------------------------- */
/* Words                                                                     */
/* ------------------------------------------------------------------------- */

static const char *words_or_nothing(Language language, const char *key)
{
    const char *found = words_find(language, key);

    return found != NULL ? found : "";
}

static const char *title_words(Language language, const Game *game)
{
    char key[KEY_ROOM];

    snprintf(key, sizeof key, "%s.title", game->id);
    return words_or_nothing(language, key);
}

static const char *option_words(Language language, const Game *game, const Option *option)
{
    char key[KEY_ROOM];

    snprintf(key, sizeof key, "%s.option.%s", game->id, option->id);
    return words_or_nothing(language, key);
}

/* ------------------------------------------------------------------------- */
/* For people                                                                */
/* ------------------------------------------------------------------------- */

static void print_option(Language language, const Game *game, const Option *option)
{
    printf("\n  %s: %s\n", option->id, option_words(language, game, option));
    for (int i = 0; i < option->values.count; i++)
        printf("  %c %-12s%s\n", i == option->usual ? '*' : ' ', option->values.items[i],
               words_name(language, game, &option->values, i));
}

static void print_game(Language language, const Game *game)
{
    printf("%s: %s, %d-%d\n", game->id, title_words(language, game), game->least_seats,
           game->most_seats);
    for (int i = 0; i < game->option_count; i++)
        print_option(language, game, &game->options[i]);
}

/* ------------------------------------------------------------------------- */
/* For programs                                                              */
/* ------------------------------------------------------------------------- */

static void add_words(JsonOut *out, const char *key, const char *words)
{
    json_key(out, key);
    json_text(out, words, strlen(words));
}

static void add_option(JsonOut *out, Language language, const Game *game,
                       const Option *option)
{
    json_open_object(out);
    json_key(out, "id");
    json_name(out, option->id);
    add_words(out, "text", option_words(language, game, option));
    json_key(out, "usual");
    json_name(out, option->values.items[option->usual]);
    json_key(out, "values");
    json_open_list(out);
    for (int i = 0; i < option->values.count; i++) {
        json_open_object(out);
        json_key(out, "id");
        json_name(out, option->values.items[i]);
        add_words(out, "text", words_name(language, game, &option->values, i));
        json_close_object(out);
    }
    json_close_list(out);
    json_close_object(out);
}

static void add_game(JsonOut *out, Language language, const Game *game)
{
    json_open_object(out);
    json_key(out, "game");
    json_name(out, game->id);
    add_words(out, "title", title_words(language, game));
    json_key(out, "rules");
    json_number(out, game->rules_version);
    json_key(out, "least_seats");
    json_number(out, game->least_seats);
    json_key(out, "most_seats");
    json_number(out, game->most_seats);
    json_key(out, "options");
    json_open_list(out);
    for (int i = 0; i < game->option_count; i++)
        add_option(out, language, game, &game->options[i]);
    json_close_list(out);
    json_close_object(out);
}

static int print_json(const char *program, Language language, const Game *game)
{
    Text text = { 0 };
    JsonOut out = { .text = &text };
    int status = EXIT_FINE;

    add_game(&out, language, game);
    if (text.has_failed)
        status = world_error(program, "there is not enough memory");
    else
        puts(text.bytes);
    text_free(&text);
    return status;
}

int verb_games(int argc, char **argv)
{
    GamesArgs args = { .language = language_of_locale() };
    int status = EXIT_FINE;

    argp_parse(&ARGP, argc, argv, 0, NULL, &args);
    for (int i = 0; i < CATALOGUE_COUNT && status == EXIT_FINE; i++) {
        if (args.is_json) {
            status = print_json(argv[0], args.language, CATALOGUE[i]);
        } else {
            fputs(i > 0 ? "\n" : "", stdout);
            print_game(args.language, CATALOGUE[i]);
        }
    }
    return status;
}
