/* test_limits.c: rate limits that survive reconnecting, wrong passwords, and the queue
 * of password checks. */
#define _GNU_SOURCE
#include "board.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

HOUSE_SUITE(limits, HOUSE_LIMITED);

/* The same server, reached from another address of this machine. */
static House seen_from(const char *address)
{
    House other = *house;

    snprintf(other.child.address.from, sizeof other.child.address.from, "%s", address);
    return other;
}

static void open_table(const Person *host, const char *seats, char code[CODE_ROOM])
{
    table_new(house, host, code,
              "{\"game\":\"station-master\",\"seats\":[%s],\"public\":true}", seats);
}

static int is_error(const Json *message, const char *code)
{
    return strcmp(text_at(message, "type"), "error") == 0
           && strcmp(text_at(message, "code"), code) == 0;
}

/* ------------------------------------------------------------------------- */
/* Reconnecting                                                              */
/* ------------------------------------------------------------------------- */

Test(limits, of_chat_survive_reconnecting)
{
    enum { CONNECTIONS = 20, LINES = 10, BURST = 10 };
    Person ada = person_new(house, "Ada");
    char code[CODE_ROOM];
    int said = 0;

    open_table(&ada, "\"me\",\"open\"", code);
    int64_t began = time(NULL);
    for (int i = 0; i < CONNECTIONS; i++) {
        Tab *tab = tab_open(house, &ada);
        for (int line = 0; line < LINES; line++) {
            const Json *answer =
                tab_do(tab, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"line\"}", code);
            said += !is_error(answer, "too-many");
        }
        tab_close(tab);
    }
    cr_expect_geq(said, BURST);
    cr_expect_leq(said, BURST + 2 + (time(NULL) - began), "%d lines were let through",
                  said);
}

Test(limits, of_messages_survive_reconnecting)
{
    enum { CONNECTIONS = 4, BURST = 500 };
    Person ada = person_new(house, "Ada");
    int answered = 0;
    int64_t began = time(NULL);

    for (int i = 0; i < CONNECTIONS; i++) {
        Tab *tab = tab_open(house, &ada);
        for (int j = 0; j < BURST; j++)
            ws_send_text(&tab->ws, "{\"do\":\"ping\"}");
        const Json *message;
        for (int j = 0; j < BURST && (message = tab_next(tab, PATIENCE_MS)) != NULL; j++)
            answered += strcmp(text_at(message, "type"), "ok") == 0;
        tab_close(tab);
    }
    cr_expect_geq(answered, BURST);
    cr_expect_leq(answered, BURST + (time(NULL) - began + 2) * 50);
}

/* Reading a long log costs more than reading a short one. */
Test(limits, of_logs_count_their_length)
{
    enum { UNDOS = 200, READS = 100, WITHIN = 60 };
    Person ada = person_new(house, "Ada");
    char code[CODE_ROOM];
    int read = 0;

    table_with_undos(house, &ada, UNDOS, code);
    Tab *tab = tab_open(house, &ada);
    int64_t began = time(NULL);
    while (read < READS
           && !is_error(tab_do(tab, "{\"do\":\"log\",\"table\":\"%s\"}", code), "too-many"))
        read++;
    cr_expect_lt(read, WITHIN + 5 * (time(NULL) - began), "%d logs were sent", read);
    cr_expect_geq(read, 30);
    tab_close(tab);
}

Test(limits, of_a_person_hold_at_every_address)
{
    Person ada = person_new(house, "Ada");
    char code[CODE_ROOM];
    int said = 0;
    int64_t began = time(NULL);

    open_table(&ada, "\"me\",\"open\"", code);
    for (int i = 0; i < 10; i++) {
        char address[32];
        snprintf(address, sizeof address, "127.0.0.%d", 10 + i);
        House there = seen_from(address);
        Tab *tab = tab_open(&there, &ada);
        for (int line = 0; line < 5; line++)
            said += !is_error(
                tab_do(tab, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"line\"}", code),
                "too-many");
        tab_close(tab);
    }
    cr_expect_leq(said, 12 + (time(NULL) - began));
}

