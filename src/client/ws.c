/* ws.c: a WebSocket over a channel. */
#include "client/ws.h"

#include "edge/ws_frame.h"

#include <openssl/rand.h>
#include <string.h>

enum { PATIENCE_MS = 5000 }; /* to send a message */

int ws_open(Ws *ws, const ServerAddress *address, const HttpRequest *request, int *status,
            Fault *fault)
{
    HttpReply reply = { 0 };
    Http http;

    http_open(&http, address);
    *ws = WS_CLOSED;
    ws->received_at = channel_now();
    if (http_upgrade(&http, request, &reply, fault)) {
        ws->channel = http.channel;
        ws->fd = http.channel.fd;
        ws->in = http.in;
    } else {
        http_close(&http);
    }
    if (status != NULL)
        *status = reply.status;
    http_reply_free(&reply);
    return ws->fd >= 0;
}

static void hang_up(Ws *ws)
{
    channel_close(&ws->channel);
    ws->fd = -1;
}

void ws_close(Ws *ws)
{
    hang_up(ws);
    text_free(&ws->in);
    text_free(&ws->message);
    *ws = WS_CLOSED;
}

int ws_send(Ws *ws, int opcode, const char *payload, size_t length)
{
    Text out = { 0 };
    uint32_t mask = 0;

    if (ws->fd < 0)
        return 0;
    RAND_bytes((unsigned char *)&mask, sizeof mask);
    ws_add_masked(&out, opcode, mask, payload, length);
    int is_sent =
        !out.has_failed
        && channel_write(&ws->channel, out.bytes, out.length, channel_now() + PATIENCE_MS);
    text_free(&out);
    return is_sent;
}

int ws_send_text(Ws *ws, const char *message)
{
    return ws_send(ws, WS_TEXT, message, strlen(message));
}

/* Takes a frame in; 1 if it completes a message. */
static int take_frame(Ws *ws, const WsFrame *frame)
{
    switch (frame->opcode) {
    case WS_TEXT:
    case WS_BINARY:
        text_clear(&ws->message);
        /* fall through */
    case WS_MORE:
        if (ws->message.length + frame->length > WS_MESSAGE_MAX)
            hang_up(ws);
        text_append(&ws->message, frame->payload, frame->length);
        text_add(&ws->message, "");
        return frame->is_final && ws->fd >= 0 && !ws->message.has_failed;
    case WS_PING:
        ws_send(ws, WS_PONG, frame->payload, frame->length);
        return 0;
    case WS_CLOSE:
        ws->close_code = frame->length >= 2 ? ws_read_close(frame) : 0;
        hang_up(ws);
        return 0;
    default:
        return 0;
    }
}

const char *ws_receive(Ws *ws, int milliseconds)
{
    int64_t until = channel_now() + milliseconds;

    for (;;) {
        WsFrame frame;
        long took = ws->in.length == 0
                        ? 0
                        : ws_read_frame(ws->in.bytes, ws->in.length, WS_FROM_SERVER,
                                        WS_MESSAGE_MAX, &frame);
        if (took > 0) {
            int is_whole = take_frame(ws, &frame);
            ws->in.length -= (size_t)took;
            memmove(ws->in.bytes, ws->in.bytes + took, ws->in.length);
            if (is_whole)
                return ws->message.bytes;
            continue;
        }
        ChannelRead got =
            took < 0 ? CHANNEL_ENDED : channel_read(&ws->channel, &ws->in, until);
        if (got == CHANNEL_GOT)
            ws->received_at = channel_now();
        else if (got == CHANNEL_ENDED)
            hang_up(ws);
        if (got != CHANNEL_GOT)
            return NULL;
    }
}
