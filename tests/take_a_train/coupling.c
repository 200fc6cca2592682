/* coupling.c: the market, taking and passing, the profit (TT-5, TT-6). */
#include "position.h"

#include <criterion/criterion.h>
#include <string.h>

static TtState coupling(const char *deck)
{
    TtState tt = three_players(deck);

    begin_coupling(&tt);
    return tt;
}

/* ------------------------------------------------------------------------- */
/* TT-5.1, TT-5.2: the market                                                */
/* ------------------------------------------------------------------------- */

Test(market, TT_5_1_three_four_or_five_cards)
{
    static const int SIZES[] = { 0, 0, 3, 3, 4, 4, 5 };
    static const char *const OWN[] = { "S1 S2 S3", "S4 S5 S6", "D1 D2 D3",
                                       "D4 D5 D6", "E1 E2 E3", "E4 E5 S7" };

    for (int seats = 2; seats <= 6; seats++) {
        TtState tt = before_coupling(seats, "");
        for (int seat = 0; seat < seats; seat++)
            give_locomotives(&tt, seat, OWN[seat]);
        begin_coupling(&tt);
        cr_expect_eq(tt.market_count, SIZES[seats]);
    }
}

Test(market, TT_5_2_any_set_of_cards_is_replaced_together)
{
    TtState tt = coupling("food-50 oil-200 coal-150 luxury-300 passenger-400");

    act(&tt, 0, discard(0));
    cr_expect_not(offers(&tt, 0, discard(0)));
    act(&tt, 0, discard(2));
    cr_expect_str_eq(market_of(&tt), "food-50 oil-200 coal-150");
    act(&tt, 0, replace());
    cr_expect_str_eq(market_of(&tt), "oil-200 luxury-300 passenger-400");
    cr_expect_eq(money_of(&tt, 0), 4400);
    cr_expect_eq(waiting_seats(&tt), seat_bit(0));
}

Test(market, TT_5_2_once_in_a_turn)
{
    TtState tt = coupling("food-50 oil-200 coal-150 luxury-300");

    act(&tt, 0, discard(1));
    act(&tt, 0, replace());
    cr_expect_eq(offers_of_kind(&tt, 0, TT_DISCARD), 0);
    act(&tt, 0, pass());
    cr_expect_eq(offers_of_kind(&tt, 1, TT_DISCARD), 3);
}

Test(market, TT_5_2_the_price_is_that_of_the_own_place)
{
    TtState tt = coupling("food-50 oil-200 coal-150");

    cr_expect_eq(tt_replacement_price(&tt, 0), 600);
    cr_expect_eq(tt_replacement_price(&tt, 1), 500);
    cr_expect_eq(tt_replacement_price(&tt, 2), 400);
}

Test(market, TT_5_2_with_two_players_the_second_pays_300)
{
    TtState tt = before_coupling(2, "");

    give_locomotives(&tt, 0, "S1 S2 S3");
    give_locomotives(&tt, 1, "S4 S5 S6");
    begin_coupling(&tt);
    cr_expect(tt_replacement_price(&tt, 0) == 300 && tt_replacement_price(&tt, 1) == 600);
}

Test(market, TT_5_2_only_for_those_who_have_the_money)
{
    TtState tt = coupling("food-50 oil-200 coal-150");

    give_money(&tt, 0, 550);
    cr_expect_eq(offers_of_kind(&tt, 0, TT_DISCARD), 0);
    give_money(&tt, 0, 600);
    cr_expect_eq(offers_of_kind(&tt, 0, TT_DISCARD), 3);
}

Test(market, TT_5_2_then_take_one_card_or_pass)
{
    TtState tt = coupling("food-50 oil-200 coal-150 luxury-300");

    act(&tt, 0, discard(0));
    act(&tt, 0, replace());
    cr_expect_eq(offers_of_kind(&tt, 0, TT_COUPLE), 9);
    cr_expect(offers(&tt, 0, pass()));
}

/* ------------------------------------------------------------------------- */
/* TT-5.3: types                                                             */
/* ------------------------------------------------------------------------- */

Test(wagons, TT_5_3_one_type_on_a_locomotive_and_different_types)
{
    TtState tt = three_players("food-50 oil-200 coal-150 luxury-300");

    give_wagons(&tt, 0, 1, "food-100");
    begin_coupling(&tt);
    cr_expect(offers(&tt, 0, couple("food-50", 1)));
    cr_expect_not(offers(&tt, 0, couple("food-50", 0)));
    cr_expect_not(offers(&tt, 0, couple("oil-200", 1)));
    cr_expect(offers(&tt, 0, couple("oil-200", 0)) && offers(&tt, 0, couple("oil-200", 2)));
}

