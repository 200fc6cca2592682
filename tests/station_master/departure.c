/* departure.c: trains leave, and the game ends (SM-6). */
#include "position.h"

#include <criterion/criterion.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Worth                                                                     */
/* ------------------------------------------------------------------------- */

/* The worth of a train with these carriages. */
static int worth(const char *locomotive, const char *carriages, int royals)
{
    SmState sm =
        quiet_position(5, "ordinary-5 ordinary-8 executive-6 freight-5 ordinary-7");
    int train = 0;

    while (strcmp(SM_LOCOMOTIVE_NAMES.items[sm.station[train].locomotive], locomotive) != 0)
        train++;
    give_carriages(&sm, train, carriages);
    while (royals-- > 0)
        give_royal(&sm, train);
    return sm_worth(&sm.station[train]);
}

/* The rulebook's example. */
static SmState example_position(void)
{
    SmState sm = quiet_position(4, "ordinary-5 ordinary-4 ordinary-3 ordinary-6");

    give_carriages(&sm, 0, "+5 +6 -1 -2");
    give_token(&sm, 0, 0, 1);
    give_token(&sm, 0, 1, 2);
    give_token(&sm, 0, 1, 3);
    give_token(&sm, 0, 2, 3);
    give_token(&sm, 0, 3, 1);
    give_hand(&sm, 0, "first -6 -6");
    return sm;
}

Test(departure, SM_6_1_the_example_train_is_worth_5)
{
    cr_expect_eq(worth("ordinary-5", "+5 +6 -1 -2 first", 0), 5);
}

Test(departure, SM_6_1_a_train_without_carriages_is_worth_nothing)
{
    cr_expect_eq(worth("ordinary-8", "", 0), 0);
}

Test(departure, SM_6_1_classed_carriages_count_plus_on_an_executive_train)
{
    cr_expect_eq(worth("executive-6", "first executive +4 -2", 0), 3 + 5 + 4 - 2);
}

Test(departure, SM_6_1_and_minus_elsewhere)
{
    cr_expect_eq(worth("ordinary-8", "first executive +4 -2", 0), -3 - 5 + 4 - 2);
}

Test(departure, SM_6_2_on_the_freight_train_carriages_change_sign)
{
    cr_expect_eq(worth("freight-5", "+6 -4 -5", 0), -6 + 4 + 5);
}

Test(departure, SM_6_2_but_classed_carriages_count_minus)
{
    cr_expect_eq(worth("freight-5", "first executive -6", 0), -3 - 5 + 6);
}

Test(departure, SM_6_2_royal_carriages_double_after_the_sign)
{
    cr_expect_eq(worth("freight-5", "+6 -4 first", 1), -6 + 2 * 4 - 2 * 3);
    cr_expect_eq(worth("executive-6", "+6 -4 first", 1), 6 - 2 * 4 + 2 * 3);
}

/* The example of our own rules page, on two trains. */
Test(departure, SM_6_2_the_same_carriages_are_worth_7_or_minus_7)
{
    SmState sm = quiet_position(2, "executive-4 freight-5");

    for (int train = 0; train < 2; train++) {
        give_carriages(&sm, train, "+2 first -3 +4");
        give_royal(&sm, train);
    }
    cr_expect_eq(sm_worth(&sm.station[0]), 7);
    cr_expect_eq(sm_worth(&sm.station[1]), -7);
}

/* ------------------------------------------------------------------------- */
/* Scores                                                                    */
/* ------------------------------------------------------------------------- */

Test(departure, SM_6_3_the_example_scores_5_25_15_and_5)
{
    SmState sm = example_position();

    act(&sm, couple("first", 0));
    cr_expect_eq(score_of(&sm, 0), 5);
    cr_expect_eq(score_of(&sm, 1), 25);
    cr_expect_eq(score_of(&sm, 2), 15);
    cr_expect_eq(score_of(&sm, 3), 5);
}

Test(departure, SM_6_3_scores_add_up_and_the_best_train_is_kept)
{
    SmState sm = example_position();

    empty_pile(&sm);
    give_score(&sm, 1, -10, 7);
    give_score(&sm, 2, 30, 30);
    act(&sm, couple("first", 0));
    cr_expect_eq(score_of(&sm, 1), 15);
    cr_expect_eq(sm.players[1].best, 25);
    cr_expect_eq(score_of(&sm, 2), 45);
    cr_expect_eq(sm.players[2].best, 30);
}

