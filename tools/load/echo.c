/* echo.c: an echo server made of src/edge's parsers, libev, and a buffer for unsent
 * output. */
#include "load/echo.h"

#include "edge/http_parse.h"
#include "edge/ws_frame.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ev.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MESSAGE_MOST = 4096, READ_MOST = 16384, WAITING_MOST = 1 << 20 };

typedef struct Line {
    ev_io io;
    struct Line *before, *next; /* list of all; the first is the loop's userdata */
    int is_open;                /* the handshake is over */
    size_t scanned;             /* of the head of the handshake */
    Text in, out;               /* in: not yet whole; out: not yet taken by the socket */
} Line;

static void line_close(struct ev_loop *loop, Line *line)
{
    ev_io_stop(loop, &line->io);
    close(line->io.fd);
    if (line->before != NULL)
        line->before->next = line->next;
    else
        ev_set_userdata(loop, line->next);
    if (line->next != NULL)
        line->next->before = line->before;
    text_free(&line->in);
    text_free(&line->out);
    free(line);
}

/* Drops the first bytes; an empty buffer takes no memory. */
static void drop(Text *text, size_t count)
{
    text->length -= count;
    if (text->length > 0) {
        memmove(text->bytes, text->bytes + count, text->length);
        return;
    }
    text_free(text);
    *text = (Text){ 0 };
}

/* 0: incomplete; -1: not a handshake. */
static int take_handshake(Line *line)
{
    char accept[WS_ACCEPT_SIZE];
    HttpHead head;
    size_t size;
    int status = http_scan_head(line->in.bytes, line->in.length, &line->scanned, &size);

    if (status == HTTP_MORE)
        return 0;
    if (status != HTTP_DONE || http_parse_head(line->in.bytes, size, &head) != HTTP_DONE)
        return -1;
    Span key = head.fields[FIELD_WS_KEY];
    if (!head.wants_upgrade || key.at == NULL || !ws_accept(key.at, key.length, accept))
        return -1;
    text_add(&line->out, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                         "Connection: Upgrade\r\nSec-WebSocket-Accept: ");
    text_add(&line->out, accept);
    text_add(&line->out, "\r\n\r\n");
    drop(&line->in, size);
    line->is_open = 1;
    return 1;
}

/* Answers all complete frames. 0: the connection is over. */
static int take_frames(Line *line)
{
    size_t used = 0;
    WsFrame frame;
    long size = 0;

    /* Before the first byte there is no buffer. */
    while (used < line->in.length
           && (size = ws_read_frame(line->in.bytes + used, line->in.length - used,
                                    WS_FROM_CLIENT, MESSAGE_MOST, &frame))
                  > 0) {
        char head[WS_HEAD_MAX];
        int opcode = frame.opcode == WS_PING ? WS_PONG : WS_TEXT;
        used += (size_t)size;
        if (frame.opcode == WS_CLOSE || line->out.length > WAITING_MOST)
            return 0;
        text_append(&line->out, head, ws_write_head(head, opcode, frame.length));
        text_append(&line->out, frame.payload, frame.length);
    }
    if (used > 0)
        drop(&line->in, used);
    return size >= 0;
}

/* 0: the connection is over. */
static int flush(struct ev_loop *loop, Line *line)
{
    ssize_t took = line->out.length == 0
                       ? 0
                       : send(line->io.fd, line->out.bytes, line->out.length, MSG_NOSIGNAL);
    int events = EV_READ;

    if (took < 0 && errno != EAGAIN)
        return 0;
    if (took > 0)
        drop(&line->out, (size_t)took);
    if (line->out.length > 0)
        events |= EV_WRITE;
    if (events != (line->io.events & (EV_READ | EV_WRITE))) {
        ev_io_stop(loop, &line->io);
        ev_io_set(&line->io, line->io.fd, events);
        ev_io_start(loop, &line->io);
    }
    return 1;
}

static int receive(Line *line)
{
    if (!text_reserve(&line->in, READ_MOST))
        return 0;
    ssize_t got = recv(line->io.fd, line->in.bytes + line->in.length, READ_MOST, 0);
    if (got <= 0)
        return got < 0 && errno == EAGAIN;
    line->in.length += (size_t)got;
    if (!line->is_open && take_handshake(line) < 0)
        return 0;
    return (!line->is_open || take_frames(line)) && !line->out.has_failed;
}

static void happens(struct ev_loop *loop, ev_io *io, int events)
{
    Line *line = (Line *)io;

    if (((events & EV_READ) != 0 && !receive(line)) || !flush(loop, line))
        line_close(loop, line);
}

static void take_line(struct ev_loop *loop, ev_io *io, int events)
{
    int one = 1;
    int fd = accept4(io->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    Line *line = fd < 0 ? NULL : calloc(1, sizeof *line);

    (void)events;
    if (line == NULL) {
        if (fd >= 0)
            close(fd);
        return;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    line->next = ev_userdata(loop);
    if (line->next != NULL)
        line->next->before = line;
    ev_set_userdata(loop, line);
    ev_io_init(&line->io, happens, fd, EV_READ);
    ev_io_start(loop, &line->io);
}

static void end(struct ev_loop *loop, ev_signal *signal, int events)
{
    (void)signal;
    (void)events;
    ev_break(loop, EVBREAK_ALL);
}

/* Listens on a free port of loopback; -1: there is none. */
static int listen_somewhere(int *port)
{
    struct sockaddr_in at = { .sin_family = AF_INET,
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    if (fd < 0)
        return -1;
    if (bind(fd, (struct sockaddr *)&at, sizeof at) == 0 && listen(fd, SOMAXCONN) == 0
        && getsockname(fd, (struct sockaddr *)&at, &length) == 0) {
        *port = ntohs(at.sin_port);
        return fd;
    }
    close(fd);
    return -1;
}

int echo_serve(Fault *fault)
{
    struct ev_loop *loop = ev_default_loop(EVFLAG_AUTO);
    ev_signal over;
    ev_io listener;
    int port;
    int fd = loop == NULL ? -1 : listen_somewhere(&port);

    if (fd < 0)
        return fault_set(fault, "The echo server cannot listen.");
    ev_signal_init(&over, end, SIGTERM);
    ev_signal_start(loop, &over);
    ev_io_init(&listener, take_line, fd, EV_READ);
    ev_io_start(loop, &listener);
    printf("http://127.0.0.1:%d\n", port);
    fflush(stdout);
    ev_run(loop, 0);
    for (Line *line; (line = ev_userdata(loop)) != NULL;)
        line_close(loop, line);
    ev_loop_destroy(loop);
    close(fd);
    return 1;
}
