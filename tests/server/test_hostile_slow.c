/* test_hostile_slow.c: slow senders. Deadlines are absolute: a byte now and then does
 * not extend them. However many there are, others are answered. */
#define _GNU_SOURCE
#include "raw.h"

#include "load/crowd.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* ------------------------------------------------------------------------- */
/* Deadlines                                                                 */
/* ------------------------------------------------------------------------- */

/* A client that sends `begin` at once, and then `more` every second. */
typedef struct Trickle {
    const char *name;
    const char *start, *more;
    size_t length; /* of `more` */
    int seconds;   /* by then the server must have closed */
    Raw raw;
} Trickle;

#define POST "POST /api/1/guest HTTP/1.1\r\nHost: @\r\n"

/* One second of all clients; returns how many are still connected. */
static int go_on(Trickle *trickles, size_t count, int64_t began)
{
    int left = 0;

    for (size_t i = 0; i < count; i++) {
        Trickle *one = &trickles[i];
        if (one->raw.fd < 0)
            continue;
        send(one->raw.fd, one->more, one->length, MSG_NOSIGNAL | MSG_DONTWAIT);
        raw_is_closed(&one->raw, 0);
        if (one->raw.fd < 0)
            continue;
        left++;
        cr_assert_lt(crowd_now() - began, one->seconds * 1000000000L, "%s: it goes on",
                     one->name);
    }
    return left;
}

Test(hostile_slow, a_byte_a_second_prolongs_nothing)
{
    Trickle trickles[] = {
        { .name = "a request line", "GET /", "x", 1, 30 },
        { .name = "a head", "GET / HTTP/1.1\r\nHost: @\r\nX: ", "x", 1, 30 },
        { .name = "header after header",
          "GET / HTTP/1.1\r\nHost: @\r\n",
          "X: y\r\n",
          6,
          30 },
        { .name = "empty lines", "\r\n", "\r\n", 2, 30 },
        { .name = "a body", POST "Content-Length: 1000\r\n\r\n", " ", 1, 45 },
        { .name = "a chunk", POST "Transfer-Encoding: chunked\r\n\r\n100\r\n", " ", 1, 45 },
        { .name = "chunks",
          POST "Transfer-Encoding: chunked\r\n\r\n",
          "1\r\nx\r\n",
          6,
          45 },
        { .name = "a message",
          "GET /ws/1 HTTP/1.1\r\n" RAW_UPGRADE "\r\n\x01\x81\1\1\1\1x",
          "\0\x80\1\1\1\1",
          6,
          45 },
        { .name = "a frame",
          "GET /ws/1 HTTP/1.1\r\n" RAW_UPGRADE "\r\n\x81\xFE\x10\x01\1\1\1\1x",
          "x",
          1,
          45 },
        { .name = "a frame that stops",
          "GET /ws/1 HTTP/1.1\r\n" RAW_UPGRADE "\r\n\x81\xFE\x10\x01\1\1\1\1x",
          "",
          0,
          45 },
    };
    enum { COUNT = sizeof trickles / sizeof *trickles };
    House *house = house_open(HOUSE_OPEN);
    int64_t began = crowd_now();

    for (int i = 0; i < COUNT; i++) {
        trickles[i].raw = raw_open(house, NULL);
        raw_send_text(&trickles[i].raw, trickles[i].start);
    }
    while (go_on(trickles, COUNT, began) > 0)
        sleep(1);
    for (int i = 0; i < COUNT; i++)
        raw_close(&trickles[i].raw);
    raw_check_alive(house, "slow senders");
    house_close(house);
}

/* ------------------------------------------------------------------------- */
/* Many                                                                      */
/* ------------------------------------------------------------------------- */

enum { SENDERS = 5000, QUESTIONS = 41 };

static int compare(const void *a, const void *b)
{
    const int64_t *left = a, *right = b;

    return (*left > *right) - (*left < *right);
}

typedef struct Waits {
    int64_t median, longest; /* nanoseconds */
} Waits;

/* Times plain requests from another address, each on a new connection. */
static Waits measure_waits(const House *house, const char *from)
{
    int64_t times[QUESTIONS];

    for (int i = 0; i < QUESTIONS; i++) {
        int64_t began = crowd_now();
        Raw raw = raw_open(house, from);
        raw_send_text(&raw, "GET /api/1/hello HTTP/1.1\r\nHost: @\r\n\r\n");
        cr_assert_eq(raw_status(&raw), 200);
        times[i] = crowd_now() - began;
        raw_close(&raw);
    }
    qsort(times, QUESTIONS, sizeof *times, compare);
    return (Waits){ times[QUESTIONS / 2], times[QUESTIONS - 1] };
}

