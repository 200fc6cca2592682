/* socket_input.c: requests by a grammar, and mutations of bytes. */
#include "socket_input.h"

#include <string.h>

enum { HOLD_ONE_IN = 1500 };

int chance(Rng *rng, uint32_t in)
{
    return rng_below(rng, in) == 0;
}

const char *pick(Rng *rng, const char *const *words, size_t count)
{
    return words[rng_below(rng, (uint32_t)count)];
}

/* ------------------------------------------------------------------------- */
/* Requests                                                                  */
/* ------------------------------------------------------------------------- */

static const char *const METHODS[] = {
    "GET",     "GET",   "GET",   "POST",    "POST", "POST", "HEAD", "PUT", "DELETE",
    "OPTIONS", "PATCH", "TRACE", "CONNECT", "PRI",  "get",  "",     "G",   "POST\0",
};

static const char *const TARGETS[] = {
    "/",
    "/api/1/hello",
    "/api/1/guest",
    "/api/1/games",
    "/api/1/tables",
    "/api/1/tables?mine=1",
    "/api/1/tables?over=1&before=zz",
    "/api/1/tables/AAAAAAAAAA",
    "/api/1/tables/AAAAAAAAAA/save",
    "/api/1/login",
    "/api/1/logout",
    "/api/1/keep",
    "/api/1/rename",
    "/api/1/programs",
    "/api/1/programs/delete",
    "/api/1/nothing?lang=fr",
    "/ws/1",
    "/ws/2",
    "/metrics",
    "/healthz",
    "/t/AAAAAAAAAA",
    "/index.html",
    "/assets/../../../etc/passwd",
    "/%2e%2e/%2e%2e/%00",
    "/%",
    "//",
    "*",
    "",
    "http://trains.example/api/1/hello",
    "/api/1/tables?mine=1&before=%F0%9F%9A%82&lang=%",
};

static const char *const VERSIONS[] = {
    "HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0",  "HTTP/2.0",
    "HTTP/1.2", "HTTP/11",  "http/1.1", "",         "HTTP/1.1 ",
};

static const char *const LINE_ENDS[] = { "\r\n", "\r\n", "\r\n", "\r\n", "\r\n",
                                         "\r\n", "\r\n", "\n",   "\r",   "\r\r\n" };

static const char *const HEADERS[] = {
    "Origin: http://evil.example",
    "Origin: null",
    "Connection: close",
    "Connection: keep-alive",
    "Connection: Upgrade",
    "Connection: Upgrade, HTTP2-Settings",
    "Upgrade: websocket",
    "Upgrade: h2c",
    "HTTP2-Settings: AAMAAABkAAQAAP__",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: cm91bmRob3VzZSBsb2FkIQ==",
    "Sec-WebSocket-Protocol: chat, listener",
    "Sec-WebSocket-Extensions: permessage-deflate",
    "Expect: 100-continue",
    "Accept-Encoding: br, gzip",
    "Accept-Language: fr",
    "If-None-Match: \"x\", *",
    "Range: bytes=0-1,2-,-3",
    "Cookie: rh_session=; rh_session=x; a=b",
    "Cookie: rh_session",
    "Authorization: Bearer ",
    "Authorization: Basic eDp5",
    "X-Forwarded-For: 1.2.3.4, 5.6.7.8",
    "X-Forwarded-For: ,,, ::1, zz",
    "X-Forwarded-Proto: https",
    "Forwarded: for=1.2.3.4",
    "Host: trains.example",
    "Host:",
    "Content-Length: 0",
    "Content-Length: 5",
    "Content-Length: -1",
    "Content-Length: 18446744073709551616",
    "Content-Length: 5, 5",
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: gzip, chunked",
    "Transfer-Encoding: identity",
    "Trailer: X",
    "TE: trailers",
    "a: b",
    "x:",
    ": y",
    "z",
    " folded",
    "Name : value",
};

static const char *const BODIES[] = {
    "{\"name\":\"Ada\"}",
    "{\"name\":\"Ada\",\"password\":\"all aboard!\"}",
    "{\"name\":\"\"}",
    "{}",
    "",
    "[",
    "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"],\"public\":true}",
    "{\"game\":\"station-master\",\"seats\":[\"me\",\"random\"],\"public\":false}",
    "{\"user\":\"uAAAAAAAAAAAA\"}",
    "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "x",
};

