/* test_core.c: the core from within: limits, queues, eviction of tables and buckets. */
#include "room.h"

#include "server/internal.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The messages that each person has received. */
static char received[ROOM_PEOPLE][1 << 20];

static void remember(void *context, int person, const char *text, size_t length)
{
    size_t used = strlen(received[person]);

    (void)context;
    cr_assert_lt(used + length + 2, sizeof received[person]);
    memcpy(received[person] + used, text, length);
    memcpy(received[person] + used + length, "\n", 2);
}

static void clear_received(void)
{
    for (int i = 0; i < ROOM_PEOPLE; i++)
        received[i][0] = '\0';
}

static int has_received(int person, const char *piece)
{
    return strstr(received[person], piece) != NULL;
}

static Room room;

static void open_room(const Limits *limits)
{
    room = (Room){ .see = remember };
    clear_received();
    room_open(&room, limits);
    room_read(&room);
    clear_received();
}

/* Sends a message; %s is the code of the room's table. */
static void send_message(int person, const char *format)
{
    char message[1024];

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(message, sizeof message, format, room.code);
#pragma GCC diagnostic pop
    room_send(&room, person, message);
}

static void start_game(void)
{
    send_message(BEN, "{\"do\":\"sit\",\"table\":\"%s\"}");
    send_message(ADA, "{\"do\":\"watch\",\"table\":\"%s\",\"with\":[]}");
    send_message(BEN, "{\"do\":\"watch\",\"table\":\"%s\",\"with\":[]}");
    send_message(ADA, "{\"do\":\"start\",\"table\":\"%s\"}");
    room_read(&room);
}

/* ------------------------------------------------------------------------- */
/* Limits                                                                    */
/* ------------------------------------------------------------------------- */

Test(core, drops_who_does_not_read_and_nobody_else)
{
    const Limits limits = { .queued_bytes = 20000 };

    open_room(&limits);
    send_message(ADA, "{\"do\":\"watch\",\"table\":\"%s\"}");
    send_message(BEN, "{\"do\":\"watch\",\"table\":\"%s\"}");
    for (int i = 0; i < 200; i++) {
        send_message(
            ADA, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"Is anybody listening?\"}");
        /* Ada reads, Ben does not. */
        for (Packet *packet; (packet = core_next_packet(room.conns[ADA])) != NULL;)
            packet_release(packet);
    }
    cr_expect(room.is_hung_up[BEN]);
    cr_expect_not(room.is_hung_up[ADA]);
    cr_expect_null(core_next_packet(room.conns[BEN]));
    room_close(&room);
}

/* Where very much waits for all together, each may leave a sixteenth. */
Test(core, drops_who_does_not_read_earlier_when_many_do_not)
{
    enum { TOGETHER = 30000 };
    const Limits limits = { .queued_bytes = 32000, .all_queued_bytes = TOGETHER };
    size_t most = 0;

    open_room(&limits);
    for (int person = ADA; person < ROOM_PEOPLE; person++)
        send_message(person, "{\"do\":\"watch\",\"table\":\"%s\"}");
    for (int i = 0; i < 200; i++) {
        send_message(
            ADA, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"Is anybody listening?\"}");
        for (Packet *packet; (packet = core_next_packet(room.conns[ADA])) != NULL;)
            packet_release(packet);
        if (room.core->queued_bytes > most)
            most = room.core->queued_bytes;
    }
    cr_expect(room.is_hung_up[BEN] || room.is_hung_up[CLEO]);
    cr_expect_not(room.is_hung_up[ADA]);
    cr_expect_leq(most, TOGETHER + 1000, "%zu", most);
    room_close(&room);
}

/* One log may be longer than all that may be queued. */
Test(core, sends_a_long_log_to_whoever_reads)
{
    const Limits limits = { .queued_bytes = 2000 };

    open_room(&limits);
    start_game();
    const Table *table = table_find(room.core, room.code);
    for (int i = 0; i < 500 && table->row.turn.n < 60; i++) {
        room.now += 100 * 1000; /* bots sit in for people whose time is up */
        core_tick(room.core);
        room_poll(&room);
        room_read(&room);
    }
    cr_assert_geq(table->row.turn.n, 60);
    clear_received();
    send_message(CLEO, "{\"do\":\"log\",\"table\":\"%s\"}");
    send_message(CLEO, "{\"do\":\"ping\"}");
    room_read(&room);
    cr_expect_gt(strlen(received[CLEO]), 2000);
    cr_expect(has_received(CLEO, "\"type\":\"log\""));
    cr_expect_not(room.is_hung_up[CLEO]);
    room_close(&room);
}

