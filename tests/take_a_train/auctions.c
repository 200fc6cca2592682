/* auctions.c: the six kinds of auction (TT-4.10 to TT-4.15). */
#include "position.h"

#include <criterion/criterion.h>

/* ------------------------------------------------------------------------- */
/* TT-4.10: passed                                                           */
/* ------------------------------------------------------------------------- */

static TtState passed(int seats)
{
    TtState tt = before_auction(seats, "", "passed");

    stack_pile(&tt, "D3 E5 S1");
    begin_lot(&tt, 0);
    act(&tt, 0, name("D3"));
    return tt;
}

Test(passed, TT_4_10_the_starter_draws_three_and_opens_at_the_power)
{
    TtState tt = passed(3);

    cr_expect_str_eq(drawn_of(&tt), "D3 E5 S1");
    cr_expect_not(offers(&tt, 0, bid(250)));
    cr_expect(offers(&tt, 0, bid(300)) && offers(&tt, 0, bid(5000)));
    cr_expect_not(offers(&tt, 0, pass()));
}

Test(passed, TT_4_10_a_raise_is_50_at_least)
{
    TtState tt = passed(3);

    act(&tt, 0, bid(400));
    cr_expect_not(offers(&tt, 1, bid(400)));
    cr_expect(offers(&tt, 1, bid(450)) && offers(&tt, 1, bid(5000)));
}

Test(passed, TT_4_10_who_passes_is_out_of_this_lot)
{
    TtState tt = passed(3);

    act(&tt, 0, bid(300));
    act(&tt, 1, pass());
    act(&tt, 2, bid(350));
    act(&tt, 0, bid(400));
    cr_expect_eq(waiting_seats(&tt), seat_bit(2));
}

Test(passed, TT_4_10_the_last_one_pays_and_the_others_go_aside)
{
    TtState tt = passed(3);

    act(&tt, 0, bid(300));
    act(&tt, 1, bid(700));
    act(&tt, 2, pass());
    act(&tt, 0, pass());
    cr_expect_str_eq(locomotives_of(&tt, 1), "D3");
    cr_expect(money_of(&tt, 1) == 4300 && money_of(&tt, 0) == 5000);
    cr_expect_str_eq(aside_of(&tt), "E5 S1");
}

Test(passed, TT_4_10_an_outbid_starter_is_asked_again)
{
    TtState tt = passed(2);

    act(&tt, 0, bid(300));
    act(&tt, 1, bid(350));
    cr_expect_eq(waiting_seats(&tt), seat_bit(0));
    act(&tt, 0, bid(400));
    act(&tt, 1, pass());
    cr_expect_str_eq(locomotives_of(&tt, 0), "D3");
    cr_expect_eq(money_of(&tt, 0), 4600);
}

/* ------------------------------------------------------------------------- */
/* TT-4.11: blind                                                            */
/* ------------------------------------------------------------------------- */

static TtState blind(const char *auction, const char *card)
{
    TtState tt = before_auction(3, "", auction);

    stack_pile(&tt, "D6 E5 S1");
    begin_lot(&tt, 0);
    act(&tt, 0, name(card));
    return tt;
}

Test(blind, TT_4_11_all_bid_at_once_in_any_order)
{
    TtState tt = blind("blind", "D6");

    cr_expect_eq(waiting_seats(&tt), seats_all(3));
    act(&tt, 2, bid(0));
    cr_expect_eq(waiting_seats(&tt), seat_bit(0) | seat_bit(1));
    cr_expect_eq(offers_count(&tt, 2), 0);
}

Test(blind, TT_4_11_the_starter_bids_the_power_at_least_the_others_anything)
{
    TtState tt = blind("blind", "D6");

    cr_expect_not(offers(&tt, 0, bid(850)));
    cr_expect(offers(&tt, 0, bid(900)));
    cr_expect(offers(&tt, 1, bid(0)) && offers(&tt, 1, bid(50)));
}

Test(blind, TT_4_12_the_minimum_is_for_the_first_bid_of_the_starter)
{
    TtState tt = blind("double-blind", "D6");

    cr_expect_not(offers(&tt, 0, bid(850)));
    cr_expect(offers(&tt, 1, bid(0)));
    act(&tt, 0, bid(900));
    act(&tt, 1, bid(0));
    act(&tt, 2, bid(0));
    cr_expect(offers(&tt, 0, bid(0)) && offers(&tt, 1, bid(50)));
}

