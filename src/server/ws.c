/* ws.c: WebSockets: the handshake, frames to messages, packets to frames. */
#include "edge/ws_frame.h"
#include "wire/errors.h"
#include "server/link.h"

#include <string.h>

_Static_assert((int)PACKET_HEADROOM >= (int)WS_HEAD_MAX,
               "a packet has room for the head of a frame");

enum {
    PACKETS_AT_ONCE = 16,
    BYTES_AT_ONCE = 65536,
    CONTROL_QUEUE_MAX = 65536, /* pongs that nobody reads */
    MESSAGE_MS = 20000,        /* for a message, from its first byte */
    QUIET_STEP_MS = 1000,      /* how exactly silence is measured */
};

static const char SUBPROTOCOL[] = "roundhouse";

/* ------------------------------------------------------------------------- */
/* The handshake                                                             */
/* ------------------------------------------------------------------------- */

/* HTTP_DONE, or the status of the refusal. */
static int check_handshake(const HttpHead *head)
{
    Span protocol = head->fields[FIELD_WS_PROTOCOL];

    if (!span_is_nocase(head->fields[FIELD_UPGRADE], "websocket"))
        return 400;
    if (!span_is(head->path, "/ws/1"))
        return 404;
    if (!span_is(head->method, "GET") || head->minor == 0 || !head->wants_upgrade)
        return 400;
    if (!span_is(head->fields[FIELD_WS_VERSION], "13"))
        return 426;
    return protocol.at == NULL || span_is(protocol, SUBPROTOCOL) ? HTTP_DONE : 400;
}

static void write_switch(Link *link, const HttpHead *head, const char *accept)
{
    text_add(&link->out, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                         "Connection: Upgrade\r\nSec-WebSocket-Accept: ");
    text_add(&link->out, accept);
    if (head->fields[FIELD_WS_PROTOCOL].at != NULL) {
        text_add(&link->out, "\r\nSec-WebSocket-Protocol: ");
        text_add(&link->out, SUBPROTOCOL);
    }
    text_add(&link->out, "\r\n\r\n");
}

int ws_upgrade(Link *link, const HttpHead *head, const Visitor *visitor)
{
    char accept[WS_ACCEPT_SIZE];
    Span key = head->fields[FIELD_WS_KEY];
    Net *net = link->net;
    int status = check_handshake(head);

    if (status != HTTP_DONE)
        return status;
    if (key.at == NULL || !ws_accept(key.at, key.length, accept))
        return 400;
    const char *refusal = core_refuses_connection(net->core, visitor->address);
    if (refusal != NULL)
        return strcmp(refusal, error_code(ERROR_CLOSING)) == 0 ? 503 : 429;
    write_switch(link, head, accept);
    link->conn =
        core_open(net->core, link, visitor->address, visitor->token, visitor->language);
    if (link->conn == NULL || link->out.has_failed) {
        text_clear(&link->out);
        return 503;
    }
    link->is_websocket = 1;
    net->socket_count--;
    sockets_leave(link);
    link_enter(link, LINK_OPEN);
    link_wants_write(link);
    return 101;
}

/* ------------------------------------------------------------------------- */
/* Control frames                                                            */
/* ------------------------------------------------------------------------- */

/* Behind what waits in link->out; 0: no memory. */
static int queue_control(Link *link, int opcode, const char *payload, size_t length)
{
    char head[WS_HEAD_MAX];

    text_append(&link->out, head, ws_write_head(head, opcode, length));
    if (length > 0)
        text_append(&link->out, payload, length);
    link_wants_write(link);
    return !link->out.has_failed;
}

static void queue_close(Link *link, int code)
{
    const char payload[2] = { (char)(code >> 8), (char)(code & 0xFF) };

    if (link->has_said_close)
        return;
    link->has_said_close = 1;
    queue_control(link, WS_CLOSE, payload, sizeof payload);
}

/* Says Close with this code and reads no more frames: the end of link->out leads to
 * LINGER. */
static void finish(Link *link, int code)
{
    link->message_since = 0;
    list_remove(&link->by_message);
    link_leave_core(link);
    queue_close(link, code);
    if (link->state != LINK_CLOSING)
        link_enter(link, LINK_CLOSING);
    link_wants_write(link);
}

void ws_ping(Link *link)
{
    if (!queue_control(link, WS_PING, NULL, 0)) {
        link_close(link);
        return;
    }
    link_enter(link, LINK_PINGED);
    ws_flush(link);
}

