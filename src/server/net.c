/* net.c: the sockets: listening, accepting, the rounds of the library. */
#include "server/link.h"

#include "server/log.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 4096, ACCEPTED_AT_ONCE = 64 };

/* ------------------------------------------------------------------------- */
/* Who asks                                                                  */
/* ------------------------------------------------------------------------- */

void header_copy(struct lws *wsi, enum lws_token_indexes token, char *value, size_t size)
{
    value[0] = '\0';
    if (lws_hdr_copy(wsi, value, (int)size, token) < 0)
        value[0] = '\0';
}

/* One house has one address, or one IPv6 network: the first half counts. */
static void shorten_address(char *address)
{
    struct in6_addr whole;

    if (inet_pton(AF_INET6, address, &whole) != 1)
        return;
    if (IN6_IS_ADDR_V4MAPPED(&whole)) {
        inet_ntop(AF_INET, whole.s6_addr + 12, address, INET_ADDRSTRLEN);
        return;
    }
    memset(whole.s6_addr + 8, 0, 8);
    inet_ntop(AF_INET6, &whole, address, INET6_ADDRSTRLEN);
}

void link_address(const Net *net, struct lws *wsi, char *address, size_t size)
{
    char forwarded[HEADER_MAX];

    lws_get_peer_simple(wsi, address, size);
    if (net->config.is_behind_proxy) {
        header_copy(wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded, sizeof forwarded);
        /* The proxy adds whom it saw at the end; what is before may be made up. */
        char *last = strrchr(forwarded, ',');
        last = last == NULL ? forwarded : last + 1;
        last += strspn(last, " ");
        if (*last != '\0' && strlen(last) < INET6_ADDRSTRLEN)
            memcpy(address, last, strlen(last) + 1);
    }
    shorten_address(address);
}

int link_token(struct lws *wsi, char token[TOKEN_MAX])
{
    static const char bearer[] = "Bearer ";
    char header[HEADER_MAX];
    size_t room = TOKEN_MAX - 1;

    token[0] = '\0';
    header_copy(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, header, sizeof header);
    if (strncmp(header, bearer, sizeof bearer - 1) == 0) {
        const char *value = header + sizeof bearer - 1;
        if (strlen(value) < TOKEN_MAX)
            memcpy(token, value, strlen(value) + 1);
        return 1;
    }
    if (lws_http_cookie_get(wsi, "rh_session", token, &room) == 0)
        token[room] = '\0';
    else
        token[0] = '\0';
    return 0;
}

OriginKind link_origin(const Net *net, struct lws *wsi)
{
    char origin[HEADER_MAX], host[HEADER_MAX];
    const char *base = net->config.base_url;

    header_copy(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0)
        return ORIGIN_NONE;
    if (base != NULL && strcmp(origin, base) == 0)
        return ORIGIN_OURS;
    header_copy(wsi, WSI_TOKEN_HOST, host, sizeof host);
    const char *after = strstr(origin, "://");
    return host[0] != '\0' && after != NULL && strcmp(after + 3, host) == 0 ? ORIGIN_OURS
                                                                            : ORIGIN_OTHER;
}

Language link_language(struct lws *wsi, const char *query)
{
    char accepted[HEADER_MAX], word[3] = "";
    const char *lang = strstr(query, "lang=");

    if (lang != NULL && (lang == query || lang[-1] == '&')) {
        strncpy(word, lang + 5, 2);
    } else {
        header_copy(wsi, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE, accepted, sizeof accepted);
        memcpy(word, accepted, strnlen(accepted, 2));
    }
    int found = word[0] == '\0' ? -1 : language_find(word);
    return found < 0 ? LANGUAGE_EN : (Language)found;
}

/* ------------------------------------------------------------------------- */
/* Accepting                                                                 */
/* ------------------------------------------------------------------------- */

/* The connection cannot be kept, but must leave the queue, or the listener would
 * never rest. */
static void turn_away(Net *net, int listener)
{
    log_line(LOG_ERROR, "no-more-files", LOG_PAIRS({ "why", strerror(errno) }));
    if (net->spare_fd >= 0)
        close(net->spare_fd);
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (fd >= 0)
        close(fd);
    net->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static void accept_all(Net *net, struct lws *wsi)
{
    int one = 1;

    for (int i = 0; i < ACCEPTED_AT_ONCE; i++) {
        int fd = accept4(lws_get_socket_fd(wsi), NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0) {
            if (errno == EMFILE || errno == ENFILE)
                turn_away(net, lws_get_socket_fd(wsi));
            return;
        }
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof one);
        lws_adopt_socket_vhost(net->vhost, fd);
    }
}

static Net *net_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

