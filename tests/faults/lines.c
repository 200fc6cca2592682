/* lines.c: the proxy. Each direction of a connection is a queue of chunks with their
 * delivery times. */
#define _GNU_SOURCE /* memmem, accept4 */
#include "lines.h"

#include "load/crowd.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    CONNECTIONS = 48,
    READ_AT_ONCE = 1 << 16,
    QUEUE_MOST = 1 << 22,
    LOOK_UP_MS = 2,
    MUTE_MS = 20000
};

static const int64_t MILLISECOND = 1000000;

/* Shared memory with the test. */
typedef struct Orders {
    atomic_int modes[LINES_MAX][LINE_ALL]; /* a LineMode for OTHERS and LISTENER */
    atomic_int delays[LINES_MAX];
    atomic_int losses[LINES_MAX];
    atomic_int given, applied;
} Orders;

typedef struct Chunk {
    struct Chunk *next;
    int64_t due;
    size_t length, sent;
    char bytes[];
} Chunk;

typedef struct Direction {
    int from, to; /* sockets */
    Chunk *first, *last;
    size_t queued;
    int has_ended; /* end of input */
} Direction;

typedef struct Connection {
    int is_used, node;
    LineKind kind;     /* LINE_OTHERS or LINE_LISTENER */
    Direction out, in; /* to PostgreSQL and back */
    int must_lose_answer;
    int64_t mute_until; /* LOSE_HALF: the node's end is closed, PostgreSQL's still open */
} Connection;

typedef struct Proxy {
    const char *database;
    int nodes;
    int listening[LINES_MAX]; /* -1: connections are refused */
    Connection connections[CONNECTIONS];
} Proxy;

static Orders *orders;
static pid_t proxy_pid;
static char base[64];

/* ------------------------------------------------------------------------- */
/* Sockets                                                                   */
/* ------------------------------------------------------------------------- */

static struct sockaddr_un address_of(const char *path)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };

    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    return address;
}

const char *line_folder(int node)
{
    static char folder[80];

    snprintf(folder, sizeof folder, "%s/%d", base, node);
    return folder;
}

static int listen_for(int node)
{
    char path[100];
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    snprintf(path, sizeof path, "%s/.s.PGSQL.5432", line_folder(node));
    unlink(path);
    struct sockaddr_un address = address_of(path);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0
        || listen(fd, CONNECTIONS) != 0)
        abort();
    return fd;
}

