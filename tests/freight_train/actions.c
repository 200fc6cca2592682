/* actions.c: the actions of a turn (FT-4.1 to 4.5). */
#include "position.h"

#include <criterion/criterion.h>

static void take_three(FtState *ft, int first, int second, int third)
{
    act(ft, take(first));
    act(ft, take(second));
    act(ft, take(third));
}

/* ------------------------------------------------------------------------- */
/* FT-4.1: taking from the main yard                                         */
/* ------------------------------------------------------------------------- */

/* A is the box, B the ore, C the tank, D the stock, E the hopper, F the gondola
 * of the rulebook's picture. */
static FtState rulebook_sidings(void)
{
    FtState ft = quiet_position(3, "edition=white-wind");

    give_main(&ft, 0, "container tank ore box");
    give_main(&ft, 1, "container gondola stock");
    give_main(&ft, 2, "container hopper");
    return ft;
}

Test(actions, FT_4_1_three_cars_from_one_siding)
{
    FtState ft = rulebook_sidings();

    take_three(&ft, 0, 0, 0);
    cr_expect(ft.held[FT_BOX] == 1 && ft.held[FT_ORE] == 1 && ft.held[FT_TANK] == 1);
    cr_expect_str_eq(main_words(&ft, 0), "container");
}

Test(actions, FT_4_1_three_cars_from_three_sidings)
{
    FtState ft = rulebook_sidings();

    take_three(&ft, 0, 1, 2);
    cr_expect(ft.held[FT_BOX] == 1 && ft.held[FT_STOCK] == 1 && ft.held[FT_HOPPER] == 1);
}

Test(actions, FT_4_1_three_cars_from_two_sidings)
{
    FtState ft = rulebook_sidings();

    take_three(&ft, 1, 2, 1);
    cr_expect(ft.held[FT_STOCK] == 1 && ft.held[FT_GONDOLA] == 1
              && ft.held[FT_HOPPER] == 1);
}

Test(actions, FT_4_1_an_empty_siding_gives_nothing)
{
    FtState ft = rulebook_sidings();

    cr_expect_not(offers(&ft, take(3)));
}

Test(actions, FT_4_1_exactly_three_are_taken_then_placed)
{
    FtState ft = rulebook_sidings();

    act(&ft, take(0));
    act(&ft, take(0));
    cr_expect_eq(offers_of_kind(&ft, FT_TAKE), offers_count(&ft));
    act(&ft, take(0));
    cr_expect_eq(offers_of_kind(&ft, FT_TAKE), 0);
    cr_expect_eq(offers_of_kind(&ft, FT_DONE), 0);
}

Test(actions, FT_4_1_cars_enter_the_yard_at_the_open_end_in_any_order)
{
    FtState ft = rulebook_sidings();

    give_yard(&ft, 0, 1, "piggyback");
    take_three(&ft, 0, 0, 0);
    act(&ft, store(FT_TANK, 1));
    act(&ft, store(FT_BOX, 1));
    act(&ft, store(FT_ORE, 1));
    cr_expect_str_eq(yard_words(&ft, 0, 1), "piggyback tank box ore");
    cr_expect_eq(ft.turn, 1);
}

Test(actions, FT_4_1_trains_and_both_sidings_may_share_the_cars)
{
    FtState ft = rulebook_sidings();

    take_three(&ft, 0, 0, 0);
    act(&ft, store(FT_TANK, 0));
    act(&ft, couple(FT_BOX, 0));
    act(&ft, store(FT_ORE, 1));
    cr_expect_str_eq(yard_words(&ft, 0, 0), "tank");
    cr_expect_str_eq(yard_words(&ft, 0, 1), "ore");
    cr_expect_str_eq(train_words(&ft, 0, 0), "box");
}

Test(actions, FT_4_1_the_turn_lasts_until_all_three_are_placed)
{
    FtState ft = rulebook_sidings();

    take_three(&ft, 0, 1, 2);
    act(&ft, couple(FT_BOX, 0));
    act(&ft, couple(FT_STOCK, 1));
    cr_expect_eq(ft.turn, 0);
    act(&ft, couple(FT_HOPPER, 2));
    cr_expect_eq(ft.turn, 1);
}

/* Six trains of other types, none mixed, and this many free places in the yard. */
static FtState crowded_position(const char *last_siding)
{
    FtState ft = quiet_position(5, "edition=mayfair");

    set_called(&ft, 0);
    give_yard(&ft, 0, 0, "ore ore ore ore ore ore ore ore");
    give_yard(&ft, 0, 1, last_siding);
    give_train(&ft, 0, "box box");
    give_train(&ft, 0, "hopper hopper");
    give_train(&ft, 0, "gondola gondola");
    give_train(&ft, 0, "stock stock");
    give_train(&ft, 0, "container container");
    give_train(&ft, 0, "piggyback piggyback");
    return ft;
}

