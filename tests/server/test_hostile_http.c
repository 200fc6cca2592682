/* test_hostile_http.c: malformed, ambiguous and smuggled requests, each by name, in one
 * packet and byte by byte. Every request gets at most one reply, bytes after a refused
 * request are never read as another, and the server goes on. */
#define _GNU_SOURCE
#include "raw.h"
#include "raw_requests.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

HOUSE_SUITE(hostile_http, HOUSE_OPEN);

#define CHECK_ALL(cases) raw_check_all(house, cases, sizeof(cases) / sizeof *(cases))

/* ------------------------------------------------------------------------- */
/* Bodies                                                                    */
/* ------------------------------------------------------------------------- */

Test(hostile_http, bodies_where_none_belongs)
{
    static const RawCase CASES[] = {
        RAW_CASE("GET without a body", GET "\r\n", "200 open"),
        RAW_CASE("GET with a body of no bytes", GET "Content-Length: 0\r\n\r\n",
                 "200 open"),
        RAW_CASE("GET with a body",
                 "GET /api/1/tables HTTP/1.1\r\nHost: @\r\nContent-Length: 1\r\n\r\nx",
                 "4xx close"),
        RAW_CASE("GET of the page with a body",
                 "GET / HTTP/1.1\r\nHost: @\r\nContent-Length: 1\r\n\r\nx", "4xx close"),
        RAW_CASE("GET of nothing with a body",
                 "GET /no.thing HTTP/1.1\r\nHost: @\r\nContent-Length: 1\r\n\r\nx",
                 "4xx close"),
        RAW_CASE("GET with a body in chunks", GET CHUNKED "\r\n1\r\nx\r\n0\r\n\r\n",
                 "4xx close"),
        RAW_CASE("GET with a body that looks like a request",
                 GET "Content-Length: 44\r\n\r\n" GET "\r\n", "4xx close"),
        RAW_CASE("GET with a body that never comes", GET "Content-Length: 10\r\n\r\n",
                 "4xx close"),
        RAW_CASE("HEAD with a body",
                 "HEAD /api/1/hello HTTP/1.1\r\nHost: @\r\nContent-Length: 1\r\n\r\nx",
                 "4xx- close"),
        RAW_CASE("HEAD with a body in chunks",
                 "HEAD /api/1/hello HTTP/1.1\r\nHost: @\r\n" CHUNKED
                 "\r\n1\r\nx\r\n0\r\n\r\n",
                 "4xx- close"),
        RAW_CASE("OPTIONS", "OPTIONS /api/1/hello HTTP/1.1\r\nHost: @\r\n\r\n", "405"),
        RAW_CASE("OPTIONS of everything", "OPTIONS * HTTP/1.1\r\nHost: @\r\n\r\n", "4xx"),
        RAW_CASE("OPTIONS with a body",
                 "OPTIONS /api/1/hello HTTP/1.1\r\nHost: @\r\nContent-Length: 1\r\n\r\nx",
                 "4xx close"),
        RAW_CASE("PUT with a body",
                 "PUT /api/1/guest HTTP/1.1\r\nHost: @\r\nContent-Length: 14\r\n\r\n" ADA,
                 "4xx close"),
        RAW_CASE("PUT with a body in chunks",
                 "PUT /api/1/guest HTTP/1.1\r\nHost: @\r\n" CHUNKED "\r\ne\r\n" ADA
                 "\r\n0\r\n\r\n",
                 "4xx close"),
        RAW_CASE("DELETE with a body",
                 "DELETE /api/1/guest HTTP/1.1\r\nHost: @\r\nContent-Length: 1\r\n\r\nx",
                 "4xx close"),
        RAW_CASE("DELETE without a body", "DELETE /api/1/hello HTTP/1.1\r\nHost: @\r\n\r\n",
                 "405"),
        RAW_CASE("TRACE shows nothing", "TRACE / HTTP/1.1\r\nHost: @\r\nX: y\r\n\r\n",
                 "4xx"),
        RAW_CASE("CONNECT", "CONNECT example.org:80 HTTP/1.1\r\nHost: @\r\n\r\n",
                 "4xx close"),
        RAW_CASE("a method that nobody knows", "BREW / HTTP/1.1\r\nHost: @\r\n\r\n", "4xx"),
        RAW_CASE("POST of nothing", POST_TO("/api/1/logout") "Content-Length: 0\r\n\r\n",
                 "200 open"),
        RAW_CASE("POST without a length", POST_TO("/api/1/logout") "\r\n", "200 open"),
        RAW_CASE("POST to the page", POST_TO("/") "Content-Length: 2\r\n\r\n{}", "4xx"),
    };

    CHECK_ALL(CASES);
}

