/* rounds.c: rounds, turns and filling (FT-3). */
#include "position.h"

#include <criterion/criterion.h>

/* The seats still to play in this round end their turns without change. */
static void play_out_round(FtState *ft)
{
    int round = ft->round;

    while (ft->round == round && ft->day == 1)
        end_turn_quietly(ft);
}

/* ------------------------------------------------------------------------- */
/* FT-3.1, 3.2: the order                                                    */
/* ------------------------------------------------------------------------- */

Test(rounds, FT_3_1_turns_go_clockwise_from_the_engine)
{
    FtState ft = quiet_position(4, "edition=mayfair first=2");

    end_turn_quietly(&ft);
    cr_expect_eq(ft.turn, 3);
    end_turn_quietly(&ft);
    cr_expect_eq(ft.turn, 0);
    end_turn_quietly(&ft);
    cr_expect_eq(ft.turn, 1);
}

Test(rounds, FT_3_1_the_engine_passes_left_after_the_round)
{
    FtState ft = quiet_position(4, "edition=white-wind first=2");

    play_out_round(&ft);
    cr_expect_eq(ft.round, 2);
    cr_expect_eq(ft.first, 3);
    cr_expect_eq(ft.turn, 3);
}

Test(rounds, FT_3_1_whoever_began_plays_last_in_the_next_round)
{
    FtState ft = quiet_position(3, "edition=white-wind first=1");

    set_turn(&ft, 2, 0);
    end_turn_quietly(&ft);
    cr_expect_eq(ft.turn, 1);
    end_turn_quietly(&ft);
    cr_expect_eq(ft.first, 0);
}

Test(rounds, FT_3_1_of_two_the_same_moves_twice_at_the_border)
{
    FtState ft = quiet_position(2, "edition=mayfair");

    end_turn_quietly(&ft);
    cr_expect_eq(ft.turn, 1);
    end_turn_quietly(&ft);
    cr_expect_eq(ft.turn, 1);
    cr_expect_eq(ft.round, 2);
}

Test(rounds, FT_3_1_a_new_round_forgets_who_has_played)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    end_turn_quietly(&ft);
    cr_expect_eq(ft.played, seat_bit(0));
    play_out_round(&ft);
    cr_expect_eq(ft.played, 0);
}

Test(rounds, FT_3_2_the_plain_sequence_goes_on_clockwise)
{
    FtState ft = quiet_position(2, "edition=white-wind sequence=plain");

    play_out_round(&ft);
    cr_expect_eq(ft.turn, 0);
    cr_expect_eq(ft.first, 0);
    cr_expect_eq(ft.round, 2);
}

Test(rounds, FT_3_2_a_plain_new_day_begins_left_of_the_last_turn)
{
    FtState ft = quiet_position(4, "edition=white-wind sequence=plain first=2");

    end_day_quietly(&ft);
    cr_expect_eq(ft.day, 2);
    cr_expect_eq(ft.turn, 2);
    cr_expect_eq(ft.first, 2);
}

Test(rounds, FT_3_2_mayfair_may_be_played_plain_too)
{
    FtState ft = quiet_position(3, "edition=mayfair sequence=plain first=1");

    play_out_round(&ft);
    cr_expect_eq(ft.turn, 1);
}

/* The card comes up in the turn of the second of three: the round is counted
 * from the player who began the day. */
Test(rounds, FT_3_2_a_plain_day_ends_with_the_player_before_the_one_who_began_it)
{
    FtState ft = quiet_position(3, "edition=white-wind sequence=plain first=1");

    stack_deck(&ft, "end-of-day");
    set_turn(&ft, 1, 2);
    act(&ft, fill(0));
    end_turn_quietly(&ft);
    cr_expect_eq(ft.day, 1);
    cr_expect_eq(ft.turn, 0);
    end_turn_quietly(&ft);
    cr_expect_eq(ft.day, 2);
}

/* ------------------------------------------------------------------------- */
/* FT-3.3 to 3.5: filling                                                    */
/* ------------------------------------------------------------------------- */

static void give_main_sidings(FtState *ft, int sidings)
{
    for (int s = 0; s < sidings; s++)
        give_main(ft, s, "box");
}