/* Called by the core, so nothing is closed here. */
void ws_hang_up(Link *link)
{
    if (link->state != LINK_OPEN && link->state != LINK_PINGED)
        return;
    link_enter(link, LINK_CLOSING);
    link_wants_write(link);
}

/* ------------------------------------------------------------------------- */
/* Frames to messages                                                        */
/* ------------------------------------------------------------------------- */

/* A whole message. 0, or the close code of what is wrong with it. */
static int take_message(Link *link, const char *bytes, size_t length)
{
    if (!text_is_utf8(bytes, length))
        return WS_CLOSE_BAD_TEXT;
    if (link->state != LINK_CLOSING)
        core_receive(link->conn, bytes, length);
    return 0;
}

static int take_part(Link *link, const WsFrame *frame)
{
    Text *message = &link->message;
    int code = 0;

    link->is_in_message = !frame->is_final;
    if (message->length + frame->length > MESSAGE_MAX)
        return WS_CLOSE_TOO_LARGE;
    text_append(message, frame->payload, frame->length);
    if (message->has_failed)
        return WS_CLOSE_TOO_LARGE;
    if (frame->is_final) {
        code = take_message(link, message->bytes, message->length);
        text_free(message);
    }
    return code;
}

static int take_data(Link *link, const WsFrame *frame)
{
    int goes_on = frame->opcode == WS_MORE;

    if (frame->opcode == WS_BINARY)
        return WS_CLOSE_UNACCEPTABLE;
    if (goes_on != link->is_in_message)
        return WS_CLOSE_PROTOCOL;
    if (frame->is_final && !goes_on)
        return take_message(link, frame->payload, frame->length);
    return take_part(link, frame);
}

/* The peer's Close: answered with its own code, unless it answers ours. */
static int take_close(const WsFrame *frame)
{
    int code = ws_read_close(frame);

    return code < 0 ? -code : code;
}

/* A ping counts as a message: each costs a pong. */
static int take_ping(Link *link, const WsFrame *ping)
{
    if (link->state == LINK_CLOSING || !core_may_ping(link->conn))
        return 0;
    /* The peer does not read: drop further pongs. */
    if (link->out.length > CONTROL_QUEUE_MAX)
        return WS_CLOSE_POLICY;
    return queue_control(link, WS_PONG, ping->payload, ping->length) ? 0 : WS_CLOSE_POLICY;
}

/* 0: go on. Else the code to close with. */
static int take_frame(Link *link, const WsFrame *frame)
{
    switch (frame->opcode) {
    case WS_CLOSE:
        return take_close(frame);
    case WS_PING:
        return take_ping(link, frame);
    case WS_PONG:
        return 0;
    default:
        return take_data(link, frame);
    }
}

/* Bytes of a message, or of a control frame, are there, and more must follow. */
static void begin_message(Link *link)
{
    if (link->message_since != 0)
        return;
    link->message_since = net_now();
    list_add(&link->net->unfinished, &link->by_message);
}

static void finish_message(Link *link)
{
    link->message_since = 0;
    list_remove(&link->by_message);
}

void ws_expire_messages(Net *net)
{
    for (List *oldest; (oldest = list_oldest(&net->unfinished)) != NULL;) {
        Link *link = LIST_RECORD(oldest, Link, by_message);
        if (net_now() - link->message_since < MESSAGE_MS)
            return;
        net->timeouts++;
        finish(link, WS_CLOSE_POLICY);
    }
}

/* Every frame shows that the peer is alive. */
static void note_life(Link *link)
{
    if (link->state == LINK_PINGED
        || (link->state == LINK_OPEN && net_now() - link->since >= QUIET_STEP_MS))
        link_enter(link, LINK_OPEN);
}

/* How many of the bytes were whole frames. */
static size_t take_frames(Link *link, char *bytes, size_t length)
{
    size_t used = 0;
    int code = 0;

    while (code == 0 && link->conn != NULL) {
        WsFrame frame;
        long size =
            ws_read_frame(bytes + used, length - used, WS_FROM_CLIENT, MESSAGE_MAX, &frame);
        if (size == 0)
            break;
        if (size > 0) {
            used += (size_t)size;
            note_life(link);
            code = take_frame(link, &frame);
            if (!link->is_in_message)
                finish_message(link);
        } else {
            code = (int)-size;
        }
    }
    if (code != 0)
        finish(link, code);
    else if (used < length || link->is_in_message)
        begin_message(link);
    /* After Close, incoming data is discarded. */
    return link->conn == NULL ? length : used;
}

