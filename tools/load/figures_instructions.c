/* figures_instructions.c: user instructions of a server for a move. The server runs under
 * callgrind, some fifty times as slowly; vgdb sets its counts to zero when the players are
 * warm, and has them written to a file at the end. */
#include "load/figures.h"

#include "load/child.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TABLES_MOST = 100, TRIES = 10 };

static const double WARM_UP = 2; /* seconds */

typedef struct Counter {
    Child server;
    char data[DATA_FOLDER_MAX];
    char profiles[128]; /* callgrind adds .1, .2 and so on to this name */
    int profile_count;
    int has_failed;
} Counter;

static int is_on_path(const char *program)
{
    const char *path = getenv("PATH");

    while (path != NULL && *path != '\0') {
        size_t length = strcspn(path, ":");
        char name[512];
        snprintf(name, sizeof name, "%.*s/%s", (int)length, path, program);
        if (access(name, X_OK) == 0)
            return 1;
        path += length + (path[length] == ':');
    }
    return 0;
}

/* Has callgrind execute a command: "zero" or "dump". */
static void order(Counter *counter, const char *command)
{
    char pid[32], request[16];
    char *arguments[] = { "timeout", "120", "vgdb", pid, request, NULL };
    pid_t vgdb;
    int status = -1;

    snprintf(pid, sizeof pid, "--pid=%d", (int)counter->server.pid);
    snprintf(request, sizeof request, "%s", command);
    /* It prints what it did on both outputs. */
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawnp(&vgdb, arguments[0], &quiet, NULL, arguments, environ) != 0
        || waitpid(vgdb, &status, 0) < 0 || status != 0)
        counter->has_failed = 1;
    posix_spawn_file_actions_destroy(&quiet);
}

static void turn_counter(void *context, int is_end)
{
    order(context, is_end ? "dump" : "zero");
}

/* The total of the newest profile; -1: it has none. */
static double read_total(Counter *counter)
{
    char name[160], line[256];
    double total = -1;
    FILE *file;

    snprintf(name, sizeof name, "%s.%d", counter->profiles, ++counter->profile_count);
    file = fopen(name, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "totals: ", 8) == 0)
            total = strtod(line + 8, NULL);
    }
    if (file != NULL)
        fclose(file);
    return total;
}

static int start(const LoadPlan *plan, Counter *counter, Fault *fault)
{
    char data[96], profiles[160];
    const char *const arguments[] = {
        "/usr/bin/env",
        "valgrind",
        "--tool=callgrind",
        "--log-file=/dev/null",
        profiles,
        plan->program,
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--data",
        data,
        "--quiet",
        "--no-limits",
        NULL,
    };

    if (!data_folder_make(counter->data, fault))
        return 0;
    snprintf(counter->profiles, sizeof counter->profiles, "%s/profile",
             plan->profile == NULL ? counter->data : plan->profile);
    snprintf(profiles, sizeof profiles, "--callgrind-out-file=%s", counter->profiles);
    snprintf(data, sizeof data, "%s/data.sqlite", counter->data);
    return child_start(&counter->server, arguments, fault);
}

static int count_moves(const LoadPlan *plan, Party *party, Counter *counter,
                       const char *with, double *each, Fault *fault)
{
    PlayersPlan players = { .with = with,
                            .warm_up = WARM_UP,
                            .seconds = plan->seconds,
                            .turns = turn_counter,
                            .context = counter,
                            .seed = 4 };
    PlayersResult result = { .moves = 0 };

    /* On a busy machine it may be too slow for a single move in that time. */
    for (int i = 0; i < TRIES && result.moves == 0; i++) {
        if (!play_cleanly(party, &players, &result, fault))
            return 0;
        *each = per(read_total(counter), (double)result.moves);
    }
    if (*each > 0 && !counter->has_failed)
        return 1;
    return fault_set(fault, "Callgrind does not tell its counts.");
}

static void measure(const LoadPlan *plan, Counter *counter, Fault *fault)
{
    Figure figure = { .name = "instructions" };
    Party party = { 0 };
    int tables = plan->tables < TABLES_MOST ? plan->tables : TABLES_MOST;
    double actions, page;
    int is_fine =
        start(plan, counter, fault)
        && party_invite(&party, &counter->server.address, plan->game, 2 * tables, fault)
        && party_sit_down(&party, tables, fault)
        && count_moves(plan, &party, counter, "[\"actions\"]", &actions, fault)
        && count_moves(plan, &party, counter, NULL, &page, fault);

    party_free(&party);
    if (!is_fine)
        return;
    figure_add(&figure, "tables", tables, 0);
    figure_add(&figure, "per_move", actions, 0);
    figure_add(&figure, "per_move_page", page, 0);
    figure_print(
        plan, &figure,
        "%.0f user instructions of the server for a move, actions alone; %.0f with "
        "positions and texts as the page gets them",
        actions, page);
}

void figures_measure_instructions(const LoadPlan *plan)
{
    Counter counter = { .server = { .pid = -1, .out = -1 } };
    Fault fault = { 0 };

    if (!is_on_path("valgrind") || !is_on_path("vgdb"))
        fault_set(&fault, "valgrind is not installed.");
    else
        measure(plan, &counter, &fault);
    if (fault.sentence[0] != '\0')
        fprintf(stderr, "Instructions were not counted: %s\n", fault.sentence);
    child_end(&counter.server, SIGTERM);
    data_folder_remove(counter.data);
}
