/* sim.c: the verb that plays many games between bots, adds them up and, if asked
 * to, keeps each as a save file: an arena in which every game has a deal of its own. */
#include "cli/common.h"
#include "cli/progress.h"
#include "cli/verbs.h"

#include "arena/run.h"
#include "arena/statistics.h"
#include "arena/workers.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct SimArgs {
    TableArgs table;
    long games;
    const char *directory;          /* NULL: nothing is kept */
    Contender bots[CONTENDERS_MAX]; /* a single one takes every seat */
    int bot_count;
    int is_json;
} SimArgs;

/* ------------------------------------------------------------------------- */
/* Arguments                                                                 */
/* ------------------------------------------------------------------------- */

enum { KEY_BOT = 'b', KEY_BOTS = 'B', KEY_GAMES = 'g', KEY_JSON = 'j', KEY_RECORD = 'r' };

static void parse_bots(struct argp_state *state, SimArgs *args, const char *names)
{
    Fault fault = { "" };

    args->bot_count = contenders_read(args->bots, names, &fault);
    if (args->bot_count == 0)
        argp_error(state, "%s", fault.sentence);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    SimArgs *args = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->table;
        return 0;
    case KEY_BOT:
    case KEY_BOTS:
        parse_bots(state, args, text);
        return 0;
    case KEY_GAMES:
        args->games = argument_number(state, "games", text, 1, TOURNAMENT_GAMES_MOST);
        return 0;
    case KEY_JSON:
        args->is_json = 1;
        return 0;
    case KEY_RECORD:
        args->directory = text;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option OPTIONS[] = {
    { "games", KEY_GAMES, "N", 0, "Play N games (100)", 0 },
    { "bot", KEY_BOT, "BOT", 0,
      "Bot of every seat: random (default), greedy, easy, medium, hard or expert", 0 },
    { "bots", KEY_BOTS, "BOT,BOT...", 0,
      "A bot for each seat; they move on by a seat after each game", 0 },
    { "record", KEY_RECORD, "DIR", 0,
      "Write each game to DIR/game-NNNNNN.save; files of these names are replaced", 0 },
    { "json", KEY_JSON, 0, 0, "Print the summary as a JSON object", 0 },
    { 0 },
};

static const struct argp_child CHILDREN[] = { { &TABLE_ARGP, 0, 0, 0 }, { 0 } };

static const struct argp ARGP = {
    .options = OPTIONS,
    .parser = parse,
    .args_doc = "GAME",
    .doc = "Play many games between bots and print totals."
           "\vThe same seed gives the same games, and a longer run begins like a shorter "
           "one. A shared win counts in equal parts.",
    .children = CHILDREN,
};

/* Every seat gets a bot: the one there is, or one each. */
static int seat_bots(const char *program, SimArgs *args, Tournament *tournament)
{
    int seats = tournament->setup.seats;
    int entries[CONTENDERS_MAX];

    if (args->bot_count > 1 && args->bot_count != seats)
        return usage_error(program, "--bots names %d bots for %d seats", args->bot_count,
                           seats);
    for (int seat = args->bot_count; seat < seats; seat++)
        args->bots[seat] = args->bots[0];
    tournament_enter(tournament, args->bots, seats, entries);
    tournament->schedule = schedule_moving(entries, seats);
    return EXIT_FINE;
}

/* ------------------------------------------------------------------------- */
/* The summary                                                               */
/* ------------------------------------------------------------------------- */

typedef struct Summary {
    const Tournament *tournament;
    Standings standings;
    double seat_scores[SEATS_MAX];
    long decisions;
    int least_decisions, most_decisions; /* of a game */
    double seconds;
} Summary;

static void add_game(Summary *summary, const GameResult *result, int is_first)
{
    int decisions = 0;

    for (int seat = 0; seat < summary->tournament->setup.seats; seat++) {
        summary->seat_scores[seat] += result->scores[seat];
        decisions += result->moves[seat];
    }
    summary->decisions += decisions;
    if (is_first || decisions < summary->least_decisions)
        summary->least_decisions = decisions;
    if (decisions > summary->most_decisions)
        summary->most_decisions = decisions;
}

static void print_summary(const Summary *summary)
{
    const Tournament *tournament = summary->tournament;
    const Standings *standings = &summary->standings;
    double games = (double)standings->games;

    table_print(tournament->game, &tournament->setup);
    printf("games      %ld in %.2f s\n", standings->games, summary->seconds);
    printf("decisions  %ld, %.1f a game, from %d to %d\n\n", summary->decisions,
           (double)summary->decisions / games, summary->least_decisions,
           summary->most_decisions);
    printf("            wins         score\n");
    for (int seat = 0; seat < tournament->setup.seats; seat++)
        printf("seat %-3d%8.1f  %5.1f %%%8.2f\n", seat + 1, standings->seat_wins[seat],
               100 * standings->seat_wins[seat] / games,
               summary->seat_scores[seat] / games);
    for (int i = 0; i < tournament->schedule.contender_count; i++)
        printf("%-8s%8.1f  %5.1f %%%8.2f\n", tournament->contenders[i].label,
               standings->contenders[i].wins, 100 * standings->contenders[i].wins / games,
               standings->contenders[i].mean_score);
}

static void print_array(const char *key, const double *sums, int count, double divisor)
{
    printf(",\"%s\":[", key);
    for (int i = 0; i < count; i++)
        printf("%s%.4f", i > 0 ? "," : "", sums[i] / divisor);
    printf("]");
}

static void print_json(const Summary *summary)
{
    const Tournament *tournament = summary->tournament;
    const Standings *standings = &summary->standings;
    int seats = tournament->setup.seats;

    table_print_json(tournament->game, &tournament->setup);
    printf(",\"games\":%ld,\"decisions\":%ld,\"least_decisions\":%d,\"most_decisions\":%d",
           standings->games, summary->decisions, summary->least_decisions,
           summary->most_decisions);
    print_array("wins", standings->seat_wins, seats, 1);
    print_array("mean_scores", summary->seat_scores, seats, (double)standings->games);
    printf(",\"bots\":[");
    for (int i = 0; i < tournament->schedule.contender_count; i++) {
        const Standing *standing = &standings->contenders[i];
        printf("%s{\"bot\":\"%s\",\"seats\":%d,\"wins\":%.4f,\"mean_score\":%.4f}",
               i > 0 ? "," : "", tournament->contenders[i].label, standing->copies,
               standing->wins, standing->mean_score);
    }
    printf("],\"seconds\":%.3f}\n", summary->seconds);
}

/* ------------------------------------------------------------------------- */
/* The verb                                                                  */
/* ------------------------------------------------------------------------- */

static void show_progress(void *context, long played)
{
    progress_show(context, played);
}

static int play_all(const char *program, const SimArgs *args, const Tournament *tournament,
                    GameResult *results)
{
    Progress progress = progress_begin(args->games, 0);
    atomic_int stop = 0;
    const ArenaRun run = { .tournament = tournament,
                           .games = args->games,
                           .threads = workers_for_every_core(),
                           .results = results,
                           .directory = args->directory,
                           .stop = &stop,
                           .progress = show_progress,
                           .context = &progress };
    Fault fault = { "" };
    int is_fine = arena_run(&run, &fault);

    progress_end(&progress);
    return is_fine ? EXIT_FINE : world_error(program, "%s", fault.sentence);
}

int verb_sim(int argc, char **argv)
{
    SimArgs args = { .games = 100,
                     .bots = { { "random", &BOT_RANDOM, { 0 } } },
                     .bot_count = 1 };
    Tournament tournament = { 0 };
    Summary summary = { .tournament = &tournament };
    double begin = seconds_now();

    argp_parse(&ARGP, argc, argv, 0, NULL, &args);
    if (args.bot_count > SEATS_MAX)
        return usage_error(argv[0], "--bots: more than %d bots", SEATS_MAX);
    if (args.bot_count > 1 && args.table.seats == 0)
        args.table.seats = args.bot_count;
    if (table_resolve(argv[0], &args.table, &tournament.game, &tournament.setup)
            != EXIT_FINE
        || seat_bots(argv[0], &args, &tournament) != EXIT_FINE)
        return EXIT_USAGE;
    if (args.directory != NULL && make_directory(argv[0], args.directory) != EXIT_FINE)
        return EXIT_WORLD;
    GameResult *results = calloc((size_t)args.games, sizeof *results);
    if (results == NULL)
        return world_error(argv[0], "there is not enough memory");
    int status = play_all(argv[0], &args, &tournament, results);
    if (status == EXIT_FINE) {
        standings_read(&summary.standings, &tournament, results, args.games);
        for (long n = 0; n < args.games; n++)
            add_game(&summary, &results[n], n == 0);
        summary.seconds = seconds_now() - begin;
        (args.is_json ? print_json : print_summary)(&summary);
    }
    free(results);
    return status;
}
