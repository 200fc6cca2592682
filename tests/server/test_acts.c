/* test_acts.c: acts that are late, repeated, of another seat or illegal change nothing;
 * undo takes back what may be taken back. */
#include "board.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static House *house;
static Board *board;

static void open_board(void)
{
    house = house_open(HOUSE_OPEN);
    board = board_open(house, "freight-train", 2, "");
}

static void close_board(void)
{
    board_close(board);
    house_close(house);
}

TestSuite(acts, .init = open_board, .fini = close_board);

static void send_act(Tab *tab, long n, const char *action)
{
    tab_send(tab, "{\"do\":\"act\",\"id\":77,\"table\":\"%s\",\"n\":%ld,\"action\":%s}",
             board->code, n, action);
}

/* The table's number, as a new connection receives it. */
static long number_now(void)
{
    Tab *tab = tab_open(house, NULL);
    long n;

    tab_send(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    n = (long)number_at(tab_wait_for(tab, "update"), "n");
    tab_close(tab);
    return n;
}

Test(acts, that_come_twice_are_done_once)
{
    int seat = board_pick_seat(board);
    Tab *tab = board->tabs[seat];
    const Json *answer;

    send_act(tab, 0, board->actions[seat]);
    send_act(tab, 0, board->actions[seat]);
    answer = tab_wait_for(tab, "update");
    cr_assert_eq(number_at(answer, "n"), 1);
    cr_assert_eq(number_at(answer, "id"), 77);
    answer = tab_wait_for(tab, "error");
    cr_assert_str_eq(text_at(answer, "code"), "stale");
    cr_assert_eq(number_at(answer, "id"), 77);
    cr_assert_eq(number_at(tab_wait_for(tab, "update"), "n"), 1);
    cr_assert_eq(number_now(), 1);
}

Test(acts, from_two_tabs_at_once_are_done_once)
{
    int seat = board_pick_seat(board);
    Tab *other = tab_open(house, &board->people[seat]);

    for (int i = 0; i < 20; i++) {
        long n = board->n;
        seat = board_pick_seat(board);
        tab_close(other);
        other = tab_open(house, &board->people[seat]);
        send_act(other, n, board->actions[seat]);
        send_act(board->tabs[seat], n, board->actions[seat]);
        board->n++;
        board_receive(board);
        cr_assert_eq(number_now(), n + 1);
    }
    tab_close(other);
}

Test(acts, that_come_late_or_early_are_stale)
{
    int seat;

    board_play(board, 10);
    seat = board_pick_seat(board);
    tab_must_not(board->tabs[seat], "stale",
                 "{\"do\":\"act\",\"table\":\"%s\",\"n\":9,\"action\":%s}", board->code,
                 board->actions[seat]);
    cr_assert_eq(number_at(tab_wait_for(board->tabs[seat], "update"), "n"), 10);
    tab_must_not(board->tabs[seat], "stale",
                 "{\"do\":\"act\",\"table\":\"%s\",\"n\":11,\"action\":%s}", board->code,
                 board->actions[seat]);
    cr_assert_eq(number_now(), 10);
}

Test(acts, of_others_are_refused)
{
    int seat = board_pick_seat(board);
    Person stranger = person_new(house, "Mallory");
    Tab *mallory = tab_open(house, &stranger), *nobody = tab_open(house, NULL);

    tab_must_not(board->tabs[1 - seat], "not-your-turn",
                 "{\"do\":\"act\",\"table\":\"%s\",\"n\":0,\"action\":%s}", board->code,
                 board->actions[seat]);
    tab_must_not(mallory, "not-allowed",
                 "{\"do\":\"act\",\"table\":\"%s\",\"n\":0,\"action\":%s}", board->code,
                 board->actions[seat]);
    tab_must_not(nobody, "not-signed-in",
                 "{\"do\":\"act\",\"table\":\"%s\",\"n\":0,\"action\":%s}", board->code,
                 board->actions[seat]);
    cr_assert_eq(number_now(), 0);
    tab_close(mallory);
    tab_close(nobody);
}

Test(acts, that_are_not_legal_are_refused)
{
    static const struct {
        const char *code, *action;
    } WRONG[] = {
        { "illegal", "{\"do\":\"done\"}" },
        { "illegal", "{\"do\":\"take\",\"siding\":99}" },
        { "bad-request", "{\"do\":\"castle\"}" },
        { "bad-request", "{\"do\":\"take\"}" },
        { "bad-request", "{\"do\":\"take\",\"siding\":\"0\"}" },
        { "bad-request", "{\"do\":\"take\",\"siding\":0,\"more\":1}" },
        { "bad-request", "[]" },
        { "bad-request", "null" },
    };
    Tab *tab = board->tabs[board_pick_seat(board)];

    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        const Json *answer =
            tab_do(tab, "{\"do\":\"act\",\"table\":\"%s\",\"n\":0,\"action\":%s}",
                   board->code, WRONG[i].action);
        cr_assert_str_eq(text_at(answer, "type"), "error");
        cr_assert(strcmp(text_at(answer, "code"), WRONG[i].code) == 0
                      || strcmp(text_at(answer, "code"), "illegal") == 0,
                  "%s: %s", WRONG[i].action, tab->ws.message.bytes);
    }
    cr_assert_eq(number_now(), 0);
}

