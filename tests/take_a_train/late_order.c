/* late_order.c: the order of the deck is drawn late, and is the same as if it were drawn
 * at once. */
#include "position.h"

#include <criterion/criterion.h>
#include <string.h>

enum { CANONICAL_BYTES = 672, GAMES = 60 };

static void expect_same_position(const TtState *left, const TtState *right)
{
    State positions[2];

    for (int i = 0; i < 2; i++)
        cr_assert_eq(game_canonical(&TAKE_A_TRAIN, i ? right : left, &positions[i]),
                     CANONICAL_BYTES);
    cr_assert_eq(memcmp(&positions[0], &positions[1], CANONICAL_BYTES), 0);
}

/* What the cards of the deck are can be told without their order. */
static void expect_views_without_order(const TtState *tt)
{
    for (int seat = NOBODY; seat < tt->seats; seat++) {
        TtState view;
        TAKE_A_TRAIN.observe(tt, seat, &view);
        cr_assert(view.unordered == 0 && view.deck_block == 0 && view.deck_stream == 0);
    }
}

static void step(TtState *late, TtState *early, Rng *rng)
{
    Action actions[ACTIONS_MAX];
    int seat = seats_first(waiting_seats(late));
    int count = TAKE_A_TRAIN.list(late, seat, actions);
    Action action = actions[rng_below(rng, (uint32_t)count)];

    TAKE_A_TRAIN.apply(late, seat, action, NULL);
    TAKE_A_TRAIN.apply(early, seat, action, NULL);
    tt_order_deck(early);
}

Test(late_order, gives_the_cards_of_an_early_one)
{
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        Setup setup = setup_with(2 + (int)seed % 5, "");
        TtState late, early;
        Rng rng;
        rng_seed(&rng, seed);
        rng_fill(&rng, setup.seed, SEED_BYTES);
        TAKE_A_TRAIN.setup(&late, &setup);
        early = late;
        tt_order_deck(&early);
        while (late.step != TT_OVER) {
            expect_same_position(&late, &early);
            expect_views_without_order(&late);
            step(&late, &early, &rng);
        }
        expect_same_position(&late, &early);
    }
}

/* What is hashed of a position, and kept for ever, is as large as it ever was. */
Test(late_order, is_not_part_of_the_canonical_position)
{
    TtState tt = dealt_position(4, "");
    State position;

    cr_expect_eq(game_canonical(&TAKE_A_TRAIN, &tt, &position), CANONICAL_BYTES);
    cr_expect_eq(memcmp(&position, &tt, CANONICAL_BYTES), 0);
}

Test(late_order, a_deck_in_order_says_nothing_of_its_stream)
{
    TtState tt = dealt_position(3, "");

    cr_expect(tt.unordered == 0 && tt.deck_block == 0 && tt.deck_stream == 0);
}

/* A deck of discards is shuffled when its first card is drawn. */
Test(late_order, TT_5_7_a_deck_remade_is_ordered_when_drawn_from)
{
    TtState tt = three_players("oil-200 coal-150 luxury-300");

    leave_in_deck(&tt, "oil-200 coal-150 luxury-300");
    begin_coupling(&tt);
    cr_expect_gt(tt.unordered, 1);
    cr_expect_eq(tt.unordered, tt.deck_count);
    TtState early = tt;
    tt_order_deck(&early);
    cr_expect_eq(early.unordered, 0);
    expect_same_position(&tt, &early);
}