Test(actions, FT_4_1_no_taking_of_cars_that_have_no_place)
{
    FtState ft = crowded_position("ore ore ore ore ore ore");

    give_main(&ft, 0, "tank tank tank");
    cr_expect_eq(offers_of_kind(&ft, FT_TAKE), 0);
}

Test(actions, FT_4_1_the_last_place_for_the_third_car_is_enough)
{
    FtState ft = crowded_position("ore ore ore ore ore");

    give_main(&ft, 0, "tank tank tank");
    cr_expect(offers(&ft, take(0)));
}

Test(actions, FT_4_1_a_full_yard_takes_what_the_trains_take)
{
    FtState ft = crowded_position("ore ore ore ore ore ore ore ore");

    give_main(&ft, 0, "stock box box");
    cr_expect(offers(&ft, take(0)));
}

/* Neither the sidings of the cars nor their order matter. */
Test(actions, FT_4_1_cars_are_taken_in_any_order)
{
    FtState ft = crowded_position("ore ore ore ore ore ore ore ore");

    give_main(&ft, 0, "tank box box");
    give_main(&ft, 3, "tank box");
    cr_expect(offers(&ft, take(0)));
    cr_expect(offers(&ft, take(3)));
    act(&ft, take(3));
    cr_expect(offers(&ft, take(0)));
    cr_expect_not(offers(&ft, take(3)));
}

/* The tank would block the third car: only the siding of boxes is offered. */
Test(actions, FT_4_1_no_first_car_that_leads_nowhere)
{
    FtState ft = crowded_position("ore ore ore ore ore ore ore ore");

    give_main(&ft, 0, "box box box");
    give_main(&ft, 1, "box tank");
    cr_expect(offers(&ft, take(0)));
    cr_expect_not(offers(&ft, take(1)));
}

/* One place is left in the yard, and the tank needs it. */
Test(actions, FT_4_1_no_car_is_placed_where_another_must_go)
{
    FtState ft = crowded_position("ore ore ore ore ore ore ore");

    give_main(&ft, 0, "box box tank");
    take_three(&ft, 0, 0, 0);
    cr_expect_not(offers(&ft, store(FT_BOX, 1)));
    cr_expect(offers(&ft, store(FT_TANK, 1)));
    cr_expect(offers(&ft, couple(FT_BOX, 0)));
}

/* ------------------------------------------------------------------------- */
/* FT-4.2: switching from the own yard                                       */
/* ------------------------------------------------------------------------- */

static FtState switching_position(void)
{
    FtState ft = quiet_position(3, "edition=white-wind");

    give_yard(&ft, 0, 0, "tank ore box box box");
    give_yard(&ft, 0, 1, "stock stock");
    give_train(&ft, 0, "box");
    return ft;
}

Test(actions, FT_4_2_cars_leave_the_yard_at_the_open_end)
{
    FtState ft = switching_position();

    act(&ft, switch_car(0, 0));
    cr_expect_str_eq(yard_words(&ft, 0, 0), "tank ore box box");
    cr_expect_str_eq(train_words(&ft, 0, 0), "box box");
}

Test(actions, FT_4_2_one_car_is_enough)
{
    FtState ft = switching_position();

    act(&ft, switch_car(0, 0));
    cr_expect_eq(ft.turn, 0);
    act(&ft, done());
    cr_expect_eq(ft.turn, 1);
}

Test(actions, FT_4_2_four_cars_from_both_sidings_end_the_turn)
{
    FtState ft = switching_position();

    act(&ft, switch_car(0, 0));
    act(&ft, switch_car(1, 1));
    act(&ft, switch_car(0, 0));
    cr_expect_eq(ft.turn, 0);
    act(&ft, switch_car(1, 1));
    cr_expect_eq(ft.turn, 1);
    cr_expect_str_eq(train_words(&ft, 0, 1), "stock stock");
    cr_expect_str_eq(yard_words(&ft, 0, 0), "tank ore box");
}

Test(actions, FT_4_2_none_is_not_a_switching)
{
    FtState ft = switching_position();

    cr_expect_not(offers(&ft, done()));
}

Test(actions, FT_4_2_switched_cars_go_to_trains_only)
{
    FtState ft = switching_position();

    act(&ft, switch_car(0, 0));
    cr_expect_eq(offers_of_kind(&ft, FT_STORE), 0);
    cr_expect_eq(offers_of_kind(&ft, FT_TAKE), 0);
}

