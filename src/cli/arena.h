/* arena.h: a run of games between bots, as `arena` and `sim` make it. */
#ifndef ROUNDHOUSE_CLI_ARENA_H
#define ROUNDHOUSE_CLI_ARENA_H

#include "cli/arguments.h"

#include "arena/ranks.h"
#include "arena/ratings.h"
#include "arena/statistics.h"

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

/* --bots, for rows whose field is the whole ArenaArgs. */
void arena_read_bots(const struct argp_state *state, const char *names, void *field);

typedef struct ArenaOutcome {
    const GameResult *results; /* of an interrupted run, some are not done */
    long planned;
    double seconds;
} ArenaOutcome;

/* Prints the outcome, in which one game at least is done; the exit status. */
typedef int ArenaReporter(const char *program, const ArenaArgs *args,
                          const Tournament *tournament, const ArenaOutcome *outcome);

/* Plays all games, with a progress bar, until the end or an interruption; the exit
 * status. */
int arena_play(const char *program, const ArenaArgs *args, const Tournament *tournament,
               ArenaReporter *report);

/* arena_report.c: the result of a tournament as text, as JSON and as a chart. */
typedef struct ArenaReport {
    const Tournament *tournament;
    const Standings *standings;
    const Rating *ratings; /* NULL: there are none, but in a round robin */
    long planned;          /* games; fewer are done if it was interrupted */
    double seconds;        /* that this run took */
} ArenaReport;

void arena_print(const ArenaReport *report);
void arena_print_json(const ArenaReport *report);
/* 0, and a sentence in *fault: it cannot be written. */
int arena_plot(const ArenaReport *report, const char *path, Fault *fault);

#endif