Test(core, refuses_a_flood_and_hangs_up_on_who_goes_on)
{
    const Limits limits = { .person[RATE_MESSAGES] = { 5, 50 }, .queued_bytes = 1 << 20 };
    int length_before;

    open_room(&limits);
    for (int i = 0; i < 60; i++)
        send_message(ADA, "{\"do\":\"ping\"}");
    room_read(&room);
    cr_expect(has_received(ADA, "\"too-many\""));
    cr_expect_not_null(room.conns[ADA]);
    for (int i = 0; i < 200; i++)
        send_message(ADA, "{\"do\":\"ping\"}");
    cr_expect(room.is_hung_up[ADA]);
    /* After a while the bucket is full again. */
    clear_received();
    for (int i = 0; i < 60; i++)
        send_message(BEN, "{\"do\":\"ping\"}");
    room.now += 60000;
    room_read(&room);
    length_before = (int)strlen(received[BEN]);
    send_message(BEN, "{\"do\":\"ping\",\"id\":77}");
    room_read(&room);
    cr_expect_gt((int)strlen(received[BEN]), length_before);
    cr_expect(has_received(BEN, "{\"type\":\"ok\",\"id\":77}"));
    room_close(&room);
}

Test(core, limits_chat_and_the_reading_of_logs)
{
    const Limits limits = {
        .person = { [RATE_CHATS] = { 1, 10 }, [RATE_READINGS] = { 2, 20 } },
        .queued_bytes = 1 << 20
    };

    open_room(&limits);
    start_game();
    for (int i = 0; i < 10; i++)
        send_message(ADA, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"la\"}");
    room_read(&room);
    cr_expect_not(has_received(ADA, "too-many"));
    send_message(ADA, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"la\"}");
    room_read(&room);
    cr_expect(has_received(ADA, "too-many"));
    for (int i = 0; i < 21; i++)
        send_message(BEN, "{\"do\":\"log\",\"table\":\"%s\",\"from\":0}");
    room_read(&room);
    cr_expect(has_received(BEN, "\"type\":\"log\""));
    cr_expect(has_received(BEN, "too-many"));
    room_close(&room);
}

static int guests(const char *address, int count)
{
    int refused = 0;

    for (int i = 0; i < count; i++) {
        Request request = { .method = METHOD_POST, .path = "/api/1/guest" };
        int is_answered = 0;
        text_add(&request.body, "{\"name\":\"Dora\"}");
        request.link = &is_answered;
        snprintf(request.address, sizeof request.address, "%s", address);
        core_request(room.core, &request);
        room_poll(&room);
        cr_assert(is_answered);
        refused += request.status == 429;
        request_free(&request);
    }
    return refused;
}

Test(core, lets_an_address_make_so_many_accounts_and_another_as_many)
{
    const Limits limits = { .address[RATE_ENTRIES] = { 20 / 3600.0, 10 },
                            .queued_bytes = 1 << 20 };

    open_room(&limits);
    cr_expect_eq(guests("192.0.2.7", 15), 5);
    cr_expect_eq(guests("192.0.2.8", 10), 0);
    room.now += 3600 * 1000;
    core_tick(room.core);
    cr_expect_eq(guests("192.0.2.7", 10), 0);
    room_close(&room);
}

Test(core, counts_an_ipv6_network_as_one_address)
{
    const Limits limits = { .address[RATE_ENTRIES] = { 20 / 3600.0, 10 },
                            .queued_bytes = 1 << 20 };

    open_room(&limits);
    cr_expect_eq(guests("2001:db8:1:2::1", 6), 0);
    cr_expect_eq(guests("2001:db8:1:2:ffff::7", 6), 2);
    cr_expect_eq(guests("2001:db8:1:3::1", 6), 0);
    /* The same address over both kinds of socket. */
    cr_expect_eq(guests("::ffff:192.0.2.9", 6), 0);
    cr_expect_eq(guests("192.0.2.9", 6), 2);
    room_close(&room);
}