void ws_proceed(Link *link)
{
    if (link->in.length == 0)
        return;
    size_t used = take_frames(link, link->in.bytes, link->in.length);
    if (used > 0)
        link_consume(link, used);
}

/* Frames are understood where they were read; only what is not whole is kept. */
static ssize_t read_fresh(Link *link)
{
    char *scratch = link->net->scratch;
    ssize_t got = link_read(link, scratch, SCRATCH_SIZE);

    if (got <= 0)
        return got;
    size_t used = take_frames(link, scratch, (size_t)got);
    if (used < (size_t)got)
        text_append(&link->in, scratch + used, (size_t)got - used);
    return link->in.has_failed ? -1 : got;
}

static ssize_t read_on(Link *link)
{
    ssize_t got = link_read_in(link, SCRATCH_SIZE);

    if (got > 0)
        ws_proceed(link);
    return got;
}

void ws_readable(Link *link)
{
    ssize_t got;

    do {
        got = link->in.length == 0 ? read_fresh(link) : read_on(link);
    } while (got > 0 && link->ssl != NULL && SSL_pending(link->ssl) > 0);
    if (got < 0)
        link_close(link);
}

/* ------------------------------------------------------------------------- */
/* Packets to frames                                                         */
/* ------------------------------------------------------------------------- */

typedef struct Batch {
    Packet *packets[PACKETS_AT_ONCE];
    struct iovec parts[PACKETS_AT_ONCE + 1];
    int packet_count, part_count;
    size_t size;
} Batch;

/* The head of a frame is the same for all who get the packet: servers do not mask. */
static struct iovec frame_of(Packet *packet)
{
    size_t size = ws_head_size(packet->length);
    char *start = packet_text(packet) - size;

    ws_write_head(start, WS_TEXT, packet->length);
    return (struct iovec){ start, size + packet->length };
}

static void add_part(Batch *batch, struct iovec part)
{
    batch->parts[batch->part_count++] = part;
    batch->size += part.iov_len;
}

static void collect(Link *link, Batch *batch)
{
    const Text *out = &link->out;

    if (out->length > 0)
        add_part(batch, (struct iovec){ out->bytes, out->length });
    while (link->conn != NULL && !link->has_said_close
           && batch->packet_count < PACKETS_AT_ONCE && batch->size < BYTES_AT_ONCE) {
        Packet *packet = core_next_packet(link->conn);
        if (packet == NULL)
            return;
        batch->packets[batch->packet_count++] = packet;
        add_part(batch, frame_of(packet));
    }
}

/* Keeps what the socket did not take. */
static void keep_rest(Link *link, const Batch *batch, size_t took)
{
    Text rest = { 0 };

    for (int i = 0; i < batch->part_count; i++) {
        size_t length = batch->parts[i].iov_len;
        size_t gone = took < length ? took : length;
        took -= gone;
        if (gone < length)
            text_append(&rest, (const char *)batch->parts[i].iov_base + gone,
                        length - gone);
    }
    text_free(&link->out);
    link->out = rest;
}

/* Is there more to be sent at once? */
static int send_batch(Link *link)
{
    Batch batch = { .packet_count = 0 };

    collect(link, &batch);
    if (batch.part_count == 0)
        return 0;
    ssize_t took = link_write(link, batch.parts, batch.part_count);
    if (took > 0 && (size_t)took == batch.size) {
        text_free(&link->out);
    } else if (took >= 0) {
        keep_rest(link, &batch, (size_t)took);
    }
    for (int i = 0; i < batch.packet_count; i++)
        packet_release(batch.packets[i]);
    if (took < 0 || link->out.has_failed) {
        link_close(link);
        return 0;
    }
    return (size_t)took == batch.size;
}

/* Everything is sent. */
static void rest(Link *link)
{
    if (link->state != LINK_CLOSING)
        return;
    if (link->conn == NULL) {
        link_linger(link);
    } else if (!link->has_said_close) {
        queue_close(link, WS_CLOSE_GOING_AWAY);
        send_batch(link);
    }
}

void ws_flush(Link *link)
{
    while (!link->waits_to_write && link->state != LINK_CLOSED && send_batch(link))
        ;
    if (link->state != LINK_CLOSED && link->out.length == 0 && !link->waits_to_write)
        rest(link);
}
