/* ws_frame.c: WebSocket frames. */
#include "edge/ws_frame.h"

#include <ctype.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Reading                                                                   */
/* ------------------------------------------------------------------------- */

/* The payload's length, which must be written in the shortest way; 0 bytes of head:
 * not all of it is here. */
static size_t read_length(const unsigned char *bytes, size_t length, uint64_t *payload,
                          int *is_minimal)
{
    unsigned small = bytes[1] & 0x7F;
    size_t size = small < 126 ? 0 : small == 126 ? 2 : 8;
    uint64_t value = 0;

    *is_minimal = 1;
    if (length < 2 + size)
        return 0;
    for (size_t i = 0; i < size; i++)
        value = value << 8 | bytes[2 + i];
    if (size == 2)
        *is_minimal = value >= 126;
    if (size == 8)
        *is_minimal = value > 0xFFFF && value >> 63 == 0;
    *payload = size == 0 ? small : value;
    return 2 + size;
}

/* Errors that the first two bytes show. */
static int is_sound(const unsigned char *bytes, WsSide from)
{
    int opcode = bytes[0] & 0x0F, is_final = bytes[0] >> 7;
    int is_masked = bytes[1] >> 7;

    if ((bytes[0] & 0x70) != 0 || is_masked != (from == WS_FROM_CLIENT))
        return 0;
    if (opcode > WS_PONG || (opcode > WS_BINARY && opcode < WS_CLOSE))
        return 0;
    return !ws_is_control(opcode) || (is_final && (bytes[1] & 0x7F) <= WS_CONTROL_MAX);
}

/* A word at a time: the mask repeats every four bytes. */
void ws_mask(char *bytes, size_t length, const unsigned char mask[4])
{
    uint64_t wide, word;
    size_t i = 0;

    memcpy(&wide, mask, 4);
    memcpy((char *)&wide + 4, mask, 4);
    for (; i + 8 <= length; i += 8) {
        memcpy(&word, bytes + i, 8);
        word ^= wide;
        memcpy(bytes + i, &word, 8);
    }
    for (; i < length; i++)
        bytes[i] = (char)(bytes[i] ^ mask[i % 4]);
}

long ws_read_frame(char *bytes, size_t length, WsSide from, size_t most, WsFrame *frame)
{
    const unsigned char *head = (const unsigned char *)bytes;
    uint64_t payload = 0;
    int is_minimal;

    if (length < 2)
        return 0;
    if (!is_sound(head, from))
        return -WS_CLOSE_PROTOCOL;
    size_t size = read_length(head, length, &payload, &is_minimal);
    if (size == 0)
        return 0;
    if (!is_minimal)
        return -WS_CLOSE_PROTOCOL;
    if (payload > most)
        return -WS_CLOSE_TOO_LARGE;
    size_t masked = from == WS_FROM_CLIENT ? 4 : 0;
    if (length < size + masked + payload)
        return 0;
    *frame = (WsFrame){ .opcode = head[0] & 0x0F,
                        .is_final = head[0] >> 7,
                        .payload = bytes + size + masked,
                        .length = (size_t)payload };
    if (masked > 0)
        ws_mask(frame->payload, frame->length, head + size);
    return (long)(size + masked + payload);
}

int ws_read_close(const WsFrame *close)
{
    const unsigned char *bytes = (const unsigned char *)close->payload;

    if (close->length == 0)
        return WS_CLOSE_NORMAL;
    if (close->length == 1)
        return -WS_CLOSE_PROTOCOL;
    int code = bytes[0] << 8 | bytes[1];
    int is_known = (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014)
                   || (code >= 3000 && code <= 4999);
    if (!is_known)
        return -WS_CLOSE_PROTOCOL;
    if (!text_is_utf8(close->payload + 2, close->length - 2))
        return -WS_CLOSE_BAD_TEXT;
    return code;
}

/* ------------------------------------------------------------------------- */
/* Writing                                                                   */
/* ------------------------------------------------------------------------- */

size_t ws_head_size(size_t length)
{
    return length < 126 ? 2 : length <= 0xFFFF ? 4 : 10;
}

size_t ws_write_head(char *out, int opcode, size_t length)
{
    size_t size = ws_head_size(length);
    uint64_t rest = length;

    out[0] = (char)(0x80 | opcode);
    out[1] = (char)(size == 2 ? length : size == 4 ? 126 : 127);
    for (size_t i = size - 1; i >= 2; i--) {
        out[i] = (char)(rest & 0xFF);
        rest >>= 8;
    }
    return size;
}

void ws_add_masked(Text *out, int opcode, uint32_t mask, const char *payload, size_t length)
{
    char head[WS_HEAD_MAX];
    unsigned char bytes[4];
    size_t size = ws_write_head(head, opcode, length);

    memcpy(bytes, &mask, sizeof bytes);
    memcpy(head + size, bytes, sizeof bytes);
    head[1] = (char)(head[1] | 0x80);
    text_append(out, head, size + sizeof bytes);
    text_append(out, payload, length);
    if (!out->has_failed)
        ws_mask(out->bytes + out->length - length, length, bytes);
}

/* ------------------------------------------------------------------------- */
/* The handshake                                                             */
/* ------------------------------------------------------------------------- */

enum { KEY_LENGTH = 24, KEY_DIGITS = 22 };

static int is_key(const char *key, size_t length)
{
    if (length != KEY_LENGTH || key[KEY_DIGITS] != '=' || key[KEY_DIGITS + 1] != '=')
        return 0;
    for (int i = 0; i < KEY_DIGITS; i++) {
        if (!isalnum((unsigned char)key[i]) && key[i] != '+' && key[i] != '/')
            return 0;
    }
    return 1;
}

int ws_accept(const char *key, size_t length, char out[WS_ACCEPT_SIZE])
{
    static const char GUID[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char both[KEY_LENGTH + sizeof GUID - 1], hash[SHA_DIGEST_LENGTH];

    if (!is_key(key, length))
        return 0;
    memcpy(both, key, KEY_LENGTH);
    memcpy(both + KEY_LENGTH, GUID, sizeof GUID - 1);
    SHA1(both, sizeof both, hash);
    EVP_EncodeBlock((unsigned char *)out, hash, sizeof hash);
    return 1;
}