Test(hostile_http, bodies_after_the_answer)
{
    static const RawCase CASES[] = {
        RAW_CASE("bytes behind GET", GET "\r\nxx\r\n\r\n", "200 4xx? close"),
        RAW_CASE("bytes behind POST", GUEST_ADA "xx\r\n\r\n", "200 4xx? close"),
        RAW_CASE("JSON behind GET", GET "\r\n" ADA "\r\n\r\n", "200 4xx? close"),
        RAW_CASE("a body longer than announced",
                 GUEST "Content-Length: 14\r\n\r\n" ADA "}}}}\r\n\r\n", "200 4xx? close"),
        RAW_CASE("empty lines behind GET", GET "\r\n\r\n\r\n", "200"),
        RAW_CASE("a request after Connection: close",
                 GET "Connection: close\r\n\r\n" GET "\r\n", "200 close"),
    };

    CHECK_ALL(CASES);
}

Test(hostile_http, a_body_that_waits_to_be_asked_for)
{
    Raw raw = raw_open(house, NULL);

    raw_send_text(&raw, GUEST "Expect: 100-continue\r\nContent-Length: 14\r\n\r\n");
    cr_expect_eq(raw_status(&raw), 100);
    raw_send_text(&raw, ADA);
    cr_expect_eq(raw_status(&raw), 200);
    raw_close(&raw);
}

/* The body of a request arrives after its reply. */
Test(hostile_http, a_body_in_a_packet_after_the_answer)
{
    Raw raw = raw_open(house, NULL);

    raw_send_text(&raw,
                  "GET /api/1/tables HTTP/1.1\r\nHost: @\r\nContent-Length: 5\r\n\r\n");
    cr_expect_eq(raw_status(&raw) / 100, 4);
    raw_send_text(&raw, "xxxxx");
    raw_send_text(&raw,
                  "POST /api/1/logout HTTP/1.1\r\nHost: @\r\nContent-Length: 2\r\n\r\n{}");
    cr_expect(raw_is_closed(&raw, PATIENCE_MS));
    cr_expect_eq(raw.in.length, 0, "%.100s", raw.in.bytes);
    raw_close(&raw);
    raw_check_alive(house, "a late body");
}

