/* fuzz_socket.c: HTTP and WebSocket bytes at the socket of a real server.
 *
 *     fuzz_socket [OPTIONS] PROGRAM            generated inputs
 *     fuzz_socket [OPTIONS] PROGRAM FILE...    these, one after the other
 *
 * Many connections at once send inputs (socket_input.h) to a server that runs as a child
 * process. It must not end, every connection must be answered or closed in time, requests
 * in between must be answered, and memory must not grow without bound. In the end the
 * server must exit cleanly: with the address sanitizer that means no leak either. It is
 * restarted with other options for each quarter of the run.
 *
 * A run prints its seed. When something fails, the inputs in progress, and those
 * just before, are saved. */
#include "socket_input.h"
#include "socket_line.h"

#include "load/child.h"
#include "load/crowd.h"

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    LINES = 64,         /* connections at once */
    HOLDERS = 64,       /* connections that wait for the server's deadline, in addition */
    ALIVE_EVERY = 2000, /* inputs between two plain requests */
    KEPT = 128,         /* of the last inputs, saved on failure */
    MEMORY_MAX = 768,   /* MiB */
};

typedef struct Run {
    const char *program, *folder;
    uint64_t seed, first, inputs;
    int seconds;
    Child server;
    SocketFacts facts;
    SocketLine lines[LINES + HOLDERS];
    uint64_t next;      /* input */
    uint64_t done;      /* inputs that ended */
    long long answered; /* of those, how many got bytes back */
    long largest;       /* memory of the server, in bytes */
    int64_t until;      /* by crowd_now */
} Run;

/* ------------------------------------------------------------------------- */
/* Failures                                                                  */
/* ------------------------------------------------------------------------- */

static void save(const Run *run, uint64_t number)
{
    char path[512];
    SocketInput input;
    FILE *file;

    socket_input_make(&input, &run->facts, run->seed, number);
    snprintf(path, sizeof path, "%s/socket-%llu-%llu", run->folder,
             (unsigned long long)run->seed, (unsigned long long)number);
    file = fopen(path, "wb");
    if (file != NULL) {
        fwrite(input.bytes.bytes, 1, input.bytes.length, file);
        fclose(file);
    }
    socket_input_free(&input);
}

_Noreturn static void fail(const Run *run, const char *what, uint64_t number)
{
    uint64_t from = run->next > KEPT + run->first ? run->next - KEPT : run->first;

    fprintf(stderr, "fuzz_socket: %s (input %llu of seed %llu)\n", what,
            (unsigned long long)number, (unsigned long long)run->seed);
    for (uint64_t i = from; i < run->next; i++)
        save(run, i);
    for (int i = 0; i < LINES + HOLDERS; i++) {
        if (socket_line_is_busy(&run->lines[i]))
            save(run, run->lines[i].number);
    }
    fprintf(stderr,
            "The last inputs are in %s/socket-*. Again: fuzz_socket --seed %llu --first "
            "%llu --inputs %llu %s\n",
            run->folder, (unsigned long long)run->seed, (unsigned long long)from,
            (unsigned long long)(run->next - from), run->program);
    exit(1);
}

/* ------------------------------------------------------------------------- */
/* The server                                                                */
/* ------------------------------------------------------------------------- */

/* Sends a POST as a guest, and copies a value of the reply; 0: there is none. */
static int ask(Run *run, const char *path, const char *body, const char *key, char *value,
               size_t size)
{
    HttpRequest request = { .path = path,
                            .body = body,
                            .token =
                                run->facts.token[0] != '\0' ? run->facts.token : NULL };
    HttpReply reply = { 0 };
    Fault fault = { 0 };
    const char *found = NULL;
    Http http;

    http_open(&http, &run->server.address);
    if (http_ask(&http, &request, &reply, &fault) && reply.status == 200)
        found = strstr(reply.body.bytes, key);
    if (found != NULL && value != NULL)
        snprintf(value, size, "%.*s", (int)strcspn(found + strlen(key), "\""),
                 found + strlen(key));
    http_reply_free(&reply);
    http_close(&http);
    return found != NULL;
}

