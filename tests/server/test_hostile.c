/* test_hostile.c: hostile and broken clients. Whatever they do, two other people play
 * on undisturbed. */
#define _GNU_SOURCE
#include "board.h"

#include "load/crowd.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MESSAGE_MAX = 65536 };

static House *house;
static Board *board;

static void open_limited(void)
{
    house = house_open(HOUSE_LIMITED);
    board = board_open(house, "station-master", 2, "");
}

/* Teardown: the two others can play on, and the server exits cleanly. */
static void close_unharmed(void)
{
    board_play(board, 4);
    board_close(board);
    house_close(house);
}

TestSuite(hostile, .init = open_limited, .fini = close_unharmed);

/* ------------------------------------------------------------------------- */
/* Tools                                                                     */
/* ------------------------------------------------------------------------- */

static int connect_raw(void)
{
    Fault fault = { 0 };
    int fd = address_connect(&house->child.address, 10, &fault);

    cr_assert_geq(fd, 0, "%s", fault.sentence);
    return fd;
}

/* The status of a raw request; 0: closed without a reply. */
static int status_of(const char *request, size_t length)
{
    char reply[32] = "";
    int fd = connect_raw();
    ssize_t got = 0;

    if (send_all(fd, request, length)) {
        got = recv(fd, reply, sizeof reply - 1, MSG_WAITALL);
        if (got < 0)
            cr_assert_neq(errno, EAGAIN, "It neither answers nor hangs up: %s", request);
    }
    close(fd);
    return got >= 12 && strncmp(reply, "HTTP/1.", 7) == 0 ? atoi(reply + 9) : 0;
}

static char *letters(size_t count)
{
    char *text = malloc(count + 1);

    cr_assert_not_null(text);
    memset(text, 'x', count);
    text[count] = '\0';
    return text;
}

/* ------------------------------------------------------------------------- */
/* Frames                                                                    */
/* ------------------------------------------------------------------------- */

Test(hostile, frames_against_the_standard_end_the_connection)
{
    static const struct {
        const char *what;
        FrameHead head;
        const char *payload;
        size_t length;
    } WRONG[] = {
        { "reserved bits", { .opcode = WS_TEXT, .reserved = 5 }, "{\"do\":\"ping\"}", 13 },
        { "no such opcode", { .opcode = 0x3 }, "abc", 3 },
        { "no such control", { .opcode = 0xF }, "abc", 3 },
        { "a ping in parts", { .opcode = WS_PING, .is_part = 1 }, "abc", 3 },
        { "more of nothing", { .opcode = WS_MORE }, "abc", 3 },
        { "not UTF-8", { .opcode = WS_TEXT }, "{\"do\":\"\xC3\x28\"}", 11 },
    };

    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        Tab *tab = tab_open(house, NULL);
        frame_send(&tab->ws, &WRONG[i].head, WRONG[i].payload, WRONG[i].length);
        cr_assert(tab_is_hung_up(tab), "%s", WRONG[i].what);
        tab_close(tab);
        board_play(board, 1);
    }
}

/* Random bytes after a valid handshake. */
Test(hostile, random_bytes_harm_nobody)
{
    for (int i = 0; i < 30; i++) {
        Tab *tab = tab_open(house, NULL);
        uint8_t noise[2000];
        rng_fill(&board->rng, noise, sizeof noise);
        send_all(tab->ws.fd, (const char *)noise, sizeof noise);
        tab_close(tab);
        board_play(board, 1);
    }
}

Test(hostile, a_message_in_parts_is_one_message)
{
    static const char MESSAGE[] = "{\"do\":\"ping\",\"id\":12345}";
    Tab *tab = tab_open(house, NULL);

    for (size_t i = 0; i < sizeof MESSAGE - 1; i++) {
        FrameHead head = { .opcode = i == 0 ? WS_TEXT : WS_MORE,
                           .is_part = i + 2 < sizeof MESSAGE,
                           .mask = 0x01020304 };
        FrameHead ping = { .opcode = WS_PING, .mask = 0x01020304 };
        cr_assert(frame_send(&tab->ws, &head, &MESSAGE[i], 1));
        if (head.is_part)
            frame_send(&tab->ws, &ping, "between", 7);
    }
    cr_assert_eq(number_at(tab_wait_for(tab, "ok"), "id"), 12345);
    tab_close(tab);
}

