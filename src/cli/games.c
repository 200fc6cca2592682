/* games.c: the verb that lists the games, their seats and their options. */
#include "cli/arguments.h"
#include "cli/verbs.h"

#include "games/catalogue.h"
#include "wire/json_out.h"
#include "wire/sentences.h"
#include "wire/table_json.h"

#include <stdio.h>

typedef struct GamesArgs {
    Language language;
    int is_json;
} GamesArgs;

static const Argument ARGUMENTS[] = {
    LANGUAGE_ARGUMENT(GamesArgs),
    { "json", 'j', NULL, "Print one JSON object per game and line", 0,
      FLAG(GamesArgs, is_json) },
    { 0 },
};

static const char DOC[] = "List the games, how many can play, and the options of each."
                          "\vThe value marked with * is the default. Choose another with "
                          "--option NAME=VALUE in play and sim.";

/* ------------------------------------------------------------------------- */
/* For people                                                                */
/* ------------------------------------------------------------------------- */

static void print_option(Language language, const Game *game, const Option *option)
{
    printf("\n  %s: %s\n", option->id, option_text(language, game, option));
    for (int i = 0; i < option->values.count; i++)
        printf("  %c %-12s%s\n", i == option->default_value ? '*' : ' ',
               option->values.items[i], words_name(language, game, &option->values, i));
}

static void print_game(Language language, const Game *game)
{
    printf("%s: %s, %d-%d\n", game->id, game_title(language, game), game->least_seats,
           game->most_seats);
    for (int i = 0; i < game->option_count; i++)
        print_option(language, game, &game->options[i]);
}

/* ------------------------------------------------------------------------- */
/* For programs                                                              */
/* ------------------------------------------------------------------------- */

static int print_json(const char *program, Language language, const Game *game)
{
    Text text = { 0 };
    JsonOut out = { .text = &text };
    int status = EXIT_FINE;

    game_format(&out, game, language);
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

    arguments_parse(ARGUMENTS, NULL, DOC, argc, argv, &args);
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
