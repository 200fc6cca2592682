/* proxy.c: forwards bytes between sockets, and looks for commits. */
#define _GNU_SOURCE /* memmem */
#include "store/proxy.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { LINES = 16, LOOK_UP_MS = 5 };

/* Shared memory of the two processes. */
typedef struct Orders {
    atomic_int cut; /* a ProxyCut */
    atomic_int given, failure;
    char mark[16]; /* the bytes of a commit */
} Orders;

typedef struct Line {
    int store, database; /* -1: not connected */
    int must_cut;        /* in place of the database's next reply */
} Line;

static Orders *orders;

/* ------------------------------------------------------------------------- */
/* Connections                                                               */
/* ------------------------------------------------------------------------- */

static struct sockaddr_un address_of(const char *path)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };

    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    return address;
}

static int connect_on(const char *path)
{
    struct sockaddr_un address = address_of(path);
    int end = socket(AF_UNIX, SOCK_STREAM, 0);

    if (connect(end, (struct sockaddr *)&address, sizeof address) != 0) {
        close(end);
        return -1;
    }
    return end;
}

static void hang_up(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

static void cut_line(Line *line)
{
    hang_up(&line->store);
    hang_up(&line->database);
    line->must_cut = 0;
}

static void accept_line(int listening, Line *lines)
{
    int store = accept(listening, NULL, NULL);
    Line *line = lines;

    while (line < lines + LINES && (line->store >= 0 || line->database >= 0))
        line++;
    if (line == lines + LINES || store < 0)
        _exit(1);
    line->store = store;
    if (atomic_load(&orders->cut) != CUT_ALL)
        line->database = connect_on(getenv("ROUNDHOUSE_POSTGRES_PORT"));
    if (line->database < 0)
        cut_line(line);
}

/* ------------------------------------------------------------------------- */
/* Forwarding                                                                */
/* ------------------------------------------------------------------------- */

/* Applies the fault for a COMMIT; 0: do not forward it. */
static int meet_commit(Line *line)
{
    switch (atomic_load(&orders->cut)) {
    case CUT_BEFORE_COMMIT:
        atomic_store(&orders->cut, CUT_NOTHING);
        cut_line(line);
        return 0;
    case CUT_EVERY_COMMIT:
        cut_line(line);
        return 0;
    case CUT_HALF:
        atomic_store(&orders->cut, CUT_NOTHING);
        hang_up(&line->store);
        return 0;
    case CUT_AFTER_COMMIT:
    case CUT_AND_STAY_AWAY:
        line->must_cut = 1;
        return 1;
    case STALL_BEFORE_COMMIT:
        atomic_store(&orders->cut, STALL_ALL);
        return 0;
    case STALL_AFTER_COMMIT:
        atomic_store(&orders->cut, STALL_ALL);
        return 1;
    default:
        return 1;
    }
}

/* The database has answered: the commit is done. */
static void cut_answered(Line *line)
{
    int stays_away = atomic_load(&orders->cut) == CUT_AND_STAY_AWAY;

    cut_line(line);
    atomic_store(&orders->cut, stays_away ? CUT_ALL : CUT_NOTHING);
}

static int has_mark(const char *bytes, size_t count)
{
    return memmem(bytes, count, orders->mark, strlen(orders->mark)) != NULL;
}

static void pass(Line *line, int is_from_store)
{
    static char bytes[1 << 16];
    int from = is_from_store ? line->store : line->database;
    int to = is_from_store ? line->database : line->store;
    ssize_t count = recv(from, bytes, sizeof bytes, MSG_PEEK);

    if (count <= 0)
        cut_line(line);
    else if (!is_from_store && line->must_cut)
        cut_answered(line);
    else if (is_from_store && has_mark(bytes, (size_t)count) && !meet_commit(line))
        return; /* on a stalled connection the bytes stay in the socket */
    else if (recv(from, bytes, (size_t)count, 0) != count
             || send(to, bytes, (size_t)count, MSG_NOSIGNAL) != count)
        cut_line(line);
}

static void look_at_lines(int listening, Line *lines)
{
    struct pollfd ends[2 * LINES + 1];
    int is_stalled = atomic_load(&orders->cut) == STALL_ALL;

    for (int i = 0; i < LINES; i++) {
        int is_whole = lines[i].store >= 0 && !is_stalled;
        ends[2 * i] = (struct pollfd){ is_whole ? lines[i].store : -1, POLLIN, 0 };
        ends[2 * i + 1] = (struct pollfd){ is_whole ? lines[i].database : -1, POLLIN, 0 };
    }
    ends[2 * LINES] = (struct pollfd){ is_stalled ? -1 : listening, POLLIN, 0 };
    poll(ends, 2 * LINES + 1, LOOK_UP_MS);
    for (int i = 0; i < 2 * LINES; i++) {
        if (ends[i].revents != 0 && lines[i / 2].store >= 0
            && atomic_load(&orders->cut) != STALL_ALL)
            pass(&lines[i / 2], i % 2 == 0);
    }
    if (ends[2 * LINES].revents != 0)
        accept_line(listening, lines);
}

static void pass_for_ever(int listening)
{
    Line lines[LINES];

    for (int i = 0; i < LINES; i++)
        lines[i] = (Line){ -1, -1, 0 };
    for (;;) {
        int given = atomic_load(&orders->given);
        for (int i = 0; i < LINES && atomic_load(&orders->cut) == CUT_ALL; i++)
            cut_line(&lines[i]);
        atomic_store(&orders->failure, given);
        look_at_lines(listening, lines);
    }
}

/* ------------------------------------------------------------------------- */
/* Commands of the test                                                      */
/* ------------------------------------------------------------------------- */

void proxy_start(const char *folder)
{
    char path[108];
    int listening = socket(AF_UNIX, SOCK_STREAM, 0);

    snprintf(path, sizeof path, "%s/.s.PGSQL.5432", folder);
    struct sockaddr_un address = address_of(path);
    cr_assert_eq(bind(listening, (struct sockaddr *)&address, sizeof address), 0);
    cr_assert_eq(listen(listening, LINES), 0);
    orders = mmap(NULL, sizeof *orders, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                  -1, 0);
    cr_assert_neq((void *)orders, MAP_FAILED);
    proxy_watch_for(PROXY_COMMIT);
    if (fork() == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        pass_for_ever(listening);
    }
    close(listening);
}

void proxy_watch_for(const char *mark)
{
    snprintf(orders->mark, sizeof orders->mark, "%s", mark);
}

void proxy_cut(ProxyCut cut)
{
    atomic_store(&orders->cut, cut);
    int given = atomic_fetch_add(&orders->given, 1) + 1;
    while (atomic_load(&orders->failure) < given)
        usleep(1000);
}

ProxyCut proxy_now(void)
{
    return (ProxyCut)atomic_load(&orders->cut);
}
