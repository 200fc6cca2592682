/* test_hostile_memory.c: clients that make the server buffer data, by the thousand and
 * from many addresses: half a body, half a message, unread replies. The sum has a
 * limit, and others are served. */
#define _GNU_SOURCE
#include "raw.h"

#include "load/crowd.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HELD_MOST = 624 << 20, HALF = 59000 };

static char half[HALF + 1];

static void allow_many_files(void)
{
    struct rlimit limit;

    cr_assert_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = limit.rlim_max;
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    memset(half, ' ', HALF);
}

TestSuite(hostile_memory, .init = allow_many_files);

static long long figure(const House *house, const char *name)
{
    Answer answer = ask_admin(house, "/metrics");
    const char *at = strstr(answer.reply.body.bytes, name);

    cr_assert_not_null(at, "There is no figure %s", name);
    long long value = atoll(at + strlen(name));
    answer_free(&answer);
    return value;
}

/* Sends the beginning at once, then half of what it announces, as far as the server
 * reads. */
static Raw send_half(const House *house, int number, const char *start, size_t length)
{
    char from[32];

    snprintf(from, sizeof from, "127.0.1.%d", 1 + number / 400);
    Raw raw = raw_open(house, from);
    Text bytes = raw_fill(house, start, length);
    text_append(&bytes, half, HALF);
    raw_send(&raw, bytes.bytes, bytes.length, RAW_AT_ONCE);
    text_free(&bytes);
    return raw;
}

/* With that many connections open, memory is bounded, and a request in two parts is
 * answered. */
static void check_halves(int count, const char *start, size_t length)
{
    static const char POST[] = "POST /api/1/guest HTTP/1.1\r\nHost: @\r\n"
                               "Content-Length: 14\r\n\r\n{\"name\"";
    House *house = house_open(HOUSE_LIMITED);
    Raw *raws = calloc((size_t)count, sizeof *raws);
    int open_still = 0;

    cr_assert_not_null(raws);
    for (int i = 0; i < count; i++)
        raws[i] = send_half(house, i, start, length);
    Raw honest = raw_open(house, NULL);
    raw_send_text(&honest, POST);
    raw_check_alive(house, "many halves");
    raw_send_text(&honest, ":\"Ada\"}");
    cr_expect_eq(raw_status(&honest), 200, "An honest request makes room for the others");
    raw_close(&honest);
    cr_expect_leq(figure(house, "\nroundhouse_held_bytes "), HELD_MOST);
    cr_expect_gt(figure(house, "\nroundhouse_evictions_total "), 0);
    for (int i = 0; i < count; i++) {
        open_still += raws[i].fd >= 0 && !raw_is_closed(&raws[i], 0);
        raw_close(&raws[i]);
    }
    cr_expect_leq((long)open_still * HALF, (long)HELD_MOST);
    cr_expect_gt(open_still, 100, "Others go long before it is necessary");
    house_close(house);
    free(raws);
}

Test(hostile_memory, half_bodies_have_a_budget)
{
    static const char START[] = "POST /api/1/guest HTTP/1.1\r\nHost: @\r\n"
                                "Content-Length: 60000\r\n\r\n";

    check_halves(2400, START, sizeof START - 1);
}

/* A frame of 60,000 bytes, announced as the first fragment of a message. */
Test(hostile_memory, half_messages_have_a_budget)
{
    static const char START[] =
        "GET /ws/1 HTTP/1.1\r\n" RAW_UPGRADE "\r\n\x01\xFE\xEA\x60\0\0\0\0";

    check_halves(1600, START, sizeof START - 1);
}

/* ------------------------------------------------------------------------- */
/* Answers                                                                   */
/* ------------------------------------------------------------------------- */

static void write_page(const char *folder, const char *name, size_t size)
{
    char path[128];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    cr_assert_geq(fd, 0);
    cr_assert_eq(write(fd, "x", 1), 1);
    cr_assert_eq(ftruncate(fd, (off_t)size), 0);
    close(fd);
}

static void remove_page(const char *folder)
{
    char path[128];

    snprintf(path, sizeof path, "%s/index.html", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/large.bin", folder);
    unlink(path);
    rmdir(folder);
}

/* Requests a file of some megabytes and reads nothing. */
static Raw request_without_reading(const House *house, const char *from)
{
    Raw raw = raw_open(house, from);
    int room = 4096;

    setsockopt(raw.fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    raw_send_text(&raw, "GET /large.bin HTTP/1.1\r\nHost: @\r\n\r\n");
    return raw;
}

/* Status of a plain request on a new connection; 0: closed without a reply. */
static int status_for(const House *house, const char *from)
{
    Raw raw = raw_open(house, from);

    raw_send_text(&raw, "GET /api/1/hello HTTP/1.1\r\nHost: @\r\n\r\n");
    int status = raw_status(&raw);
    raw_close(&raw);
    return status;
}

/* All sockets of an address have unread replies. After a few seconds the oldest is
 * closed for a new request, long before its deadline of a minute; other addresses and
 * the health listener are not affected. */
Test(hostile_memory, unread_answers_make_room_for_their_own_address)
{
    enum { SOCKETS = 512 };
    static Raw raws[SOCKETS];
    char folder[] = "/tmp/roundhouse-page-XXXXXX";
    int64_t began;

    cr_assert_not_null(mkdtemp(folder));
    write_page(folder, "index.html", 100);
    write_page(folder, "large.bin", 24 << 20);
    House *house =
        house_open_with(HOUSE_LIMITED, (const char *[]){ "--web", folder, NULL });
    for (int i = 0; i < SOCKETS; i++)
        raws[i] = request_without_reading(house, "127.0.0.9");
    began = crowd_now();
    while (status_for(house, "127.0.0.9") != 200) {
        cr_assert_lt(crowd_now() - began, 30 * 1000000000L, "No answer makes room");
        cr_assert_eq(status_for(house, "127.0.0.2"), 200);
        Answer health = ask_admin(house, "/healthz");
        cr_assert_eq(health.status, 200);
        answer_free(&health);
    }
    cr_expect_gt(figure(house, "\nroundhouse_evictions_total "), 0);
    for (int i = 0; i < SOCKETS; i++)
        raw_close(&raws[i]);
    house_close(house);
    remove_page(folder);
}