Test(hostile_http, chunked_posts)
{
    static const RawCase CASES[] = {
        RAW_CASE("one chunk", GUEST CHUNKED "\r\ne\r\n" ADA "\r\n0\r\n\r\n", "200 open"),
        RAW_CASE("a chunk for each letter",
                 GUEST CHUNKED
                 "\r\n1\r\n{\r\n1\r\n\"\r\n4\r\nname\r\n8\r\n\":\"Ada\"}\r\n0\r\n\r\n",
                 "200 open"),
        RAW_CASE("sizes in capitals and with zeros",
                 GUEST CHUNKED "\r\n000E\r\n" ADA "\r\n000\r\n\r\n", "200 open"),
        RAW_CASE("an extension", GUEST CHUNKED "\r\ne;a=b\r\n" ADA "\r\n0;c\r\n\r\n",
                 "200 open"),
        RAW_CASE("a quoted extension",
                 GUEST CHUNKED "\r\ne;a=\"b;\\\" \";c\r\n" ADA "\r\n0\r\n\r\n", "200 open"),
        RAW_CASE("a trailer", GUEST CHUNKED "\r\ne\r\n" ADA "\r\n0\r\nX-T: y\r\n\r\n",
                 "200 open"),
        RAW_CASE("a trailer that is a length",
                 GUEST CHUNKED "\r\ne\r\n" ADA "\r\n0\r\nContent-Length: 99\r\n\r\n",
                 "xxx"),
        RAW_CASE("a coding in capitals",
                 GUEST "Transfer-Encoding: Chunked\r\n\r\ne\r\n" ADA "\r\n0\r\n\r\n",
                 "200 open"),
        RAW_CASE("two chunked POSTs",
                 GUEST CHUNKED "\r\ne\r\n" ADA "\r\n0\r\n\r\n" GUEST CHUNKED "\r\ne\r\n" ADA
                               "\r\n0\r\n\r\n",
                 "200 200 open"),
        RAW_CASE("no chunk at all", POST_TO("/api/1/logout") CHUNKED "\r\n0\r\n\r\n",
                 "200 open"),
    };

    CHECK_ALL(CASES);
}

#define BAD_SIZE(name, size)                                                               \
    RAW_CASE(name, GUEST CHUNKED "\r\n" size "\r\n" ADA "\r\n0\r\n\r\n" GET "\r\n",        \
             "4xx close")

Test(hostile_http, bad_chunks)
{
    static const RawCase CASES[] = {
        BAD_SIZE("a size that is no number", "g"),
        BAD_SIZE("a negative size", "-1"),
        BAD_SIZE("a size with a sign", "+e"),
        BAD_SIZE("a size with 0x", "0xe"),
        BAD_SIZE("no size", ""),
        BAD_SIZE("a size behind a space", " e"),
        BAD_SIZE("a size of 64 bits", "ffffffffffffffff"),
        BAD_SIZE("a size of more than 64 bits", "1000000000000000e"),
        BAD_SIZE("a size of 32 bits", "ffffffff"),
        BAD_SIZE("a NUL in the size", "e\0"),
        BAD_SIZE("a size that is too small", "d"),
        BAD_SIZE("an extension with an open quote", "e;a=\"b"),
        BAD_SIZE("an extension whose quote is escaped", "e;a=\"b\\\""),
        BAD_SIZE("an extension with a quote in its name", "e;a\""),
        BAD_SIZE("an extension with a bracket", "e;a=(b)"),
        BAD_SIZE("an extension without a size", ";a=b"),
        RAW_CASE("no line end behind the chunk",
                 GUEST CHUNKED "\r\ne\r\n" ADA "0\r\n\r\n\r\n\r\n", "4xx close"),
        RAW_CASE("a trailer with a NUL",
                 GUEST CHUNKED "\r\ne\r\n" ADA "\r\n0\r\nX: \0\r\n\r\n", "4xx close"),
        RAW_CASE("a trailer that is a request",
                 GUEST CHUNKED "\r\ne\r\n" ADA "\r\n0\r\nGET / HTTP/1.1\r\n\r\n" GET "\r\n",
                 "400 close"),
        RAW_CASE("a trailer without a name",
                 GUEST CHUNKED "\r\ne\r\n" ADA "\r\n0\r\n: x\r\n\r\n", "400 close"),
        RAW_CASE("a trailer that is folded",
                 GUEST CHUNKED "\r\ne\r\n" ADA "\r\n0\r\nX: y\r\n z: x\r\n\r\n",
                 "400 close"),
        RAW_CASE("chunks and a length",
                 GUEST CHUNKED "Content-Length: 14\r\n\r\ne\r\n" ADA "\r\n0\r\n\r\n",
                 "400 close"),
        RAW_CASE("a length and chunks",
                 GUEST "Content-Length: 4\r\n" CHUNKED "\r\ne\r\n" ADA "\r\n0\r\n\r\n",
                 "400 close"),
        RAW_CASE("chunked twice",
                 GUEST "Transfer-Encoding: chunked, chunked\r\n\r\ne\r\n" ADA
                       "\r\n0\r\n\r\n",
                 "xxx close"),
        RAW_CASE("two codings",
                 GUEST "Transfer-Encoding: gzip, chunked\r\n\r\ne\r\n" ADA "\r\n0\r\n\r\n",
                 "xxx close"),
        RAW_CASE("chunked on two lines",
                 GUEST CHUNKED CHUNKED "\r\ne\r\n" ADA "\r\n0\r\n\r\n", "4xx close"),
        RAW_CASE("a coding that nobody knows",
                 GUEST "Transfer-Encoding: xchunked\r\n\r\ne\r\n" ADA "\r\n0\r\n\r\n",
                 "xxx close"),
        RAW_CASE("identity", GUEST "Transfer-Encoding: identity\r\n\r\n" ADA, "xxx close"),
        RAW_CASE("a coding by a vertical tab",
                 GUEST "Transfer-Encoding: \x0B"
                       "chunked\r\n\r\ne\r\n" ADA "\r\n0\r\n\r\n",
                 "4xx close"),
        RAW_CASE("chunks over HTTP/1.0",
                 "POST /api/1/guest HTTP/1.0\r\nHost: @\r\nOrigin: http://@\r\n" CHUNKED
                 "\r\ne\r\n" ADA "\r\n0\r\n\r\n",
                 "4xx close"),
    };

    CHECK_ALL(CASES);
}