Test(actions, FT_4_2_no_switching_of_a_car_that_no_train_takes)
{
    FtState ft = crowded_position("ore tank");

    cr_expect_eq(offers_of_kind(&ft, FT_SWITCH), 0);
}

Test(actions, FT_4_2_an_empty_yard_has_nothing_to_switch)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    cr_expect_eq(offers_of_kind(&ft, FT_SWITCH), 0);
}

/* ------------------------------------------------------------------------- */
/* FT-4.3: rearranging                                                       */
/* ------------------------------------------------------------------------- */

static FtState yard_position(const char *options)
{
    FtState ft = quiet_position(3, options);

    give_yard(&ft, 0, 0, "box ore");
    give_yard(&ft, 0, 1, "tank");
    return ft;
}

Test(actions, FT_4_3_the_yard_is_rearranged_in_any_way)
{
    FtState ft = yard_position("edition=mayfair");

    act(&ft, rearrange());
    act(&ft, store(FT_ORE, 1));
    act(&ft, store(FT_TANK, 1));
    act(&ft, store(FT_BOX, 1));
    cr_expect_str_eq(yard_words(&ft, 0, 0), "");
    cr_expect_str_eq(yard_words(&ft, 0, 1), "ore tank box");
    cr_expect_eq(ft.turn, 1);
}

Test(actions, FT_4_3_rearranging_costs_one_point)
{
    FtState ft = yard_position("edition=white-wind");

    act(&ft, rearrange());
    act(&ft, store(FT_ORE, 0));
    act(&ft, store(FT_TANK, 0));
    act(&ft, store(FT_BOX, 1));
    cr_expect_eq(ft.players[0].points, 4);
}

Test(actions, FT_4_3_the_same_arrangement_is_allowed_and_costs_as_much)
{
    FtState ft = yard_position("edition=mayfair");

    act(&ft, rearrange());
    act(&ft, store(FT_BOX, 0));
    act(&ft, store(FT_ORE, 0));
    act(&ft, store(FT_TANK, 1));
    cr_expect_str_eq(yard_words(&ft, 0, 0), "box ore");
    cr_expect_str_eq(yard_words(&ft, 0, 1), "tank");
    cr_expect_eq(ft.players[0].points, 4);
}

/* Nine cars: the first siding holds at least one, and eight at most. */
Test(actions, FT_4_3_no_siding_holds_more_than_eight)
{
    FtState ft = quiet_position(5, "edition=mayfair");

    give_yard(&ft, 0, 0, "box box box box box");
    give_yard(&ft, 0, 1, "box box box box");
    act(&ft, rearrange());
    cr_expect_not(offers(&ft, store(FT_BOX, 1)));
    for (int i = 0; i < 8; i++)
        act(&ft, store(FT_BOX, 0));
    cr_expect_eq(ft.turn, 0);
    cr_expect_not(offers(&ft, store(FT_BOX, 0)));
    cr_expect(offers(&ft, store(FT_BOX, 1)));
}

Test(actions, FT_4_3_one_car_is_enough_in_mayfair)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    give_yard(&ft, 0, 1, "box");
    cr_expect(offers(&ft, rearrange()));
}

Test(actions, FT_4_3_no_car_is_not_enough_in_mayfair)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    cr_expect_not(offers(&ft, rearrange()));
}

Test(actions, FT_4_3_an_empty_yard_is_the_paid_pass_of_white_wind)
{
    FtState ft = quiet_position(3, "edition=white-wind");

    act(&ft, rearrange());
    cr_expect_eq(ft.turn, 1);
    cr_expect_eq(ft.players[0].points, 4);
    cr_expect_eq(ft.passed, 0);
}

Test(actions, FT_4_3_the_last_point_is_enough)
{
    FtState ft = yard_position("edition=mayfair");

    give_points(&ft, 0, 1);
    cr_expect(offers(&ft, rearrange()));
}

Test(actions, FT_4_3_without_a_point_there_is_no_rearranging)
{
    FtState ft = yard_position("edition=white-wind");

    give_points(&ft, 0, 0);
    cr_expect_not(offers(&ft, rearrange()));
}

/* ------------------------------------------------------------------------- */
/* FT-4.4: calling up a locomotive                                           */
/* ------------------------------------------------------------------------- */

Test(actions, FT_4_4_a_call_brings_a_locomotive)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    act(&ft, call_locomotive());
    cr_expect_eq(ft.players[0].locomotives, 7);
    cr_expect_eq(ft.players[0].has_called, 1);
}

