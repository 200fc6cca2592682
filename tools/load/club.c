/* club.c: measures the pages of a club, one request at a time. */
#include "load/club.h"

#include "load/child.h"
#include "load/club_fill.h"
#include "load/club_pages.h"
#include "load/figures.h"
#include "play/clock.h"

#include <libpq-fe.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file that SQLite has just written is read once before it counts. */
enum { WARM_UP = 2 };

typedef struct Run {
    Club club;
    PoolGame pool[POOL_GAMES];
    Child server;
    char folder[DATA_FOLDER_MAX];
    char store[DATA_FOLDER_MAX + 16]; /* a path, if it is not PostgreSQL */
    const char *where;                /* the path or the URL */
    Fault *fault;
} Run;

/* ------------------------------------------------------------------------- */
/* One page                                                                  */
/* ------------------------------------------------------------------------- */

typedef struct Measured {
    Samples samples;
    size_t bytes;       /* of the largest answer */
    double cpu_seconds; /* of the server, for all of them */
    int is_missing;     /* this server has no such page: it was not built */
} Measured;

static int ask_once(Run *run, Http *http, const ClubPage *page, int number,
                    Measured *measured)
{
    ClubRequest asked;
    HttpRequest request = { .path = asked.path, .body = page->body };
    HttpReply reply = { 0 };
    int64_t begun;
    int is_fine;

    club_request(&run->club, page, number, &asked);
    request.token = asked.token[0] == '\0' ? NULL : asked.token;
    begun = crowd_now();
    is_fine = http_ask(http, &request, &reply, run->fault);
    if (is_fine && number >= WARM_UP)
        samples_add(&measured->samples, crowd_now() - begun);
    if (is_fine && reply.body.length > measured->bytes)
        measured->bytes = reply.body.length;
    measured->is_missing = reply.status == 404 && strncmp(page->path, "/api/", 5) != 0;
    if (is_fine && reply.status != 200 && !measured->is_missing)
        is_fine = fault_set(run->fault, "%s: status %d, %.200s", asked.path, reply.status,
                            reply.body.length > 0 ? reply.body.bytes : "");
    http_reply_free(&reply);
    return is_fine;
}

static void print_page(const Run *run, const ClubPage *page, Measured *measured)
{
    const ClubPlan *plan = run->club.plan;
    const LoadPlan shown = { .is_json = plan->is_json };
    Figure figure = { .name = page->name };
    double half = samples_below(&measured->samples, 0.5);
    double most = samples_below(&measured->samples, 0.99);
    double cpu = 1000 * per(measured->cpu_seconds, plan->requests + WARM_UP);

    figure_add(&figure, "results", run->club.rows, 0);
    figure_add(&figure, "bytes", (double)measured->bytes, 0);
    figure_add(&figure, "p50_ms", half, 2);
    figure_add(&figure, "p99_ms", most, 2);
    figure_add(&figure, "cpu_ms", cpu, 2);
    figure_print(
        &shown, &figure,
        "%7.2f ms /%8.2f ms, p50 / p99;%8.2f ms of the server's processor;%7.1f kB", half,
        most, cpu, (double)measured->bytes / 1000);
}

static int measure_page(Run *run, Http *http, const ClubPage *page)
{
    Measured measured = { 0 };
    double before = process_seconds(run->server.pid);
    int is_fine = 1;

    for (int i = 0; i < run->club.plan->requests + WARM_UP && is_fine; i++)
        is_fine = ask_once(run, http, page, i, &measured);
    measured.cpu_seconds = process_seconds(run->server.pid) - before;
    if (is_fine && !measured.is_missing)
        print_page(run, page, &measured);
    samples_free(&measured.samples);
    return is_fine;
}

/* ------------------------------------------------------------------------- */
/* The store and the server                                                  */
/* ------------------------------------------------------------------------- */

static int is_postgres(const Run *run)
{
    return strncmp(run->where, "postgres", 8) == 0;
}

/* PostgreSQL plans by statistics, which it gathers a minute after rows were added. */
static int analyze(Run *run)
{
    PGconn *line = PQconnectdb(run->where);
    PGresult *result = PQexec(line, "ANALYZE");
    int is_fine = PQresultStatus(result) == PGRES_COMMAND_OK;

    if (!is_fine)
        fault_set(run->fault, "ANALYZE: %.200s", PQerrorMessage(line));
    PQclear(result);
    PQfinish(line);
    return is_fine;
}

static int fill(Run *run, int rows)
{
    Store *store = NULL;
    int is_fine = store_open(run->where, &store, run->fault) == STORE_OK
                  && club_fill(&run->club, store, rows, run->fault);

    store_free(store);
    return is_fine && (!is_postgres(run) || analyze(run));
}

static int start_server(Run *run)
{
    const ClubPlan *plan = run->club.plan;
    const char *const arguments[] = { plan->program,
                                      "serve",
                                      "--listen",
                                      "127.0.0.1:0",
                                      is_postgres(run) ? "--store" : "--data",
                                      run->where,
                                      "--quiet",
                                      "--no-limits",
                                      plan->web == NULL ? NULL : "--web",
                                      plan->web,
                                      NULL };

    return child_start(&run->server, arguments, run->fault);
}

/* From its start to its first answer. */
static int measure_start(Run *run, Http *http)
{
    const LoadPlan shown = { .is_json = run->club.plan->is_json };
    HttpRequest request = { .path = "/api/1/hello" };
    HttpReply reply = { 0 };
    Figure figure = { .name = "start" };
    int64_t begun = crowd_now();
    double took;

    if (!start_server(run))
        return 0;
    http_open(http, &run->server.address);
    if (!http_ask(http, &request, &reply, run->fault))
        return 0;
    http_reply_free(&reply);
    took = (double)(crowd_now() - begun) * 1e-6;
    figure_add(&figure, "results", run->club.rows, 0);
    figure_add(&figure, "ms", took, 0);
    figure_print(&shown, &figure,
                 "%.0f ms from the start of a server to its first answer; %d people, %d "
                 "results, %d games",
                 took, run->club.plan->people, run->club.rows, run->club.games);
    return 1;
}

static int measure_stage(Run *run, int rows)
{
    Http http = { 0 };
    int is_fine = fill(run, rows) && measure_start(run, &http);

    for (int i = 0; i < CLUB_PAGE_COUNT && is_fine; i++)
        is_fine = measure_page(run, &http, &CLUB_PAGES[i]);
    if (run->server.pid > 0)
        http_close(&http);
    child_end(&run->server, SIGTERM);
    return is_fine;
}

int club_measure(const ClubPlan *plan, Fault *fault)
{
    Run *run = calloc(1, sizeof *run);
    int is_fine;

    if (run == NULL)
        return fault_set(fault, "There is no memory left.");
    run->club = (Club){ .plan = plan, .pool = run->pool, .now = clock_ms(CLOCK_REALTIME) };
    run->server = (Child){ .pid = -1, .out = -1 };
    run->fault = fault;
    is_fine = data_folder_make(run->folder, fault);
    snprintf(run->store, sizeof run->store, "%s/club.sqlite", run->folder);
    run->where = plan->store == NULL ? run->store : plan->store;
    is_fine = is_fine && pool_play(run->pool, fault);
    for (int i = 0, share = 100; i < CLUB_STAGES && is_fine; i++, share /= 10)
        is_fine = measure_stage(run, plan->results / share);
    pool_free(run->pool);
    data_folder_remove(run->folder);
    free(run);
    return is_fine;
}
