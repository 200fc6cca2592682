/* arena.c: the verb that measures bots against each other. */
#include "cli/arena_report.h"
#include "cli/common.h"
#include "cli/progress.h"
#include "cli/verbs.h"

#include "arena/chart.h"
#include "arena/ranks.h"
#include "arena/workers.h"
#include "play/setup.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct ArenaArgs {
    Ranks ranks;
    TableArgs table;
    Contender bots[CONTENDERS_MAX]; /* as they were named, the same one perhaps twice */
    int bot_count;
    long games;
    int threads;
    int is_round_robin;
    int is_json;
    const char *directory; /* these are NULL if they were not named */
    const char *plot;
    const char *state;
    const char *resume;
    int patience; /* seconds */
} ArenaArgs;

/* ------------------------------------------------------------------------- */
/* Arguments                                                                 */
/* ------------------------------------------------------------------------- */

enum {
    KEY_BOTS = 'B',
    KEY_GAMES = 'g',
    KEY_JSON = 'j',
    KEY_PLOT = 'p',
    KEY_RECORD = 'r',
    KEY_THREADS = 't',
    KEY_PATIENCE = 256,
    KEY_RESUME,
    KEY_ROUND_ROBIN,
    KEY_STATE,
};

static void parse_bots(struct argp_state *state, ArenaArgs *args, const char *names)
{
    Fault fault = { "" };

    args->bot_count = contenders_read(args->bots, names, &fault);
    if (args->bot_count == 0)
        argp_error(state, "%s", fault.sentence);
}