/* The opcode of the next frame; -1: the connection has ended. */
static int next_opcode(Ws *ws)
{
    WsFrame frame;
    long size;

    while ((size = ws_read_frame(ws->in.bytes, ws->in.length, WS_FROM_SERVER, INT32_MAX,
                                 &frame))
           == 0) {
        cr_assert(text_reserve(&ws->in, 4096));
        ssize_t got = recv(ws->fd, ws->in.bytes + ws->in.length, 4096, 0);
        if (got <= 0)
            return -1;
        ws->in.length += (size_t)got;
    }
    cr_assert_gt(size, 0);
    int opcode = frame.opcode;
    ws->in.length -= (size_t)size;
    memmove(ws->in.bytes, ws->in.bytes + size, ws->in.length);
    return opcode;
}

/* A ping costs a pong, so it counts as a message; a client that goes on is closed. */
Test(limits, of_messages_count_pings)
{
    enum { PINGS = 3000, BURST = 500 };
    const FrameHead ping = { .opcode = WS_PING, .mask = 1 };
    HttpRequest request = { .path = "/ws/1" };
    Fault fault = { 0 };
    int pongs = 0, opcode;
    int64_t began = time(NULL), latest = began;
    Ws ws;

    cr_assert(ws_open(&ws, &house->child.address, &request, NULL, &fault), "%s",
              fault.sentence);
    for (int i = 0; i < PINGS && frame_send(&ws, &ping, "x", 1); i++)
        ;
    while (pongs < PINGS && (opcode = next_opcode(&ws)) >= 0 && opcode != WS_CLOSE) {
        if (opcode != WS_PONG)
            continue;
        pongs++;
        latest = time(NULL);
    }
    cr_expect_geq(pongs, BURST);
    cr_expect_leq(pongs, BURST + (latest - began + 2) * 50);
    ws_close(&ws);
}

/* The rate of new connections is per address, whoever connects. */
Test(limits, of_upgrades_survive_reconnecting)
{
    enum { TRIES = 1200, BURST = 600 };
    int refused = 0, came = 0;
    int64_t began = time(NULL);

    for (int i = 0; i < TRIES && refused == 0; i++) {
        HttpRequest request = { .path = "/ws/1" };
        Fault fault = { 0 };
        Ws ws = { 0 };
        int status = 0;
        if (ws_open(&ws, &house->child.address, &request, &status, &fault)) {
            came++;
            ws_close(&ws);
        } else {
            refused += status == 429;
            cr_expect_eq(status, 429, "%d: %s", status, fault.sentence);
        }
    }
    cr_expect_geq(came, BURST);
    cr_expect_leq(came, BURST + (time(NULL) - began + 2) * 20);
    cr_expect_eq(refused, 1);
}

/* ------------------------------------------------------------------------- */
/* Requests that add rows                                                    */
/* ------------------------------------------------------------------------- */

/* A finished game whose rematch is opened and closed over and over. */
Test(limits, count_rematch_and_close_as_opening_tables)
{
    enum { TRIES = 100, BURST = 60 };
    Person ada = person_new(house, "Ada");
    Tab *tab = tab_open(house, &ada);
    char code[CODE_ROOM], next[CODE_ROOM];
    int opened = 0, refused = 0;

    open_table(&ada, "\"me\",\"random\"", code);
    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\",\"with\":[]}", code);
    tab_must(tab, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    tab_must(tab, "{\"do\":\"stand\",\"table\":\"%s\"}", code);
    const Json *table;
    do {
        table = tab_wait_for(tab, "table");
    } while (strcmp(text_at(table, "state"), "over") != 0);
    for (int i = 0; i < TRIES; i++) {
        if (is_error(tab_do(tab, "{\"do\":\"rematch\",\"table\":\"%s\"}", code),
                     "too-many")) {
            refused++;
            continue;
        }
        opened++;
        do {
            table = tab_wait_for(tab, "table");
        } while (is_null_at(table, "next"));
        snprintf(next, sizeof next, "%s", text_at(table, "next"));
        tab_must(tab, "{\"do\":\"close\",\"table\":\"%s\"}", next);
    }
    cr_expect_leq(opened, BURST + 5);
    cr_expect_geq(refused, TRIES - BURST - 5);
    tab_close(tab);
}