#define BAD_LENGTH(name, length)                                                           \
    RAW_CASE(name, GUEST "Content-Length: " length "\r\n\r\n" ADA GET "\r\n", "4xx close")

Test(hostile_http, bad_lengths)
{
    static const RawCase CASES[] = {
        RAW_CASE("a length with spaces", GUEST "Content-Length:  \t14 \r\n\r\n" ADA,
                 "200 open"),
        BAD_LENGTH("a negative length", "-1"),
        BAD_LENGTH("a length with a sign", "+14"),
        BAD_LENGTH("a length with a letter", "14a"),
        BAD_LENGTH("a length in hexadecimal", "0xe"),
        BAD_LENGTH("a length with a point", "14.0"),
        BAD_LENGTH("two numbers", "14 14"),
        BAD_LENGTH("a list of lengths", "14, 15"),
        BAD_LENGTH("no length", ""),
        BAD_LENGTH("a length of 20 digits", "99999999999999999999"),
        BAD_LENGTH("2^64 and 14", "18446744073709551630"),
        BAD_LENGTH("2^32 and 14", "4294967310"),
        BAD_LENGTH("2^63", "9223372036854775808"),
        BAD_LENGTH("a NUL", "14\0"),
        RAW_CASE("a length of 65,537: 413", GUEST "Content-Length: 65537\r\n\r\n",
                 "413 close"),
        RAW_CASE("two lengths",
                 GUEST "Content-Length: 14\r\nContent-Length: 15\r\n\r\n" ADA, "400 close"),
        RAW_CASE("the same length twice",
                 GUEST "Content-Length: 14\r\nContent-Length: 14\r\n\r\n" ADA GET "\r\n",
                 "400 close"),
        RAW_CASE("a second length behind a space",
                 GUEST "Content-Length: 14\r\nContent-Length : 15\r\n\r\n" ADA,
                 "400 close"),
    };

    CHECK_ALL(CASES);
}

/* ------------------------------------------------------------------------- */
/* Heads                                                                     */
/* ------------------------------------------------------------------------- */

