/* repair.c: Repair 3 and Repair 5 (SM-5.4), the Rush Hour (SM-5.8). */
#include "position.h"

#include <criterion/criterion.h>

static SmState with_repair(const char *hand, const char *discards)
{
    SmState sm = quiet_position(3, "ordinary-5 ordinary-4 ordinary-3");

    give_hand(&sm, 0, hand);
    stack_discards(&sm, discards);
    return sm;
}

Test(repair, SM_5_4_a_carriage_among_the_top_three_goes_to_the_tail_of_a_train)
{
    SmState sm = with_repair("repair-3 -6 -6", "caboose +4 first -5");

    give_carriages(&sm, 1, "+5");
    act(&sm, repair("repair-3", "first", 1));
    cr_expect_str_eq(carriage_words(&sm, 1), "+5 first");
    cr_expect_str_eq(discard_words(&sm), "repair-3 caboose +4 -5");
    cr_expect_eq(sm.players[0].hand_count, 3);
    cr_expect_eq(sm.turn, 1);
}

Test(repair, SM_5_4_repair_3_does_not_reach_the_fourth_card)
{
    SmState sm = with_repair("repair-3 -6 -6", "caboose +4 first -5");

    cr_expect_eq(offers_of_kind(&sm, SM_PLAY(SM_REPAIR_3)), 2 * 3);
    cr_expect_not(offers(&sm, repair("repair-3", "-5", 0)));
}

Test(repair, SM_5_4_repair_5_reaches_five)
{
    SmState sm = with_repair("repair-5 -6 -6", "caboose royal standing executive -5 +6");

    cr_expect_eq(offers_of_kind(&sm, SM_PLAY(SM_REPAIR_5)), 2 * 3);
    cr_expect(offers(&sm, repair("repair-5", "executive", 2)));
    cr_expect(offers(&sm, repair("repair-5", "-5", 0)));
    cr_expect_not(offers(&sm, repair("repair-5", "+6", 0)));
}

Test(repair, SM_5_4_with_fewer_discards_all_of_them)
{
    SmState sm = with_repair("repair-5 -6 -6", "+4 -5");

    cr_expect_eq(offers_of_kind(&sm, SM_PLAY(SM_REPAIR_5)), 2 * 3);
}

Test(repair, SM_5_4_specials_cannot_be_repaired)
{
    SmState sm = with_repair("repair-3 -6 -6", "caboose royal standing");

    cr_expect_eq(offers_of_kind(&sm, SM_PLAY(SM_REPAIR_3)), 0);
    cr_expect(offers(&sm, waste("repair-3")));
}

/* "+4" lies first and third: the other one stays under "-5". */
Test(repair, SM_5_4_of_equal_cards_the_topmost_is_taken)
{
    SmState sm = with_repair("repair-3 -6 -6", "+4 -5 +4 +6");

    cr_expect_eq(offers_of_kind(&sm, SM_PLAY(SM_REPAIR_3)), 2 * 3);
    act(&sm, repair("repair-3", "+4", 0));
    cr_expect_str_eq(discard_words(&sm), "repair-3 -5 +4 +6");
}

Test(repair, SM_5_4_a_train_made_full_by_it_leaves)
{
    SmState sm = with_repair("repair-5 -6 -6", "caboose -5 +6");

    give_carriages(&sm, 2, "+4 +4");
    give_token(&sm, 2, 1, 2);
    act(&sm, repair("repair-5", "+6", 2));
    cr_expect_eq(score_of(&sm, 1), 2 * 14);
    cr_expect_str_eq(discard_words(&sm), "repair-5 +6 +4 +4 caboose -5");
    cr_expect_str_eq(gone_words(&sm), "ordinary-3");
}

Test(repair, SM_5_4_with_both_in_hand_each_reaches_as_far_as_it_says)
{
    SmState sm = with_repair("repair-3 repair-5 -6", "caboose royal standing +4");

    cr_expect_eq(offers_of_kind(&sm, SM_PLAY(SM_REPAIR_3)), 0);
    cr_expect_eq(offers_of_kind(&sm, SM_PLAY(SM_REPAIR_5)), 3);
}

Test(repair, SM_5_9_repair_may_be_left_unused)
{
    SmState sm = with_repair("repair-3 -6 -6", "+4 -5");

    act(&sm, waste("repair-3"));
    cr_expect_str_eq(discard_words(&sm), "repair-3 +4 -5");
    cr_expect_eq(sm.turn, 1);
}

/* ------------------------------------------------------------------------- */
/* Rush Hour                                                                 */
/* ------------------------------------------------------------------------- */

static SmState before_rush_hour(void)
{
    SmState sm = quiet_position(3, "ordinary-5 ordinary-4 ordinary-3");

    give_hand(&sm, 0, "-5 -6 -6");
    stack_deck(&sm, "rush-hour +6");
    stack_pile(&sm, "freight-5");
    return sm;
}

Test(repair, SM_5_8_the_rush_hour_is_played_as_it_is_drawn)
{
    SmState sm = before_rush_hour();
    Events events = { 0 };

    act_watched(&sm, couple("-5", 0), &events);
    cr_expect_str_eq(hand_words(&sm, 0), "+6 -6 -6");
    cr_expect_str_eq(discard_words(&sm), "rush-hour");
    cr_expect_eq(events_of_kind(&events, SM_EVENT_RUSH_HOUR), 1);
    cr_expect_eq(sm.turn, 1);
}

Test(repair, SM_5_8_one_more_locomotive_comes_to_the_end_of_the_row)
{
    SmState sm = before_rush_hour();

    act(&sm, couple("-5", 0));
    cr_expect_str_eq(station_words(&sm), "ordinary-5 ordinary-4 ordinary-3 freight-5");
}

Test(repair, SM_5_8_for_the_rest_of_the_game)
{
    SmState sm = before_rush_hour();

    give_hand(&sm, 1, "caboose -1 -1");
    act(&sm, couple("-5", 0));
    act(&sm, caboose(3));
    cr_expect_eq(sm.station_count, 4);
}

Test(repair, SM_5_8_without_a_locomotive_left_none_comes)
{
    SmState sm = before_rush_hour();

    empty_pile(&sm);
    act(&sm, couple("-5", 0));
    cr_expect_eq(sm.station_count, 3);
    cr_expect_str_eq(hand_words(&sm, 0), "+6 -6 -6");
}

Test(repair, SM_5_8_as_the_last_card_it_is_not_replaced)
{
    SmState sm = before_rush_hour();

    leave_in_deck(&sm, "rush-hour");
    act(&sm, couple("-5", 0));
    cr_expect_str_eq(hand_words(&sm, 0), "-6 -6");
    cr_expect_eq(sm.deck_count, 0);
    cr_expect_eq(sm.station_count, 4);
}

/* A new train means room: a player who would be skipped is not. */
Test(repair, SM_5_8_its_train_counts_for_who_is_skipped)
{
    SmState sm = quiet_position(2, "ordinary-3 ordinary-3");

    stack_pile(&sm, "freight-5");
    for (int seat = 0; seat < 2; seat++) {
        for (int i = 0; i < 3; i++)
            give_token(&sm, seat, seat, 1);
    }
    give_hand(&sm, 0, "-5 -6 -6");
    give_hand(&sm, 1, "");
    leave_in_deck(&sm, "rush-hour");
    cr_assert_eq(game_apply(&STATION_MASTER, &sm, 0, couple("-5", 0), NULL), STATUS_OK);
    cr_expect_eq(sm.turn, 1);
    cr_expect_eq(offers_of_kind(&sm, SM_BOARD), offers_count(&sm));
}
