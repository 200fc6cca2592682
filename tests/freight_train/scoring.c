/* scoring.c: the end of a day and its score (FT-5). */
#include "position.h"

#include <criterion/criterion.h>

/* ------------------------------------------------------------------------- */
/* FT-5.1, 5.2: the end-of-day card                                          */
/* ------------------------------------------------------------------------- */

Test(scoring, FT_5_1_the_card_is_set_aside_and_the_siding_still_gets_five)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    stack_deck(&ft, "box ore end-of-day tank stock hopper gondola");
    act(&ft, fill(1));
    cr_expect_str_eq(main_words(&ft, 1), "box ore tank stock hopper");
    cr_expect_eq(ft.is_ending, 1);
    cr_expect_eq(cards_of_type(&ft, FT_END_OF_DAY), 0);
}

Test(scoring, FT_5_1_the_card_right_after_the_fifth_car_is_not_drawn)
{
    FtState ft = quiet_position(3, "edition=white-wind");

    stack_deck(&ft, "box ore tank stock hopper end-of-day");
    act(&ft, fill(1));
    cr_expect_eq(ft.is_ending, 0);
    cr_expect_eq(cards_of_type(&ft, FT_END_OF_DAY), 1);
}

Test(scoring, FT_5_1_dealing_stops_when_the_deck_is_empty)
{
    FtState ft = quiet_position(4, "edition=white-wind");

    leave_in_deck(&ft, "box ore end-of-day tank");
    act(&ft, fill(1));
    cr_expect_str_eq(main_words(&ft, 1), "box ore tank");
    cr_expect_eq(ft.is_ending, 1);
}

Test(scoring, FT_5_2_whoever_drew_the_card_finishes_the_turn)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    stack_deck(&ft, "end-of-day");
    act(&ft, fill(1));
    cr_expect_eq(ft.turn, 0);
    cr_expect(offers(&ft, take(1)));
}

Test(scoring, FT_5_2_the_round_is_played_out)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    stack_deck(&ft, "end-of-day");
    act(&ft, fill(1));
    end_turn_quietly(&ft);
    cr_expect_eq(ft.turn, 1);
    end_turn_quietly(&ft);
    cr_expect_eq(ft.turn, 2);
    cr_expect_eq(ft.day, 1);
    end_turn_quietly(&ft);
    cr_expect_eq(ft.day, 2);
}

Test(scoring, FT_5_2_filling_goes_on_as_usual)
{
    FtState ft = quiet_position(3, "edition=white-wind");

    set_ending(&ft);
    set_turn(&ft, 0, 1);
    act(&ft, fill(4));
    cr_expect_eq(ft.main[4].length, 5);
}

Test(scoring, FT_5_2_if_the_drawer_was_the_last_the_day_ends_after_that_turn)
{
    FtState ft = quiet_position(3, "edition=white-wind");

    stack_deck(&ft, "end-of-day");
    set_turn(&ft, 0, 2);
    act(&ft, fill(1));
    cr_expect_eq(ft.day, 1);
    end_turn_quietly(&ft);
    cr_expect_eq(ft.day, 2);
}

/* A seat that played in this round before the card came plays no more. */
Test(scoring, FT_5_2_nobody_plays_twice_in_the_last_round)
{
    FtState ft = quiet_position(4, "edition=mayfair first=2");

    stack_deck(&ft, "end-of-day");
    set_turn(&ft, 2, 0);
    act(&ft, fill(1));
    end_turn_quietly(&ft);
    cr_expect_eq(ft.turn, 1);
    end_turn_quietly(&ft);
    cr_expect_eq(ft.day, 2);
}

/* ------------------------------------------------------------------------- */
/* FT-5.3 to 5.7: trains                                                     */
/* ------------------------------------------------------------------------- */

/* Day two, when yards count nothing; everybody has 5 points. */
static FtState scoring_position(int seats, const char *options)
{
    FtState ft = quiet_position(seats, options);

    set_day(&ft, 2);
    return ft;
}