Test(hostile_http, strange_headers)
{
    static const RawCase CASES[] = {
        RAW_CASE("names of one letter", GET "a: 1\r\nB: 2\r\nc:3\r\nz:\r\n\r\n",
                 "200 open"),
        RAW_CASE("one letter before the Host",
                 "GET /api/1/hello HTTP/1.1\r\nx: y\r\nHost: @\r\n\r\n", "200 open"),
        RAW_CASE("one letter on POST",
                 GUEST "c: d\r\nContent-Length: 14\r\ne: f\r\n\r\n" ADA, "200 open"),
        RAW_CASE("every letter",
                 GET "a:1\r\nb:1\r\nc:1\r\nd:1\r\ne:1\r\nf:1\r\ng:1\r\nh:1\r\ni:1\r\n"
                     "j:1\r\nk:1\r\nl:1\r\nm:1\r\nn:1\r\no:1\r\np:1\r\nq:1\r\nr:1\r\n"
                     "s:1\r\nt:1\r\nu:1\r\nv:1\r\nw:1\r\nx:1\r\ny:1\r\n\r\n",
                 "200 open"),
        RAW_CASE("the beginning of a known name", GET "Hos: x\r\nCont: y\r\n\r\n",
                 "200 open"),
        RAW_CASE("a known name and more", GET "Hostess: x\r\nAcceptx: y\r\n\r\n",
                 "200 open"),
        RAW_CASE("signs in a name", GET "!#$%&'*+-.^_`|~: x\r\n\r\n", "200 open"),
        RAW_CASE("bytes above 127 in a value", GET "X: \xC3\xA9\xFF\r\n\r\n", "xxx"),
        RAW_CASE("no name", GET ": x\r\n\r\n", "4xx close"),
        RAW_CASE("a space before the colon", GET "X : y\r\n\r\n", "4xx close"),
        RAW_CASE("a tab before the colon", GET "X\t: y\r\n\r\n", "4xx close"),
        RAW_CASE("a space in a name", GET "X Y: z\r\n\r\n", "4xx close"),
        RAW_CASE("no colon", GET "nothing\r\n\r\n", "4xx close"),
        RAW_CASE("a value on two lines", GET "X: y\r\n z\r\n\r\n", "4xx close"),
        RAW_CASE("a value on two lines, by a tab", GET "X: y\r\n\tz\r\n\r\n", "4xx close"),
        RAW_CASE("a first header that is folded",
                 "GET /api/1/hello HTTP/1.1\r\n X: y\r\nHost: @\r\n\r\n", "4xx close"),
        RAW_CASE("a NUL in a value", GET "X: y\0z\r\n\r\n", "4xx close"),
        RAW_CASE("a NUL in a name", GET "X\0Y: z\r\n\r\n", "4xx close"),
        RAW_CASE("a control byte in a value", GET "X: y\x01z\r\n\r\n", "4xx close"),
        RAW_CASE("DEL in a value", GET "X: y\x7Fz\r\n\r\n", "4xx close"),
        RAW_CASE("a control byte in a name", GET "X\x02: z\r\n\r\n", "4xx close"),
        RAW_CASE("a bracket in a name", GET "X(Y): z\r\n\r\n", "4xx close"),
        RAW_CASE("a CR alone in a value", GET "X: y\rZ: a\r\n\r\n", "4xx close"),
        RAW_CASE("a CR at the end of a value", GET "X: y\r\r\n\r\n", "4xx close"),
        RAW_CASE("lines that end in LF",
                 "GET /api/1/hello HTTP/1.1\nHost: @\n\n" GET "\r\n", "4xx close"),
        RAW_CASE("one line that ends in LF", GET "X: y\nZ: a\r\n\r\n", "4xx close"),
        RAW_CASE("an empty line that is LF", GET "\n" GET "\r\n", "4xx close"),
    };

    CHECK_ALL(CASES);
}