Test(wagons, TT_5_3_the_market_is_refilled_after_the_taking)
{
    TtState tt = coupling("food-50 oil-200 coal-150 luxury-300");

    act(&tt, 0, couple("oil-200", 2));
    cr_expect_str_eq(wagons_of(&tt, 0, 2), "oil-200");
    cr_expect_str_eq(market_of(&tt), "food-50 coal-150 luxury-300");
    cr_expect_eq(waiting_seats(&tt), seat_bit(1));
}

Test(wagons, TT_5_3_turns_follow_the_tokens)
{
    TtState tt = coupling("food-50 food-50 food-50");

    for (int seat = 0; seat < 3; seat++)
        act(&tt, seat, couple("food-50", 0));
    cr_expect_eq(waiting_seats(&tt), seat_bit(0));
}

/* ------------------------------------------------------------------------- */
/* TT-5.4: Trash and Extended Storage                                        */
/* ------------------------------------------------------------------------- */

Test(specials, TT_5_4_trash_in_the_first_deal_discards_what_lies_there)
{
    TtState tt = coupling("food-50 oil-200 trash coal-150 luxury-300 food-100");

    cr_expect_str_eq(market_of(&tt), "coal-150 luxury-300 food-100");
    cr_expect_str_eq(discards_of(&tt), "food-50 oil-200");
    cr_expect(tt.boxed_count == 1 && tt.boxed[0] == TT_TRASH);
}

Test(specials, TT_5_4_trash_after_a_taking_clears_the_whole_market)
{
    TtState tt =
        coupling("food-50 oil-200 coal-150 trash food-100 food-100 food-150 oil-300");

    act(&tt, 0, couple("coal-150", 0));
    cr_expect_str_eq(market_of(&tt), "food-100 food-100 food-150");
    cr_expect_str_eq(discards_of(&tt), "food-50 oil-200");
}

Test(specials, TT_5_4_trash_in_a_replacement)
{
    TtState tt =
        coupling("food-50 oil-200 coal-150 luxury-300 trash food-100 food-100 food-150");

    act(&tt, 0, discard(0));
    act(&tt, 0, discard(1));
    act(&tt, 0, replace());
    cr_expect_str_eq(market_of(&tt), "food-100 food-100 food-150");
    cr_expect_eq(tt.discard_count, 4);
}

Test(specials, TT_5_4_trash_in_a_replacement_is_paid_once_and_uses_it_up)
{
    TtState tt =
        coupling("food-50 oil-200 coal-150 luxury-300 trash food-100 food-100 food-150");

    act(&tt, 0, discard(0));
    act(&tt, 0, replace());
    cr_expect_eq(money_of(&tt, 0), 5000 - 600);
    cr_expect_not(offers(&tt, 0, discard(0)));
}

Test(specials, TT_5_4_extended_storage_moves_the_end_and_is_replaced)
{
    TtState tt = coupling("food-50 storage oil-200 coal-150");

    cr_expect_str_eq(market_of(&tt), "food-50 oil-200 coal-150");
    cr_expect_eq(tt.limit, 6);
    cr_expect(tt.boxed_count == 1 && tt.boxed[0] == TT_STORAGE);
}

Test(specials, TT_5_4_with_storage_the_sixth_wagon_ends_the_round)
{
    TtState tt = three_players("food-50 storage food-100 food-150 oil-200 oil-200");

    give_wagons(&tt, 0, 0, "food-100 food-100 food-100 food-100");
    begin_coupling(&tt);
    act(&tt, 0, couple("food-50", 0));
    cr_expect_eq(tt.round, 1);
    act(&tt, 1, pass());
    act(&tt, 2, pass());
    act(&tt, 0, couple("food-150", 0));
    cr_expect_eq(tt.round, 2);
}

Test(specials, TT_5_4_storage_counts_in_this_round_only)
{
    TtState tt = coupling("storage food-50 oil-200 coal-150");

    end_round_by_passing(&tt);
    cr_expect_eq(tt.limit, 5);
}

Test(specials, TT_5_4_trash_and_storage_in_one_deal_in_order)
{
    TtState tt = coupling("food-50 storage trash oil-200 coal-150 luxury-300");

    cr_expect_str_eq(market_of(&tt), "oil-200 coal-150 luxury-300");
    cr_expect_str_eq(discards_of(&tt), "food-50");
    cr_expect(tt.limit == 6 && tt.boxed_count == 2);
}

/* ------------------------------------------------------------------------- */
/* TT-5.5: cards to take                                                     */
/* ------------------------------------------------------------------------- */

Test(specials, TT_5_5_a_multiplier_raises_one_locomotive)
{
    TtState tt = three_players("multiplier food-50 oil-200");

    give_wagons(&tt, 0, 2, "coal-150 coal-200");
    begin_coupling(&tt);
    act(&tt, 0, couple("multiplier", 2));
    cr_expect_eq(tt.players[0].locomotives[2].wagon_count, 2);
    end_round_by_passing(&tt);
    cr_expect_eq(money_of(&tt, 0), 5700);
}