static void check_alive(Run *run)
{
    long memory = process_memory(run->server.pid);

    if (!ask(run, "/api/1/hello", NULL, "\"protocol\":1", NULL, 0))
        fail(run, "the server does not answer a plain request", run->next);
    if (memory > run->largest)
        run->largest = memory;
    if (memory > (long)MEMORY_MAX << 20)
        fail(run, "the server takes too much memory", run->next);
}

/* The data file and the files that a server puts beside it. */
static void remove_data(const char *data)
{
    static const char *const ENDINGS[] = { "", "-wal", "-shm", "-lock" };
    char path[320];

    for (size_t i = 0; i < sizeof ENDINGS / sizeof *ENDINGS; i++) {
        snprintf(path, sizeof path, "%s%s", data, ENDINGS[i]);
        unlink(path);
    }
}

static void start_server(Run *run, const char *data, const char *option)
{
    const char *arguments[] = { run->program,  "serve",  "--listen",
                                "127.0.0.1:0", "--data", data,
                                "--quiet",     option,   NULL };
    Fault fault = { 0 };

    remove_data(data);
    run->facts = (SocketFacts){ .token = "" };
    if (!child_start(&run->server, arguments, &fault)) {
        fprintf(stderr, "fuzz_socket: %s\n", fault.sentence);
        exit(1);
    }
    snprintf(run->facts.host, sizeof run->facts.host, "%s:%d", run->server.address.host,
             run->server.address.port);
    if (!ask(run, "/api/1/guest", "{\"name\":\"Fuzz\"}", "\"token\":\"", run->facts.token,
             sizeof run->facts.token)
        || !ask(
            run, "/api/1/tables",
            "{\"game\":\"freight-train\",\"seats\":[\"me\",\"random\"],\"public\":true}",
            "\"table\":\"", run->facts.table, sizeof run->facts.table))
        fail(run, "nobody can come in", 0);
}

static void end_server(Run *run)
{
    int status;

    check_alive(run);
    status = child_end(&run->server, SIGTERM);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail(run, "the server did not end well (its report is above)", run->next);
}

/* ------------------------------------------------------------------------- */
/* Rounds                                                                    */
/* ------------------------------------------------------------------------- */

/* Starts the input on the first free connection of its kind; 0: none is free. */
static int begin_next(Run *run)
{
    SocketInput input;

    socket_input_make(&input, &run->facts, run->seed, run->next);
    int is_holder = input.end == END_HOLD;
    int from = is_holder ? LINES : 0, to = is_holder ? LINES + HOLDERS : LINES;
    for (int i = from; i < to; i++) {
        if (socket_line_is_busy(&run->lines[i]))
            continue;
        if (!socket_line_begin(&run->lines[i], &run->server.address, &input, run->next))
            fail(run, "the server does not accept", run->next);
        run->next++;
        return 1;
    }
    socket_input_free(&input);
    return 0;
}

static void finish_lines(Run *run)
{
    for (int i = 0; i < LINES + HOLDERS; i++) {
        SocketLine *line = &run->lines[i];
        if (line->state == LINE_ENDED) {
            run->done++;
            run->answered += line->received > 0;
            socket_line_free(line);
        } else if (line->state == LINE_STUCK) {
            fail(run, "a connection is stuck", line->number);
        } else if (line->state == LINE_LIED) {
            fail(run, "the reply is no HTTP", line->number);
        }
    }
}

static int is_busy(const Run *run)
{
    for (int i = 0; i < LINES + HOLDERS; i++) {
        if (socket_line_is_busy(&run->lines[i]))
            return 1;
    }
    return 0;
}

static void check_server(Run *run)
{
    int status;

    if (waitpid(run->server.pid, &status, WNOHANG) == run->server.pid) {
        run->server.pid = -1;
        fail(run, "the server has ended (its report is above)", run->next);
    }
}

/* Sends inputs up to this number, or until the time is over. */
static void run_inputs(Run *run, uint64_t to)
{
    uint64_t next_check = run->done + ALIVE_EVERY;

    while (run->next < to || is_busy(run)) {
        while (run->next < to && crowd_now() < run->until && begin_next(run))
            ;
        if (crowd_now() >= run->until)
            to = run->next;
        socket_lines_step(run->lines, LINES + HOLDERS);
        finish_lines(run);
        check_server(run);
        if (run->done >= next_check) {
            check_alive(run);
            next_check = run->done + ALIVE_EVERY;
        }
    }
}