static void add_number(Text *out, uint64_t number, const char *digits, unsigned base)
{
    char text[32];
    size_t at = sizeof text;

    do {
        text[--at] = digits[number % base];
        number /= base;
    } while (number > 0);
    text_append(out, text + at, sizeof text - at);
}

/* The body in chunks, with possible errors. */
static void add_chunks(Text *out, const char *body, Rng *rng)
{
    static const char *const ENDS[] = { "0\r\n\r\n",
                                        "0\r\n\r\n",
                                        "0\r\n\r\n",
                                        "000\r\n\r\n",
                                        "0;x=y\r\n\r\n",
                                        "0\r\nX: y\r\n\r\n",
                                        "0\r\nContent-Length: 9\r\n\r\n",
                                        "g\r\n",
                                        "-1\r\n",
                                        "ffffffffffffffff\r\n",
                                        "0\r\n",
                                        "0\r\nnothing\r\n\r\n",
                                        "" };
    size_t left = strlen(body);

    while (left > 0) {
        size_t size = 1 + rng_below(rng, (uint32_t)left);
        size_t said = chance(rng, 20) ? rng_below(rng, 100) : size;
        add_number(out, said, "0123456789abcdef", 16);
        if (chance(rng, 10))
            text_add(out, ";ext=\"a b\"");
        text_add(out, PICK(rng, LINE_ENDS));
        text_append(out, body, size);
        text_add(out, PICK(rng, LINE_ENDS));
        body += size;
        left -= size;
    }
    text_add(out, PICK(rng, ENDS));
}

static void add_headers(Text *out, const SocketFacts *facts, Rng *rng)
{
    if (!chance(rng, 12)) {
        text_add(out, "Host: ");
        text_add(out, facts->host);
        text_add(out, PICK(rng, LINE_ENDS));
    }
    if (chance(rng, 2)) {
        text_add(out, "Authorization: Bearer ");
        text_add(out, facts->token);
        text_add(out, "\r\n");
    }
    for (uint32_t left = rng_below(rng, chance(rng, 30) ? 200 : 4); left > 0; left--) {
        text_add(out, PICK(rng, HEADERS));
        text_add(out, PICK(rng, LINE_ENDS));
    }
}

static void add_body(Text *out, const char *method, Rng *rng)
{
    const char *body = PICK(rng, BODIES);
    uint32_t kind = rng_below(rng, strcmp(method, "POST") == 0 ? 10 : 40);

    if (kind < 6) {
        text_add(out, "Content-Length: ");
        add_number(out, chance(rng, 10) ? rng_below(rng, 70000) : strlen(body),
                   "0123456789", 10);
        text_add(out, "\r\n\r\n");
        text_add(out, body);
    } else if (kind < 9) {
        text_add(out, "Transfer-Encoding: chunked\r\n\r\n");
        add_chunks(out, body, rng);
    } else {
        text_add(out, PICK(rng, LINE_ENDS));
        if (chance(rng, 8))
            text_add(out, body);
    }
}

static void add_request(Text *out, const SocketFacts *facts, Rng *rng)
{
    const char *method = PICK(rng, METHODS);

    text_add(out, method);
    text_add(out, chance(rng, 40) ? "\t" : " ");
    if (chance(rng, 8)) {
        text_add(out, "/api/1/tables/");
        text_add(out, facts->table);
    } else {
        text_add(out, PICK(rng, TARGETS));
    }
    text_add(out, " ");
    text_add(out, PICK(rng, VERSIONS));
    text_add(out, PICK(rng, LINE_ENDS));
    add_headers(out, facts, rng);
    add_body(out, method, rng);
}

