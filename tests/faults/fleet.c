/* fleet.c: the processes of the servers and of their database. */
#include "fleet.h"

#include "lines.h"
#include "load/child.h"
#include "store/database.h"
#include "store/folder.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Node {
    Child child;
    ServerAddress address; /* stays the same across restarts */
    char url[600];
    char clock[256];    /* file mapped by the node: ROUNDHOUSE_TEST_CLOCK */
    int64_t *clock_map; /* [0]: offset of its wall clock */
} Node;

enum { CLOCK_BYTES = 64 };

static Node fleet[FLEET];
static pid_t database_restart;

/* ------------------------------------------------------------------------- */
/* Nodes                                                                     */
/* ------------------------------------------------------------------------- */

static const char *program(void)
{
    const char *named = getenv("ROUNDHOUSE_PROGRAM");

    return named != NULL ? named : ROUNDHOUSE_PROGRAM;
}

static void make_clock(Node *node)
{
    int fd = open(node->clock, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    void *map;

    cr_assert(fd >= 0 && ftruncate(fd, CLOCK_BYTES) == 0);
    map = mmap(NULL, CLOCK_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    cr_assert(map != MAP_FAILED);
    close(fd);
    node->clock_map = map;
}

void fleet_begin(int node)
{
    const char *arguments[] = { program(),     "serve",       "--listen",
                                "127.0.0.1:0", "--data",      fleet[node].url,
                                "--quiet",     "--no-limits", NULL };
    Fault fault = { 0 };

    setenv("ROUNDHOUSE_TEST_CLOCK", fleet[node].clock, 1);
    cr_assert(child_start(&fleet[node].child, arguments, &fault), "%s", fault.sentence);
    fleet[node].address = fleet[node].child.address;
}

void fleet_open(void)
{
    char folder[256];

    folder_make();
    snprintf(folder, sizeof folder, "%s", in_folder(""));
    folder[strlen(folder) - 1] = '\0';
    database_make();
    lines_start(folder, getenv("ROUNDHOUSE_POSTGRES_PORT"), FLEET);
    for (int i = 0; i < FLEET; i++) {
        snprintf(fleet[i].url, sizeof fleet[i].url, "%s", database_through(line_folder(i)));
        snprintf(fleet[i].clock, sizeof fleet[i].clock, "%s/clock-%d", folder, i);
        make_clock(&fleet[i]);
        fleet_begin(i);
    }
}

void fleet_close(void)
{
    lines_heal();
    for (int i = 0; i < FLEET; i++) {
        if (fleet_is_up(i)) {
            kill(fleet[i].child.pid, SIGCONT);
            int status = child_end(&fleet[i].child, SIGTERM);
            cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0,
                      "node %d ended with status %x", i, (unsigned)status);
        }
        munmap(fleet[i].clock_map, CLOCK_BYTES);
    }
    lines_end();
    database_remove();
    folder_remove();
}

const ServerAddress *fleet_address(int node)
{
    return &fleet[node].address;
}

int fleet_is_up(int node)
{
    return fleet[node].child.pid > 0;
}

void fleet_signal(int node, int signal_number)
{
    if (signal_number == SIGKILL)
        child_end(&fleet[node].child, SIGKILL);
    else
        kill(fleet[node].child.pid, signal_number);
}

int fleet_has_ended(int node)
{
    Child *child = &fleet[node].child;
    int status;

    if (child->pid <= 0)
        return 1;
    if (waitpid(child->pid, &status, WNOHANG) != child->pid)
        return 0;
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "node %d ended with status %x",
              node, (unsigned)status);
    close(child->out);
    *child = (Child){ .pid = -1, .out = -1 };
    return 1;
}

void fleet_skew(int node, int64_t milliseconds)
{
    __atomic_store_n(fleet[node].clock_map, milliseconds, __ATOMIC_SEQ_CST);
}

/* ------------------------------------------------------------------------- */
/* PostgreSQL                                                                */
/* ------------------------------------------------------------------------- */

void fleet_restart_database(int down_ms)
{
    database_restart = fork();
    cr_assert_geq(database_restart, 0);
    if (database_restart != 0)
        return;
    if (system(getenv("ROUNDHOUSE_POSTGRES_KILL")) != 0)
        _exit(1);
    usleep((useconds_t)down_ms * 1000);
    _exit(system(getenv("ROUNDHOUSE_POSTGRES_START")) != 0);
}

int fleet_database_is_back(void)
{
    int status;

    if (database_restart == 0)
        return 1;
    if (waitpid(database_restart, &status, WNOHANG) != database_restart)
        return 0;
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0,
              "PostgreSQL does not start again");
    database_restart = 0;
    return 1;
}
