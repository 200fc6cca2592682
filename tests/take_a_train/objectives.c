/* objectives.c: chapter 7. */
#include "position.h"

#include <criterion/criterion.h>

/* The payment of the token when its condition is met by these wagons on locomotive 0
 * (or 1, 2) and one further card. */
static int pays_for_wagons(const char *objective, const char *wagons, const char *card)
{
    TtState tt = three_players(card);

    give_objectives(&tt, 0, objective);
    give_wagons(&tt, 0, 0, wagons);
    begin_coupling(&tt);
    int before = money_of(&tt, 0);
    cr_expect_str_eq(achieved_of(&tt, 0), "");
    act(&tt, 0, couple(card, 0));
    cr_expect_str_eq(achieved_of(&tt, 0), objective);
    return money_of(&tt, 0) - before;
}

Test(objectives, TT_7_4_loads_of_one_type_on_one_locomotive)
{
    cr_expect_eq(pays_for_wagons("two-passenger", "passenger-400", "passenger-450"), 300);
    cr_expect_eq(pays_for_wagons("two-luxury", "luxury-400", "luxury-300"), 400);
    cr_expect_eq(pays_for_wagons("three-oil", "oil-200 oil-250", "oil-300"), 600);
    cr_expect_eq(pays_for_wagons("three-coal", "coal-200 coal-250", "coal-150"), 800);
    cr_expect_eq(pays_for_wagons("four-food", "food-50 food-50 food-50", "food-50"), 1000);
    cr_expect_eq(
        pays_for_wagons("four-cattle", "cattle-100 cattle-100 cattle-100", "cattle-100"),
        800);
}

Test(objectives, TT_7_4_a_twin_counts_as_what_it_copies)
{
    cr_expect_eq(pays_for_wagons("three-coal", "coal-200 coal-250", "twin"), 800);
}

Test(objectives, TT_7_4_three_wagons_on_each_and_ten_in_all)
{
    TtState tt = three_players("oil-200 oil-250 food-50 food-100");

    give_objectives(&tt, 0, "three-each ten-wagons");
    give_wagons(&tt, 0, 0, "food-50 food-50 food-50");
    give_wagons(&tt, 0, 1, "coal-150 coal-150 coal-150");
    give_wagons(&tt, 0, 2, "oil-300 oil-300");
    begin_coupling(&tt);
    act(&tt, 0, couple("oil-200", 2));
    cr_expect_str_eq(achieved_of(&tt, 0), "three-each");
    act(&tt, 1, pass());
    act(&tt, 2, pass());
    act(&tt, 0, couple("oil-250", 2));
    cr_expect_str_eq(achieved_of(&tt, 0), "three-each ten-wagons");
    cr_expect_eq(money_of(&tt, 0), 5000 + 800 + 800);
}

Test(objectives, TT_7_4_wagons_on_replacements_count)
{
    TtState tt = three_players("coal-150 food-50 food-50");

    give_objectives(&tt, 2, "three-coal");
    give_wagons(&tt, 2, 2, "coal-150 coal-200");
    begin_coupling(&tt);
    act(&tt, 0, pass());
    act(&tt, 1, pass());
    act(&tt, 2, couple("coal-150", 2));
    cr_expect_eq(money_of(&tt, 2), 5800);
}

Test(objectives, TT_7_4_counts_are_of_the_present_round)
{
    TtState tt = three_players("food-50 oil-200 coal-150");

    give_objectives(&tt, 0, "ten-wagons");
    give_wagons(&tt, 0, 0, "food-50 food-50 food-50 food-50");
    give_wagons(&tt, 0, 1, "coal-150 coal-150 coal-150 coal-150");
    begin_coupling(&tt);
    act(&tt, 0, couple("food-50", 0));
    cr_expect_eq(tt.round, 2);
    cr_expect_str_eq(achieved_of(&tt, 0), "");
}

Test(objectives, TT_7_4_taking_a_special_card)
{
    static const char *const CARDS[] = { "multiplier", "twin" };

    for (int i = 0; i < 2; i++)
        cr_expect_eq(pays_for_wagons("special-card", "food-50", CARDS[i]), 600);
    TtState tt = three_players("bonus");
    give_objectives(&tt, 0, "special-card");
    begin_coupling(&tt);
    act(&tt, 0, collect());
    cr_expect_eq(money_of(&tt, 0), 5000 + 600 + 600);
}

Test(objectives, TT_7_4_two_objectives_counts_the_other_ones)
{
    TtState tt = three_players("coal-150 food-50 oil-200");

    give_objectives(&tt, 0, "two-objectives first-player three-coal");
    give_wagons(&tt, 0, 0, "coal-200 coal-250");
    begin_coupling(&tt);
    cr_expect_str_eq(achieved_of(&tt, 0), "first-player");
    act(&tt, 0, couple("coal-150", 0));
    cr_expect_str_eq(achieved_of(&tt, 0), "first-player three-coal two-objectives");
    cr_expect_eq(money_of(&tt, 0), 5000 + 300 + 800 + 1000);
}

/* One card brings about two objectives, and these the third. */
Test(objectives, TT_7_4_a_chain_reaction)
{
    TtState tt = three_players("twin food-50 oil-200");

    give_objectives(&tt, 0, "two-objectives special-card two-luxury");
    give_wagons(&tt, 0, 0, "luxury-300");
    begin_coupling(&tt);
    act(&tt, 0, couple("twin", 0));
    cr_expect_eq(tt.players[0].achieved_count, 3);
    cr_expect_eq(money_of(&tt, 0), 5000 + 600 + 400 + 1000);
}