Test(acts, that_are_not_understood_are_refused)
{
    static const char *const WRONG[] = {
        "{\"do\":\"act\",\"table\":\"%s\",\"n\":0}",
        "{\"do\":\"act\",\"table\":\"%s\",\"action\":{\"do\":\"call\"}}",
        "{\"do\":\"act\",\"table\":\"%s\",\"n\":\"0\",\"action\":{\"do\":\"call\"}}",
        "{\"do\":\"act\",\"table\":\"%s\",\"n\":0,\"action\":{\"do\":\"call\"},\"seat\":1}",
        "{\"do\":\"acting\",\"table\":\"%s\"}",
        "{\"table\":\"%s\"}",
        "{\"do\":7,\"table\":\"%s\"}",
        "{\"do\":\"watch\",\"table\":\"%s\",\"with\":[\"seed\"]}",
        "{\"do\":\"log\",\"table\":\"%s\",\"from\":-1}",
    };
    char message[256];
    Tab *tab = board->tabs[board_pick_seat(board)];

    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        sprintf(message, WRONG[i], board->code);
        tab_send(tab, "%s", message);
        cr_assert_str_eq(text_at(tab_wait_for(tab, "error"), "code"), "bad-request", "%s",
                         message);
    }
    tab_send(tab, "nonsense");
    cr_assert_str_eq(text_at(tab_wait_for(tab, "error"), "code"), "bad-request");
    tab_must(tab, "{\"do\":\"ping\"}");
    cr_assert_eq(number_now(), 0);
}

/* ------------------------------------------------------------------------- */
/* Undo                                                                      */
/* ------------------------------------------------------------------------- */

/* A seat that must act does this; all readers receive it. */
static int act_so(const char *action)
{
    int seat = board_pick_seat(board);

    strcpy(board->actions[seat], action);
    board_act(board, seat);
    return seat;
}

Test(acts, are_taken_back_by_who_did_them)
{
    int seat = act_so("{\"do\":\"take\",\"siding\":0}");
    char *before = board->shown[0][seat].position;
    const Json *update;

    cr_assert_str_eq(board->tabs[seat]->ws.message.bytes
                         + strlen(board->tabs[seat]->ws.message.bytes) - 1,
                     "}");
    tab_must_not(board->tabs[1 - seat], "cannot-undo",
                 "{\"do\":\"undo\",\"table\":\"%s\",\"n\":1}", board->code);
    tab_must_not(board->tabs[seat], "stale", "{\"do\":\"undo\",\"table\":\"%s\",\"n\":0}",
                 board->code);
    while (number_at(tab_wait_for(board->tabs[seat], "update"), "n") != 1)
        ;
    tab_send(board->tabs[seat], "{\"do\":\"undo\",\"table\":\"%s\",\"n\":1}", board->code);
    update = tab_wait_for(board->tabs[1 - seat], "update");
    cr_assert_eq(number_at(update, "n"), 2);
    cr_assert(is_at(update, "back"));
    board->n = 2;
    board_receive_one(board, seat);
    cr_assert_str_eq(board->shown[2][seat].position, before);
    tab_must_not(board->tabs[seat], "cannot-undo",
                 "{\"do\":\"undo\",\"table\":\"%s\",\"n\":2}", board->code);
}