/* Too long in one frame, and too long in fragments that never end. */
Test(hostile, messages_that_are_too_long_are_not_kept)
{
    char *text = letters(MESSAGE_MAX + 1);
    FrameHead whole = { .opcode = WS_TEXT }, part = { .opcode = WS_TEXT, .is_part = 1 };
    Tab *tab = tab_open(house, NULL);
    const Json *answer;

    frame_send(&tab->ws, &whole, text, MESSAGE_MAX + 1);
    answer = tab_next(tab, PATIENCE_MS);
    if (answer != NULL)
        cr_assert_str_eq(text_at(answer, "code"), "too-large");
    tab_close(tab);
    tab = tab_open(house, NULL);
    for (int i = 0; i < 4000 && frame_send(&tab->ws, &part, text, 50000); i++)
        part.opcode = WS_MORE;
    cr_assert(tab_is_hung_up(tab));
    tab_close(tab);
    cr_assert_lt(process_memory(house->child.pid), 400L << 20);
    free(text);
}

/* ------------------------------------------------------------------------- */
/* Too much, too slow                                                        */
/* ------------------------------------------------------------------------- */

Test(hostile, a_flood_of_messages_is_limited)
{
    Tab *tab = tab_open(house, NULL);
    int refused = 0;

    for (int i = 0; i < 2000; i++)
        ws_send_text(&tab->ws, "{\"do\":\"ping\"}");
    for (int i = 0; i < 2000 && tab_next(tab, PATIENCE_MS) != NULL; i++)
        refused += json_get(tab->json, "code") != NULL
                   && strcmp(text_at(tab->json, "code"), "too-many") == 0;
    cr_assert(refused > 0 || tab->ws.fd < 0);
    tab_close(tab);
}

/* An error carries the id of its message, whatever is wrong with the message. */
Test(hostile, errors_have_the_id_of_the_message)
{
    static const char *const MESSAGES[] = {
        "{\"do\":\"act\",\"id\":77,\"table\":\"K7QX2M9PRT\",\"n\":1e999,\"action\":{}}",
        "{\"id\":77,\"do\":\"undo\",\"n\":99999999999999999999999999,\"table\":\"x\"}",
        "{\"do\":\"chat\",\"table\":\"K7QX2M9PRT\",\"text\":\"a\\u0000b\",\"id\":77}",
        "{\"do\":\"\\\"id\\\":1\",\"x\":{\"id\":2},\"id\" : 77 }",
        "{\"do\":\"ping\",\"id\":77",
        "{\"id\":77,\"do\":\"dance\"}",
        "{\"id\":77,\"do\":\"ping\",\"more\":1}",
        "{\"id\":77,\"do\":\"mine\"}",
    };
    Tab *tab = tab_open(house, NULL);

    for (size_t i = 0; i < sizeof MESSAGES / sizeof *MESSAGES; i++) {
        ws_send_text(&tab->ws, MESSAGES[i]);
        const Json *answer = tab_wait_for(tab, "error");
        cr_expect(json_get(answer, "id") != NULL && number_at(answer, "id") == 77, "%s: %s",
                  MESSAGES[i], tab->ws.message.bytes);
    }
    for (int i = 0; i < 600; i++) {
        char message[64];
        snprintf(message, sizeof message, "{\"do\":\"ping\",\"id\":%d}", i);
        ws_send_text(&tab->ws, message);
    }
    for (int i = 0; i < 600 && tab_next(tab, PATIENCE_MS) != NULL; i++)
        cr_assert_eq(number_at(tab->json, "id"), i);
    tab_close(tab);
}

/* A client that sends requests and never reads: its unread replies are not kept for
 * ever. */
