/* bench.c: the verb that measures the speed of the rules, and of the search. */
#include "cli/arguments.h"
#include "cli/verbs.h"

#include "arena/bench.h"
#include "games/catalogue.h"
#include "play/setup.h"
#include "wire/sentences.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct BenchArgs {
    TableArgs table;
    BenchBudget budget;
    int is_json;
} BenchArgs;

/* ------------------------------------------------------------------------- */
/* Arguments                                                                 */
/* ------------------------------------------------------------------------- */

static void read_seconds(const struct argp_state *state, const char *text, void *field)
{
    char *end;
    double seconds = strtod(text, &end);

    if (end == text || *end != '\0' || !(seconds > 0 && seconds <= 3600))
        argument_error(
            state, in_locale("--seconds: '%s' is not a number above 0, up to 3600"), text);
    *(double *)field = seconds;
}

/* The search has no --games, which comes first. */
static const Argument ARGUMENTS[] = {
    { "games", 'g', "N", "Play exactly N games per line, regardless of the time", 0,
      LONG(BenchArgs, budget.games, 1, 100000000) },
    { "seconds", 't', "S", "Measure for about S seconds per line or column (1)", 0,
      READ(BenchArgs, budget.seconds, read_seconds) },
    { "json", 'j', NULL, "Print one JSON object per line", 0, FLAG(BenchArgs, is_json) },
    TABLE_ARGUMENTS(BenchArgs),
    { 0 },
};

static const char DOC[] =
    "Measure the speed of uniformly random play on one core, for each game, edition "
    "and number of seats: listing, applying, dealing and scoring."
    "\vWith 'search' as the first word, the speed of the search: see "
    "'roundhouse bench search --help'.\n\nWithout --option edition, every "
    "edition; without --seats, every number of seats.\n\n"
    "To count instructions instead of time:\n\n"
    "  valgrind --tool=callgrind --toggle-collect=bench_play \\\n"
    "    roundhouse bench GAME --seats 4 --option edition=mayfair --games 100\n\n"
    "and divide the collected instructions by 100 times decisions_per_game.";

static const char SEARCH_DOC[] =
    "Measure the speed of the search on one core, in the middle of games with four "
    "players: iterations that play every game to its end, beside playing out "
    "without a search from the same positions, and iterations as the bots make "
    "them. All per second of processor time.";

/* ------------------------------------------------------------------------- */
/* Lines                                                                     */
/* ------------------------------------------------------------------------- */

static void print_head(void)
{
    printf("%-16s%-12s%5s%13s%10s%16s%13s%10s\n", "game", "edition", "seats", "decisions/s",
           "games/s", "decisions/game", "state bytes", "clone ns");
}

static void print_line(const BenchArgs *args, const Game *game, const char *edition,
                       int seats, const BenchResult *result)
{
    /* A run shorter than the clock's resolution must not divide by zero. */
    double seconds = result->seconds > 0 ? result->seconds : 1e-9;
    double decisions = (double)result->decisions, games = (double)result->games;

    printf(
        args->is_json
            ? "{\"game\":\"%s\",\"edition\":\"%s\",\"seats\":%d,\"decisions_per_s\":%.0f,"
              "\"games_per_s\":%.1f,\"decisions_per_game\":%.2f,\"state_bytes\":%d,"
              "\"clone_ns\":%.1f}\n"
            : "%-16s%-12s%5d%13.0f%10.1f%16.2f%13d%10.1f\n",
        game->id, edition, seats, decisions / seconds, games / seconds, decisions / games,
        game->state_size, result->clone_ns);
    fflush(stdout);
}

/* ------------------------------------------------------------------------- */
/* Which tables                                                              */
/* ------------------------------------------------------------------------- */

static int option_is_set(const TableArgs *table, const char *id)
{
    size_t length = strlen(id);

    for (int i = 0; i < table->option_count; i++) {
        if (strncmp(table->options[i], id, length) == 0 && table->options[i][length] == '=')
            return 1;
    }
    return 0;
}

/* Editions that do not go with the options asked for are left out. */
static int bench_table(const BenchArgs *args, const Game *game, Setup *setup, int seats)
{
    int edition = option_find(game, "edition");
    const char *name =
        edition < 0 ? "" : game->options[edition].values.items[setup->options[edition]];
    BenchResult result;

    setup->seats = seats;
    if (setup_refusal(game, setup) != NULL)
        return 0;
    bench_measure(game, setup, &args->budget, &result);
    print_line(args, game, name, seats, &result);
    return 1;
}

static int bench_seats(const BenchArgs *args, const Game *game, Setup *setup)
{
    int lines = 0;

    if (args->table.seats > 0)
        return bench_table(args, game, setup, args->table.seats);
    for (int seats = game->least_seats; seats <= game->most_seats; seats++)
        lines += bench_table(args, game, setup, seats);
    return lines;
}

