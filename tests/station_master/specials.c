/* specials.c: the special cards (SM-5), but for Repair, Transfer and Rush Hour,
 * which have files of their own. */
#include "position.h"

#include <criterion/criterion.h>
#include <string.h>

/* Seat 0 holds the card, and two others that do not matter. */
static SmState with_special(const char *special)
{
    SmState sm = quiet_position(3, "ordinary-5 ordinary-4 ordinary-3");
    char hand[32] = "-6 -6 ";

    strcat(hand, special);
    give_hand(&sm, 0, hand);
    return sm;
}

/* ------------------------------------------------------------------------- */
/* Caboose                                                                   */
/* ------------------------------------------------------------------------- */

Test(specials, SM_5_1_a_caboose_sends_a_train_away_that_is_not_full)
{
    SmState sm = with_special("caboose");

    give_carriages(&sm, 1, "+5");
    give_token(&sm, 1, 2, 3);
    act(&sm, caboose(1));
    cr_expect_str_eq(gone_words(&sm), "ordinary-4");
    cr_expect_eq(score_of(&sm, 2), 15);
}

Test(specials, SM_5_1_the_caboose_is_no_carriage)
{
    SmState sm = with_special("caboose");

    give_carriages(&sm, 1, "+5 -3");
    give_royal(&sm, 1);
    give_token(&sm, 1, 2, 1);
    act(&sm, caboose(1));
    cr_expect_eq(score_of(&sm, 2), 2 * (5 - 3));
}

Test(specials, SM_5_1_a_train_with_no_carriage_may_leave_so_and_scores_nothing)
{
    SmState sm = with_special("caboose");

    give_token(&sm, 2, 1, 3);
    act(&sm, caboose(2));
    cr_expect_eq(score_of(&sm, 1), 0);
    cr_expect_str_eq(home_words(&sm, 1), "1 1 1 2 2 3");
    cr_expect_str_eq(gone_words(&sm), "ordinary-3");
}

Test(specials, SM_5_1_any_train_may_be_sent_away_and_one_must_be)
{
    SmState sm = with_special("caboose");

    cr_expect_eq(offers_of_kind(&sm, SM_PLAY(SM_CABOOSE)), 3);
    cr_expect_not(offers(&sm, waste("caboose")));
}

/* ------------------------------------------------------------------------- */
/* Royal Carriage                                                            */
/* ------------------------------------------------------------------------- */

Test(specials, SM_5_2_a_royal_carriage_lies_with_its_train_until_it_leaves)
{
    SmState sm = with_special("royal");

    act(&sm, royal(1));
    cr_expect_eq(sm.station[1].royals, 1);
    cr_expect_str_eq(discard_words(&sm), "");
    cr_expect_eq(sm.turn, 1);
}

/* Worth when the train leaves by a caboose. */
static int doubled(const char *carriages, int royals)
{
    SmState sm = with_special("caboose");

    give_carriages(&sm, 0, carriages);
    give_token(&sm, 0, 1, 1);
    while (royals-- > 0)
        give_royal(&sm, 0);
    act(&sm, caboose(0));
    return score_of(&sm, 1);
}

Test(specials, SM_5_2_the_last_two_carriages_count_double)
{
    cr_expect_eq(doubled("+5 +4 +6", 1), 5 + 2 * 4 + 2 * 6);
}

Test(specials, SM_5_2_up_or_down)
{
    cr_expect_eq(doubled("+5 -4 +6", 1), 5 - 2 * 4 + 2 * 6);
    cr_expect_eq(doubled("+5 -4 first", 1), 5 - 2 * 4 - 2 * 3);
}

Test(specials, SM_5_2_with_one_carriage_that_one)
{
    cr_expect_eq(doubled("+5", 1), 10);
    cr_expect_eq(doubled("", 1), 0);
}

Test(specials, SM_5_2_a_second_one_doubles_them_again)
{
    cr_expect_eq(doubled("+5 -4 +6", 2), 5 - 4 * 4 + 4 * 6);
    cr_expect_eq(doubled("+5 -4 +6", 3), 5 - 8 * 4 + 8 * 6);
}

/* The two that are last when it leaves, not when the card was played. */
Test(specials, SM_5_2_carriages_coupled_later_are_the_ones_that_double)
{
    SmState sm = with_special("-1");

    give_carriages(&sm, 2, "+6 +5");
    give_royal(&sm, 2);
    give_token(&sm, 2, 1, 1);
    act(&sm, couple("-1", 2));
    cr_expect_eq(score_of(&sm, 1), 6 + 2 * 5 - 2 * 1);
}

