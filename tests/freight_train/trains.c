/* trains.c: what a train may be (FT-4.6 to 4.9). */
#include "position.h"

#include <criterion/criterion.h>
#include <string.h>

/* Seat 0 has trains, and a car at the open end of its first siding. */
static FtState position_with(const char *first, const char *second, const char *car)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    if (first[0] != '\0')
        give_train(&ft, 0, first);
    if (second[0] != '\0')
        give_train(&ft, 0, second);
    give_yard(&ft, 0, 0, car);
    return ft;
}

/* ------------------------------------------------------------------------- */
/* FT-4.6: one type                                                          */
/* ------------------------------------------------------------------------- */

Test(trains, FT_4_6_a_train_takes_more_of_its_type)
{
    FtState ft = position_with("box box", "", "box");

    cr_expect(offers(&ft, switch_car(0, 0)));
}

/* Whatever is done in a day, no train gets shorter. */
Test(trains, FT_4_6_a_coupled_car_stays_until_the_day_ends)
{
    FtState ft = dealt_position(3, "edition=mayfair");

    for (unsigned step = 0; ft.stage != FT_OVER; step++) {
        FtState before = ft;
        Action actions[ACTIONS_MAX];
        int count = FREIGHT_TRAIN.list(&ft, ft.turn, actions);

        act(&ft, actions[step * 2654435761u % (unsigned)count]);
        for (int seat = 0; ft.day == before.day && seat < 3; seat++)
            cr_assert_geq(train_cars(&ft, seat), train_cars(&before, seat));
    }
}

Test(trains, FT_4_6_a_train_has_no_limit)
{
    FtState ft = quiet_position(5, "edition=mayfair");

    give_train(&ft, 0, "box box box box box box box box box box box box box box box");
    give_yard(&ft, 0, 0, "box");
    act(&ft, switch_car(0, 0));
    cr_expect_eq(ft.players[0].trains[0].cars, 16);
}

Test(trains, FT_4_6_a_train_of_two_equal_cars_takes_no_other_type)
{
    FtState ft = position_with("box box", "", "ore");

    cr_expect_not(offers(&ft, switch_car(0, 0)));
}

Test(trains, FT_4_6_no_second_train_of_a_type)
{
    FtState ft = position_with("box box", "ore tank", "box");

    cr_expect_not(offers(&ft, switch_car(0, 2)));
}

Test(trains, FT_4_6_a_train_needs_a_locomotive)
{
    FtState ft = quiet_position(5, "edition=mayfair");

    give_train(&ft, 0, "box box");
    give_train(&ft, 0, "ore ore");
    give_train(&ft, 0, "stock stock");
    give_train(&ft, 0, "hopper hopper");
    give_train(&ft, 0, "gondola gondola");
    give_yard(&ft, 0, 0, "tank");
    cr_expect_eq(offers_of_kind(&ft, FT_SWITCH), 0);
}

Test(trains, FT_4_6_locomotives_without_cars_are_alike)
{
    FtState ft = position_with("box box", "", "ore");

    cr_expect(offers(&ft, switch_car(0, 1)));
    cr_expect_eq(offers_of_kind(&ft, FT_SWITCH), 1);
}

/* ------------------------------------------------------------------------- */
/* FT-4.7: the mixed train                                                   */
/* ------------------------------------------------------------------------- */

Test(trains, FT_4_7_a_mixed_train_takes_a_type_it_lacks)
{
    FtState ft = position_with("box ore", "", "tank");

    act(&ft, switch_car(0, 0));
    cr_expect_str_eq(train_words(&ft, 0, 0), "box ore tank");
}

Test(trains, FT_4_7_a_mixed_train_takes_one_of_each_type)
{
    FtState ft = position_with("box ore", "", "box");

    cr_expect_not(offers(&ft, switch_car(0, 0)));
}

Test(trains, FT_4_7_a_mixed_train_may_have_all_eleven)
{
    FtState ft = quiet_position(3, "edition=white-wind");

    give_train(&ft, 0,
               "auto-rack box coil-steel container gondola hopper ore piggyback "
               "refrigerator stock");
    give_yard(&ft, 0, 0, "tank");
    act(&ft, switch_car(0, 0));
    cr_expect_eq(ft.players[0].trains[0].cars, 11);
}

Test(trains, FT_4_7_one_mixed_train_at_most)
{
    FtState ft = position_with("box ore", "tank", "stock");

    cr_expect_not(offers(&ft, switch_car(0, 1)));
}

Test(trains, FT_4_7_a_mixed_train_may_share_types_with_the_others)
{
    FtState ft = position_with("box box", "ore tank", "box");

    cr_expect(offers(&ft, switch_car(0, 0)));
    cr_expect(offers(&ft, switch_car(0, 1)));
}

