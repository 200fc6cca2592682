/* main.c: bench_server, a load generator that measures the capacity of a server.
 * `bench_server echo` is the plain server for comparison. */
#include "cli/common.h"
#include "cli/verbs.h"

#include "load/echo.h"
#include "load/figures.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    KEY_CONNECTIONS = 'c',
    KEY_JSON = 'j',
    KEY_OPEN = 'o',
    KEY_RATE = 'r',
    KEY_SECONDS = 't',
    KEY_TABLES = 'n',
    KEY_URL = 'u',
    KEY_NODES = 256,
    KEY_STORE,
    KEY_PROGRAM,
};

/* ------------------------------------------------------------------------- */
/* Arguments                                                                 */
/* ------------------------------------------------------------------------- */

/* "1,2,3" */
static void parse_nodes(LoadPlan *plan, const char *text, struct argp_state *state)
{
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

static error_t parse(int key, char *text, struct argp_state *state)
{
    LoadPlan *plan = state->input;

    switch (key) {
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            argp_error(state, "Too many arguments: only GAME is expected");
        plan->game = text;
        return 0;
    case KEY_CONNECTIONS:
        plan->connections = (int)argument_number(state, "connections", text, 2, 60000);
        return 0;
    case KEY_JSON:
        plan->is_json = 1;
        return 0;
    case KEY_OPEN:
        plan->open_tables = (int)argument_number(state, "open", text, 1, 1000000);
        return 0;
    case KEY_RATE:
        plan->moves_per_s = (double)argument_number(state, "rate", text, 1, 100000);
        return 0;
    case KEY_SECONDS:
        plan->seconds = (double)argument_number(state, "seconds", text, 1, 3600);
        return 0;
    case KEY_TABLES:
        plan->tables = (int)argument_number(state, "tables", text, 1, 30000);
        return 0;
    case KEY_NODES:
        parse_nodes(plan, text, state);
        return 0;
    case KEY_STORE:
        plan->store = text;
        return 0;
    case ARGP_KEY_END:
        if ((plan->store == NULL) != (plan->node_figures == 0))
            argp_error(state, "--nodes and --store go together");
        return 0;
    case KEY_PROGRAM:
        plan->program = text;
        return 0;
    case KEY_URL:
        plan->url = text;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option OPTIONS[] = {
    { "seconds", KEY_SECONDS, "S", 0, "Measure for S seconds a figure (5)", 0 },
    { "tables", KEY_TABLES, "N", 0, "Let N tables play as fast as they can (500)", 0 },
    { "rate", KEY_RATE, "N", 0, "Take the time of moves at N a second (500)", 0 },
    { "open", KEY_OPEN, "N", 0, "Hold N tables open (10000)", 0 },
    { "connections", KEY_CONNECTIONS, "N", 0, "And N connections to them (5000)", 0 },
    { "program", KEY_PROGRAM, "PATH", 0,
      "The roundhouse to start (default: the one in the folder of this program)", 0 },
    { "url", KEY_URL, "URL", 0,
      "Measure the server at http://HOST:PORT instead of one of its own", 0 },
    { "nodes", KEY_NODES, "LIST", 0, "Measure so many servers over one database: 1,2,3",
      0 },
    { "store", KEY_STORE, "URL", 0, "That database, postgres://…; it is filled", 0 },
    { "json", KEY_JSON, 0, 0, "Print one JSON object per line", 0 },
    { 0 },
};

static const struct argp ARGP = {
    .options = OPTIONS,
    .parser = parse,
    .args_doc = "[GAME]",
    .doc = "Measure the capacity of a server: two-player tables of a game "
           "(freight-train), played at random over WebSockets."
           "\vIt starts servers of its own, on loopback and with their data in a temporary "
           "folder ($TMPDIR decides on which disk), and ends them. A move counts once its "
           "player is told of it: then it is on disk. Figures per server CPU second are "
           "processor time of the server alone; beside them stands a plain echo over "
           "the same parsers. With --url, figures that need the server's own "
           "processor time or memory are left out, and its limits apply.",
};

/* Pairs play, and all pairs have the same number of tables. */
static void round_off(LoadPlan *plan)
{
    int pairs = plan->connections / 2;

    if (pairs > plan->open_tables)
        pairs = plan->open_tables;
    plan->connections = 2 * pairs;
    plan->open_tables -= plan->open_tables % pairs;
}

/* Finds this program, and the roundhouse in the folder that it was called from: build/
 * has links to both. 0: /proc does not say. */
static int find_programs(const char *called, char self[PATH_MAX], char beside[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", self, PATH_MAX - 1);
    const char *slash = strrchr(called, '/');

    if (length < 0)
        return 0;
    self[length] = '\0';
    if (slash == NULL) { /* found by PATH: installed */
        called = self;
        slash = strrchr(self, '/');
    }
    return snprintf(beside, PATH_MAX, "%.*s/roundhouse", (int)(slash - called), called)
           < PATH_MAX;
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
    argp_parse(&ARGP, argc, argv, 0, NULL, &plan);
    if (table_find_game(argv[0], plan.game) == NULL)
        return EXIT_USAGE;
    if (!find_programs(argv[0], self, beside))
        return world_error(argv[0], "/proc does not tell which program this is");
    round_off(&plan);
    if (plan.store != NULL ? figures_measure_nodes(&plan, &fault)
                           : figures_measure(&plan, &fault))
        return EXIT_FINE;
    return world_error(argv[0], "%s", fault.sentence);
}