Test(hostile_http, request_lines)
{
    static const RawCase CASES[] = {
        RAW_CASE("nothing but noise", "\x16\x03\x01\x02\r\n\r\n", "4xx? close"),
        RAW_CASE("one word", "GARBAGE\r\n\r\n", "4xx close"),
        RAW_CASE("a method alone", "GET\r\n\r\n", "4xx close"),
        RAW_CASE("no version", "GET /api/1/hello\r\nHost: @\r\n\r\n", "4xx? close"),
        RAW_CASE("two spaces", "GET  /api/1/hello HTTP/1.1\r\nHost: @\r\n\r\n",
                 "4xx close"),
        RAW_CASE("a tab", "GET\t/api/1/hello HTTP/1.1\r\nHost: @\r\n\r\n", "4xx close"),
        RAW_CASE("a fourth word", "GET /api/1/hello HTTP/1.1 x\r\nHost: @\r\n\r\n",
                 "xxx close"),
        RAW_CASE("a space behind", "GET /api/1/hello HTTP/1.1 \r\nHost: @\r\n\r\n",
                 "xxx close"),
        RAW_CASE("a small version", "GET /api/1/hello http/1.1\r\nHost: @\r\n\r\n",
                 "xxx close"),
        RAW_CASE("HTTP/1.10", "GET /api/1/hello HTTP/1.10\r\nHost: @\r\n\r\n", "xxx close"),
        RAW_CASE("HTTP/1.2", "GET /api/1/hello HTTP/1.2\r\nHost: @\r\n\r\n", "505 close"),
        RAW_CASE("HTTP/1.9", "GET /api/1/hello HTTP/1.9\r\nHost: @\r\n\r\n", "505 close"),
        RAW_CASE("HTTP/0.9", "GET /api/1/hello HTTP/0.9\r\nHost: @\r\n\r\n", "505 close"),
        RAW_CASE("HTTP/2.0", "GET /api/1/hello HTTP/2.0\r\nHost: @\r\n\r\n", "xxx close"),
        RAW_CASE("HTTP/9", "GET /api/1/hello HTTP/9\r\nHost: @\r\n\r\n", "xxx close"),
        RAW_CASE("HTTP/1.0 is closed", "GET /api/1/hello HTTP/1.0\r\nHost: @\r\n\r\n",
                 "200 close"),
        RAW_CASE("a method in small letters",
                 "get /api/1/hello HTTP/1.1\r\nHost: @\r\n\r\n", "4xx"),
        RAW_CASE("a space before the method",
                 " GET /api/1/hello HTTP/1.1\r\nHost: @\r\n\r\n", "4xx close"),
        RAW_CASE("empty lines first", "\r\n" GET "\r\n", "200 open"),
        RAW_CASE("a NUL in the path", "GET /api/1/hello\0 HTTP/1.1\r\nHost: @\r\n\r\n",
                 "4xx close"),
        RAW_CASE("a control byte in the path",
                 "GET /api/\x01/hello HTTP/1.1\r\nHost: @\r\n\r\n", "4xx"),
        RAW_CASE("a NUL behind %", "GET /api/1/hello%00.css HTTP/1.1\r\nHost: @\r\n\r\n",
                 "4xx"),
        RAW_CASE("a bad %", "GET /%zz/%4 HTTP/1.1\r\nHost: @\r\n\r\n", "xxx"),
        RAW_CASE("a whole address", "GET http://@/api/1/hello HTTP/1.1\r\nHost: @\r\n\r\n",
                 "200 open"),
        RAW_CASE("a whole address of another site",
                 "GET http://evil.example/api/1/hello HTTP/1.1\r\nHost: @\r\n\r\n",
                 "400 close"),
        RAW_CASE("a whole address without a path",
                 "GET http://@ HTTP/1.1\r\nHost: @\r\n\r\n", "400 close"),
        RAW_CASE("a whole address, and another site as Host",
                 "GET http://@/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", "400 close"),
        RAW_CASE("an address of another kind", "GET ftp://@/ HTTP/1.1\r\nHost: @\r\n\r\n",
                 "400 close"),
        RAW_CASE("no slash", "GET api/1/hello HTTP/1.1\r\nHost: @\r\n\r\n", "4xx"),
        RAW_CASE("a star", "GET * HTTP/1.1\r\nHost: @\r\n\r\n", "4xx"),
        RAW_CASE("lines in the path",
                 "GET /%0d%0aSet-Cookie:%20rh_session=x HTTP/1.1\r\nHost: @\r\n\r\n",
                 "xxx"),
    };

    CHECK_ALL(CASES);
}