/* A client with many networks cannot fill the memory with buckets. */
Test(core, remembers_a_bounded_number_of_addresses)
{
    enum { NETWORKS = 70000, MOST = 65536 };
    const Limits limits = { .address[RATE_UPGRADES] = { 1, 2 }, .queued_bytes = 1 << 20 };
    char address[64];

    open_room(&limits);
    for (int i = 0; i < NETWORKS; i++) {
        snprintf(address, sizeof address, "2001:db8:%x:%x::1", i >> 16, i & 0xffff);
        cr_assert_null(core_refuses_connection(room.core, address));
    }
    cr_expect_leq(room.core->address_count, MOST);
    /* Addresses with connections are never evicted. */
    send_message(ADA, "{\"do\":\"ping\",\"id\":5}");
    room_read(&room);
    cr_expect(has_received(ADA, "\"id\":5"));
    /* The newest are kept; all are removed once their buckets are full. */
    cr_expect_null(core_refuses_connection(room.core, address));
    cr_expect_not_null(core_refuses_connection(room.core, address));
    room.now += 60000;
    core_tick(room.core);
    cr_expect_leq(room.core->address_count, 2);
    room_close(&room);
}

static void chat_ten_times(void)
{
    for (int i = 0; i < 10; i++)
        send_message(ADA, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"la\"}");
}

Test(core, remembers_a_person_until_the_buckets_are_full)
{
    const Limits limits = { .person[RATE_CHATS] = { 0.1, 10 }, .queued_bytes = 1 << 20 };

    open_room(&limits);
    chat_ten_times();
    core_close(room.conns[ADA]);
    room.now += 20000; /* two tokens are refilled */
    core_tick(room.core);
    room.conns[ADA] = core_open(room.core, &room.is_hung_up[ADA], "192.0.2.1",
                                room.tokens[ADA], LANGUAGE_EN);
    room_poll(&room);
    clear_received();
    chat_ten_times();
    room_read(&room);
    int refused = 0;
    for (const char *at = received[ADA]; (at = strstr(at, "too-many")) != NULL; at++)
        refused++;
    cr_expect_eq(refused, 8);
    core_close(room.conns[ADA]);
    room.conns[ADA] = NULL;
    int before = room.core->person_count;
    room.now += 200000;
    core_tick(room.core);
    cr_expect_eq(room.core->person_count, before - 1);
    room_close(&room);
}

/* ------------------------------------------------------------------------- */
/* Eviction and reload                                                       */
/* ------------------------------------------------------------------------- */

static int tables_in_memory(void)
{
    Text metrics = { 0 };
    int count = -1;

    core_write_metrics(room.core, &metrics);
    const char *line = strstr(metrics.bytes, "\nroundhouse_tables_in_memory ");
    cr_assert_not_null(line);
    sscanf(line, "\nroundhouse_tables_in_memory %d", &count);
    text_free(&metrics);
    return count;
}

Test(core, lets_go_of_a_table_that_nobody_looks_at_and_finds_it_again)
{
    const Limits limits = { .queued_bytes = 1 << 20 };

    open_room(&limits);
    start_game();
    send_message(ADA, "{\"do\":\"leave\",\"table\":\"%s\"}");
    send_message(BEN, "{\"do\":\"leave\",\"table\":\"%s\"}");
    cr_expect_eq(tables_in_memory(), 1);
    /* Its clock is in minutes, so it stays in memory until the bots have finished the
     * game. */
    for (int i = 0; i < 2000 && tables_in_memory() > 0; i++) {
        room.now += 100 * 1000;
        core_tick(room.core);
        room_poll(&room);
    }
    cr_expect_eq(tables_in_memory(), 0);
    clear_received();
    send_message(ADA, "{\"do\":\"watch\",\"table\":\"%s\",\"with\":[]}");
    room_read(&room);
    cr_expect(has_received(ADA, "\"state\":\"over\""));
    cr_expect(has_received(ADA, "\"type\":\"update\""));
    cr_expect_eq(tables_in_memory(), 1);
    room_close(&room);
}

/* The log is read for a spectator who comes back, and the table itself is being read
 * when that is done, because another node has sent a notice of it: nothing is new. */
