/* figures_nodes.c: several servers over one database, measured beside each other: the
 * two of every table are at different nodes, if there are two. */
#include "load/figures.h"

#include "load/child.h"
#include "load/players.h"

#include <signal.h>
#include <stdio.h>

static const double WARM_UP = 0.5; /* seconds */

typedef struct Nodes {
    Child children[NODES_MAX];
    Address addresses[NODES_MAX];
    int count; /* that run */
} Nodes;

static int start_nodes(const LoadPlan *plan, int count, Nodes *nodes, Fault *fault)
{
    const char *const arguments[] = { plan->program, "serve",       "--listen",
                                      "127.0.0.1:0", "--store",     plan->store,
                                      "--quiet",     "--no-limits", NULL };

    for (nodes->count = 0; nodes->count < count; nodes->count++) {
        Child *child = &nodes->children[nodes->count];
        if (!child_start(child, arguments, fault))
            return 0;
        nodes->addresses[nodes->count] = child->address;
    }
    return 1;
}

static void end_nodes(Nodes *nodes)
{
    for (int i = 0; i < nodes->count; i++)
        child_end(&nodes->children[i], SIGTERM);
}

static double seconds_of(const Nodes *nodes)
{
    double seconds = 0;

    for (int i = 0; i < nodes->count; i++)
        seconds += process_seconds(nodes->children[i].pid);
    return seconds;
}

static void tell_figure(const PlayersResult *result, const Nodes *nodes, double used,
                        int tables, void (*tell)(void *context, const Figure *figure),
                        void *context)
{
    double moves = (double)result->moves, per_cpu = used > 0 ? moves / used : 0;
    double per_s = result->seconds > 0 ? moves / result->seconds : 0;
    Figure figure = { .name = "nodes",
                      .numbers = { { "nodes", nodes->count, 0 },
                                   { "tables", tables, 0 },
                                   { "moves", moves, 0 },
                                   { "moves_per_s", per_s, 0 },
                                   { "moves_per_cpu_s", per_cpu, 0 },
                                   { "p50_ms", result->p50, 2 },
                                   { "p99_ms", result->p99, 2 } },
                      .count = 7 };

    snprintf(figure.line, sizeof figure.line,
             "%d: %.0f moves/s, %.0f per CPU second of the nodes, %.2f ms / %.2f ms for a "
             "move, p50 / p99",
             nodes->count, per_s, per_cpu, result->p50, result->p99);
    tell(context, &figure);
}

/* Played twice: the first time leases are taken and tables come into memory. */
static int play(const LoadPlan *plan, const Nodes *nodes, Party *party,
                PlayersResult *result, double *used, Fault *fault)
{
    PlayersPlan warm = { .with = "[\"actions\"]", .seconds = WARM_UP, .seed = 3 };
    PlayersPlan counted = { .with = "[\"actions\"]", .seconds = plan->seconds, .seed = 4 };

    if (!players_play(party, &warm, result, fault))
        return 0;
    *used = seconds_of(nodes);
    if (!players_play(party, &counted, result, fault))
        return 0;
    *used = seconds_of(nodes) - *used;
    if (result->errors == 0 && result->lost == 0)
        return 1;
    return fault_tell(fault, "%ld errors and %d lost connections. %s", result->errors,
                      result->lost, result->first_error.sentence);
}

static int measure(const LoadPlan *plan, Nodes *nodes,
                   void (*tell)(void *context, const Figure *figure), void *context,
                   Fault *fault)
{
    PlayersResult result;
    Party party;
    double used;

    if (!party_invite(&party, &nodes->addresses[0], plan->game, 2 * plan->tables, fault))
        return 0;
    party.nodes = nodes->addresses;
    party.node_count = nodes->count;
    int is_fine = party_sit_down(&party, plan->tables, fault)
                  && play(plan, nodes, &party, &result, &used, fault);
    if (is_fine)
        tell_figure(&result, nodes, used, party.tables, tell, context);
    party_free(&party);
    return is_fine;
}

int figures_measure_nodes(const LoadPlan *plan,
                          void (*tell)(void *context, const Figure *figure), void *context,
                          Fault *fault)
{
    int is_fine = 1;

    for (int i = 0; i < plan->node_figures && is_fine; i++) {
        Nodes nodes;
        is_fine = start_nodes(plan, plan->nodes[i], &nodes, fault)
                  && measure(plan, &nodes, tell, context, fault);
        end_nodes(&nodes);
    }
    return is_fine;
}