#define QUERY(query) "GET /api/1/" query " HTTP/1.1\r\nHost: @\r\n\r\n"

/* A query is as strict as a body; those of files and pages are anybody's. */
Test(hostile_http, queries)
{
    static const RawCase CASES[] = {
        RAW_CASE("a language", QUERY("hello?lang=fr"), "200 open"),
        RAW_CASE("every key", QUERY("tables?over=1&lang=en&before=1.2.3"), "200 open"),
        RAW_CASE("none", QUERY("hello?"), "200 open"),
        RAW_CASE("an unknown key", QUERY("hello?age=7"), "400 open"),
        RAW_CASE("a key of another request", QUERY("hello?mine=1"), "400 open"),
        RAW_CASE("a key without a value", QUERY("tables?over"), "400 open"),
        RAW_CASE("a value without a key", QUERY("tables?=1"), "400 open"),
        RAW_CASE("a key twice", QUERY("tables?over=1&over=0"), "400 open"),
        RAW_CASE("nothing between two", QUERY("tables?over=1&&lang=fr"), "400 open"),
        RAW_CASE("an unknown language", QUERY("hello?lang=xx"), "400 open"),
        RAW_CASE("the beginning of a key", QUERY("tables?ove=1"), "400 open"),
        RAW_CASE("a key and more", QUERY("tables?overt=1"), "400 open"),
        RAW_CASE("an unknown key of a POST",
                 POST_TO("/api/1/guest?age=7") "Content-Length: 14\r\n\r\n" ADA,
                 "400 open"),
        RAW_CASE("of the page", "GET /?from=elsewhere HTTP/1.1\r\nHost: @\r\n\r\n",
                 "200 open"),
    };

    CHECK_ALL(CASES);
}

Test(hostile_http, hosts)
{
    static const RawCase CASES[] = {
        RAW_CASE("no Host", "GET /api/1/hello HTTP/1.1\r\n\r\n", "4xx close"),
        RAW_CASE("two Hosts", GET "Host: other.example\r\n\r\n", "4xx close"),
        RAW_CASE("the same Host twice", GET "Host: @\r\n\r\n", "4xx close"),
        RAW_CASE("an empty Host", "GET /api/1/hello HTTP/1.1\r\nHost:\r\n\r\n", "4xx"),
        RAW_CASE("a Host with a space", "GET /api/1/hello HTTP/1.1\r\nHost: a b\r\n\r\n",
                 "4xx"),
        RAW_CASE("a Host with a name before it",
                 "GET /api/1/hello HTTP/1.1\r\nHost: ada@@@\r\n\r\n", "4xx"),
        RAW_CASE("a Host with a path", "GET /api/1/hello HTTP/1.1\r\nHost: @/x\r\n\r\n",
                 "4xx"),
    };

    CHECK_ALL(CASES);
}

/* ------------------------------------------------------------------------- */
/* Too large                                                                 */
/* ------------------------------------------------------------------------- */

/* `before`, then `count` times `piece`, then `after`. */
static void check_large(const char *name, const char *before, const char *piece, int count,
                        const char *after, const char *expect)
{
    Text bytes = { 0 };
    RawCase one = { .name = name, .expect = expect };

    text_add(&bytes, before);
    for (int i = 0; i < count; i++)
        text_add(&bytes, piece);
    text_add(&bytes, after);
    cr_assert_not(bytes.has_failed);
    one.bytes = bytes.bytes;
    one.length = bytes.length;
    raw_check(house, &one, RAW_AT_ONCE);
    text_free(&bytes);
}

