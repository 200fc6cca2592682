/* test_strength.c: the greedy bot's share of wins against random bots, in many games. */
#include "ai/greedy_wins.h"
#include "games/freight_train/ft.h"
#include "games/station_master/sm.h"
#include "games/take_a_train/tt.h"

#include <criterion/criterion.h>

static double wins_of(int seats, int edition, int cabooses, long games)
{
    Setup setup;

    game_default_setup(&FREIGHT_TRAIN, seats, &setup);
    setup.options[FT_OPTION_EDITION] = (uint8_t)edition;
    setup.options[FT_OPTION_CABOOSES] = (uint8_t)cabooses;
    return greedy_wins(&FREIGHT_TRAIN, &setup, games);
}

Test(strength_freight_train, beats_one_random_player_in_white_wind)
{
    cr_expect_geq(wins_of(2, FT_WHITE_WIND, 0, 20), 19);
}

Test(strength_freight_train, beats_one_random_player_in_mayfair)
{
    cr_expect_geq(wins_of(2, FT_MAYFAIR, 0, 20), 19);
}

Test(strength_freight_train, beats_three_random_players)
{
    cr_expect_geq(wins_of(4, FT_WHITE_WIND, 0, 10), 9);
    cr_expect_geq(wins_of(4, FT_MAYFAIR, 1, 10), 9);
}

Test(strength_station_master, beats_one_random_player)
{
    cr_expect_geq(greedy_wins_default(&STATION_MASTER, 2, 100), 98);
}

Test(strength_station_master, beats_five_random_players)
{
    cr_expect_geq(greedy_wins_default(&STATION_MASTER, 6, 40), 37);
}

Test(strength_take_a_train, beats_random_players)
{
    cr_expect_geq(greedy_wins_default(&TAKE_A_TRAIN, 2, 40), 38);
    cr_expect_geq(greedy_wins_default(&TAKE_A_TRAIN, 4, 40), 36);
    cr_expect_geq(greedy_wins_default(&TAKE_A_TRAIN, 6, 40), 34);
}
