/* http_parse.c: HTTP/1.x requests out of bytes. */
#include "edge/http_parse.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ------------------------------------------------------------------------- */
/* Spans                                                                     */
/* ------------------------------------------------------------------------- */

int span_is(Span span, const char *text)
{
    return span.at != NULL && span.length == strlen(text)
           && memcmp(span.at, text, span.length) == 0;
}

int span_is_nocase(Span span, const char *text)
{
    return span.at != NULL && span.length == strlen(text)
           && strncasecmp(span.at, text, span.length) == 0;
}

static int span_is_same(Span span, Span other)
{
    return other.at != NULL && span.length == other.length
           && strncasecmp(span.at, other.at, span.length) == 0;
}

int span_copy(Span span, char *out, size_t size)
{
    out[0] = '\0';
    if (span.at == NULL || span.length >= size)
        return 0;
    memcpy(out, span.at, span.length);
    out[span.length] = '\0';
    return 1;
}

static Span span_trim(Span span)
{
    while (span.length > 0 && (*span.at == ' ' || *span.at == '\t')) {
        span.at++;
        span.length--;
    }
    while (span.length > 0
           && (span.at[span.length - 1] == ' ' || span.at[span.length - 1] == '\t'))
        span.length--;
    return span;
}

/* Cuts the first element off a comma-separated list; 0: the list is over. */
static int next_element(Span *list, Span *element)
{
    if (list->at == NULL)
        return 0;
    const char *comma = memchr(list->at, ',', list->length);
    size_t length = comma == NULL ? list->length : (size_t)(comma - list->at);
    *element = span_trim((Span){ list->at, length });
    if (comma == NULL)
        *list = (Span){ NULL, 0 };
    else
        *list = (Span){ comma + 1, list->length - length - 1 };
    return 1;
}

int span_has_token(Span list, const char *token)
{
    Span element;

    while (next_element(&list, &element)) {
        if (span_is_nocase(element, token))
            return 1;
    }
    return 0;
}

/* ";q=0", ";q=0.000" and the like. */
static int is_zero(Span parameters)
{
    if (parameters.length < 3 || strncasecmp(parameters.at, "q=0", 3) != 0)
        return 0;
    for (size_t i = 3; i < parameters.length; i++) {
        if (parameters.at[i] != '.' && parameters.at[i] != '0')
            return 0;
    }
    return 1;
}

int span_accepts(Span list, const char *coding)
{
    Span element;

    while (next_element(&list, &element)) {
        const char *mark = memchr(element.at, ';', element.length);
        size_t length = mark == NULL ? element.length : (size_t)(mark - element.at);
        if (span_is_nocase(span_trim((Span){ element.at, length }), coding))
            return mark == NULL
                   || !is_zero(span_trim((Span){ mark + 1, element.length - length - 1 }));
    }
    return 0;
}

int span_has_etag(Span list, const char *etag)
{
    Span element;

    while (next_element(&list, &element)) {
        if (element.length > 2 && memcmp(element.at, "W/", 2) == 0)
            element = (Span){ element.at + 2, element.length - 2 };
        if (span_is(element, etag) || span_is(element, "*"))
            return 1;
    }
    return 0;
}

/* ------------------------------------------------------------------------- */
/* Bytes                                                                     */
/* ------------------------------------------------------------------------- */

static int is_token_byte(unsigned char byte)
{
    return isalnum(byte) || (byte != '\0' && strchr("!#$%&'*+-.^_`|~", byte) != NULL);
}

static int is_control(unsigned char byte)
{
    return (byte < 0x20 && byte != '\t') || byte == 0x7F;
}

/* ------------------------------------------------------------------------- */
/* The end of the head                                                       */
/* ------------------------------------------------------------------------- */

static size_t first_line_start(const char *bytes, size_t length)
{
    return length >= 2 && bytes[0] == '\r' && bytes[1] == '\n' ? 2 : 0;
}

/* The error of a head that has not ended yet. */
static int refuse_length(const char *bytes, size_t length)
{
    size_t most = HTTP_TARGET_MAX + 32; /* method and version besides */
    size_t look = length < most ? length : most;

    if (length > most && memchr(bytes + 2, '\n', look - 2) == NULL)
        return 414;
    return length >= HTTP_HEAD_MAX ? 431 : HTTP_MORE;
}

int http_scan_head(const char *bytes, size_t length, size_t *scanned, size_t *size)
{
    size_t start = first_line_start(bytes, length);

    for (size_t i = *scanned; i < length && i < HTTP_HEAD_MAX; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        *scanned = i;
        if (byte == '\n') {
            if (i == 0 || bytes[i - 1] != '\r')
                return 400;
            if (i >= start + 3 && memcmp(bytes + i - 3, "\r\n\r\n", 4) == 0) {
                *size = i + 1;
                return HTTP_DONE;
            }
        } else if ((byte != '\r' && is_control(byte)) || (i > 0 && bytes[i - 1] == '\r')) {
            return 400;
        }
        *scanned = i + 1;
    }
    return refuse_length(bytes, length);
}

