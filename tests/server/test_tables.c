/* test_tables.c: opening tables, sitting down, watching, chat, rematches. */
#include "board.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static Person ada, ben, cleo;

HOUSE_SUITE(tables, HOUSE_OPEN, ada = person_new(house, "Ada");
            ben = person_new(house, "Ben"); cleo = person_new(house, "Cleo"));

/* Ada opens a table; the code is valid until the next call. */
static const char *open_table(const char *rest)
{
    static char code[CODE_ROOM];
    Answer answer =
        ask(house, &ada, "/api/1/tables", "{\"game\":\"freight-train\",%s}", rest);

    cr_assert_eq(answer.status, 200, "%d %s", answer.status, answer.reply.body.bytes);
    snprintf(code, sizeof code, "%s", text_at(answer.json, "table"));
    cr_assert_not_null(strstr(text_at(answer.json, "link"), code));
    answer_free(&answer);
    return code;
}

static Tab *watching(const Person *who, const char *code)
{
    Tab *tab = tab_open(house, who);

    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    return tab;
}

Test(tables, open_with_what_was_asked_for)
{
    const char *code = open_table(
        "\"options\":{\"edition\":\"white-wind\"},\"seats\":[\"me\",\"open\",\"hard\"],"
        "\"public\":true,\"clock\":{\"kind\":\"turn\",\"seconds\":90},\"sit_in\":"
        "\"medium\"");
    char path[64];
    Answer answer;

    snprintf(path, sizeof path, "/api/1/tables/%s", code);
    answer = ask(house, &ada, path, NULL);
    cr_assert_eq(answer.status, 200);
    cr_assert_str_eq(text_at(answer.json, "state"), "open");
    cr_assert_str_eq(text_at(json_at(answer.json, "options"), "edition"), "white-wind");
    cr_assert_str_eq(text_at(answer.json, "sit_in"), "medium");
    cr_assert_eq(number_at(json_at(answer.json, "clock"), "seconds"), 90);
    cr_assert(is_at(answer.json, "host"));
    cr_assert_eq(number_at(answer.json, "you"), 0);
    cr_assert_eq(json_at(answer.json, "seats")->length, 3);
    cr_assert_str_eq(text_at(entry_at(json_at(answer.json, "seats"), 0), "name"), "Ada");
    cr_assert_str_eq(text_at(entry_at(json_at(answer.json, "seats"), 1), "who"), "open");
    cr_assert_str_eq(text_at(entry_at(json_at(answer.json, "seats"), 2), "level"), "hard");
    cr_assert_null(json_get(answer.json, "seed"));
    answer_free(&answer);
}

Test(tables, with_invalid_settings_are_refused)
{
    static const char *const WRONG[] = {
        "{\"game\":\"chess\",\"seats\":[\"me\",\"open\"]}",
        "{\"game\":\"freight-train\",\"seats\":[\"me\"]}",
        "{\"game\":\"freight-train\",\"seats\":[\"me\",\"me\"]}",
        "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\",\"open\",\"open\",\"open\","
        "\"open\"]}",
        "{\"game\":\"freight-train\",\"seats\":[\"me\",\"grandmaster\"]}",
        "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"],\"options\":{\"edition\":"
        "\"third\"}}",
        "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"],\"clock\":{\"kind\":"
        "\"turn\",\"seconds\":-1}}",
        "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"],\"clock\":{\"kind\":"
        "\"sand\"}}",
        "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"],\"seed\":\"mine\"}",
    };

    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        must_not_ask(house, &ada, 400, "bad-request", "/api/1/tables", "%s", WRONG[i]);
    must_not_ask(house, NULL, 401, "not-signed-in", "/api/1/tables",
                 "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"]}");
}

