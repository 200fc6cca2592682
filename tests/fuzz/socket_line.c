/* socket_line.c: sends an input packet by packet, without blocking, and reads the
 * replies. */
#include "socket_line.h"

#include "load/crowd.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    PATIENCE = 60,       /* seconds until a connection counts as stuck */
    HOLD_PATIENCE = 180, /* the same for END_HOLD */
    LINES_MAX = 256,
    SOURCES = 200, /* source addresses: 127.0.1.1 and on */
};

/* ------------------------------------------------------------------------- */
/* Beginning and end                                                         */
/* ------------------------------------------------------------------------- */

static int open_socket(const ServerAddress *server, uint64_t number)
{
    struct sockaddr_in to = { .sin_family = AF_INET,
                              .sin_port = htons((uint16_t)server->port) };
    struct sockaddr_in from = { .sin_family = AF_INET };
    int on = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (fd < 0)
        return -1;
    from.sin_addr.s_addr = htonl(0x7F000101 + (uint32_t)(number % SOURCES));
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    if (inet_pton(AF_INET, server->host, &to.sin_addr) == 1
        && bind(fd, (struct sockaddr *)&from, sizeof from) == 0
        && (connect(fd, (struct sockaddr *)&to, sizeof to) == 0 || errno == EINPROGRESS))
        return fd;
    close(fd);
    return -1;
}

int socket_line_begin(SocketLine *line, const ServerAddress *server, SocketInput *input,
                      uint64_t number)
{
    *line = (SocketLine){ .state = LINE_SENDING,
                          .fd = open_socket(server, number),
                          .number = number,
                          .input = *input,
                          .since = crowd_now() };
    return line->fd >= 0;
}

void socket_line_free(SocketLine *line)
{
    socket_input_free(&line->input);
    *line = (SocketLine){ .state = LINE_FREE };
}

int socket_line_is_busy(const SocketLine *line)
{
    return line->state != LINE_FREE;
}

/* With RST: leaves nothing in TIME_WAIT. */
static void end(SocketLine *line, LineState state)
{
    struct linger at_once = { .l_onoff = 1 };

    setsockopt(line->fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(line->fd);
    line->state = state;
}

/* ------------------------------------------------------------------------- */
/* Bytes                                                                     */
/* ------------------------------------------------------------------------- */

static void all_sent(SocketLine *line)
{
    line->state = LINE_WAITING;
    if (line->input.end == END_RESET)
        end(line, LINE_ENDED);
    else if (line->input.end == END_HALF_CLOSE)
        shutdown(line->fd, SHUT_WR);
}

/* One packet. */
static void send_some(SocketLine *line)
{
    const SocketInput *input = &line->input;
    size_t to = line->cut < input->cut_count ? input->cuts[line->cut] : input->bytes.length;
    ssize_t sent = 0;

    if (to > line->sent)
        sent =
            send(line->fd, input->bytes.bytes + line->sent, to - line->sent, MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN)
        line->state = LINE_WAITING; /* the close is read there */
    if (sent < 0)
        return;
    line->sent += (size_t)sent;
    if (line->sent == to && line->cut < input->cut_count)
        line->cut++;
    else if (line->sent == to)
        all_sent(line);
}

static void receive(SocketLine *line)
{
    char bytes[65536];
    ssize_t got = recv(line->fd, bytes, sizeof bytes, 0);

    if (got < 0 && errno == EAGAIN)
        return;
    if (got <= 0) {
        end(line, LINE_ENDED);
        return;
    }
    for (ssize_t i = 0; i < got && line->received + i < (long long)sizeof line->start; i++)
        line->start[line->received + i] = bytes[i];
    line->received += got;
    if (line->received >= (long long)sizeof line->start
        && memcmp(line->start, "HTTP/1.1", sizeof line->start) != 0
        && memcmp(line->start, "HTTP/1.0", sizeof line->start) != 0)
        end(line, LINE_LIED);
}

static void go_on(SocketLine *line, int events)
{
    int64_t patience = line->input.end == END_HOLD ? HOLD_PATIENCE : PATIENCE;

    if (events & (POLLIN | POLLERR | POLLHUP))
        receive(line);
    if (line->state == LINE_SENDING && (events & POLLOUT))
        send_some(line);
    if ((line->state == LINE_SENDING || line->state == LINE_WAITING)
        && crowd_now() - line->since > patience * 1000000000)
        end(line, LINE_STUCK);
}

void socket_lines_step(SocketLine *lines, int count)
{
    struct pollfd ready[LINES_MAX];

    for (int i = 0; i < count; i++) {
        int is_open = lines[i].state == LINE_SENDING || lines[i].state == LINE_WAITING;
        ready[i] = (struct pollfd){ .fd = is_open ? lines[i].fd : -1, .events = POLLIN };
        if (lines[i].state == LINE_SENDING)
            ready[i].events |= POLLOUT;
    }
    if (poll(ready, (nfds_t)count, 100) < 0)
        return;
    for (int i = 0; i < count; i++) {
        if (ready[i].fd >= 0)
            go_on(&lines[i], ready[i].revents);
    }
}
