/* crowd.c: many WebSockets by epoll. */
#include "load/crowd.h"

#include "edge/ws_frame.h"
#include "play/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { EVENTS_MAX = 512, READ_AT_ONCE = 65536, KEPT_ROOM = 8192, MESSAGE_MAX = 4 << 20 };

typedef struct Line {
    int fd;         /* -1: lost */
    Text in, out;   /* not yet whole; not yet sent */
    int has_output; /* it is in `speakers` */
    int is_stuck;   /* the socket's buffer is full */
} Line;

struct Crowd {
    int epoll;
    Line *lines;
    int count, room, lost;
    int *speakers; /* connections with bytes to send */
    int speaking;
    uint32_t mask; /* of the next frame */
    struct epoll_event events[EVENTS_MAX];
    char block[READ_AT_ONCE]; /* the bytes just read, before they are parsed */
};

int64_t crowd_now(void)
{
    return clock_ns(CLOCK_MONOTONIC);
}

/* ------------------------------------------------------------------------- */
/* The crowd                                                                 */
/* ------------------------------------------------------------------------- */

Crowd *crowd_new(void)
{
    Crowd *crowd = calloc(1, sizeof *crowd);

    if (crowd == NULL)
        return NULL;
    crowd->mask = 0x9E3779B9;
    crowd->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (crowd->epoll >= 0)
        return crowd;
    free(crowd);
    return NULL;
}

void crowd_free(Crowd *crowd)
{
    if (crowd == NULL)
        return;
    for (int i = 0; i < crowd->count; i++) {
        Line *line = &crowd->lines[i];
        if (line->fd >= 0)
            close(line->fd);
        text_free(&line->in);
        text_free(&line->out);
    }
    close(crowd->epoll);
    free(crowd->lines);
    free(crowd->speakers);
    free(crowd);
}

static int grow(Crowd *crowd)
{
    int room = crowd->room == 0 ? 64 : 2 * crowd->room;
    Line *lines = realloc(crowd->lines, (size_t)room * sizeof *lines);
    int *speakers;

    if (lines == NULL)
        return 0;
    crowd->lines = lines;
    speakers = realloc(crowd->speakers, (size_t)room * sizeof *speakers);
    if (speakers == NULL)
        return 0;
    crowd->speakers = speakers;
    crowd->room = room;
    return 1;
}

static int watch(Crowd *crowd, int line, int operation, uint32_t events)
{
    struct epoll_event event = { .events = events, .data.u32 = (uint32_t)line };

    return epoll_ctl(crowd->epoll, operation, crowd->lines[line].fd, &event) == 0;
}

int crowd_add(Crowd *crowd, int fd, const Text *in)
{
    int number = crowd->count;

    if (number == crowd->room && !grow(crowd))
        return -1;
    crowd->lines[number] = (Line){ .fd = fd };
    if (in != NULL && in->length > 0)
        text_append(&crowd->lines[number].in, in->bytes, in->length);
    if (fcntl(fd, F_SETFL, O_NONBLOCK) != 0
        || !watch(crowd, number, EPOLL_CTL_ADD, EPOLLIN))
        return -1;
    crowd->count++;
    return number;
}

int crowd_lost(const Crowd *crowd)
{
    return crowd->lost;
}

static void lose(Crowd *crowd, Line *line)
{
    close(line->fd);
    line->fd = -1;
    crowd->lost++;
}

/* ------------------------------------------------------------------------- */
/* Sending                                                                   */
/* ------------------------------------------------------------------------- */

static void send_frame(Crowd *crowd, int number, int opcode, const char *bytes,
                       size_t length)
{
    Line *line = &crowd->lines[number];

    if (line->fd < 0)
        return;
    crowd->mask = crowd->mask * 1664525 + 1013904223;
    ws_add_masked(&line->out, opcode, crowd->mask, bytes, length);
    if (!line->has_output) {
        line->has_output = 1;
        crowd->speakers[crowd->speaking++] = number;
    }
}

void crowd_send(Crowd *crowd, int line, const char *message, size_t length)
{
    send_frame(crowd, line, WS_TEXT, message, length);
}

/* Sends the output of a connection, as far as the socket takes it. */
static void speak(Crowd *crowd, int number)
{
    Line *line = &crowd->lines[number];
    ssize_t sent;

    if (line->fd < 0)
        return;
    sent = send(line->fd, line->out.bytes, line->out.length, MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) {
        lose(crowd, line);
        return;
    }
    if (sent > 0) {
        line->out.length -= (size_t)sent;
        memmove(line->out.bytes, line->out.bytes + sent, line->out.length);
    }
    if ((line->out.length > 0) != line->is_stuck) {
        line->is_stuck = !line->is_stuck;
        watch(crowd, number, EPOLL_CTL_MOD, line->is_stuck ? EPOLLIN | EPOLLOUT : EPOLLIN);
    }
}