Test(hostile, a_slow_reader_is_dropped)
{
    Tab *slow;
    long before;

    board_play(board, 60);
    slow = tab_open(house, NULL);
    before = process_memory(house->child.pid);
    for (int i = 0; i < 190; i++) {
        char message[128];
        snprintf(message, sizeof message, "{\"do\":\"log\",\"table\":\"%s\",\"from\":0}",
                 board->code);
        ws_send_text(&slow->ws, message);
    }
    board_play(board, 10);
    cr_assert_lt(process_memory(house->child.pid) - before, 16L << 20);
    tab_close(slow);
}

Test(hostile, half_open_connections_are_in_nobodys_way)
{
    int silent[200];

    for (int i = 0; i < 200; i++) {
        silent[i] = connect_raw();
        if (i % 2 == 0)
            send_all(silent[i], "GET /ws/1 HTTP/1.1\r\nHost: x\r\nUpgr", 34);
    }
    board_play(board, 5);
    for (int i = 0; i < 200; i++)
        close(silent[i]);
}

Test(hostile, too_many_connections_are_refused_and_only_those)
{
    enum { MOST = 550 };
    static Tab *tabs[MOST];
    int opened = 0, status = 101;

    while (opened < MOST && status == 101) {
        HttpRequest request = { .path = "/ws/1" };
        Fault fault = { 0 };
        tabs[opened] = calloc(1, sizeof(Tab));
        if (ws_open(&tabs[opened]->ws, &house->child.address, &request, &status, &fault))
            opened++;
        else
            free(tabs[opened]);
    }
    cr_assert_eq(status, 429);
    cr_assert_gt(opened, 400);
    board_play(board, 5);
    for (int i = 0; i < opened; i++)
        tab_close(tabs[i]);
    /* Once they have closed, others may connect. */
    for (int i = 0; i < 200 && status != 101; i++) {
        HttpRequest request = { .path = "/ws/1", .token = board->people[0].token };
        Fault fault = { 0 };
        Ws ws;
        ws_open(&ws, &house->child.address, &request, &status, &fault);
        ws_close(&ws);
        usleep(10000);
    }
    cr_assert_eq(status, 101);
}

/* ------------------------------------------------------------------------- */
/* Requests                                                                  */
/* ------------------------------------------------------------------------- */

Test(hostile, requests_that_are_none_are_refused)
{
    static const char *const WRONG[] = {
        "GARBAGE\r\n\r\n",
        "GET\r\n\r\n",
        "DELETE /api/1/hello HTTP/1.1\r\nHost: x\r\n\r\n",
        "PUT /api/1/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}",
        "GET /ws/1 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\n",
    };

    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        int status = status_of(WRONG[i], strlen(WRONG[i]));
        cr_assert(status == 0 || status >= 400, "%d for %s", status, WRONG[i]);
    }
    board_play(board, 1);
}

/* Only files of the page are served, whatever the path. */
Test(hostile, files_of_the_machine_are_not_given)
{
    static const char *const PATHS[] = {
        "/../../../../../../etc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/assets/../../../../../../../etc/passwd",
        "/..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
    };

    for (size_t i = 0; i < sizeof PATHS / sizeof *PATHS; i++) {
        Answer answer = ask(house, NULL, PATHS[i], NULL);
        cr_assert(answer.reply.body.length == 0
                      || strstr(answer.reply.body.bytes, "root:") == NULL,
                  "%s", PATHS[i]);
        answer_free(&answer);
    }
}

Test(hostile, requests_that_are_too_large_are_refused)
{
    char *text = letters(300000), *request;
    int length = asprintf(&request, "GET /%.100000s HTTP/1.1\r\nHost: x\r\n\r\n", text),
        status;
    Answer answer;

    status = status_of(request, (size_t)length);
    cr_assert(status == 0 || status >= 400);
    free(request);
    length =
        asprintf(&request, "GET / HTTP/1.1\r\nHost: x\r\nX-Long: %.100000s\r\n\r\n", text);
    status = status_of(request, (size_t)length);
    cr_assert(status == 0 || status >= 400);
    free(request);
    answer =
        ask(house, &board->people[0], "/api/1/rename", "{\"name\":\"%.70000s\"}", text);
    cr_assert_eq(answer.status, 413);
    answer_free(&answer);
    free(text);
}

