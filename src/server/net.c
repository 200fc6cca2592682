/* net.c: the event loop: accepts, reads, writes, and ends what is overdue. */
#include "server/link.h"

#include "server/log.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 4096, ACCEPTED_AT_ONCE = 64, CLOSING_TICK_MS = 25 };

/* ------------------------------------------------------------------------- */
/* Accepting                                                                 */
/* ------------------------------------------------------------------------- */

/* Out of descriptors: evict an unfinished connection. If there is none, accept and close
 * the new one, or the listener would stay readable. */
static void refuse_connection(Net *net, int listener)
{
    enum { WARN_EVERY = 60000 };
    int64_t now = net_now();

    if (net->warned_at == 0 || now - net->warned_at >= WARN_EVERY) {
        net->warned_at = now;
        log_line(LOG_ERROR, "no-more-files", LOG_PAIRS({ "why", strerror(errno) }));
    }
    if (sockets_evict(net))
        return;
    if (net->spare_fd >= 0)
        close(net->spare_fd);
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (fd >= 0)
        close(fd);
    net->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static void accept_all(struct ev_loop *loop, ev_io *io, int events)
{
    const Endpoint *endpoint = (const Endpoint *)io;
    /* Limits the unread bytes of a connection in the kernel. */
    const int one = 1, unsent = 128 * 1024;

    (void)loop;
    (void)events;
    for (int i = 0; i < ACCEPTED_AT_ONCE; i++) {
        struct sockaddr_storage from;
        socklen_t length = sizeof from;
        int fd = accept4(endpoint->fd, (struct sockaddr *)&from, &length,
                         SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0) {
            if (errno == EMFILE || errno == ENFILE)
                refuse_connection(endpoint->net, endpoint->fd);
            return;
        }
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
        setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof one);
        link_accept(endpoint->net, endpoint, fd, (struct sockaddr *)&from);
    }
}

/* ------------------------------------------------------------------------- */
/* Listening                                                                 */
/* ------------------------------------------------------------------------- */

static int port_of(int fd)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof address;

    if (getsockname(fd, (struct sockaddr *)&address, &length) != 0)
        return 0;
    if (address.ss_family == AF_INET6)
        return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    return ntohs(((struct sockaddr_in *)&address)->sin_port);
}