/* On an idle machine the median is below a millisecond, as are nearly all requests. The
 * bounds allow for a busy one. */
static void check_waits(Waits before, Waits during)
{
    cr_expect(during.median < 100000000 || during.median < before.median * 20,
              "Half of the requests take %lld us instead of %lld",
              (long long)during.median / 1000, (long long)before.median / 1000);
    cr_expect(during.longest < 3000000000 || during.longest < before.longest * 20,
              "A request takes %lld ms instead of %lld",
              (long long)during.longest / 1000000, (long long)before.longest / 1000000);
}

static int senders_possible(void)
{
    struct rlimit limit;
    int most;

    cr_assert_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = limit.rlim_max;
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    most = limit.rlim_max > SENDERS + 200 ? SENDERS : (int)limit.rlim_max - 200;
    if (most < SENDERS)
        cr_log_warn("The system allows %d slow senders instead of %d", most, SENDERS);
    return most;
}

/* Half of a request from each client, and a byte more in between. Clients that were
 * closed reconnect. */
static void press_on(const House *house, const char *from, Raw *raws, int count)
{
    for (int i = 0; i < count; i++) {
        if (raws[i].fd >= 0)
            send(raws[i].fd, "x", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (raws[i].fd >= 0 && raw_is_closed(&raws[i], 0))
            raw_close(&raws[i]);
        if (raws[i].fd >= 0)
            continue;
        raws[i] = raw_try(house, from);
        if (raws[i].fd >= 0)
            raw_send_text(&raws[i], "GET / HTTP/1.1\r\nHost: @\r\nX: ");
    }
}

Test(hostile_slow, five_thousand_slow_senders_keep_nobody_waiting)
{
    int count = senders_possible();
    Raw *raws = calloc((size_t)count, sizeof *raws);
    House *house = house_open(HOUSE_LIMITED);
    Waits before;

    cr_assert_not_null(raws);
    for (int i = 0; i < count; i++)
        raws[i].fd = -1;
    before = measure_waits(house, "127.0.0.2");
    for (int round = 0; round < 3; round++) {
        press_on(house, "127.0.0.9", raws, count);
        check_waits(before, measure_waits(house, "127.0.0.2"));
    }
    for (int i = 0; i < count; i++)
        raw_close(&raws[i]);
    raw_check_alive(house, "slow senders");
    house_close(house);
    free(raws);
}

/* Sockets per address are limited at accept, and honest requests from the same address
 * still get through. */
Test(hostile_slow, slow_senders_make_room_for_their_own_address)
{
    enum { MANY = 1500 };
    static Raw raws[MANY];
    House *house = house_open(HOUSE_LIMITED);
    int open_still = 0;

    senders_possible();
    for (int i = 0; i < MANY; i++)
        raws[i] = (Raw){ .fd = -1 };
    press_on(house, "127.0.0.9", raws, MANY);
    measure_waits(house, "127.0.0.9");
    for (int i = 0; i < MANY; i++) {
        open_still += raws[i].fd >= 0 && !raw_is_closed(&raws[i], 0);
        raw_close(&raws[i]);
    }
    cr_expect_lt(open_still, MANY, "One address holds all the sockets that it likes");
    house_close(house);
}

/* However many addresses fill the limit of all sockets together. */
Test(hostile_slow, health_and_metrics_answer_at_the_limit_of_all_sockets)
{
    enum { ADDRESSES = 10, OF_EACH = 450, LIMIT = 4096 };
    static Raw raws[ADDRESSES][OF_EACH];
    House *house = house_open(HOUSE_LIMITED);

    if (senders_possible() < ADDRESSES * OF_EACH)
        cr_skip_test("The system allows too few sockets");
    for (int i = 0; i < ADDRESSES; i++) {
        char from[16];
        snprintf(from, sizeof from, "127.0.1.%d", i + 1);
        for (int k = 0; k < OF_EACH; k++)
            raws[i][k].fd = -1;
        press_on(house, from, raws[i], OF_EACH);
    }
    raw_check_alive(house, "too many sockets");
    Answer metrics = ask_admin(house, "/metrics"), health = ask_admin(house, "/healthz");
    cr_expect_eq(metrics.status, 200);
    cr_expect_eq(health.status, 200);
    const char *sockets = strstr(metrics.reply.body.bytes, "\nroundhouse_sockets ");
    cr_assert_not_null(sockets);
    cr_expect_geq(atoi(sockets + strlen("\nroundhouse_sockets ")), LIMIT - 1);
    answer_free(&metrics);
    answer_free(&health);
    for (int i = 0; i < ADDRESSES * OF_EACH; i++)
        raw_close(&raws[i / OF_EACH][i % OF_EACH]);
    house_close(house);
}