Test(departure, SM_6_3_a_score_can_be_negative)
{
    SmState sm = quiet_position(2, "ordinary-3 ordinary-4");

    give_carriages(&sm, 0, "-6 -5");
    give_token(&sm, 0, 1, 3);
    give_hand(&sm, 0, "-6 -3 -3");
    act(&sm, couple("-6", 0));
    cr_expect_eq(score_of(&sm, 1), -17 * 3);
    cr_expect_eq(sm.players[1].best, 0);
}

Test(departure, SM_6_3_tokens_go_home)
{
    SmState sm = example_position();

    act(&sm, couple("first", 0));
    for (int seat = 0; seat < 4; seat++)
        cr_expect_str_eq(home_words(&sm, seat), "1 1 1 2 2 3");
    cr_expect_str_eq(token_words(&sm, 0), "");
}

Test(departure, SM_6_3_passengers_of_other_trains_score_nothing)
{
    SmState sm = example_position();

    give_token(&sm, 1, 0, 3);
    act(&sm, couple("first", 0));
    cr_expect_eq(score_of(&sm, 0), 5);
    cr_expect_str_eq(token_words(&sm, 1), "0:3");
}

Test(departure, SM_6_3_royals_standings_and_carriages_are_discarded_in_that_order)
{
    SmState sm = example_position();

    give_standing(&sm, 0);
    give_royal(&sm, 0);
    give_standing(&sm, 0);
    act(&sm, couple("first", 0));
    cr_expect_str_eq(discard_words(&sm), "first -2 -1 +6 +5 standing standing royal");
}

Test(departure, SM_6_3_the_special_that_caused_it_comes_on_top)
{
    SmState sm = example_position();

    give_hand(&sm, 0, "caboose -6 -6");
    act(&sm, caboose(0));
    cr_expect_str_eq(discard_words(&sm), "caboose -2 -1 +6 +5");
}

Test(departure, SM_6_3_a_new_locomotive_takes_the_same_place)
{
    SmState sm = example_position();

    stack_pile(&sm, "executive-5");
    act(&sm, couple("first", 0));
    cr_expect_str_eq(station_words(&sm), "executive-5 ordinary-4 ordinary-3 ordinary-6");
    cr_expect_str_eq(gone_words(&sm), "ordinary-5");
    cr_expect_str_eq(carriage_words(&sm, 0), "");
    cr_expect_eq(sm.station[0].royals + sm.station[0].standings, 0);
}

Test(departure, SM_6_3_with_the_pile_empty_the_row_closes_up)
{
    SmState sm = example_position();

    empty_pile(&sm);
    give_carriages(&sm, 1, "+4");
    give_token(&sm, 3, 0, 2);
    act(&sm, couple("first", 0));
    cr_expect_str_eq(station_words(&sm), "ordinary-4 ordinary-3 ordinary-6");
    cr_expect_str_eq(carriage_words(&sm, 0), "+4");
    cr_expect_str_eq(token_words(&sm, 2), "0:2");
}

Test(departure, SM_6_3_everybody_sees_who_had_how_many_passengers)
{
    SmState sm = example_position();
    Events events = { 0 };

    act_watched(&sm, couple("first", 0), &events);
    cr_expect_eq(events_of_kind(&events, SM_EVENT_DEPARTED), 1);
    cr_expect_eq(events_of_kind(&events, SM_EVENT_SCORED), 4);
    for (int i = 0; i < events.count; i++) {
        const Event *event = &events.items[i];
        if (event->kind == SM_EVENT_DEPARTED)
            cr_expect(event->marks & EVENT_REVEALS);
        if (event->kind != SM_EVENT_DREW)
            cr_expect_eq(event->only, 0);
    }
}

/* ------------------------------------------------------------------------- */
/* The end                                                                   */
/* ------------------------------------------------------------------------- */

/* One train is left, with one carriage to go. */
static SmState last_train(const char *hand)
{
    SmState sm = quiet_position(3, "ordinary-3 ordinary-4 ordinary-5");

    leave_trains(&sm, 1);
    give_carriages(&sm, 0, "+4 +5");
    give_token(&sm, 0, 0, 2);
    give_token(&sm, 0, 1, 3);
    give_hand(&sm, 0, hand);
    return sm;
}

static void expect_over(const SmState *sm, const char *hand)
{
    cr_expect_eq(sm->stage, SM_OVER);
    cr_expect_eq(STATION_MASTER.waiting(sm), 0);
    cr_expect_eq(sm->station_count, 0);
    cr_expect_str_eq(hand_words(sm, 0), hand);
    cr_expect_eq(offers_count(sm), 0);
}