Test(blind, TT_4_11_the_highest_pays_and_takes_it)
{
    TtState tt = blind("blind", "D6");

    act(&tt, 0, bid(900));
    act(&tt, 1, bid(1250));
    act(&tt, 2, bid(1200));
    cr_expect_str_eq(locomotives_of(&tt, 1), "D6");
    cr_expect(money_of(&tt, 1) == 3750 && money_of(&tt, 2) == 5000);
    cr_expect_str_eq(aside_of(&tt), "E5 S1");
    cr_expect_eq(tt.starter, 1);
}

Test(blind, TT_4_11_no_view_shows_a_bid_before_all_are_in)
{
    TtState tt = blind("blind", "D6"), other = tt, view, view_of_other;

    act(&tt, 1, bid(1250));
    act(&other, 1, bid(0));
    for (int seat = NOBODY; seat < 3; seat++) {
        TAKE_A_TRAIN.observe(&tt, seat, &view);
        TAKE_A_TRAIN.observe(&other, seat, &view_of_other);
        cr_expect_eq(view.players[1].bid, seat == 1 ? 1250 : UNKNOWN);
        if (seat != 1)
            cr_expect_arr_eq(&view, &view_of_other, sizeof view);
    }
}

/* ------------------------------------------------------------------------- */
/* TT-4.12: double blind                                                     */
/* ------------------------------------------------------------------------- */

/* The rulebook's example: Brice 2400 + 0, Céline 1000 + 0, Louis 50 + 2500. */
Test(double_blind, TT_4_12_the_rulebook_example)
{
    TtState tt = blind("double-blind", "D6");

    act(&tt, 0, bid(2400));
    act(&tt, 1, bid(1000));
    act(&tt, 2, bid(50));
    act(&tt, 0, bid(0));
    act(&tt, 1, bid(0));
    act(&tt, 2, bid(2500));
    cr_expect_str_eq(locomotives_of(&tt, 2), "D6");
    cr_expect_eq(money_of(&tt, 2), 2450);
    cr_expect(money_of(&tt, 0) == 5000 && money_of(&tt, 1) == 5000);
}

Test(double_blind, TT_4_12_both_bids_together_at_most_the_own_money)
{
    TtState tt = blind("double-blind", "D6");

    act(&tt, 0, bid(2400));
    act(&tt, 1, bid(5000));
    act(&tt, 2, bid(0));
    cr_expect(offers(&tt, 0, bid(2600)));
    cr_expect_not(offers(&tt, 0, bid(2650)));
    cr_expect_eq(offers_count(&tt, 1), 1);
    cr_expect(offers(&tt, 2, bid(5000)));
}

Test(double_blind, TT_4_12_first_bids_are_shown_second_ones_are_not)
{
    TtState tt = blind("double-blind", "D6"), view;

    act(&tt, 0, bid(900));
    act(&tt, 1, bid(100));
    act(&tt, 2, bid(0));
    act(&tt, 1, bid(850));
    TAKE_A_TRAIN.observe(&tt, 0, &view);
    cr_expect(view.players[1].bid == 100 && view.players[1].added == UNKNOWN);
    cr_expect_eq(waiting_seats(&view), seat_bit(0) | seat_bit(2));
}

Test(double_blind, TT_4_12_equal_sums_are_the_starters_choice)
{
    TtState tt = blind("double-blind", "D6");

    act(&tt, 0, bid(900));
    act(&tt, 1, bid(500));
    act(&tt, 2, bid(0));
    act(&tt, 0, bid(100));
    act(&tt, 1, bid(500));
    act(&tt, 2, bid(950));
    cr_expect_eq(waiting_seats(&tt), seat_bit(0));
    act(&tt, 0, choose(1));
    cr_expect_eq(money_of(&tt, 1), 4000);
}

/* ------------------------------------------------------------------------- */
/* TT-4.13: pre-empted                                                       */
/* ------------------------------------------------------------------------- */

static TtState pre_empted(void)
{
    TtState tt = before_auction(3, "", "pre-empted");

    stack_pile(&tt, "D6 S1 E5 S2 S3 S4 D1 D2 D3");
    begin_lot(&tt, 1);
    return tt;
}

Test(pre_empted, TT_4_13_locomotives_lie_face_down_until_all_have_bid)
{
    TtState tt = pre_empted(), view;

    TAKE_A_TRAIN.observe(&tt, 1, &view);
    cr_expect(view.drawn_count == 3 && view.drawn[0] == UNKNOWN_CARD);
    act(&tt, 0, bid(100));
    act(&tt, 1, bid(200));
    act(&tt, 2, bid(300));
    TAKE_A_TRAIN.observe(&tt, 1, &view);
    cr_expect_str_eq(drawn_of(&view), "D6 S1 E5");
}

