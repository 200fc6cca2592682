/* test_connection.c: a connection to a server that never answers, and to one that hangs
 * up again and again. */
#include "client/connection.h"

#include "client/channel.h"
#include "edge/ws_frame.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The kernel accepts the connection; no process reads. */
static int listen_somewhere(ServerAddress *address)
{
    struct sockaddr_in at = { .sin_family = AF_INET,
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    cr_assert(fd >= 0 && bind(fd, (struct sockaddr *)&at, sizeof at) == 0
              && listen(fd, 8) == 0
              && getsockname(fd, (struct sockaddr *)&at, &length) == 0);
    *address = (ServerAddress){ .host = "127.0.0.1", .port = ntohs(at.sin_port) };
    return fd;
}

/* The client's own timeout is 30 seconds. */
Test(connection, that_waits_for_an_answer_can_be_closed_at_once)
{
    for (int is_secure = 0; is_secure <= 1; is_secure++) {
        ServerAddress address;
        int listener = listen_somewhere(&address);
        address.is_secure = is_secure;
        int64_t began = channel_now();
        Connection *connection = connection_open(&address, "token");
        cr_assert_not_null(connection);
        int fd = accept(listener, NULL, NULL);
        cr_assert_geq(fd, 0);
        char byte;
        cr_assert_eq(recv(fd, &byte, 1, 0), 1, "It asks.");
        cr_assert(!connection_is_there(connection));
        connection_close(connection);
        cr_assert_lt(channel_now() - began, 20000);
        close(fd);
        close(listener);
    }
}

/* Accepts the next connection as a WebSocket. */
static int accept_upgrade(int listener)
{
    static const char KEY[] = "Sec-WebSocket-Key: ";
    struct pollfd polled = { listener, POLLIN, 0 };
    char head[2048] = "", accepted[WS_ACCEPT_SIZE], reply[256];
    size_t length = 0;

    cr_assert_eq(poll(&polled, 1, 60000), 1, "It does not connect again.");
    int fd = accept(listener, NULL, NULL);
    while (strstr(head, "\r\n\r\n") == NULL) {
        ssize_t got = recv(fd, head + length, sizeof head - 1 - length, 0);
        cr_assert_gt(got, 0);
        length += (size_t)got;
        head[length] = '\0';
    }
    const char *key = strstr(head, KEY) + strlen(KEY);
    ws_accept(key, strcspn(key, "\r"), accepted);
    int size = snprintf(reply, sizeof reply,
                        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                        "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                        accepted);
    cr_assert_eq(send(fd, reply, (size_t)size, MSG_NOSIGNAL), size);
    return fd;
}

typedef struct Sender {
    Connection *connection;
    atomic_int is_over;
} Sender;

static void *keep_sending(void *argument)
{
    Sender *sender = argument;

    while (!atomic_load(&sender->is_over))
        connection_send(sender->connection, "{}", 2);
    return NULL;
}

/* A message may wake the thread just as the connection is lost: that wake must not cancel
 * the next attempt. */
Test(connection, comes_back_though_messages_are_sent_while_it_is_lost)
{
    enum { TIMES = 6 };
    ServerAddress address;
    int listener = listen_somewhere(&address);
    Sender sender = { .connection = connection_open(&address, "token") };
    pthread_t thread;

    cr_assert_not_null(sender.connection);
    cr_assert_eq(pthread_create(&thread, NULL, keep_sending, &sender), 0);
    for (int i = 0; i < TIMES; i++) {
        int fd = accept_upgrade(listener);
        while (!connection_is_there(sender.connection))
            usleep(1000);
        close(fd);
        while (connection_is_there(sender.connection))
            usleep(1000);
    }
    atomic_store(&sender.is_over, 1);
    pthread_join(thread, NULL);
    connection_close(sender.connection);
    close(listener);
}

/* A server that accepts and hangs up at once is not asked again and again: every wait is
 * at least half of twice the one before. */
Test(connection, backs_off_from_a_server_that_hangs_up_at_once)
{
    enum { TIMES = 5, LEAST_MS = (600 + 1200 + 2400) / 2 };
    ServerAddress address;
    int listener = listen_somewhere(&address);
    Connection *connection = connection_open(&address, "token");
    int64_t second = 0;

    cr_assert_not_null(connection);
    for (int i = 0; i < TIMES; i++) {
        close(accept_upgrade(listener));
        if (i == 1)
            second = channel_now();
    }
    cr_expect_geq(channel_now() - second, LEAST_MS);
    connection_close(connection);
    close(listener);
}
