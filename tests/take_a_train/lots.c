/* lots.c: what the auctions have in common (TT-4.1 to TT-4.7). */
#include "position.h"

#include <criterion/criterion.h>
#include <string.h>

Test(lots, TT_4_1_with_three_locomotives_one_is_out)
{
    TtState tt = before_auction(3, "", "blind");

    give_locomotives(&tt, 1, "S1 S2 S3");
    stack_pile(&tt, "D1 D2 D3");
    begin_lot(&tt, 0);
    act(&tt, 0, name("D1"));
    cr_expect_eq(waiting_seats(&tt), seat_bit(0) | seat_bit(2));
}

Test(lots, TT_4_1_nobody_bids_more_than_the_own_money)
{
    TtState tt = before_auction(2, "", "blind");

    give_money(&tt, 1, 150);
    stack_pile(&tt, "D1 D2 D3");
    begin_lot(&tt, 0);
    act(&tt, 0, name("D3"));
    cr_expect(offers(&tt, 1, bid(150)));
    cr_expect_not(offers(&tt, 1, bid(200)));
}

Test(lots, TT_4_1_whoever_cannot_pay_is_asked_all_the_same)
{
    TtState tt = before_auction(3, "", "passed");

    give_money(&tt, 1, 0);
    stack_pile(&tt, "D1 D2 D3");
    begin_lot(&tt, 0);
    act(&tt, 0, name("D1"));
    act(&tt, 0, bid(100));
    cr_expect_eq(waiting_seats(&tt), seat_bit(1));
    cr_expect(offers(&tt, 1, pass()) && offers_count(&tt, 1) == 1);
}

Test(lots, TT_4_1_the_poor_hold_in_the_open_auction_and_bid_0_in_the_blind)
{
    TtState tt = before_auction(2, "", "open");

    give_money(&tt, 1, 0);
    stack_pile(&tt, "D1");
    begin_lot(&tt, 0);
    act(&tt, 0, bid(100));
    cr_expect(offers(&tt, 1, hold()) && offers_count(&tt, 1) == 1);

    tt = before_auction(2, "", "blind");
    give_money(&tt, 1, 0);
    begin_lot(&tt, 0);
    act(&tt, 0, name("S1"));
    cr_expect(offers(&tt, 1, bid(0)) && offers_count(&tt, 1) == 1);
}

Test(lots, TT_4_2_the_start_passes_left)
{
    TtState tt = before_auction(3, "", "passed");

    begin_lot(&tt, 1);
    act(&tt, 1, name("S1"));
    act(&tt, 1, bid(100));
    act(&tt, 2, pass());
    act(&tt, 0, pass());
    cr_expect_eq(tt.starter, 2);
    cr_expect_eq(waiting_seats(&tt), seat_bit(2));
}

Test(lots, TT_4_2_who_can_pay_none_is_skipped_and_the_drawn_ones_stay)
{
    TtState tt = before_auction(3, "", "blind");

    give_money(&tt, 0, 250);
    stack_pile(&tt, "D3 E1 E2");
    begin_lot(&tt, 0);
    cr_expect_eq(tt.starter, 1);
    cr_expect_str_eq(drawn_of(&tt), "D3 E1 E2");
    act(&tt, 1, name("D3"));
    cr_expect_eq(waiting_seats(&tt), seats_all(3));
}

Test(lots, TT_4_2_the_next_start_is_left_of_who_started)
{
    TtState tt = before_auction(3, "", "passed");

    give_money(&tt, 0, 250);
    stack_pile(&tt, "D3 E1 E2");
    begin_lot(&tt, 0);
    act(&tt, 1, name("D3"));
    act(&tt, 1, bid(300));
    act(&tt, 2, pass());
    act(&tt, 0, pass());
    cr_expect_eq(tt.starter, 2);
}

Test(lots, TT_4_2_the_starter_names_one_that_he_can_pay)
{
    TtState tt = before_auction(2, "", "passed");

    give_money(&tt, 0, 350);
    stack_pile(&tt, "D3 E5 S1");
    begin_lot(&tt, 0);
    cr_expect(offers(&tt, 0, name("D3")) && offers(&tt, 0, name("S1")));
    cr_expect_not(offers(&tt, 0, name("E5")));
}