Test(tables, fill_and_start)
{
    const char *code = open_table("\"seats\":[\"me\",\"open\",\"open\"],\"public\":true");
    Tab *host = watching(&ada, code), *guest = watching(&ben, code);

    tab_must_not(host, "not-over", "{\"do\":\"rematch\",\"table\":\"%s\"}", code);
    tab_must_not(guest, "not-allowed", "{\"do\":\"start\",\"table\":\"%s\"}", code);
    tab_must(guest, "{\"do\":\"sit\",\"table\":\"%s\",\"seat\":2}", code);
    cr_assert_eq(json_at(tab_wait_for(host, "table"), "seats")->length, 3);
    tab_must_not(host, "seats-open", "{\"do\":\"start\",\"table\":\"%s\"}", code);
    tab_must_not(guest, "not-allowed",
                 "{\"do\":\"seat\",\"table\":\"%s\",\"seat\":1,\"who\":"
                 "\"easy\"}",
                 code);
    tab_must(host, "{\"do\":\"seat\",\"table\":\"%s\",\"seat\":1,\"who\":\"easy\"}", code);
    tab_must(guest, "{\"do\":\"stand\",\"table\":\"%s\"}", code);
    tab_must(guest, "{\"do\":\"sit\",\"table\":\"%s\"}", code);
    tab_must(host, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    cr_assert_eq(number_at(tab_wait_for(guest, "update"), "seat"), 2);
    tab_must_not(guest, "not-open", "{\"do\":\"sit\",\"table\":\"%s\"}", code);
    tab_close(host);
    tab_close(guest);
}

Test(tables, have_each_seat_once)
{
    const char *code = open_table("\"seats\":[\"me\",\"open\"],\"public\":true");
    Tab *first = watching(&ben, code), *second = watching(&cleo, code);

    tab_must_not(first, "seat-taken", "{\"do\":\"sit\",\"table\":\"%s\",\"seat\":0}", code);
    tab_must_not(first, "bad-request", "{\"do\":\"sit\",\"table\":\"%s\",\"seat\":2}",
                 code);
    tab_must(first, "{\"do\":\"sit\",\"table\":\"%s\"}", code);
    tab_must_not(second, "table-full", "{\"do\":\"sit\",\"table\":\"%s\"}", code);
    tab_close(first);
    tab_close(second);
}

/* Everybody may watch a public table; a private one needs its code. */
Test(tables, are_public_or_by_link)
{
    static const char *const WRONG[] = {
        "/api/1/tables?mine=2",    "/api/1/tables?over=2",
        "/api/1/tables?mine=",     "/api/1/tables?mine=1111111",
        "/api/1/tables?over=true", "/api/1/tables?before=1.2.3x",
    };
    char open[CODE_ROOM], hidden[CODE_ROOM];
    Answer answer;
    Tab *stranger = tab_open(house, NULL), *friend = tab_open(house, &ben);

    strcpy(open, open_table("\"seats\":[\"me\",\"open\"],\"public\":true"));
    strcpy(hidden, open_table("\"seats\":[\"me\",\"open\"],\"public\":false"));
    answer = ask(house, &ben, "/api/1/tables", NULL);
    cr_assert_not_null(strstr(answer.reply.body.bytes, open));
    cr_assert_null(strstr(answer.reply.body.bytes, hidden));
    answer_free(&answer);
    answer = ask(house, &ada, "/api/1/tables?mine=1", NULL);
    cr_assert_not_null(strstr(answer.reply.body.bytes, hidden));
    answer_free(&answer);
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        must_not_ask(house, &ada, 400, "bad-request", WRONG[i], NULL);
    must_ask(house, &ada, "/api/1/tables?mine=0&over=0", NULL);
    tab_must(stranger, "{\"do\":\"watch\",\"table\":\"%s\"}", open);
    tab_must_not(stranger, "no-such-table", "{\"do\":\"watch\",\"table\":\"%s\"}", hidden);
    tab_must_not(stranger, "not-signed-in", "{\"do\":\"sit\",\"table\":\"%s\"}", open);
    tab_must(friend, "{\"do\":\"watch\",\"table\":\"%s\"}", hidden);
    tab_must(friend, "{\"do\":\"sit\",\"table\":\"%s\"}", hidden);
    tab_must_not(friend, "no-such-table", "{\"do\":\"watch\",\"table\":\"ABCDEFGH23\"}");
    tab_must_not(friend, "no-such-table", "{\"do\":\"watch\",\"table\":\"nothing\"}");
    must_not_ask(house, &ben, 404, "no-such-table", "/api/1/tables/ABCDEFGH23", NULL);
    tab_close(stranger);
    tab_close(friend);
}

Test(tables, keep_their_secrets_until_the_end)
{
    Board *board = board_open(house, "station-master", 2, "");
    char path[64];

    snprintf(path, sizeof path, "/api/1/tables/%s/save", board->code);
    board_play(board, 10);
    must_not_ask(house, &board->people[0], 409, "not-over", path, NULL);
    board_play(board, -1);
    must_ask(house, &board->people[0], path, NULL);
    board_close(board);
}

Test(tables, have_a_chat)
{
    static const char *const INVISIBLE[] = {
        "",
        " ",
        "\\u00a0\\u2003",
        "\\u200b",
        "\\u2060\\u00ad\\ufe0f",
        "\\u3164",
        "\\u2800 \\u115f",
        "\\udb40\\udc41",
    };
    const char *code = open_table("\"seats\":[\"me\",\"open\"],\"public\":true");
    Tab *host = watching(&ada, code), *guest = watching(&ben, code), *late;
    const Json *chat;
    char long_text[600];

    tab_must(guest, "{\"do\":\"sit\",\"table\":\"%s\"}", code);
    tab_must(guest, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"<i>hello</i> 🚂\"}", code);
    chat = tab_wait_for(host, "chat");
    cr_assert_str_eq(text_at(chat, "text"), "<i>hello</i> 🚂");
    cr_assert_str_eq(text_at(chat, "name"), "Ben");
    cr_assert_eq(number_at(chat, "seat"), 1);
    for (size_t i = 0; i < sizeof INVISIBLE / sizeof *INVISIBLE; i++)
        tab_must_not(host, "bad-request",
                     "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"%s\"}", code,
                     INVISIBLE[i]);
    memset(long_text, 'x', sizeof long_text);
    long_text[501] = '\0';
    tab_must_not(host, "bad-request", "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"%s\"}",
                 code, long_text);
    late = tab_open(house, &ada);
    tab_send(late, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    cr_assert_str_eq(text_at(tab_wait_for(late, "chat"), "text"), "<i>hello</i> 🚂");
    tab_close(late);
    tab_close(host);
    tab_close(guest);
}

Test(tables, notify_their_players)
{
    const char *code = open_table("\"seats\":[\"me\",\"open\"],\"public\":false");
    Tab *host = tab_open(house, &ada), *guest = tab_open(house, &ben);
    const Json *mine;

    tab_must(host, "{\"do\":\"mine\"}");
    mine = tab_wait_for(host, "mine");
    cr_assert_eq(json_at(mine, "tables")->length, 1);
    tab_must(guest, "{\"do\":\"mine\"}");
    mine = tab_wait_for(guest, "mine");
    cr_assert_eq(json_at(mine, "tables")->length, 0);
    tab_must(guest, "{\"do\":\"sit\",\"table\":\"%s\"}", code);
    while (json_at(tab_wait_for(guest, "mine"), "tables")->length == 0)
        ;
    tab_must(host, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    do {
        mine = entry_at(json_at(tab_wait_for(host, "mine"), "tables"), 0);
    } while (strcmp(text_at(mine, "state"), "playing") != 0);
    cr_assert_eq(is_at(mine, "turn"),
                 strcmp(entry_at(json_at(mine, "waiting"), 0)->text, "Ben") != 0);
    tab_close(host);
    tab_close(guest);
}

/* Waits for the code of the next table. */
static void wait_for_next(Board *board, int seat, char *code)
{
    const Json *table;

    do {
        table = tab_wait_for(board->tabs[seat], "table");
    } while (is_null_at(table, "next"));
    snprintf(code, CODE_ROOM, "%s", text_at(table, "next"));
}

Test(tables, are_followed_by_another)
{
    Board *board = board_open(house, "station-master", 2, "");
    char next[CODE_ROOM], same[CODE_ROOM];
    const Json *table;

    tab_must_not(board->tabs[1], "not-over", "{\"do\":\"rematch\",\"table\":\"%s\"}",
                 board->code);
    board_play(board, -1);
    tab_send(board->tabs[1], "{\"do\":\"rematch\",\"table\":\"%s\"}", board->code);
    wait_for_next(board, 0, next);
    tab_send(board->tabs[0], "{\"do\":\"rematch\",\"table\":\"%s\"}", board->code);
    wait_for_next(board, 1, same);
    cr_assert_str_eq(next, same);
    cr_assert_str_neq(next, board->code);
    table = tab_do(board->tabs[0], "{\"do\":\"watch\",\"table\":\"%s\"}", next);
    cr_assert_str_eq(text_at(table, "game"), "station-master");
    cr_assert_str_eq(text_at(table, "state"), "open");
    for (int i = 0; i < 2; i++)
        cr_assert_str_eq(text_at(entry_at(json_at(table, "seats"), i), "who"), "person");
    board_close(board);
}

Test(tables, are_followed_by_another_if_the_next_was_closed)
{
    Board *board = board_open(house, "station-master", 2, "");
    char next[CODE_ROOM], other[CODE_ROOM];

    board_play(board, -1);
    tab_must(board->tabs[0], "{\"do\":\"rematch\",\"table\":\"%s\"}", board->code);
    wait_for_next(board, 0, next);
    tab_must(board->tabs[0], "{\"do\":\"close\",\"table\":\"%s\"}", next);
    tab_must(board->tabs[0], "{\"do\":\"rematch\",\"table\":\"%s\"}", board->code);
    do {
        wait_for_next(board, 0, other);
    } while (strcmp(next, other) == 0);
    tab_must(board->tabs[0], "{\"do\":\"watch\",\"table\":\"%s\"}", other);
    board_close(board);
}

Test(tables, are_watched_in_part_and_left)
{
    Board *board = board_open(house, "freight-train", 2, "");
    Tab *tab = tab_open(house, &board->people[0]);
    const Json *update;

    tab_send(tab, "{\"do\":\"watch\",\"table\":\"%s\",\"with\":[\"actions\"]}",
             board->code);
    update = tab_wait_for(tab, "update");
    cr_assert_not_null(json_get(update, "actions"));
    cr_assert_null(json_get(update, "position"));
    cr_assert_null(json_get(update, "events"));
    cr_assert_null(strstr(tab->ws.message.bytes, "\"text\""));
    board_play(board, 1);
    cr_assert_eq(number_at(tab_wait_for(tab, "update"), "n"), 1);
    tab_must(tab, "{\"do\":\"leave\",\"table\":\"%s\"}", board->code);
    board_play(board, 1);
    tab_send(tab, "{\"do\":\"ping\",\"id\":99}");
    cr_assert_str_eq(text_at(tab_next(tab, PATIENCE_MS), "type"), "ok");
    tab_close(tab);
    board_close(board);
}

Test(tables, speak_the_language_of_the_reader)
{
    Board *board = board_open(house, "freight-train", 2, "");
    Tab *tab = tab_open(house, &board->people[0]);
    const Json *refusal;

    tab_must(tab, "{\"do\":\"hello\",\"lang\":\"fr\"}");
    refusal = tab_do(tab, "{\"do\":\"undo\",\"table\":\"%s\",\"n\":0}", board->code);
    cr_assert_str_eq(text_at(refusal, "code"), "cannot-undo");
    cr_assert_not_null(strpbrk(text_at(refusal, "text"), "éàêèç'’"), "%s",
                       text_at(refusal, "text"));
    refusal = tab_do(tab, "{\"do\":\"undo\",\"table\":\"%s\"}", board->code);
    cr_assert_str_eq(text_at(refusal, "text"), "n manque.");
    tab_close(tab);
    board_close(board);
}