Test(limits, count_tables_and_programs_of_a_person_at_every_address)
{
    Person ada = person_new(house, "Ada");
    int made = 0, retry_after = 0;

    for (int i = 0; i < 80; i++) {
        char address[32];
        snprintf(address, sizeof address, "127.0.0.%d", 10 + i);
        House there = seen_from(address);
        Answer answer =
            i % 8 == 0 ? ask(&there, &ada, "/api/1/programs", "{\"name\":\"Deep %d\"}", i)
                       : ask(&there, &ada, "/api/1/tables",
                             "{\"game\":\"station-master\",\"seats\":[\"me\",\"open\"]}");
        made += answer.status == 200;
        if (answer.status == 429) {
            const char *header = http_reply_header(&answer.reply, "retry-after");
            cr_assert_not_null(header);
            retry_after = atoi(header);
        }
        answer_free(&answer);
    }
    cr_expect_geq(made, 60);
    cr_expect_leq(made, 65);
    cr_expect_gt(retry_after, 0);
    cr_expect_leq(retry_after, 30);
}

/* ------------------------------------------------------------------------- */
/* A club                                                                    */
/* ------------------------------------------------------------------------- */

Test(limits, let_200_people_of_one_address_play)
{
    enum { PEOPLE = 200 };
    static Tab *tabs[PEOPLE];
    static Person people[PEOPLE];
    static char codes[PEOPLE / 2][CODE_ROOM];

    for (int i = 0; i < PEOPLE; i++) {
        char name[16];
        snprintf(name, sizeof name, "Player %d", i);
        people[i] = person_new(house, name);
        tabs[i] = tab_open(house, &people[i]);
    }
    for (int i = 0; i < PEOPLE / 2; i++) {
        Tab *host = tabs[2 * i], *other = tabs[2 * i + 1];
        open_table(&people[2 * i], "\"me\",\"open\"", codes[i]);
        tab_must(host, "{\"do\":\"watch\",\"table\":\"%s\"}", codes[i]);
        tab_must(other, "{\"do\":\"watch\",\"table\":\"%s\"}", codes[i]);
        tab_must(other, "{\"do\":\"sit\",\"table\":\"%s\"}", codes[i]);
        tab_must(host, "{\"do\":\"start\",\"table\":\"%s\"}", codes[i]);
        tab_wait_for(host, "update");
    }
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < PEOPLE; i++)
            tab_must(tabs[i], "{\"do\":\"ping\"}");
    }
    for (int i = 0; i < PEOPLE; i++)
        tab_close(tabs[i]);
}

/* ------------------------------------------------------------------------- */
/* Wrong passwords                                                           */
/* ------------------------------------------------------------------------- */

static Answer sign_in_at(const House *there, const char *name, const char *password)
{
    return ask(there, NULL, "/api/1/login", "{\"name\":\"%s\",\"password\":\"%s\"}", name,
               password);
}

static int status_at(const House *there, const char *name, const char *password)
{
    Answer answer = sign_in_at(there, name, password);
    int status = answer.status;

    if (status == 429) {
        cr_expect_str_eq(text_at(json_at(answer.json, "error"), "code"), "wrong-too-often");
        cr_expect_not_null(http_reply_header(&answer.reply, "retry-after"));
    }
    answer_free(&answer);
    return status;
}

static Person keep_name(const char *name, const char *password)
{
    Person person = person_new(house, name);
    Answer answer = ask(house, &person, "/api/1/keep",
                        "{\"name\":\"%s\",\"password\":\"%s\"}", name, password);

    cr_assert_eq(answer.status, 200);
    answer_free(&answer);
    return person;
}

Test(limits, of_wrong_passwords_let_the_owner_in)
{
    House stranger = seen_from("127.0.0.2"), away = seen_from("127.0.0.3");
    int refused = 0, wrong = 0;

    keep_name("Ada", "correct horse");
    for (int i = 0; i < 30; i++) {
        int status = status_at(&stranger, "Ada", "battery staple");
        refused += status == 429;
        wrong += status == 403;
    }
    cr_expect_geq(refused, 15, "%d refused", refused);
    cr_expect_geq(wrong, 5);
    /* Not even the right password is checked. */
    cr_expect_eq(status_at(&stranger, "Ada", "correct horse"), 429);
    cr_expect_eq(status_at(house, "Ada", "correct horse"), 200);
    /* From a new address too, after 30 seconds at most. */
    house_move_clock(house, 31000);
    cr_expect_eq(status_at(&away, "Ada", "correct horse"), 200);
}