Test(core, sends_the_position_after_the_log_although_the_table_is_being_read)
{
    const Limits limits = { .queued_bytes = 1 << 20 };
    char message[128];

    open_room(&limits);
    start_game();
    Table *table = table_find(room.core, room.code);
    for (int i = 0; i < 20 && table->row.turn.n == 0; i++) {
        room.now += 100 * 1000; /* bots sit in for people whose time is up */
        core_tick(room.core);
        room_poll(&room);
    }
    cr_assert_gt(table->row.turn.n, 0);
    clear_received();
    snprintf(message, sizeof message, "{\"do\":\"watch\",\"table\":\"%s\",\"since\":0}",
             room.code);
    core_receive(room.conns[CLEO], message, strlen(message));
    table_refresh(table);
    cr_assert_not(table_is_ready(table));
    room_poll(&room);
    room_read(&room);
    cr_expect(has_received(CLEO, "\"type\":\"log\""));
    cr_expect(has_received(CLEO, "\"type\":\"update\""));
    room_close(&room);
}

Test(core, plays_on_for_who_has_deleted_the_account)
{
    const Limits limits = { .queued_bytes = 1 << 20 };
    Request request = { .method = METHOD_POST, .path = "/api/1/delete" };

    open_room(&limits);
    start_game();
    clear_received();
    text_add(&request.body, "{}");
    room_request(&room, &request, BEN);
    cr_expect_eq(request.status, 200);
    cr_expect(room.is_hung_up[BEN]);
    send_message(ADA, "{\"do\":\"stand\",\"table\":\"%s\"}");
    for (int i = 0; i < 200 && !has_received(ADA, "\"state\":\"over\""); i++) {
        room.now += 1000;
        core_tick(room.core);
        room_poll(&room);
        room_read(&room);
    }
    cr_expect(has_received(ADA, "\"state\":\"over\""));
    cr_expect(
        has_received(ADA, "\"name\":\"\",\"kind\":\"guest\",\"here\":false,\"away\":true"));
    request_free(&request);
    room_close(&room);
}

/* ------------------------------------------------------------------------- */
/* Chat                                                                      */
/* ------------------------------------------------------------------------- */

static void send_chat(int person, const char *text)
{
    char message[128];

    snprintf(message, sizeof message, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"%s\"}",
             room.code, text);
    core_receive(room.conns[person], message, strlen(message));
}

/* The chat lines that a person received, as "1 2 3", one number each. */
static const char *chat_received(int person)
{
    static char lines[256];
    size_t length = 0;

    room_read(&room);
    lines[0] = '\0';
    for (const char *at = received[person]; (at = strstr(at, "\"k\":")) != NULL; at++)
        length += (size_t)snprintf(lines + length, sizeof lines - length, "%s%d",
                                   length > 0 ? " " : "", atoi(at + strlen("\"k\":")));
    return lines;
}

Test(core, tells_every_line_once_to_who_comes_in_while_it_is_said)
{
    const Limits limits = { .queued_bytes = 1 << 20 };

    open_room(&limits);
    send_message(ADA, "{\"do\":\"watch\",\"table\":\"%s\"}");
    send_chat(ADA, "one");
    send_message(CLEO, "{\"do\":\"watch\",\"table\":\"%s\"}");
    cr_expect_str_eq(chat_received(CLEO), "1");
    send_chat(ADA, "two");
    send_message(CLEO, "{\"do\":\"leave\",\"table\":\"%s\"}");
    send_chat(ADA, "three");
    send_message(CLEO, "{\"do\":\"watch\",\"table\":\"%s\"}");
    send_chat(ADA, "four");
    room_poll(&room);
    cr_expect_str_eq(chat_received(ADA), "1 2 3 4");
    cr_expect_str_eq(chat_received(CLEO), "1 1 2 3 4");
    room_close(&room);
}

/* A line that another node has stored, without a notice. */
static void chat_from_other_node(const char *text)
{
    StoreChat chat = { .user = 1, .seat = NOBODY, .at = 1 };
    StoreTable row;

    snprintf(chat.text, sizeof chat.text, "%s", text);
    cr_assert_eq(store_table_by_code(room.store, room.code, &row, NULL), STORE_OK);
    cr_assert_eq(store_begin(room.store, NULL), STORE_OK);
    cr_assert_eq(store_chat_add(room.store, row.id, &chat, NULL), STORE_OK);
    cr_assert_eq(store_commit(room.store, NULL), STORE_OK);
}

