/* channel.c: a socket, OpenSSL over it if need be, and poll before every wait. */
#include "client/channel.h"

#include "edge/tls.h"
#include "play/clock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { READ_AT_ONCE = 16384 };

int64_t channel_now(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

/* 0: the deadline has passed, or it was cancelled. */
static int await(int fd, short events, int cancel, int64_t until)
{
    struct pollfd ends[] = { { fd, events, 0 }, { cancel, POLLIN, 0 } };

    for (;;) {
        int64_t left = until - channel_now();
        int ready = poll(ends, 2, left > 0 ? (int)left : 0);
        if (ready >= 0 || errno != EINTR)
            return ready > 0 && ends[1].revents == 0;
    }
}

/* ------------------------------------------------------------------------- */
/* Opening                                                                   */
/* ------------------------------------------------------------------------- */

static int bind_to(int fd, const char *from)
{
    struct sockaddr_in own = { .sin_family = AF_INET };

    return from[0] == '\0'
           || (inet_pton(AF_INET, from, &own.sin_addr) == 1
               && bind(fd, (const struct sockaddr *)&own, sizeof own) == 0);
}

/* 0: errno says why not. */
static int finish_connect(const Channel *channel, int64_t until)
{
    int error = ETIMEDOUT;
    socklen_t size = sizeof error;

    if (await(channel->fd, POLLOUT, channel->cancel, until))
        getsockopt(channel->fd, SOL_SOCKET, SO_ERROR, &error, &size);
    errno = error;
    return error == 0;
}

static int connect_to(Channel *channel, const struct addrinfo *to, const char *from,
                      int64_t until)
{
    int on = 1, why;

    channel->fd = socket(to->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (channel->fd < 0)
        return 0;
    if (setsockopt(channel->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) == 0
        && bind_to(channel->fd, from)
        && (connect(channel->fd, to->ai_addr, to->ai_addrlen) == 0
            || (errno == EINPROGRESS && finish_connect(channel, until))))
        return 1;
    why = errno;
    close(channel->fd);
    channel->fd = -1;
    errno = why;
    return 0;
}

/* Tries every address of the host's name in turn. */
static int connect_by_name(Channel *channel, const ServerAddress *server, int64_t until,
                           Fault *fault)
{
    struct addrinfo wanted = { .ai_socktype = SOCK_STREAM }, *found;
    char port[8];

    snprintf(port, sizeof port, "%d", server->port);
    int trouble = getaddrinfo(server->host, port, &wanted, &found);
    if (trouble != 0)
        return fault_set(fault, "cannot reach %s: %s", server->host,
                         fault_words(fault, gai_strerror(trouble)));
    for (const struct addrinfo *to = found; to != NULL && channel->fd < 0; to = to->ai_next)
        connect_to(channel, to, server->from, until);
    if (channel->fd < 0)
        fault_set(fault, "cannot reach %s: %s", server->host,
                  fault_words(fault, strerror(errno)));
    freeaddrinfo(found);
    return channel->fd >= 0;
}

static short tls_events(TlsWait wait)
{
    return wait == TLS_WAIT_WRITE ? POLLOUT : POLLIN;
}

static int shake_hands(Channel *channel, const ServerAddress *server, int64_t until,
                       Fault *fault)
{
    int result;

    channel->ssl = tls_connect_new(channel->fd, server->host);
    if (channel->ssl == NULL)
        return fault_set(fault, "cannot reach %s: OpenSSL does not start", server->host);
    while ((result = SSL_connect(channel->ssl)) != 1) {
        TlsWait wait = tls_why(channel->ssl, result);
        if ((wait == TLS_WAIT_READ || wait == TLS_WAIT_WRITE)
            && await(channel->fd, tls_events(wait), channel->cancel, until))
            continue;
        long verified = SSL_get_verify_result(channel->ssl);
        const char *why = verified == X509_V_OK ? "no TLS connection"
                                                : X509_verify_cert_error_string(verified);
        return fault_set(fault, "cannot reach %s: %s", server->host,
                         fault_words(fault, why));
    }
    return 1;
}

int channel_open(Channel *channel, const ServerAddress *server, int cancel, int64_t until,
                 Fault *fault)
{
    *channel = (Channel){ .fd = -1, .cancel = cancel };
    if (!connect_by_name(channel, server, until, fault))
        return 0;
    /* A plain socket is left blocking for a caller that takes it over; our own reads do
     * not block. */
    if (!server->is_secure && fcntl(channel->fd, F_SETFL, 0) == 0)
        return 1;
    if (server->is_secure && shake_hands(channel, server, until, fault))
        return 1;
    channel_close(channel);
    return 0;
}

void channel_close(Channel *channel)
{
    SSL_free(channel->ssl);
    if (channel->fd >= 0)
        close(channel->fd);
    *channel = (Channel){ .fd = -1, .cancel = -1 };
}

/* ------------------------------------------------------------------------- */
/* Bytes                                                                     */
/* ------------------------------------------------------------------------- */

/* One attempt: the bytes that went; 0: wait for *events first; -1: it is over. */
static long attempt(Channel *channel, ssize_t result, short plain, short *events)
{
    *events = plain;
    if (result > 0)
        return result;
    if (channel->ssl == NULL)
        return result < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
    TlsWait wait = tls_why(channel->ssl, (int)result);
    *events = tls_events(wait);
    return wait == TLS_WAIT_READ || wait == TLS_WAIT_WRITE ? 0 : -1;
}

ChannelRead channel_read(Channel *channel, Text *in, int64_t until)
{
    short events;

    if (channel->fd < 0 || !text_reserve(in, READ_AT_ONCE))
        return CHANNEL_ENDED;
    for (;;) {
        char *end = in->bytes + in->length;
        ssize_t result = channel->ssl != NULL
                             ? SSL_read(channel->ssl, end, READ_AT_ONCE)
                             : recv(channel->fd, end, READ_AT_ONCE, MSG_DONTWAIT);
        long got = attempt(channel, result, POLLIN, &events);
        if (got < 0)
            return CHANNEL_ENDED;
        if (got > 0) {
            in->length += (size_t)got;
            in->bytes[in->length] = '\0';
            return CHANNEL_GOT;
        }
        if (!await(channel->fd, events, channel->cancel, until))
            return CHANNEL_WAITED;
    }
}

int channel_write(Channel *channel, const char *bytes, size_t length, int64_t until)
{
    short events;

    while (channel->fd >= 0 && length > 0) {
        ssize_t result = channel->ssl != NULL ? SSL_write(channel->ssl, bytes, (int)length)
                                              : send(channel->fd, bytes, length,
                                                     MSG_NOSIGNAL | MSG_DONTWAIT);
        long sent = attempt(channel, result, POLLOUT, &events);
        if (sent < 0 || (sent == 0 && !await(channel->fd, events, -1, until)))
            return 0;
        bytes += sent;
        length -= (size_t)sent;
    }
    return channel->fd >= 0;
}