static void expect_won(FtState *ft, int first, int second, int third, int fourth, int fifth)
{
    const int won[FT_SEATS] = { first, second, third, fourth, fifth };

    end_day_quietly(ft);
    for (int seat = 0; seat < ft->seats; seat++)
        cr_expect_eq(ft->players[seat].points - 5, won[seat], "seat %d won %d", seat,
                     ft->players[seat].points - 5);
}

Test(scoring, FT_5_3_the_longest_scores_three_the_second_longest_one)
{
    FtState ft = scoring_position(3, "edition=white-wind");

    give_train(&ft, 0, "box");
    give_train(&ft, 1, "box box box");
    give_train(&ft, 2, "box box");
    expect_won(&ft, 0, 3, 1, 0, 0);
}

Test(scoring, FT_5_3_alone_in_a_type_scores_three_only)
{
    FtState ft = scoring_position(3, "edition=mayfair");

    give_train(&ft, 2, "tank tank");
    expect_won(&ft, 0, 0, 3, 0, 0);
}

Test(scoring, FT_5_3_every_type_counts_for_itself)
{
    FtState ft = scoring_position(2, "edition=white-wind");

    give_train(&ft, 0, "tank tank");
    give_train(&ft, 0, "box");
    give_train(&ft, 0, "ore");
    give_train(&ft, 1, "tank");
    give_train(&ft, 1, "box box");
    expect_won(&ft, 3 + 1 + 3, 1 + 3, 0, 0, 0);
}

Test(scoring, FT_5_4_two_tied_for_longest_score_two_each)
{
    FtState ft = scoring_position(2, "edition=white-wind");

    give_train(&ft, 0, "box box");
    give_train(&ft, 1, "box box");
    expect_won(&ft, 2, 2, 0, 0, 0);
}

Test(scoring, FT_5_4_after_two_tied_nobody_is_second)
{
    FtState ft = scoring_position(3, "edition=mayfair");

    give_train(&ft, 0, "box box");
    give_train(&ft, 1, "box");
    give_train(&ft, 2, "box box");
    expect_won(&ft, 2, 0, 2, 0, 0);
}

Test(scoring, FT_5_4_three_tied_for_longest_score_one_each)
{
    FtState ft = scoring_position(3, "edition=mayfair");

    give_train(&ft, 0, "box box");
    give_train(&ft, 1, "box box");
    give_train(&ft, 2, "box box");
    expect_won(&ft, 1, 1, 1, 0, 0);
}

Test(scoring, FT_5_4_after_three_tied_nobody_is_second)
{
    FtState ft = scoring_position(4, "edition=white-wind");

    give_train(&ft, 0, "box box");
    give_train(&ft, 1, "box box");
    give_train(&ft, 2, "box");
    give_train(&ft, 3, "box box");
    expect_won(&ft, 1, 1, 0, 1, 0);
}

Test(scoring, FT_5_4_four_tied_for_longest_score_nothing)
{
    FtState ft = scoring_position(4, "edition=mayfair");

    for (int seat = 0; seat < 4; seat++)
        give_train(&ft, seat, "box box");
    expect_won(&ft, 0, 0, 0, 0, 0);
}

Test(scoring, FT_5_4_after_four_tied_the_fifth_is_not_second)
{
    FtState ft = scoring_position(5, "edition=mayfair");
    FtState other = scoring_position(5, "edition=white-wind");

    for (int seat = 0; seat < 4; seat++) {
        give_train(&ft, seat, "box box");
        give_train(&other, seat, "box box");
    }
    give_train(&ft, 4, "box");
    give_train(&other, 4, "box");
    expect_won(&ft, 0, 0, 0, 0, 0);
    expect_won(&other, 0, 0, 0, 0, 0);
}

Test(scoring, FT_5_4_five_tied_for_longest_score_nothing)
{
    FtState ft = scoring_position(5, "edition=white-wind");

    for (int seat = 0; seat < 5; seat++)
        give_train(&ft, seat, "box");
    expect_won(&ft, 0, 0, 0, 0, 0);
}

