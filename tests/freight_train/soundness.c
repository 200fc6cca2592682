/* soundness.c: positions that cannot be played are refused, each for its reason. */
#include "position.h"

#include <criterion/criterion.h>
#include <string.h>

static void expect_fault(const FtState *ft, const char *words)
{
    const char *fault = FREIGHT_TRAIN.unsound(ft);

    cr_assert_not_null(fault, "nothing was found wrong");
    cr_assert_not_null(strstr(fault, words), "%s", fault);
}

/* Some seat's car goes back into the hand. */
static void hold(FtState *ft, FtCar car, int count)
{
    ft->held[car] = (uint8_t)(ft->held[car] + count);
    ft->held_count = (uint8_t)(ft->held_count + count);
    for (int i = 0; count > 0; i++) {
        if (ft->deck[i] != car)
            continue;
        memmove(ft->deck + i, ft->deck + i + 1, (size_t)(ft->deck_count - i - 1));
        ft->deck[--ft->deck_count] = 0;
        count--;
        i--;
    }
}

Test(soundness, a_dealt_position_is_sound)
{
    FtState ft = dealt_position(5, "edition=white-wind");

    cr_assert_null(FREIGHT_TRAIN.unsound(&ft));
}

Test(soundness, a_car_too_many_is_noticed)
{
    FtState ft = quiet_position(2, "");

    ft.main[0] = (FtMainSiding){ 1, { FT_BOX } };
    expect_fault(&ft, "do not add up");
}

Test(soundness, a_train_neither_of_one_type_nor_mixed_is_noticed)
{
    FtState ft = quiet_position(2, "");

    give_train(&ft, 0, "box box box");
    ft.players[0].trains[0].types |= 1 << FT_ORE;
    expect_fault(&ft, "cannot run together");
}

Test(soundness, two_trains_of_one_type_are_noticed)
{
    FtState ft = quiet_position(2, "");

    give_train(&ft, 0, "box box");
    ft.players[0].trains[1] = ft.players[0].trains[0];
    expect_fault(&ft, "cannot run together");
}

Test(soundness, a_second_end_of_day_card_is_noticed)
{
    FtState ft = quiet_position(2, "");

    ft.is_ending = 1;
    expect_fault(&ft, "end-of-day card");
}

Test(soundness, a_locomotive_too_many_is_noticed)
{
    FtState ft = quiet_position(3, "");

    ft.players[1].locomotives++;
    expect_fault(&ft, "locomotives");
}

Test(soundness, who_has_played_and_passed_may_be_set_freely)
{
    FtState ft = quiet_position(3, "");

    ft.played = seat_bit(2);
    ft.passed = seat_bit(1);
    cr_assert_null(FREIGHT_TRAIN.unsound(&ft));
}

Test(soundness, more_cars_than_a_yard_holds_cannot_be_rearranged)
{
    FtState ft = quiet_position(5, "");

    give_yard(&ft, 0, 0, "box box box");
    hold(&ft, FT_ORE, 14);
    ft.stage = FT_REARRANGING;
    ft.bottom = ft.deck_count;
    expect_fault(&ft, "in hand");
}

Test(soundness, a_taking_that_cannot_be_finished_is_noticed)
{
    FtState ft = quiet_position(5, "");

    give_main(&ft, 0, "ore");
    hold(&ft, FT_ORE, 1);
    ft.stage = FT_TAKING;
    ft.bottom = ft.deck_count;
    expect_fault(&ft, "cannot be finished");
}
