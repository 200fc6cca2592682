/* sound.c: positions that cannot come up are refused, each for its reason. */
#include "position.h"

#include <criterion/criterion.h>
#include <string.h>

static TtState sound_auction(const char *auction)
{
    TtState tt = before_auction(3, "", auction);

    give_objectives(&tt, 0, "three-coal fastest two-luxury");
    give_objectives(&tt, 1, "three-oil slowest three-each");
    give_objectives(&tt, 2, "ten-wagons four-food first-player");
    begin_lot(&tt, 0);
    cr_assert_null(TAKE_A_TRAIN.unsound(&tt));
    return tt;
}

static TtState sound_coupling(void)
{
    TtState tt = before_coupling(3, "");

    give_locomotives(&tt, 0, "S7 E4 S3");
    give_locomotives(&tt, 1, "D6 D3 S1");
    give_locomotives(&tt, 2, "E1 S4 -S2");
    give_objectives(&tt, 0, "three-coal three-diesel two-luxury");
    give_objectives(&tt, 1, "three-oil three-steam three-each");
    give_objectives(&tt, 2, "ten-wagons four-food special-card");
    stack_deck(&tt, "food-50 oil-200 coal-150");
    begin_coupling(&tt);
    cr_assert_null(TAKE_A_TRAIN.unsound(&tt));
    return tt;
}

static void expect_refused(const TtState *tt, const char *part)
{
    const char *fault = TAKE_A_TRAIN.unsound(tt);

    cr_expect(fault != NULL && strstr(fault, part) != NULL, "not '%s' but: %s", part,
              fault == NULL ? "(sound)" : fault);
}

Test(sound, TT_1_1_a_locomotive_twice_or_missing)
{
    TtState tt = sound_auction("passed");

    tt.pile[0] = tt.drawn[0];
    expect_refused(&tt, "one locomotive of each name");
    tt = sound_auction("passed");
    tt.pile_count--;
    expect_refused(&tt, "three for each player");
}

Test(sound, TT_1_2_a_wagon_too_many)
{
    TtState tt = sound_coupling();

    tt.deck[0] = tt.deck[0] == TT_BONUS ? TT_TWIN : TT_BONUS;
    expect_refused(&tt, "do not add up");
}

Test(sound, TT_1_3_tokens_that_are_there_twice)
{
    TtState tt = sound_auction("blind");

    tt.auctions[1] = tt.auction;
    expect_refused(&tt, "one auction token");
    tt = sound_auction("blind");
    tt.players[0].objectives[0] = tt.players[1].objectives[0];
    expect_refused(&tt, "one objective of each name");
}

Test(sound, TT_1_4_money_that_is_no_multiple_of_50)
{
    TtState tt = sound_auction("blind");

    give_money(&tt, 1, 4999);
    expect_refused(&tt, "multiples of 50");
}

Test(sound, TT_4_1_a_bid_above_the_money)
{
    TtState tt = sound_auction("passed");

    act(&tt, 0, name("S1"));
    act(&tt, 0, bid(4000));
    give_money(&tt, 0, 3000);
    expect_refused(&tt, "too little money");
}

Test(sound, TT_4_7_a_replacement_although_somebody_can_pay)
{
    TtState tt = sound_auction("passed");

    tt.step = TT_REPLACING;
    expect_refused(&tt, "could pay");
}

Test(sound, TT_4_15_owing_what_one_can_pay)
{
    TtState tt = sound_auction("rotating");

    for (int seat = 0; seat < 3; seat++) {
        tt.players[seat].hand_count = 0;
        for (int i = 0; i < 3; i++)
            tt_give(&tt, seat, tt.players[seat].hand[i], 0);
        memset(tt.players[seat].hand, 0, 3);
    }
    tt.step = TT_TURNING;
    tt.pending = seat_bit(0);
    expect_refused(&tt, "pays at once");
}

Test(sound, TT_3_1_an_order_that_is_not_that_of_the_locomotives)
{
    TtState tt = sound_coupling();

    tt.players[0].token = 2;
    tt.players[1].token = 1;
    expect_refused(&tt, "order of coupling");
}

Test(sound, TT_5_3_mixed_wagons_and_one_type_twice)
{
    TtState tt = sound_coupling();

    give_wagons(&tt, 0, 0, "food-50 oil-200");
    expect_refused(&tt, "of one type");
    tt = sound_coupling();
    give_wagons(&tt, 0, 0, "food-50");
    give_wagons(&tt, 0, 1, "food-100");
    expect_refused(&tt, "different types");
}

Test(sound, TT_5_5_a_twin_without_a_wagon)
{
    TtState tt = sound_coupling();

    give_wagons(&tt, 0, 0, "twin");
    expect_refused(&tt, "of one type");
}

Test(sound, TT_5_6_a_locomotive_with_five_wagons)
{
    TtState tt = sound_coupling();

    give_wagons(&tt, 0, 0, "food-50 food-50 food-50 food-50 food-50");
    expect_refused(&tt, "more wagons");
}

Test(sound, TT_7_3_an_objective_held_though_fulfilled)
{
    TtState tt = sound_coupling();

    give_objectives(&tt, 0, "three-coal first-player two-luxury");
    expect_refused(&tt, "has been fulfilled");
}
