/* test_running.c: operating a server: health, headers, shutdown, and when it refuses to
 * start. */
#include "board.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

HOUSE_SUITE(running, HOUSE_LIMITED);

Test(running, reports_its_health)
{
    Answer answer = ask_admin(house, "/healthz");

    cr_assert_eq(answer.status, 200);
    answer_free(&answer);
    answer = ask_admin(house, "/metrics");
    cr_assert_eq(answer.status, 200);
    cr_assert_not_null(strstr(answer.reply.body.bytes, "roundhouse_"));
    answer_free(&answer);
}

Test(running, hides_its_health_from_the_public)
{
    static const char *const PATHS[] = { "/healthz", "/metrics", "/api/1/healthz" };

    for (size_t i = 0; i < sizeof PATHS / sizeof *PATHS; i++) {
        Answer answer = ask(house, NULL, PATHS[i], NULL);
        cr_assert_eq(answer.status, 404, "%s", PATHS[i]);
        answer_free(&answer);
    }
    Answer answer = ask_admin(house, "/api/1/tables");
    cr_assert_eq(answer.status, 404);
    answer_free(&answer);
}

Test(running, answers_with_the_default_headers)
{
    static const char *const PATHS[] = { "/", "/api/1/hello", "/nothing" };

    for (size_t i = 0; i < sizeof PATHS / sizeof *PATHS; i++) {
        Answer answer = ask(house, NULL, PATHS[i], NULL);
        const char *policy = http_reply_header(&answer.reply, "content-security-policy");
        cr_assert_not_null(policy, "%s: %s", PATHS[i], answer.reply.head.bytes);
        cr_assert_eq(strncmp(policy, "default-src", 11), 0);
        cr_assert_not_null(http_reply_header(&answer.reply, "x-content-type-options"));
        cr_assert_not_null(http_reply_header(&answer.reply, "referrer-policy"));
        answer_free(&answer);
    }
}

Test(running, gives_cookies_that_scripts_and_other_sites_do_not_get)
{
    Answer answer = ask(house, NULL, "/api/1/guest", "{\"name\":\"Ada\"}");
    const char *cookie = http_reply_header(&answer.reply, "set-cookie");
    char line[256], more[320];
    HttpRequest request = { .path = "/api/1/hello", .more = more };

    cr_assert_not_null(cookie);
    snprintf(line, sizeof line, "%.*s", (int)strcspn(cookie, "\r"), cookie);
    cr_assert_eq(strncmp(line, "rh_session=", 11), 0);
    cr_assert_not_null(strstr(line, "HttpOnly"));
    cr_assert_not_null(strstr(line, "SameSite=Lax"));
    snprintf(more, sizeof more, "Cookie: %.*s\r\n", (int)strcspn(line, ";"), line);
    answer_free(&answer);
    answer = ask_so(house, &request);
    cr_assert_str_eq(text_at(json_at(answer.json, "you"), "name"), "Ada");
    answer_free(&answer);
}

Test(running, sends_bye_and_loses_nothing)
{
    Board *board = board_open(house, "station-master", 2, "");
    const Json *bye;

    board_play(board, 7);
    kill(house->child.pid, SIGTERM);
    for (int i = 0; i < READERS; i++) {
        if (board->tabs[i] == NULL)
            continue;
        bye = tab_wait_for(board->tabs[i], "bye");
        cr_assert_str_eq(text_at(bye, "reason"), "restart");
        cr_assert_gt(number_at(bye, "again"), 0);
    }
    house_end(house, SIGTERM);
    house_begin(house);
    for (int i = 0; i < READERS; i++) {
        if (board->tabs[i] != NULL)
            board_reconnect(board, i);
    }
    board_play(board, -1);
    board_check(board);
    board_close(board);
}

/* Moves that arrive with the signal are stored or not; every acknowledged one is
 * stored. */
Test(running, ends_in_the_middle_of_moves)
{
    Board *board = board_open(house, "station-master", 2, "");
    int seat = board_pick_seat(board);
    const Json *message;
    long last_n = 0;

    tab_send(board->tabs[seat], "{\"do\":\"act\",\"table\":\"%s\",\"n\":0,\"action\":%s}",
             board->code, board->actions[seat]);
    kill(house->child.pid, SIGTERM);
    while ((message = tab_next(board->tabs[seat], PATIENCE_MS)) != NULL) {
        if (strcmp(text_at(message, "type"), "update") == 0)
            last_n = (long)number_at(message, "n");
    }
    house_end(house, SIGTERM);
    house_begin(house);
    tab_close(board->tabs[seat]);
    board->tabs[seat] = tab_open(house, &board->people[seat]);
    tab_send(board->tabs[seat], "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    cr_assert_geq(number_at(tab_wait_for(board->tabs[seat], "update"), "n"), last_n);
    board_close(board);
}

Test(running, keeps_its_data_to_itself)
{
    const char *const arguments[] = {
        house_program(), "serve", "--listen", "127.0.0.1:0", "--data", house->data, NULL
    };
    Fault fault = { 0 };
    Child second;

    cr_assert_not(child_start(&second, arguments, &fault));
    must_ask(house, NULL, "/api/1/guest", "{\"name\":\"Ada\"}");
}
