/* frame.c: frames with any head. */
#include "load/frame.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>

enum { PATIENCE_MS = 30000 };

void frame_write(Text *out, const FrameHead *head, const char *payload, size_t length)
{
    unsigned char mask[4] = { (unsigned char)(head->mask >> 24),
                              (unsigned char)(head->mask >> 16),
                              (unsigned char)(head->mask >> 8), (unsigned char)head->mask };
    char start[WS_HEAD_MAX];
    size_t size = ws_write_head(start, head->opcode, length), at;

    start[0] = (char)((head->is_part ? 0 : 0x80) | head->reserved << 4 | head->opcode);
    if (!head->is_unmasked) {
        start[1] = (char)(start[1] | 0x80);
        memcpy(start + size, mask, sizeof mask);
        size += sizeof mask;
    }
    text_append(out, start, size);
    at = out->length;
    text_append(out, payload, length);
    if (!head->is_unmasked && !out->has_failed)
        ws_mask(out->bytes + at, length, mask);
}

int frame_send(Ws *ws, const FrameHead *head, const char *payload, size_t length)
{
    Text out = { 0 };

    frame_write(&out, head, payload, length);
    int is_sent =
        !out.has_failed
        && channel_write(&ws->channel, out.bytes, out.length, channel_now() + PATIENCE_MS);
    text_free(&out);
    return is_sent;
}

int address_connect(const ServerAddress *address, int seconds, Fault *fault)
{
    struct timeval patience = { .tv_sec = seconds };
    Channel channel;

    if (!channel_open(&channel, address, -1, channel_now() + seconds * 1000, fault))
        return -1;
    setsockopt(channel.fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(channel.fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    return channel.fd;
}

int send_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(fd, bytes, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return 0;
        bytes += sent;
        length -= (size_t)sent;
    }
    return 1;
}