Test(pre_empted, TT_4_13_power_is_no_minimum_for_anybody)
{
    TtState tt = pre_empted();

    for (int seat = 0; seat < 3; seat++)
        cr_expect_eq(offers_count(&tt, seat), 101);
}

Test(pre_empted, TT_4_13_from_the_highest_each_pays_the_own_bid_and_takes_one)
{
    TtState tt = pre_empted();

    act(&tt, 0, bid(100));
    act(&tt, 1, bid(0));
    act(&tt, 2, bid(300));
    cr_expect_eq(waiting_seats(&tt), seat_bit(2));
    act(&tt, 2, take("E5"));
    act(&tt, 0, take("D6"));
    act(&tt, 1, take("S1"));
    cr_expect_str_eq(locomotives_of(&tt, 2), "E5");
    cr_expect(money_of(&tt, 0) == 4900 && money_of(&tt, 1) == 5000
              && money_of(&tt, 2) == 4700);
}

Test(pre_empted, TT_4_13_three_times_the_start_passing_left)
{
    TtState tt = pre_empted();

    for (int time = 0; time < 3; time++) {
        cr_expect_eq(tt.starter, (1 + time) % 3);
        for (int seat = 0; seat < 3; seat++)
            act(&tt, seat, bid(50 * seat));
        for (int i = 0; i < 3; i++) {
            Action actions[ACTIONS_MAX];
            TAKE_A_TRAIN.list(&tt, tt.turn, actions);
            act(&tt, tt.turn, actions[0]);
        }
    }
    cr_expect_eq(tt.step, TT_COUPLING);
    for (int seat = 0; seat < 3; seat++)
        cr_expect_eq(tt.players[seat].locomotive_count, 3);
}

Test(pre_empted, TT_4_13_several_may_bid_0)
{
    TtState tt = pre_empted();

    for (int seat = 0; seat < 3; seat++)
        act(&tt, seat, bid(0));
    cr_expect_eq(waiting_seats(&tt), seat_bit(1));
    cr_expect_eq(offers_of_kind(&tt, 1, TT_CHOOSE), 3);
}

/* ------------------------------------------------------------------------- */
/* TT-4.14: open                                                             */
/* ------------------------------------------------------------------------- */

static TtState open_auction(void)
{
    TtState tt = before_auction(3, "", "open");

    stack_pile(&tt, "D3 E5");
    begin_lot(&tt, 0);
    return tt;
}

Test(open, TT_4_14_one_is_drawn_and_the_starter_opens_at_its_power)
{
    TtState tt = open_auction();

    cr_expect_str_eq(drawn_of(&tt), "D3");
    cr_expect_not(offers(&tt, 0, bid(250)));
    cr_expect(offers(&tt, 0, bid(300)));
    cr_expect_not(offers(&tt, 0, hold()));
}

Test(open, TT_4_14_holding_is_not_leaving)
{
    TtState tt = open_auction();

    act(&tt, 0, bid(300));
    act(&tt, 1, hold());
    act(&tt, 2, bid(350));
    act(&tt, 0, hold());
    cr_expect_eq(waiting_seats(&tt), seat_bit(1));
    act(&tt, 1, bid(500));
    cr_expect_eq(waiting_seats(&tt), seat_bit(2));
}

Test(open, TT_4_14_it_ends_when_all_have_held_since_the_last_raise)
{
    TtState tt = open_auction();

    act(&tt, 0, bid(300));
    act(&tt, 1, hold());
    act(&tt, 2, bid(350));
    act(&tt, 0, hold());
    act(&tt, 1, hold());
    cr_expect_str_eq(locomotives_of(&tt, 2), "D3");
    cr_expect_eq(money_of(&tt, 2), 4650);
    cr_expect(tt.starter == 1 && tt.aside_count == 0);
}

Test(open, TT_4_14_a_raise_is_50_at_least)
{
    TtState tt = open_auction();

    act(&tt, 0, bid(300));
    cr_expect_not(offers(&tt, 1, bid(300)));
    cr_expect(offers(&tt, 1, bid(350)));
}

/* ------------------------------------------------------------------------- */
/* TT-4.15: rotating                                                         */
/* ------------------------------------------------------------------------- */

/* Seat 0 is dealt S1 S2 S3, seat 1 E5 D3 S4, seat 2 D6 E4 E3. */
static TtState rotating(const char *options)
{
    TtState tt = before_auction(3, options, "rotating");

    stack_pile(&tt, "S1 S2 S3 E5 D3 S4 D6 E4 E3");
    begin_lot(&tt, 0);
    return tt;
}