/* ------------------------------------------------------------------------- */
/* The request line                                                          */
/* ------------------------------------------------------------------------- */

/* Cuts a word off the line, up to the space that must follow it. */
static Span cut_word(Span *line)
{
    const char *space = line->length == 0 ? NULL : memchr(line->at, ' ', line->length);
    Span word = { NULL, 0 };

    if (space == NULL || space == line->at)
        return word;
    word = (Span){ line->at, (size_t)(space - line->at) };
    line->at += word.length + 1;
    line->length -= word.length + 1;
    return word;
}

/* "http://trains.example.org/x" becomes "/x". */
static Span cut_authority(Span target, HttpHead *head)
{
    size_t scheme = target.length > 8 && strncasecmp(target.at, "https://", 8) == 0  ? 8
                    : target.length > 7 && strncasecmp(target.at, "http://", 7) == 0 ? 7
                                                                                     : 0;
    if (scheme == 0)
        return target;
    Span rest = { target.at + scheme, target.length - scheme };
    const char *slash = memchr(rest.at, '/', rest.length);
    if (slash == NULL)
        return target;
    head->authority = (Span){ rest.at, (size_t)(slash - rest.at) };
    return (Span){ slash, rest.length - head->authority.length };
}

static int parse_target(Span target, HttpHead *head)
{
    if (target.length > HTTP_TARGET_MAX)
        return 414;
    for (size_t i = 0; i < target.length; i++) {
        unsigned char byte = (unsigned char)target.at[i];
        if (byte <= 0x20 || byte >= 0x7F || byte == '#' || byte == '\\')
            return 400;
    }
    target = cut_authority(target, head);
    if (target.at[0] != '/' && !span_is(target, "*"))
        return 400;
    const char *mark = memchr(target.at, '?', target.length);
    size_t path = mark == NULL ? target.length : (size_t)(mark - target.at);
    head->path = (Span){ target.at, path };
    head->query =
        mark == NULL ? (Span){ "", 0 } : (Span){ mark + 1, target.length - path - 1 };
    return HTTP_DONE;
}

static int parse_version(Span version, HttpHead *head)
{
    if (version.length != 8 || memcmp(version.at, "HTTP/", 5) != 0
        || !isdigit((unsigned char)version.at[5]) || version.at[6] != '.'
        || !isdigit((unsigned char)version.at[7]))
        return 400;
    if (version.at[5] != '1' || version.at[7] > '1')
        return 505;
    head->minor = version.at[7] == '0' ? 0 : 1;
    return HTTP_DONE;
}

static int parse_request_line(Span line, HttpHead *head)
{
    head->method = cut_word(&line);
    Span target = cut_word(&line);
    if (head->method.at == NULL || target.at == NULL || head->method.length > 32)
        return 400;
    for (size_t i = 0; i < head->method.length; i++) {
        if (!is_token_byte((unsigned char)head->method.at[i]))
            return 400;
    }
    /* The version first: the preface of HTTP/2 is refused as another version. */
    int status = parse_version(line, head);
    return status == HTTP_DONE ? parse_target(target, head) : status;
}

/* ------------------------------------------------------------------------- */
/* Fields                                                                    */
/* ------------------------------------------------------------------------- */

static const struct {
    const char *name;
    int may_repeat;
} KNOWN[FIELDS] = {
    [FIELD_HOST] = { "host", 0 },
    [FIELD_CONTENT_LENGTH] = { "content-length", 0 },
    [FIELD_TRANSFER_ENCODING] = { "transfer-encoding", 0 },
    [FIELD_CONNECTION] = { "connection", 1 },
    [FIELD_UPGRADE] = { "upgrade", 0 },
    [FIELD_EXPECT] = { "expect", 0 },
    [FIELD_ORIGIN] = { "origin", 0 },
    [FIELD_AUTHORIZATION] = { "authorization", 0 },
    [FIELD_COOKIE] = { "cookie", 0 },
    [FIELD_FORWARDED_FOR] = { "x-forwarded-for", 1 },
    [FIELD_ACCEPT_ENCODING] = { "accept-encoding", 1 },
    [FIELD_ACCEPT_LANGUAGE] = { "accept-language", 1 },
    [FIELD_IF_NONE_MATCH] = { "if-none-match", 1 },
    [FIELD_USER_AGENT] = { "user-agent", 1 },
    [FIELD_WS_KEY] = { "sec-websocket-key", 0 },
    [FIELD_WS_VERSION] = { "sec-websocket-version", 0 },
    [FIELD_WS_PROTOCOL] = { "sec-websocket-protocol", 0 },
};

