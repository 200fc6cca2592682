/* test_connection.c: a connection to a server that accepts and never answers. */
#include "client/connection.h"

#include "client/channel.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
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
