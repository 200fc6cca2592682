/* test_http_parse.c: request heads and chunked bodies: what is parsed, what is refused,
 * and that splitting the input makes no difference. */
#include "edge/http_parse.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "GET /api/1/tables?mine=1 HTTP/1.1\r\nHost: localhost:8930\r\n"

/* HTTP_MORE, HTTP_DONE or a status. The text must outlive the head. */
static int read_head(const char *text, HttpHead *head)
{
    size_t scanned = 0, size = 0;
    int status = http_scan_head(text, strlen(text), &scanned, &size);

    return status == HTTP_DONE ? http_parse_head(text, size, head) : status;
}

static int status_of(const char *text)
{
    HttpHead head;

    return read_head(text, &head);
}

Test(http_parse, a_request_is_read)
{
    HttpHead head;

    cr_assert_eq(read_head(HEAD "X: y\r\nCookie:  a=b \r\n\r\n", &head), HTTP_DONE);
    cr_assert(span_is(head.method, "GET"));
    cr_assert(span_is(head.path, "/api/1/tables"));
    cr_assert(span_is(head.query, "mine=1"));
    cr_assert(span_is(head.fields[FIELD_HOST], "localhost:8930"));
    cr_assert(span_is(head.fields[FIELD_COOKIE], "a=b"));
    cr_assert_null(head.fields[FIELD_ORIGIN].at);
    cr_assert_not(head.must_close);
}

Test(http_parse, one_byte_at_a_time_is_the_same)
{
    static const char TEXT[] = "\r\n" HEAD "A: b\r\n\r\nGET /next";
    size_t whole = sizeof TEXT - 1 - strlen("GET /next"), scanned = 0, size = 0;

    for (size_t length = 1; length < whole; length++)
        cr_assert_eq(http_scan_head(TEXT, length, &scanned, &size), HTTP_MORE, "%zu",
                     length);
    cr_assert_eq(http_scan_head(TEXT, whole, &scanned, &size), HTTP_DONE);
    cr_assert_eq(size, whole);
}

Test(http_parse, what_is_wrong_is_refused)
{
    static const struct {
        const char *what, *text;
        int status;
    } WRONG[] = {
        { "bare LF", "GET / HTTP/1.1\nHost: x\n\n", 400 },
        { "CR alone", "GET / HTTP/1.1\rHost: x\r\n\r\n", 400 },
        { "control byte", HEAD "A: \x01\r\n\r\n", 400 },
        { "folded field", HEAD "A: b\r\n c\r\n\r\n", 400 },
        { "space before colon", HEAD "A : b\r\n\r\n", 400 },
        { "no colon", HEAD "A\r\n\r\n", 400 },
        { "no name", HEAD ": b\r\n\r\n", 400 },
        { "no host", "GET / HTTP/1.1\r\n\r\n", 400 },
        { "two hosts", HEAD "Host: localhost:8930\r\n\r\n", 400 },
        { "two origins", HEAD "Origin: a\r\nOrigin: b\r\n\r\n", 400 },
        { "no version", "GET /\r\n\r\n", 400 },
        { "two spaces", "GET  / HTTP/1.1\r\nHost: x\r\n\r\n", 400 },
        { "space at the end", "GET / HTTP/1.1 \r\nHost: x\r\n\r\n", 400 },
        { "whole URL of another", "GET http://x/ HTTP/1.1\r\nHost: y\r\n\r\n", 400 },
        { "whole URL without Host", "GET http://x/ HTTP/1.0\r\n\r\n", 400 },
        { "whole URL without a path", "GET http://x HTTP/1.1\r\nHost: x\r\n\r\n", 400 },
        { "bytes in the path", "GET /\xC3\xA9 HTTP/1.1\r\nHost: x\r\n\r\n", 400 },
        { "fragment", "GET /#a HTTP/1.1\r\nHost: x\r\n\r\n", 400 },
        { "method", "G@T / HTTP/1.1\r\nHost: x\r\n\r\n", 400 },
        { "HTTP/2", "PRI * HTTP/2.0\r\n\r\n", 505 },
        { "HTTP/1.10", "GET / HTTP/1.10\r\nHost: x\r\n\r\n", 400 },
        { "other expectation", HEAD "Expect: tea\r\n\r\n", 417 },
    };

    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        cr_assert_eq(status_of(WRONG[i].text), WRONG[i].status, "%s: %d", WRONG[i].what,
                     status_of(WRONG[i].text));
}

