/* test_clocks.c: time runs out, a bot sits in, the person returns. The tests move the
 * server's clock; none waits for real time. */
#include "board.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SECOND 1000LL
#define DAY    (24 * 3600 * SECOND)

HOUSE_SUITE(clocks, HOUSE_OPEN);

static const Json *seat_of(const Json *table, int seat)
{
    return entry_at(json_at(table, "seats"), seat);
}

/* Waits for a table state in which a bot sits in for the seat, or no longer does. */
static void wait_for_away(Tab *tab, int seat, int is_away)
{
    const Json *table;

    do {
        table = tab_wait_for(tab, "table");
    } while (is_at(seat_of(table, seat), "away") != is_away);
}

/* The seat's remaining time in the last update. */
static long long left_in(const Json *update, int seat)
{
    return entry_at(json_at(update, "clocks"), seat)->number;
}

static const Json *update_now(Board *board, int seat)
{
    tab_send(board->tabs[seat], "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    return tab_wait_for(board->tabs[seat], "update");
}

/* When the time of a turn runs out, the bot plays until the person returns; the other
 * seat is not affected. */
static void let_time_run_out(const char *clock, int64_t within, int64_t beyond)
{
    Board *board = board_open(house, "station-master", 2, clock);
    int seat = board_pick_seat(board);
    const Json *update;

    house_move_clock(house, within);
    update = update_now(board, seat);
    cr_assert_eq(number_at(update, "n"), 0);
    cr_assert_leq(left_in(update, seat), beyond);
    house_move_clock(house, beyond);
    wait_for_away(board->tabs[1 - seat], seat, 1);
    update = tab_wait_for(board->tabs[1 - seat], "update");
    cr_assert_eq(number_at(update, "n"), 1);
    cr_assert_eq(number_at(update, "by"), seat);
    cr_assert(is_at(update, "bot"));
    tab_return(board->tabs[seat], board->code); /* the bot may have more to decide */
    wait_for_away(board->tabs[1 - seat], seat, 0);
    cr_expect_not(is_at(update_now(board, seat), "undo"), "the bot's decision stays");
    board_close(board);
}

Test(clocks, of_a_turn_run_out)
{
    let_time_run_out(",\"clock\":{\"kind\":\"turn\",\"seconds\":90},\"sit_in\":\"easy\"",
                     80 * SECOND, 10 * SECOND);
}

Test(clocks, of_a_bank_run_out)
{
    let_time_run_out(
        ",\"clock\":{\"kind\":\"bank\",\"seconds\":900,\"extra\":5},\"sit_in\":\"easy\"",
        890 * SECOND, 20 * SECOND);
}

Test(clocks, of_days_run_out)
{
    let_time_run_out(",\"clock\":{\"kind\":\"days\",\"days\":3},\"sit_in\":\"easy\"",
                     3 * DAY - 60 * SECOND, 60 * SECOND);
}

/* Sends both messages at once, so that no bot decides in between; receives the answer
 * to the second. */
static void stand_and_return(Board *board, int seat, const char *type)
{
    enum { STAND_ID = 901, RETURN_ID };
    Tab *tab = board->tabs[seat];

    tab_send(tab, "{\"do\":\"stand\",\"table\":\"%s\",\"id\":%d}", board->code, STAND_ID);
    tab_send(tab, "{\"do\":\"return\",\"table\":\"%s\",\"id\":%d}", board->code, RETURN_ID);
    while (number_at(tab_wait_for(tab, type), "id") != RETURN_ID)
        continue;
}

static void expect_no_gain(const char *clock, int64_t passes, int64_t most)
{
    Board *board = board_open(house, "station-master", 2, clock);
    int seat = board_pick_seat(board);

    house_move_clock(house, passes);
    for (int i = 0; i < 3; i++)
        stand_and_return(board, seat, "ok");
    const Json *update = update_now(board, seat);
    cr_expect_eq(number_at(update, "n"), 0);
    cr_expect_leq(left_in(update, seat), most);
    cr_expect_geq(left_in(update, seat), most - 15 * SECOND);
    board_close(board);
}

Test(clocks, gain_nothing_by_leaving_and_coming_back)
{
    expect_no_gain(",\"clock\":{\"kind\":\"turn\",\"seconds\":90},\"sit_in\":\"easy\"",
                   60 * SECOND, 30 * SECOND);
    expect_no_gain(
        ",\"clock\":{\"kind\":\"bank\",\"seconds\":900,\"extra\":5},\"sit_in\":\"easy\"",
        880 * SECOND, 25 * SECOND);
    expect_no_gain(",\"clock\":{\"kind\":\"days\",\"days\":3},\"sit_in\":\"easy\"", 2 * DAY,
                   DAY);
}

static const Json *undo(Board *board, int seat)
{
    tab_must(board->tabs[seat], "{\"do\":\"undo\",\"table\":\"%s\",\"n\":%ld}", board->code,
             board->n++);
    return board->tabs[seat]->json;
}

/* Calling ends the turn, and reveals nothing. */
static const Json *call(Board *board, int seat)
{
    tab_must(board->tabs[seat],
             "{\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"action\":{\"do\":\"call\"}}",
             board->code, board->n++);
    return board->tabs[seat]->json;
}

static void expect_left(const Json *update, int seat, int64_t most)
{
    cr_expect_leq(left_in(update, seat), most);
    cr_expect_geq(left_in(update, seat), most - 15 * SECOND);
}

typedef struct UndoCase {
    const char *clock;
    int64_t full, waits; /* the first turn, and before the second */
    int64_t passes;      /* while the other seat thinks: more than half of a turn */
} UndoCase;

static const UndoCase UNDO_CASES[] = {
    { ",\"clock\":{\"kind\":\"turn\",\"seconds\":90},\"sit_in\":\"easy\"", 90 * SECOND,
      90 * SECOND, 60 * SECOND },
    { ",\"clock\":{\"kind\":\"bank\",\"seconds\":900,\"extra\":60},\"sit_in\":\"easy\"",
      960 * SECOND, 900 * SECOND, 600 * SECOND },
    { ",\"clock\":{\"kind\":\"days\",\"days\":3},\"sit_in\":\"easy\"", 3 * DAY, 3 * DAY,
      2 * DAY },
};

/* The thinking of the other seat costs whoever undoes, and not the other seat. */
static void expect_undo_is_paid(const UndoCase *undone)
{
    Board *board = board_open(house, "freight-train", 2, undone->clock);
    int seat = board_pick_seat(board), other = 1 - seat;

    expect_left(call(board, seat), other, undone->full);
    house_move_clock(house, undone->passes);
    const Json *update = undo(board, seat);
    expect_left(update, seat, undone->full - undone->passes);
    expect_left(update, other, undone->waits);
    update = call(board, seat);
    expect_left(update, seat, undone->full - undone->passes);
    expect_left(update, other, undone->full);
    board_close(board);
}

Test(clocks, charge_whoever_undoes)
{
    for (size_t i = 0; i < sizeof UNDO_CASES / sizeof *UNDO_CASES; i++)
        expect_undo_is_paid(&UNDO_CASES[i]);
}

/* Two allies cannot give each other time for ever: nobody takes back more than there is
 * time for. A restart forgets nothing of it. */
static void expect_undo_is_bounded(const UndoCase *undone)
{
    Board *board = board_open(house, "freight-train", 2, undone->clock);
    int seat = board_pick_seat(board);

    call(board, seat);
    house_move_clock(house, undone->passes);
    undo(board, seat);
    call(board, seat);
    house_end(house, SIGTERM);
    house_begin(house);
    Tab *tab = tab_open(house, &board->people[seat]);
    must_ask(house, &board->people[seat], "/api/1/programs", NULL);
    house_move_clock(house, undone->passes);
    tab_send(tab, "{\"do\":\"undo\",\"table\":\"%s\",\"n\":%ld,\"id\":7}", board->code,
             board->n);
    cr_expect_str_eq(text_at(tab_wait_for(tab, "error"), "code"), "time-up");
    tab_close(tab);
    board_close(board);
}

Test(clocks, allow_an_undo_while_there_is_time_for_it)
{
    for (size_t i = 0; i < sizeof UNDO_CASES / sizeof *UNDO_CASES; i++)
        expect_undo_is_bounded(&UNDO_CASES[i]);
}

/* An empty bank has a minute in the next turn, not in this one, nor by taking back what the
 * bot has decided. */
Test(clocks, of_an_empty_bank_begin_with_the_next_turn)
{
    Board *board = board_open(
        house, "station-master", 2,
        ",\"clock\":{\"kind\":\"bank\",\"seconds\":900,\"extra\":5},\"sit_in\":\"expert\"");
    int seat = board_pick_seat(board);

    house_move_clock(house, 906 * SECOND);
    stand_and_return(board, seat, "error");
    cr_expect_str_eq(text_at(board->tabs[seat]->json, "code"), "time-up");
    tab_return(board->tabs[seat], board->code);
    const Json *update = update_now(board, seat);
    cr_expect_gt(number_at(update, "n"), 0);
    cr_expect_eq(left_in(update, seat), 0);
    board->n = (int)number_at(update, "n");
    board_close(board);
}

/* Turn clocks are full again at each turn; bank clocks only gain the increment. */
Test(clocks, of_a_bank_last_for_the_game)
{
    Board *board = board_open(
        house, "station-master", 2,
        ",\"clock\":{\"kind\":\"bank\",\"seconds\":600,\"extra\":0},\"sit_in\":\"easy\"");
    int seat = board_pick_seat(board);
    long long left;

    house_move_clock(house, 100 * SECOND);
    board_act(board, seat);
    left = left_in(board->tabs[1 - seat]->json, seat);
    cr_assert(left > 490 * SECOND && left <= 500 * SECOND, "%lld", left);
    left = left_in(board->tabs[1 - seat]->json, 1 - seat);
    cr_assert(left > 590 * SECOND && left <= 600 * SECOND, "%lld", left);
    board_close(board);
}

Test(clocks, of_a_turn_begin_anew)
{
    Board *board = board_open(house, "station-master", 2,
                              ",\"clock\":{\"kind\":\"turn\",\"seconds\":60}");

    for (int i = 0; i < 6; i++) {
        house_move_clock(house, 55 * SECOND);
        board_act(board, board_pick_seat(board));
    }
    cr_assert_eq(board->n, 6);
    for (int i = 0; i < 2; i++)
        cr_assert_null(strstr(board->tabs[i]->ws.message.bytes, "\"bot\":true"));
    board_close(board);
}

Test(clocks, that_are_not_there_never_run_out)
{
    Board *board = board_open(house, "station-master", 2, ",\"clock\":{\"kind\":\"none\"}");
    int seat = board_pick_seat(board);

    house_move_clock(house, 30 * DAY);
    cr_assert_eq(number_at(update_now(board, 1 - seat), "n"), 0);
    cr_assert(json_is(entry_at(json_at(board->tabs[1 - seat]->json, "clocks"), seat),
                      JSON_IS_NOTHING));
    board_act(board, seat);
    board_close(board);
}

/* Turn and bank clocks stand while the server is down. Day clocks run on. */
Test(clocks, of_live_games_stand_while_there_is_no_server)
{
    Board *live = board_open(house, "station-master", 2,
                             ",\"clock\":{\"kind\":\"turn\",\"seconds\":60}");
    int seat = board_pick_seat(live);

    house_end(house, SIGTERM);
    house_move_clock(house, 3600 * SECOND);
    house_begin(house);
    for (int i = 0; i < 2; i++)
        board_reconnect(live, i);
    tab_close(live->tabs[SPECTATOR]);
    live->tabs[SPECTATOR] = NULL;
    board_act(live, seat);
    cr_assert_eq(live->n, 1);
    board_close(live);
}

Test(clocks, of_days_run_out_while_there_is_no_server_and_nobody_looks)
{
    Board *slow =
        board_open(house, "station-master", 2,
                   ",\"clock\":{\"kind\":\"days\",\"days\":1},\"sit_in\":\"easy\"");
    int seat = board_pick_seat(slow);
    Tab *tab;

    house_end(house, SIGTERM);
    house_move_clock(house, 2 * DAY);
    house_begin(house);
    /* Nobody is connected: the server loads the table by itself. */
    for (;;) {
        char path[64];
        long long n;
        Answer answer;
        snprintf(path, sizeof path, "/api/1/tables/%s", slow->code);
        answer = ask(house, NULL, path, NULL);
        n = number_at(answer.json, "n");
        answer_free(&answer);
        if (n > 0)
            break;
        usleep(20000);
    }
    tab = tab_open(house, &slow->people[seat]);
    tab_return(tab, slow->code);
    tab_close(tab);
    board_close(slow);
}

/* ------------------------------------------------------------------------- */
/* Steps of the wall clock                                                   */
/* ------------------------------------------------------------------------- */

static const char LIVE[] =
    ",\"clock\":{\"kind\":\"turn\",\"seconds\":60},\"sit_in\":\"easy\"";
static const char SLOW[] = ",\"clock\":{\"kind\":\"days\",\"days\":1},\"sit_in\":\"easy\"";

static void expect_untouched(Board *board)
{
    const Json *update = update_now(board, board_pick_seat(board));
    long long left = left_in(update, board_pick_seat(board));

    cr_expect_eq(number_at(update, "n"), 0, "a bot has moved");
    cr_expect_geq(left, 0);
    cr_expect_leq(left, DAY);
}

/* A clock step costs no seat, no time and no session, and the game continues. */
static void step_while_running(int64_t step)
{
    Board *live = board_open(house, "station-master", 2, LIVE);
    Board *slow = board_open(house, "station-master", 2, SLOW);

    house_step_clock(house, step);
    must_ask(house, &live->people[0], "/api/1/programs", NULL);
    expect_untouched(live);
    expect_untouched(slow);
    cr_expect_leq(left_in(live->tabs[board_pick_seat(live)]->json, board_pick_seat(live)),
                  60 * SECOND);
    board_act(live, board_pick_seat(live));
    board_act(slow, board_pick_seat(slow));
    /* Live clocks run on. */
    int seat = board_pick_seat(live);
    house_move_clock(house, 61 * SECOND);
    wait_for_away(live->tabs[1 - seat], seat, 1);
    board_close(live);
    board_close(slow);
}

Test(clocks, are_untouched_by_two_hours_ahead)
{
    step_while_running(2 * 3600 * SECOND);
}

Test(clocks, are_untouched_by_four_hours_back)
{
    step_while_running(-4 * 3600 * SECOND);
}

Test(clocks, are_untouched_by_500_days_ahead)
{
    step_while_running(500 * DAY);
}

/* The same across a restart. There a step cannot be distinguished from time that has
 * passed, unless it is implausible. */
static void step_at_restart(int64_t step)
{
    Board *live = board_open(house, "station-master", 2, LIVE);
    Board *slow = board_open(house, "station-master", 2, SLOW);

    house_end(house, SIGTERM);
    house_step_clock(house, step);
    house_begin(house);
    must_ask(house, &live->people[0], "/api/1/programs", NULL);
    for (int i = 0; i < 2; i++) {
        board_reconnect(live, i);
        board_reconnect(slow, i);
    }
    expect_untouched(live);
    expect_untouched(slow);
    cr_expect_leq(left_in(live->tabs[board_pick_seat(live)]->json, board_pick_seat(live)),
                  60 * SECOND);
    int seat = board_pick_seat(live);
    house_move_clock(house, 61 * SECOND);
    wait_for_away(live->tabs[1 - seat], seat, 1);
    board_close(live);
    board_close(slow);
}

Test(clocks, are_untouched_by_four_hours_back_at_the_start)
{
    step_at_restart(-4 * 3600 * SECOND);
}

Test(clocks, are_untouched_by_500_days_ahead_at_the_start)
{
    step_at_restart(500 * DAY);
}

/* Time while the process was stopped does not count. */
Test(clocks, of_live_games_stand_while_the_server_is_stopped)
{
    Board *board =
        board_open(house, "station-master", 2,
                   ",\"clock\":{\"kind\":\"turn\",\"seconds\":60},\"sit_in\":\"easy\"");
    int seat = board_pick_seat(board);

    house_move_clock(house, 58 * SECOND);
    update_now(board, seat);
    kill(house->child.pid, SIGSTOP);
    usleep(4000000);
    kill(house->child.pid, SIGCONT);
    expect_untouched(board);
    board_act(board, seat);
    board_close(board);
}
