/* fuzz_edge.c: arbitrary bytes as network input: a request, its body in chunks, and
 * WebSocket frames; an address of mail and names in a mail. Reading requests in two pieces
 * must give the same result as in one. */
#include "fuzz.h"

#include "edge/http_parse.h"
#include "edge/mail_address.h"
#include "edge/mail_message.h"
#include "edge/ws_frame.h"

#include <string.h>

enum { PAYLOAD_MAX = 65536 };

/* Copies of the exact size, so that the sanitizer detects reads beyond the end. */
static char *copy(const uint8_t *data, size_t size)
{
    char *bytes = malloc(size > 0 ? size : 1);

    REQUIRE(bytes != NULL);
    if (size > 0)
        memcpy(bytes, data, size);
    return bytes;
}

static void require_inside(Span span, const char *bytes, size_t size)
{
    REQUIRE(span.at == NULL || span.length == 0
            || (span.at >= bytes && span.at + span.length <= bytes + size));
}

static void check_head(const char *bytes, size_t size)
{
    HttpHead head;
    char out[128];

    if (http_parse_head(bytes, size, &head) != HTTP_DONE)
        return;
    require_inside(head.method, bytes, size);
    require_inside(head.path, bytes, size);
    require_inside(head.query, bytes, size);
    for (int field = 0; field < FIELDS; field++)
        require_inside(head.fields[field], bytes, size);
    REQUIRE(!(head.is_chunked && head.fields[FIELD_CONTENT_LENGTH].at != NULL));
    REQUIRE(head.minor == 0 || head.fields[FIELD_HOST].at != NULL);
    if (http_decode(head.path, out, sizeof out))
        REQUIRE(strlen(out) < sizeof out);
}

static void try_head(const uint8_t *data, size_t size, size_t cut)
{
    char *bytes = copy(data, size);
    size_t scanned = 0, end = 0, piecewise = 0, other_end = 0;
    int whole = http_scan_head(bytes, size, &scanned, &end);
    int first = http_scan_head(bytes, cut, &piecewise, &other_end);

    if (first == HTTP_MORE)
        first = http_scan_head(bytes, size, &piecewise, &other_end);
    REQUIRE((whole == HTTP_DONE) == (first == HTTP_DONE));
    REQUIRE(whole != HTTP_DONE || (end == other_end && end <= size));
    if (whole == HTTP_DONE)
        check_head(bytes, end);
    free(bytes);
}

/* Decodes in pieces; the output is moved to the front of `bytes`. */
static int decode(char *bytes, size_t size, size_t cut, size_t *used, size_t *data)
{
    Chunks chunks = { .state = CHUNK_SIZE };
    size_t more_used = 0, more_data = 0;
    int status = http_take_chunks(&chunks, bytes, cut, used, data);

    REQUIRE(*used <= cut && *data <= *used);
    if (status != HTTP_MORE)
        return status;
    status = http_take_chunks(&chunks, bytes + cut, size - cut, &more_used, &more_data);
    memmove(bytes + *data, bytes + cut, more_data);
    *used += more_used;
    *data += more_data;
    return status;
}

static void try_chunks(const uint8_t *data, size_t size, size_t cut)
{
    char *whole = copy(data, size), *pieces = copy(data, size);
    size_t used, decoded, other_used, other_decoded;
    int status = decode(whole, size, size, &used, &decoded);
    int other = decode(pieces, size, cut, &other_used, &other_decoded);

    REQUIRE(status == other && used == other_used && decoded == other_decoded);
    REQUIRE(memcmp(whole, pieces, decoded) == 0);
    free(whole);
    free(pieces);
}

static void try_frames(const uint8_t *data, size_t size)
{
    char *bytes = copy(data, size);
    size_t at = 0;

    for (;;) {
        WsFrame frame;
        long took =
            ws_read_frame(bytes + at, size - at, WS_FROM_CLIENT, PAYLOAD_MAX, &frame);
        if (took <= 0) {
            REQUIRE(took == 0 || (took <= -1000 && took >= -1015));
            break;
        }
        REQUIRE((size_t)took <= size - at && frame.length <= PAYLOAD_MAX);
        REQUIRE(frame.payload + frame.length == bytes + at + took);
        if (frame.opcode == WS_CLOSE)
            (void)ws_read_close(&frame);
        at += (size_t)took;
    }
    free(bytes);
}

/* Nothing that is taken for an address can end a header or a command, and a message with
 * any name and subject has the headers that it should have. */
static void try_mail(const uint8_t *data, size_t size)
{
    char *bytes = copy(data, size), *text = malloc(size + 1), key[MAIL_ADDRESS_MAX + 1];
    MailMessage message = {
        .from = "a@example.org", .to = "b@example.org", .language = "en", .id = "1"
    };
    Text out = { 0 };

    REQUIRE(text != NULL);
    memcpy(text, bytes, size);
    text[size] = '\0';
    if (mail_address_is_sound(bytes, size)) {
        REQUIRE(strlen(text) == size && strpbrk(text, " <>\r\n\t,;:\\\"()[]") == NULL);
        mail_address_key(text, key);
        REQUIRE(strlen(key) == size && mail_address_is_sound(key, size));
        message.to = text;
    }
    message.from_name = message.subject = message.body = text;
    REQUIRE(mail_message_write(&message, &out));
    size_t column = 0;
    for (size_t i = 0; i < out.length; i++) {
        REQUIRE(out.bytes[i] > 0 && out.bytes[i] < 127);
        REQUIRE((out.bytes[i] == '\n') == (i > 0 && out.bytes[i - 1] == '\r'));
        column = out.bytes[i] == '\n' ? 0 : column + 1;
        REQUIRE(column <= MAIL_ADDRESS_MAX + 4);
    }
    text_free(&out);
    free(text);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t cut = size > 0 ? data[0] % (size + 1) : 0;

    try_head(data, size, cut);
    try_chunks(data, size, cut);
    try_mail(data, size);
    try_frames(data, size);
    return 0;
}