Test(trains, FT_4_7_each_player_has_one_of_his_own)
{
    FtState ft = position_with("tank", "", "stock");

    give_train(&ft, 1, "box ore");
    cr_expect(offers(&ft, switch_car(0, 0)));
}

/* ------------------------------------------------------------------------- */
/* FT-4.8: nothing is declared                                               */
/* ------------------------------------------------------------------------- */

Test(trains, FT_4_8_a_lone_car_may_become_either_kind)
{
    FtState ft = position_with("box", "", "ore");
    FtState other = position_with("box", "", "box");

    cr_expect(offers(&ft, switch_car(0, 0)));
    cr_expect(offers(&other, switch_car(0, 0)));
}

Test(trains, FT_4_8_a_second_train_may_begin_with_a_type_already_there)
{
    FtState ft = position_with("box box", "", "box");

    cr_expect(offers(&ft, switch_car(0, 1)));
}

Test(trains, FT_4_8_not_if_another_train_is_mixed)
{
    FtState ft = position_with("box", "ore tank", "box");

    cr_expect_not(offers(&ft, switch_car(0, 2)));
}

Test(trains, FT_4_8_not_if_another_train_must_be_the_mixed_one)
{
    FtState ft = position_with("box box", "box", "ore");

    give_train(&ft, 0, "ore");
    cr_expect_not(offers(&ft, switch_car(0, 3)));
    cr_expect(offers(&ft, switch_car(0, 2)));
    cr_expect(offers(&ft, switch_car(0, 1)));
}

Test(trains, FT_4_8_a_third_train_of_a_type_never)
{
    FtState ft = position_with("box", "box", "box");

    cr_expect_not(offers(&ft, switch_car(0, 2)));
    cr_expect(offers(&ft, switch_car(0, 0)));
    cr_expect(offers(&ft, switch_car(0, 1)));
}

/* The second box must be the mixed one, so it takes no second box. */
Test(trains, FT_4_8_the_repeated_type_cannot_grow_twice)
{
    FtState ft = position_with("box box", "box", "box");

    cr_expect(offers(&ft, switch_car(0, 0)));
    cr_expect_not(offers(&ft, switch_car(0, 1)));
}

/* One of the two boxes is to be the mixed train: a lone tank is not. */
Test(trains, FT_4_8_two_lone_cars_of_a_type_take_the_right_to_mix)
{
    FtState ft = position_with("box", "box", "ore");

    give_train(&ft, 0, "tank");
    cr_expect(offers(&ft, switch_car(0, 0)));
    cr_expect(offers(&ft, switch_car(0, 1)));
    cr_expect_not(offers(&ft, switch_car(0, 2)));
}

Test(trains, FT_4_8_holds_in_white_wind_too)
{
    FtState ft = quiet_position(3, "edition=white-wind");

    give_train(&ft, 0, "box box");
    give_yard(&ft, 0, 0, "box");
    cr_expect(offers(&ft, switch_car(0, 1)));
}

/* ------------------------------------------------------------------------- */
/* FT-4.9: which train is the mixed one, for scoring                         */
/* ------------------------------------------------------------------------- */

/* The points of seat 0 for these trains after day two, when nothing else counts.
 * Seat 1 has two boxes and the mixed train of two cars. */
static int points_against_boxes(FtState *ft)
{
    int before = ft->players[0].points;

    set_day(ft, 2);
    give_train(ft, 1, "box box");
    give_train(ft, 1, "ore tank");
    end_day_quietly(ft);
    return ft->players[0].points - before;
}

/* Second with a box train of one; the lone tank is first with tanks. */
Test(trains, FT_4_9_a_lone_car_counts_as_a_train_of_its_type)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    give_train(&ft, 0, "box");
    give_train(&ft, 0, "tank");
    cr_expect_eq(points_against_boxes(&ft), 1 + 3);
}

Test(trains, FT_4_9_two_types_make_the_mixed_train)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    give_train(&ft, 0, "box stock hopper");
    cr_expect_eq(points_against_boxes(&ft), 3);
}

/* The three boxes win the boxes, the lone box is second of the mixed trains. */
Test(trains, FT_4_9_of_two_trains_of_a_type_the_shorter_is_mixed)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    give_train(&ft, 0, "box");
    give_train(&ft, 0, "box box box");
    cr_expect_eq(points_against_boxes(&ft), 3 + 1);
}

Test(trains, FT_4_9_of_two_lone_cars_one_counts_as_each)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    give_train(&ft, 0, "box");
    give_train(&ft, 0, "box");
    cr_expect_eq(points_against_boxes(&ft), 1 + 1);
}

/* With the mixed trains unscored, the closed box is second among the boxes, and
 * counts double. */
