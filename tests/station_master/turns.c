/* turns.c: turns, drawing, skipping (SM-3). */
#include "position.h"

#include <criterion/criterion.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* One of two                                                                */
/* ------------------------------------------------------------------------- */

Test(turns, SM_3_1_a_turn_is_a_token_and_nothing_is_drawn)
{
    SmState sm = quiet_position(3, "ordinary-5 ordinary-4 ordinary-3");
    int deck = sm.deck_count;

    act(&sm, board(2, 1));
    cr_expect_eq(sm.turn, 1);
    cr_expect_eq(sm.deck_count, deck);
    cr_expect_eq(sm.players[0].hand_count, 3);
}

Test(turns, SM_3_1_or_a_card_and_one_is_drawn_for_it)
{
    SmState sm = quiet_position(3, "ordinary-5 ordinary-4 ordinary-3");

    give_hand(&sm, 0, "+4 -1 -6");
    stack_deck(&sm, "+6");
    act(&sm, couple("-1", 2));
    cr_expect_eq(sm.turn, 1);
    cr_expect_str_eq(hand_words(&sm, 0), "+4 +6 -6");
}

Test(turns, SM_3_1_turns_go_clockwise)
{
    SmState sm = quiet_position(3, "ordinary-5 ordinary-4 ordinary-3");

    for (int turn = 0; turn < 6; turn++) {
        cr_expect_eq(sm.turn, turn % 3);
        act(&sm, board(1, turn / 3));
    }
}

/* Three values on two trains, and "+1" on two trains: nothing else. */
Test(turns, SM_3_1_nobody_may_pass)
{
    SmState sm = quiet_position(2, "ordinary-5 ordinary-4");

    cr_expect_eq(offers_count(&sm), 3 * 2 + 2);
    cr_expect_eq(offers_of_kind(&sm, SM_BOARD), 3 * 2);
    cr_expect_eq(offers_of_kind(&sm, SM_COUPLE), 2);
}

Test(turns, SM_3_1_only_the_player_in_turn_is_waited_for)
{
    SmState sm = quiet_position(3, "ordinary-5 ordinary-4 ordinary-3");
    Action actions[ACTIONS_MAX];

    cr_expect_eq(STATION_MASTER.waiting(&sm), seat_bit(0));
    cr_expect_eq(STATION_MASTER.list(&sm, 1, actions), 0);
    cr_expect_eq(game_apply(&STATION_MASTER, &sm, 1, board(1, 0), NULL),
                 STATUS_NOT_WAITING);
}

/* ------------------------------------------------------------------------- */
/* An empty deck                                                             */
/* ------------------------------------------------------------------------- */

Test(turns, SM_3_2_nothing_is_drawn_from_an_empty_deck)
{
    SmState sm = quiet_position(2, "ordinary-5 ordinary-4");

    leave_in_deck(&sm, "");
    act(&sm, couple("+1", 0));
    cr_expect_eq(sm.players[0].hand_count, 2);
    cr_expect_eq(sm.turn, 1);
}

Test(turns, SM_3_2_the_discards_are_not_shuffled_again)
{
    SmState sm = quiet_position(2, "ordinary-5 ordinary-4");

    leave_in_deck(&sm, "-6");
    const char *discards = discard_words(&sm);
    act(&sm, couple("+1", 0));
    act(&sm, couple("+1", 0));
    cr_expect_eq(sm.deck_count, 0);
    cr_expect_str_eq(discard_words(&sm), discards);
}

/* ------------------------------------------------------------------------- */
/* Players who cannot move                                                   */
/* ------------------------------------------------------------------------- */

/* All trains are full of tokens; nobody has a card but as a test gives it. */
static SmState crowded_position(const char *hand_0, const char *hand_1, const char *hand_2)
{
    SmState sm = quiet_position(3, "ordinary-3 ordinary-3 ordinary-3");

    leave_trains(&sm, 2);
    for (int seat = 0; seat < 3; seat++) {
        give_token(&sm, 0, seat, 1);
        give_token(&sm, 1, seat, 1);
    }
    give_hand(&sm, 0, hand_0);
    give_hand(&sm, 1, hand_1);
    give_hand(&sm, 2, hand_2);
    leave_in_deck(&sm, "");
    return sm;
}

Test(turns, SM_3_3_a_player_without_a_legal_move_is_skipped)
{
    SmState sm = crowded_position("-1 -2", "", "-3");
    Events events = { 0 };

    act_watched(&sm, couple("-1", 0), &events);
    cr_expect_eq(sm.turn, 2);
    cr_expect_eq(events_of_kind(&events, SM_EVENT_SKIPPED), 1);
    cr_expect_eq(events.items[events.count - 1].seat, 1);
}