/* A socket that listens at the address; -1, and errno: it does not. */
static int listen_at(const struct addrinfo *at)
{
    int one = 1;
    int fd = socket(at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (at->ai_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof one);
    if (bind(fd, at->ai_addr, at->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

static int explain(const char *option, const char *host, const char *port, Fault *fault)
{
    if (errno == EADDRINUSE)
        return fault_set(fault,
                         "Port %s of %s is taken: another server may be running. Choose "
                         "another with %s %s:PORT.",
                         port, host, option, host);
    if (errno == EACCES)
        return fault_set(fault, "Port %s is not for everybody: choose one from 1024 on.",
                         port);
    return fault_set(fault, "Cannot listen at %s:%s: %s.", host, port, strerror(errno));
}

/* Opens one of the endpoints. 0: error in *fault. */
static int endpoint_open(Net *net, int number, const char *host, const char *port,
                         Fault *fault)
{
    const struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE };
    struct addrinfo *found;
    Endpoint *endpoint = &net->endpoints[number];
    int status = getaddrinfo(host, port, &hints, &found);

    if (status != 0)
        return fault_set(fault, "There is no address %s:%s: %s.", host, port,
                         gai_strerror(status));
    for (const struct addrinfo *at = found; at != NULL && endpoint->fd < 0;
         at = at->ai_next) {
        endpoint->fd = listen_at(at);
        endpoint->site.is_loopback_only = who_is_loopback(at->ai_addr);
    }
    if (endpoint->fd < 0)
        explain(number == ENDPOINT_PUBLIC ? "--listen" : "--admin-listen", host, port,
                fault);
    freeaddrinfo(found);
    if (endpoint->fd < 0)
        return 0;
    endpoint->port = port_of(endpoint->fd);
    ev_io_init(&endpoint->io, accept_all, endpoint->fd, EV_READ);
    ev_io_start(net->loop, &endpoint->io);
    return 1;
}

/* Default: the port after the public one, or any free port. */
static int open_admin(Net *net, Fault *fault)
{
    const NetConfig *config = &net->config;
    Fault taken = { 0 };
    char port[16];

    if (config->admin_host == NULL)
        return 1;
    if (config->admin_port != NULL)
        return endpoint_open(net, ENDPOINT_ADMIN, config->admin_host, config->admin_port,
                             fault);
    int next =
        strcmp(config->port, "0") == 0 || net->endpoints[ENDPOINT_PUBLIC].port == 65535
            ? 0
            : net->endpoints[ENDPOINT_PUBLIC].port + 1;
    snprintf(port, sizeof port, "%d", next);
    return endpoint_open(net, ENDPOINT_ADMIN, config->admin_host, port, &taken)
           || endpoint_open(net, ENDPOINT_ADMIN, config->admin_host, "0", fault);
}

static int open_endpoints(Net *net, Fault *fault)
{
    return endpoint_open(net, ENDPOINT_PUBLIC, net->config.host, net->config.port, fault)
           && open_admin(net, fault);
}

static void close_endpoints(Net *net)
{
    for (int i = 0; i < ENDPOINTS; i++) {
        Endpoint *endpoint = &net->endpoints[i];
        if (endpoint->fd < 0)
            continue;
        ev_io_stop(net->loop, &endpoint->io);
        close(endpoint->fd);
        endpoint->fd = -1;
    }
}

/* ------------------------------------------------------------------------- */
/* Beginning and end                                                         */
/* ------------------------------------------------------------------------- */

static void tick(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)loop;
    (void)events;
    links_expire(timer->data);
}

static void woken(struct ev_loop *loop, ev_async *async, int events)
{
    (void)loop;
    (void)async;
    (void)events;
}

static void start_loop(Net *net)
{
    static const double SECONDS = NET_TICK_MS / 1000.0;

    ev_timer_init(&net->tick, tick, SECONDS, SECONDS);
    net->tick.data = net;
    ev_timer_start(net->loop, &net->tick);
    ev_async_init(&net->wake, woken);
    ev_async_start(net->loop, &net->wake);
}

/* Which names and schemes requests may use. */
static int pin_site(Net *net, Fault *fault)
{
    const NetConfig *config = &net->config;
    Site *site = &net->endpoints[ENDPOINT_PUBLIC].site;

    site->is_secure = config->tls_cert != NULL;
    site->may_be_either = config->base_url == NULL && config->is_behind_proxy;
    if (config->is_behind_proxy)
        site->is_loopback_only = 0;
    if (config->base_url == NULL || site_read(site, config->base_url))
        return 1;
    return fault_set(fault, "--base-url %s is no address of a site.", config->base_url);
}

static int net_open(Net *net, Fault *fault)
{
    net->loop = ev_loop_new(EVFLAG_AUTO);
    if (net->loop == NULL)
        return fault_set(fault, "There is no memory left.");
    start_loop(net);
    if (net->config.tls_cert != NULL) {
        net->tls = tls_server_new(net->config.tls_cert, net->config.tls_key, fault);
        if (net->tls == NULL)
            return 0;
    }
    return open_endpoints(net, fault) && pin_site(net, fault);
}

Net *net_new(const NetConfig *config, Fault *fault)
{
    Net *net = calloc(1, sizeof *net);

    if (net == NULL) {
        fault_set(fault, "There is no memory left.");
        return NULL;
    }
    net->config = *config;
    for (int i = 0; i < ENDPOINTS; i++)
        net->endpoints[i] =
            (Endpoint){ .net = net, .fd = -1, .is_admin = i == ENDPOINT_ADMIN };
    net->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (net_open(net, fault))
        return net;
    net_free(net);
    return NULL;
}

void net_free(Net *net)
{
    if (net == NULL)
        return;
    close_endpoints(net);
    links_close_all(net);
    SSL_CTX_free(net->tls);
    if (net->loop != NULL)
        ev_loop_destroy(net->loop);
    if (net->spare_fd >= 0)
        close(net->spare_fd);
    free(net->writers);
    free(net);
}

int net_port(const Net *net)
{
    return net->endpoints[ENDPOINT_PUBLIC].port;
}

int net_admin_port(const Net *net)
{
    return net->endpoints[ENDPOINT_ADMIN].port;
}

void net_set_core(Net *net, Core *core)
{
    net->core = core;
}

/* ------------------------------------------------------------------------- */
/* Rounds                                                                    */
/* ------------------------------------------------------------------------- */

void net_serve(Net *net)
{
    net->round++;
    net->handshakes = 0;
    ev_run(net->loop, EVRUN_ONCE);
}

/* The list may grow while it is flushed. */
void net_flush(Net *net)
{
    for (int i = 0; i < net->writer_count; i++) {
        Link *link = net->writers[i];
        if (link == NULL)
            continue;
        link->writer = 0;
        if (link->is_websocket)
            ws_flush(link);
        else
            http_writable(link);
        sockets_count_memory(link);
    }
    net->writer_count = 0;
    links_free_closed(net);
}

void net_stop_listening(Net *net)
{
    close_endpoints(net);
    net->tick.repeat = CLOSING_TICK_MS / 1000.0;
    ev_timer_again(net->loop, &net->tick);
}

int net_is_sending(const Net *net)
{
    return net->exchanges > 0;
}

void net_wake(void *net)
{
    ev_async_send(((Net *)net)->loop, &((Net *)net)->wake);
}

static void wants_write(void *link)
{
    link_wants_write(link);
}

static void hang_up(void *link)
{
    ws_hang_up(link);
}

const Transport NET_TRANSPORT = { wants_write, hang_up, http_answered };