Test(http_parse, lengths_that_proxies_may_read_in_another_way_are_refused)
{
    static const struct {
        const char *fields;
        int status;
    } CASES[] = {
        { "Content-Length: 5\r\n", HTTP_DONE },
        { "Content-Length: 0\r\n", HTTP_DONE },
        { "Content-Length: \r\n", 400 },
        { "Content-Length: -1\r\n", 400 },
        { "Content-Length: +5\r\n", 400 },
        { "Content-Length: 0x5\r\n", 400 },
        { "Content-Length: 5, 5\r\n", 400 },
        { "Content-Length: 5\r\nContent-Length: 6\r\n", 400 },
        { "Content-Length: 18446744073709551621\r\n", 400 },
        { "Transfer-Encoding: chunked\r\n", HTTP_DONE },
        { "Transfer-Encoding: Chunked\r\n", HTTP_DONE },
        { "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", 400 },
        { "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", 400 },
        { "Transfer-Encoding: gzip, chunked\r\n", 501 },
        { "Transfer-Encoding: \x0B"
          "chunked\r\n",
          400 },
        { "Transfer-Encoding: identity\r\n", 501 },
    };
    char text[512];

    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        snprintf(text, sizeof text, HEAD "%s\r\n", CASES[i].fields);
        cr_assert_eq(status_of(text), CASES[i].status, "%s", CASES[i].fields);
    }
    cr_assert_eq(status_of("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"), 400);
}

/* A head with one field of this many letters. */
static int status_with_field(size_t letters)
{
    char *text = calloc(1, letters + 200);

    strcpy(text, HEAD "A: ");
    memset(text + strlen(text), 'x', letters);
    strcat(text, "\r\n\r\n");
    int status = status_of(text);
    free(text);
    return status;
}

Test(http_parse, what_is_too_long_is_refused)
{
    char target[HTTP_TARGET_MAX + 200] = "GET /";
    char many[HTTP_FIELDS_MAX * 8 + 200] = HEAD;

    cr_assert_eq(status_with_field(HTTP_HEAD_MAX / 2), HTTP_DONE);
    cr_assert_eq(status_with_field(HTTP_HEAD_MAX), 431);
    memset(target + 5, 'x', HTTP_TARGET_MAX);
    strcat(target, " HTTP/1.1\r\nHost: x\r\n\r\n");
    cr_assert_eq(status_of(target), 414);
    for (int i = 0; i < HTTP_FIELDS_MAX + 1; i++)
        strcat(many, "A: b\r\n");
    strcat(many, "\r\n");
    cr_assert_eq(status_of(many), 431);
}

Test(http_parse, connections_end_when_asked)
{
    HttpHead head;

    cr_assert_eq(read_head(HEAD "Connection: keep-alive, Close\r\n\r\n", &head), HTTP_DONE);
    cr_assert(head.must_close);
    cr_assert_eq(read_head("GET / HTTP/1.0\r\n\r\n", &head), HTTP_DONE);
    cr_assert(head.must_close);
    cr_assert_eq(read_head(HEAD "Connection: a\r\nConnection: Upgrade\r\n\r\n", &head),
                 HTTP_DONE);
    cr_assert(head.wants_upgrade);
}