static void parse_plot(struct argp_state *state, ArenaArgs *args, const char *path)
{
    if (!chart_can_be(path))
        argp_error(state, "--plot: '%s' does not end in .svg or .png", path);
    args->plot = path;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    ArenaArgs *args = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->table;
        return 0;
    case KEY_BOTS:
        parse_bots(state, args, text);
        return 0;
    case KEY_GAMES:
        args->games = argument_number(state, "games", text, 1, TOURNAMENT_GAMES_MOST);
        return 0;
    case KEY_THREADS:
        args->threads = (int)argument_number(state, "threads", text, 1, WORKERS_MAX);
        return 0;
    case KEY_ROUND_ROBIN:
        args->is_round_robin = 1;
        return 0;
    case KEY_JSON:
        args->is_json = 1;
        return 0;
    case KEY_PLOT:
        parse_plot(state, args, text);
        return 0;
    case KEY_RECORD:
        args->directory = text;
        return 0;
    case KEY_STATE:
        args->state = text;
        return 0;
    case KEY_RESUME:
        args->resume = text;
        return 0;
    case KEY_PATIENCE:
        args->patience = (int)argument_number(state, "patience", text, 1, 86400);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option OPTIONS[] = {
    { "bots", KEY_BOTS, "BOT,BOT...", 0,
      "A bot for each seat: random, greedy; those that search may have a budget per "
      "decision, in processor time or iterations: NAME:200ms, NAME:1s, NAME:1000it",
      0 },
    { "round-robin", KEY_ROUND_ROBIN, 0, 0,
      "Every combination of --seats (2) of the bots plays, and all are rated", 0 },
    { "games", KEY_GAMES, "N", 0, "Play N games (100), rounded up to whole sets", 0 },
    { "threads", KEY_THREADS, "N", 0,
      "Play N games in parallel (one per core; under mpirun, one per rank)", 0 },
    { "patience", KEY_PATIENCE, "S", 0,
      "Under mpirun, treat a rank that has been silent for S seconds (30) as lost", 0 },
    { "record", KEY_RECORD, "DIR", 0, "Write each game to DIR/game-NNNNNN.save", 0 },
    { "plot", KEY_PLOT, "FILE", 0, "Draw the result into FILE.svg or FILE.png", 0 },
    { "state", KEY_STATE, "FILE", 0, "Write each finished game to FILE", 0 },
    { "resume", KEY_RESUME, "FILE", 0,
      "Resume the run that wrote FILE, with the same arguments", 0 },
    { "json", KEY_JSON, 0, 0, "Print JSON: an object for the run, then one per bot", 0 },
    { 0 },
};

static const struct argp_child CHILDREN[] = { { &TABLE_ARGP, 0, 0, 0 }, { 0 } };

static const struct argp ARGP = {
    .options = OPTIONS,
    .parser = parse,
    .args_doc = "GAME",
    .doc = "Measure bots against each other."
           "\vEach deal is played once from every seat, so that neither seats nor deals "
           "favour a bot. The same seed gives the same result, with any number of "
           "threads, unless bots have a time budget. When interrupted, it prints the "
           "results so far. Under mpirun, the games are distributed over the ranks.",
    .children = CHILDREN,
};

/* ------------------------------------------------------------------------- */
/* Who plays                                                                 */
/* ------------------------------------------------------------------------- */

static int enter_bots(const char *program, const ArenaArgs *args, Tournament *tournament)
{
    int seats = tournament->setup.seats;
    int entries[CONTENDERS_MAX];
    int count;

    if (!args->is_round_robin && args->bot_count != seats)
        return usage_error(program, "--bots names %d bots for %d seats", args->bot_count,
                           seats);
    if (args->is_round_robin && args->bot_count < seats)
        return usage_error(program, "a round robin at tables of %d needs %d bots at least",
                           seats, seats);
    count = tournament_enter(tournament, args->bots, args->bot_count, entries);
    for (int i = 0; i < args->bot_count && args->is_round_robin; i++) {
        if (entries[i] < i)
            return usage_error(program, "--bots names %s twice", args->bots[i].label);
    }
    tournament->schedule = args->is_round_robin ? schedule_round_robin(count, seats)
                                                : schedule_table(entries, seats);
    return EXIT_FINE;
}

/* A table has as many seats as bots are named; a round robin is of pairs. */
static int default_seats(const ArenaArgs *args)
{
    const Game *game = args->table.game == NULL ? NULL : catalogue_find(args->table.game);

    if (!args->is_round_robin)
        return args->bot_count;
    return game == NULL || game->least_seats < 2 ? 2 : game->least_seats;
}

static int read_table(const char *program, ArenaArgs *args, Tournament *tournament)
{
    Fault fault = { "" };

    if (args->bot_count == 0)
        return usage_error(program, "which bots? Name them: --bots greedy,random");
    if (args->state != NULL && args->resume != NULL)
        return usage_error(program, "--resume goes on writing to its file: leave out "
                                    "--state");
    if (args->table.seats == 0)
        args->table.seats = default_seats(args);
    if (args->table.seats > SEATS_MAX)
        return usage_error(program, "--bots: more than %d bots at a table", SEATS_MAX);
    if (table_resolve(program, &args->table, &tournament->game, &tournament->setup)
            != EXIT_FINE
        || enter_bots(program, args, tournament) != EXIT_FINE)
        return EXIT_USAGE;
    /* A run whose seed was drawn at random has it in its file. */
    if (args->resume != NULL && args->table.seed == NULL && args->ranks.own == CHIEF
        && !ledger_seed(args->resume, tournament->setup.seed, &fault))
        return world_error(program, "%s", fault.sentence);
    return EXIT_FINE;
}

/* ------------------------------------------------------------------------- */
/* Playing                                                                   */
/* ------------------------------------------------------------------------- */

static atomic_int was_interrupted;

/* The first time it ends the run; the second time, the program. */
static void interrupt(int number)
{
    atomic_store(&was_interrupted, 1);
    signal(number, SIG_DFL);
}

static long count_done(const GameResult *results, long games)
{
    long done = 0;

    for (long n = 0; n < games; n++)
        done += results[n].is_done;
    return done;
}

/* Progress reports of a run. */
typedef struct Telling {
    const char *program;
    Progress progress;
} Telling;

static void show_progress(void *context, long played)
{
    Telling *telling = context;

    progress_show(&telling->progress, telling->progress.before + played);
}

static void tell_lost(void *context, int rank)
{
    Telling *telling = context;

    progress_end(&telling->progress);
    fprintf(stderr, "%s: rank %d is lost\n", telling->program, rank);
}

/* Only the chief has one. */
static int open_ledger(const ArenaArgs *args, const Tournament *tournament,
                       GameResult *results, long games, Ledger **ledger, Fault *fault)
{
    *ledger = NULL;
    if (args->ranks.own != CHIEF)
        return 1;
    if (args->state != NULL)
        *ledger = ledger_new(args->state, tournament, fault);
    if (args->resume != NULL)
        *ledger = ledger_open(args->resume, tournament, results, games, fault);
    return fault->sentence[0] == '\0';
}

static int play_all(const char *program, const ArenaArgs *args,
                    const Tournament *tournament, GameResult *results, long games,
                    Fault *fault)
{
    Telling telling = { .program = program };
    Ledger *ledger;
    int is_fine;

    if (!open_ledger(args, tournament, results, games, &ledger, fault))
        return 0;
    if (args->resume != NULL)
        ranks_share(&args->ranks, results, (size_t)games * sizeof *results);
    telling.progress = progress_begin(games, count_done(results, games));
    telling.progress.is_shown = ranks_have_terminal(&args->ranks);
    const ArenaRun run = { .tournament = tournament,
                           .games = games,
                           .threads = args->threads,
                           .results = results,
                           .ledger = ledger,
                           .directory = args->directory,
                           .stop = &was_interrupted,
                           .progress = show_progress,
                           .context = &telling };
    const RanksRun all = { &run, args->patience, tell_lost };
    signal(SIGINT, interrupt);
    signal(SIGTERM, interrupt);
    is_fine = ranks_run(&args->ranks, &all, fault);
    progress_end(&telling.progress);
    ledger_free(ledger);
    return is_fine;
}

/* ------------------------------------------------------------------------- */
/* Telling                                                                   */
/* ------------------------------------------------------------------------- */

/* Lists the missing games. */
static void tell_missing(const char *program, const Ranks *ranks, const GameResult *results,
                         long games)
{
    for (int rank = 0; rank < ranks->count && ranks->count > 1; rank++) {
        int is_missing = 0;
        for (long n = rank; n < games; n += ranks->count) {
            if (results[n].is_done)
                continue;
            if (!is_missing++)
                fprintf(stderr, "%s: rank %d has not played games", program, rank);
            fprintf(stderr, " %ld", n);
        }
        if (is_missing)
            fprintf(stderr, "\n");
    }
}

static void tell_interruption(const char *program, const ArenaArgs *args, long done,
                              long games)
{
    const char *file = args->resume != NULL ? args->resume : args->state;

    fprintf(stderr, "%s: interrupted after %ld of %ld games", program, done, games);
    if (file != NULL)
        fprintf(stderr, "; the same with --resume %s goes on", file);
    fprintf(stderr, "\n");
}

static int report(const char *program, const ArenaArgs *args, const Tournament *tournament,
                  const GameResult *results, long games, double seconds)
{
    Standings standings;
    Rating ratings[CONTENDERS_MAX];
    ArenaReport report = { tournament, &standings, NULL, games, seconds };
    Fault fault = { "" };

    standings_read(&standings, tournament, results, games);
    if (standings.games < games) {
        tell_interruption(program, args, standings.games, games);
        tell_missing(program, &args->ranks, results, games);
    }
    if (standings.games == 0)
        return EXIT_WORLD;
    if (args->is_round_robin) {
        if (!ratings_read(ratings, tournament, results, games))
            return world_error(program, "there is not enough memory");
        report.ratings = ratings;
    }
    (args->is_json ? arena_print_json : arena_print)(&report);
    if (args->plot != NULL && !arena_plot(&report, args->plot, &fault))
        return world_error(program, "%s", fault.sentence);
    return standings.games < games ? EXIT_WORLD : EXIT_FINE;
}

/* ------------------------------------------------------------------------- */
/* The verb                                                                  */
/* ------------------------------------------------------------------------- */

static int run(const char *program, const ArenaArgs *args, const Tournament *tournament)
{
    long games = schedule_whole_sets(&tournament->schedule, args->games);
    GameResult *results = calloc((size_t)games, sizeof *results);
    double begin = seconds_now();
    Fault fault = { "" };
    int status = EXIT_FINE;

    if (results == NULL)
        return world_error(program, "there is not enough memory");
    if (games != args->games)
        fprintf(stderr, "%s: %ld games instead of %ld, in whole sets of %ld\n", program,
                games, args->games, schedule_set(&tournament->schedule));
    if (!play_all(program, args, tournament, results, games, &fault))
        status = world_error(program, "%s", fault.sentence);
    else if (args->ranks.own == CHIEF)
        status = report(program, args, tournament, results, games, seconds_now() - begin);
    free(results);
    return status;
}

/* Only the chief speaks. */
static void be_silent(void)
{
    if (freopen("/dev/null", "w", stdout) == NULL
        || freopen("/dev/null", "w", stderr) == NULL)
        exit(EXIT_WORLD);
}

/* mpirun says how many work on a machine; alone, one takes all cores. */
static int default_threads(const Ranks *ranks)
{
    return ranks->count > 1 ? 1 : workers_for_every_core();
}

int verb_arena(int argc, char **argv)
{
    ArenaArgs args = { .ranks = ranks_join(), .games = 100, .patience = 30 };
    Tournament tournament;
    int status;

    if (args.ranks.own != CHIEF)
        be_silent();
    args.threads = default_threads(&args.ranks);
    argp_parse(&ARGP, argc, argv, 0, NULL, &args);
    status = read_table(argv[0], &args, &tournament);
    if (status == EXIT_FINE && args.directory != NULL)
        status = make_directory(argv[0], args.directory);
    if (status == EXIT_FINE) {
        ranks_share(&args.ranks, tournament.setup.seed, SEED_BYTES);
        status = run(argv[0], &args, &tournament);
    }
    ranks_part(&args.ranks,
               status != EXIT_FINE && args.ranks.own == CHIEF ? PART_BROKEN : PART_WHOLE,
               status);
    return status;
}