Test(specials, TT_5_5_a_multiplier_may_lie_at_a_locomotive_without_wagons)
{
    TtState tt = coupling("multiplier food-50 oil-200");

    cr_expect_eq(tt.players[0].locomotives[0].wagon_count, 0);
    cr_expect(offers(&tt, 0, couple("multiplier", 0)));
}

Test(specials, TT_5_5_no_multiplier_at_a_replacement)
{
    TtState tt = coupling("multiplier food-50 oil-200");

    act(&tt, 0, pass());
    act(&tt, 1, pass());
    cr_expect(offers(&tt, 2, couple("multiplier", 0)));
    cr_expect_not(offers(&tt, 2, couple("multiplier", 2)));
}

Test(specials, TT_5_5_the_bonus_pays_600_and_is_discarded)
{
    TtState tt = coupling("bonus food-50 oil-200 coal-150");

    act(&tt, 0, collect());
    cr_expect_eq(money_of(&tt, 0), 5600);
    cr_expect_str_eq(discards_of(&tt), "bonus");
    cr_expect_str_eq(market_of(&tt), "food-50 oil-200 coal-150");
}

Test(specials, TT_5_5_a_twin_copies_the_wagon_behind_it)
{
    TtState tt = three_players("twin food-50 oil-200");

    give_wagons(&tt, 0, 1, "oil-250 oil-300");
    begin_coupling(&tt);
    cr_expect_eq(offers_of_kind(&tt, 0, TT_COUPLE), 2 + 1 + 1);
    act(&tt, 0, couple("twin", 1));
    cr_expect_str_eq(wagons_of(&tt, 0, 1), "twin oil-250 oil-300");
    end_round_by_passing(&tt);
    cr_expect_eq(money_of(&tt, 0), 5000 + 3 * (250 + 250 + 300));
}

Test(specials, TT_5_5_a_twin_needs_a_wagon_a_multiplier_a_face_up_locomotive)
{
    TtState tt = before_coupling(2, "");

    give_locomotives(&tt, 0, "-S1 -S2 -S3");
    give_locomotives(&tt, 1, "-S4 -S5 -S6");
    stack_deck(&tt, "twin multiplier food-50");
    begin_coupling(&tt);
    cr_expect_eq(offers_of_kind(&tt, 0, TT_COUPLE), 3);
    cr_expect(offers(&tt, 0, couple("food-50", 2)));
}

Test(specials, TT_5_5_a_twin_counts_as_a_wagon_of_its_type)
{
    TtState tt = three_players("twin food-50 oil-200");

    give_wagons(&tt, 0, 0, "food-50 food-100 food-100 food-150");
    begin_coupling(&tt);
    act(&tt, 0, couple("twin", 0));
    cr_expect_eq(tt.round, 2);
    cr_expect_eq(money_of(&tt, 0), 5000 + 4 * 450);
}

/* ------------------------------------------------------------------------- */
/* TT-5.6: the end of the round                                              */
/* ------------------------------------------------------------------------- */

Test(round_end, TT_5_6_the_fifth_wagon_ends_it_before_the_market_is_refilled)
{
    TtState tt = three_players("food-50 oil-200 coal-150 trash");

    give_wagons(&tt, 0, 0, "food-50 food-50 food-50 food-50");
    tt.round = TT_ROUNDS;
    begin_coupling(&tt);
    act(&tt, 0, couple("food-50", 0));
    cr_expect_eq(tt.step, TT_OVER);
    cr_expect_str_eq(market_of(&tt), "oil-200 coal-150");
    cr_expect_eq(tt.boxed_count, 0);
}

Test(round_end, TT_5_6_when_all_pass_one_after_another)
{
    TtState tt = coupling("food-50 oil-200 coal-150");

    act(&tt, 0, pass());
    act(&tt, 1, pass());
    cr_expect_eq(tt.round, 1);
    act(&tt, 2, pass());
    cr_expect_eq(tt.round, 2);
}

Test(round_end, TT_5_6_at_once_if_nobody_wants_anything)
{
    TtState tt = coupling("food-50 oil-200 coal-150");

    end_round_by_passing(&tt);
    for (int seat = 0; seat < 3; seat++)
        cr_expect_eq(money_of(&tt, seat), 5000);
}

Test(round_end, TT_5_6_taking_anything_begins_the_count_anew)
{
    TtState tt = coupling("food-50 bonus coal-150");

    act(&tt, 0, pass());
    act(&tt, 1, pass());
    act(&tt, 2, collect());
    act(&tt, 0, pass());
    cr_expect_eq(tt.round, 1);
    cr_expect_eq(tt.passes, 1);
}

