/* proxy.c: passes bytes on between two sockets, one connection at a time, and looks
 * for COMMIT. */
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

static atomic_int *wanted; /* a ProxyCut, shared between the processes */

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

/* 0: the line is cut, or somebody hung up. */
static int pass(int from, int to, int is_from_store)
{
    char bytes[1 << 16];
    ssize_t count = read(from, bytes, sizeof bytes);

    if (count <= 0)
        return 0;
    int has_commit = is_from_store && memmem(bytes, (size_t)count, "COMMIT", 6) != NULL;
    int cut = has_commit ? atomic_load(wanted) : CUT_NOTHING;
    if (cut == CUT_BEFORE_COMMIT) {
        atomic_store(wanted, CUT_NOTHING);
        return 0;
    }
    if (write(to, bytes, (size_t)count) != count)
        return 0;
    if (cut == CUT_NOTHING)
        return 1;
    if (read(to, bytes, sizeof bytes) <= 0) /* it has answered: it is done */
        _exit(1);
    if (cut == CUT_AFTER_COMMIT)
        atomic_store(wanted, CUT_NOTHING);
    return 0;
}

static void serve(int store, int database)
{
    struct pollfd ends[] = { { store, POLLIN, 0 }, { database, POLLIN, 0 } };
    int is_open = database >= 0;

    while (is_open && poll(ends, 2, -1) > 0) {
        if (ends[0].revents)
            is_open = pass(store, database, 1);
        if (is_open && ends[1].revents)
            is_open = pass(database, store, 0);
    }
    close(store);
    if (database >= 0)
        close(database);
}

static void accept_for_ever(int listening)
{
    for (;;) {
        int store = accept(listening, NULL, NULL);
        if (store < 0)
            _exit(0);
        if (atomic_load(wanted) == CUT_AND_STAY_AWAY && getenv("PROXY_HAS_CUT") != NULL) {
            close(store);
            continue;
        }
        serve(store, connect_on(getenv("ROUNDHOUSE_POSTGRES_PORT")));
        if (atomic_load(wanted) == CUT_AND_STAY_AWAY)
            setenv("PROXY_HAS_CUT", "1", 1);
        else
            unsetenv("PROXY_HAS_CUT");
    }
}

void proxy_start(const char *folder)
{
    char path[108];
    int listening = socket(AF_UNIX, SOCK_STREAM, 0);

    snprintf(path, sizeof path, "%s/.s.PGSQL.5432", folder);
    struct sockaddr_un address = address_of(path);
    cr_assert_eq(bind(listening, (struct sockaddr *)&address, sizeof address), 0);
    cr_assert_eq(listen(listening, 8), 0);
    wanted = mmap(NULL, sizeof *wanted, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                  -1, 0);
    cr_assert_neq((void *)wanted, MAP_FAILED);
    if (fork() == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        accept_for_ever(listening);
    }
    close(listening);
}

void proxy_cut(ProxyCut cut)
{
    atomic_store(wanted, cut);
}
