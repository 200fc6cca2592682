/* hidden.c: hidden information: the order of the deck, and the place of the end-of-day
 * card (FT-2.5, 3.3, 6.1). */
#include "position.h"

#include <criterion/criterion.h>
#include <string.h>

static FtState view_of(const FtState *ft, int seat)
{
    FtState view;

    FREIGHT_TRAIN.observe(ft, seat, &view);
    return view;
}

static int views_are_equal(const FtState *a, const FtState *b)
{
    for (int seat = NOBODY; seat < a->seats; seat++) {
        FtState one = view_of(a, seat), other = view_of(b, seat);

        if (memcmp(&one, &other, sizeof one) != 0)
            return 0;
    }
    return 1;
}

Test(hidden, FT_2_5_no_view_shows_a_card_of_the_deck)
{
    FtState ft = dealt_position(4, "edition=mayfair");

    for (int seat = NOBODY; seat < 4; seat++) {
        FtState view = view_of(&ft, seat);

        for (int i = 0; i < ft.deck_count; i++)
            cr_assert_eq(view.deck[i], UNKNOWN_CARD);
    }
}

Test(hidden, FT_2_5_no_view_shows_the_key_of_the_deals)
{
    Setup setup = setup_with(3, "edition=mayfair");
    static const uint8_t nothing[SEED_BYTES];
    FtState ft, view;

    memset(setup.seed, 7, sizeof setup.seed);
    FREIGHT_TRAIN.setup(&ft, &setup);
    view = view_of(&ft, 0);
    cr_expect_eq(memcmp(view.key, nothing, sizeof nothing), 0);
}

Test(hidden, FT_2_5_the_order_of_the_deck_changes_no_view)
{
    FtState ft = dealt_position(3, "edition=white-wind");
    FtState other = ft;
    Rng rng;

    rng_seed(&rng, 5);
    rng_shuffle(&rng, other.deck, other.bottom);
    rng_shuffle(&rng, other.deck + other.bottom, other.deck_count - other.bottom);
    cr_expect_neq(memcmp(&ft, &other, sizeof ft), 0);
    cr_expect(views_are_equal(&ft, &other));
}

Test(hidden, FT_2_5_views_show_how_many_cards_are_left_and_how_deep_the_end_may_be)
{
    FtState ft = dealt_position(3, "edition=white-wind");
    FtState view = view_of(&ft, 1);

    cr_expect_eq(view.deck_count, 72);
    cr_expect_eq(view.bottom, 36);
}

Test(hidden, FT_2_5_everything_on_the_table_is_open)
{
    FtState ft = quiet_position(3, "edition=mayfair cabooses=on");
    FtState view;

    give_closed_train(&ft, 2, "box box");
    give_yard(&ft, 1, 0, "ore tank");
    give_main(&ft, 4, "stock");
    view = view_of(&ft, 0);
    cr_expect_str_eq(train_words(&view, 2, 0), "box box");
    cr_expect_str_eq(yard_words(&view, 1, 0), "ore tank");
    cr_expect_str_eq(main_words(&view, 4), "stock");
    cr_expect_eq(memcmp(view.players, ft.players, sizeof ft.players), 0);
}

Test(hidden, FT_3_3_cars_in_hand_are_open)
{
    FtState ft = quiet_position(3, "edition=mayfair");
    FtState view;

    give_main(&ft, 0, "box ore tank");
    act(&ft, take(0));
    view = view_of(&ft, 2);
    cr_expect_eq(view.held[FT_TANK], 1);
}

Test(hidden, FT_2_5_a_guess_keeps_the_card_out_of_the_top_part)
{
    FtState ft = dealt_position(2, "edition=mayfair");
    Rng rng;

    rng_seed(&rng, 11);
    for (int i = 0; i < 500; i++) {
        FtState view = view_of(&ft, 0), guess;

        FREIGHT_TRAIN.determinize(&view, 0, &rng, &guess);
        cr_assert_geq(cards_under_the_end(&guess), 0);
        cr_assert_lt(cards_under_the_end(&guess), ft.bottom);
        for (int type = 0; type <= FT_TYPES; type++)
            cr_assert_eq(cards_of_type(&guess, type), cards_of_type(&ft, type));
    }
}

Test(hidden, FT_2_5_guesses_put_the_card_anywhere_in_the_bottom_part)
{
    FtState ft = dealt_position(2, "edition=mayfair");
    FtState view = view_of(&ft, 1), guess;
    int seen[FT_DECK_MAX] = { 0 };
    Rng rng;

    rng_seed(&rng, 12);
    for (int i = 0; i < 2000; i++) {
        FREIGHT_TRAIN.determinize(&view, 1, &rng, &guess);
        seen[cards_under_the_end(&guess)]++;
    }
    for (int under = 0; under < ft.bottom; under++)
        cr_expect_gt(seen[under], 0);
}

/* Once the top part is drawn, what is left is the bottom part. */
Test(hidden, FT_3_3_the_bottom_part_shrinks_with_the_deck)
{
    FtState ft = quiet_position(4, "edition=mayfair");

    leave_in_deck(&ft, "box ore tank stock hopper gondola end-of-day box");
    cr_assert_eq(ft.bottom, 4);
    ft.bottom = 8;
    act(&ft, fill(0));
    cr_expect_eq(ft.bottom, 3);
}

Test(hidden, FT_5_1_once_drawn_the_card_is_nowhere)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    stack_deck(&ft, "end-of-day");
    act(&ft, fill(0));
    cr_expect_eq(ft.bottom, 0);
}
