/* dial.c: a nonblocking connect, the upgrade request, and the head of its reply. */
#include "dial.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { READ_AT_ONCE = 16384 };

static DialState fail(Dial *dial)
{
    if (dial->fd >= 0)
        close(dial->fd);
    dial->fd = -1;
    return dial->state = DIAL_FAILED;
}

void dial_free(Dial *dial)
{
    fail(dial);
    text_free(&dial->out);
    text_free(&dial->in);
    *dial = (Dial){ .fd = -1 };
}

static void write_request(Text *out, const ServerAddress *address, const char *path,
                          const char *token)
{
    char host[SERVER_HOST_MAX + 16];

    server_address_name(address, host, sizeof host);
    text_add(out, "GET ");
    text_add(out, path);
    text_add(out, " HTTP/1.1\r\nHost: ");
    text_add(out, host);
    text_add(out, "\r\nOrigin: http://");
    text_add(out, host);
    if (token != NULL) {
        text_add(out, "\r\nAuthorization: Bearer ");
        text_add(out, token);
    }
    text_add(out, "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  "Sec-WebSocket-Version: 13\r\n"
                  "Sec-WebSocket-Key: cm91bmRob3VzZSBkaWFsIQ==\r\n\r\n");
}

static int connect_without_waiting(const ServerAddress *address)
{
    struct addrinfo wanted = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST };
    struct addrinfo *found;
    int on = 1, fd = -1;
    char port[8];

    snprintf(port, sizeof port, "%d", address->port);
    if (getaddrinfo(address->host, port, &wanted, &found) != 0)
        return -1;
    fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd >= 0
        && (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0
            || (connect(fd, found->ai_addr, found->ai_addrlen) != 0
                && errno != EINPROGRESS))) {
        close(fd);
        fd = -1;
    }
    freeaddrinfo(found);
    return fd;
}

void dial_start(Dial *dial, const ServerAddress *address, const char *path,
                const char *token)
{
    *dial = (Dial){ .state = DIAL_CONNECTING, .fd = connect_without_waiting(address) };
    write_request(&dial->out, address, path, token);
    if (dial->fd < 0 || dial->out.has_failed)
        fail(dial);
}

short dial_events(const Dial *dial)
{
    return dial->state == DIAL_CONNECTING ? POLLOUT : POLLIN;
}

static DialState send_request(Dial *dial)
{
    int error = 0;
    socklen_t size = sizeof error;

    if (getsockopt(dial->fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error != 0
        || send(dial->fd, dial->out.bytes, dial->out.length, MSG_NOSIGNAL)
               != (ssize_t)dial->out.length)
        return fail(dial);
    return dial->state = DIAL_ASKING;
}

static DialState receive_reply(Dial *dial)
{
    ssize_t got;

    if (!text_reserve(&dial->in, READ_AT_ONCE))
        return fail(dial);
    got = recv(dial->fd, dial->in.bytes + dial->in.length, READ_AT_ONCE, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return dial->state;
    if (got <= 0)
        return fail(dial);
    dial->in.length += (size_t)got;
    dial->in.bytes[dial->in.length] = '\0';
    if (strstr(dial->in.bytes, "\r\n\r\n") == NULL)
        return dial->state;
    if (strncmp(dial->in.bytes, "HTTP/1.1 101", 12) != 0)
        return fail(dial);
    return dial->state = DIAL_DONE;
}

/* POLLOUT also comes when a connection is refused. */
DialState dial_step(Dial *dial)
{
    struct pollfd ready = { .fd = dial->fd, .events = dial_events(dial) };

    if (dial->state == DIAL_FAILED || dial->state == DIAL_DONE || poll(&ready, 1, 0) != 1)
        return dial->state;
    return dial->state == DIAL_CONNECTING ? send_request(dial) : receive_reply(dial);
}

Ws dial_take(Dial *dial)
{
    Ws ws = { .fd = dial->fd, .channel = { .fd = dial->fd, .cancel = -1 } };
    const char *rest = strstr(dial->in.bytes, "\r\n\r\n") + 4;
    int flags = fcntl(dial->fd, F_GETFL);

    text_append(&ws.in, rest, dial->in.length - (size_t)(rest - dial->in.bytes));
    fcntl(dial->fd, F_SETFL, flags & ~O_NONBLOCK);
    dial->fd = -1;
    return ws;
}
