/* arena.c: the verb that measures bots against each other. */
#include "cli/arena.h"
#include "cli/progress.h"
#include "cli/verbs.h"

#include "arena/chart.h"
#include "arena/workers.h"
#include "play/clock.h"
#include "play/setup.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Arguments                                                                 */
/* ------------------------------------------------------------------------- */

void arena_read_bots(const struct argp_state *state, const char *names, void *field)
{
    ArenaArgs *args = field;
    Fault fault = fault_in_locale();

    args->bot_count = contenders_read(args->bots, names, &fault);
    if (args->bot_count == 0)
        argument_error(state, "%s", fault.sentence);
}

static void read_plot(const struct argp_state *state, const char *path, void *field)
{
    if (!chart_can_be(path))
        argument_error(state, in_locale("--plot: '%s' does not end in .svg or .png"), path);
    *(const char **)field = path;
}

static const Argument ARGUMENTS[] = {
    { "bots", 'B', "BOT,BOT...",
      "A bot for each seat: random, greedy; those that search may have a budget per "
      "decision, in processor time or iterations: NAME:200ms, NAME:1s, NAME:1000it",
      0, ARGUMENT_READ, 0, 0, 0, arena_read_bots },
    { "round-robin", 0, NULL,
      "Every combination of --seats (2) of the bots plays, and all are rated", 0,
      FLAG(ArenaArgs, is_round_robin) },
    { "games", 'g', "N", "Play N games (100), rounded up to whole sets", 0,
      LONG(ArenaArgs, games, 1, TOURNAMENT_GAMES_MOST) },
    { "threads", 't', "N",
      "Play N games in parallel (one per core; under mpirun, one per rank)", 0,
      INT(ArenaArgs, threads, 1, WORKERS_MAX) },
    { "patience", 0, "S",
      "Under mpirun, treat a rank that has been silent for S seconds (30) as lost", 0,
      INT(ArenaArgs, patience, 1, 86400) },
    { "record", 'r', "DIR", "Write each game to DIR/game-NNNNNN.save", 0,
      TEXT(ArenaArgs, directory) },
    { "plot", 'p', "FILE", "Draw the result into FILE.svg or FILE.png", 0,
      READ(ArenaArgs, plot, read_plot) },
    { "state", 0, "FILE", "Write each finished game to FILE", 0, TEXT(ArenaArgs, state) },
    { "resume", 0, "FILE", "Resume the run that wrote FILE, with the same arguments", 0,
      TEXT(ArenaArgs, resume) },
    { "json", 'j', NULL, "Print JSON: an object for the run, then one per bot", 0,
      FLAG(ArenaArgs, is_json) },
    TABLE_ARGUMENTS(ArenaArgs),
    { 0 },
};

