/* setup.c: how a game begins (FT-2). */
#include "position.h"

#include <criterion/criterion.h>
#include <string.h>

static void expect_cars_of_each_type(int seats, const char *options, int cars)
{
    FtState ft = dealt_position(seats, options);

    for (int type = 0; type < FT_TYPES; type++)
        cr_expect_eq(cards_of_type(&ft, type), cars, "%s, %d seats: %s", options, seats,
                     card_name(type));
}

static void expect_locomotives(int seats, int locomotives)
{
    FtState ft = dealt_position(seats, "edition=white-wind");
    FtState second = dealt_position(seats, "edition=mayfair");

    for (int seat = 0; seat < seats; seat++) {
        cr_expect_eq(ft.players[seat].locomotives, locomotives);
        cr_expect_eq(second.players[seat].locomotives, locomotives);
    }
}

/* Deals many games with seeds of their own. */
static FtState deal_number(int number, int seats, const char *options)
{
    Setup setup = setup_with(seats, options);
    FtState ft;

    setup.seed[0] = (uint8_t)number;
    setup.seed[1] = (uint8_t)(number >> 8);
    FREIGHT_TRAIN.setup(&ft, &setup);
    return ft;
}

Test(setup, FT_2_1_two_players_use_nine_of_each_type)
{
    expect_cars_of_each_type(2, "edition=white-wind", 9);
    expect_cars_of_each_type(2, "edition=mayfair", 9);
}

Test(setup, FT_2_1_three_players_use_twelve_of_each_type)
{
    expect_cars_of_each_type(3, "edition=white-wind", 12);
    expect_cars_of_each_type(3, "edition=mayfair", 12);
}

Test(setup, FT_2_1_four_players_use_fourteen_in_white_wind)
{
    expect_cars_of_each_type(4, "edition=white-wind", 14);
}

Test(setup, FT_2_1_four_players_use_sixteen_in_mayfair)
{
    expect_cars_of_each_type(4, "edition=mayfair", 16);
}

Test(setup, FT_2_1_five_players_use_all_cars)
{
    expect_cars_of_each_type(5, "edition=white-wind", 16);
    expect_cars_of_each_type(5, "edition=mayfair", 16);
}

Test(setup, FT_2_2_two_players_have_seven_locomotives_each)
{
    expect_locomotives(2, 7);
}

Test(setup, FT_2_2_three_players_have_six_locomotives_each)
{
    expect_locomotives(3, 6);
}

Test(setup, FT_2_2_four_or_five_players_have_five_locomotives_each)
{
    expect_locomotives(4, 5);
    expect_locomotives(5, 5);
}

Test(setup, FT_2_2_no_train_has_a_car_at_the_start)
{
    FtState ft = dealt_position(3, "edition=mayfair");

    for (int seat = 0; seat < 3; seat++)
        cr_expect_eq(train_cars(&ft, seat), 0);
}

Test(setup, FT_2_3_the_main_yard_has_five_sidings_of_five)
{
    FtState ft = dealt_position(2, "edition=white-wind");

    cr_expect_eq(FT_MAIN_SIDINGS, 5);
    for (int s = 0; s < FT_MAIN_SIDINGS; s++)
        cr_expect_eq(ft.main[s].length, 5);
}

/* The bumper is the first in the row, so the last is the one that leaves. */
Test(setup, FT_2_3_cars_leave_the_main_yard_in_order)
{
    FtState ft = quiet_position(2, "edition=white-wind");

    give_main(&ft, 0, "box ore tank stock hopper");
    act(&ft, take(0));
    cr_expect_str_eq(main_words(&ft, 0), "box ore tank stock");
    cr_expect_eq(ft.held[FT_HOPPER], 1);
}

Test(setup, FT_2_4_each_yard_has_six_cars_on_both_sidings)
{
    FtState ft = dealt_position(5, "edition=mayfair");

    for (int seat = 0; seat < 5; seat++) {
        cr_expect_eq(ft.players[seat].yard[0].length, 6);
        cr_expect_eq(ft.players[seat].yard[1].length, 6);
    }
}

Test(setup, FT_2_4_a_yard_siding_has_room_for_eight)
{
    FtState ft = quiet_position(5, "edition=mayfair");

    give_yard(&ft, 0, 0, "box box box box box box box");
    give_main(&ft, 0, "ore ore ore");
    for (int i = 0; i < 3; i++)
        act(&ft, take(0));
    act(&ft, store(FT_ORE, 0));
    cr_expect_not(offers(&ft, store(FT_ORE, 0)));
    cr_expect(offers(&ft, store(FT_ORE, 1)));
}

Test(setup, FT_2_5_the_rest_is_the_deck)
{
    FtState ft = dealt_position(3, "edition=white-wind");

    cr_expect_eq(ft.deck_count, 12 * 11 - 25 - 3 * 12 + 1);
}

/* 71 cars: the lower 35 and the end-of-day card. */
Test(setup, FT_2_5_the_lower_half_is_rounded_down)
{
    FtState ft = dealt_position(3, "edition=white-wind");

    cr_expect_eq(ft.bottom, 35 + 1);
}

Test(setup, FT_2_5_the_end_of_day_card_is_anywhere_in_the_lower_half_and_only_there)
{
    int seen[36] = { 0 };

    for (int deal = 0; deal < 2000; deal++) {
        FtState ft = deal_number(deal, 3, "edition=white-wind");
        int under = cards_under_the_end(&ft);

        cr_assert(under >= 0 && under <= 35, "%d cards under it", under);
        seen[under]++;
    }
    for (int under = 0; under <= 35; under++)
        cr_expect_gt(seen[under], 0, "never %d cards under it", under);
}

Test(setup, FT_2_6_everybody_starts_with_five_points)
{
    FtState ft = dealt_position(5, "edition=white-wind");
    int scores[FT_SEATS];

    FREIGHT_TRAIN.scores(&ft, scores);
    for (int seat = 0; seat < 5; seat++)
        cr_expect_eq(scores[seat], 5);
}

Test(setup, FT_2_7_anybody_may_be_drawn_as_the_first_player)
{
    int began[5] = { 0 };

    for (int deal = 0; deal < 500; deal++) {
        FtState ft = deal_number(deal, 5, "edition=mayfair first=random");

        cr_assert_lt(ft.first, 5);
        began[ft.first]++;
    }
    for (int seat = 0; seat < 5; seat++)
        cr_expect(began[seat] > 60 && began[seat] < 140, "%d", began[seat]);
}

Test(setup, FT_2_7_the_option_fixes_the_first_player)
{
    for (int deal = 0; deal < 20; deal++) {
        FtState ft = deal_number(deal, 5, "edition=mayfair first=3");

        cr_expect_eq(ft.first, 3);
        cr_expect_eq(ft.turn, 3);
    }
}

Test(setup, FT_2_7_a_seat_that_nobody_has_cannot_be_first)
{
    Setup setup = setup_with(3, "first=3");

    cr_expect_not_null(FREIGHT_TRAIN.refuse(&setup));
}

Test(setup, FT_2_4_equal_seeds_deal_alike_and_others_do_not)
{
    FtState one = deal_number(1, 4, "edition=mayfair");
    FtState again = deal_number(1, 4, "edition=mayfair");
    FtState two = deal_number(2, 4, "edition=mayfair");

    cr_expect_eq(memcmp(&one, &again, sizeof one), 0);
    cr_expect_str_neq(deck_words(&one), deck_words(&two));
}