Test(rounds, FT_3_3_two_empty_sidings_may_be_filled)
{
    FtState ft = quiet_position(3, "edition=white-wind");

    give_main_sidings(&ft, 3);
    cr_expect_eq(offers_of_kind(&ft, FT_FILL), 2);
    cr_expect(offers(&ft, fill(3)));
    cr_expect(offers(&ft, fill(4)));
}

Test(rounds, FT_3_3_one_empty_siding_may_not_be_filled)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    give_main_sidings(&ft, 4);
    cr_expect_eq(offers_of_kind(&ft, FT_FILL), 0);
}

Test(rounds, FT_3_3_a_fill_deals_the_top_five_from_the_bumper_on)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    stack_deck(&ft, "box ore tank stock hopper gondola");
    act(&ft, fill(2));
    cr_expect_str_eq(main_words(&ft, 2), "box ore tank stock hopper");
    cr_expect_eq(ft.deck[ft.deck_count - 1], FT_GONDOLA);
}

Test(rounds, FT_3_3_whoever_fills_need_not_take)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    act(&ft, fill(0));
    cr_expect(offers(&ft, call_locomotive()));
}

Test(rounds, FT_3_3_only_one_siding_is_filled_in_a_turn)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    act(&ft, fill(2));
    cr_expect_eq(offers_of_kind(&ft, FT_FILL), 0);
}

Test(rounds, FT_3_3_the_action_is_chosen_after_the_fill)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    act(&ft, fill(2));
    cr_expect_eq(ft.turn, 0);
    cr_expect(offers(&ft, take(2)));
    cr_expect(offers(&ft, call_locomotive()));
}

Test(rounds, FT_3_3_no_fill_after_the_action_has_begun)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    give_main(&ft, 0, "box box box box");
    act(&ft, take(0));
    cr_expect_eq(offers_of_kind(&ft, FT_FILL), 0);
}

Test(rounds, FT_3_3_a_fill_needs_a_card_in_the_deck)
{
    FtState ft = quiet_position(4, "edition=mayfair");

    leave_in_deck(&ft, "");
    cr_expect_eq(offers_of_kind(&ft, FT_FILL), 0);
}

Test(rounds, FT_3_4_nobody_is_obliged_to_fill)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    give_main(&ft, 0, "box box box");
    cr_expect(offers(&ft, fill(1)));
    cr_expect(offers(&ft, take(0)));
    cr_expect(offers(&ft, call_locomotive()));
}

Test(rounds, FT_3_4_fewer_than_three_cars_cannot_be_taken_without_a_fill)
{
    FtState ft = quiet_position(3, "edition=white-wind");

    give_main(&ft, 0, "box box");
    cr_expect_eq(offers_of_kind(&ft, FT_TAKE), 0);
    act(&ft, fill(1));
    cr_expect_eq(offers_of_kind(&ft, FT_TAKE), 2);
}

Test(rounds, FT_3_4_whoever_does_not_take_need_not_fill_a_small_main_yard)
{
    FtState ft = quiet_position(3, "edition=white-wind");

    give_main(&ft, 0, "box box");
    cr_expect(offers(&ft, rearrange()));
    cr_expect(offers(&ft, call_locomotive()));
}

/* Day three, no point, no car: only a fill can help. */
Test(rounds, FT_3_4_whoever_cannot_act_without_filling_must_fill)
{
    FtState ft = quiet_position(3, "edition=white-wind");

    set_day(&ft, 3);
    give_points(&ft, 0, 0);
    give_main(&ft, 0, "box box");
    cr_expect_eq(offers_of_kind(&ft, FT_FILL), 4);
    cr_expect_eq(offers_count(&ft), 4);
}

/* Three cars could be taken, but there is no room for them. */
Test(rounds, FT_3_4_cars_that_do_not_fit_do_not_spare_the_fill)
{
    FtState ft = quiet_position(5, "edition=mayfair");

    set_called(&ft, 0);
    give_points(&ft, 0, 0);
    give_yard(&ft, 0, 0, "ore ore ore ore ore ore ore ore");
    give_yard(&ft, 0, 1, "ore ore ore ore ore ore ore ore");
    give_train(&ft, 0, "box box");
    give_train(&ft, 0, "hopper hopper");
    give_train(&ft, 0, "gondola gondola");
    give_train(&ft, 0, "stock stock");
    give_train(&ft, 0, "container container");
    give_train(&ft, 0, "piggyback piggyback");
    give_main(&ft, 0, "tank tank tank tank tank");
    cr_expect_eq(offers_count(&ft), 4);
    cr_expect_eq(offers_of_kind(&ft, FT_FILL), 4);
}