static int bench_editions(const BenchArgs *args, const Game *game, Setup *setup)
{
    int edition = option_find(game, "edition");
    int lines = 0;

    if (edition < 0 || option_is_set(&args->table, "edition"))
        return bench_seats(args, game, setup);
    for (int i = 0; i < game->options[edition].values.count; i++) {
        setup->options[edition] = (uint8_t)i;
        lines += bench_seats(args, game, setup);
    }
    return lines;
}

static int bench_game(const char *program, const BenchArgs *args, const Game *game)
{
    Setup setup;
    char refusal[SENTENCE_MAX];

    game_default_setup(game, args->table.seats > 0 ? args->table.seats : game->least_seats,
                       &setup);
    refusal_sentence(LANGUAGE_EN, game, &setup, refusal, sizeof refusal);
    if (refusal[0] != '\0')
        return usage_error(program, "%s", refusal);
    if (table_set_options(program, &args->table, game, &setup) != EXIT_FINE)
        return EXIT_USAGE;
    if (args->table.seed != NULL)
        setup_seed_from_text(&setup, args->table.seed, strlen(args->table.seed));
    if (bench_editions(args, game, &setup) == 0)
        return usage_error(program, "%s cannot be played with those options", game->id);
    return EXIT_FINE;
}

/* Is it among the games asked for? Of all games, those that so many can play. */
static int is_wanted(const BenchArgs *args, const Game *game, const Game *only)
{
    int seats = args->table.seats;

    if (only != NULL)
        return game == only;
    return seats == 0 || (seats >= game->least_seats && seats <= game->most_seats);
}

/* ------------------------------------------------------------------------- */
/* The search                                                                */
/* ------------------------------------------------------------------------- */

static void print_search_head(void)
{
    printf("%-16s%5s%14s%12s%8s%10s%20s\n", "game", "seats", "iterations/s", "playouts/s",
           "ratio", "cut/s", "decisions/playout");
}

static void print_search(const BenchArgs *args, const Game *game, int seats,
                         const BenchSearchResult *result)
{
    double ratio = result->iterations_per_s / result->playouts_per_s;

    if (args->is_json)
        printf("{\"game\":\"%s\",\"seats\":%d,\"positions\":%d,\"iterations_per_s\":%.0f,"
               "\"playouts_per_s\":%.0f,\"ratio\":%.3f,\"cut_iterations_per_s\":%.0f,"
               "\"decisions_per_playout\":%.1f}\n",
               game->id, seats, result->positions, result->iterations_per_s,
               result->playouts_per_s, ratio, result->cut_per_s, result->decisions);
    else
        printf("%-16s%5d%14.0f%12.0f%8.2f%10.0f%20.1f\n", game->id, seats,
               result->iterations_per_s, result->playouts_per_s, ratio, result->cut_per_s,
               result->decisions);
    fflush(stdout);
}

static int search_game(const char *program, const BenchArgs *args, const Game *game)
{
    BenchSearchResult result;
    Setup setup;

    game_default_setup(
        game, args->table.seats > 0 ? args->table.seats : table_default_seats(game),
        &setup);
    if (table_set_options(program, &args->table, game, &setup) != EXIT_FINE)
        return EXIT_USAGE;
    if (setup_refusal(game, &setup) != NULL)
        return usage_error(program, "%s cannot be played by so many, or with those options",
                           game->id);
    if (args->table.seed != NULL)
        setup_seed_from_text(&setup, args->table.seed, strlen(args->table.seed));
    if (!bench_search(game, &setup, args->budget.seconds, &result))
        return world_error(program, "there is no memory left");
    print_search(args, game, setup.seats, &result);
    return EXIT_FINE;
}

/* ------------------------------------------------------------------------- */
/* The verb                                                                  */
/* ------------------------------------------------------------------------- */

int verb_bench(int argc, char **argv)
{
    static char SEARCH[] = "roundhouse bench search";
    int is_search = argc > 1 && strcmp(argv[1], "search") == 0;
    BenchArgs args = { .budget = { 0, 1 } };
    const Game *only = NULL;
    int status = EXIT_FINE, games = 0;

    if (is_search) {
        argc--;
        argv++;
        argv[0] = SEARCH;
    }
    if (is_search)
        arguments_parse(ARGUMENTS + 1, "[GAME]", SEARCH_DOC, argc, argv, &args);
    else
        arguments_parse(ARGUMENTS, "[GAME]\nsearch [GAME]", DOC, argc, argv, &args);
    if (args.table.game != NULL) {
        only = table_find_game(argv[0], args.table.game);
        if (only == NULL)
            return EXIT_USAGE;
    }
    if (!args.is_json)
        (is_search ? print_search_head : print_head)();
    for (int i = 0; i < CATALOGUE_COUNT && status == EXIT_FINE; i++) {
        if (!is_wanted(&args, CATALOGUE[i], only))
            continue;
        games++;
        status = (is_search ? search_game : bench_game)(argv[0], &args, CATALOGUE[i]);
    }
    if (games == 0)
        return usage_error(argv[0], "no game is for %d players", args.table.seats);
    return status;
}
