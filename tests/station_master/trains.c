/* trains.c: tokens and carriages (SM-4). */
#include "position.h"

#include <criterion/criterion.h>
#include <string.h>

Test(trains, SM_4_1_a_token_goes_aboard_behind_the_others)
{
    SmState sm = quiet_position(2, "ordinary-5 ordinary-4");

    give_token(&sm, 1, 1, 2);
    act(&sm, board(3, 1));
    cr_expect_str_eq(token_words(&sm, 1), "1:2 0:3");
    cr_expect_str_eq(home_words(&sm, 0), "1 1 1 2 2");
}

/* All six aboard and one card in hand: there is nothing else to do. */
Test(trains, SM_4_1_a_token_aboard_cannot_be_taken_back)
{
    static const int VALUES[] = { 1, 1, 1, 2, 2, 3 };
    SmState sm = quiet_position(2, "ordinary-5 ordinary-4");

    for (int i = 0; i < 6; i++)
        give_token(&sm, i % 2, 0, VALUES[i]);
    give_hand(&sm, 0, "+1");
    cr_expect_eq(offers_count(&sm), 2);
    cr_expect(offers(&sm, couple("+1", 0)) && offers(&sm, couple("+1", 1)));
}

static SmState full_position(void)
{
    SmState sm = quiet_position(2, "ordinary-3 ordinary-4");

    for (int i = 0; i < 3; i++)
        give_token(&sm, 0, 1, 1);
    return sm;
}

Test(trains, SM_4_1_a_train_takes_as_many_tokens_as_its_number)
{
    SmState sm = full_position();

    cr_expect_not(offers(&sm, board(1, 0)));
    cr_expect(offers(&sm, board(1, 1)));
}

Test(trains, SM_4_1_and_one_more_for_each_standing_room)
{
    SmState sm = full_position();

    give_standing(&sm, 0);
    give_standing(&sm, 0);
    act(&sm, board(1, 0));
    act(&sm, board(3, 0));
    cr_expect_not(offers(&sm, board(1, 0)));
}

Test(trains, SM_4_1_a_train_full_of_tokens_stays)
{
    SmState sm = quiet_position(2, "ordinary-3 ordinary-4");

    give_token(&sm, 0, 1, 1);
    give_token(&sm, 0, 1, 1);
    act(&sm, board(3, 0));
    cr_expect_str_eq(station_words(&sm), "ordinary-3 ordinary-4");
    cr_expect_eq(sm.gone_count, 0);
}

Test(trains, SM_4_1_carriages_take_no_room_from_tokens)
{
    SmState sm = quiet_position(2, "ordinary-3 ordinary-4");

    give_carriages(&sm, 0, "+4 -1");
    cr_expect_eq(sm_room(&sm.station[0]), 3);
}

/* Everybody sees who boarded which train, and nobody the value. */
Test(trains, SM_4_1_placing_a_token_tells_no_value)
{
    Events events[2] = { { 0 }, { 0 } };

    for (int i = 0; i < 2; i++) {
        SmState sm = quiet_position(2, "ordinary-3 ordinary-4");
        act_watched(&sm, board(1 + 2 * i, 1), &events[i]);
    }
    cr_assert_eq(events[0].count, 1);
    cr_expect_eq(events[0].items[0].kind, SM_EVENT_BOARDED);
    cr_expect_eq(events[0].items[0].fields[0], events[1].items[0].fields[0]);
    for (int field = 1; field < EVENT_FIELDS; field++)
        cr_expect_eq(events[1].items[0].fields[field], 0);
}

Test(trains, SM_4_2_a_carriage_goes_at_the_tail)
{
    SmState sm = quiet_position(2, "ordinary-5 ordinary-4");

    give_carriages(&sm, 0, "+4 -1");
    give_hand(&sm, 0, "first executive -6");
    act(&sm, couple("first", 0));
    cr_expect_str_eq(carriage_words(&sm, 0), "+4 -1 first");
}

Test(trains, SM_4_2_any_carriage_may_go_to_any_train)
{
    SmState sm = quiet_position(3, "ordinary-5 executive-4 freight-5");

    give_hand(&sm, 0, "first executive -6");
    for (int train = 0; train < 3; train++) {
        cr_expect(offers(&sm, couple("first", train)));
        cr_expect(offers(&sm, couple("executive", train)));
        cr_expect(offers(&sm, couple("-6", train)));
    }
}

Test(trains, SM_4_2_a_train_with_as_many_carriages_as_its_number_leaves_at_once)
{
    SmState sm = quiet_position(2, "ordinary-5 ordinary-3");

    give_carriages(&sm, 1, "+4 -2");
    give_hand(&sm, 0, "-1 -6 -6");
    act(&sm, couple("-1", 1));
    cr_expect_str_eq(gone_words(&sm), "ordinary-3");
    cr_expect_str_eq(discard_words(&sm), "-1 -2 +4");
}

Test(trains, SM_4_2_even_with_room_for_tokens)
{
    SmState sm = quiet_position(2, "ordinary-5 ordinary-3");

    give_carriages(&sm, 1, "+4 -2");
    give_token(&sm, 1, 0, 2);
    give_standing(&sm, 1);
    give_hand(&sm, 0, "-1 -6 -6");
    act(&sm, couple("-1", 1));
    cr_expect_str_eq(gone_words(&sm), "ordinary-3");
    cr_expect_eq(score_of(&sm, 0), 2 * (4 - 2 - 1));
}

Test(trains, SM_4_2_and_with_one_fewer_it_stays)
{
    SmState sm = quiet_position(2, "ordinary-5 ordinary-3");

    give_carriages(&sm, 1, "+4");
    give_hand(&sm, 0, "-1 -6 -6");
    act(&sm, couple("-1", 1));
    cr_expect_eq(sm.gone_count, 0);
    cr_expect_str_eq(carriage_words(&sm, 1), "+4 -1");
}

/* ------------------------------------------------------------------------- */
/* The row of trains with room that a state keeps                            */
/* ------------------------------------------------------------------------- */

static void expect_room(const SmState *sm)
{
    SmState again = *sm;

    memset(&again.with_room, 0, sizeof again.with_room);
    sm_keep_room(&again);
    cr_assert_eq(memcmp(&again, sm, sizeof again), 0);
}

/* To the end, at random, in every position. */
Test(trains, SM_4_1_the_trains_with_room_are_kept_all_game_long)
{
    for (uint64_t seed = 0; seed < 100; seed++) {
        SmState sm = dealt_position(2 + (int)seed % 5);
        Action actions[ACTIONS_MAX];
        Rng rng;
        rng_seed(&rng, seed);
        for (expect_room(&sm); sm.stage != SM_OVER; expect_room(&sm)) {
            int count = STATION_MASTER.list(&sm, sm.turn, actions);
            STATION_MASTER.apply(&sm, sm.turn, actions[rng_below(&rng, (uint32_t)count)],
                                 NULL);
        }
    }
}

/* What is hashed of a position, and kept for ever, is as large as it ever was. */
Test(trains, the_trains_with_room_are_not_part_of_the_canonical_position)
{
    SmState sm = dealt_position(4);
    State position;

    cr_expect_eq(game_canonical(&STATION_MASTER, &sm, &position), 554);
    cr_expect_eq(memcmp(&position, &sm, 554), 0);
}