/* Each guess comes from a different address. */
Test(limits, of_wrong_passwords_count_for_the_name)
{
    int refused = 0, longest = 0;

    keep_name("Ada", "correct horse");
    for (int i = 0; i < 40; i++) {
        char address[32];
        snprintf(address, sizeof address, "127.0.1.%d", 1 + i);
        House there = seen_from(address);
        Answer answer = sign_in_at(&there, "ADA", "battery staple");
        cr_assert(answer.status == 403 || answer.status == 429);
        if (answer.status == 429) {
            int seconds = atoi(http_reply_header(&answer.reply, "retry-after"));
            refused++;
            longest = seconds > longest ? seconds : longest;
            /* The delay grows, and is bounded. */
            house_move_clock(house, seconds * 1000LL);
        }
        answer_free(&answer);
    }
    cr_expect_geq(refused, 10);
    cr_expect_geq(longest, 16);
    cr_expect_leq(longest, 30);
    cr_expect_eq(status_at(house, "Ada", "correct horse"), 200);
}

Test(limits, of_wrong_passwords_count_for_the_address)
{
    House stranger = seen_from("127.0.0.2");
    int refused = 0;

    for (int i = 0; i < 40; i++) {
        char name[16];
        snprintf(name, sizeof name, "Nobody %d", i);
        refused += status_at(&stranger, name, "battery staple") == 429;
    }
    cr_expect_geq(refused, 5);
    cr_expect_eq(status_at(house, "Nobody 1", "battery staple"), 403);
}

/* The response time does not reveal whether a name exists: measured interleaved, as a
 * ratio. */
Test(limits, an_unknown_name_takes_as_long_as_a_known_one)
{
    enum { TIMES = 5 };
    double took[2] = { 0 };
    static const char *const names[] = { "Ada", "Nobody" };

    keep_name("Ada", "correct horse");
    for (int i = 0; i < 2 * TIMES; i++) {
        struct timespec began, ended;
        char address[32];
        snprintf(address, sizeof address, "127.0.2.%d", 1 + i);
        House there = seen_from(address);
        clock_gettime(CLOCK_MONOTONIC, &began);
        cr_expect_eq(status_at(&there, names[i % 2], "battery staple"), 403);
        clock_gettime(CLOCK_MONOTONIC, &ended);
        took[i % 2] += (double)(ended.tv_sec - began.tv_sec)
                       + (double)(ended.tv_nsec - began.tv_nsec) / 1e9;
    }
    cr_expect_lt(took[1], took[0] * 3);
    cr_expect_gt(took[1], took[0] / 3);
}

/* ------------------------------------------------------------------------- */
/* The queue of password checks                                              */
/* ------------------------------------------------------------------------- */

/* Sends a request and does not wait for the answer. */
static int begin_post(const char *from, const char *path, const char *token,
                      const char *body)
{
    House there = seen_from(from);
    char request[1024];
    Fault fault = { 0 };
    int fd = address_connect(&there.child.address, 60, &fault);

    cr_assert(fd >= 0, "%s", fault.sentence);
    snprintf(request, sizeof request,
             "POST %s HTTP/1.1\r\nHost: %s:%d\r\nOrigin: http://%s:%d\r\n"
             "%s%s%sContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
             path, house->child.address.host, house->child.address.port,
             house->child.address.host, house->child.address.port,
             token[0] != '\0' ? "Authorization: Bearer " : "", token,
             token[0] != '\0' ? "\r\n" : "", strlen(body), body);
    cr_assert(send_all(fd, request, strlen(request)));
    return fd;
}

static int begin_sign_in(const char *from, const char *name)
{
    char body[128];

    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"battery staple\"}", name);
    return begin_post(from, "/api/1/login", "", body);
}

static int is_answered(int fd)
{
    struct pollfd end = { .fd = fd, .events = POLLIN };

    return poll(&end, 1, 0) > 0;
}

