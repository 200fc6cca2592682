/* new_day.c: a new day, and the end of the game (FT-6). */
#include "position.h"

#include <criterion/criterion.h>
#include <string.h>

/* The start of day two or three, dealt with a seed of its own. Seat 0 of three
 * has two cars in the yard. */
static FtState new_day_number(int number, int day)
{
    FtState ft = quiet_position(3, "edition=white-wind");

    set_day(&ft, day - 1);
    ft.key[0] = (uint8_t)number;
    ft.key[1] = (uint8_t)(number >> 8);
    give_yard(&ft, 0, 0, "box box");
    give_train(&ft, 1, "tank tank tank");
    end_day_quietly(&ft);
    return ft;
}

Test(new_day, FT_6_1_the_main_yard_is_filled_anew)
{
    FtState ft = new_day_number(1, 2);

    for (int s = 0; s < FT_MAIN_SIDINGS; s++)
        cr_expect_eq(ft.main[s].length, 5);
}

Test(new_day, FT_6_1_the_deck_has_all_other_cars_and_the_end_of_day_card)
{
    FtState ft = new_day_number(1, 2);

    cr_expect_eq(ft.deck_count, 12 * 11 - 25 - 2 + 1);
    cr_expect_eq(cards_of_type(&ft, FT_END_OF_DAY), 1);
    cr_expect_eq(ft.is_ending, 0);
}

Test(new_day, FT_6_1_the_deck_is_shuffled)
{
    FtState one = new_day_number(1, 2);
    FtState two = new_day_number(2, 2);

    cr_expect_str_neq(deck_words(&one), deck_words(&two));
    cr_expect_str_neq(main_words(&one, 0), main_words(&two, 0));
}

Test(new_day, FT_6_1_every_day_is_dealt_anew)
{
    FtState two = new_day_number(1, 2);
    FtState three = new_day_number(1, 3);

    cr_expect_eq(three.day, 3);
    cr_expect(strcmp(main_words(&two, 0), main_words(&three, 0)) != 0
              || strcmp(main_words(&two, 1), main_words(&three, 1)) != 0);
}

static void expect_end_card_spread(int day, int bottom)
{
    int seen[64] = { 0 };

    for (int deal = 0; deal < 1500; deal++) {
        FtState ft = new_day_number(deal, day);
        int under = cards_under_the_end(&ft);

        cr_assert_eq(ft.bottom, bottom);
        cr_assert(under >= 0 && under < bottom, "%d cards under it", under);
        seen[under]++;
    }
    for (int under = 0; under < bottom; under++)
        cr_expect_gt(seen[under], 0, "never %d cards under it", under);
}

/* 105 cars: the lower 35 and the card itself. */
Test(new_day, FT_6_1_on_day_two_the_card_is_in_the_bottom_third)
{
    expect_end_card_spread(2, 35 + 1);
}

/* The lower 26 and the card itself: 105 / 4, rounded down. */
Test(new_day, FT_6_1_on_day_three_the_card_is_in_the_bottom_quarter)
{
    expect_end_card_spread(3, 26 + 1);
}

/* Nobody drew it: seat 0 has passed, and so does seat 1. Nothing can be filled. */
Test(new_day, FT_6_1_a_card_never_drawn_is_taken_out_first)
{
    FtState ft = quiet_position(2, "edition=white-wind");
    static const char *const trains[8] = {
        "box box",
        "hopper hopper",
        "gondola gondola",
        "stock stock",
        "auto-rack auto-rack",
        "ore ore",
        "container container",
        "piggyback piggyback",
    };

    give_points(&ft, 1, 0);
    set_called(&ft, 1);
    for (int t = 0; t < 8; t++)
        give_train(&ft, 1, trains[t]);
    for (int s = 0; s < 4; s++)
        give_main(&ft, s, "tank");
    give_yard(&ft, 1, 0, "box box box box box box box tank");
    give_yard(&ft, 1, 1, "ore ore ore ore ore ore ore tank");
    set_turn(&ft, 0, 1);
    ft.passed = ft.played;
    act(&ft, pass());
    cr_expect_eq(ft.day, 2);
    cr_expect_eq(cards_of_type(&ft, FT_END_OF_DAY), 1);
    cr_expect_eq(ft.deck_count, 9 * 11 - 25 - 16 + 1);
    cr_expect_eq(ft.bottom, (9 * 11 - 25 - 16) / 3 + 1);
}

