/* frame.c: WebSocket frames, out with a mask and in without. */
#include "load/frame.h"

#include <string.h>

enum {
    FINAL = 0x80,
    MASKED = 0x80,
    LENGTH_16 = 126, /* two bytes of length follow */
    LENGTH_64 = 127, /* eight */
    HEAD_MOST = 14,
};

static size_t write_number(char *out, uint64_t number, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        out[i] = (char)(number >> 8 * (bytes - 1 - i));
    return bytes;
}

static size_t write_length(char *out, size_t length, int masked)
{
    if (length < LENGTH_16) {
        out[0] = (char)(masked | (int)length);
        return 1;
    }
    if (length <= UINT16_MAX) {
        out[0] = (char)(masked | LENGTH_16);
        return 1 + write_number(out + 1, length, 2);
    }
    out[0] = (char)(masked | LENGTH_64);
    return 1 + write_number(out + 1, length, 8);
}

void frame_write(Text *out, const FrameHead *head, const char *payload, size_t length)
{
    char start[HEAD_MOST], mask[4];
    size_t used = 1, payload_at;

    start[0] = (char)((head->is_part ? 0 : FINAL) | head->reserved << 4 | head->opcode);
    used += write_length(start + 1, length, head->is_unmasked ? 0 : MASKED);
    write_number(mask, head->mask, sizeof mask);
    if (!head->is_unmasked) {
        memcpy(start + used, mask, sizeof mask);
        used += sizeof mask;
    }
    text_append(out, start, used);
    payload_at = out->length;
    text_append(out, payload, length);
    if (head->is_unmasked || out->has_failed)
        return;
    for (size_t i = 0; i < length; i++)
        out->bytes[payload_at + i] ^= mask[i % sizeof mask];
}

static uint64_t read_number(const char *bytes, size_t count)
{
    uint64_t number = 0;

    for (size_t i = 0; i < count; i++)
        number = number << 8 | (unsigned char)bytes[i];
    return number;
}

long frame_read(char *bytes, size_t length, Frame *frame)
{
    size_t head = 2, longer = 0;
    uint64_t payload;

    if (length < head)
        return 0;
    if ((bytes[0] & 0x70) != 0 || (bytes[1] & MASKED) != 0)
        return -1;
    payload = (unsigned char)bytes[1];
    if (payload >= LENGTH_16)
        longer = payload == LENGTH_16 ? 2 : 8;
    if (length < head + longer)
        return 0;
    if (longer > 0)
        payload = read_number(bytes + head, longer);
    head += longer;
    if (payload > INT32_MAX)
        return -1;
    if (length < head + payload)
        return 0;
    *frame = (Frame){ .opcode = bytes[0] & 0x0F,
                      .is_part = (bytes[0] & FINAL) == 0,
                      .payload = bytes + head,
                      .length = payload };
    return (long)(head + payload);
}