Test(scoring, FT_5_5_two_tied_for_second_score_nothing)
{
    FtState ft = scoring_position(3, "edition=white-wind");

    give_train(&ft, 0, "box");
    give_train(&ft, 1, "box");
    give_train(&ft, 2, "box box");
    expect_won(&ft, 0, 0, 3, 0, 0);
}

Test(scoring, FT_5_5_three_tied_for_second_score_nothing_nor_does_whoever_follows)
{
    FtState ft = scoring_position(5, "edition=mayfair");

    give_train(&ft, 0, "box box");
    give_train(&ft, 1, "box box box");
    give_train(&ft, 2, "box box");
    give_train(&ft, 3, "box box");
    give_train(&ft, 4, "box");
    expect_won(&ft, 0, 3, 0, 0, 0);
}

/* Seat 2 has the longest mixed train; its cars count for no other type. */
static void give_mixed_trains(FtState *ft)
{
    give_train(ft, 0, "box ore");
    give_train(ft, 1, "stock stock stock");
    give_train(ft, 2, "box ore tank");
}

Test(scoring, FT_5_6_the_mixed_train_is_a_twelfth_type_in_mayfair)
{
    FtState ft = scoring_position(3, "edition=mayfair");

    give_mixed_trains(&ft);
    expect_won(&ft, 1, 3, 3, 0, 0);
}

Test(scoring, FT_5_6_the_mixed_train_scores_nothing_in_white_wind)
{
    FtState ft = scoring_position(3, "edition=white-wind");

    give_mixed_trains(&ft);
    expect_won(&ft, 0, 3, 0, 0, 0);
}

Test(scoring, FT_5_6_the_option_lets_it_score_in_white_wind)
{
    FtState ft = scoring_position(3, "edition=white-wind mixed=score");

    give_mixed_trains(&ft);
    expect_won(&ft, 1, 3, 3, 0, 0);
}

Test(scoring, FT_5_6_the_option_silences_it_in_mayfair)
{
    FtState ft = scoring_position(3, "edition=mayfair mixed=none");

    give_mixed_trains(&ft);
    expect_won(&ft, 0, 3, 0, 0, 0);
}

Test(scoring, FT_5_6_tied_mixed_trains_share_like_any_type)
{
    FtState ft = scoring_position(3, "edition=mayfair");

    give_train(&ft, 0, "box ore");
    give_train(&ft, 1, "stock tank");
    give_train(&ft, 2, "box");
    expect_won(&ft, 2, 2, 3, 0, 0);
}

Test(scoring, FT_5_7_a_closed_train_scores_double)
{
    FtState ft = scoring_position(3, "edition=mayfair cabooses=on");

    give_closed_train(&ft, 0, "box box");
    give_closed_train(&ft, 1, "box");
    expect_won(&ft, 6, 2, 0, 0, 0);
}

Test(scoring, FT_5_7_a_tie_is_doubled_only_for_the_closed_train)
{
    FtState ft = scoring_position(3, "edition=mayfair cabooses=on");

    give_closed_train(&ft, 0, "box box");
    give_train(&ft, 1, "box box");
    expect_won(&ft, 4, 2, 0, 0, 0);
}

Test(scoring, FT_5_7_a_closed_mixed_train_scores_double)
{
    FtState ft = scoring_position(3, "edition=mayfair cabooses=on");

    give_closed_train(&ft, 0, "box ore");
    give_train(&ft, 1, "stock tank hopper");
    expect_won(&ft, 2, 3, 0, 0, 0);
}

Test(scoring, FT_5_7_a_closed_train_is_no_longer_than_it_is)
{
    FtState ft = scoring_position(3, "edition=mayfair cabooses=on");

    give_closed_train(&ft, 0, "box box");
    give_train(&ft, 1, "box box box");
    expect_won(&ft, 2, 3, 0, 0, 0);
}

/* ------------------------------------------------------------------------- */
/* FT-5.8: yards                                                             */
/* ------------------------------------------------------------------------- */

