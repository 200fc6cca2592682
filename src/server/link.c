/* link.c: connections: states, deadlines, reading and writing. */
#include "server/link.h"

#include "play/array.h"
#include "server/times.h"

#include <errno.h>
#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { NEVER = -1 };

/* How long a state may last (0: as long as it likes), after how long a connection in it
 * may be closed to make room for others, and whether it reads. */
static const struct {
    int most_ms;
    int evicted_after_ms;
    int reads;
} STATES[LINK_STATES] = {
    [LINK_HANDSHAKE] = { 10000, 0, 1 },  [LINK_HEAD] = { 10000, 0, 1 },
    [LINK_BODY] = { 20000, 0, 1 },       [LINK_CORE] = { 0, NEVER, 1 },
    [LINK_ANSWER] = { 60000, 5000, 0 },  [LINK_IDLE] = { 60000, 0, 1 },
    [LINK_OPEN] = { 30000, NEVER, 1 },   [LINK_PINGED] = { 20000, NEVER, 1 },
    [LINK_CLOSING] = { 5000, NEVER, 1 }, [LINK_LINGER] = { 2000, 0, 1 },
};

int64_t net_now(void)
{
    return clock_ms(CLOCK_MONOTONIC_COARSE);
}

/* ------------------------------------------------------------------------- */
/* States                                                                    */
/* ------------------------------------------------------------------------- */

Link *link_oldest(const Net *net, LinkState state)
{
    return LIST_RECORD(list_oldest(&net->states[state]), Link, by_state);
}

Link *link_next(const Link *link)
{
    const List *list = &link->net->states[link->state];

    return LIST_RECORD(list_after(list, &link->by_state), Link, by_state);
}

static void watch(Link *link)
{
    int reads = STATES[link->state].reads && !link->has_read_all;
    int events = (reads ? EV_READ : 0) | (link->waits_to_write ? EV_WRITE : 0);

    if (events == (link->io.events & (EV_READ | EV_WRITE)) && ev_is_active(&link->io))
        return;
    ev_io_stop(link->net->loop, &link->io);
    if (events == 0)
        return;
    ev_io_set(&link->io, link->io.fd, events);
    ev_io_start(link->net->loop, &link->io);
}

void link_enter(Link *link, LinkState state)
{
    list_remove(&link->by_state);
    link->state = state;
    link->has_read_all = 0;
    link->since = net_now();
    list_add(&link->net->states[state], &link->by_state);
    if (state != LINK_CLOSED)
        watch(link);
}

int link_may_be_evicted(const Link *link)
{
    int after = STATES[link->state].evicted_after_ms;

    return after != NEVER && net_now() - link->since >= after && !link->is_websocket;
}

static void expire(Link *link)
{
    link->net->timeouts += link->state != LINK_OPEN && link->state != LINK_IDLE;
    switch (link->state) {
    case LINK_HEAD:
    case LINK_BODY:
        http_expired(link);
        break;
    case LINK_OPEN:
        ws_ping(link);
        break;
    default:
        link_close(link);
    }
}

void links_expire(Net *net)
{
    int64_t now = net_now();

    for (LinkState state = 0; state < LINK_CLOSED; state++) {
        int most = STATES[state].most_ms;
        for (Link *link; most > 0 && (link = link_oldest(net, state)) != NULL;) {
            if (now - link->since < most)
                break;
            expire(link);
        }
    }
    ws_expire_messages(net);
}

/* ------------------------------------------------------------------------- */
/* Beginning and end                                                         */
/* ------------------------------------------------------------------------- */

static void shake_hands(Link *link)
{
    int result = SSL_do_handshake(link->ssl);

    link->waits_to_write = 0;
    if (result != 1) {
        TlsWait why = tls_why(link->ssl, result);
        if (why == TLS_WAIT_READ || why == TLS_WAIT_WRITE) {
            link->waits_to_write = why == TLS_WAIT_WRITE;
            watch(link);
        } else {
            link_close(link);
        }
        return;
    }
    link_enter(link, LINK_HEAD);
    link_look_again(link);
}

static void read_and_forget(Link *link)
{
    ssize_t got;

    do {
        got = link_read(link, link->net->scratch, SCRATCH_SIZE);
    } while (got > 0 && link->ssl != NULL && SSL_pending(link->ssl) > 0);
    if (got < 0)
        link_close(link);
}