/* As the file has it: argon2id, 64 MiB, two passes. */
Test(limits, a_password_is_hashed_at_full_cost)
{
    static const char COST[] = "$argon2id$v=19$m=65536,t=2,p=1$";
    Person ada = person_new(house, "Ada");
    sqlite3_stmt *row = NULL;
    sqlite3 *db = NULL;

    must_ask(house, &ada, "/api/1/keep", "{\"name\":\"Ada\",\"password\":\"%s\"}",
             "correct horse");
    house_end(house, SIGTERM);
    cr_assert_eq(sqlite3_open(house->data, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_prepare_v2(db, "SELECT password FROM users", -1, &row, NULL),
                 SQLITE_OK);
    cr_assert_eq(sqlite3_step(row), SQLITE_ROW);
    cr_expect_eq(strncmp((const char *)sqlite3_column_text(row, 0), COST, sizeof COST - 1),
                 0, "%s", (const char *)sqlite3_column_text(row, 0));
    sqlite3_finalize(row);
    sqlite3_close(db);
    house_begin(house);
}

/* In a first-come queue the last one would wait for all. */
Test(limits, fifty_sign_ins_of_one_address_do_not_delay_another)
{
    enum { SIGN_INS = 50 };
    House other = seen_from("127.0.0.3");
    int lines[SIGN_INS], answered = 0;

    keep_name("Ada", "correct horse");
    for (int i = 0; i < SIGN_INS; i++) {
        char name[16];
        snprintf(name, sizeof name, "Nobody %d", i);
        lines[i] = begin_sign_in("127.0.0.2", name);
    }
    cr_expect_eq(status_at(&other, "Ada", "correct horse"), 200);
    for (int i = 0; i < SIGN_INS; i++) {
        char reply[16] = ""; /* busy, of a slow machine, does not count */
        if (is_answered(lines[i]) && recv(lines[i], reply, sizeof reply - 1, 0) > 0)
            answered += strncmp(reply, "HTTP/1.1 403", 12) == 0;
        close(lines[i]);
    }
    cr_expect_lt(answered, SIGN_INS / 2, "%d were answered first", answered);
}

/* The queue is full of other addresses: an address from which the name has signed in
 * before goes first. */
Test(limits, sign_ins_of_many_addresses_do_not_delay_a_known_address)
{
    enum { SIGN_INS = 200 };
    House there = seen_from("127.0.0.3");
    int lines[SIGN_INS], answered = 0;

    keep_name("Ada", "correct horse");
    cr_assert_eq(status_at(&there, "Ada", "correct horse"), 200);
    for (int i = 0; i < SIGN_INS; i++) {
        char name[16], from[16];
        snprintf(name, sizeof name, "Nobody %d", i);
        snprintf(from, sizeof from, "127.0.3.%d", 1 + i);
        lines[i] = begin_sign_in(from, name);
    }
    cr_expect_eq(status_at(&there, "Ada", "correct horse"), 200);
    for (int i = 0; i < SIGN_INS; i++) {
        char reply[16] = "";
        if (is_answered(lines[i]) && recv(lines[i], reply, sizeof reply - 1, 0) > 0)
            answered += strncmp(reply, "HTTP/1.1 403", 12) == 0;
        close(lines[i]);
    }
    cr_expect_lt(answered, 64, "%d were tried first", answered);
}

/* One address gets at most half of the queue. */
Test(limits, a_full_queue_of_one_address_has_room_for_another)
{
    enum { SIGN_INS = 150 };
    House other = seen_from("127.0.0.3");
    int lines[SIGN_INS];

    keep_name("Ada", "correct horse");
    for (int i = 0; i < SIGN_INS; i++) {
        char name[16];
        snprintf(name, sizeof name, "Nobody %d", i);
        lines[i] = begin_sign_in("127.0.0.2", name);
    }
    cr_expect_eq(status_at(&other, "Ada", "correct horse"), 200);
    for (int i = 0; i < SIGN_INS; i++)
        close(lines[i]);
}

/* Open connections, including the one that asks. */
static int sockets_open(void)
{
    static const char NAME[] = "\nroundhouse_sockets ";
    Answer answer = ask_admin(house, "/metrics");
    int count = atoi(strstr(answer.reply.body.bytes, NAME) + sizeof NAME - 1);

    answer_free(&answer);
    return count;
}

/* The client has hung up, so its password is not checked. */
Test(limits, passwords_of_closed_connections_are_not_checked)
{
    enum { SIGN_INS = 18 }; /* too few to cause a delay */
    const struct timespec pause = { .tv_nsec = 20000000 };
    House there = seen_from("127.0.0.2");
    double before = process_seconds(house->child.pid), of_one;

    cr_assert_eq(status_at(&there, "Nobody", "battery staple"), 403);
    of_one = process_seconds(house->child.pid) - before;
    before = process_seconds(house->child.pid);
    for (int i = 0; i < SIGN_INS; i++) {
        char name[16];
        snprintf(name, sizeof name, "Nobody %d", i);
        close(begin_sign_in("127.0.0.2", name));
    }
    while (sockets_open() > 1)
        nanosleep(&pause, NULL);
    cr_expect_lt(process_seconds(house->child.pid) - before, of_one * SIGN_INS / 3);
}

/* Closes them when there was one answer that the queue is full, or all have answered. */
static void expect_busy(const int *lines, int count)
{
    int busy = 0;

    for (int i = 0; i < count; i++) {
        char reply[2048] = "";
        ssize_t got = is_answered(lines[i]) || busy == 0
                          ? recv(lines[i], reply, sizeof reply - 1, 0)
                          : 0;
        if (got > 0 && strncmp(reply, "HTTP/1.1 503", 12) == 0) {
            busy++;
            cr_expect_not_null(strcasestr(reply, "retry-after:"));
            cr_expect_not_null(strstr(reply, "\"busy\""));
        }
        close(lines[i]);
    }
    cr_expect_gt(busy, 0);
}

Test(limits, beyond_the_queue_of_passwords_there_is_503)
{
    enum { SIGN_INS = 120 };
    int lines[SIGN_INS];

    for (int i = 0; i < SIGN_INS; i++) {
        char name[16];
        snprintf(name, sizeof name, "Nobody %d", i);
        lines[i] = begin_sign_in("127.0.0.2", name);
    }
    expect_busy(lines, SIGN_INS);
}

/* People who are signed in have a bounded queue, too. */
Test(limits, beyond_the_queue_of_new_passwords_there_is_503)
{
    enum { PEOPLE = 30 };
    Person people[PEOPLE];
    int lines[PEOPLE];

    for (int i = 0; i < PEOPLE; i++) {
        char name[16];
        snprintf(name, sizeof name, "Nr %c%d", 'a' + i % 26, i);
        people[i] = keep_name(name, "correct horse");
    }
    for (int i = 0; i < PEOPLE; i++) {
        char body[128];
        snprintf(body, sizeof body,
                 "{\"name\":\"Nr %c%d\",\"password\":\"battery staple\","
                 "\"old\":\"correct horse\"}",
                 'a' + i % 26, i);
        lines[i] = begin_post("127.0.0.1", "/api/1/keep", people[i].token, body);
    }
    expect_busy(lines, PEOPLE);
}

static int status_on(int line)
{
    char reply[2048] = "";
    int status = 0;

    cr_assert_gt(recv(line, reply, sizeof reply - 1, 0), 0);
    cr_assert_eq(sscanf(reply, "HTTP/1.1 %d", &status), 1, "%s", reply);
    close(line);
    return status;
}

/* The old password is right when it is read, and replaced before it has been verified. */
Test(limits, a_password_that_was_replaced_meanwhile_proves_nothing)
{
    static const char *const PATHS[] = { "/api/1/confirm", "/api/1/delete" };
    enum { COUNT = sizeof PATHS / sizeof *PATHS };
    Person ada = keep_name("Ada", "correct horse");
    int keep, lines[COUNT];
    Answer answer;

    keep = begin_post("127.0.0.1", "/api/1/keep", ada.token,
                      "{\"name\":\"Ada\",\"password\":\"battery staple\","
                      "\"old\":\"correct horse\"}");
    answer = ask(house, &ada, "/api/1/hello", NULL); /* the server has read the first */
    answer_free(&answer);
    for (int i = 0; i < COUNT; i++)
        lines[i] = begin_post("127.0.0.1", PATHS[i], ada.token,
                              "{\"password\":\"correct horse\"}");
    cr_expect_eq(status_on(keep), 200);
    for (int i = 0; i < COUNT; i++)
        cr_expect_eq(status_on(lines[i]), 403, "%s", PATHS[i]);
    cr_expect_eq(status_at(house, "Ada", "battery staple"), 200);
}
