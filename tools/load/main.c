/* main.c: bench_server, a load generator that measures the capacity of a server.
 * `bench_server echo` is the plain server for comparison. */
#include "cli/arguments.h"
#include "cli/verbs.h"

#include "load/child.h"
#include "load/echo.h"
#include "load/figures.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "1,2,3" */
static void read_nodes(const struct argp_state *state, const char *text, void *field)
{
    LoadPlan *plan = field;
    char *end;

    for (plan->node_figures = 0; plan->node_figures < NODES_FIGURES_MAX; text = end + 1) {
        long count = strtol(text, &end, 10);
        if (end == text || count < 1 || count > NODES_MAX)
            break;
        plan->nodes[plan->node_figures++] = (int)count;
        if (*end == '\0')
            return;
        if (*end != ',')
            break;
    }
    argp_error(state, "--nodes: up to %d numbers from 1 to %d, with commas between",
               NODES_FIGURES_MAX, NODES_MAX);
}

static const Argument ARGUMENTS[] = {
    { BY_POSITION, NULL, 0, TEXT(LoadPlan, game) },
    { "seconds", 't', "S", "Measure for S seconds a figure (5)", 0,
      INT(LoadPlan, seconds, 1, 3600) },
    { "tables", 'n', "N", "Let N tables play as fast as they can (500)", 0,
      INT(LoadPlan, tables, 1, 30000) },
    { "rate", 'r', "N", "Take the time of moves at N a second (500)", 0,
      INT(LoadPlan, moves_per_s, 1, 100000) },
    { "open", 'o', "N", "Hold N tables open (10000)", 0,
      INT(LoadPlan, open_tables, 1, 1000000) },
    { "connections", 'c', "N", "And N connections to them (5000)", 0,
      INT(LoadPlan, connections, 2, 60000) },
    { "program", 0, "PATH",
      "The roundhouse to start (default: the one in the folder of this program)", 0,
      TEXT(LoadPlan, program) },
    { "url", 'u', "URL", "Measure the server at http://HOST:PORT instead of one of its own",
      0, TEXT(LoadPlan, url) },
    { "nodes", 0, "LIST", "Measure so many servers over one database: 1,2,3", 0,
      ARGUMENT_READ, 0, 0, 0, read_nodes },
    { "store", 0, "URL", "That database, postgres://…; it is filled", 0,
      TEXT(LoadPlan, store) },
    { "profile", 0, "FOLDER", "Keep callgrind's profiles of the server in FOLDER", 0,
      TEXT(LoadPlan, profile) },
    { "json", 'j', NULL, "Print one JSON object per line", 0, FLAG(LoadPlan, is_json) },
    { 0 },
};

static const char DOC[] =
    "Measure the capacity of a server: two-player tables of a game "
    "(freight-train), played at random over WebSockets."
    "\vIt starts servers of its own, on loopback and with their data in a temporary "
    "folder ($TMPDIR decides on which disk), and ends them. A move counts once its "
    "player gets the update: then it is on disk. Figures per server CPU second are "
    "processor time of the server alone; beside them stands a plain echo over "
    "the same parsers. User instructions a move are counted by callgrind, "
    "where valgrind is installed. With --url, figures that need the server's own "
    "processor time or memory are left out, and its limits apply.";

/* Pairs play, and all pairs have the same number of tables. */
static void round_off(LoadPlan *plan)
{
    int pairs = plan->connections / 2;

    if (pairs > plan->open_tables)
        pairs = plan->open_tables;
    plan->connections = 2 * pairs;
    plan->open_tables -= plan->open_tables % pairs;
}

int main(int argc, char **argv)
{
    char self[PATH_MAX], beside[PATH_MAX];
    LoadPlan plan = { .program = beside,
                      .self = self,
                      .game = "freight-train",
                      .seconds = 5,
                      .tables = 500,
                      .moves_per_s = 500,
                      .open_tables = 10000,
                      .connections = 5000 };
    Fault fault = { 0 };

    signal(SIGPIPE, SIG_IGN);
    if (argc == 2 && strcmp(argv[1], "echo") == 0)
        return echo_serve(&fault) ? EXIT_FINE : world_error(argv[0], "%s", fault.sentence);
    arguments_parse(ARGUMENTS, "[GAME]", DOC, argc, argv, &plan);
    if ((plan.store == NULL) != (plan.node_figures == 0))
        return usage_error(argv[0], "--nodes and --store go together");
    if (table_find_game(argv[0], plan.game) == NULL)
        return EXIT_USAGE;
    if (!programs_find(argv[0], self, beside))
        return world_error(argv[0], "/proc does not say which program this is");
    round_off(&plan);
    if (plan.store != NULL ? figures_measure_nodes(&plan, &fault)
                           : figures_measure(&plan, &fault))
        return EXIT_FINE;
    return world_error(argv[0], "%s", fault.sentence);
}