/* The number continues after a restart, and the save has the actions that count. */
Test(acts, that_were_taken_back_stay_so)
{
    int seat = act_so("{\"do\":\"take\",\"siding\":0}");
    Tab *tab;

    tab_send(board->tabs[seat], "{\"do\":\"undo\",\"table\":\"%s\",\"n\":1}", board->code);
    board->n = 2;
    board_receive(board);
    act_so("{\"do\":\"take\",\"siding\":1}");
    house_end(house, SIGTERM);
    house_begin(house);
    tab = tab_open(house, &board->people[seat]);
    tab_send(tab, "{\"do\":\"watch\",\"table\":\"%s\",\"since\":0}", board->code);
    cr_assert_eq(json_at(tab_wait_for(tab, "log"), "entries")->length, 3);
    cr_assert_eq(number_at(tab_wait_for(tab, "update"), "n"), 3);
    cr_assert_not_null(strstr(tab->ws.message.bytes, board->shown[3][seat].position));
    tab_close(tab);
}

/* Filling a siding reveals cards, so it cannot be undone. */
Test(acts, that_revealed_something_are_not_taken_back)
{
    for (int i = 0; i < 200; i++) {
        int seat = board_pick_seat(board);
        const char *wanted =
            strstr(board->tabs[seat]->ws.message.bytes, "{\"do\":\"fill\"");
        if (wanted != NULL) {
            snprintf(board->actions[seat], ACTION_ROOM, "{\"do\":\"fill\",\"siding\":%d}",
                     atoi(strstr(wanted, "\"siding\":") + 9));
            board_act(board, seat);
            tab_must_not(board->tabs[seat], "cannot-undo",
                         "{\"do\":\"undo\",\"table\":\"%s\",\"n\":%ld}", board->code,
                         board->n);
            return;
        }
        board_act(board, seat);
    }
    cr_assert_fail("No siding could be filled in 200 actions");
}

/* Every undo makes the log longer, and all who read it pay for that. */
Test(acts, are_taken_back_so_often_and_no_more)
{
    enum { UNDOS = 500 };
    Person ada = person_new(house, "Ada");
    char code[CODE_ROOM];

    table_with_undos(house, &ada, UNDOS, code);
    Tab *tab = tab_open(house, &ada);
    tab_must(tab,
             "{\"do\":\"act\",\"table\":\"%s\",\"n\":%d,"
             "\"action\":{\"do\":\"take\",\"siding\":0}}",
             code, 2 * UNDOS);
    cr_expect_not(is_at(tab->json, "undo"));
    tab_must_not(tab, "no-more-undo", "{\"do\":\"undo\",\"table\":\"%s\",\"n\":%d}", code,
                 2 * UNDOS + 1);
    house_end(house, SIGTERM);
    house_begin(house);
    tab_close(tab);
    tab = tab_open(house, &ada);
    tab_must_not(tab, "no-more-undo", "{\"do\":\"undo\",\"table\":\"%s\",\"n\":%d}", code,
                 2 * UNDOS + 1);
    tab_must(tab,
             "{\"do\":\"act\",\"table\":\"%s\",\"n\":%d,"
             "\"action\":{\"do\":\"take\",\"siding\":1}}",
             code, 2 * UNDOS + 1);
    tab_close(tab);
}

/* ------------------------------------------------------------------------- */
/* Runs and previews                                                         */
/* ------------------------------------------------------------------------- */

#define TAKES "[{\"do\":\"take\",\"siding\":0},{\"do\":\"take\",\"siding\":1}]"

/* A number of held cars in the last message of the tab. */
static int held_count(const Tab *tab)
{
    const Json *position = json_get(tab->json, "position");

    return (int)json_at(json_at(position, "state"), "held")->length;
}

Test(acts, of_a_run_are_done_together)
{
    int seat = board_pick_seat(board);
    Tab *tab = board->tabs[seat], *other = board->tabs[1 - seat];
    const Json *update =
        tab_do(tab, "{\"do\":\"act\",\"table\":\"%s\",\"n\":0,\"actions\":%s}", board->code,
               TAKES);

    cr_assert_str_eq(text_at(update, "type"), "update");
    cr_assert_eq(number_at(update, "n"), 2);
    cr_assert_eq(held_count(tab), 2);
    cr_assert_eq(json_at(tab_wait_for(other, "log"), "entries")->length, 2);
    cr_assert_eq(number_at(tab_wait_for(other, "update"), "n"), 2);
    cr_assert_eq(held_count(other), 2);
    house_end(house, SIGKILL);
    house_begin(house);
    cr_assert_eq(number_now(), 2);
}

