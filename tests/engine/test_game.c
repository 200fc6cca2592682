/* test_game.c: what every game shares. */
#include "games/kuhn_poker.h"
#include "games/tic_tac_toe.h"

#include <criterion/criterion.h>

#include <string.h>

Test(game, default_setup_takes_the_options_as_they_come)
{
    static const char *const names[] = { "a", "b", "c" };
    static const Option options[] = { { "one", NAMES("one", names), 2 },
                                      { "two", NAMES("two", names), 1 } };
    Game game = KUHN_POKER;
    Setup setup;

    memset(&setup, 0xAA, sizeof setup);
    game.options = options;
    game.option_count = 2;
    game_default_setup(&game, 2, &setup);
    cr_expect_eq(setup.seats, 2);
    cr_expect_eq(setup.options[0], 2);
    cr_expect_eq(setup.options[1], 1);
    for (int i = 2; i < OPTIONS_MAX; i++)
        cr_expect_eq(setup.options[i], 0);
    for (int i = 0; i < SEED_BYTES; i++)
        cr_expect_eq(setup.seed[i], 0);
}

static TttState empty_board(void)
{
    TttState ttt;
    Setup setup;

    game_default_setup(&TIC_TAC_TOE, TTT_SEATS, &setup);
    TIC_TAC_TOE.setup(&ttt, &setup);
    return ttt;
}

Test(game, applies_what_is_legal)
{
    TttState ttt = empty_board();
    Events events = { .count = 0 };

    cr_expect_eq(game_apply(&TIC_TAC_TOE, &ttt, 0, action_make(TTT_MARK, 4, 0), &events),
                 STATUS_OK);
    cr_expect_eq(ttt.cells[4], TTT_CROSS);
    cr_expect_eq(events.count, 1);
    cr_expect(!game_is_over(&TIC_TAC_TOE, &ttt));
}

Test(game, refuses_a_seat_that_does_not_wait)
{
    static const int seats[] = { 1, NOBODY, 2, SEATS_MAX, 1000, -1000 };
    TttState ttt = empty_board(), before = ttt;

    for (size_t i = 0; i < sizeof seats / sizeof seats[0]; i++)
        cr_expect_eq(
            game_apply(&TIC_TAC_TOE, &ttt, seats[i], action_make(TTT_MARK, 4, 0), NULL),
            STATUS_NOT_WAITING, "seat %d", seats[i]);
    cr_expect_eq(memcmp(&ttt, &before, sizeof ttt), 0);
}

Test(game, refuses_an_action_that_is_not_listed)
{
    static const Action actions[] = { 9u << 12, 4u << 12 | 1, 1u << 24, UINT32_MAX };
    TttState ttt = empty_board(), before = ttt;

    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++)
        cr_expect_eq(game_apply(&TIC_TAC_TOE, &ttt, 0, actions[i], NULL), STATUS_ILLEGAL);
    cr_expect_eq(memcmp(&ttt, &before, sizeof ttt), 0);
}

static void expect_places(const int *values, const int *expected, int seats)
{
    int places[SEATS_MAX];

    game_rank_by(values, seats, places);
    for (int seat = 0; seat < seats; seat++)
        cr_expect_eq(places[seat], expected[seat], "seat %d has place %d", seat,
                     places[seat]);
}

Test(game, ranks_the_most_first)
{
    expect_places((int[]){ 5, 30, -7 }, (int[]){ 2, 1, 3 }, 3);
}

Test(game, ranks_equals_alike_and_leaves_out_the_places_behind)
{
    expect_places((int[]){ 9, 4, 9, 1 }, (int[]){ 1, 3, 1, 4 }, 4);
    expect_places((int[]){ 2, 2, 2, 2, 2 }, (int[]){ 1, 1, 1, 1, 1 }, 5);
    expect_places((int[]){ 0 }, (int[]){ 1 }, 1);
}
