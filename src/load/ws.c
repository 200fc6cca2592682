/* ws.c: one WebSocket, blocking. */
#include "load/ws.h"

#include "load/crowd.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { READ_AT_ONCE = 16384 };

int ws_open(Ws *ws, const Address *address, const HttpRequest *request, int *status,
            Fault *fault)
{
    HttpReply reply = { 0 };
    Http http;

    *ws = (Ws){ .fd = -1, .mask = 0x7F4A7C15 };
    http_open(&http, address);
    ws->fd = http_upgrade(&http, request, &reply, &ws->in, fault);
    if (status != NULL)
        *status = reply.status;
    http_reply_free(&reply);
    http_close(&http);
    return ws->fd >= 0;
}

static void hang_up(Ws *ws)
{
    if (ws->fd >= 0)
        close(ws->fd);
    ws->fd = -1;
}

void ws_close(Ws *ws)
{
    hang_up(ws);
    text_free(&ws->in);
    text_free(&ws->message);
    *ws = (Ws){ .fd = -1 };
}

int ws_say_frame(Ws *ws, const FrameHead *head, const char *payload, size_t length)
{
    Text out = { 0 };
    int is_sent;

    if (ws->fd < 0)
        return 0;
    frame_write(&out, head, payload, length);
    is_sent = !out.has_failed && send_all(ws->fd, out.bytes, out.length);
    text_free(&out);
    return is_sent;
}

int ws_say(Ws *ws, const char *message)
{
    FrameHead head = { .opcode = FRAME_TEXT, .mask = ws->mask };

    ws->mask = ws->mask * 1664525 + 1013904223;
    return ws_say_frame(ws, &head, message, strlen(message));
}

/* Reads what is there, or comes in time. */
static int receive(Ws *ws, int64_t until)
{
    int64_t left = (until - crowd_now() + 999999) / 1000000;
    struct pollfd ready = { .fd = ws->fd, .events = POLLIN };
    ssize_t got;

    if (poll(&ready, 1, left > 0 ? (int)left : 0) != 1
        || !text_reserve(&ws->in, READ_AT_ONCE))
        return 0;
    got = recv(ws->fd, ws->in.bytes + ws->in.length, READ_AT_ONCE, 0);
    if (got > 0)
        ws->in.length += (size_t)got;
    else
        hang_up(ws);
    return got > 0;
}

/* Takes a frame in; 1 if it completes a message. */
static int take_frame(Ws *ws, const Frame *frame)
{
    FrameHead pong = { .opcode = FRAME_PONG, .mask = ws->mask };

    switch (frame->opcode) {
    case FRAME_TEXT:
    case FRAME_BYTES:
        text_clear(&ws->message);
        /* fall through */
    case FRAME_MORE:
        text_append(&ws->message, frame->payload, frame->length);
        text_add(&ws->message, "");
        return !frame->is_part;
    case FRAME_PING:
        ws_say_frame(ws, &pong, frame->payload, frame->length);
        return 0;
    case FRAME_CLOSE:
        if (frame->length >= 2)
            ws->close_code =
                (unsigned char)frame->payload[0] << 8 | (unsigned char)frame->payload[1];
        hang_up(ws);
        return 0;
    default:
        return 0;
    }
}

const char *ws_hear(Ws *ws, int milliseconds)
{
    int64_t until = crowd_now() + (int64_t)milliseconds * 1000000;

    for (;;) {
        Frame frame;
        long took =
            ws->in.length == 0 ? 0 : frame_read(ws->in.bytes, ws->in.length, &frame);
        int is_whole;
        if (took < 0)
            hang_up(ws);
        if (took == 0 && ws->fd >= 0 && receive(ws, until))
            continue;
        if (took <= 0)
            return NULL;
        is_whole = take_frame(ws, &frame);
        ws->in.length -= (size_t)took;
        memmove(ws->in.bytes, ws->in.bytes + took, ws->in.length);
        if (is_whole)
            return ws->message.bytes;
    }
}
