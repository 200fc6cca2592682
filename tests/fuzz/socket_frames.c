/* socket_frames.c: WebSocket frames by a grammar: valid messages of the protocol, and
 * heads that do not match them. */
#include "socket_input.h"

#include "load/frame.h"

#include <stdio.h>
#include <string.h>

/* %s: the table. */
static const char *const MESSAGES[] = {
    "{\"do\":\"ping\",\"id\":1}",
    "{\"do\":\"hello\",\"lang\":\"fr\"}",
    "{\"do\":\"mine\",\"id\":2}",
    "{\"do\":\"watch\",\"table\":\"%s\",\"id\":3}",
    "{\"do\":\"watch\",\"table\":\"%s\",\"with\":[\"events\"],\"since\":0}",
    "{\"do\":\"leave\",\"table\":\"%s\"}",
    "{\"do\":\"sit\",\"table\":\"%s\",\"seat\":0}",
    "{\"do\":\"stand\",\"table\":\"%s\"}",
    "{\"do\":\"seat\",\"table\":\"%s\",\"seat\":1,\"who\":\"random\"}",
    "{\"do\":\"start\",\"table\":\"%s\"}",
    "{\"do\":\"act\",\"table\":\"%s\",\"n\":0,\"action\":{\"do\":\"take\",\"siding\":0}}",
    "{\"do\":\"undo\",\"table\":\"%s\",\"n\":1}",
    "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"\xF0\x9F\x9A\x82 \\u00e9\"}",
    "{\"do\":\"log\",\"table\":\"%s\",\"from\":0}",
    "{\"do\":\"rematch\",\"table\":\"%s\"}",
    "{\"do\":\"dance\"}",
    "{",
    "",
    "\xC3",
    "\xED\xA0\x80",
};

static void add_opening(Text *out, const SocketFacts *facts, Rng *rng)
{
    text_add(out, "GET /ws/1 HTTP/1.1\r\nHost: ");
    text_add(out, facts->host);
    text_add(out, "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  "Sec-WebSocket-Version: 13\r\n"
                  "Sec-WebSocket-Key: cm91bmRob3VzZSBsb2FkIQ==\r\n");
    if (!chance(rng, 4)) {
        text_add(out, "Authorization: Bearer ");
        text_add(out, facts->token);
        text_add(out, "\r\n");
    }
    text_add(out, "\r\n");
}

/* A head whose length has more bytes than needed, or differs from the payload's. */
static void add_lying_head(Text *out, Rng *rng)
{
    char head[10] = { (char)(0x80 | rng_below(rng, 16)), (char)(rng_below(rng, 2) << 7) };
    int is_short = chance(rng, 2);

    head[1] = (char)(head[1] | (is_short ? 126 : 127));
    for (int i = 2; i < (is_short ? 4 : 10); i++)
        head[i] = (char)(chance(rng, 3) ? rng_below(rng, 256) : 0);
    text_append(out, head, is_short ? 4 : 10);
}

static int pick_opcode(Rng *rng)
{
    static const int LIKELY[] = { WS_TEXT, WS_TEXT, WS_TEXT, WS_TEXT,
                                  WS_MORE, WS_PING, WS_PONG, WS_CLOSE };

    if (chance(rng, 20))
        return (int)rng_below(rng, 16);
    return LIKELY[rng_below(rng, sizeof LIKELY / sizeof *LIKELY)];
}

/* Replaces %s by the table's code. */
static void fill_in(char *out, size_t size, const char *message, const char *table)
{
    const char *mark = strstr(message, "%s");

    if (mark == NULL)
        snprintf(out, size, "%s", message);
    else
        snprintf(out, size, "%.*s%s%s", (int)(mark - message), message, table, mark + 2);
}

static void add_frame(Text *out, const SocketFacts *facts, Rng *rng)
{
    FrameHead head = { .opcode = pick_opcode(rng),
                       .is_part = chance(rng, 8),
                       .reserved = chance(rng, 40) ? (int)rng_below(rng, 8) : 0,
                       .is_unmasked = chance(rng, 40),
                       .mask = (uint32_t)rng_next(rng) };
    char payload[512];
    const char *message = PICK(rng, MESSAGES);
    size_t length;

    fill_in(payload, sizeof payload, message, facts->table);
    length = strlen(payload);
    if (head.opcode == WS_CLOSE && chance(rng, 2)) {
        payload[0] = (char)rng_below(rng, 256);
        payload[1] = (char)rng_below(rng, 256);
        length = rng_below(rng, 10);
    }
    if (head.opcode > WS_CLOSE && length > 125)
        length = chance(rng, 10) ? length : 125;
    if (chance(rng, 25))
        add_lying_head(out, rng);
    frame_write(out, &head, payload, length);
}

/* One long message, near the limit on either side. */
static void add_large(Text *out, Rng *rng)
{
    static char letters[70000];
    FrameHead head = { .opcode = WS_TEXT, .is_part = chance(rng, 3) };

    memset(letters, 'x', sizeof letters);
    frame_write(out, &head, letters, 65530 + rng_below(rng, 12));
}

void socket_add_websocket(Text *out, const SocketFacts *facts, Rng *rng)
{
    add_opening(out, facts, rng);
    for (uint32_t left = rng_below(rng, 12); left > 0; left--)
        add_frame(out, facts, rng);
    if (chance(rng, 100))
        add_large(out, rng);
}