Test(turns, SM_3_3_a_player_may_have_several_turns_running)
{
    SmState sm = crowded_position("-1 -2", "", "");

    act(&sm, couple("-1", 0));
    cr_expect_eq(sm.turn, 0);
    cr_expect_eq(sm.stage, SM_TURN);
}

/* The first train leaves, and takes nobody's turn any more. */
Test(turns, SM_3_3_it_is_looked_at_after_every_turn)
{
    SmState sm = crowded_position("caboose", "", "");

    act(&sm, caboose(0));
    cr_expect_eq(sm.station_count, 1);
    cr_expect_eq(sm.stage, SM_OVER);
    sm = crowded_position("standing -1", "", "");
    act(&sm, standing(1));
    act(&sm, done());
    cr_expect_eq(sm.turn, 1);
    cr_expect_eq(offers_of_kind(&sm, SM_BOARD), offers_count(&sm));
}

Test(turns, SM_3_3_when_nobody_can_move_the_game_ends)
{
    SmState sm = crowded_position("-1", "", "");
    Events events = { 0 };

    act_watched(&sm, couple("-1", 0), &events);
    cr_expect_eq(sm.stage, SM_OVER);
    cr_expect_eq(STATION_MASTER.waiting(&sm), 0);
    cr_expect_eq(events_of_kind(&events, SM_EVENT_GAME_ENDED), 1);
}

Test(turns, SM_3_3_trains_left_in_the_station_score_nothing)
{
    SmState sm = crowded_position("+5", "", "");

    give_score(&sm, 1, 7, 7);
    act(&sm, couple("+5", 0));
    cr_expect_eq(score_of(&sm, 0), 0);
    cr_expect_eq(score_of(&sm, 1), 7);
    cr_expect_eq(sm.station_count, 2);
}

/* No token at home is as bad as no room. */
Test(turns, SM_3_3_whoever_has_no_token_at_home_needs_a_card)
{
    SmState sm = quiet_position(2, "ordinary-5 ordinary-5");

    empty_pile(&sm);
    for (int i = 0; i < 3; i++)
        give_token(&sm, 0, 1, 1);
    for (int i = 0; i < 2; i++)
        give_token(&sm, 1, 1, 2);
    give_token(&sm, 1, 1, 3);
    give_hand(&sm, 1, "");
    leave_in_deck(&sm, "");
    act(&sm, couple("+1", 0));
    cr_expect_eq(sm.turn, 0);
}

/* ------------------------------------------------------------------------- */
/* Order within a turn                                                       */
/* ------------------------------------------------------------------------- */

/* The Caboose lies on the carriages of the train that it sent away. */
Test(turns, SM_3_4_the_played_special_comes_onto_the_discards_after_the_departure)
{
    SmState sm = quiet_position(2, "ordinary-5 ordinary-4");

    give_carriages(&sm, 0, "+4 -1");
    give_hand(&sm, 0, "caboose -6 -6");
    act(&sm, caboose(0));
    cr_expect_str_eq(discard_words(&sm), "caboose -1 +4");
}

/* The new locomotive stands there before the Rush Hour brings another. */
Test(turns, SM_3_4_the_draw_comes_last_rush_hour_included)
{
    SmState sm = quiet_position(2, "ordinary-5 ordinary-4");

    give_hand(&sm, 0, "caboose -6 -6");
    stack_deck(&sm, "rush-hour +6");
    stack_pile(&sm, "freight-5 executive-4");
    act(&sm, caboose(0));
    cr_expect_str_eq(station_words(&sm), "freight-5 ordinary-4 executive-4");
    cr_expect_str_eq(discard_words(&sm), "rush-hour caboose");
    cr_expect_str_eq(hand_words(&sm, 0), "+6 -6 -6");
}

/* The token that a Standing Room lets aboard comes before the draw. */
Test(turns, SM_3_4_nothing_is_drawn_before_the_effect_is_done)
{
    SmState sm = quiet_position(2, "ordinary-5 ordinary-4");

    give_hand(&sm, 0, "standing -6 -6");
    act(&sm, standing(0));
    cr_expect_eq(sm.players[0].hand_count, 2);
    act(&sm, board(3, 0));
    cr_expect_eq(sm.players[0].hand_count, 3);
    cr_expect_eq(sm.turn, 1);
}