/* ------------------------------------------------------------------------- */
/* Re-Assign Carriage                                                        */
/* ------------------------------------------------------------------------- */

Test(specials, SM_5_3_the_last_carriage_goes_to_the_tail_of_another_train)
{
    SmState sm = with_special("reassign");

    give_carriages(&sm, 0, "+5 +4");
    give_carriages(&sm, 1, "-3");
    act(&sm, reassign(0, 1));
    cr_expect_str_eq(carriage_words(&sm, 0), "+5");
    cr_expect_str_eq(carriage_words(&sm, 1), "-3 +4");
    cr_expect_str_eq(discard_words(&sm), "reassign");
}

Test(specials, SM_5_3_never_the_same_train)
{
    SmState sm = with_special("reassign");

    give_carriages(&sm, 0, "+5 +4");
    cr_expect_eq(offers_of_kind(&sm, SM_PLAY(SM_REASSIGN)), 2);
    cr_expect_not(offers(&sm, reassign(0, 0)));
}

Test(specials, SM_5_3_a_train_made_full_by_it_leaves_at_once)
{
    SmState sm = with_special("reassign");

    give_carriages(&sm, 0, "+5");
    give_carriages(&sm, 2, "-1 -2");
    give_token(&sm, 2, 1, 3);
    give_token(&sm, 0, 0, 3);
    act(&sm, reassign(0, 2));
    cr_expect_eq(score_of(&sm, 1), 3 * 2);
    cr_expect_eq(score_of(&sm, 0), 0);
    cr_expect_str_eq(discard_words(&sm), "reassign +5 -2 -1");
    cr_expect_str_eq(carriage_words(&sm, 0), "");
}

/* ------------------------------------------------------------------------- */
/* Standing Room                                                             */
/* ------------------------------------------------------------------------- */

Test(specials, SM_5_6_a_standing_room_is_one_more_token_place)
{
    SmState sm = with_special("standing");

    act(&sm, standing(2));
    cr_expect_eq(sm_room(&sm.station[2]), 4);
    cr_expect_str_eq(discard_words(&sm), "");
}

Test(specials, SM_5_6_any_train_even_one_with_room)
{
    SmState sm = with_special("standing");

    give_standing(&sm, 1);
    cr_expect_eq(offers_of_kind(&sm, SM_PLAY(SM_STANDING)), 3);
}

Test(specials, SM_5_6_and_not_one_more_carriage)
{
    SmState sm = with_special("-1");

    give_standing(&sm, 2);
    give_carriages(&sm, 2, "+4 +5");
    act(&sm, couple("-1", 2));
    cr_expect_str_eq(gone_words(&sm), "ordinary-3");
}

Test(specials, SM_5_6_an_own_token_may_follow_on_that_train)
{
    SmState sm = with_special("standing");

    for (int i = 0; i < 3; i++)
        give_token(&sm, 2, 1, 1);
    act(&sm, standing(2));
    cr_expect_eq(sm.turn, 0);
    cr_expect_eq(offers_count(&sm), 3 + 1);
    cr_expect_not(offers(&sm, board(3, 1)));
    act(&sm, board(3, 2));
    cr_expect_str_eq(token_words(&sm, 2), "1:1 1:1 1:1 0:3");
    cr_expect_eq(sm.turn, 1);
}

Test(specials, SM_5_6_or_none)
{
    SmState sm = with_special("standing");

    act(&sm, standing(2));
    act(&sm, done());
    cr_expect_str_eq(token_words(&sm, 2), "");
    cr_expect_eq(sm.players[0].hand_count, 3);
    cr_expect_eq(sm.turn, 1);
}

Test(specials, SM_5_6_without_a_token_at_home_the_turn_is_over)
{
    SmState sm = with_special("standing");

    for (int i = 0; i < 3; i++)
        give_token(&sm, 0, 0, 1);
    for (int i = 0; i < 2; i++)
        give_token(&sm, 1, 0, 2);
    give_token(&sm, 1, 0, 3);
    act(&sm, standing(2));
    cr_expect_eq(sm.turn, 1);
    cr_expect_eq(sm.players[0].hand_count, 3);
}

/* ------------------------------------------------------------------------- */
/* Uncouple                                                                  */
/* ------------------------------------------------------------------------- */

Test(specials, SM_5_7_uncouple_1_takes_the_last_carriage)
{
    SmState sm = with_special("uncouple-1");

    give_carriages(&sm, 0, "+5 +4 -3");
    act(&sm, uncouple("uncouple-1", 0));
    cr_expect_str_eq(carriage_words(&sm, 0), "+5 +4");
    cr_expect_str_eq(discard_words(&sm), "uncouple-1 -3");
}