/* Seat 1 is alone in the auction. */
static TtState alone(const char *auction, int money, const char *pile)
{
    TtState tt = before_auction(2, "", auction);

    give_locomotives(&tt, 0, "S1 S2 S3");
    give_locomotives(&tt, 1, "S4");
    give_money(&tt, 1, money);
    stack_pile(&tt, pile);
    begin_lot(&tt, 1);
    return tt;
}

Test(lots, TT_4_3_who_is_alone_pays_the_power_without_bidding)
{
    static const char *const AUCTIONS[] = { "passed", "blind", "double-blind" };

    for (int i = 0; i < 3; i++) {
        TtState tt = alone(AUCTIONS[i], 1000, "D3 E5");
        cr_expect(offers(&tt, 1, name("D3")) && offers(&tt, 1, name("E5")));
        cr_expect_eq(offers_count(&tt, 1), 2);
        act(&tt, 1, name("D3"));
        cr_expect_eq(money_of(&tt, 1), 700);
        cr_expect_str_eq(locomotives_of(&tt, 1), "S4 D3");
        cr_expect_eq(waiting_seats(&tt), seat_bit(1));
    }
}

Test(lots, TT_4_3_in_the_open_auction_too)
{
    TtState tt = alone("open", 1000, "D3 E5");

    cr_expect_eq(offers_count(&tt, 1), 1);
    act(&tt, 1, name("D3"));
    cr_expect_eq(money_of(&tt, 1), 700);
}

Test(lots, TT_4_3_if_he_can_pay_none_he_gets_a_replacement)
{
    TtState tt = alone("blind", 200, "D3 E5");

    act(&tt, 1, take("E5"));
    cr_expect_str_eq(locomotives_of(&tt, 1), "S4 -E5");
    cr_expect_eq(money_of(&tt, 1), 200);
}

Test(lots, TT_4_4_a_replacement_has_no_power_and_no_multiplier)
{
    TtState tt = before_coupling(2, "");

    give_locomotives(&tt, 0, "-D6 -E5 -S7");
    give_locomotives(&tt, 1, "S1 -S2 -S3");
    give_wagons(&tt, 0, 0, "food-50 food-100");
    begin_coupling(&tt);
    cr_expect_str_eq(order_of(&tt), "1 0");
    end_round_by_passing(&tt);
    cr_expect_eq(money_of(&tt, 0), 5100);
}

Test(lots, TT_4_4_which_card_it_is_stays_public)
{
    TtState tt = alone("blind", 200, "D3 E5"), view;

    act(&tt, 1, take("E5"));
    TAKE_A_TRAIN.observe(&tt, 0, &view);
    cr_expect_str_eq(locomotives_of(&view, 1), "S4 -E5");
}

/* Three equal bids in a blind auction that seat 1 started. */
static TtState three_equals(void)
{
    TtState tt = before_auction(4, "", "blind");

    stack_pile(&tt, "D3 E5 S1");
    begin_lot(&tt, 1);
    act(&tt, 1, name("D3"));
    act(&tt, 0, bid(600));
    act(&tt, 1, bid(600));
    act(&tt, 2, bid(550));
    act(&tt, 3, bid(600));
    return tt;
}

Test(lots, TT_4_5_the_starter_chooses_between_equals)
{
    TtState tt = three_equals();

    cr_expect_eq(waiting_seats(&tt), seat_bit(1));
    cr_expect_eq(offers_count(&tt, 1), 3);
    cr_expect_not(offers(&tt, 1, choose(2)));
    act(&tt, 1, choose(3));
    cr_expect_str_eq(locomotives_of(&tt, 3), "D3");
    cr_expect(money_of(&tt, 3) == 4400 && money_of(&tt, 1) == 5000);
}

Test(lots, TT_4_5_the_starter_may_choose_himself)
{
    TtState tt = three_equals();

    act(&tt, 1, choose(1));
    cr_expect_str_eq(locomotives_of(&tt, 1), "D3");
}