static int listener_event(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                          void *bytes, size_t length)
{
    (void)user;
    (void)bytes;
    (void)length;
    if (reason == LWS_CALLBACK_RAW_RX_FILE)
        accept_all(net_of(wsi), wsi);
    return 0;
}

static int is_of_websocket(enum lws_callback_reasons reason)
{
    return reason == LWS_CALLBACK_ESTABLISHED || reason == LWS_CALLBACK_RECEIVE
           || reason == LWS_CALLBACK_SERVER_WRITEABLE || reason == LWS_CALLBACK_CLOSED
           || reason == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION;
}

static int link_event(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                      void *bytes, size_t length)
{
    Net *net = net_of(wsi);

    if (is_of_websocket(reason))
        return ws_event(net, wsi, reason, user, bytes, length);
    return http_event(net, wsi, reason, user, bytes, length);
}

static const struct lws_protocols PROTOCOLS[] = {
    { .name = "roundhouse",
      .callback = link_event,
      .per_session_data_size = sizeof(Link),
      .rx_buffer_size = 4096 },
    { .name = "listener", .callback = listener_event },
    { .name = NULL },
};

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

static int tell_why_not(const NetConfig *config, Fault *fault)
{
    if (errno == EADDRINUSE)
        return fault_tell(fault,
                          "Port %s of %s is taken: another server may be running. Choose "
                          "another with --listen %s:PORT.",
                          config->port, config->host, config->host);
    if (errno == EACCES)
        return fault_tell(fault, "Port %s is not for everybody: choose one from 1024 on.",
                          config->port);
    return fault_tell(fault, "Cannot listen at %s:%s: %s.", config->host, config->port,
                      strerror(errno));
}

static int adopt_listener(Net *net, int fd)
{
    const lws_sock_file_fd_type descriptor = { .filefd = fd };

    net->port = port_of(fd);
    net->listener = lws_adopt_descriptor_vhost(net->vhost, LWS_ADOPT_RAW_FILE_DESC,
                                               descriptor, "listener", NULL);
    return net->listener != NULL;
}

static int net_listen(Net *net, Fault *fault)
{
    const struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE };
    struct addrinfo *found;
    int fd = -1;
    int status = getaddrinfo(net->config.host, net->config.port, &hints, &found);

    if (status != 0)
        return fault_tell(fault, "There is no address %s:%s: %s.", net->config.host,
                          net->config.port, gai_strerror(status));
    for (const struct addrinfo *at = found; at != NULL && fd < 0; at = at->ai_next)
        fd = listen_at(at);
    if (fd < 0)
        tell_why_not(&net->config, fault);
    freeaddrinfo(found);
    if (fd < 0)
        return 0;
    return adopt_listener(net, fd) || fault_tell(fault, "There is no memory left.");
}

/* ------------------------------------------------------------------------- */
/* Beginning and end                                                         */
/* ------------------------------------------------------------------------- */

/* Who does not answer a ping is gone. */
static const lws_retry_bo_t PATIENCE = { .secs_since_valid_ping = 30,
                                         .secs_since_valid_hangup = 50 };

static struct lws_context_creation_info creation_info(Net *net)
{
    const NetConfig *config = &net->config;
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = PROTOCOLS,
        .user = net,
        .gid = -1,
        .uid = -1,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_VALIDATE_UTF8,
        .keepalive_timeout = 30,
        .timeout_secs = 20,
        .retry_and_idle_policy = &PATIENCE,
        .alpn = "http/1.1",
        .max_http_header_pool = 4096,
        .pt_serv_buf_size = 16384,
    };

    if (config->tls_cert != NULL) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = config->tls_cert;
        info.ssl_private_key_filepath = config->tls_key;
    }
    return info;
}

static void tell_library(int level, const char *line)
{
    char text[256];
    size_t length = strcspn(line, "\n");

    length = length < sizeof text ? length : sizeof text - 1;
    memcpy(text, line, length);
    text[length] = '\0';
    log_line(level == LLL_ERR ? LOG_ERROR : LOG_WARNING, "libwebsockets",
             LOG_PAIRS({ "says", text }));
}

static void drop_loop(Net *net)
{
    if (net->loop != NULL)
        ev_loop_destroy(net->loop);
    net->loop = NULL;
}

/* libev waits by epoll. The library alone would hand all connections to poll() each
 * time, which costs more than everything else from a thousand on; but the plugin that
 * marries the two may not be installed. */
static void create_context(Net *net, struct lws_context_creation_info *info)
{
    void *loops[1];

    net->loop = ev_loop_new(EVFLAG_AUTO);
    if (net->loop != NULL) {
        loops[0] = net->loop;
        info->foreign_loops = loops;
        info->options |= LWS_SERVER_OPTION_LIBEV;
        net->context = lws_create_context(info);
    }
    if (net->context != NULL)
        return;
    drop_loop(net);
    info->foreign_loops = NULL;
    info->options &= ~(uint64_t)LWS_SERVER_OPTION_LIBEV;
    net->context = lws_create_context(info);
}

