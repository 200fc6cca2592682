/* unsound.c: positions from outside that no game can come to are refused, each
 * for its own reason. */
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

/* The reason has this word in it. */
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

Test(unsound, a_row_with_a_gap)
{
    SmState sm = sound_position();

    sm.gone[sm.gone_count++] = sm.station[2].locomotive;
    sm.station[--sm.station_count] = (SmTrain){ 0 };
    expect_fault(&sm, "station");
}

Test(unsound, a_row_too_long_before_the_rush_hour)
{
    SmState sm = sound_position();

    sm.station[sm.station_count++].locomotive = sm.pile[--sm.pile_count];
    expect_fault(&sm, "station");
}

Test(unsound, a_hand_of_two_while_there_is_a_deck)
{
    SmState sm = sound_position();

    give_hand(&sm, 1, "-1 -2");
    expect_fault(&sm, "three cards");
}

Test(unsound, points_before_a_train_has_left)
{
    SmState sm = sound_position();

    give_score(&sm, 1, -4, 0);
    expect_fault(&sm, "before a train");
}

Test(unsound, more_points_than_the_best_train_allows)
{
    SmState sm = sound_position();

    empty_pile(&sm);
    give_score(&sm, 1, 9 * sm.gone_count + 1, 9);
    expect_fault(&sm, "best train");
}

Test(unsound, an_end_before_the_end)
{
    SmState sm = sound_position();

    sm.stage = SM_OVER;
    expect_fault(&sm, "goes on");
}

Test(unsound, a_turn_after_the_end)
{
    SmState sm = quiet_position(2, "ordinary-5 ordinary-4");

    leave_trains(&sm, 0);
    expect_fault(&sm, "over");
}

Test(unsound, a_turn_of_somebody_who_cannot_move)
{
    SmState sm = quiet_position(2, "ordinary-3 ordinary-3");

    leave_trains(&sm, 1);
    for (int i = 0; i < 3; i++)
        give_token(&sm, 0, 1, 1);
    give_hand(&sm, 0, "");
    leave_in_deck(&sm, "");
    expect_fault(&sm, "skipped");
}

Test(unsound, a_token_to_follow_without_a_standing_room)
{
    SmState sm = sound_position();

    give_hand(&sm, 0, "-1 -2");
    sm.stage = SM_ADMITTING;
    expect_fault(&sm, "Standing Room");
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
    sm.place = 2;
    expect_fault(&sm, "token to move");
    sm.place = 1;
    expect_fault(&sm, "moved so far");
}

Test(unsound, a_transfer_whose_card_is_not_there)
{
    SmState sm = sound_position();

    give_hand(&sm, 0, "-1 -2");
    stack_discards(&sm, "royal");
    sm.stage = SM_TRANSFERRING;
    sm.to = 1;
    expect_fault(&sm, "top of the discards");
}

Test(unsound, what_belongs_to_another_stage)
{
    SmState sm = sound_position();

    sm.train = 1;
    expect_fault(&sm, "stage");
}
