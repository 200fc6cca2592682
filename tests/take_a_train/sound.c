/* sound.c: positions that cannot be played are refused, each for its reason. */
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

Test(sound, TT_5_3_mixed_wagons)
{
    TtState tt = sound_coupling();

    give_wagons(&tt, 0, 0, "food-50 oil-200");
    expect_refused(&tt, "of one type");
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

Test(sound, TT_4_2_a_starter_who_is_out_or_not_in_turn)
{
    TtState tt = sound_auction("blind");

    tt.turn = 1;
    expect_refused(&tt, "starter's turn");
}

Test(sound, TT_4_10_a_leader_who_is_asked)
{
    TtState tt = sound_auction("passed");

    act(&tt, 0, name("S1"));
    act(&tt, 0, bid(400));
    cr_assert_null(TAKE_A_TRAIN.unsound(&tt));
    tt.pending |= seat_bit(0);
    expect_refused(&tt, "asked in turn");
    tt.pending = 0;
    expect_refused(&tt, "still to be asked");
}

Test(sound, TT_4_13_too_few_locomotives_laid_out)
{
    TtState tt = sound_auction("pre-empted");

    tt.aside[tt.aside_count++] = tt.drawn[--tt.drawn_count];
    expect_refused(&tt, "one locomotive for each");
}

Test(sound, TT_4_15_hands_of_different_sizes)
{
    TtState tt = sound_auction("rotating");

    act(&tt, 0, keep(TT_LOCOMOTIVE_NAMES.items[tt.players[0].hand[0]]));
    cr_assert_null(TAKE_A_TRAIN.unsound(&tt));
    tt.pending |= seat_bit(0);
    expect_refused(&tt, "before the hands are passed on");
}

/* Puzzles may begin anywhere: with any order of coupling, and two equal trains. */
Test(sound, what_can_be_played_is_sound_however_it_came_about)
{
    TtState tt = sound_coupling();

    tt.players[0].token = 2;
    tt.players[1].token = 1;
    give_wagons(&tt, 0, 0, "food-50");
    give_wagons(&tt, 0, 1, "food-100");
    cr_expect_null(TAKE_A_TRAIN.unsound(&tt));
}