Test(rounds, FT_3_5_a_siding_stays_partly_filled_when_the_deck_runs_out)
{
    FtState ft = quiet_position(4, "edition=mayfair");

    leave_in_deck(&ft, "box ore tank");
    act(&ft, fill(0));
    cr_expect_str_eq(main_words(&ft, 0), "box ore tank");
    cr_expect_eq(ft.deck_count, 0);
}

Test(rounds, FT_3_5_a_siding_stays_empty_if_only_the_end_of_day_card_was_left)
{
    FtState ft = quiet_position(4, "edition=white-wind");

    leave_in_deck(&ft, "end-of-day");
    act(&ft, fill(0));
    cr_expect_str_eq(main_words(&ft, 0), "");
    cr_expect_eq(ft.is_ending, 1);
}

/* The siding is as empty as before, but the fill of this turn is spent. */
Test(rounds, FT_3_5_an_empty_fill_is_a_fill)
{
    FtState ft = quiet_position(4, "edition=white-wind");

    leave_in_deck(&ft, "end-of-day");
    act(&ft, fill(0));
    cr_expect_eq(offers_of_kind(&ft, FT_FILL), 0);
}

/* ------------------------------------------------------------------------- */
/* FT-3.6, 3.7: one action, and passing                                      */
/* ------------------------------------------------------------------------- */

Test(rounds, FT_3_6_a_turn_is_one_action)
{
    FtState ft = quiet_position(3, "edition=white-wind");

    act(&ft, call_locomotive());
    cr_expect_eq(ft.turn, 1);
}

Test(rounds, FT_3_6_nobody_who_can_act_may_pass)
{
    FtState ft = quiet_position(3, "edition=white-wind");

    cr_expect_not(offers(&ft, pass()));
    act(&ft, fill(0));
    cr_expect_not(offers(&ft, pass()));
}

/* Seat 0 can do nothing at all, and there is nothing to fill with. */
static FtState hopeless_position(const char *deck)
{
    FtState ft = quiet_position(4, "edition=mayfair");

    set_day(&ft, 3);
    give_points(&ft, 0, 0);
    leave_in_deck(&ft, deck);
    return ft;
}

Test(rounds, FT_3_7_whoever_can_do_nothing_passes_and_passing_is_all_there_is)
{
    FtState ft = hopeless_position("");

    cr_expect(offers(&ft, pass()));
    cr_expect_eq(offers_count(&ft), 1);
}

Test(rounds, FT_3_7_the_fill_that_had_to_be_made_comes_before_the_pass)
{
    FtState ft = hopeless_position("box end-of-day ore");

    cr_expect_eq(offers_of_kind(&ft, FT_FILL), offers_count(&ft));
    act(&ft, fill(0));
    cr_expect_eq(offers_count(&ft), 1);
    cr_expect(offers(&ft, pass()));
}

Test(rounds, FT_3_7_a_pass_is_a_turn)
{
    FtState ft = hopeless_position("");

    act(&ft, pass());
    cr_expect_eq(ft.turn, 1);
    cr_expect_eq(ft.passed, seat_bit(0));
    cr_expect_eq(ft.played, seat_bit(0));
}

/* No point, no locomotive to spare or to call, a full yard, and tanks wherever a
 * car could leave: no train takes a tank. */
static void block_seat(FtState *ft, int seat)
{
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

    give_points(ft, seat, 0);
    set_called(ft, seat);
    for (int t = 0; t < 8; t++)
        give_train(ft, seat, trains[t]);
    give_yard(ft, seat, 0, "box box hopper hopper ore ore gondola tank");
    give_yard(ft, seat, 1,
              "stock stock auto-rack container container piggyback piggyback tank");
}