/* The tail goes first, so the one before it lies on it. */
Test(specials, SM_5_7_uncouple_2_takes_the_last_two_the_tail_first)
{
    SmState sm = with_special("uncouple-2");

    give_carriages(&sm, 0, "+5 +4 -3");
    act(&sm, uncouple("uncouple-2", 0));
    cr_expect_str_eq(carriage_words(&sm, 0), "+5");
    cr_expect_str_eq(discard_words(&sm), "uncouple-2 +4 -3");
}

Test(specials, SM_5_7_fewer_only_where_the_train_has_fewer)
{
    SmState sm = with_special("uncouple-2");

    give_carriages(&sm, 1, "+5");
    act(&sm, uncouple("uncouple-2", 1));
    cr_expect_str_eq(carriage_words(&sm, 1), "");
    cr_expect_str_eq(discard_words(&sm), "uncouple-2 +5");
}

Test(specials, SM_5_7_only_a_train_with_carriages_can_lose_them)
{
    SmState sm = with_special("uncouple-1");

    give_carriages(&sm, 1, "+5");
    cr_expect_eq(offers_of_kind(&sm, SM_PLAY(SM_UNCOUPLE_1)), 1);
    cr_expect(offers(&sm, uncouple("uncouple-1", 1)));
}

/* ------------------------------------------------------------------------- */
/* Left unused, played for nothing                                           */
/* ------------------------------------------------------------------------- */

static void expect_wasted(SmState *sm, const char *special)
{
    cr_expect(offers(sm, waste(special)));
    stack_deck(sm, "+6");
    act(sm, waste(special));
    cr_expect_str_eq(hand_words(sm, 0), "+6 -6 -6");
    cr_expect_str_eq(discard_words(sm), special);
    cr_expect_eq(sm->turn, 1);
}

Test(specials, SM_5_9_uncouple_may_be_left_unused)
{
    SmState sm = with_special("uncouple-2");

    give_carriages(&sm, 0, "+5 +4");
    expect_wasted(&sm, "uncouple-2");
    cr_expect_str_eq(carriage_words(&sm, 0), "+5 +4");
}

Test(specials, SM_5_9_transfer_may_be_left_unused)
{
    SmState sm = with_special("transfer");

    give_token(&sm, 0, 0, 1);
    expect_wasted(&sm, "transfer");
    cr_expect_str_eq(token_words(&sm, 0), "0:1");
}

Test(specials, SM_5_9_re_assign_must_be_carried_out_where_it_can_be)
{
    SmState sm = with_special("reassign");

    give_carriages(&sm, 1, "+5");
    cr_expect_not(offers(&sm, waste("reassign")));
}

Test(specials, SM_5_9_a_special_without_a_possible_effect_is_played_for_nothing)
{
    static const char *const specials[] = { "reassign", "repair-3",   "repair-5",
                                            "transfer", "uncouple-1", "uncouple-2" };

    for (int i = 0; i < 6; i++) {
        SmState sm = with_special(specials[i]);
        cr_expect_eq(offers_of_kind(&sm, SM_PLAY(card_named(specials[i]))), 0);
        expect_wasted(&sm, specials[i]);
    }
}

Test(specials, SM_5_9_with_one_train_nothing_can_be_re_assigned_or_transferred)
{
    SmState sm = with_special("reassign");

    leave_trains(&sm, 1);
    give_carriages(&sm, 0, "+5");
    give_token(&sm, 0, 0, 1);
    give_hand(&sm, 0, "reassign transfer -6");
    cr_expect_eq(offers_of_kind(&sm, SM_PLAY(SM_REASSIGN)), 0);
    cr_expect_eq(offers_of_kind(&sm, SM_PLAY(SM_TRANSFER)), 0);
    cr_expect(offers(&sm, waste("reassign")));
    cr_expect(offers(&sm, waste("transfer")));
}

Test(specials, SM_5_9_any_card_in_hand_is_a_legal_move)
{
    for (int card = 0; card < SM_RUSH_HOUR; card++) {
        SmState sm = quiet_position(2, "ordinary-3 ordinary-3");

        leave_trains(&sm, 2);
        for (int seat = 0; seat < 2; seat++) {
            for (int i = 0; i < 3; i++)
                give_token(&sm, seat, seat, 1);
        }
        give_hand(&sm, 0, "");
        give_hand(&sm, 0, SM_CARD_NAMES.items[card]);
        give_hand(&sm, 1, "");
        leave_in_deck(&sm, "");
        expect_sound(&sm);
        cr_expect_gt(offers_count(&sm), 0);
        cr_expect_eq(offers_of_kind(&sm, SM_BOARD), 0);
    }
}
