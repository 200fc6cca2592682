/* figures_nodes.c: several servers over one database, measured beside each other: the
 * two of every table are at different nodes, if there are two. The cost of
 * a move is processor time, which does not depend on what else the machine does: that of
 * the nodes, that of the players here, and that of everything else that ran meanwhile,
 * which on a quiet machine is the database, if it is on this one. */
#include "load/figures.h"

#include "load/child.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static const double WARM_UP = 0.5; /* seconds */

typedef struct Nodes {
    Child children[NODES_MAX];
    ServerAddress addresses[NODES_MAX];
    int count; /* running nodes */
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

/* Processor seconds: of the nodes, of this process, of the whole machine. */
typedef struct Used {
    double nodes, load, machine;
} Used;

typedef struct Meter {
    const Nodes *nodes;
    Used used;
} Meter;

static Used used_so_far(const Nodes *nodes)
{
    Used used = { .load = process_seconds(getpid()), .machine = machine_seconds() };

    for (int i = 0; i < nodes->count; i++)
        used.nodes += process_seconds(nodes->children[i].pid);
    return used;
}

/* Values at the beginning and at the end of the measurement. */
static void read_meter(void *context, int is_end)
{
    Meter *meter = context;
    Used used = used_so_far(meter->nodes), before = is_end ? meter->used : (Used){ 0 };

    meter->used = (Used){ .nodes = used.nodes - before.nodes,
                          .load = used.load - before.load,
                          .machine = used.machine - before.machine };
}

static void print_figure(const LoadPlan *plan, const PlayersResult *result,
                         const Meter *meter)
{
    const Used *used = &meter->used;
    double moves = (double)result->moves, nodes = meter->nodes->count;
    double others = used->machine - used->nodes - used->load;
    Figure figure = { .name = "nodes",
                      .numbers = { { "nodes", nodes, 0 },
                                   { "tables", plan->tables, 0 },
                                   { "moves", moves, 0 },
                                   { "moves_per_s", per(moves, result->seconds), 0 },
                                   { "moves_per_cpu_s", per(moves, used->nodes), 0 },
                                   { "node_cpu_us", per(used->nodes * 1e6, moves), 1 },
                                   { "load_cpu_us", per(used->load * 1e6, moves), 1 },
                                   { "others_cpu_us", per(others * 1e6, moves), 1 },
                                   { "machine_cpus", per(used->machine, result->seconds),
                                     2 },
                                   { "p50_ms", result->p50, 2 },
                                   { "p99_ms", result->p99, 2 } },
                      .count = 11 };

    figure_print(
        plan, &figure,
        "%.0f: %.0f moves/s; a move: %.0f us of the nodes, %.0f of the players, %.0f of "
        "all else; %.1f ms / %.1f ms, p50 / p99",
        nodes, per(moves, result->seconds), per(used->nodes * 1e6, moves),
        per(used->load * 1e6, moves), per(others * 1e6, moves), result->p50, result->p99);
}

static int measure(const LoadPlan *plan, Nodes *nodes, Fault *fault)
{
    Meter meter = { .nodes = nodes };
    /* Tables are loaded into memory before the measurement. */
    PlayersPlan players = { .with = "[\"actions\"]",
                            .warm_up = WARM_UP,
                            .seconds = plan->seconds,
                            .turns = read_meter,
                            .context = &meter,
                            .seed = 3 };
    PlayersResult result;
    Party party;

    if (!party_invite(&party, &nodes->addresses[0], plan->game, 2 * plan->tables, fault))
        return 0;
    party.nodes = nodes->addresses;
    party.node_count = nodes->count;
    int is_fine = party_sit_down(&party, plan->tables, fault)
                  && play_cleanly(&party, &players, &result, fault);
    if (is_fine)
        print_figure(plan, &result, &meter);
    party_free(&party);
    return is_fine;
}

int figures_measure_nodes(const LoadPlan *plan, Fault *fault)
{
    int is_fine = 1;

    for (int i = 0; i < plan->node_figures && is_fine; i++) {
        Nodes nodes;
        is_fine = start_nodes(plan, plan->nodes[i], &nodes, fault)
                  && measure(plan, &nodes, fault);
        end_nodes(&nodes);
    }
    return is_fine;
}