/* Two players who can do nothing; four sidings are not empty, so that nobody can
 * fill, and the end-of-day card is still to come. */
static FtState blocked_position(const char *options)
{
    FtState ft = quiet_position(2, options);

    block_seat(&ft, 0);
    block_seat(&ft, 1);
    for (int s = 0; s < 4; s++)
        give_main(&ft, s, "tank");
    return ft;
}

Test(rounds, FT_3_7_a_full_yard_and_no_train_for_it_is_a_pass)
{
    FtState ft = blocked_position("edition=mayfair");

    cr_expect_eq(offers_count(&ft), 1);
    cr_expect(offers(&ft, pass()));
}

Test(rounds, FT_3_7_who_can_pay_for_rearranging_may_not_pass)
{
    FtState ft = blocked_position("edition=mayfair");

    give_points(&ft, 0, 1);
    cr_expect_eq(offers_count(&ft), 1);
    cr_expect(offers(&ft, rearrange()));
}

/* One paid pass, one free one: not everybody has passed. */
Test(rounds, FT_3_7_the_paid_pass_of_white_wind_does_not_count)
{
    FtState ft = quiet_position(2, "edition=white-wind");

    block_seat(&ft, 1);
    for (int s = 0; s < 4; s++)
        give_main(&ft, s, "tank");
    act(&ft, rearrange());
    act(&ft, pass());
    cr_expect_eq(ft.day, 1);
    cr_expect_eq(ft.round, 2);
}

Test(rounds, FT_3_7_if_all_pass_in_one_round_the_day_ends)
{
    FtState ft = blocked_position("edition=white-wind");

    act(&ft, pass());
    cr_expect_eq(ft.day, 1);
    act(&ft, pass());
    cr_expect_eq(ft.day, 2);
}

Test(rounds, FT_3_7_a_day_ended_by_passing_is_scored)
{
    FtState ft = blocked_position("edition=mayfair");

    act(&ft, pass());
    act(&ft, pass());
    cr_expect_eq(ft.players[0].points, 8 * 2 + 16 / 2);
    cr_expect_eq(ft.players[1].points, 8 * 2 + 16 / 2);
}

Test(rounds, FT_3_7_all_passing_ends_the_third_day_too)
{
    FtState ft = blocked_position("edition=mayfair");

    for (int seat = 0; seat < 2; seat++)
        ft.players[seat].has_called = 0;
    ft.day = 3;
    for (int seat = 0; seat < 2; seat++) {
        ft.players[seat].locomotives++;
        give_train(&ft, seat, "refrigerator refrigerator");
    }
    act(&ft, pass());
    act(&ft, pass());
    cr_expect_eq(ft.stage, FT_OVER);
    cr_expect_eq(FREIGHT_TRAIN.waiting(&ft), 0);
}

Test(rounds, FT_3_7_one_who_does_not_pass_keeps_the_day_going)
{
    FtState ft = blocked_position("edition=white-wind");

    give_points(&ft, 1, 1);
    act(&ft, pass());
    act(&ft, rearrange());
    while (ft.stage == FT_REARRANGING) {
        Action actions[ACTIONS_MAX];

        FREIGHT_TRAIN.list(&ft, ft.turn, actions);
        act(&ft, actions[0]);
    }
    cr_expect_eq(ft.day, 1);
    cr_expect_eq(ft.round, 2);
}

/* Seat 0 acted in round one, and seat 1 passed; in round two seat 1, who begins
 * it, passes again. */
Test(rounds, FT_3_7_passes_of_different_rounds_do_not_add_up)
{
    FtState ft = blocked_position("edition=white-wind");

    set_turn(&ft, 0, 1);
    act(&ft, pass());
    cr_expect_eq(ft.round, 2);
    cr_expect_eq(ft.passed, 0);
    act(&ft, pass());
    cr_expect_eq(ft.day, 1);
}

Test(rounds, FT_3_1_the_count_of_rounds_stops_before_it_overflows)
{
    FtState ft = quiet_position(2, "");

    set_turn(&ft, 0, 1);
    ft.round = FT_ROUNDS_MAX;
    act(&ft, call_locomotive());
    cr_assert_eq(ft.round, FT_ROUNDS_MAX);
}
