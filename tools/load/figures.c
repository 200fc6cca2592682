/* figures.c: measures the capacity of a server. */
#include "load/figures.h"

#include "client/ws.h"
#include "load/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { ECHO_LINES = 200, LATENCY_TABLES = 100 };

static const double WARM_UP = 0.5; /* seconds */

/* The size of an `act` message. */
static const char ECHOED[] = "{\"do\":\"act\",\"id\":17,\"table\":\"K7QX2M9PAB\",\"n\":17,"
                             "\"action\":{\"do\":\"take\",\"siding\":3}}";

typedef struct Run {
    const LoadPlan *plan;
    Fault *fault;
    Child server; /* pid -1: not ours */
    ServerAddress address;
    char folder[DATA_FOLDER_MAX]; /* the server's data; empty: not ours */
} Run;

/* ------------------------------------------------------------------------- */
/* Figures                                                                   */
/* ------------------------------------------------------------------------- */

void figure_add(Figure *figure, const char *key, double value, int decimals)
{
    figure->numbers[figure->count].key = key;
    figure->numbers[figure->count].value = value;
    figure->numbers[figure->count++].decimals = decimals;
}

void figure_print(const LoadPlan *plan, const Figure *figure, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    printf(plan->is_json ? "{\"figure\":\"%s\"" : "%-18s", figure->name);
    for (int i = 0; plan->is_json && i < figure->count; i++)
        printf(",\"%s\":%.*f", figure->numbers[i].key, figure->numbers[i].decimals,
               figure->numbers[i].value);
    if (!plan->is_json)
        vprintf(format, values);
    printf(plan->is_json ? "}\n" : "\n");
    fflush(stdout);
    va_end(values);
}

double per(double count, double seconds)
{
    return seconds > 0 ? count / seconds : 0;
}

int play_cleanly(Party *party, const PlayersPlan *plan, PlayersResult *result, Fault *fault)
{
    if (!players_play(party, plan, result, fault))
        return 0;
    if (result->errors == 0 && result->lost == 0)
        return 1;
    return fault_set(fault, "%ld errors and %d lost connections. %s", result->errors,
                     result->lost, result->first_error.sentence);
}

/* ------------------------------------------------------------------------- */
/* The server under test                                                     */
/* ------------------------------------------------------------------------- */

static int start_server(Run *run)
{
    char data[96];
    const char *const arguments[] = { run->plan->program, "serve",       "--listen",
                                      "127.0.0.1:0",      "--data",      data,
                                      "--quiet",          "--no-limits", NULL };

    run->server = (Child){ .pid = -1, .out = -1 };
    if (run->plan->url != NULL)
        return server_address_read(run->plan->url, &run->address, run->fault);
    if (!data_folder_make(run->folder, run->fault))
        return 0;
    snprintf(data, sizeof data, "%s/data.sqlite", run->folder);
    if (!child_start(&run->server, arguments, run->fault))
        return 0;
    run->address = run->server.address;
    return 1;
}

static void end_server(Run *run)
{
    child_end(&run->server, SIGTERM);
    data_folder_remove(run->folder);
}

/* ------------------------------------------------------------------------- */
/* The echo server for comparison                                            */
/* ------------------------------------------------------------------------- */

typedef struct Echoes {
    Crowd *crowd;
    pid_t server;
    long messages;
    int64_t begins, ends;
    int is_counting;
    double before, used; /* seconds of processor time */
} Echoes;

static void receive_echo(void *context, int line, char *message, size_t length)
{
    Echoes *echoes = context;

    echoes->messages += echoes->is_counting;
    crowd_send(echoes->crowd, line, message, length);
}

static int64_t echo_due(void *context, int64_t now)
{
    Echoes *echoes = context;

    if (now < echoes->begins)
        return echoes->begins;
    if (!echoes->is_counting) {
        echoes->is_counting = 1;
        echoes->before = process_seconds(echoes->server);
    }
    if (now >= echoes->ends)
        echoes->used = process_seconds(echoes->server) - echoes->before;
    return now >= echoes->ends ? now : echoes->ends;
}

static int fill_with_echoes(const ServerAddress *address, Crowd *crowd, Fault *fault)
{
    HttpRequest request = { .path = "/" };

    for (int i = 0; i < ECHO_LINES; i++) {
        Ws ws;
        if (!ws_open(&ws, address, &request, NULL, fault))
            return 0;
        if (crowd_add(crowd, ws.fd, &ws.in) < 0)
            return fault_set(fault, "There is no memory left.");
        crowd_send(crowd, i, ECHOED, sizeof ECHOED - 1);
        text_free(&ws.in);
    }
    return 1;
}