/* Seat 0 has seven cars, three and four; seat 1 has one, seat 2 has two. */
static FtState yard_position(int day, const char *options)
{
    FtState ft = quiet_position(3, options);

    set_day(&ft, day);
    give_yard(&ft, 0, 0, "box ore box");
    give_yard(&ft, 0, 1, "tank tank tank tank");
    give_yard(&ft, 1, 0, "stock");
    give_yard(&ft, 2, 0, "stock");
    give_yard(&ft, 2, 1, "stock");
    return ft;
}

Test(scoring, FT_5_8_after_day_one_two_cars_are_worth_a_point)
{
    FtState ft = yard_position(1, "edition=mayfair");
    FtState other = yard_position(1, "edition=white-wind");

    expect_won(&ft, 3, 0, 1, 0, 0);
    expect_won(&other, 3, 0, 1, 0, 0);
}

Test(scoring, FT_5_8_after_day_two_yards_are_worth_nothing)
{
    FtState ft = yard_position(2, "edition=white-wind");

    expect_won(&ft, 0, 0, 0, 0, 0);
}

Test(scoring, FT_5_8_after_day_three_each_car_costs_a_point)
{
    FtState ft = yard_position(3, "edition=mayfair");
    FtState other = yard_position(3, "edition=white-wind");

    expect_won(&ft, -7, -1, -2, 0, 0);
    expect_won(&other, -7, -1, -2, 0, 0);
}

Test(scoring, FT_5_8_totals_may_fall_below_zero)
{
    FtState ft = yard_position(3, "edition=mayfair");
    int scores[FT_SEATS];

    end_day_quietly(&ft);
    FREIGHT_TRAIN.scores(&ft, scores);
    cr_expect_eq(scores[0], -2);
}

/* ------------------------------------------------------------------------- */
/* FT-5.9: clearing up                                                       */
/* ------------------------------------------------------------------------- */

static FtState busy_position(int day)
{
    FtState ft = quiet_position(3, "edition=mayfair cabooses=on first=1");

    set_day(&ft, day);
    give_train(&ft, 0, "box box box");
    give_closed_train(&ft, 1, "tank stock");
    give_yard(&ft, 0, 0, "ore box");
    give_yard(&ft, 1, 1, "tank");
    give_main(&ft, 3, "hopper hopper hopper");
    return ft;
}

Test(scoring, FT_5_9_trains_are_cleared)
{
    FtState ft = busy_position(1);

    end_day_quietly(&ft);
    for (int seat = 0; seat < 3; seat++)
        cr_expect_eq(train_cars(&ft, seat), 0);
}

Test(scoring, FT_5_9_no_car_is_lost)
{
    FtState ft = busy_position(2);

    end_day_quietly(&ft);
    for (int type = 0; type < FT_TYPES; type++)
        cr_expect_eq(cards_of_type(&ft, type), 12);
}

Test(scoring, FT_5_9_yards_stay_as_they_are)
{
    FtState ft = busy_position(1);

    end_day_quietly(&ft);
    cr_expect_str_eq(yard_words(&ft, 0, 0), "ore box");
    cr_expect_str_eq(yard_words(&ft, 1, 1), "tank");
}

/* Seat 0, who plays last, calls; everybody keeps the six of the start. */
Test(scoring, FT_5_9_locomotives_stay)
{
    FtState ft = busy_position(1);

    set_called(&ft, 1);
    end_day_quietly(&ft);
    cr_expect_eq(ft.players[0].locomotives, 7);
    cr_expect_eq(ft.players[1].locomotives, 7);
}

Test(scoring, FT_5_9_the_engine_passes_left_once)
{
    FtState ft = busy_position(1);

    end_day_quietly(&ft);
    cr_expect_eq(ft.first, 2);
    cr_expect_eq(ft.turn, 2);
}

Test(scoring, FT_5_9_after_day_three_nothing_is_cleared)
{
    FtState ft = busy_position(3);

    end_day_quietly(&ft);
    cr_expect_str_eq(train_words(&ft, 0, 0), "box box box");
    cr_expect_str_eq(train_words(&ft, 1, 0), "stock tank");
    cr_expect_eq(ft.players[1].trains[0].is_closed, 1);
    cr_expect_str_eq(main_words(&ft, 3), "hopper hopper hopper");
}
