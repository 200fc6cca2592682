/* send.c: outgoing messages, shared by all who get the same, and each connection's queue.
 * A connection that does not read is dropped, lest it fill memory. */
#include "server/internal.h"

#include "server/log.h"

#include <stdlib.h>
#include <string.h>

Packet *packet_new(const char *text, size_t length)
{
    Packet *packet = malloc(sizeof *packet + PACKET_HEADROOM + length);

    if (packet == NULL)
        return NULL;
    packet->refs = 1;
    packet->length = (uint32_t)length;
    memcpy(packet_text(packet), text, length);
    return packet;
}

Packet *packet_of(const Text *text)
{
    return text->has_failed ? NULL : packet_new(text->bytes, text->length);
}

void packet_release(Packet *packet)
{
    if (packet != NULL && --packet->refs == 0)
        free(packet);
}

/* ------------------------------------------------------------------------- */
/* The queue                                                                 */
/* ------------------------------------------------------------------------- */

static int grow_queue(Conn *conn)
{
    int room = conn->queue_room == 0 ? 4 : conn->queue_room * 2;
    Packet **ring = malloc((size_t)room * sizeof(Packet *));

    if (ring == NULL)
        return 0;
    for (int i = 0; i < conn->queue_count; i++)
        ring[i] = conn->queue[(conn->queue_at + i) % conn->queue_room];
    free(conn->queue);
    conn->queue = ring;
    conn->queue_room = room;
    conn->queue_at = 0;
    return 1;
}

/* A client that reads too slowly is closed, so that its queue does not use up memory. It
 * gets the missed entries when it reconnects. */
void conn_drop(Conn *conn)
{
    if (conn->is_dropped)
        return;
    conn->is_dropped = 1;
    conn->core->counts.dropped++;
    /* Without the address: that is for the security log to keep. */
    log_line(LOG_INFO, "slow-reader-dropped", NULL);
    for (Packet *packet; (packet = core_next_packet(conn)) != NULL;)
        packet_release(packet);
    conn->core->config.transport->hang_up(conn->link);
}

/* How much may wait for a connection: little where very much waits for all of them. */
static size_t most_queued(const Core *core)
{
    const Limits *limits = &core->config.limits;
    int is_short =
        limits->all_queued_bytes > 0 && core->queued_bytes > limits->all_queued_bytes;

    return (size_t)limits->queued_bytes / (is_short ? 16 : 1);
}

void conn_send(Conn *conn, Packet *packet)
{
    size_t most = most_queued(conn->core);

    if (packet == NULL || conn->link == NULL || conn->is_dropped)
        return;
    /* Beyond its longest message: a long log alone does not show that nobody reads. */
    if (conn->queue_count == 0 || packet->length > conn->longest_queued)
        conn->longest_queued = packet->length;
    if (most > 0 && conn->queued_bytes + packet->length > most + conn->longest_queued) {
        conn_drop(conn);
        return;
    }
    if (conn->queue_count == conn->queue_room && !grow_queue(conn))
        return;
    conn->queue[(conn->queue_at + conn->queue_count++) % conn->queue_room] = packet;
    conn->queued_bytes += packet->length;
    conn->core->queued_bytes += packet->length;
    packet->refs++;
    conn->core->counts.sent++;
    if (conn->queue_count == 1)
        conn->core->config.transport->wants_write(conn->link);
}

Packet *core_next_packet(Conn *conn)
{
    if (conn->queue_count == 0)
        return NULL;
    Packet *packet = conn->queue[conn->queue_at];
    conn->queue_at = (conn->queue_at + 1) % conn->queue_room;
    conn->queue_count--;
    conn->queued_bytes -= packet->length;
    conn->core->queued_bytes -= packet->length;
    if (conn->logs.first != NULL)
        logs_run(conn);
    return packet;
}

/* ------------------------------------------------------------------------- */
/* Small messages                                                            */
/* ------------------------------------------------------------------------- */

void conn_send_text(Conn *conn, const Text *text)
{
    Packet *packet = packet_of(text);

    conn_send(conn, packet);
    packet_release(packet);
}

JsonOut message_begin(Core *core, const char *type)
{
    JsonOut out = { .text = &core->scratch };

    core->scratch.has_failed = 0;
    text_clear(&core->scratch);
    json_open_object(&out);
    json_put_name(&out, "type", type);
    return out;
}

void message_add_id(JsonOut *out, RequestId id)
{
    if (!id.is_given)
        return;
    json_put_number(out, "id", id.number);
}

void conn_ok(Conn *conn, RequestId id)
{
    if (conn == NULL || conn->link == NULL)
        return;
    JsonOut out = message_begin(conn->core, "ok");
    message_add_id(&out, id);
    json_close_object(&out);
    conn_send_text(conn, out.text);
}

void conn_refuse(Conn *conn, RequestId id, const Error *error)
{
    if (conn == NULL || conn->link == NULL)
        return;
    JsonOut out = message_begin(conn->core, "error");
    message_add_id(&out, id);
    error_format(&out, error, "text", conn->language);
    json_close_object(&out);
    conn_send_text(conn, out.text);
}

void conn_error(Conn *conn, RequestId id, ErrorCode code)
{
    conn_refuse(conn, id, &(Error){ .code = code });
}