Test(http_parse, escapes_are_decoded_and_control_bytes_refused)
{
    char out[16];

    cr_assert(http_decode((Span){ "a%2Fb%20", 8 }, out, sizeof out));
    cr_assert_str_eq(out, "a/b ");
    cr_assert_not(http_decode((Span){ "%00", 3 }, out, sizeof out));
    cr_assert_not(http_decode((Span){ "%0a", 3 }, out, sizeof out));
    cr_assert_not(http_decode((Span){ "%4", 2 }, out, sizeof out));
    cr_assert_not(http_decode((Span){ "%zz", 3 }, out, sizeof out));
    cr_assert_not(http_decode((Span){ "0123456789abcdef", 16 }, out, sizeof out));
}

/* ------------------------------------------------------------------------- */
/* Chunks                                                                    */
/* ------------------------------------------------------------------------- */

/* Decodes the input in pieces of this many bytes. */
static int decode(const char *text, size_t piece, char *out, size_t *rest)
{
    Chunks chunks = { .state = CHUNK_SIZE };
    size_t length = strlen(text), at = 0, written = 0;
    int status = HTTP_MORE;

    while (at < length && status == HTTP_MORE) {
        char bytes[64];
        size_t size = length - at < piece ? length - at : piece, used, data;
        memcpy(bytes, text + at, size);
        status = http_take_chunks(&chunks, bytes, size, &used, &data);
        memcpy(out + written, bytes, data);
        written += data;
        at += used;
    }
    out[written] = '\0';
    *rest = length - at;
    return status;
}

Test(chunks, are_decoded_in_pieces_of_any_size)
{
    static const char TEXT[] =
        "5\r\nhello\r\n7;name=value\r\n, world\r\n0\r\nA: b\r\n\r\nGET";
    char out[64];
    size_t rest;

    for (size_t piece = 1; piece < sizeof TEXT; piece++) {
        cr_assert_eq(decode(TEXT, piece, out, &rest), HTTP_DONE, "%zu", piece);
        cr_assert_str_eq(out, "hello, world");
        cr_assert_eq(rest, 3);
    }
}

Test(chunks, that_are_wrong_are_refused)
{
    static const char *const WRONG[] = {
        "\r\n",          "x\r\n",    "-1\r\n",       "0x5\r\n",        " 5\r\n",
        "5 \r\n",        "5\nhello", "5\r\nhello!",  "5\r\nhello\n",   "5\r\nhello\rx",
        "100000000\r\n", ";a\r\n",   "0\r\nA: \x01", "5\r\rhello\r\n",
    };
    char out[64];
    size_t rest;

    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        cr_assert_eq(decode(WRONG[i], 3, out, &rest), 400, "%s", WRONG[i]);
}

/* ------------------------------------------------------------------------- */
/* Lists                                                                     */
/* ------------------------------------------------------------------------- */

static Span span_of(const char *text)
{
    return (Span){ text, strlen(text) };
}

Test(http_lists, codings_that_are_accepted)
{
    cr_expect(span_accepts(span_of("gzip, deflate, br"), "br"));
    cr_expect(span_accepts(span_of("gzip;q=0.5,BR ; q=0.1"), "br"));
    cr_expect(span_accepts(span_of("br"), "br"));
    cr_expect_not(span_accepts(span_of("br;q=0"), "br"));
    cr_expect_not(span_accepts(span_of("gzip, br; q=0.000"), "br"));
    cr_expect_not(span_accepts(span_of("brotli, xbr"), "br"));
    cr_expect_not(span_accepts(span_of(""), "br"));
}

Test(http_lists, entity_tags_that_are_known)
{
    cr_expect(span_has_etag(span_of("\"a\""), "\"a\""));
    cr_expect(span_has_etag(span_of("\"b\", W/\"a\""), "\"a\""));
    cr_expect(span_has_etag(span_of("*"), "\"a\""));
    cr_expect_not(span_has_etag(span_of("x\"a\"x"), "\"a\""));
    cr_expect_not(span_has_etag(span_of("\"aa\""), "\"a\""));
    cr_expect_not(span_has_etag(span_of(""), "\"a\""));
}