/* Nothing else yet. */
static void begin_to_watch(int person)
{
    char message[128];

    snprintf(message, sizeof message, "{\"do\":\"watch\",\"table\":\"%s\"}", room.code);
    core_receive(room.conns[person], message, strlen(message));
}

static void receive_notice(int k, const char *message)
{
    chat_receive(table_find(room.core, room.code), k, message, strlen(message));
    room_poll(&room);
}

Test(core, tells_lines_in_their_order_whoever_told_of_them_first)
{
    const Limits limits = { .queued_bytes = 1 << 20 };

    open_room(&limits);
    send_message(ADA, "{\"do\":\"watch\",\"table\":\"%s\"}");
    chat_from_other_node("one");
    send_chat(ADA, "two");
    room_poll(&room);
    cr_expect_str_eq(chat_received(ADA), "1 2", "our own line has overtaken a notice");
    receive_notice(1, "{\"k\":1}");
    cr_expect_str_eq(chat_received(ADA), "1 2", "the notice came late");
    chat_from_other_node("three");
    receive_notice(3, "{\"k\":3}");
    cr_expect_str_eq(chat_received(ADA), "1 2 3", "the notice came in time");
    chat_from_other_node("four");
    chat_from_other_node("five");
    receive_notice(5, "{\"k\":5}");
    cr_expect_str_eq(chat_received(ADA), "1 2 3 4 5", "a notice was missed");
    chat_from_other_node("six");
    receive_notice(6, "");
    cr_expect_str_eq(chat_received(ADA), "1 2 3 4 5 6",
                     "the line was too long for a notice");
    begin_to_watch(CLEO);
    db_pool_run(room.db_pool);
    chat_from_other_node("seven");
    receive_notice(7, "{\"k\":7}");
    cr_expect_str_eq(chat_received(ADA), "1 2 3 4 5 6 7");
    cr_expect_str_eq(chat_received(CLEO), "1 2 3 4 5 6 7",
                     "said after the others were read");
    room_close(&room);
}

/* ------------------------------------------------------------------------- */
/* Runs                                                                      */
/* ------------------------------------------------------------------------- */

/* A game of Freight Train for Ada and Ben, whom both watch; the seat that begins. */
static int start_freight_train(void)
{
    Request request = { .method = METHOD_POST, .path = "/api/1/tables" };

    text_add(&request.body, "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"],"
                            "\"clock\":{\"kind\":\"turn\",\"seconds\":90}}");
    room_request(&room, &request, ADA);
    answer_value(&request, "table", room.code, sizeof room.code);
    request_free(&request);
    start_game();
    const Table *table = table_find(room.core, room.code);
    return seats_have(table->row.turn.waiting, 0) ? 0 : 1;
}

static void send_only(int person, const char *format)
{
    char message[256];

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(message, sizeof message, format, room.code);
#pragma GCC diagnostic pop
    core_receive(room.conns[person], message, strlen(message));
}

/* The log before the reply to the run waits for others, while the acts behind the run are
 * stored. */
Test(core, answers_a_run_although_acts_are_pipelined_behind_it)
{
    const Limits limits = { .queued_bytes = 1 << 20 };

    open_room(&limits);
    int person = start_freight_train() == 0 ? ADA : BEN;
    clear_received();
    for (int i = 0; i < 4; i++)
        send_only(person, "{\"do\":\"log\",\"table\":\"%s\"}");
    send_only(person, "{\"do\":\"act\",\"table\":\"%s\",\"n\":0,\"id\":41,\"actions\":["
                      "{\"do\":\"take\",\"siding\":0},{\"do\":\"take\",\"siding\":1}]}");
    send_only(person, "{\"do\":\"undo\",\"table\":\"%s\",\"n\":2,\"id\":42}");
    send_only(person, "{\"do\":\"act\",\"table\":\"%s\",\"n\":3,\"id\":43,"
                      "\"action\":{\"do\":\"take\",\"siding\":2}}");
    room_poll(&room);
    room_read(&room);
    const char *run = strstr(received[person], "\"id\":41");
    const char *undo = strstr(received[person], "\"id\":42");
    const char *act = strstr(received[person], "\"id\":43");
    cr_assert(run != NULL && undo != NULL && act != NULL, "%s", received[person]);
    cr_expect(run < undo && undo < act);
    room_close(&room);
}