static void run_all(Run *run, const char *data)
{
    static const char *const OPTIONS[] = { "--no-limits", NULL, "--behind-proxy",
                                           "--no-limits" };
    enum { PARTS = sizeof OPTIONS / sizeof *OPTIONS };
    int64_t began = crowd_now(), share = run->seconds * INT64_C(1000000000) / PARTS;

    for (int part = 0; part < PARTS; part++) {
        run->until = share > 0 ? began + (part + 1) * share : INT64_MAX;
        start_server(run, data, OPTIONS[part]);
        run_inputs(run, run->first + run->inputs * (uint64_t)(part + 1) / PARTS);
        end_server(run);
    }
    printf("%llu inputs in %.0f s, %lld answered, none stuck; the server took at most %ld "
           "MiB and ended well each time\n",
           (unsigned long long)run->done, (double)(crowd_now() - began) * 1e-9,
           run->answered, run->largest >> 20);
}

/* ------------------------------------------------------------------------- */
/* Saved inputs                                                              */
/* ------------------------------------------------------------------------- */

static void replay(Run *run, const char *path)
{
    static char bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    SocketInput input = { .end = END_HALF_CLOSE };

    if (file == NULL) {
        fprintf(stderr, "fuzz_socket: %s: %s\n", path, strerror(errno));
        exit(1);
    }
    text_append(&input.bytes, bytes, fread(bytes, 1, sizeof bytes, file));
    fclose(file);
    if (!socket_line_begin(&run->lines[0], &run->server.address, &input, 0))
        fail(run, "the server does not accept", 0);
    while (is_busy(run)) {
        socket_lines_step(run->lines, 1);
        finish_lines(run);
        check_server(run);
    }
    check_alive(run);
}

static void replay_all(Run *run, const char *data, char **paths)
{
    start_server(run, data, "--no-limits");
    for (; *paths != NULL; paths++)
        replay(run, *paths);
    end_server(run);
    printf("%llu inputs\n", (unsigned long long)run->done);
}

/* ------------------------------------------------------------------------- */
/* The program                                                               */
/* ------------------------------------------------------------------------- */

static void read_options(Run *run, int argc, char **argv)
{
    static const struct option OPTIONS[] = { { "seed", required_argument, NULL, 's' },
                                             { "first", required_argument, NULL, 'f' },
                                             { "inputs", required_argument, NULL, 'n' },
                                             { "seconds", required_argument, NULL, 't' },
                                             { "save", required_argument, NULL, 'd' },
                                             { 0 } };

    for (int key; (key = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1;) {
        if (key == 's')
            run->seed = strtoull(optarg, NULL, 10);
        else if (key == 'f')
            run->first = run->next = strtoull(optarg, NULL, 10);
        else if (key == 'n')
            run->inputs = strtoull(optarg, NULL, 10);
        else if (key == 't')
            run->seconds = atoi(optarg);
        else if (key == 'd')
            run->folder = optarg;
        else
            exit(2);
    }
    if (optind == argc) {
        fprintf(stderr, "usage: fuzz_socket [--seed N] [--first N] [--inputs N] [--seconds "
                        "N] [--save FOLDER] PROGRAM [FILE...]\n");
        exit(2);
    }
    run->program = argv[optind];
}

int main(int argc, char **argv)
{
    static Run run = { .folder = ".", .inputs = 1000000 };
    const char *place = getenv("TMPDIR");
    char folder[256], data[300];

    run.seed = (uint64_t)time(NULL);
    read_options(&run, argc, argv);
    snprintf(folder, sizeof folder, "%s/roundhouse-fuzz-XXXXXX",
             place != NULL ? place : "/tmp");
    if (mkdtemp(folder) == NULL)
        return 1;
    snprintf(data, sizeof data, "%s/data.sqlite", folder);
    printf("seed %llu\n", (unsigned long long)run.seed);
    fflush(stdout);
    if (argv[optind + 1] != NULL)
        replay_all(&run, data, &argv[optind + 1]);
    else
        run_all(&run, data);
    remove_data(data);
    rmdir(folder);
    return 0;
}
