/* sim.c: the verb that plays many games between bots, adds them up and, if asked
 * to, keeps each as a save file: an arena in which every game has a deal of its own. */
#include "cli/arena.h"
#include "cli/verbs.h"

#include "arena/statistics.h"
#include "arena/workers.h"

#include <stdio.h>

static const Argument ARGUMENTS[] = {
    { "games", 'g', "N", "Play N games (100)", 0,
      LONG(ArenaArgs, games, 1, TOURNAMENT_GAMES_MOST) },
    { "bot", 'b', "BOT",
      "Bot of every seat: random (default), greedy, easy, medium, hard or expert", 0,
      ARGUMENT_READ, 0, 0, 0, arena_read_bots },
    { "bots", 'B', "BOT,BOT...",
      "A bot for each seat; they move on by a seat after each game", 0, ARGUMENT_READ, 0, 0,
      0, arena_read_bots },
    { "record", 'r', "DIR",
      "Write each game to DIR/game-NNNNNN.save; files of these names are replaced", 0,
      TEXT(ArenaArgs, directory) },
    { "json", 'j', NULL, "Print the summary as a JSON object", 0,
      FLAG(ArenaArgs, is_json) },
    TABLE_ARGUMENTS(ArenaArgs),
    { 0 },
};

static const char DOC[] =
    "Play many games between bots and print totals."
    "\vThe same seed gives the same games, and a longer run begins like a shorter "
    "one. A shared win counts in equal parts.";

/* Every seat gets a bot: the one there is, or one each. */
static int seat_bots(const char *program, ArenaArgs *args, Tournament *tournament)
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

static void add_game(Summary *summary, const GameResult *result)
{
    int decisions = 0;

    for (int seat = 0; seat < summary->tournament->setup.seats; seat++) {
        summary->seat_scores[seat] += result->scores[seat];
        decisions += result->moves[seat];
    }
    summary->decisions += decisions;
    if (summary->least_decisions == 0 || decisions < summary->least_decisions)
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
    printf("            wins           score\n");
    for (int seat = 0; seat < tournament->setup.seats; seat++)
        printf("seat %-3d%8.1f  %5.1f %%%10.2f\n", seat + 1, standings->seat_wins[seat],
               100 * standings->seat_wins[seat] / games,
               summary->seat_scores[seat] / games);
    for (int i = 0; i < tournament->schedule.contender_count; i++)
        printf("%-8s%8.1f  %5.1f %%%10.2f\n", tournament->contenders[i].label,
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

static int report(const char *program, const ArenaArgs *args, const Tournament *tournament,
                  const ArenaOutcome *outcome)
{
    Summary summary = { .tournament = tournament, .seconds = outcome->seconds };

    (void)program;
    standings_read(&summary.standings, tournament, outcome->results, outcome->planned);
    for (long n = 0; n < outcome->planned; n++) {
        if (outcome->results[n].is_done)
            add_game(&summary, &outcome->results[n]);
    }
    (args->is_json ? print_json : print_summary)(&summary);
    return EXIT_FINE;
}

int verb_sim(int argc, char **argv)
{
    ArenaArgs args = { .ranks = { COORDINATOR, 1 },
                       .games = 100,
                       .threads = workers_for_every_core(),
                       .bots = { { "random", &BOT_RANDOM, { 0 } } },
                       .bot_count = 1 };
    Tournament tournament = { 0 };

    arguments_parse(ARGUMENTS, "GAME", DOC, argc, argv, &args);
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
    return arena_play(argv[0], &args, &tournament, report);
}
