/* unsound.c: imported positions that cannot be played are refused, each for its own
 * reason. */
#include "position.h"

#include <criterion/criterion.h>
#include <string.h>

static SmState sound_position(void)
{
    SmState sm = quiet_position(3, "ordinary-5 ordinary-4 ordinary-3");

    give_token(&sm, 0, 0, 1);
    give_token(&sm, 0, 1, 1);
    give_carriages(&sm, 0, "+4 -1");
    expect_sound(&sm);
    return sm;
}

/* The error contains this word. */
static void expect_fault(const SmState *sm, const char *word)
{
    const char *fault = STATION_MASTER.unsound(sm);

    cr_assert_not_null(fault, "nothing is wrong with it");
    cr_expect(strstr(fault, word) != NULL, "%s", fault);
}

Test(unsound, a_card_too_many)
{
    SmState sm = sound_position();

    sm.discard[sm.discard_count++] = SM_CABOOSE;
    expect_fault(&sm, "cards");
}

Test(unsound, one_card_for_another)
{
    SmState sm = sound_position();

    sm.station[0].carriages[0] = SM_PLUS_6;
    expect_fault(&sm, "cards");
}

Test(unsound, a_locomotive_that_does_not_play)
{
    SmState sm = sound_position();

    sm.station[0].locomotive = 5;
    expect_fault(&sm, "locomotives");
}

Test(unsound, a_token_that_is_twice)
{
    SmState sm = sound_position();

    sm.station[1].tokens[sm.station[1].token_count++] = (SmToken){ 2, 3 };
    expect_fault(&sm, "tokens");
}

Test(unsound, a_train_that_would_have_left)
{
    SmState sm = sound_position();

    give_carriages(&sm, 0, "+4 +5 +5");
    expect_fault(&sm, "carriages");
}

Test(unsound, a_train_with_too_many_tokens)
{
    SmState sm = sound_position();

    for (int i = 0; i < 4; i++)
        give_token(&sm, 2, i / 2, 1 + i % 2);
    expect_fault(&sm, "more tokens");
}

Test(unsound, a_row_too_long_before_the_rush_hour)
{
    SmState sm = sound_position();

    sm.station[sm.station_count++].locomotive = sm.pile[--sm.pile_count];
    expect_fault(&sm, "station");
}

Test(unsound, a_turn_of_somebody_who_cannot_move)
{
    SmState sm = quiet_position(2, "ordinary-3 ordinary-3");

    leave_trains(&sm, 1);
    for (int i = 0; i < 3; i++)
        give_token(&sm, 0, 1, 1);
    give_hand(&sm, 0, "");
    leave_in_deck(&sm, "");
    expect_fault(&sm, "cannot move");
}

Test(unsound, a_token_to_follow_onto_a_full_train)
{
    SmState sm = sound_position();

    give_hand(&sm, 0, "-1 -2");
    sm.stage = SM_ADMITTING;
    expect_sound(&sm);
    for (int i = 0; i < 3; i++)
        give_token(&sm, 2, 1 + i % 2, 1);
    sm.train = 2;
    expect_fault(&sm, "with room");
}

Test(unsound, a_transfer_within_one_train)
{
    SmState sm = sound_position();

    give_hand(&sm, 0, "-1 -2");
    stack_discards(&sm, "transfer");
    sm.stage = SM_TRANSFERRING;
    expect_fault(&sm, "two trains");
    sm.to = 1;
    expect_sound(&sm);
    sm.to = 3;
    expect_fault(&sm, "no such train");
    sm.to = 1;
    sm.place = 2;
    expect_fault(&sm, "cannot move");
}

Test(unsound, a_full_hand_while_a_card_is_being_played)
{
    SmState sm = sound_position();

    stack_discards(&sm, "transfer");
    sm.stage = SM_TRANSFERRING;
    sm.to = 1;
    expect_fault(&sm, "two cards at most");
}

/* Puzzles may begin anywhere: with any score, a short row, a small hand. */
Test(unsound, what_can_be_played_is_sound_however_it_came_about)
{
    SmState sm = sound_position();

    give_score(&sm, 1, -4, 0);
    give_hand(&sm, 1, "-1 -2");
    sm.gone[sm.gone_count++] = sm.station[2].locomotive;
    sm.station[--sm.station_count] = (SmTrain){ 0 };
    sm_keep_room(&sm);
    expect_sound(&sm);
    sm.stage = SM_OVER;
    expect_sound(&sm);
}