Test(acts, of_a_run_that_is_not_legal_are_not_done)
{
    static const char *const WRONG[] = {
        "[{\"do\":\"take\",\"siding\":0},{\"do\":\"call\"}]",
        "[{\"do\":\"call\"},{\"do\":\"call\"}]",
        "[{\"do\":\"take\",\"siding\":0},{\"do\":\"rearrange\"}]",
    };
    static const char *const NO_RUNS[] = { "[]", "[7]", "{}", "[{\"do\":\"nothing\"}]" };
    int seat = board_pick_seat(board);
    Tab *tab = board->tabs[seat];

    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        const Json *error =
            tab_do(tab, "{\"do\":\"act\",\"table\":\"%s\",\"n\":0,\"actions\":%s}",
                   board->code, WRONG[i]);
        const char *code = text_at(error, "code");
        cr_assert(strcmp(code, "illegal") == 0 || strcmp(code, "not-your-turn") == 0, "%s",
                  code);
    }
    for (size_t i = 0; i < sizeof NO_RUNS / sizeof *NO_RUNS; i++)
        tab_must_not(tab, "bad-request",
                     "{\"do\":\"act\",\"table\":\"%s\",\"n\":0,\"actions\":%s}",
                     board->code, NO_RUNS[i]);
    tab_must_not(tab, "bad-request",
                 "{\"do\":\"act\",\"table\":\"%s\",\"n\":0,\"action\":{\"do\":\"call\"},"
                 "\"actions\":" TAKES "}",
                 board->code);
    cr_assert_eq(number_now(), 0);
    act_so("{\"do\":\"take\",\"siding\":0}");
    cr_assert_eq(number_now(), 1);
}

Test(acts, are_previewed_to_their_player_alone_and_change_nothing)
{
    int seat = board_pick_seat(board);
    Tab *tab = board->tabs[seat], *other = board->tabs[1 - seat];
    const Json *preview =
        tab_do(tab, "{\"do\":\"preview\",\"table\":\"%s\",\"n\":0,\"actions\":%s}",
               board->code, TAKES);

    cr_assert_str_eq(text_at(preview, "type"), "preview");
    cr_assert_eq(number_at(preview, "n"), 2);
    cr_assert_not(is_at(preview, "reveals"));
    cr_assert_eq(held_count(tab), 2);
    tab_must_not(other, "not-your-turn",
                 "{\"do\":\"preview\",\"table\":\"%s\",\"n\":0,\"actions\":%s}",
                 board->code, TAKES);
    cr_assert_eq(number_now(), 0);
    tab_must(tab, "{\"do\":\"ping\"}");
    tab_must(other, "{\"do\":\"ping\"}"); /* nothing came before it but its own errors */
    act_so("{\"do\":\"take\",\"siding\":0}");
}

/* Filling a siding reveals cards: the preview shows none of them. */
Test(acts, that_would_reveal_something_are_not_previewed)
{
    for (int i = 0; i < 200; i++) {
        int seat = board_pick_seat(board);
        Tab *tab = board->tabs[seat];
        const char *wanted = strstr(tab->ws.message.bytes, "{\"do\":\"fill\"");
        char fill[64], actions[160];
        if (wanted == NULL) {
            board_act(board, seat);
            continue;
        }
        snprintf(fill, sizeof fill, "{\"do\":\"fill\",\"siding\":%d}",
                 atoi(strstr(wanted, "\"siding\":") + 9));
        const Json *preview =
            tab_do(tab, "{\"do\":\"preview\",\"table\":\"%s\",\"n\":%ld,\"actions\":[%s]}",
                   board->code, board->n, fill);
        cr_assert(is_at(preview, "reveals"));
        cr_assert_eq(number_at(preview, "n"), board->n);
        cr_assert_not_null(
            strstr(tab->ws.message.bytes, board->shown[board->n][seat].position));
        snprintf(actions, sizeof actions, "[%s,{\"do\":\"call\"}]", fill);
        tab_must_not(tab, "bad-request",
                     "{\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"actions\":%s}",
                     board->code, board->n, actions);
        cr_assert_eq(number_now(), board->n);
        return;
    }
    cr_assert_fail("No siding could be filled in 200 actions");
}