static int connect_to(const char *path)
{
    struct sockaddr_un address = address_of(path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

/* ------------------------------------------------------------------------- */
/* Connections                                                               */
/* ------------------------------------------------------------------------- */

static LineMode mode_of(const Connection *connection)
{
    return (LineMode)atomic_load(&orders->modes[connection->node][connection->kind]);
}

static void drop_chunks(Direction *direction)
{
    for (Chunk *chunk = direction->first, *next; chunk != NULL; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    direction->first = direction->last = NULL;
    direction->queued = 0;
}

static void end_connection(Connection *connection)
{
    drop_chunks(&connection->out);
    drop_chunks(&connection->in);
    if (connection->out.from >= 0)
        close(connection->out.from);
    if (connection->in.from >= 0)
        close(connection->in.from);
    *connection = (Connection){ 0 };
}

/* Only the node sees the close. */
static void end_half(Connection *connection)
{
    drop_chunks(&connection->out);
    close(connection->out.from);
    connection->out.from = connection->in.to = -1;
    connection->mute_until = crowd_now() + MUTE_MS * MILLISECOND;
}

static void accept_connection(Proxy *proxy, int node)
{
    int fd = accept4(proxy->listening[node], NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    int is_cut = atomic_load(&orders->modes[node][LINE_OTHERS]) == LINE_CUT;
    int database = fd < 0 || is_cut ? -1 : connect_to(proxy->database);
    int i = 0;

    while (i < CONNECTIONS && proxy->connections[i].is_used)
        i++;
    if (database < 0 || i == CONNECTIONS) {
        if (fd >= 0)
            close(fd);
        if (database >= 0)
            close(database);
        return;
    }
    proxy->connections[i] = (Connection){ .is_used = 1,
                                          .node = node,
                                          .kind = LINE_OTHERS,
                                          .out = { .from = fd, .to = database },
                                          .in = { .from = database, .to = fd } };
}

/* ------------------------------------------------------------------------- */
/* Bytes                                                                     */
/* ------------------------------------------------------------------------- */

static void queue(Direction *direction, const char *bytes, size_t length, int64_t due)
{
    Chunk *chunk = malloc(sizeof *chunk + length);

    if (chunk == NULL)
        abort();
    *chunk = (Chunk){ .due = due, .length = length };
    memcpy(chunk->bytes, bytes, length);
    if (direction->last == NULL)
        direction->first = chunk;
    else
        direction->last->next = chunk;
    direction->last = chunk;
    direction->queued += length;
}

/* 0: the connection is closed. */
static int lose(Connection *connection, int is_request)
{
    atomic_int *loss = &orders->losses[connection->node];

    if (!is_request) {
        atomic_store(loss, LOSE_NOTHING);
        end_connection(connection);
        return 0;
    }
    switch (atomic_load(loss)) {
    case LOSE_ANSWER:
        connection->must_lose_answer = 1;
        return 1;
    case LOSE_HALF:
        atomic_store(loss, LOSE_NOTHING);
        end_half(connection);
        return 0;
    default:
        atomic_store(loss, LOSE_NOTHING);
        end_connection(connection);
        return 0;
    }
}

static void take(Connection *connection, Direction *direction)
{
    static char bytes[READ_AT_ONCE];
    int is_request = direction == &connection->out;
    int64_t delay = atomic_load(&orders->delays[connection->node]) * MILLISECOND;
    ssize_t got = recv(direction->from, bytes, sizeof bytes, 0);

    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        direction->has_ended = 1;
        return;
    }
    if (is_request && memmem(bytes, (size_t)got, "LISTEN ", 7) != NULL)
        connection->kind = LINE_LISTENER;
    int is_meant = is_request ? connection->kind == LINE_OTHERS
                                    && atomic_load(&orders->losses[connection->node])
                              : connection->must_lose_answer;
    if (!is_meant || lose(connection, is_request))
        queue(direction, bytes, (size_t)got, crowd_now() + delay);
}

/* Delivers chunks that are due; 0: the other end is closed. */
static int deliver(Direction *direction, int64_t now)
{
    while (direction->first != NULL && direction->first->due <= now) {
        Chunk *chunk = direction->first;
        ssize_t sent = send(direction->to, chunk->bytes + chunk->sent,
                            chunk->length - chunk->sent, MSG_NOSIGNAL);
        if (sent < 0 && (errno == EAGAIN || errno == EINTR))
            return 1;
        if (sent < 0)
            return 0;
        chunk->sent += (size_t)sent;
        if (chunk->sent < chunk->length)
            return 1;
        direction->first = chunk->next;
        if (direction->first == NULL)
            direction->last = NULL;
        direction->queued -= chunk->length;
        free(chunk);
    }
    return !direction->has_ended || direction->first != NULL;
}

static void go_on(Connection *connection, const struct pollfd ends[2], int64_t now)
{
    if (connection->mute_until > 0) {
        if (now > connection->mute_until || (ends[1].revents & (POLLHUP | POLLERR)))
            end_connection(connection);
        return;
    }
    if (mode_of(connection) == LINE_STALL)
        return;
    if (ends[0].revents != 0)
        take(connection, &connection->out);
    if (connection->is_used && connection->mute_until == 0 && ends[1].revents != 0)
        take(connection, &connection->in);
    if (!connection->is_used || connection->mute_until > 0)
        return;
    if (mode_of(connection) == LINE_STALL) /* it has just sent LISTEN */
        return;
    if (mode_of(connection) != LINE_PASS || !deliver(&connection->out, now)
        || !deliver(&connection->in, now))
        end_connection(connection);
}

/* ------------------------------------------------------------------------- */
/* The process                                                               */
/* ------------------------------------------------------------------------- */

static struct pollfd poll_for(const Connection *connection, const Direction *direction)
{
    int is_awake = connection->is_used && mode_of(connection) != LINE_STALL
                   && direction->from >= 0 && !direction->has_ended
                   && direction->queued < QUEUE_MOST;

    return (struct pollfd){ is_awake ? direction->from : -1,
                            connection->mute_until > 0 ? 0 : POLLIN, 0 };
}

static void obey(Proxy *proxy)
{
    int given = atomic_load(&orders->given);

    for (int i = 0; i < proxy->nodes; i++) {
        int refuses = atomic_load(&orders->modes[i][LINE_OTHERS]) == LINE_REFUSE;
        if (refuses && proxy->listening[i] >= 0) {
            close(proxy->listening[i]);
            proxy->listening[i] = -1;
        } else if (!refuses && proxy->listening[i] < 0) {
            proxy->listening[i] = listen_for(i);
        }
    }
    for (int i = 0; i < CONNECTIONS; i++) {
        Connection *connection = &proxy->connections[i];
        if (connection->is_used && mode_of(connection) >= LINE_CUT)
            end_connection(connection);
    }
    atomic_store(&orders->applied, given);
}

static void look(Proxy *proxy)
{
    struct pollfd ends[2 * CONNECTIONS + LINES_MAX];

    for (int i = 0; i < CONNECTIONS; i++) {
        const Connection *connection = &proxy->connections[i];
        ends[2 * i] = poll_for(connection, &connection->out);
        ends[2 * i + 1] = poll_for(connection, &connection->in);
    }
    for (int i = 0; i < proxy->nodes; i++) {
        int is_stalled = atomic_load(&orders->modes[i][LINE_OTHERS]) == LINE_STALL;
        ends[2 * CONNECTIONS + i] =
            (struct pollfd){ is_stalled ? -1 : proxy->listening[i], POLLIN, 0 };
    }
    poll(ends, (nfds_t)(2 * CONNECTIONS + proxy->nodes), LOOK_UP_MS);
    int64_t now = crowd_now();
    for (int i = 0; i < CONNECTIONS; i++) {
        if (proxy->connections[i].is_used)
            go_on(&proxy->connections[i], &ends[2 * i], now);
    }
    for (int i = 0; i < proxy->nodes; i++) {
        if (ends[2 * CONNECTIONS + i].revents != 0)
            accept_connection(proxy, i);
    }
}

_Noreturn static void pass_for_ever(Proxy *proxy)
{
    for (;;) {
        obey(proxy);
        look(proxy);
    }
}

/* ------------------------------------------------------------------------- */
/* Commands of the test                                                      */
/* ------------------------------------------------------------------------- */

void lines_start(const char *folder, const char *database, int nodes)
{
    static Proxy proxy;

    cr_assert_leq(nodes, LINES_MAX);
    snprintf(base, sizeof base, "%s", folder);
    proxy = (Proxy){ .database = database, .nodes = nodes };
    for (int i = 0; i < nodes; i++) {
        cr_assert_eq(mkdir(line_folder(i), 0700), 0);
        proxy.listening[i] = listen_for(i);
    }
    orders = mmap(NULL, sizeof *orders, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                  -1, 0);
    cr_assert_neq((void *)orders, MAP_FAILED);
    proxy_pid = fork();
    if (proxy_pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        pass_for_ever(&proxy);
    }
    for (int i = 0; i < nodes; i++)
        close(proxy.listening[i]);
}

void lines_end(void)
{
    char path[100];

    kill(proxy_pid, SIGKILL);
    waitpid(proxy_pid, NULL, 0);
    for (int i = 0; i < LINES_MAX; i++) {
        snprintf(path, sizeof path, "%s/.s.PGSQL.5432", line_folder(i));
        unlink(path);
        rmdir(line_folder(i));
    }
    munmap(orders, sizeof *orders);
}

/* Waits until the proxy has applied it. */
static void give(void)
{
    int given = atomic_fetch_add(&orders->given, 1) + 1;

    while (atomic_load(&orders->applied) < given)
        usleep(200);
}

void line_set(int node, LineKind kind, LineMode mode)
{
    if (kind != LINE_LISTENER)
        atomic_store(&orders->modes[node][LINE_OTHERS], mode);
    if (kind != LINE_OTHERS)
        atomic_store(&orders->modes[node][LINE_LISTENER], mode);
    give();
}

void line_delay(int node, int milliseconds)
{
    atomic_store(&orders->delays[node], milliseconds);
}

void line_lose(int node, LineLoss loss)
{
    atomic_store(&orders->losses[node], loss);
}

LineLoss line_loss(int node)
{
    return (LineLoss)atomic_load(&orders->losses[node]);
}

void lines_heal(void)
{
    for (int i = 0; i < LINES_MAX; i++) {
        atomic_store(&orders->modes[i][LINE_OTHERS], LINE_PASS);
        atomic_store(&orders->modes[i][LINE_LISTENER], LINE_PASS);
        atomic_store(&orders->delays[i], 0);
        atomic_store(&orders->losses[i], LOSE_NOTHING);
    }
    give();
}