static int run_echo(const Run *run, const Child *server, Echoes *echoes)
{
    CrowdCalls calls = { .context = echoes, .on_message = receive_echo, .due = echo_due };

    echoes->server = server->pid;
    if (!fill_with_echoes(&server->address, echoes->crowd, run->fault))
        return 0;
    echoes->begins = crowd_now() + (int64_t)(WARM_UP * 1e9);
    echoes->ends = echoes->begins + (int64_t)(run->plan->seconds * 1e9);
    return crowd_run(echoes->crowd, &calls, run->fault);
}

static int measure_echo(Run *run)
{
    const char *const arguments[] = { run->plan->self, "echo", NULL };
    Echoes echoes = { .crowd = crowd_new() };
    Figure figure = { .name = "echo" };
    Child server;
    int is_fine = 0;

    if (echoes.crowd == NULL)
        return fault_set(run->fault, "There is no memory left.");
    if (child_start(&server, arguments, run->fault)) {
        is_fine = run_echo(run, &server, &echoes);
        child_end(&server, SIGTERM);
    }
    crowd_free(echoes.crowd);
    if (!is_fine)
        return 0;
    figure_add(&figure, "connections", ECHO_LINES, 0);
    figure_add(&figure, "messages", (double)echoes.messages, 0);
    figure_add(&figure, "messages_per_s", per((double)echoes.messages, run->plan->seconds),
               0);
    figure_add(&figure, "messages_per_cpu_s", per((double)echoes.messages, echoes.used), 0);
    figure_print(run->plan, &figure,
                 "%.0f messages per server CPU second, a plain WebSocket echo",
                 per((double)echoes.messages, echoes.used));
    return 1;
}

/* ------------------------------------------------------------------------- */
/* The disk                                                                  */
/* ------------------------------------------------------------------------- */

/* Appends blocks, each on disk before the next: no move is confirmed sooner. */
static int write_blocks(int fd, double seconds, Samples *samples)
{
    static const char BLOCK[4096] = "";
    int64_t ends = crowd_now() + (int64_t)(seconds * 1e9), begun;

    while ((begun = crowd_now()) < ends) {
        if (write(fd, BLOCK, sizeof BLOCK) != sizeof BLOCK || fdatasync(fd) != 0)
            return 0;
        samples_add(samples, crowd_now() - begun);
    }
    return 1;
}