Test(hostile_http, too_large)
{
    check_large("a long value: 431", GET "X: ", "xxxxxxxxxx", 10000, "\r\n\r\n",
                "431 close");
    check_large("a long name: 431", GET, "xxxxxxxxxx", 10000, ": x\r\n\r\n", "431 close");
    check_large("many headers: 431", GET, "a: b\r\n", 10000, "\r\n", "431 close");
    check_large("a head that never ends: 431", GET, "X-Y: abcdefghij\r\n", 100000, "",
                "431 close");
    check_large("a long path: 414", "GET /", "xxxxxxxxxx", 10000,
                " HTTP/1.1\r\nHost: @\r\n\r\n", "4xx close");
    check_large("a long query: 414", "GET /api/1/hello?", "xxxxxxxxxx", 10000,
                " HTTP/1.1\r\nHost: @\r\n\r\n", "4xx close");
    check_large("a path that never ends: 414", "GET /", "xxxxxxxxxx", 100000, "",
                "4xx close");
    check_large("a long method", "", "GETGETGET", 10000, " / HTTP/1.1\r\n\r\n",
                "xxx? close");
    check_large("many empty lines", "", "\r\n", 100000, "", "4xx? close");
    check_large("chunks of more than 65,536 bytes: 413", GUEST CHUNKED "\r\n",
                "a\r\n0123456789\r\n", 7000, "0\r\n\r\n", "413 close");
    check_large("one chunk of more: 413", GUEST CHUNKED "\r\n186a0\r\n", "0123456789",
                10000, "\r\n0\r\n\r\n", "413 close");
    check_large("an extension that never ends", GUEST CHUNKED "\r\ne;", "xxxxxxxxxx",
                100000, "", "4xx close");
    check_large("trailers that never end", GUEST CHUNKED "\r\n0\r\n", "X: yyyyyyyyyy\r\n",
                100000, "", "4xx close");
    check_large("a size with many zeros", GUEST CHUNKED "\r\n", "0000000000", 100000, "",
                "4xx close");
    check_large("a body of 65,536 bytes is read", GUEST "Content-Length: 65536\r\n\r\n",
                "12345678", 8192, "", "400 open");
    check_large("a body of 65,537 bytes: 413", GUEST "Content-Length: 65537\r\n\r\n",
                "12345678", 8192, "9", "413 close");
    cr_assert_lt(process_memory(house->child.pid), 400L << 20);
}

/* ------------------------------------------------------------------------- */
/* HTTP/2                                                                    */
/* ------------------------------------------------------------------------- */

#define SETTINGS "\0\0\0\x04\0\0\0\0\0"

Test(hostile_http, http_2_is_refused)
{
    static const RawCase CASES[] = {
        RAW_CASE("prior knowledge", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" SETTINGS,
                 "xxx? close"),
        RAW_CASE("Upgrade: h2c",
                 GET "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                     "HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
                 "xxx"),
        RAW_CASE("Upgrade: h2c, and the preface behind it",
                 GET "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                     "HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n"
                     "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" SETTINGS,
                 "xxx xxx? close"),
        RAW_CASE("Upgrade: h2c of figures",
                 "GET /metrics HTTP/1.1\r\nHost: @\r\n"
                 "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                 "HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
                 "xxx"),
        RAW_CASE("Upgrade: TLS/1.0", GET "Connection: Upgrade\r\nUpgrade: TLS/1.0\r\n\r\n",
                 "xxx"),
        RAW_CASE("POST with Upgrade: h2c",
                 GUEST
                 "Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 14\r\n\r\n" ADA,
                 "xxx"),
    };

    CHECK_ALL(CASES);
}