/* Bytes of other protocols, and of none. */
static void add_noise(Text *out, Rng *rng)
{
    static const char HTTP_2[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0";
    static const char TLS[] = "\x16\x03\x01\x00\xA5\x01\x00\x00\xA1\x03\x03";
    uint8_t noise[512];
    int length = 1 + (int)rng_below(rng, sizeof noise);

    if (chance(rng, 4))
        text_append(out, HTTP_2, sizeof HTTP_2 - 1);
    if (chance(rng, 4))
        text_append(out, TLS, sizeof TLS - 1);
    rng_fill(rng, noise, length);
    text_append(out, (const char *)noise, (size_t)length);
}

/* ------------------------------------------------------------------------- */
/* Mutations                                                                 */
/* ------------------------------------------------------------------------- */

static void flip_bit(Text *bytes, size_t at, size_t length, Rng *rng)
{
    (void)length;
    bytes->bytes[at] = (char)(bytes->bytes[at] ^ (1 << rng_below(rng, 8)));
}

static void set_byte(Text *bytes, size_t at, size_t length, Rng *rng)
{
    static const char VALUES[] = "\0\1\x7F\x80\xFF\r\n \t:;,/%\"{}[]09-+";

    (void)length;
    bytes->bytes[at] = VALUES[rng_below(rng, sizeof VALUES - 1)];
}

static void cut_out(Text *bytes, size_t at, size_t length, Rng *rng)
{
    (void)rng;
    memmove(bytes->bytes + at, bytes->bytes + at + length, bytes->length - at - length);
    bytes->length -= length;
}

/* Repeats a part of the input. */
static void repeat(Text *bytes, size_t at, size_t length, Rng *rng)
{
    Text copy = { 0 };

    (void)rng;
    text_append(&copy, bytes->bytes, at + length);
    text_append(&copy, bytes->bytes + at, bytes->length - at);
    text_free(bytes);
    *bytes = copy;
}

static void break_off(Text *bytes, size_t at, size_t length, Rng *rng)
{
    (void)length;
    (void)rng;
    bytes->length = at + 1;
}

static void swap_bytes(Text *bytes, size_t at, size_t length, Rng *rng)
{
    size_t other = rng_below(rng, (uint32_t)bytes->length);
    char kept = bytes->bytes[at];

    (void)length;
    bytes->bytes[at] = bytes->bytes[other];
    bytes->bytes[other] = kept;
}

static void mutate(Text *bytes, Rng *rng)
{
    static void (*const WAYS[])(Text *, size_t, size_t, Rng *) = {
        flip_bit, set_byte, set_byte, cut_out, repeat, break_off, swap_bytes,
    };

    for (uint32_t left = 1 + rng_below(rng, 4); left > 0 && bytes->length > 0; left--) {
        size_t at = rng_below(rng, (uint32_t)bytes->length);
        size_t most = bytes->length - at;
        size_t length = 1 + rng_below(rng, (uint32_t)(most < 40 ? most : 40));
        WAYS[rng_below(rng, sizeof WAYS / sizeof *WAYS)](bytes, at, length, rng);
    }
}

/* ------------------------------------------------------------------------- */
/* Inputs                                                                    */
/* ------------------------------------------------------------------------- */

static void make_cuts(SocketInput *input, Rng *rng)
{
    int wanted = chance(rng, 2) ? 0 : (int)rng_below(rng, CUTS_MAX + 1);
    size_t at = 0;

    while (input->cut_count < wanted && at + 1 < input->bytes.length) {
        size_t left = input->bytes.length - at - 1;
        at += 1 + rng_below(rng, (uint32_t)left);
        if (at < input->bytes.length)
            input->cuts[input->cut_count++] = at;
    }
}

void socket_input_make(SocketInput *input, const SocketFacts *facts, uint64_t seed,
                       uint64_t number)
{
    uint32_t kind;
    Rng rng;

    *input = (SocketInput){ 0 };
    rng_seed(&rng, seed * 0x9E3779B97F4A7C15u + number);
    kind = rng_below(&rng, 100);
    if (kind < 5) {
        add_noise(&input->bytes, &rng);
    } else if (kind < 40) {
        socket_add_websocket(&input->bytes, facts, &rng);
    } else {
        for (uint32_t left = 1 + rng_below(&rng, 4); left > 0; left--)
            add_request(&input->bytes, facts, &rng);
    }
    if (chance(&rng, 2))
        mutate(&input->bytes, &rng);
    make_cuts(input, &rng);
    input->end = chance(&rng, 4) ? END_RESET : END_HALF_CLOSE;
    if (chance(&rng, HOLD_ONE_IN))
        input->end = END_HOLD;
}

void socket_input_free(SocketInput *input)
{
    text_free(&input->bytes);
    *input = (SocketInput){ 0 };
}