static int measure_disk(Run *run)
{
    Figure figure = { .name = "disk" };
    Samples samples = { 0 };
    char path[96];
    int fd, is_fine;

    if (!data_folder_make(run->folder, run->fault))
        return 0;
    snprintf(path, sizeof path, "%s/blocks", run->folder);
    fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    is_fine = fd >= 0 && write_blocks(fd, run->plan->seconds / 5.0, &samples);
    if (!is_fine)
        fault_set(run->fault, "%s: %s.", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    data_folder_remove(run->folder);
    figure_add(&figure, "p50_ms", samples_below(&samples, 0.5), 2);
    figure_add(&figure, "p99_ms", samples_below(&samples, 0.99), 2);
    samples_free(&samples);
    if (is_fine)
        figure_print(run->plan, &figure,
                     "%.2f ms / %.2f ms to put a block on disk, p50 / p99: no move is "
                     "confirmed sooner",
                     figure.numbers[0].value, figure.numbers[1].value);
    return is_fine;
}

/* ------------------------------------------------------------------------- */
/* Moves                                                                     */
/* ------------------------------------------------------------------------- */

static void print_moves(const Run *run, const Figure *figure, const PlayersResult *result,
                        const Party *party, const char *what)
{
    double moves = (double)result->moves, moves_per_s = per(moves, result->seconds);

    if (what == NULL)
        figure_print(run->plan, figure,
                     "%.2f ms / %.2f ms for a move, p50 / p99, at %.0f moves/s (%d tables, "
                     "%d connections)",
                     result->p50, result->p99, moves_per_s, party->tables, party->people);
    else if (run->server.pid > 0)
        figure_print(
            run->plan, figure,
            "%.0f moves per server CPU second, on disk, %s (%.0f moves/s at %d tables)",
            per(moves, result->server_seconds), what, moves_per_s, party->tables);
    else
        figure_print(run->plan, figure, "%.0f moves per second, %s (%d tables)",
                     moves_per_s, what, party->tables);
}

/* `what`: the parts of updates in fast play; NULL: moves at a steady rate. */
static int measure_moves(Run *run, Party *party, const char *name, const char *with,
                         const char *what)
{
    PlayersPlan plan = { .with = with,
                         .moves_per_s = what == NULL ? run->plan->moves_per_s : 0,
                         .warm_up = WARM_UP,
                         .seconds = run->plan->seconds,
                         .server = run->server.pid,
                         .seed = what == NULL ? 2 : 1 };
    Figure figure = { .name = name };
    PlayersResult result;

    if (!play_cleanly(party, &plan, &result, run->fault))
        return 0;
    figure_add(&figure, "tables", party->tables, 0);
    figure_add(&figure, "connections", party->people, 0);
    figure_add(&figure, "moves", (double)result.moves, 0);
    if (what != NULL)
        figure_add(&figure, "games", (double)result.games, 0);
    figure_add(&figure, "moves_per_s", per((double)result.moves, result.seconds), 0);
    if (run->server.pid > 0 && what != NULL)
        figure_add(&figure, "moves_per_cpu_s",
                   per((double)result.moves, result.server_seconds), 0);
    if (run->server.pid > 0 && what == NULL)
        figure_add(&figure, "cpu_share", per(result.server_seconds, result.seconds), 3);
    figure_add(&figure, "p50_ms", result.p50, 2);
    figure_add(&figure, "p99_ms", result.p99, 2);
    print_moves(run, &figure, &result, party, what);
    return 1;
}

static int measure_throughput(Run *run, Party *party)
{
    return party_sit_down(party, run->plan->tables, run->fault)
           && measure_moves(run, party, "moves", "[\"actions\"]", "actions alone")
           && measure_moves(run, party, "moves_page", NULL,
                            "with positions and texts as the page gets them");
}

static int measure_latency(Run *run, Party *party)
{
    return party_sit_down(party, LATENCY_TABLES, run->fault)
           && measure_moves(run, party, "latency", NULL, NULL);
}

/* ------------------------------------------------------------------------- */
/* Many tables                                                               */
/* ------------------------------------------------------------------------- */

/* Sockets were opened and closed once before, so that leftovers do not count. */
static int sit_down_weighed(Run *run, Party *party)
{
    Figure figure = { .name = "memory" };
    double each;
    long before;

    crowd_free(party_connect(party, run->fault));
    before = process_memory(run->server.pid);
    if (!party_sit_down(party, run->plan->open_tables, run->fault))
        return 0;
    if (run->server.pid <= 0)
        return 1;
    each = (double)(process_memory(run->server.pid) - before) / party->tables;
    figure_add(&figure, "tables", party->tables, 0);
    figure_add(&figure, "bytes_per_table", each, 0);
    figure_print(run->plan, &figure,
                 "%.2f kB for an open idle table, sockets aside (%d tables)", each / 1000,
                 party->tables);
    return 1;
}

static int measure_crowd(Run *run, Party *party)
{
    return sit_down_weighed(run, party) && measure_moves(run, party, "crowd", NULL, NULL);
}

/* ------------------------------------------------------------------------- */
/* All of them                                                               */
/* ------------------------------------------------------------------------- */

/* Inherited by the children. */
static void raise_file_limit(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* A new server for each figure, so that none affects the next. */
static int with_server(Run *run, int people, int (*measure)(Run *run, Party *party))
{
    Party party = { 0 };
    int is_fine =
        start_server(run)
        && party_invite(&party, &run->address, run->plan->game, people, run->fault)
        && measure(run, &party);

    party_free(&party);
    end_server(run);
    return is_fine;
}

int figures_measure(const LoadPlan *plan, Fault *fault)
{
    Run run = { .plan = plan, .fault = fault };

    raise_file_limit();
    if (!measure_echo(&run) || (plan->url == NULL && !measure_disk(&run))
        || !with_server(&run, 2 * plan->tables, measure_throughput))
        return 0;
    if (plan->url == NULL)
        figures_measure_instructions(plan);
    return with_server(&run, 2 * LATENCY_TABLES, measure_latency)
           && with_server(&run, plan->connections, measure_crowd);
}
