/* test_hostile_tls.c: TLS by the server itself: bytes that are not TLS, handshakes that
 * stop half way, old versions, renegotiation. The client is Debian's openssl. */
#define _GNU_SOURCE
#include "raw.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static House *house;
static char folder[] = "/tmp/roundhouse-tls-XXXXXX";
static char cert[64], key[64];

/* The output of a shell command, with its errors. */
static char *output_of(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *output_of(const char *format, ...)
{
    char command[2048], *output = calloc(1, 1 << 20);
    va_list values;
    FILE *pipe_end;

    va_start(values, format);
    vsnprintf(command, sizeof command, format, values);
    va_end(values);
    pipe_end = popen(command, "r");
    cr_assert(pipe_end != NULL && output != NULL);
    cr_assert_lt(fread(output, 1, (1 << 20) - 1, pipe_end), (1 << 20) - 1);
    pclose(pipe_end);
    return output;
}

static void open_house(void)
{
    static const char *const OPTIONS[] = { "--tls-cert", cert, "--tls-key", key, NULL };

    cr_assert_not_null(mkdtemp(folder));
    snprintf(cert, sizeof cert, "%s/cert.pem", folder);
    snprintf(key, sizeof key, "%s/key.pem", folder);
    free(output_of("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes "
                   "-days 2 -subj /CN=localhost -keyout %s -out %s 2>&1",
                   key, cert));
    cr_assert_eq(access(cert, R_OK), 0, "openssl makes no certificate: is it installed?");
    house = house_open_with(HOUSE_OPEN, OPTIONS);
}

static void close_house(void)
{
    house_close(house);
    unlink(cert);
    unlink(key);
    rmdir(folder);
}

TestSuite(hostile_tls, .init = open_house, .fini = close_house);

/* The reply on a TLS connection with these options to `input` (printf's format). Ends
 * when the server closes, or after a while. */
static char *talk_tls(const char *options, const char *input)
{
    return output_of("{ printf '%s'; sleep 1; } | timeout 20 openssl s_client -connect "
                     "127.0.0.1:%d %s 2>&1",
                     input, house->child.address.port, options);
}

#define HELLO(more) "GET /api/1/hello HTTP/1.1\\r\\nHost: localhost\\r\\n" more "\\r\\n"

static void expect_alive(const char *after)
{
    char *reply = talk_tls("-quiet", HELLO("Connection: close\\r\\n"));

    cr_expect_not_null(strstr(reply, "HTTP/1.1 200"), "After %s: %s", after, reply);
    free(reply);
}

Test(hostile_tls, hsts_comes_with_tls)
{
    char *reply = talk_tls("-quiet", HELLO("Connection: close\\r\\n"));

    cr_expect_not_null(strcasestr(reply, "\nstrict-transport-security: max-age="), "%s",
                       reply);
    free(reply);
}

Test(hostile_tls, old_versions_are_refused)
{
    static const char *const OLD[] = { "-ssl3", "-tls1", "-tls1_1" };
    static const char *const NEW[] = { "-tls1_2", "-tls1_3" };

    for (size_t i = 0; i < sizeof OLD / sizeof *OLD; i++) {
        char options[64];
        snprintf(options, sizeof options, "-quiet -cipher ALL:@SECLEVEL=0 %s", OLD[i]);
        char *reply = talk_tls(options, HELLO("Connection: close\\r\\n"));
        cr_expect_null(strstr(reply, "HTTP/1.1"), "%s: %s", OLD[i], reply);
        free(reply);
    }
    for (size_t i = 0; i < sizeof NEW / sizeof *NEW; i++) {
        char options[64];
        snprintf(options, sizeof options, "-quiet %s", NEW[i]);
        char *reply = talk_tls(options, HELLO("Connection: close\\r\\n"));
        cr_expect_not_null(strstr(reply, "HTTP/1.1 200"), "%s: %s", NEW[i], reply);
        free(reply);
    }
}

/* A line with "R" makes openssl renegotiate. */
Test(hostile_tls, renegotiation_is_refused)
{
    char *reply =
        output_of("{ printf 'R\\n'; sleep 1; printf '%s'; sleep 1; } | "
                  "timeout 20 openssl s_client -tls1_2 -connect 127.0.0.1:%d 2>&1",
                  HELLO("Connection: close\\r\\n"), house->child.address.port);

    cr_expect_not_null(strstr(reply, "RENEGOTIATING"), "%s", reply);
    cr_expect_null(strstr(reply, "HTTP/1.1 200"), "%s", reply);
    free(reply);
    expect_alive("renegotiation");
}

Test(hostile_tls, http_2_is_not_offered)
{
    char *reply = talk_tls("-alpn h2,http/1.1", HELLO("Connection: close\\r\\n"));

    cr_expect_not_null(strstr(reply, "ALPN protocol: http/1.1"), "%s", reply);
    free(reply);
    reply = talk_tls("-alpn h2", "PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n");
    cr_expect_null(strstr(reply, "ALPN protocol: h2"), "%s", reply);
    free(reply);
}

Test(hostile_tls, hostile_requests_within_tls)
{
    static const char *const REQUESTS[] = {
        "GET /api/1/tables HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: "
        "1\\r\\n\\r\\nx",
        HELLO("") "POST /api/1/guest HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: "
                  "14\\r\\n\\r\\n{\"name\":\"Ada\"}",
        "GARBAGE\\r\\n\\r\\n",
        HELLO("a: b\\r\\n"),
        "GET /ws/1 HTTP/1.1\\r\\nHost: localhost\\r\\nUpgrade: websocket\\r\\nConnection: "
        "Upgrade\\r\\nSec-WebSocket-Version: 13\\r\\nSec-WebSocket-Key: "
        "cm91bmRob3VzZSBsb2FkIQ==\\r\\n\\r\\n\\x81\\x02{}",
    };

    for (size_t i = 0; i < sizeof REQUESTS / sizeof *REQUESTS; i++) {
        char *reply = talk_tls("-quiet", REQUESTS[i]);
        cr_expect_not_null(strstr(reply, "HTTP/1.1 "), "%s: %s", REQUESTS[i], reply);
        free(reply);
    }
    expect_alive("hostile requests");
}

Test(hostile_tls, plain_bytes_at_the_port)
{
    static const char *const BYTES[] = {
        "GET /api/1/hello HTTP/1.1\r\nHost: @\r\n\r\n",
        "\x16\x03\x01\x02",
        "\x16\x03\x01\xFF\xFF\x01",
        "\x80\x2E\x01\x03\x01",
        "\x15\x03\x03",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    };

    for (size_t i = 0; i < sizeof BYTES / sizeof *BYTES; i++) {
        Raw raw = raw_open(house, NULL);
        raw_send_text(&raw, BYTES[i]);
        shutdown(raw.fd, SHUT_WR);
        cr_expect(raw_is_closed(&raw, PATIENCE_MS), "Bytes %zu: it stays open", i);
        cr_expect(raw.in.length == 0
                  || memmem(raw.in.bytes, raw.in.length, "protocol\":1", 11) == NULL);
        raw_close(&raw);
    }
    expect_alive("plain bytes");
}

/* A client hello, cut after some byte; then the client closes. */
Test(hostile_tls, handshakes_that_are_given_up)
{
    /* TLS 1.2 alone, one suite, P-256. */
    static const char CLIENT_HELLO[] = "\x16\x03\x01\0\x46\x01\0\0\x42\x03\x03"
                                       "0123456789abcdef0123456789abcdef"
                                       "\0\0\x02\xC0\x2B\x01\0\0\x17"
                                       "\0\x0A\0\x04\0\x02\0\x17"
                                       "\0\x0B\0\x02\x01\0"
                                       "\0\x0D\0\x04\0\x02\x04\x03\xFF";

    for (size_t i = 1; i < sizeof CLIENT_HELLO; i += 2) {
        struct linger at_once = { .l_onoff = i % 4 == 1 };
        Raw raw = raw_open(house, NULL);
        raw_send(&raw, CLIENT_HELLO, i, RAW_AT_ONCE);
        setsockopt(raw.fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        raw_close(&raw);
    }
    expect_alive("handshakes that were given up");
}

/* ------------------------------------------------------------------------- */
/* Many handshakes                                                           */
/* ------------------------------------------------------------------------- */

/* Does the server answer a client hello with its own? Then it has computed a signature.
 * */
static int is_answered(const House *at, const char *from)
{
    /* TLS 1.2 alone, one suite, P-256. */
    static const char CLIENT_HELLO[] = "\x16\x03\x01\0\x45\x01\0\0\x41\x03\x03"
                                       "0123456789abcdef0123456789abcdef"
                                       "\0\0\x02\xC0\x2B\x01\0\0\x16"
                                       "\0\x0A\0\x04\0\x02\0\x17"
                                       "\0\x0B\0\x02\x01\0"
                                       "\0\x0D\0\x04\0\x02\x04\x03";
    Raw raw = raw_try(at, from);
    int is_hello;

    if (raw.fd < 0)
        return 0;
    raw_send(&raw, CLIENT_HELLO, sizeof CLIENT_HELLO - 1, RAW_AT_ONCE);
    while (raw.in.length < 6 && raw_read(&raw, 10000))
        ;
    is_hello = raw.in.length >= 6 && raw.in.bytes[0] == 0x16 && raw.in.bytes[5] == 2;
    raw_close(&raw);
    return is_hello;
}

/* Handshakes are limited per address. */
Test(hostile_tls, handshakes_have_a_rate)
{
    enum { TRIES = 10000, BURST = 500 };
    static const char *const OPTIONS[] = { "--tls-cert", cert, "--tls-key", key, NULL };
    House *limited = house_open_with(HOUSE_LIMITED, OPTIONS);
    int64_t began = time(NULL);
    int answered = 0, refused = 0;

    for (int i = 0; i < TRIES && refused < 10; i++) {
        int is_hello = is_answered(limited, "127.0.0.9");
        answered += is_hello;
        refused += !is_hello;
    }
    cr_expect_geq(answered, BURST);
    cr_expect_leq(answered, BURST + (time(NULL) - began + 2) * 50);
    cr_expect_eq(refused, 10);
    cr_expect(is_answered(limited, "127.0.0.2"));
    house_close(limited);
}

/* More handshakes than one round of the loop accepts: all are answered. */
Test(hostile_tls, handshakes_of_a_crowd_are_answered)
{
    enum { CROWD = 100 };
    static Raw raws[CROWD];

    for (int i = 0; i < CROWD; i++)
        raws[i] = raw_open(house, "127.0.0.9");
    for (int i = 0; i < CROWD; i++)
        raw_send(&raws[i], "\x16\x03\x01\0\x01\x63", 6, RAW_AT_ONCE);
    for (int i = 0; i < CROWD; i++) {
        cr_expect(raw_is_closed(&raws[i], 20000), "Handshake %d", i);
        raw_close(&raws[i]);
    }
    expect_alive("a crowd");
}
