/* whole_turns.c: turns of small decisions compared with turns of the rulebook, in
 * positions counted by hand, built to be hard, and drawn at random. */
#include "compare_turns.h"
#include "naive.h"
#include "position.h"
#include "random_position.h"

#include <criterion/criterion.h>

TestSuite(whole_turns, .timeout = 0);

static int naive_count(const FtState *ft)
{
    NEnds ends = { 0 };
    NTable table;
    int count;

    ntable_of(&table, ft);
    nends_of_turn(&ends, &table);
    count = (int)ends.count;
    nends_free(&ends);
    return count;
}

/* Day three, no points, nothing to draw: seat 0 has only what a test gives. */
static FtState bare_position(const char *options)
{
    FtState ft = quiet_position(5, options);

    set_day(&ft, 3);
    give_points(&ft, 0, 0);
    return ft;
}

/* ------------------------------------------------------------------------- */
/* Counted by hand                                                           */
/* ------------------------------------------------------------------------- */

/* On trains go none, {1}, {2} or {1,1}, {3} or {2,1}; the others lie in two
 * sidings: 1 x 4 + 1 x 3 + 2 x 2 + 2 x 1. */
Test(whole_turns, three_equal_cars_end_in_13_ways)
{
    FtState ft = bare_position("edition=mayfair");

    give_main(&ft, 0, "ore ore ore");
    leave_in_deck(&ft, "");
    cr_expect_eq(naive_count(&ft), 13);
    cr_expect_eq(compare_turn(&ft), 13);
}

/* Ore alone; ore and box apart; ore and box in one. */
Test(whole_turns, two_cars_in_the_yard_end_in_3_ways)
{
    FtState ft = bare_position("edition=mayfair");

    give_yard(&ft, 0, 0, "box ore");
    leave_in_deck(&ft, "");
    cr_expect_eq(naive_count(&ft), 3);
    cr_expect_eq(compare_turn(&ft), 3);
}

/* The three of above, and two orders in three splits. */
Test(whole_turns, a_point_buys_6_arrangements_of_two_cars)
{
    FtState ft = bare_position("edition=mayfair");

    give_yard(&ft, 0, 0, "box ore");
    give_points(&ft, 0, 1);
    leave_in_deck(&ft, "");
    cr_expect_eq(naive_count(&ft), 9);
    cr_expect_eq(compare_turn(&ft), 9);
}

/* Nothing else to do: five sidings to choose from for one fill, and three cars
 * that end in 13 ways each. */
Test(whole_turns, a_forced_fill_offers_each_siding)
{
    FtState ft = bare_position("edition=white-wind");

    leave_in_deck(&ft, "ore ore ore");
    cr_expect_eq(naive_count(&ft), 13);
    cr_expect_eq(compare_turn(&ft), 13);
}

/* The siding that was filled shows if a car stays there: 13 ways for each of
 * the five. */
Test(whole_turns, a_fill_of_four_shows_where_it_was)
{
    FtState ft = bare_position("edition=white-wind");

    leave_in_deck(&ft, "tank ore ore ore");
    cr_expect_eq(naive_count(&ft), 5 * 13);
    cr_expect_eq(compare_turn(&ft), 5 * 13);
}

Test(whole_turns, nothing_to_do_ends_in_one_way)
{
    FtState ft = bare_position("edition=mayfair");

    leave_in_deck(&ft, "end-of-day");
    cr_expect_eq(naive_count(&ft), 1);
    cr_expect_eq(compare_turn(&ft), 1);
}

/* ------------------------------------------------------------------------- */
/* Hard positions                                                            */
/* ------------------------------------------------------------------------- */

/* Two places in the yard, and only the box has a train to go to. */
static FtState crowded_position(void)
{
    FtState ft = quiet_position(5, "edition=mayfair cabooses=on");

    give_yard(&ft, 0, 0, "box ore ore ore ore ore ore ore");
    give_yard(&ft, 0, 1, "tank tank tank tank tank tank");
    give_train(&ft, 0, "box box");
    give_train(&ft, 0, "hopper hopper");
    give_train(&ft, 0, "gondola");
    give_train(&ft, 0, "stock stock");
    give_train(&ft, 0, "auto-rack coil-steel");
    return ft;
}

Test(whole_turns, a_taking_that_only_just_fits)
{
    FtState ft = crowded_position();

    give_main(&ft, 0, "ore tank box ore ore");
    give_main(&ft, 1, "stock ore");
    cr_expect_gt(compare_turn(&ft), 1);
}

Test(whole_turns, a_full_yard_takes_only_to_trains)
{
    FtState ft = crowded_position();

    give_yard(&ft, 0, 1, "ore ore");
    give_main(&ft, 0, "box box ore stock hopper");
    give_main(&ft, 1, "ore box");
    give_main(&ft, 2, "tank");
    cr_expect_gt(compare_turn(&ft), 1);
}

/* A lone car may become the mixed train, or its second train, or neither. */
Test(whole_turns, lone_cars_are_neither_kind)
{
    FtState ft = bare_position("edition=mayfair");

    give_train(&ft, 0, "box");
    give_train(&ft, 0, "box");
    give_train(&ft, 0, "ore");
    give_train(&ft, 0, "tank");
    give_yard(&ft, 0, 0, "box tank box ore");
    give_yard(&ft, 0, 1, "box ore ore box");
    cr_expect_gt(compare_turn(&ft), 1);
}

/* One locomotive left, and a caboose on the only train that could take more. */
Test(whole_turns, a_closed_train_forces_the_mixed_one)
{
    FtState ft = quiet_position(5, "edition=mayfair cabooses=on");

    give_points(&ft, 0, 0);
    give_closed_train(&ft, 0, "box");
    give_closed_train(&ft, 0, "ore ore");
    give_train(&ft, 0, "tank tank");
    give_train(&ft, 0, "stock");
    give_yard(&ft, 0, 0, "hopper box ore box");
    give_main(&ft, 0, "box ore box box");
    cr_expect_gt(compare_turn(&ft), 1);
}

Test(whole_turns, a_mixed_train_of_eleven_is_full)
{
    FtState ft = quiet_position(2, "edition=mayfair");

    give_train(&ft, 0,
               "auto-rack box coil-steel container gondola hopper ore piggyback "
               "refrigerator stock tank");
    give_yard(&ft, 0, 0, "box box ore box");
    give_main(&ft, 0, "ore box ore");
    cr_expect_gt(compare_turn(&ft), 1);
}

/* ------------------------------------------------------------------------- */
/* Random positions                                                          */
/* ------------------------------------------------------------------------- */

Test(whole_turns, of_random_play)
{
    Rng rng;

    rng_seed(&rng, 1993);
    for (int i = proof_rounds(60); i > 0; i--) {
        FtState ft = random_play_position(&rng);
        compare_turn(&ft);
    }
}

Test(whole_turns, of_tight_positions)
{
    Rng rng;

    rng_seed(&rng, 1996);
    for (int i = proof_rounds(60); i > 0; i--) {
        FtState ft = tight_position(&rng);
        compare_turn(&ft);
    }
}

Test(whole_turns, of_cramped_positions)
{
    Rng rng;

    rng_seed(&rng, 2026);
    for (int i = proof_rounds(1000); i > 0; i--) {
        FtState ft = cramped_position(&rng);
        compare_turn(&ft);
    }
}