static int net_open(Net *net, Fault *fault)
{
    struct lws_context_creation_info info = creation_info(net);

    lws_set_log_level(LLL_ERR | LLL_WARN, tell_library);
    create_context(net, &info);
    net->vhost = net->context == NULL ? NULL : lws_create_vhost(net->context, &info);
    if (net->vhost == NULL)
        return fault_tell(fault, net->config.tls_cert != NULL
                                     ? "The certificate or its key cannot be used."
                                     : "The network library does not start.");
    return net_listen(net, fault);
}

/* Loops wait for events, not for time: these make them look up for the clocks. */
static void tick(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)loop;
    (void)timer;
    (void)events;
}

static void polled_tick(lws_sorted_usec_list_t *list)
{
    Net *net = lws_container_of(list, Net, polled_tick);

    lws_sul_schedule(net->context, 0, list, polled_tick, NET_TICK_MS * LWS_US_PER_MS);
}

static void begin_to_tick(Net *net)
{
    static const double SECONDS = NET_TICK_MS / 1000.0;

    if (net->loop == NULL) {
        polled_tick(&net->polled_tick);
        return;
    }
    ev_timer_init(&net->tick, tick, SECONDS, SECONDS);
    ev_timer_start(net->loop, &net->tick);
}

Net *net_new(const NetConfig *config, Fault *fault)
{
    Net *net = calloc(1, sizeof *net);

    if (net == NULL) {
        fault_tell(fault, "There is no memory left.");
        return NULL;
    }
    net->config = *config;
    net->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (net_open(net, fault)) {
        begin_to_tick(net);
        return net;
    }
    net_free(net);
    return NULL;
}

void net_free(Net *net)
{
    if (net == NULL)
        return;
    if (net->context != NULL) {
        lws_sul_schedule(net->context, 0, &net->polled_tick, NULL,
                         LWS_SET_TIMER_USEC_CANCEL);
        lws_context_destroy(net->context);
    }
    if (net->spare_fd >= 0)
        close(net->spare_fd);
    drop_loop(net);
    free(net->speakers);
    free(net);
}

int net_port(const Net *net)
{
    return net->port;
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
    if (net->loop != NULL)
        ev_run(net->loop, EVRUN_ONCE);
    else
        lws_service(net->context, 0);
}

void net_flush(Net *net)
{
    for (int i = 0; i < net->speaker_count; i++) {
        Link *link = net->speakers[i];
        if (link != NULL) {
            link->speaker = 0;
            ws_speak(link);
        }
    }
    net->speaker_count = 0;
}

void net_stop_listening(Net *net)
{
    if (net->listener != NULL)
        lws_set_timeout(net->listener, PENDING_TIMEOUT_CLOSE_ACK, LWS_TO_KILL_ASYNC);
    net->listener = NULL;
}

int net_is_sending(const Net *net)
{
    return net->exchanges > 0;
}

void net_wake(void *net)
{
    lws_cancel_service(((Net *)net)->context);
}

/* 0: no memory. */
static int make_room_to_speak(Net *net)
{
    int room = net->speaker_room == 0 ? 64 : 2 * net->speaker_room;
    Link **speakers;

    if (net->speaker_count < net->speaker_room)
        return 1;
    speakers = realloc(net->speakers, (size_t)room * sizeof(Link *));
    if (speakers == NULL)
        return 0;
    net->speakers = speakers;
    net->speaker_room = room;
    return 1;
}

void link_wants_write(Link *link)
{
    Net *net = link->net;

    if (link->speaker != 0)
        return;
    if (!make_room_to_speak(net)) {
        lws_callback_on_writable(link->wsi);
        return;
    }
    net->speakers[net->speaker_count++] = link;
    link->speaker = net->speaker_count;
}

void link_forget(Link *link)
{
    if (link->speaker != 0)
        link->net->speakers[link->speaker - 1] = NULL;
    link->speaker = 0;
}

static void wants_write(void *link)
{
    link_wants_write(link);
}

/* The library closes a connection from within its own callback only. */
static void hang_up(void *link)
{
    enum { PATIENCE_SECONDS = 5 };

    ((Link *)link)->is_hanging_up = 1;
    /* Who does not read the goodbye is cut off without one. */
    lws_set_timeout(((Link *)link)->wsi, PENDING_TIMEOUT_CLOSE_SEND, PATIENCE_SECONDS);
    lws_callback_on_writable(((Link *)link)->wsi);
}

const Border NET_BORDER = { wants_write, hang_up, http_answered };