Test(rotating, TT_4_15_keep_one_and_pass_two_left)
{
    TtState tt = rotating("");

    cr_expect_eq(waiting_seats(&tt), seats_all(3));
    act(&tt, 1, keep("E5"));
    cr_expect_eq(waiting_seats(&tt), seat_bit(0) | seat_bit(2));
    act(&tt, 0, keep("S1"));
    act(&tt, 2, keep("D6"));
    cr_expect(offers(&tt, 1, keep("S2")) && offers(&tt, 1, keep("S3")));
    cr_expect(offers(&tt, 0, keep("E4")) && offers(&tt, 0, keep("E3")));
    cr_expect_eq(offers_count(&tt, 2), 2);
}

static void keep_all(TtState *tt)
{
    act(tt, 0, keep("S1"));
    act(tt, 1, keep("E5"));
    act(tt, 2, keep("D6"));
    act(tt, 0, keep("E4"));
    act(tt, 1, keep("S2"));
    act(tt, 2, keep("D3"));
}

Test(rotating, TT_4_15_the_last_is_kept_at_once_and_all_are_shown)
{
    TtState tt = rotating("rotating=sum");

    keep_all(&tt);
    cr_expect_str_eq(locomotives_of(&tt, 0), "S1 E4 S4");
    cr_expect_str_eq(locomotives_of(&tt, 1), "E5 S2 E3");
    cr_expect_str_eq(locomotives_of(&tt, 2), "D6 D3 S3");
}

/* The rulebook's example: steam X1 100, electric X4 700, diesel X2 300. */
Test(rotating, TT_4_15_the_rulebook_example_costs_4400)
{
    TtState tt = before_auction(2, "", "rotating");

    give_locomotives(&tt, 0, "S1 E5 D3");
    cr_expect_eq(tt_rotating_price(&tt, 0), 4400);
}

Test(rotating, TT_4_15_the_option_asks_for_the_sum_only)
{
    TtState tt = rotating("rotating=sum");

    keep_all(&tt);
    cr_expect(money_of(&tt, 0) == 4100 && money_of(&tt, 1) == 3700
              && money_of(&tt, 2) == 3600);
}

Test(rotating, TT_4_15_who_can_pay_pays_at_once_and_only_the_others_turn)
{
    TtState tt = rotating("");

    keep_all(&tt); /* 900 x 3, 1300 x 4, 1400 x 4 */
    cr_expect_eq(money_of(&tt, 0), 2300);
    cr_expect_eq(waiting_seats(&tt), seat_bit(1) | seat_bit(2));
    cr_expect_eq(money_of(&tt, 1), 5000);
}

Test(rotating, TT_4_15_turning_stops_as_soon_as_the_rest_can_be_paid)
{
    TtState tt = rotating("");

    keep_all(&tt);
    act(&tt, 1, turn_down("E3")); /* 800 x 4 */
    cr_expect_str_eq(locomotives_of(&tt, 1), "E5 S2 -E3");
    cr_expect_eq(money_of(&tt, 1), 1800);
    cr_expect_eq(waiting_seats(&tt), seat_bit(2));
    act(&tt, 2, turn_down("D6")); /* 500 x 2 */
    cr_expect_eq(money_of(&tt, 2), 4000);
    cr_expect_eq(tt.step, TT_COUPLING);
}

Test(rotating, TT_4_15_one_after_another_until_it_is_enough)
{
    TtState tt = rotating("");

    give_money(&tt, 1, 400);
    keep_all(&tt);
    act(&tt, 1, turn_down("S2")); /* 1200 x 4 */
    cr_expect(seats_have(waiting_seats(&tt), 1));
    cr_expect_eq(offers_count(&tt, 1), 2);
    act(&tt, 1, turn_down("E3")); /* 700 x 4 */
    act(&tt, 1, turn_down("E5"));
    cr_expect_str_eq(locomotives_of(&tt, 1), "-E5 -S2 -E3");
    cr_expect_eq(money_of(&tt, 1), 400);
}

Test(rotating, TT_4_15_no_view_shows_what_others_hold_or_keep)
{
    TtState tt = rotating(""), view;

    act(&tt, 1, keep("E5"));
    TAKE_A_TRAIN.observe(&tt, 0, &view);
    cr_expect(view.players[1].kept_count == 1 && view.players[1].hand_count == 2);
    cr_expect_eq(view.players[1].kept[0], UNKNOWN_CARD);
    cr_expect_eq(view.players[1].hand[0], UNKNOWN_CARD);
    cr_expect_eq(view.players[0].hand[0], locomotive_named("S1"));
    TAKE_A_TRAIN.observe(&tt, 1, &view);
    cr_expect_eq(view.players[1].kept[0], locomotive_named("E5"));
}