static int keep_field(HttpHead *head, Span name, Span value)
{
    for (int field = 0; field < FIELDS; field++) {
        if (!span_is_nocase(name, KNOWN[field].name))
            continue;
        if (head->fields[field].at != NULL && !KNOWN[field].may_repeat)
            return 400;
        if (field == FIELD_CONNECTION) {
            head->must_close |= span_has_token(value, "close");
            head->wants_upgrade |= span_has_token(value, "upgrade");
        }
        head->fields[field] = value;
        break;
    }
    return HTTP_DONE;
}

/* The name ends right before the colon, and no line goes on with the one before. */
static int parse_field(Span line, HttpHead *head)
{
    const char *colon = memchr(line.at, ':', line.length);

    if (colon == NULL || colon == line.at)
        return 400;
    Span name = { line.at, (size_t)(colon - line.at) };
    for (size_t i = 0; i < name.length; i++) {
        if (!is_token_byte((unsigned char)name.at[i]))
            return 400;
    }
    Span value = { colon + 1, line.length - name.length - 1 };
    return keep_field(head, name, span_trim(value));
}

/* ------------------------------------------------------------------------- */
/* The body's length                                                         */
/* ------------------------------------------------------------------------- */

static int parse_length(Span value, uint64_t *length)
{
    enum { DIGITS_MAX = 18 }; /* far below 2^64 */

    if (value.length == 0 || value.length > DIGITS_MAX)
        return 400;
    *length = 0;
    for (size_t i = 0; i < value.length; i++) {
        if (!isdigit((unsigned char)value.at[i]))
            return 400;
        *length = *length * 10 + (uint64_t)(value.at[i] - '0');
    }
    return HTTP_DONE;
}

static int parse_framing(HttpHead *head)
{
    Span coding = head->fields[FIELD_TRANSFER_ENCODING];
    Span length = head->fields[FIELD_CONTENT_LENGTH];

    if (coding.at != NULL) {
        if (length.at != NULL || head->minor == 0)
            return 400;
        if (!span_is_nocase(coding, "chunked"))
            return 501;
        head->is_chunked = 1;
    } else if (length.at != NULL) {
        return parse_length(length, &head->body_length);
    }
    return HTTP_DONE;
}

static int parse_rest(HttpHead *head)
{
    Span expect = head->fields[FIELD_EXPECT];

    if (head->minor == 0)
        head->must_close = 1;
    if (head->minor == 1 && head->fields[FIELD_HOST].at == NULL)
        return 400;
    if (head->authority.at != NULL
        && !span_is_same(head->authority, head->fields[FIELD_HOST]))
        return 400;
    if (expect.at != NULL && head->minor == 1) {
        if (!span_is_nocase(expect, "100-continue"))
            return 417;
        head->expects_continue = 1;
    }
    return parse_framing(head);
}

int http_parse_head(const char *bytes, size_t size, HttpHead *head)
{
    size_t at = first_line_start(bytes, size);
    int count = 0;

    *head = (HttpHead){ .minor = 1 };
    for (;;) {
        const char *end = memchr(bytes + at, '\r', size - at);
        if (end == NULL)
            return 400;
        Span line = { bytes + at, (size_t)(end - bytes) - at };
        if (line.length == 0 && count > 0)
            return parse_rest(head);
        int status = count == 0 ? parse_request_line(line, head) : parse_field(line, head);
        if (status != HTTP_DONE)
            return status;
        if (++count > HTTP_FIELDS_MAX + 1)
            return 431;
        at += line.length + 2;
        if (at >= size)
            return 400;
    }
}

static int hex_value(unsigned char byte)
{
    if (isdigit(byte))
        return byte - '0';
    return isxdigit(byte) ? tolower(byte) - 'a' + 10 : -1;
}

