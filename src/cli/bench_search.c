/* bench_search.c: roundhouse bench search: the speed of the search. */
#include "cli/common.h"
#include "cli/verbs.h"

#include "arena/bench_search.h"
#include "games/catalogue.h"
#include "play/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct BenchSearchArgs {
    TableArgs table;
    double seconds;
    int is_json;
} BenchSearchArgs;

static error_t parse(int key, char *text, struct argp_state *state)
{
    BenchSearchArgs *args = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->table;
        return 0;
    case 'j':
        args->is_json = 1;
        return 0;
    case 't':
        args->seconds = (double)argument_number(state, "seconds", text, 1, 3600);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option OPTIONS[] = {
    { "seconds", 't', "S", 0, "Measure for about S seconds a column (1)", 0 },
    { "json", 'j', 0, 0, "Print a JSON object a line", 0 },
    { 0 },
};

static const struct argp_child CHILDREN[] = { { &TABLE_ARGP, 0, 0, 0 }, { 0 } };

static const struct argp ARGP = {
    .options = OPTIONS,
    .parser = parse,
    .args_doc = "[GAME]",
    .doc = "Measure the speed of the search on one core, in the middle of games with four "
           "players: iterations that play every game to its end, beside playing out "
           "without a search from the same positions, and iterations as the bots make "
           "them. All per second of processor time.",
    .children = CHILDREN,
};

static void print_line(const BenchSearchArgs *args, const Game *game, int seats,
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

static int bench_game(const char *program, const BenchSearchArgs *args, const Game *game)
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
    if (!bench_search(game, &setup, args->seconds, &result))
        return world_error(program, "there is no memory left");
    print_line(args, game, setup.seats, &result);
    return EXIT_FINE;
}

int verb_bench_search(int argc, char **argv)
{
    BenchSearchArgs args = { .seconds = 1 };
    const Game *only = NULL;
    int status = EXIT_FINE;

    argp_parse(&ARGP, argc, argv, 0, NULL, &args);
    if (args.table.game != NULL) {
        only = table_find_game(argv[0], args.table.game);
        if (only == NULL)
            return EXIT_USAGE;
    }
    if (!args.is_json)
        printf("%-16s%5s%14s%12s%8s%10s%20s\n", "game", "seats", "iterations/s",
               "playouts/s", "ratio", "cut/s", "decisions/playout");
    for (int i = 0; i < CATALOGUE_COUNT && status == EXIT_FINE; i++) {
        if (only == NULL || only == CATALOGUE[i])
            status = bench_game(argv[0], &args, CATALOGUE[i]);
    }
    return status;
}