static void speak_all(Crowd *crowd)
{
    for (int i = 0; i < crowd->speaking; i++) {
        crowd->lines[crowd->speakers[i]].has_output = 0;
        if (!crowd->lines[crowd->speakers[i]].is_stuck)
            speak(crowd, crowd->speakers[i]);
    }
    crowd->speaking = 0;
}

/* ------------------------------------------------------------------------- */
/* Receiving                                                                 */
/* ------------------------------------------------------------------------- */

static void receive_frame(Crowd *crowd, const CrowdCalls *calls, int number,
                          const WsFrame *frame)
{
    if (frame->opcode == WS_PING)
        send_frame(crowd, number, WS_PONG, frame->payload, frame->length);
    else if (frame->opcode == WS_TEXT && frame->is_final)
        calls->on_message(calls->context, number, frame->payload, frame->length);
    else if (frame->opcode != WS_PONG)
        lose(crowd, &crowd->lines[number]);
}

/* Delivers the complete frames at `bytes`; returns their length. */
static size_t receive_frames(Crowd *crowd, const CrowdCalls *calls, int number, char *bytes,
                             size_t length)
{
    size_t used = 0;
    WsFrame frame;
    long took;

    while (crowd->lines[number].fd >= 0
           && (took = ws_read_frame(bytes + used, length - used, WS_FROM_SERVER,
                                    MESSAGE_MAX, &frame))
                  != 0) {
        if (took < 0) {
            lose(crowd, &crowd->lines[number]);
            break;
        }
        used += (size_t)took;
        receive_frame(crowd, calls, number, &frame);
    }
    return used;
}

/* Usually complete frames arrive, and nothing has to be buffered. */
static void receive(Crowd *crowd, const CrowdCalls *calls, int number, size_t got)
{
    Line *line = &crowd->lines[number];
    char *bytes = crowd->block;
    size_t length = got, used;

    if (line->in.length > 0) {
        text_append(&line->in, crowd->block, got);
        bytes = line->in.bytes;
        length = line->in.length;
    }
    used = receive_frames(crowd, calls, number, bytes, length);
    if (bytes == crowd->block) {
        if (used < length)
            text_append(&line->in, bytes + used, length - used);
        return;
    }
    line->in.length -= used;
    memmove(line->in.bytes, line->in.bytes + used, line->in.length);
    if (line->in.length == 0 && line->in.room > KEPT_ROOM) {
        text_free(&line->in);
        line->in = (Text){ 0 };
    }
}

static void listen_to(Crowd *crowd, const CrowdCalls *calls, int number)
{
    Line *line = &crowd->lines[number];
    ssize_t got = recv(line->fd, crowd->block, sizeof crowd->block, 0);

    if (got > 0)
        receive(crowd, calls, number, (size_t)got);
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        lose(crowd, line);
}

/* Bytes that came with the upgrade, before the first round. */
static void receive_buffered(Crowd *crowd, const CrowdCalls *calls)
{
    for (int i = 0; i < crowd->count; i++) {
        if (crowd->lines[i].fd >= 0 && crowd->lines[i].in.length > 0)
            receive(crowd, calls, i, 0);
    }
}

/* ------------------------------------------------------------------------- */
/* Rounds                                                                    */
/* ------------------------------------------------------------------------- */

static int wait_until(Crowd *crowd, int64_t now, int64_t then)
{
    int64_t wait = then > now ? then - now : 0;
    struct timespec patience = { .tv_sec = wait / 1000000000,
                                 .tv_nsec = wait % 1000000000 };
    int count = epoll_pwait2(crowd->epoll, crowd->events, EVENTS_MAX, &patience, NULL);

    return count < 0 && errno == EINTR ? 0 : count;
}

int crowd_run(Crowd *crowd, const CrowdCalls *calls, Fault *fault)
{
    receive_buffered(crowd, calls);
    for (;;) {
        int64_t now = crowd_now();
        int64_t then = calls->due(calls->context, now);
        int count;

        speak_all(crowd);
        if (then <= now)
            return 1;
        count = wait_until(crowd, now, then);
        if (count < 0)
            return fault_set(fault, "epoll: %s.", strerror(errno));
        for (int i = 0; i < count; i++) {
            int number = (int)crowd->events[i].data.u32;
            if (crowd->lines[number].fd < 0)
                continue;
            if ((crowd->events[i].events & EPOLLOUT) != 0)
                speak(crowd, number);
            if (crowd->lines[number].fd >= 0
                && (crowd->events[i].events & ~(uint32_t)EPOLLOUT) != 0)
                listen_to(crowd, calls, number);
        }
    }
}