Test(hostile, other_sites_are_refused)
{
    HttpRequest post = { .path = "/api/1/guest",
                         .body = "{\"name\":\"Ada\"}",
                         .origin = "http://evil.example" };
    HttpRequest socket = { .path = "/ws/1",
                           .token = board->people[0].token,
                           .origin = "http://evil.example" };
    Fault fault = { 0 };
    Answer answer = ask_so(house, &post);
    Ws ws;
    int status;

    cr_assert_eq(answer.status, 403);
    cr_assert_str_eq(text_at(json_at(answer.json, "error"), "code"), "not-allowed");
    answer_free(&answer);
    post.origin = "null";
    answer = ask_so(house, &post);
    cr_assert_eq(answer.status, 403);
    answer_free(&answer);
    cr_assert_not(ws_open(&ws, &house->child.address, &socket, &status, &fault));
    cr_assert_eq(status, 403);
    ws_close(&ws);
}

/* A cookie without an Origin was not sent by a page of ours: it is ignored. */
Test(hostile, cookies_without_an_origin_count_for_nothing)
{
    char more[256];
    HttpRequest post = { .path = "/api/1/rename",
                         .body = "{\"name\":\"Mallory\"}",
                         .more = more };
    HttpRequest socket = { .path = "/ws/1", .more = more };
    Fault fault = { 0 };
    Tab tab = { .id = 0 };
    Answer answer;

    snprintf(more, sizeof more, "Cookie: rh_session=%s\r\n", board->people[0].token);
    answer = ask_so(house, &post);
    cr_assert(answer.status == 401 || answer.status == 403, "%d", answer.status);
    answer_free(&answer);
    cr_assert(ws_open(&tab.ws, &house->child.address, &socket, NULL, &fault));
    cr_assert(is_null_at(tab_wait_for(&tab, "hello"), "you"));
    ws_close(&tab.ws);
    json_free(tab.json);
}

/* ------------------------------------------------------------------------- */
/* Limits by address                                                         */
/* ------------------------------------------------------------------------- */

/* The status of a guest's sign-in, with the address that a proxy reports. */
static int come_in_from(const char *addresses)
{
    char line[128];
    HttpRequest post = { .path = "/api/1/guest",
                         .body = "{\"name\":\"Ada\"}",
                         .more = line };

    snprintf(line, sizeof line, "X-Forwarded-For: %s\r\n", addresses);
    Answer answer = ask_so(house, &post);
    int status = answer.status;
    answer_free(&answer);
    return status;
}

enum { GUESTS_AT_ONCE = 400, GUESTS_MOST = 450 };

/* Until the first refusal; meanwhile a few tokens are refilled. */
static void come_in_until_refused(const char *address)
{
    int came = 0;

    while (came < GUESTS_MOST && come_in_from(address) == 200)
        came++;
    cr_assert_geq(came, GUESTS_AT_ONCE);
    cr_assert_lt(came, GUESTS_MOST);
}

Test(hostile_open, a_proxy_reports_the_address, .init = NULL, .fini = NULL)
{
    house = house_open(HOUSE_BEHIND_PROXY);
    come_in_until_refused("203.0.113.5");
    /* Entries before the proxy's own may be forged. */
    cr_assert_eq(come_in_from("198.51.100.1, 203.0.113.5"), 429);
    cr_assert_eq(come_in_from("203.0.113.5, 198.51.100.1"), 200);
    cr_assert_eq(come_in_from("2001:db8::1"), 200);
    house_close(house);
}

Test(hostile_open, without_a_proxy_forwarded_addresses_are_ignored, .init = NULL,
     .fini = NULL)
{
    char address[32];
    int came = 0, status = 200;

    house = house_open(HOUSE_LIMITED);
    for (; came < GUESTS_MOST && status == 200; came++) {
        snprintf(address, sizeof address, "203.0.113.%d", came % 250);
        status = come_in_from(address);
    }
    cr_assert_eq(status, 429);
    cr_assert_gt(came, GUESTS_AT_ONCE);
    house_close(house);
}

/* ------------------------------------------------------------------------- */
/* A thousand at once                                                        */
/* ------------------------------------------------------------------------- */