Test(new_day, FT_6_1_rounds_count_from_one_again)
{
    FtState ft = new_day_number(1, 2);

    cr_expect_eq(ft.round, 1);
    cr_expect_eq(ft.played, 0);
    cr_expect_eq(ft.passed, 0);
}

Test(new_day, FT_6_2_whoever_did_not_call_gets_a_locomotive)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    set_called(&ft, 0);
    end_day_quietly(&ft);
    cr_expect_eq(ft.players[1].locomotives, 7);
}

Test(new_day, FT_6_2_whoever_called_gets_none)
{
    FtState ft = quiet_position(3, "edition=white-wind");

    set_called(&ft, 0);
    end_day_quietly(&ft);
    cr_expect_eq(ft.players[0].locomotives, 7);
}

Test(new_day, FT_6_2_everybody_may_call_again_on_day_two)
{
    FtState ft = quiet_position(3, "edition=white-wind");

    set_called(&ft, 0);
    set_called(&ft, 1);
    end_day_quietly(&ft);
    for (int seat = 0; seat < 3; seat++)
        cr_expect_eq(ft.players[seat].has_called, 0);
    cr_expect(offers(&ft, call_locomotive()));
}

Test(new_day, FT_6_2_on_day_three_everybody_has_two_more_than_at_the_start)
{
    FtState ft = quiet_position(4, "edition=mayfair");

    set_day(&ft, 2);
    set_called(&ft, 2);
    end_day_quietly(&ft);
    for (int seat = 0; seat < 4; seat++)
        cr_expect_eq(ft.players[seat].locomotives, 7);
}

Test(new_day, FT_6_2_a_free_locomotive_serves_at_once)
{
    FtState ft = quiet_position(5, "edition=mayfair");

    end_day_quietly(&ft);
    cr_expect_eq(ft.turn, 1);
    cr_expect_eq(ft.players[1].locomotives, 6);
}

/* ------------------------------------------------------------------------- */
/* FT-6.3: the end of the game                                               */
/* ------------------------------------------------------------------------- */

/* Day three is over; the yards hold a car each. */
static FtState finished_game(int first, int second, int third)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    set_day(&ft, 3);
    give_points(&ft, 0, first);
    give_points(&ft, 1, second);
    give_points(&ft, 2, third);
    for (int seat = 0; seat < 3; seat++)
        give_yard(&ft, seat, 0, "box");
    end_day_quietly(&ft);
    return ft;
}

Test(new_day, FT_6_3_after_three_days_the_game_is_over)
{
    FtState ft = finished_game(5, 6, 7);

    cr_expect(game_is_over(&FREIGHT_TRAIN, &ft));
    cr_expect_eq(ft.day, 3);
}

Test(new_day, FT_6_3_after_two_days_it_is_not)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    set_day(&ft, 2);
    end_day_quietly(&ft);
    cr_expect_not(game_is_over(&FREIGHT_TRAIN, &ft));
    cr_expect_eq(ft.day, 3);
}

Test(new_day, FT_6_3_most_points_win)
{
    FtState ft = finished_game(5, 9, 7);
    int places[FT_SEATS];

    FREIGHT_TRAIN.ranking(&ft, places);
    cr_expect(places[0] == 3 && places[1] == 1 && places[2] == 2);
}

Test(new_day, FT_6_3_a_tie_is_a_shared_win)
{
    FtState ft = finished_game(9, 5, 9);
    int places[FT_SEATS];

    FREIGHT_TRAIN.ranking(&ft, places);
    cr_expect(places[0] == 1 && places[1] == 3 && places[2] == 1);
}