Test(actions, FT_4_4_one_call_a_day)
{
    FtState ft = quiet_position(3, "edition=white-wind");

    set_called(&ft, 0);
    cr_expect_not(offers(&ft, call_locomotive()));
}

Test(actions, FT_4_4_a_call_on_day_two)
{
    FtState ft = quiet_position(3, "edition=white-wind");

    set_day(&ft, 2);
    cr_expect(offers(&ft, call_locomotive()));
}

Test(actions, FT_4_4_no_call_on_day_three)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    set_day(&ft, 3);
    cr_expect_not(offers(&ft, call_locomotive()));
}

/* Five trains and five locomotives: a called one is what the tank needs. */
Test(actions, FT_4_4_the_new_locomotive_serves_from_the_next_turn_on)
{
    FtState ft = quiet_position(5, "edition=mayfair");

    give_yard(&ft, 0, 0, "tank");
    give_train(&ft, 0, "box box");
    give_train(&ft, 0, "hopper hopper");
    give_train(&ft, 0, "gondola gondola");
    give_train(&ft, 0, "stock stock");
    give_train(&ft, 0, "container container");
    cr_expect_eq(offers_of_kind(&ft, FT_SWITCH), 0);
    act(&ft, call_locomotive());
    cr_expect_eq(ft.turn, 1);
    set_turn(&ft, 0, 0);
    cr_expect(offers(&ft, switch_car(0, 5)));
}

/* ------------------------------------------------------------------------- */
/* FT-4.5: cabooses                                                          */
/* ------------------------------------------------------------------------- */

static FtState caboose_position(void)
{
    FtState ft = quiet_position(3, "edition=mayfair cabooses=on");

    give_train(&ft, 0, "box box");
    give_train(&ft, 0, "ore");
    give_yard(&ft, 0, 0, "ore box");
    return ft;
}

Test(actions, FT_4_5_a_caboose_closes_a_train_and_ends_the_turn)
{
    FtState ft = caboose_position();

    act(&ft, close_train(0));
    cr_expect_eq(ft.players[0].trains[0].is_closed, 1);
    cr_expect_eq(ft.players[0].trains[1].is_closed, 0);
    cr_expect_eq(ft.turn, 1);
}

Test(actions, FT_4_5_no_car_joins_a_closed_train)
{
    FtState ft = caboose_position();

    close_given_train(&ft, 0, 0);
    cr_expect_not(offers(&ft, switch_car(0, 0)));
}

/* It may begin the mixed train, though. */
Test(actions, FT_4_5_a_closed_train_is_still_the_train_of_its_type)
{
    FtState ft = caboose_position();

    close_given_train(&ft, 0, 0);
    act(&ft, switch_car(0, 2));
    cr_expect_str_eq(train_words(&ft, 0, 2), "box");
    cr_expect_not(offers(&ft, switch_car(0, 3)));
}

Test(actions, FT_4_5_a_locomotive_without_cars_cannot_be_closed)
{
    FtState ft = caboose_position();

    cr_expect_eq(offers_of_kind(&ft, FT_CLOSE), 2);
    cr_expect_not(offers(&ft, close_train(2)));
}

Test(actions, FT_4_5_one_caboose_to_a_train)
{
    FtState ft = caboose_position();

    close_given_train(&ft, 0, 0);
    cr_expect_not(offers(&ft, close_train(0)));
    cr_expect(offers(&ft, close_train(1)));
}

Test(actions, FT_4_5_only_with_the_option)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    give_train(&ft, 0, "box box");
    cr_expect_eq(offers_of_kind(&ft, FT_CLOSE), 0);
}

Test(actions, FT_4_5_the_pile_is_shared)
{
    FtState ft = caboose_position();

    give_closed_train(&ft, 1, "tank");
    give_closed_train(&ft, 1, "stock");
    give_closed_train(&ft, 1, "hopper");
    give_closed_train(&ft, 1, "gondola");
    give_closed_train(&ft, 2, "container");
    give_closed_train(&ft, 2, "piggyback");
    cr_expect_eq(offers_of_kind(&ft, FT_CLOSE), 2);
    give_closed_train(&ft, 2, "stock");
    cr_expect_eq(offers_of_kind(&ft, FT_CLOSE), 0);
}

Test(actions, FT_4_5_cabooses_return_at_the_end_of_the_day)
{
    FtState ft = caboose_position();

    give_closed_train(&ft, 1, "tank");
    end_day_quietly(&ft);
    for (int seat = 0; seat < 3; seat++) {
        for (int t = 0; t < FT_TRAINS; t++)
            cr_expect_eq(ft.players[seat].trains[t].is_closed, 0);
    }
}