enum { THOUSAND = 1000 };

static void raise_file_limit(void)
{
    struct rlimit limit;

    cr_assert_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = limit.rlim_max;
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

/* The handshake and the watch in one packet. */
static int connect_and_watch(const Board *watched)
{
    Text out = { 0 };
    FrameHead head = { .opcode = WS_TEXT };
    char text[1024];
    int fd = connect_raw();

    snprintf(text, sizeof text,
             "GET /ws/1 HTTP/1.1\r\nHost: %s:%d\r\nOrigin: http://%s:%d\r\nUpgrade: "
             "websocket\r\n"
             "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: cm91bmRob3VzZSBsb2FkIQ==\r\n\r\n",
             house->child.address.host, house->child.address.port,
             house->child.address.host, house->child.address.port);
    text_add(&out, text);
    snprintf(text, sizeof text, "{\"do\":\"watch\",\"table\":\"%s\"}", watched->code);
    frame_write(&out, &head, text, strlen(text));
    cr_assert(send_all(fd, out.bytes, out.length));
    text_free(&out);
    return fd;
}

/* Reads up to the update. */
static int receives_update(int fd)
{
    char *received = calloc(1, 1 << 20);
    size_t length = 0;
    ssize_t got = 1;
    int has_come = 0;

    while (!has_come && got > 0 && length < (1 << 20) - 1) {
        got = recv(fd, received + length, (1 << 20) - 1 - length, 0);
        length += got > 0 ? (size_t)got : 0;
        has_come = memmem(received, length, "\"type\":\"update\"", 15) != NULL;
    }
    free(received);
    return has_come;
}

Test(hostile_open, a_thousand_come_back_at_once, .init = NULL, .fini = NULL)
{
    static int lines[THOUSAND];

    raise_file_limit();
    house = house_open(HOUSE_OPEN);
    board = board_open(house, "station-master", 2, "");
    for (int times = 0; times < 2; times++) {
        for (int i = 0; i < THOUSAND; i++)
            lines[i] = connect_and_watch(board);
        for (int i = 0; i < THOUSAND; i++)
            cr_assert(receives_update(lines[i]), "Client %d receives nothing", i);
        board_play(board, 2);
        for (int i = 0; i < THOUSAND; i++)
            close(lines[i]);
    }
    board_play(board, 4);
    board_close(board);
    house_close(house);
}

/* ------------------------------------------------------------------------- */
/* Long logs                                                                 */
/* ------------------------------------------------------------------------- */

/* Without the limits of rates: whoever asks from many addresses has none. */
Test(hostile_open, a_long_log_read_in_a_loop_holds_nobody_up, .init = NULL, .fini = NULL)
{
    enum { UNDOS = 450, READERS_OF_LOGS = 10, LOGS = 100, MOVES = 5 };
    Tab *tabs[READERS_OF_LOGS];
    char code[CODE_ROOM];

    house = house_open(HOUSE_OPEN);
    board = board_open(house, "station-master", 2, "");
    Person mallory = person_new(house, "Mallory");
    table_with_undos(house, &mallory, UNDOS, code);
    for (int i = 0; i < READERS_OF_LOGS; i++)
        tabs[i] = tab_open(house, NULL);
    int64_t began = crowd_now();
    tab_must(tabs[0], "{\"do\":\"log\",\"table\":\"%s\"}", code);
    int64_t one = crowd_now() - began;
    for (int i = 0; i < READERS_OF_LOGS * LOGS; i++)
        tab_send(tabs[i % READERS_OF_LOGS], "{\"do\":\"log\",\"table\":\"%s\"}", code);
    for (int i = 0; i < MOVES; i++) {
        began = crowd_now();
        board_play(board, 1);
        int64_t took = crowd_now() - began;
        cr_expect_lt(took, 30 * one + 1000000000, "a move takes %lld ms, a log %lld",
                     (long long)took / 1000000, (long long)one / 1000000);
    }
    for (int i = 0; i < READERS_OF_LOGS; i++)
        tab_close(tabs[i]);
    board_close(board);
    house_close(house);
}
