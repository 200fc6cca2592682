/* sim.c: the verb that plays many games between bots, adds them up and, if asked
 * to, keeps each as a save file. */
#include "cli/common.h"
#include "cli/progress.h"
#include "cli/verbs.h"

#include "arena/sim.h"
#include "play/save.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { BOTS_MAX = SEATS_MAX, PATH_ROOM = 4096 };

typedef struct SimArgs {
    TableArgs table;
    long games;
    const char *directory; /* NULL: nothing is kept */
    const Bot *bots[BOTS_MAX];
    int bot_count; /* 1: the same in every seat */
    int is_json;
} SimArgs;

/* ------------------------------------------------------------------------- */
/* Arguments                                                                 */
/* ------------------------------------------------------------------------- */

enum { KEY_BOT = 'b', KEY_BOTS = 'B', KEY_GAMES = 'g', KEY_JSON = 'j', KEY_RECORD = 'r' };

static const Bot *parse_bot(const struct argp_state *state, const char *name)
{
    const Bot *bot = bot_find(name);

    if (bot == NULL)
        argp_error(state,
                   "there is no bot '%s'; there is random, greedy, easy, medium, hard and "
                   "expert",
                   name);
    return bot;
}

static void parse_bots(struct argp_state *state, SimArgs *args, char *names)
{
    char *rest = names, *name;

    args->bot_count = 0;
    while ((name = strsep(&rest, ",")) != NULL) {
        if (args->bot_count == BOTS_MAX)
            argp_error(state, "--bots: more than %d bots", BOTS_MAX);
        args->bots[args->bot_count++] = parse_bot(state, name);
    }
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    SimArgs *args = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->table;
        return 0;
    case KEY_BOT:
        args->bots[0] = parse_bot(state, text);
        args->bot_count = 1;
        return 0;
    case KEY_BOTS:
        parse_bots(state, args, text);
        return 0;
    case KEY_GAMES:
        args->games = argument_number(state, "games", text, 1, 1000000000);
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
      "Who sits in every seat: random (usual), greedy, easy, medium, hard or expert", 0 },
    { "bots", KEY_BOTS, "BOT,BOT...", 0,
      "A bot for each seat; they move on by a seat after each game", 0 },
    { "record", KEY_RECORD, "DIR", 0,
      "Keep each game as DIR/game-NNNNNN.save; files of these names are replaced", 0 },
    { "json", KEY_JSON, 0, 0, "Print the summary as a JSON object", 0 },
    { 0 },
};

static const struct argp_child CHILDREN[] = { { &TABLE_ARGP, 0, 0, 0 }, { 0 } };

static const struct argp ARGP = {
    .options = OPTIONS,
    .parser = parse,
    .args_doc = "GAME",
    .doc = "Play many games between bots and add them up."
           "\vThe same seed gives the same games, and a longer run begins like a shorter "
           "one. A win that is shared counts in equal parts.",
    .children = CHILDREN,
};

/* Every seat gets a bot: the one there is, or one each. */
static int seat_bots(const char *program, SimArgs *args, SimRun *run)
{
    if (args->bot_count > 1 && args->bot_count != run->setup.seats)
        return usage_error(program, "--bots names %d bots for %d seats", args->bot_count,
                           run->setup.seats);
    for (int seat = 0; seat < run->setup.seats; seat++)
        run->bots[seat] = args->bots[args->bot_count > 1 ? seat : 0];
    return EXIT_FINE;
}

/* ------------------------------------------------------------------------- */
/* Playing                                                                   */
/* ------------------------------------------------------------------------- */

static int write_text(const char *path, const Text *text)
{
    FILE *file = fopen(path, "w");
    size_t written;

    if (file == NULL)
        return 0;
    written = fwrite(text->bytes, 1, text->length, file);
    return fclose(file) == 0 && written == text->length;
}

static int keep_match(const char *program, const char *directory, const SimRun *run, long n,
                      const Match *match)
{
    SavePlayers players = { 0 };
    char path[PATH_ROOM];
    Text text = { 0 };
    int length = snprintf(path, sizeof path, "%s/game-%06ld.save", directory, n);
    int status = EXIT_FINE;

    if (length >= (int)sizeof path)
        return usage_error(program, "--record: the name of the directory is too long");
    for (int seat = 0; seat < match_setup(match)->seats; seat++)
        save_seat_bot(&players.seats[seat], run->bots[sim_bot_at(run, n, seat)]->name);
    save_write(&text, match, &players, NULL);
    if (text.has_failed)
        status = world_error(program, "there is not enough memory");
    else if (!write_text(path, &text))
        status = world_error(program, "cannot write %s: %s", path, strerror(errno));
    text_free(&text);
    return status;
}

static int play_and_keep(const char *program, const SimArgs *args, const SimRun *run,
                         long n, Outcome *outcome)
{
    Match *match = sim_record(run, n, outcome);
    int status;

    if (match == NULL)
        return world_error(program, "there is not enough memory");
    status = keep_match(program, args->directory, run, n, match);
    match_free(match);
    return status;
}