Test(objectives, TT_7_3_the_wagon_that_ends_the_round_may_achieve_one)
{
    TtState tt = three_players("coal-150 food-50 oil-200");

    give_objectives(&tt, 0, "ten-wagons");
    give_wagons(&tt, 0, 1, "coal-150 coal-150 coal-150 coal-150");
    give_wagons(&tt, 0, 0, "oil-200 oil-200 oil-200");
    give_wagons(&tt, 0, 2, "food-50 food-50");
    begin_coupling(&tt);
    act(&tt, 0, couple("coal-150", 1));
    cr_expect_eq(money_of(&tt, 0), 5000 + 800 + 3 * 750 + 4 * 600 + 100);
}

Test(objectives, TT_7_3_judged_when_the_order_is_fixed)
{
    TtState tt = three_players("food-50 oil-200 coal-150");

    give_objectives(&tt, 0, "first-player three-steam slowest");
    give_objectives(&tt, 1, "three-diesel fastest");
    give_objectives(&tt, 2, "last-player one-of-each");
    begin_coupling(&tt);
    cr_expect_str_eq(achieved_of(&tt, 0), "first-player");
    cr_expect_str_eq(achieved_of(&tt, 1), "");
    cr_expect_str_eq(achieved_of(&tt, 2), "last-player");
    cr_expect(money_of(&tt, 0) == 5300 && money_of(&tt, 2) == 6000);
}

Test(objectives, TT_7_3_never_in_mid_auction)
{
    TtState tt = before_auction(2, "", "passed");

    give_objectives(&tt, 0, "three-steam");
    give_locomotives(&tt, 0, "S1 S2");
    stack_pile(&tt, "S3 D1 D2");
    begin_lot(&tt, 0);
    act(&tt, 0, name("S3"));
    act(&tt, 0, bid(200));
    act(&tt, 1, pass());
    cr_expect_str_eq(achieved_of(&tt, 0), "");
    cr_expect_eq(money_of(&tt, 0), 4800);
}

Test(objectives, TT_7_3_in_any_round_but_once)
{
    TtState tt = three_players("food-50 oil-200 coal-150");

    give_objectives(&tt, 0, "first-player");
    begin_coupling(&tt);
    cr_expect_eq(tt.players[0].objective_count, 0);
    tt_fix_order(&tt, NULL);
    cr_expect_eq(money_of(&tt, 0), 5300);
}

static int pays_for_locomotives(const char *options, const char *objective,
                                const char *locomotives)
{
    TtState tt = before_coupling(2, options);

    give_locomotives(&tt, 0, locomotives);
    give_locomotives(&tt, 1, "D2 E2 S7");
    give_objectives(&tt, 0, objective);
    begin_coupling(&tt);
    return money_of(&tt, 0) - 5000;
}

Test(objectives, TT_7_1_three_of_a_kind_and_one_of_each)
{
    cr_expect_eq(pays_for_locomotives("", "three-steam", "S1 S2 S3"), 300);
    cr_expect_eq(pays_for_locomotives("", "three-electric", "E1 E3 E4"), 1500);
    cr_expect_eq(pays_for_locomotives("", "three-diesel", "D1 D3 D4"), 800);
    cr_expect_eq(pays_for_locomotives("", "one-of-each", "D1 E3 S4"), 600);
    cr_expect_eq(pays_for_locomotives("", "three-steam", "S1 S2 D3"), 0);
}

Test(objectives, TT_7_1_the_option_restores_the_print)
{
    const char *printed = "objectives=printed";

    cr_expect_eq(pays_for_locomotives(printed, "three-steam", "S1 S2 S3"), 1500);
    cr_expect_eq(pays_for_locomotives(printed, "three-electric", "E1 E3 E4"), 300);
    cr_expect_eq(pays_for_locomotives(printed, "three-diesel", "D1 D3 D4"), 800);
}

Test(objectives, TT_7_1_a_replacement_has_no_kind)
{
    cr_expect_eq(pays_for_locomotives("", "three-steam", "S1 S2 -S3"), 0);
    cr_expect_eq(pays_for_locomotives("", "one-of-each", "D1 E3 -S4"), 0);
}

Test(objectives, TT_7_2_fastest_and_slowest_of_all_face_up)
{
    cr_expect_eq(pays_for_locomotives("", "fastest", "E5 S2 S3"), 600);
    cr_expect_eq(pays_for_locomotives("", "slowest", "D1 S2 S3"), 1000);
    cr_expect_eq(pays_for_locomotives("", "fastest", "S1 S2 S3"), 0);
}

Test(objectives, TT_7_2_replacements_do_not_count)
{
    cr_expect_eq(pays_for_locomotives("", "fastest", "-E5 S2 S3"), 0);
    cr_expect_eq(pays_for_locomotives("", "slowest", "-D1 D6 E5"), 0);
}

Test(objectives, TT_7_2_nobody_without_a_face_up_locomotive)
{
    TtState tt = before_coupling(2, "");

    give_locomotives(&tt, 0, "-S1 -S2 -S3");
    give_locomotives(&tt, 1, "-D1 -D2 -D3");
    give_objectives(&tt, 0, "fastest slowest");
    begin_coupling(&tt);
    cr_expect_eq(money_of(&tt, 0), 5000);
}
