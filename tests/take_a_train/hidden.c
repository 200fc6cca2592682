/* hidden.c: what a determinized state may be. */
#include "position.h"

#include <criterion/criterion.h>
#include <string.h>

enum { GUESSES = 400 };

static TtState guess_of(const TtState *tt, int seat, Rng *rng)
{
    TtState view, guess;

    TAKE_A_TRAIN.observe(tt, seat, &view);
    TAKE_A_TRAIN.determinize(&view, seat, rng, &guess);
    return guess;
}

Test(hidden, TT_1_4_a_guess_covers_the_bid_that_stands)
{
    TtState tt = before_auction(3, "", "passed");
    Rng rng;

    rng_seed(&rng, 1);
    give_money(&tt, 1, 20000);
    begin_lot(&tt, 0);
    act(&tt, 0, name("S1"));
    act(&tt, 0, bid(100));
    act(&tt, 1, bid(19000));
    for (int i = 0; i < GUESSES; i++) {
        TtState guess = guess_of(&tt, 0, &rng);
        cr_assert_geq(money_of(&guess, 1), 19000);
        cr_assert_eq(money_of(&guess, 0), 5000);
        cr_assert_eq(money_of(&guess, 2) % 50, 0);
    }
}

Test(hidden, TT_4_11_a_guessed_bid_is_one_that_could_have_been_made)
{
    TtState tt = before_auction(3, "", "blind");
    int lowest = INT32_MAX, highest = 0;
    Rng rng;

    rng_seed(&rng, 2);
    stack_pile(&tt, "D6 S1 S2");
    begin_lot(&tt, 0);
    act(&tt, 0, name("D6"));
    act(&tt, 0, bid(900));
    for (int i = 0; i < GUESSES; i++) {
        TtState guess = guess_of(&tt, 1, &rng);
        int guessed = guess.players[0].bid;
        cr_assert(guessed >= 900 && guessed <= money_of(&guess, 0) && guessed % 50 == 0);
        lowest = guessed < lowest ? guessed : lowest;
        highest = guessed > highest ? guessed : highest;
    }
    cr_expect_lt(lowest, highest);
}

Test(hidden, TT_4_12_a_guess_covers_both_bids)
{
    TtState tt = before_auction(2, "", "double-blind");
    Rng rng;

    rng_seed(&rng, 3);
    give_money(&tt, 1, 15000);
    begin_lot(&tt, 0);
    act(&tt, 0, name("S1"));
    act(&tt, 0, bid(100));
    act(&tt, 1, bid(12000));
    act(&tt, 1, bid(3000));
    for (int i = 0; i < GUESSES; i++) {
        TtState guess = guess_of(&tt, 0, &rng);
        cr_assert_eq(guess.players[1].bid, 12000);
        cr_assert_geq(money_of(&guess, 1), 12000 + guess.players[1].added);
    }
}

Test(hidden, TT_4_7_whoever_cannot_pay_is_not_guessed_to_be_able_to)
{
    TtState tt = before_auction(3, "", "blind");
    Rng rng;

    rng_seed(&rng, 4);
    for (int seat = 0; seat < 3; seat++)
        give_money(&tt, seat, 50);
    begin_lot(&tt, 0);
    for (int i = 0; i < GUESSES; i++) {
        TtState guess = guess_of(&tt, 0, &rng);
        cr_assert(money_of(&guess, 1) < 100 && money_of(&guess, 2) < 100);
    }
}

Test(hidden, TT_4_15_who_has_to_turn_is_guessed_to_owe)
{
    TtState tt = before_auction(2, "", "rotating");
    Rng rng;

    rng_seed(&rng, 5);
    give_money(&tt, 1, 300);
    stack_pile(&tt, "S1 S2 S3 D6 D5 D4");
    begin_lot(&tt, 0);
    act(&tt, 0, keep("S1"));
    act(&tt, 1, keep("D6"));
    act(&tt, 0, keep("D5"));
    act(&tt, 1, keep("S2"));
    cr_assert_eq(waiting_seats(&tt), seat_bit(1));
    for (int i = 0; i < GUESSES; i++) {
        TtState guess = guess_of(&tt, 0, &rng);
        cr_assert_lt(money_of(&guess, 1), tt_rotating_price(&tt, 1));
    }
}

/* Seat 1 has been first, so it cannot still hold the token for that. */
Test(hidden, TT_7_3_nobody_is_dealt_an_objective_already_fulfilled)
{
    TtState tt = before_coupling(3, "");
    Rng rng;

    rng_seed(&rng, 6);
    give_locomotives(&tt, 0, "S1 S2 S3");
    give_locomotives(&tt, 1, "S4 S5 S7");
    give_locomotives(&tt, 2, "D1 D2 D3");
    give_objectives(&tt, 0, "three-coal three-oil two-luxury");
    give_objectives(&tt, 1, "four-food last-player fastest");
    give_objectives(&tt, 2, "ten-wagons three-each first-player");
    stack_deck(&tt, "food-50 oil-200 coal-150");
    begin_coupling(&tt);
    end_round_by_passing(&tt);
    for (int i = 0; i < GUESSES; i++) {
        TtState guess = guess_of(&tt, 0, &rng);
        for (int seat = 1; seat < 3; seat++) {
            const TtPlayer *player = &guess.players[seat];
            for (int t = 0; t < player->objective_count; t++)
                cr_assert_not(tt.players[seat].met >> player->objectives[t] & 1,
                              "seat %d is dealt %s", seat,
                              TT_OBJECTIVE_NAMES.items[player->objectives[t]]);
        }
    }
}

Test(hidden, TT_2_1_guesses_deal_every_objective_that_may_be)
{
    TtState tt = dealt_position(2, "");
    uint32_t seen = 0;
    Rng rng;

    rng_seed(&rng, 7);
    for (int i = 0; i < GUESSES; i++) {
        TtState guess = guess_of(&tt, 0, &rng);
        for (int t = 0; t < 3; t++)
            seen |= 1u << guess.players[1].objectives[t];
    }
    for (int t = 0; t < 3; t++)
        seen |= 1u << tt.players[0].objectives[t];
    cr_expect_eq(seen, (1u << TT_OBJECTIVES) - 1);
}

Test(hidden, TT_2_3_which_locomotives_are_in_the_box_nobody_knows)
{
    TtState tt = before_auction(2, "", "passed");
    uint32_t seen = 0;
    Rng rng;

    rng_seed(&rng, 8);
    begin_lot(&tt, 0);
    for (int i = 0; i < GUESSES; i++) {
        TtState guess = guess_of(&tt, 0, &rng);
        for (int card = 0; card < guess.pile_count; card++)
            seen |= 1u << guess.pile[card];
    }
    for (int i = 0; i < tt.drawn_count; i++)
        seen |= 1u << tt.drawn[i];
    cr_expect_eq(seen, (1u << TT_LOCOMOTIVES) - 1);
}

Test(hidden, TT_2_2_the_auctions_to_come_are_hidden)
{
    TtState tt = dealt_position(3, ""), view;
    Rng rng;

    rng_seed(&rng, 9);
    TAKE_A_TRAIN.observe(&tt, 0, &view);
    for (int i = 0; i < TT_AUCTIONS - 1; i++)
        cr_expect_eq(view.auctions[i], UNKNOWN_CARD);
    TtState guess = guess_of(&tt, 0, &rng);
    cr_expect_null(memchr(guess.auctions, tt.auction, TT_AUCTIONS - 1));
}