static const char DOC[] =
    "Measure bots against each other."
    "\vEach deal is played once from every seat, so that neither seats nor deals "
    "favour a bot. The same seed gives the same result, with any number of "
    "threads, unless bots have a time budget. When interrupted, it prints the "
    "results so far. Under mpirun, the games are distributed over the ranks.";

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
    Fault fault = fault_in_locale();

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
    if (args->resume != NULL && args->table.seed == NULL && args->ranks.own == COORDINATOR
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

typedef struct RunProgress {
    const char *program;
    Progress bar;
} RunProgress;

static void show_progress(void *context, long played)
{
    RunProgress *progress = context;

    progress_show(&progress->bar, progress->bar.before + played);
}

static void report_lost(void *context, int rank)
{
    RunProgress *progress = context;

    progress_end(&progress->bar);
    fprintf(stderr, in_locale("%s: rank %d is lost\n"), progress->program, rank);
}

/* Only the coordinator has one. */
static int open_ledger(const ArenaArgs *args, const Tournament *tournament,
                       GameResult *results, long games, Ledger **ledger, Fault *fault)
{
    *ledger = NULL;
    if (args->ranks.own != COORDINATOR)
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
    RunProgress progress = { .program = program };
    Ledger *ledger;
    int is_fine;

    if (!open_ledger(args, tournament, results, games, &ledger, fault))
        return 0;
    if (args->resume != NULL)
        ranks_share(&args->ranks, results, (size_t)games * sizeof *results);
    progress.bar = progress_begin(games, count_done(results, games));
    progress.bar.is_shown = ranks_have_terminal(&args->ranks);
    const ArenaRun run = { .tournament = tournament,
                           .games = games,
                           .threads = args->threads,
                           .results = results,
                           .ledger = ledger,
                           .directory = args->directory,
                           .stop = &was_interrupted,
                           .progress = show_progress,
                           .context = &progress };
    const RanksRun all = { &run, args->patience, report_lost };
    signal(SIGINT, interrupt);
    signal(SIGTERM, interrupt);
    is_fine = ranks_run(&args->ranks, &all, fault);
    progress_end(&progress.bar);
    ledger_free(ledger);
    return is_fine;
}

/* ------------------------------------------------------------------------- */
/* Reporting                                                                 */
/* ------------------------------------------------------------------------- */

/* Lists the missing games. */
static void print_missing(const char *program, const Ranks *ranks,
                          const GameResult *results, long games)
{
    for (int rank = 0; rank < ranks->count && ranks->count > 1; rank++) {
        int is_missing = 0;
        for (long n = rank; n < games; n += ranks->count) {
            if (results[n].is_done)
                continue;
            if (!is_missing++)
                fprintf(stderr, in_locale("%s: rank %d has not played games"), program,
                        rank);
            fprintf(stderr, " %ld", n);
        }
        if (is_missing)
            fprintf(stderr, "\n");
    }
}

static void print_interruption(const char *program, const ArenaArgs *args, long done,
                               long games)
{
    const char *file = args->resume != NULL ? args->resume : args->state;

    fprintf(stderr, in_locale("%s: interrupted after %ld of %ld games"), program, done,
            games);
    if (file != NULL)
        fprintf(stderr, in_locale("; the same with --resume %s goes on"), file);
    fprintf(stderr, "\n");
}

static int print_report(const char *program, const ArenaArgs *args,
                        const Tournament *tournament, const ArenaOutcome *outcome)
{
    Standings standings;
    Rating ratings[CONTENDERS_MAX];
    ArenaReport report = { tournament, &standings, NULL, outcome->planned,
                           outcome->seconds };
    Fault fault = fault_in_locale();

    standings_read(&standings, tournament, outcome->results, outcome->planned);
    if (args->is_round_robin) {
        if (!ratings_read(ratings, tournament, outcome->results, outcome->planned))
            return world_error(program, "there is not enough memory");
        report.ratings = ratings;
    }
    (args->is_json ? arena_print_json : arena_print)(&report);
    if (args->plot != NULL && !arena_plot(&report, args->plot, &fault))
        return world_error(program, "%s", fault.sentence);
    return EXIT_FINE;
}

/* ------------------------------------------------------------------------- */
/* The verb                                                                  */
/* ------------------------------------------------------------------------- */

/* Of an interrupted run, the games that are done. */
static int report_done(const char *program, const ArenaArgs *args,
                       const Tournament *tournament, const ArenaOutcome *outcome,
                       ArenaReporter *report)
{
    long done = count_done(outcome->results, outcome->planned);
    int is_whole = done == outcome->planned;
    int status = EXIT_WORLD;

    if (!is_whole) {
        print_interruption(program, args, done, outcome->planned);
        print_missing(program, &args->ranks, outcome->results, outcome->planned);
    }
    if (done > 0)
        status = report(program, args, tournament, outcome);
    return is_whole ? status : EXIT_WORLD;
}

int arena_play(const char *program, const ArenaArgs *args, const Tournament *tournament,
               ArenaReporter *report)
{
    long games = schedule_whole_sets(&tournament->schedule, args->games);
    GameResult *results = calloc((size_t)games, sizeof *results);
    double begin = clock_seconds(CLOCK_MONOTONIC);
    Fault fault = fault_in_locale();
    int status = EXIT_FINE;

    if (results == NULL)
        return world_error(program, "there is not enough memory");
    if (games != args->games)
        fprintf(stderr, in_locale("%s: %ld games instead of %ld, in whole sets of %ld\n"),
                program, games, args->games, schedule_set(&tournament->schedule));
    if (!play_all(program, args, tournament, results, games, &fault))
        status = world_error(program, "%s", fault.sentence);
    else if (args->ranks.own == COORDINATOR)
        status = report_done(
            program, args, tournament,
            &(ArenaOutcome){ results, games, clock_seconds(CLOCK_MONOTONIC) - begin },
            report);
    free(results);
    return status;
}

/* Only the coordinator prints. */
static void discard_output(void)
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

    if (args.ranks.own != COORDINATOR)
        discard_output();
    args.threads = default_threads(&args.ranks);
    arguments_parse(ARGUMENTS, "GAME", DOC, argc, argv, &args);
    status = read_table(argv[0], &args, &tournament);
    if (status == EXIT_FINE && args.directory != NULL)
        status = make_directory(argv[0], args.directory);
    if (status == EXIT_FINE) {
        ranks_share(&args.ranks, tournament.setup.seed, SEED_BYTES);
        status = arena_play(argv[0], &args, &tournament, print_report);
    }
    ranks_part(&args.ranks,
               status != EXIT_FINE && args.ranks.own == COORDINATOR ? PART_BROKEN
                                                                    : PART_WHOLE,
               status);
    return status;
}