int http_decode(Span span, char *out, size_t size)
{
    size_t length = 0;

    out[0] = '\0';
    for (size_t i = 0; i < span.length; i++) {
        int byte = (unsigned char)span.at[i];
        if (byte == '%') {
            int high = i + 2 < span.length ? hex_value((unsigned char)span.at[i + 1]) : -1;
            int low = high < 0 ? -1 : hex_value((unsigned char)span.at[i + 2]);
            if (low < 0)
                return 0;
            byte = high * 16 + low;
            i += 2;
        }
        if (byte < 0x20 || byte == 0x7F || length + 1 >= size) {
            out[0] = '\0';
            return 0;
        }
        out[length++] = (char)byte;
    }
    out[length] = '\0';
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Chunks                                                                    */
/* ------------------------------------------------------------------------- */

enum { CHUNK_LINE_MAX = 256, TRAILER_MAX = 4096, SIZE_DIGITS_MAX = 8 };

static int end_size_line(Chunks *chunks)
{
    if (chunks->digits == 0 || chunks->extension == EXTENSION_QUOTED
        || chunks->extension == EXTENSION_ESCAPED)
        return 400;
    chunks->state = chunks->left > 0 ? CHUNK_DATA : CHUNK_TRAILER;
    chunks->digits = 0;
    chunks->extension = EXTENSION_NONE;
    return HTTP_MORE;
}

/* ;name, ;name=token or ;name="quoted". Where a quoted text would end elsewhere for
 * another reader, so would the line: every quote is closed on its own line. */
static int take_extension_byte(Chunks *chunks, unsigned char byte)
{
    switch (chunks->extension) {
    case EXTENSION_ESCAPED:
        chunks->extension = EXTENSION_QUOTED;
        return HTTP_MORE;
    case EXTENSION_QUOTED:
        if (byte == '"')
            chunks->extension = EXTENSION_PLAIN;
        else if (byte == '\\')
            chunks->extension = EXTENSION_ESCAPED;
        return HTTP_MORE;
    default:
        break;
    }
    if (byte == '"' && chunks->extension == EXTENSION_VALUE)
        chunks->extension = EXTENSION_QUOTED;
    else if (byte == '=')
        chunks->extension = EXTENSION_VALUE;
    else if (byte == ';' || is_token_byte(byte))
        chunks->extension = EXTENSION_PLAIN;
    else if (byte != ' ' && byte != '\t')
        return 400;
    return HTTP_MORE;
}

static int take_size_byte(Chunks *chunks, unsigned char byte)
{
    int digit = hex_value(byte);

    if (chunks->extension != EXTENSION_NONE || (byte == ';' && chunks->digits > 0))
        return take_extension_byte(chunks, byte);
    if (digit < 0 || ++chunks->digits > SIZE_DIGITS_MAX)
        return 400;
    chunks->left = chunks->left * 16 + (uint64_t)digit;
    return HTTP_MORE;
}

/* The end of a line: CR and LF. */
static int end_line(Chunks *chunks)
{
    int line = chunks->line;

    chunks->line = 0;
    switch (chunks->state) {
    case CHUNK_SIZE:
        return end_size_line(chunks);
    case CHUNK_DATA_END:
        chunks->state = CHUNK_SIZE;
        return HTTP_MORE;
    default:
        if (line == 0)
            chunks->state = CHUNK_DONE;
        else if (!chunks->has_colon)
            return 400;
        chunks->has_colon = 0;
        return line == 0 ? HTTP_DONE : HTTP_MORE;
    }
}

/* A trailer is a header field: a name, right behind it a colon. */
static int take_trailer_byte(Chunks *chunks, unsigned char byte)
{
    if (!chunks->has_colon && byte != ':' && !is_token_byte(byte))
        return 400;
    chunks->has_colon |= byte == ':' && chunks->line > 1;
    return ++chunks->trailer > TRAILER_MAX || (byte == ':' && !chunks->has_colon)
               ? 400
               : HTTP_MORE;
}

static int take_line_byte(Chunks *chunks, unsigned char byte)
{
    if (chunks->has_cr) {
        chunks->has_cr = 0;
        return byte == '\n' ? end_line(chunks) : 400;
    }
    if (byte == '\r') {
        chunks->has_cr = 1;
        return HTTP_MORE;
    }
    if (is_control(byte) || chunks->state == CHUNK_DATA_END
        || ++chunks->line > CHUNK_LINE_MAX)
        return 400;
    if (chunks->state == CHUNK_SIZE)
        return take_size_byte(chunks, byte);
    return take_trailer_byte(chunks, byte);
}

static size_t take_data(Chunks *chunks, char *to, const char *from, size_t length)
{
    size_t taken = chunks->left < length ? (size_t)chunks->left : length;

    memmove(to, from, taken);
    chunks->left -= taken;
    if (chunks->left == 0)
        chunks->state = CHUNK_DATA_END;
    return taken;
}

int http_take_chunks(Chunks *chunks, char *bytes, size_t length, size_t *used, size_t *data)
{
    int status = HTTP_MORE;
    size_t at = 0;

    *data = 0;
    while (at < length && status == HTTP_MORE) {
        if (chunks->state == CHUNK_DATA) {
            size_t taken = take_data(chunks, bytes + *data, bytes + at, length - at);
            at += taken;
            *data += taken;
        } else {
            status = take_line_byte(chunks, (unsigned char)bytes[at++]);
        }
    }
    *used = at;
    return status;
}