Test(trains, FT_4_9_of_two_lone_cars_the_one_with_a_caboose_is_of_its_type)
{
    FtState ft = quiet_position(3, "edition=mayfair cabooses=on mixed=none");
    FtState other = ft;

    give_closed_train(&ft, 0, "box");
    give_train(&ft, 0, "box");
    give_train(&other, 0, "box");
    give_closed_train(&other, 0, "box");
    cr_expect_eq(points_against_boxes(&ft), 2);
    cr_expect_eq(points_against_boxes(&other), 2);
}

Test(trains, FT_4_9_a_mixed_train_leaves_lone_cars_to_their_types)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    give_train(&ft, 0, "stock hopper");
    give_train(&ft, 0, "box");
    cr_expect_eq(points_against_boxes(&ft), 2 + 1);
}

/* ------------------------------------------------------------------------- */
/* Several cars of one taking                                                */
/* ------------------------------------------------------------------------- */

/* Seat 0 has room for one of three cars in its yard. */
static void fill_yard_but_one(FtState *ft)
{
    give_yard(ft, 0, 0, "gondola gondola gondola gondola gondola gondola gondola gondola");
    give_yard(ft, 0, 1, "stock stock stock stock stock stock stock");
}

/* The closed car counts as the mixed train, so the last locomotive takes all three. */
Test(trains, FT_4_8_a_closed_lone_car_leaves_room_for_a_train_of_its_type)
{
    FtState ft = quiet_position(3, "edition=mayfair cabooses=on");

    give_closed_train(&ft, 0, "box");
    give_train(&ft, 0, "coil-steel");
    give_train(&ft, 0, "ore ore");
    give_train(&ft, 0, "tank tank");
    give_train(&ft, 0, "hopper hopper");
    fill_yard_but_one(&ft);
    give_main(&ft, 0, "box box box");
    cr_expect(offers(&ft, take(0)));
}

/* Two lone cars, no locomotive left, and these cars in the main yard. */
static FtState position_with_lone_cars(const char *main)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    give_train(&ft, 0, "box");
    give_train(&ft, 0, "coil-steel");
    give_train(&ft, 0, "ore ore");
    give_train(&ft, 0, "tank tank");
    give_train(&ft, 0, "hopper hopper");
    give_train(&ft, 0, "container container");
    fill_yard_but_one(&ft);
    give_main(&ft, 0, main);
    return ft;
}

Test(trains, FT_4_8_a_lone_car_takes_two_other_types)
{
    FtState ft = position_with_lone_cars("piggyback piggyback refrigerator");

    cr_expect(offers(&ft, take(0)));
}

Test(trains, FT_4_8_two_lone_cars_do_not_both_take_another_type)
{
    FtState ft = position_with_lone_cars("piggyback piggyback piggyback");

    cr_expect_eq(offers_of_kind(&ft, FT_TAKE), 0);
}

/* ------------------------------------------------------------------------- */
/* The welcome that a state keeps                                            */
/* ------------------------------------------------------------------------- */

static void expect_welcomes(const FtState *ft)
{
    for (int seat = 0; seat < ft->seats; seat++) {
        FtWelcome read;
        ft_read_trains(&ft->players[seat], &read);
        cr_assert_eq(memcmp(&read, &ft->welcome[seat], sizeof read), 0);
    }
}

/* To the end, at random, in every position. */
static void play_with_welcomes(int seats, const char *options, uint64_t seed)
{
    FtState ft = dealt_position(seats, options);
    Action actions[ACTIONS_MAX];
    Rng rng;

    rng_seed(&rng, seed);
    for (expect_welcomes(&ft); ft.stage != FT_OVER; expect_welcomes(&ft)) {
        int count = FREIGHT_TRAIN.list(&ft, ft.turn, actions);
        FREIGHT_TRAIN.apply(&ft, ft.turn, actions[rng_below(&rng, (uint32_t)count)], NULL);
    }
}

Test(trains, FT_4_8_the_welcome_is_that_of_the_trains_all_game_long)
{
    for (uint64_t seed = 0; seed < 40; seed++) {
        int seats = 2 + (int)seed % 4;
        play_with_welcomes(seats, "edition=mayfair cabooses=on", seed);
        play_with_welcomes(seats, "edition=white-wind", seed);
    }
}

/* What is hashed of a position, and kept for ever, is as large as it ever was. */
Test(trains, the_welcome_is_not_part_of_the_canonical_position)
{
    FtState ft = dealt_position(4, "edition=mayfair"), other = ft;
    State position, same;
    int size = game_canonical(&FREIGHT_TRAIN, &ft, &position);

    memset(other.welcome, 0, sizeof other.welcome);
    cr_expect_eq(size, 560);
    cr_expect_eq(game_canonical(&FREIGHT_TRAIN, &other, &same), size);
    cr_expect_eq(memcmp(&position, &same, (size_t)size), 0);
    cr_expect_eq(memcmp(&position, &ft, (size_t)size), 0);
}