/* After an undo, the action that repeats it gives no time, and the one after it does:
 * whether they come one by one or together. */
Test(core, gives_a_run_the_time_that_its_actions_would_have)
{
    const Limits limits = { .queued_bytes = 1 << 20 };

    open_room(&limits);
    int seat = start_freight_train(), person = seat == 0 ? ADA : BEN;
    const Table *table = table_find(room.core, room.code);
    send_message(person, "{\"do\":\"act\",\"table\":\"%s\",\"n\":0,"
                         "\"action\":{\"do\":\"take\",\"siding\":0}}");
    send_message(person, "{\"do\":\"undo\",\"table\":\"%s\",\"n\":1}");
    room.now += 80 * 1000;
    send_message(person, "{\"do\":\"act\",\"table\":\"%s\",\"n\":2,\"actions\":["
                         "{\"do\":\"take\",\"siding\":0}]}");
    cr_expect_eq(table->row.turn.n, 3);
    cr_expect_eq(table->row.turn.left[seat], 10 * 1000);
    send_message(person, "{\"do\":\"undo\",\"table\":\"%s\",\"n\":3}");
    send_message(person, "{\"do\":\"act\",\"table\":\"%s\",\"n\":4,\"actions\":["
                         "{\"do\":\"take\",\"siding\":0},{\"do\":\"take\",\"siding\":1}]}");
    cr_expect_eq(table->row.turn.n, 6);
    cr_expect_eq(table->row.turn.left[seat], 15 * 1000);
    room_close(&room);
}

static void expect_clocks(int first, int64_t first_left, int64_t second_left)
{
    const Table *table = table_find(room.core, room.code);

    cr_expect_eq(table->row.turn.left[first], first_left, "%lld",
                 (long long)table->row.turn.left[first]);
    cr_expect_eq(table->row.turn.left[1 - first], second_left, "%lld",
                 (long long)table->row.turn.left[1 - first]);
}

/* Undos within undos: the clocks are as if the actions had not been made. The time counts
 * for the seat that undoes the first of them. The same from the log. */
Test(core, charges_undos_of_both_seats)
{
    static const char CALL[] = "{\"do\":\"act\",\"table\":\"%s\",\"n\":0,"
                               "\"action\":{\"do\":\"call\"}}";
    const Limits limits = { .queued_bytes = 1 << 20 };

    open_room(&limits);
    int first = start_freight_train();
    int person = first == 0 ? ADA : BEN, other = first == 0 ? BEN : ADA;
    room.now += 5 * 1000;
    send_message(person, CALL);
    expect_clocks(first, 85 * 1000, 90 * 1000);
    room.now += 10 * 1000;
    send_message(other, "{\"do\":\"act\",\"table\":\"%s\",\"n\":1,"
                        "\"action\":{\"do\":\"call\"}}");
    expect_clocks(first, 85 * 1000, 80 * 1000); /* the same seat begins the next turn */
    room.now += 20 * 1000;
    send_message(other, "{\"do\":\"undo\",\"table\":\"%s\",\"n\":2}");
    expect_clocks(first, 85 * 1000, 60 * 1000);
    table_unload(table_find(room.core, room.code));
    room.now += 30 * 1000;
    send_message(person, "{\"do\":\"undo\",\"table\":\"%s\",\"n\":3}");
    expect_clocks(first, 25 * 1000, 90 * 1000);
    room_close(&room);
}

/* The clock of a node is an estimate: an entry of a node that is a little ahead takes no
 * time from anybody. One from the far future does not give time for ever. */
Test(core, takes_no_time_for_an_entry_from_the_near_future)
{
    const Limits limits = { .queued_bytes = 1 << 20 };

    open_room(&limits);
    int seat = start_freight_train();
    Table *table = table_find(room.core, room.code);
    room.now += 80 * 1000;
    room_poll(&room);
    cr_expect_eq(clock_left(table, seat), 10 * 1000);
    table->row.changed = room.now + 150;
    cr_expect_eq(clock_left(table, seat), 90 * 1000);
    table->row.changed = room.now + 3600 * 1000;
    cr_expect_eq(clock_left(table, seat), 10 * 1000);
    room_close(&room);
}