static int play_all(const char *program, const SimArgs *args, const SimRun *run,
                    SimTotals *totals)
{
    Progress progress = progress_begin(args->games, 0);
    int status = EXIT_FINE;

    for (long n = 0; n < args->games && status == EXIT_FINE; n++) {
        Outcome outcome;
        if (args->directory == NULL)
            sim_play(run, n, &outcome);
        else
            status = play_and_keep(program, args, run, n, &outcome);
        if (status == EXIT_FINE)
            sim_add(totals, run, n, &outcome);
        progress_show(&progress, n + 1);
    }
    progress_end(&progress);
    return status;
}

/* ------------------------------------------------------------------------- */
/* The summary                                                               */
/* ------------------------------------------------------------------------- */

/* One bot of the run, wherever it sat. */
typedef struct BotTotals {
    int seats; /* that it held in each game */
    double wins, scores;
} BotTotals;

static BotTotals add_up_bot(const SimRun *run, const SimTotals *totals, const Bot *bot)
{
    BotTotals sum = { 0 };

    for (int i = 0; i < run->setup.seats; i++) {
        if (run->bots[i] != bot)
            continue;
        sum.seats++;
        sum.wins += totals->bot_wins[i];
        sum.scores += totals->bot_scores[i];
    }
    return sum;
}

static void print_summary(const SimRun *run, const SimTotals *totals, double seconds)
{
    double games = (double)totals->games;

    table_print(run->game, &run->setup);
    printf("games      %ld in %.2f s\n", totals->games, seconds);
    printf("decisions  %ld, %.1f a game, from %d to %d\n\n", totals->decisions,
           (double)totals->decisions / games, totals->least_decisions,
           totals->most_decisions);
    printf("            wins         score\n");
    for (int seat = 0; seat < run->setup.seats; seat++)
        printf("seat %-3d%8.1f  %5.1f %%%8.2f\n", seat + 1, totals->seat_wins[seat],
               100 * totals->seat_wins[seat] / games, totals->seat_scores[seat] / games);
    for (int i = 0; i < BOT_COUNT; i++) {
        BotTotals sum = add_up_bot(run, totals, BOTS[i]);
        if (sum.seats > 0)
            printf("%-8s%8.1f  %5.1f %%%8.2f\n", BOTS[i]->name, sum.wins,
                   100 * sum.wins / games, sum.scores / games / sum.seats);
    }
}

static void print_array(const char *key, const double *sums, int count, double divisor)
{
    printf(",\"%s\":[", key);
    for (int i = 0; i < count; i++)
        printf("%s%.4f", i > 0 ? "," : "", sums[i] / divisor);
    printf("]");
}

static void print_json_bots(const SimRun *run, const SimTotals *totals)
{
    double games = (double)totals->games;
    int printed = 0;

    printf(",\"bots\":[");
    for (int i = 0; i < BOT_COUNT; i++) {
        BotTotals sum = add_up_bot(run, totals, BOTS[i]);
        if (sum.seats > 0)
            printf("%s{\"bot\":\"%s\",\"seats\":%d,\"wins\":%.4f,\"mean_score\":%.4f}",
                   printed++ > 0 ? "," : "", BOTS[i]->name, sum.seats, sum.wins,
                   sum.scores / games / sum.seats);
    }
    printf("]");
}

static void print_json(const SimRun *run, const SimTotals *totals, double seconds)
{
    table_print_json(run->game, &run->setup);
    printf(",\"games\":%ld,\"decisions\":%ld,\"least_decisions\":%d,\"most_decisions\":%d",
           totals->games, totals->decisions, totals->least_decisions,
           totals->most_decisions);
    print_array("wins", totals->seat_wins, run->setup.seats, 1);
    print_array("mean_scores", totals->seat_scores, run->setup.seats,
                (double)totals->games);
    print_json_bots(run, totals);
    printf(",\"seconds\":%.3f}\n", seconds);
}

/* ------------------------------------------------------------------------- */
/* The verb                                                                  */
/* ------------------------------------------------------------------------- */

int verb_sim(int argc, char **argv)
{
    SimArgs args = { .games = 100, .bots = { &BOT_RANDOM }, .bot_count = 1 };
    SimTotals totals = { 0 };
    SimRun run;
    double begin;

    argp_parse(&ARGP, argc, argv, 0, NULL, &args);
    if (args.bot_count > 1 && args.table.seats == 0)
        args.table.seats = args.bot_count;
    if (table_resolve(argv[0], &args.table, &run.game, &run.setup) != EXIT_FINE
        || seat_bots(argv[0], &args, &run) != EXIT_FINE)
        return EXIT_USAGE;
    if (args.directory != NULL && make_directory(argv[0], args.directory) != EXIT_FINE)
        return EXIT_WORLD;
    begin = seconds_now();
    if (play_all(argv[0], &args, &run, &totals) != EXIT_FINE)
        return EXIT_WORLD;
    (args.is_json ? print_json : print_summary)(&run, &totals, seconds_now() - begin);
    return EXIT_FINE;
}