Test(departure, SM_6_4_the_game_ends_when_the_last_train_has_left)
{
    SmState sm = last_train("-1 -2 -3");

    act(&sm, couple("-1", 0));
    expect_over(&sm, "-2 -3");
    cr_expect_eq(score_of(&sm, 1), 3 * 8);
}

Test(departure, SM_6_4_nothing_more_is_drawn_not_even_the_rush_hour)
{
    SmState sm = last_train("caboose -2 -3");

    stack_deck(&sm, "rush-hour +6");
    act(&sm, caboose(0));
    expect_over(&sm, "-2 -3");
    cr_expect_str_eq(discard_words(&sm), "caboose +5 +4");
}

Test(departure, SM_6_4_a_repair_can_end_the_game)
{
    SmState sm = last_train("repair-3 -2 -3");

    stack_discards(&sm, "+6");
    act(&sm, repair("repair-3", "+6", 0));
    expect_over(&sm, "-2 -3");
    cr_expect_str_eq(discard_words(&sm), "repair-3 +6 +5 +4");
}

/* The other train has lost its only carriage, and stands there still. */
Test(departure, SM_6_4_a_reassigned_carriage_cannot_end_it_since_its_train_is_left)
{
    SmState sm = quiet_position(2, "ordinary-3 ordinary-4");

    leave_trains(&sm, 2);
    give_carriages(&sm, 0, "+4 +5");
    give_carriages(&sm, 1, "-6");
    give_hand(&sm, 0, "reassign -2 -3");
    act(&sm, reassign(1, 0));
    cr_expect_eq(sm.stage, SM_TURN);
    cr_expect_str_eq(station_words(&sm), "ordinary-4");
}

Test(departure, SM_6_4_the_game_goes_on_while_the_pile_has_a_locomotive)
{
    SmState sm = quiet_position(2, "ordinary-3 ordinary-4");

    give_hand(&sm, 0, "caboose -2 -3");
    act(&sm, caboose(0));
    cr_expect_eq(sm.stage, SM_TURN);
    cr_expect_eq(sm.station_count, 2);
}

static void expect_places(const SmState *sm, const int *places)
{
    int ranked[SM_SEATS];

    STATION_MASTER.ranking(sm, ranked);
    for (int seat = 0; seat < sm->seats; seat++)
        cr_expect_eq(ranked[seat], places[seat], "seat %d", seat);
}

static SmState ended_game(void)
{
    SmState sm = last_train("-1 -2 -3");

    act(&sm, couple("-1", 0));
    return sm;
}

Test(departure, SM_6_4_most_points_win)
{
    SmState sm = ended_game();

    give_score(&sm, 0, -3, 90);
    give_score(&sm, 1, 40, 20);
    give_score(&sm, 2, 12, 12);
    expect_places(&sm, (const int[]){ 3, 1, 2 });
}

Test(departure, SM_6_4_a_tie_goes_to_the_highest_score_for_a_single_train)
{
    SmState sm = ended_game();

    give_score(&sm, 0, 40, 20);
    give_score(&sm, 1, 40, 25);
    give_score(&sm, 2, 41, 5);
    expect_places(&sm, (const int[]){ 3, 2, 1 });
}

Test(departure, SM_6_4_what_decided_between_equals_is_a_term_of_each)
{
    SmState sm = ended_game();
    Terms terms = { 0 };

    give_score(&sm, 0, 40, 20);
    give_score(&sm, 1, 40, 25);
    give_score(&sm, 2, 41, 5);
    sm_terms(&sm, NULL, &terms);
    cr_expect_eq(terms.count, 2);
    for (int seat = 0; seat < terms.count; seat++) {
        cr_expect_eq(terms.items[seat].kind, SM_TERM_BEST);
        cr_expect_eq(terms.items[seat].seat, seat);
        cr_expect_eq(terms.items[seat].amount, seat == 0 ? 20 : 25);
    }
}

Test(departure, SM_6_4_a_tie_below_zero_too)
{
    SmState sm = ended_game();

    give_score(&sm, 0, -4, 20);
    give_score(&sm, 1, -4, 25);
    give_score(&sm, 2, -5, 90);
    expect_places(&sm, (const int[]){ 2, 1, 3 });
}

Test(departure, SM_6_4_then_the_win_is_shared)
{
    SmState sm = ended_game();

    give_score(&sm, 0, 40, 25);
    give_score(&sm, 1, 12, 12);
    give_score(&sm, 2, 40, 25);
    expect_places(&sm, (const int[]){ 1, 3, 1 });
}
