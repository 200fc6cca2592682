/* test_crowd.c: a crowd and a blocking WebSocket against the echo server, which
 * runs in a child process. */
#include "load/child.h"
#include "load/crowd.h"
#include "load/echo.h"
#include "client/ws.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINES = 50, TIMES = 20 };

static Child start_echo(void)
{
    Fault fault = { 0 };
    int ends[2];
    char line[64] = "";
    Child child = { .out = -1 };

    cr_assert_eq(pipe(ends), 0);
    child.pid = fork();
    if (child.pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        _exit(!echo_serve(&fault));
    }
    close(ends[1]);
    for (size_t i = 0; i + 1 < sizeof line && read(ends[0], &line[i], 1) == 1; i++) {
        if (line[i] == '\n') {
            line[i] = '\0';
            break;
        }
    }
    child.out = ends[0];
    cr_assert(server_address_read(line, &child.address, &fault), "%s", fault.sentence);
    return child;
}

static void open_line(const Child *echo, Ws *ws)
{
    HttpRequest request = { .path = "/" };
    Fault fault = { 0 };

    cr_assert(ws_open(ws, &echo->address, &request, NULL, &fault), "%s", fault.sentence);
}

Test(ws, receives_its_own_messages_and_no_others)
{
    Child echo = start_echo();
    char large[4000];
    Ws ws;

    memset(large, 'x', sizeof large);
    large[sizeof large - 1] = '\0';
    open_line(&echo, &ws);
    cr_assert(ws_send_text(&ws, "one") && ws_send_text(&ws, large));
    cr_assert_str_eq(ws_receive(&ws, 5000), "one");
    cr_assert_str_eq(ws_receive(&ws, 5000), large);
    cr_assert_null(ws_receive(&ws, 10));
    cr_assert_geq(ws.fd, 0);
    cr_assert_eq(WEXITSTATUS(child_end(&echo, SIGTERM)), 0);
    cr_assert_null(ws_receive(&ws, 5000));
    cr_assert_eq(ws.fd, -1);
    ws_close(&ws);
}

/* ------------------------------------------------------------------------- */
/* A crowd                                                                   */
/* ------------------------------------------------------------------------- */

typedef struct Echoes {
    Crowd *crowd;
    int received[LINES];
    int total;
} Echoes;

static void receive(void *context, int line, char *message, size_t length)
{
    Echoes *echoes = context;

    cr_assert_eq(length, 1);
    cr_assert_eq(message[0], 'a' + line % 26);
    echoes->total++;
    if (++echoes->received[line] < TIMES)
        crowd_send(echoes->crowd, line, message, length);
}

static int64_t due(void *context, int64_t now)
{
    const Echoes *echoes = context;

    return echoes->total == LINES * TIMES ? now : now + 5000000000;
}

Test(crowd, receives_every_message_of_every_connection)
{
    Child echo = start_echo();
    Echoes echoes = { .crowd = crowd_new() };
    CrowdCalls calls = { .context = &echoes, .on_message = receive, .due = due };
    Fault fault = { 0 };

    for (int i = 0; i < LINES; i++) {
        char letter = (char)('a' + i % 26);
        Ws ws;
        open_line(&echo, &ws);
        cr_assert_eq(crowd_add(echoes.crowd, ws.fd, &ws.in), i);
        crowd_send(echoes.crowd, i, &letter, 1);
    }
    cr_assert(crowd_run(echoes.crowd, &calls, &fault), "%s", fault.sentence);
    for (int i = 0; i < LINES; i++)
        cr_assert_eq(echoes.received[i], TIMES);
    cr_assert_eq(crowd_lost(echoes.crowd), 0);
    crowd_free(echoes.crowd);
    child_end(&echo, SIGTERM);
}

Test(process, reports_its_time_and_memory)
{
    double before = process_seconds(getpid());

    while (process_seconds(getpid()) < before + 0.01)
        ;
    cr_assert_gt(process_memory(getpid()), 100000);
    cr_assert_lt(process_memory(getpid()), 1L << 40);
}
