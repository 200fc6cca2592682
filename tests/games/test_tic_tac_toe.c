/* test_tic_tac_toe.c: known facts about noughts and crosses. */
#include "games/tic_tac_toe.h"

#include <criterion/criterion.h>

enum { GAMES = 255168, POSITIONS = 5478, BOARDS = 19683 /* 3 to the 9th */ };

static TttState empty_board(void)
{
    TttState ttt;
    Setup setup;

    game_default_setup(&TIC_TAC_TOE, TTT_SEATS, &setup);
    TIC_TAC_TOE.setup(&ttt, &setup);
    return ttt;
}

static TttState after(TttState ttt, Action action)
{
    TIC_TAC_TOE.apply(&ttt, seats_first(TIC_TAC_TOE.waiting(&ttt)), action, NULL);
    return ttt;
}

static int list(const TttState *ttt, Action *actions)
{
    return TIC_TAC_TOE.list(ttt, seats_first(TIC_TAC_TOE.waiting(ttt)), actions);
}

static int count_games(const TttState *ttt)
{
    Action actions[ACTIONS_MAX];
    int games = 0;

    if (game_is_over(&TIC_TAC_TOE, ttt))
        return 1;
    for (int i = list(ttt, actions) - 1; i >= 0; i--) {
        TttState next = after(*ttt, actions[i]);
        games += count_games(&next);
    }
    return games;
}

Test(tic_tac_toe, has_as_many_games_as_is_known)
{
    TttState ttt = empty_board();

    cr_assert_eq(count_games(&ttt), GAMES);
}

/* Value for the crosses with perfect play: 1 won, 0 drawn, -1 lost. */
static int value(const TttState *ttt)
{
    Action actions[ACTIONS_MAX];
    int scores[TTT_SEATS], best = -2;

    if (game_is_over(&TIC_TAC_TOE, ttt)) {
        TIC_TAC_TOE.scores(ttt, scores);
        return scores[TTT_CROSS] - scores[TTT_NOUGHT];
    }
    int sign = seats_have(TIC_TAC_TOE.waiting(ttt), TTT_CROSS) ? 1 : -1;
    for (int i = list(ttt, actions) - 1; i >= 0; i--) {
        TttState next = after(*ttt, actions[i]);
        int mine = sign * value(&next);
        best = mine > best ? mine : best;
    }
    return sign * best;
}

Test(tic_tac_toe, is_a_draw)
{
    TttState ttt = empty_board();

    cr_assert_eq(value(&ttt), 0);
}

Test(tic_tac_toe, is_lost_after_an_edge_in_answer_to_a_corner)
{
    TttState ttt = after(empty_board(), action_make(TTT_MARK, 0, 0));

    ttt = after(ttt, action_make(TTT_MARK, 1, 0));
    cr_assert_eq(value(&ttt), 1);
}

Test(tic_tac_toe, takes_the_positions_of_games_for_sound_and_no_others)
{
    int sound = 0;

    for (int board = 0; board < BOARDS; board++) {
        TttState ttt = { .first = TTT_CROSS };
        for (int cell = 0, rest = board; cell < TTT_CELLS; cell++, rest /= 3)
            ttt.cells[cell] = (uint8_t)(rest % 3);
        sound += TIC_TAC_TOE.unsound(&ttt) == NULL;
    }
    cr_assert_eq(sound, POSITIONS);
}

Test(tic_tac_toe, begins_with_whoever_the_option_names)
{
    Setup setup;
    TttState ttt;

    game_default_setup(&TIC_TAC_TOE, TTT_SEATS, &setup);
    setup.options[0] = TTT_NOUGHT;
    TIC_TAC_TOE.setup(&ttt, &setup);
    cr_assert_eq(TIC_TAC_TOE.waiting(&ttt), seat_bit(TTT_NOUGHT));
}