Test(round_end, TT_5_6_replacing_and_then_passing_is_a_pass)
{
    TtState tt = coupling("food-50 oil-200 coal-150");

    act(&tt, 0, pass());
    act(&tt, 1, pass());
    act(&tt, 2, discard(0));
    act(&tt, 2, replace());
    act(&tt, 2, pass());
    cr_expect_eq(tt.round, 2);
}

/* ------------------------------------------------------------------------- */
/* TT-5.7: an empty deck                                                     */
/* ------------------------------------------------------------------------- */

Test(deck, TT_5_7_an_empty_deck_is_remade_from_the_discards_at_once)
{
    TtState tt = three_players("food-50 oil-200 coal-150");

    begin_coupling(&tt);
    leave_in_deck(&tt, "luxury-300");
    int discards = tt.discard_count;
    act(&tt, 0, couple("oil-200", 0));
    cr_expect_str_eq(market_of(&tt), "food-50 coal-150 luxury-300");
    cr_expect_eq(tt.deck_count, discards - 1); /* but for the Bonus */
    cr_expect_str_eq(discards_of(&tt), "bonus");
}

Test(deck, TT_5_7_with_both_empty_the_market_stays_short)
{
    TtState tt = coupling("food-50 oil-200 coal-150");

    leave_in_deck(&tt, "");
    drop_discards(&tt);
    act(&tt, 0, couple("oil-200", 0));
    cr_expect_str_eq(market_of(&tt), "food-50 coal-150");
    act(&tt, 1, couple("food-50", 0));
    act(&tt, 2, couple("coal-150", 0));
    cr_expect_eq(tt.market_count, 0);
    cr_expect_eq(offers_count(&tt, 0), 1);
    end_round_by_passing(&tt);
    cr_expect_eq(tt.round, 2);
}

Test(deck, TT_5_7_replacing_with_both_empty_brings_the_same_cards_back)
{
    TtState tt = coupling("food-50 oil-200 coal-150");

    leave_in_deck(&tt, "");
    drop_discards(&tt);
    act(&tt, 0, discard(1));
    act(&tt, 0, replace());
    cr_expect_str_eq(market_of(&tt), "food-50 coal-150 oil-200");
}

Test(deck, TT_5_7_a_bonus_stays_among_the_discards)
{
    TtState tt = coupling("bonus oil-200 coal-150");

    leave_in_deck(&tt, "");
    drop_discards(&tt);
    act(&tt, 0, collect());
    cr_expect_str_eq(market_of(&tt), "oil-200 coal-150");
    cr_expect_str_eq(discards_of(&tt), "bonus");
}

/* ------------------------------------------------------------------------- */
/* TT-6                                                                      */
/* ------------------------------------------------------------------------- */

/* The rulebook's example: five coal wagons, 2 x 200 and 3 x 150, on an X3. */
Test(profit, TT_6_1_the_rulebook_example_pays_2550)
{
    TtState tt = three_players("coal-150 food-50 oil-200");

    give_wagons(&tt, 0, 1, "coal-200 coal-150 coal-200 coal-150");
    begin_coupling(&tt);
    act(&tt, 0, couple("coal-150", 1));
    cr_expect_eq(money_of(&tt, 0), 5000 + 2550);
}

Test(profit, TT_6_1_every_locomotive_of_everybody_pays)
{
    TtState tt = three_players("");

    give_wagons(&tt, 0, 0, "food-50 food-100");
    give_wagons(&tt, 0, 2, "oil-300");
    give_wagons(&tt, 1, 1, "luxury-400 luxury-300");
    begin_coupling(&tt);
    end_round_by_passing(&tt);
    cr_expect_eq(money_of(&tt, 0), 5000 + 4 * 150 + 300);
    cr_expect_eq(money_of(&tt, 1), 5000 + 2 * 700);
    cr_expect_eq(money_of(&tt, 2), 5000);
}

Test(profit, TT_6_1_a_multiplier_card_adds_one)
{
    TtState tt = three_players("");

    give_wagons(&tt, 1, 0, "food-50 food-100");
    give_multiplier(&tt, 1, 0);
    begin_coupling(&tt);
    end_round_by_passing(&tt);
    cr_expect_eq(money_of(&tt, 1), 5000 + 5 * 150);
}

Test(profit, TT_6_2_a_replacement_pays_its_best_wagon_only)
{
    TtState tt = three_players("");

    give_wagons(&tt, 2, 2, "oil-200 oil-300 oil-250");
    begin_coupling(&tt);
    end_round_by_passing(&tt);
    cr_expect_eq(money_of(&tt, 2), 5300);
}

Test(profit, TT_6_2_a_twin_there_is_a_copy_like_any_other)
{
    TtState tt = three_players("");

    give_wagons(&tt, 2, 2, "twin oil-300 oil-250");
    begin_coupling(&tt);
    end_round_by_passing(&tt);
    cr_expect_eq(money_of(&tt, 2), 5300);
}
