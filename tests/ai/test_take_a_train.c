/* test_take_a_train.c: does the greedy bot play Take a Train sensibly? */
#include "ai/ai.h"
#include "ai/take_a_train.h"

#include <criterion/criterion.h>
#include <string.h>

/* Seat 0 has S7 (×4), S6 (×3) and S1 (×1), and goes first; the others have the
 * weakest there is. */
static TtState coupling_position(void)
{
    Setup setup = { .seats = 2, .options = { 1 } };
    TtState tt;

    TAKE_A_TRAIN.setup(&tt, &setup);
    tt_order_deck(&tt);
    tt.pile_count = tt.aside_count = tt.drawn_count = 0;
    tt.up = TT_NO_LOCOMOTIVE;
    tt.pending = 0;
    for (int seat = 0; seat < 2; seat++) {
        tt.players[seat] = (TtPlayer){ .money = 500 };
        for (int i = 0; i < TT_OWN; i++)
            tt_give(&tt, seat, seat == 0 ? (int[]){ 6, 5, 0 }[i] : 1 + i, 0);
    }
    return tt;
}

static void take_from_deck(TtState *tt, int card)
{
    uint8_t *found = memchr(tt->deck, card, tt->deck_count);

    cr_assert_not_null(found);
    *found = tt->deck[--tt->deck_count];
    tt->deck[tt->deck_count] = 0;
}

/* Puts this many wagons of the same card behind a locomotive of seat 0. */
static void give_wagons(TtState *tt, int locomotive, int card, int wagons)
{
    TtLocomotive *own = &tt->players[0].locomotives[locomotive];

    while (own->wagon_count < wagons) {
        take_from_deck(tt, card);
        own->wagons[own->wagon_count++] = (uint8_t)card;
    }
}

static Action choice_of(const TtState *tt, int seat)
{
    State view = { { 0 } };
    Rng rng;

    rng_seed(&rng, 1);
    TAKE_A_TRAIN.observe(tt, seat, &view);
    return bot_choose(&BOT_GREEDY, &TAKE_A_TRAIN, &view, NULL, seat, &rng);
}

/* The market is what was named; the rest stays in the deck. */
static void deal(TtState *tt, const uint8_t market[3])
{
    for (int i = 0; i < 3; i++)
        take_from_deck(tt, market[i]);
    for (int i = 2; i >= 0; i--)
        tt->deck[tt->deck_count++] = market[i];
    tt_fix_order(tt, NULL);
}

Test(greedy_tt, prolongs_its_best_train)
{
    TtState tt = coupling_position();
    const uint8_t market[] = { 2, 0, 3 }; /* food-150, food-50, cattle-100 */

    give_wagons(&tt, 0, 2, 2);
    deal(&tt, market);
    cr_expect_eq(choice_of(&tt, 0), action_make(TT_COUPLE, 2, 0));
}

Test(greedy_tt, lays_the_multiplier_where_most_wagons_are)
{
    TtState tt = coupling_position();
    const uint8_t market[] = { TT_MULTIPLIER, 0, 0 };

    give_wagons(&tt, 1, 10, 4); /* oil-250 */
    deal(&tt, market);
    cr_expect_eq(choice_of(&tt, 0), action_make(TT_COUPLE, TT_MULTIPLIER, 1));
}

Test(greedy_tt, does_not_bid_what_a_locomotive_cannot_bring)
{
    Setup setup = { .seats = 2, .options = { 1 } };

    for (int n = 0; n < 50; n++) {
        TtState tt;
        memset(setup.seed, n, SEED_BYTES);
        TAKE_A_TRAIN.setup(&tt, &setup);
        if (tt.step != TT_SEALED)
            continue;
        Action action = choice_of(&tt, 0);
        cr_expect_lt(action_a(action) * TT_DOLLARS, 1500);
    }
}

/* A double blind lot in which seat 0 has made the second bid and seat 1 has not. */
static TtState between_second_bids(void)
{
    Setup setup = { .seats = 2, .options = { 1 } };
    TtState tt;

    do {
        setup.seed[0]++;
        TAKE_A_TRAIN.setup(&tt, &setup);
    } while (tt.auction != TT_DOUBLE_BLIND);
    while (tt.step != TT_SEALED_AGAIN || tt.pending != seat_bit(1)) {
        int seat = seats_first(TAKE_A_TRAIN.waiting(&tt));
        TAKE_A_TRAIN.apply(&tt, seat, choice_of(&tt, seat), NULL);
    }
    return tt;
}

Test(settled_tt, second_bids_in_secret_are_what_somebody_would_pay)
{
    TtState tt = between_second_bids();
    State view = { { 0 } }, state = { { 0 } }, again = { { 0 } };
    const TtPlayer *player = &((const TtState *)(const void *)&state)->players[0];
    Rng rng;

    rng_seed(&rng, 1);
    TAKE_A_TRAIN.observe(&tt, 1, &view);
    for (int n = 0; n < 200; n++) {
        TAKE_A_TRAIN.determinize(&view, 1, &rng, &state);
        TT_POLICY.draw_secrets(&view, 1, &rng, &state);
        int limit = tt_bid_limit((const TtState *)(const void *)&state, 0, tt.up);
        cr_expect(player->added == 0 || player->bid + player->added <= limit);
        cr_expect_leq(player->bid + player->added, player->money);
        TAKE_A_TRAIN.observe(&state, 1, &again);
        cr_expect_arr_eq(&again, &view, sizeof(TtState));
    }
}
