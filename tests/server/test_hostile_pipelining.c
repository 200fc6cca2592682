/* test_hostile_pipelining.c: many requests at once, and clients that do not wait for the
 * replies: replies come in order, and those that nobody reads take no memory. */
#define _GNU_SOURCE
#include "raw.h"
#include "raw_requests.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

HOUSE_SUITE(hostile_pipelining, HOUSE_OPEN);

typedef struct Piece {
    const char *bytes, *expect;
    int ends; /* no further request is answered */
} Piece;

static const Piece PIECES[] = {
    { GET "\r\n", "200 ", 0 },
    { GUEST_ADA, "200 ", 0 },
    { "HEAD /api/1/hello HTTP/1.1\r\nHost: @\r\n\r\n", "200- ", 0 },
    { "NONSENSE\r\n\r\n", "4xx ", 1 },
    { "GET / HTTP/1.1\r\nHost: @\r\nContent-Length: 2\r\n\r\n{}", "4xx ", 1 },
    { GUEST CHUNKED "\r\ne\r\n" ADA "\r\n0\r\n\r\n", "200 ", 0 },
};
enum { PIECES_COUNT = sizeof PIECES / sizeof *PIECES };

static void check_order(const int *order, int count)
{
    Text bytes = { 0 };
    char expect[128] = "", name[64];
    RawCase one = { .name = name, .expect = expect };
    int has_ended = 0;

    snprintf(name, sizeof name, "pipelined %d %d %d", order[0], order[1],
             count > 2 ? order[2] : -1);
    for (int i = 0; i < count; i++) {
        text_add(&bytes, PIECES[order[i]].bytes);
        if (!has_ended)
            strcat(expect, PIECES[order[i]].expect);
        has_ended |= PIECES[order[i]].ends;
    }
    strcat(expect, has_ended ? "close" : "open");
    one.bytes = bytes.bytes;
    one.length = bytes.length;
    raw_check(house, &one, RAW_AT_ONCE);
    if (count == 2)
        raw_check(house, &one, RAW_BYTES);
    text_free(&bytes);
}

Test(hostile_pipelining, pipelining_in_every_order)
{
    for (int first = 0; first < PIECES_COUNT; first++) {
        for (int second = 0; second < PIECES_COUNT; second++) {
            check_order((int[]){ first, second }, 2);
            for (int third = 0; third < PIECES_COUNT; third++)
                check_order((int[]){ first, second, third }, 3);
        }
    }
}

/* Thousands of requests whose replies are not read for now: they wait at the client's
 * end, not in the server's memory. */
Test(hostile_pipelining, a_thousand_pipelined_requests_are_answered_in_order)
{
    enum { REQUESTS = 3000 };
    long before = process_memory(house->child.pid);
    Raw raw = raw_open(house, NULL);
    Text pattern = { 0 };

    for (int i = 0; i < REQUESTS; i++)
        text_add(&pattern, i % 2 == 0 ? "GET /api/1/games HTTP/1.1\r\nHost: @\r\n\r\n"
                                      : "GET /no.thing HTTP/1.1\r\nHost: @\r\n\r\n");
    raw_send_text(&raw, pattern.bytes);
    for (int i = 0; i < REQUESTS; i++)
        cr_assert_eq(raw_status(&raw), i % 2 == 0 ? 200 : 404, "Number %d", i);
    cr_assert_lt(process_memory(house->child.pid) - before, 32L << 20);
    raw_close(&raw);
    text_free(&pattern);
}

/* One client sends requests and never reads; another is answered. */
Test(hostile_pipelining, answers_that_nobody_reads_take_no_memory)
{
    enum { CLIENTS = 50, REQUESTS = 2000 };
    static const char REQUEST[] = "GET /api/1/games HTTP/1.1\r\nHost: @\r\n\r\n";
    Text request = raw_fill(house, REQUEST, sizeof REQUEST - 1);
    long before = process_memory(house->child.pid);
    Raw raws[CLIENTS];

    for (int i = 0; i < CLIENTS; i++) {
        raws[i] = raw_open(house, NULL);
        for (int k = 0; k < REQUESTS; k++) {
            if (send(raws[i].fd, request.bytes, request.length, MSG_NOSIGNAL | MSG_DONTWAIT)
                <= 0)
                break;
        }
    }
    raw_check_alive(house, "many answers that nobody reads");
    cr_assert_lt(process_memory(house->child.pid) - before, 48L << 20);
    for (int i = 0; i < CLIENTS; i++)
        raw_close(&raws[i]);
    text_free(&request);
}

/* Clients that close before the reply, while the core has the request. */
Test(hostile_pipelining, clients_that_do_not_wait_for_the_answer)
{
    for (int i = 0; i < 300; i++) {
        struct linger at_once = { .l_onoff = 1 };
        Raw raw = raw_open(house, NULL);
        raw_send_text(
            &raw, "POST /api/1/guest HTTP/1.1\r\nHost: @\r\nContent-Length: 14\r\n\r\n" ADA
                  "GET /api/1/tables HTTP/1.1\r\nHost: @\r\n\r\n");
        if (i % 2 == 0)
            setsockopt(raw.fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        raw_close(&raw);
    }
    raw_check_alive(house, "clients that were gone");
}

/* A client that shuts down its sending side still gets its reply. */
Test(hostile_pipelining, half_closed_connections)
{
    static const char *const REQUESTS[] = {
        "GET /api/1/tables HTTP/1.1\r\nHost: @\r\n\r\n",
        "POST /api/1/logout HTTP/1.1\r\nHost: @\r\nContent-Length: 2\r\n\r\n{}",
        "GET /api/1/hel",
        "POST /api/1/logout HTTP/1.1\r\nHost: @\r\nContent-Length: 20\r\n\r\n{}",
        "",
    };

    for (size_t i = 0; i < sizeof REQUESTS / sizeof *REQUESTS; i++) {
        Raw raw = raw_open(house, NULL);
        raw_send_text(&raw, REQUESTS[i]);
        shutdown(raw.fd, SHUT_WR);
        if (i < 2)
            cr_expect_eq(raw_status(&raw), 200, "%s", REQUESTS[i]);
        cr_expect(raw_is_closed(&raw, PATIENCE_MS), "Half closed: %s", REQUESTS[i]);
        raw_close(&raw);
    }
    raw_check_alive(house, "half-closed connections");
}