Test(lots, TT_4_5_pre_empted_at_every_rank_when_it_comes_up)
{
    TtState tt = before_auction(4, "", "pre-empted");

    stack_pile(&tt, "D1 D2 D3 D4");
    begin_lot(&tt, 2);
    act(&tt, 0, bid(300));
    act(&tt, 1, bid(0));
    act(&tt, 2, bid(300));
    act(&tt, 3, bid(0));
    cr_expect_eq(offers_count(&tt, 2), 2);
    act(&tt, 2, choose(0));
    act(&tt, 0, take("D4"));
    act(&tt, 2, take("D3"));
    cr_expect(offers(&tt, 2, choose(1)) && offers(&tt, 2, choose(3)));
    act(&tt, 2, choose(3));
    act(&tt, 3, take("D2"));
    cr_expect_eq(waiting_seats(&tt), seat_bit(1));
}

Test(lots, TT_4_6_those_set_aside_become_the_pile)
{
    TtState tt = before_auction(2, "", "passed");

    stack_pile(&tt, "S1 S2 S3 S4 S5 S6");
    begin_lot(&tt, 0);
    act(&tt, 0, name("S1"));
    act(&tt, 0, bid(100));
    act(&tt, 1, pass());
    cr_expect_str_eq(aside_of(&tt), "S2 S3");
    act(&tt, 1, name("S4"));
    act(&tt, 1, bid(200));
    act(&tt, 0, pass());
    cr_expect(tt.pile_count == 1 && tt.aside_count == 0 && tt.drawn_count == 3);
}

Test(lots, TT_4_6_in_the_middle_of_a_draw)
{
    TtState tt = before_auction(2, "", "blind");

    tt.pile_count = 0;
    memset(tt.pile, 0, sizeof tt.pile);
    give_locomotives(&tt, 0, "");
    tt.pile[tt.pile_count++] = (uint8_t)locomotive_named("D6");
    tt.aside[tt.aside_count++] = (uint8_t)locomotive_named("S1");
    tt.aside[tt.aside_count++] = (uint8_t)locomotive_named("S2");
    tt.aside[tt.aside_count++] = (uint8_t)locomotive_named("S3");
    begin_lot(&tt, 0);
    cr_expect_eq(tt.drawn[0], locomotive_named("D6"));
    cr_expect(tt.drawn_count == 3 && tt.pile_count == 1 && tt.aside_count == 0);
}

Test(lots, TT_4_6_fewer_left_all_that_there_are)
{
    TtState tt = before_auction(2, "", "blind");

    give_locomotives(&tt, 0, "S1 S2");
    give_locomotives(&tt, 1, "S3 S4");
    begin_lot(&tt, 0);
    cr_expect_eq(tt.drawn_count, 2);
}

/* Nobody can pay D3, E1 or E2; it was seat 2's turn to start. */
static TtState nobody_can_pay(void)
{
    TtState tt = before_auction(3, "", "passed");

    for (int seat = 0; seat < 3; seat++)
        give_money(&tt, seat, 250);
    stack_pile(&tt, "D3 E1 E2");
    begin_lot(&tt, 2);
    return tt;
}

Test(lots, TT_4_7_the_one_to_start_takes_a_replacement_of_choice)
{
    TtState tt = nobody_can_pay();

    cr_expect_eq(waiting_seats(&tt), seat_bit(2));
    cr_expect_eq(offers_of_kind(&tt, 2, TT_TAKE), 3);
    act(&tt, 2, take("E1"));
    cr_expect_str_eq(locomotives_of(&tt, 2), "-E1");
    cr_expect_eq(money_of(&tt, 2), 250);
}

Test(lots, TT_4_7_the_others_go_aside_and_the_start_passes_on)
{
    TtState tt = nobody_can_pay();

    stack_pile(&tt, "S1 S2 S3");
    act(&tt, 2, take("E1"));
    cr_expect_str_eq(aside_of(&tt), "D3 E2");
    cr_expect_eq(tt.starter, 0);
    cr_expect_eq(waiting_seats(&tt), seat_bit(0));
}

Test(lots, TT_4_7_money_of_those_who_are_out_does_not_count)
{
    TtState tt = before_auction(2, "", "open");

    give_locomotives(&tt, 0, "S1 S2 S3");
    give_money(&tt, 1, 50);
    stack_pile(&tt, "D6");
    begin_lot(&tt, 1);
    cr_expect(offers(&tt, 1, take("D6")) && offers_count(&tt, 1) == 1);
}