static void readable(Link *link)
{
    switch (link->state) {
    case LINK_HANDSHAKE:
        if (sockets_may_shake_hands(link))
            shake_hands(link);
        break;
    case LINK_HEAD:
    case LINK_BODY:
    case LINK_IDLE:
        http_readable(link);
        break;
    case LINK_CORE:
        http_readable_early(link);
        break;
    case LINK_OPEN:
    case LINK_PINGED:
    case LINK_CLOSING:
        ws_readable(link);
        break;
    case LINK_LINGER:
        read_and_forget(link);
        break;
    default:
        break;
    }
}

static void writable(Link *link)
{
    link->waits_to_write = 0;
    switch (link->state) {
    case LINK_HANDSHAKE:
        shake_hands(link);
        break;
    case LINK_ANSWER:
        http_writable(link);
        break;
    case LINK_OPEN:
    case LINK_PINGED:
    case LINK_CLOSING:
        ws_flush(link);
        break;
    default:
        break;
    }
    if (link->state != LINK_CLOSED)
        watch(link);
}

static void happens(struct ev_loop *loop, ev_io *io, int events)
{
    Link *link = (Link *)io;

    (void)loop;
    if ((events & EV_WRITE) != 0)
        writable(link);
    if ((events & EV_READ) != 0)
        readable(link);
    sockets_count_memory(link);
}

static Link *link_new(Net *net, const Endpoint *endpoint, int fd,
                      const struct sockaddr *from)
{
    Link *link = calloc(1, sizeof *link);
    int has_tls = net->tls != NULL && !endpoint->is_admin;

    if (link == NULL)
        return NULL;
    if (has_tls) {
        link->ssl = tls_accept_new(net->tls, fd);
        if (link->ssl == NULL) {
            free(link);
            return NULL;
        }
    }
    link->net = net;
    link->endpoint = endpoint;
    who_from_socket(from, link->who);
    link->is_of_proxy = !endpoint->is_admin && proxies_include(&net->config.proxies, from);
    ev_io_init(&link->io, happens, fd, EV_READ);
    link->state = has_tls ? LINK_HANDSHAKE : LINK_HEAD;
    link->since = net_now();
    list_add(&net->states[link->state], &link->by_state);
    net->socket_count++;
    ev_io_start(net->loop, &link->io);
    return link;
}

/* Is a handshake of TLS within the rate of the address? A proxy has no rate. */
static int may_come(Net *net, const Endpoint *endpoint, const struct sockaddr *from)
{
    char who[WHO_MAX];

    if (net->tls == NULL || endpoint->is_admin
        || proxies_include(&net->config.proxies, from))
        return 1;
    who_from_socket(from, who);
    return !core_refuses_handshake(net->core, who);
}

int link_accept(Net *net, const Endpoint *endpoint, int fd, const struct sockaddr *from)
{
    int most = net->config.limits.sockets;
    /* Health and metrics answer, however many strangers there are. */
    int has_room = may_come(net, endpoint, from)
                   && (most == 0 || net->socket_count < most || sockets_evict(net)
                       || endpoint->is_admin);
    Link *link = has_room ? link_new(net, endpoint, fd, from) : NULL;

    if (link == NULL) {
        close(fd);
        return 0;
    }
    /* A proxy's connections count for those whom it forwards. */
    if (!sockets_join(link, link->is_of_proxy || endpoint->is_admin ? "" : link->who)) {
        link_close(link);
        return 0;
    }
    return 1;
}

static void link_forget(Link *link)
{
    if (link->writer != 0)
        link->net->writers[link->writer - 1] = NULL;
    link->writer = 0;
}

void link_leave_core(Link *link)
{
    if (link->conn != NULL)
        core_close(link->conn);
    link->conn = NULL;
}

void link_close(Link *link)
{
    int fd = link->io.fd;

    if (link->state == LINK_CLOSED)
        return;
    ev_io_stop(link->net->loop, &link->io);
    if (!link->is_websocket)
        link->net->socket_count--;
    link_enter(link, LINK_CLOSED);
    link_forget(link);
    list_remove(&link->by_message);
    sockets_leave(link);
    http_gone(link);
    link_leave_core(link);
    SSL_free(link->ssl);
    link->ssl = NULL;
    close(fd);
    text_free(&link->in);
    text_free(&link->out);
    text_free(&link->message);
    sockets_count_memory(link);
}

void link_linger(Link *link)
{
    link_leave_core(link);
    if (link->ssl != NULL)
        (void)SSL_shutdown(link->ssl);
    ERR_clear_error();
    if (shutdown(link->io.fd, SHUT_WR) != 0) {
        link_close(link);
        return;
    }
    link->waits_to_write = 0;
    text_free(&link->in);
    link_enter(link, LINK_LINGER);
    link_look_again(link);
}

void links_free_closed(Net *net)
{
    for (Link *link = link_oldest(net, LINK_CLOSED), *next; link != NULL; link = next) {
        next = link_next(link);
        list_remove(&link->by_state);
        free(link);
    }
}

void links_close_all(Net *net)
{
    for (LinkState state = 0; state < LINK_CLOSED; state++) {
        for (Link *link; (link = link_oldest(net, state)) != NULL;)
            link_close(link);
    }
    links_free_closed(net);
}

/* ------------------------------------------------------------------------- */
/* Bytes                                                                     */
/* ------------------------------------------------------------------------- */

static ssize_t read_tls(Link *link, char *bytes, size_t size)
{
    int got = SSL_read(link->ssl, bytes, (int)size);

    if (got > 0)
        return got;
    TlsWait why = tls_why(link->ssl, got);
    if (why == TLS_WAIT_WRITE) {
        link->waits_to_write = 1;
        watch(link);
    }
    return why == TLS_WAIT_READ || why == TLS_WAIT_WRITE ? 0 : -1;
}

ssize_t link_read(Link *link, char *bytes, size_t size)
{
    if (link->ssl != NULL)
        return read_tls(link, bytes, size);
    ssize_t got = recv(link->io.fd, bytes, size, 0);
    if (got > 0)
        return got;
    return got < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

ssize_t link_read_in(Link *link, size_t most)
{
    if (!text_reserve(&link->in, most))
        return -1;
    ssize_t got = link_read(link, link->in.bytes + link->in.length, most);
    if (got > 0)
        link->in.length += (size_t)got;
    return got;
}

/* As many whole parts as go; -1: it has ended. */
static ssize_t write_tls(Link *link, const struct iovec *parts, int count)
{
    ssize_t total = 0;

    for (int i = 0; i < count; i++) {
        size_t sent = 0;
        while (sent < parts[i].iov_len) {
            size_t left = parts[i].iov_len - sent;
            int took = SSL_write(link->ssl, (const char *)parts[i].iov_base + sent,
                                 left < 1 << 20 ? (int)left : 1 << 20);
            if (took <= 0) {
                TlsWait why = tls_why(link->ssl, took);
                return why == TLS_WAIT_READ || why == TLS_WAIT_WRITE ? total : -1;
            }
            sent += (size_t)took;
            total += took;
        }
    }
    return total;
}

static ssize_t write_plain(Link *link, const struct iovec *parts, int count)
{
    struct msghdr message = { .msg_iov = (struct iovec *)(uintptr_t)parts,
                              .msg_iovlen = (size_t)count };
    ssize_t took = sendmsg(link->io.fd, &message, MSG_NOSIGNAL);

    if (took < 0)
        return errno == EAGAIN || errno == EINTR ? 0 : -1;
    return took;
}

ssize_t link_write(Link *link, const struct iovec *parts, int count)
{
    size_t total = 0;
    ssize_t took =
        link->ssl != NULL ? write_tls(link, parts, count) : write_plain(link, parts, count);

    for (int i = 0; i < count; i++)
        total += parts[i].iov_len;
    if (took >= 0 && (size_t)took < total) {
        link->waits_to_write = 1;
        watch(link);
    }
    return took;
}

void link_consume(Link *link, size_t count)
{
    Text *in = &link->in;

    in->length -= count;
    if (in->length == 0)
        text_free(in);
    else
        memmove(in->bytes, in->bytes + count, in->length);
}

void link_stop_reading(Link *link)
{
    link->has_read_all = 1;
    watch(link);
}

void link_look_again(Link *link)
{
    if (link->in.length == 0 && (link->ssl == NULL || SSL_pending(link->ssl) == 0))
        return;
    ev_feed_event(link->net->loop, &link->io, EV_READ);
    net_wake(link->net);
}

/* ------------------------------------------------------------------------- */
/* Writes at the end of an iteration                                         */
/* ------------------------------------------------------------------------- */

/* 0: no memory. */
static int reserve_writer(Net *net)
{
    Link **writers =
        array_grown(net->writers, &net->writer_room, net->writer_count + 1, sizeof(Link *));

    if (writers != NULL)
        net->writers = writers;
    return writers != NULL;
}

void link_wants_write(Link *link)
{
    Net *net = link->net;

    if (link->writer != 0 || link->waits_to_write || link->state == LINK_CLOSED)
        return;
    if (!reserve_writer(net)) { /* the socket's next event will do */
        link->waits_to_write = 1;
        watch(link);
        return;
    }
    net->writers[net->writer_count++] = link;
    link->writer = net->writer_count;
}
