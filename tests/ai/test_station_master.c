/* test_station_master.c: does the greedy bot play Station Master sensibly? */
#include "ai/ai.h"
#include "ai/policy.h"
#include "station_master/position.h"

#include <criterion/criterion.h>

static Action choice(const SmState *sm)
{
    SmState view;
    Rng rng;

    expect_sound(sm);
    rng_seed(&rng, 22);
    STATION_MASTER.observe(sm, sm->turn, &view);
    return bot_choose(&BOT_GREEDY, &STATION_MASTER, &view, NULL, sm->turn, &rng);
}

/* Seat 0 is aboard the first train, seat 1 the second; each lacks a carriage. */
static SmState two_trains(const char *hand)
{
    SmState sm = quiet_position(2, "ordinary-3 ordinary-3");

    give_hand(&sm, 0, hand);
    give_carriages(&sm, 0, "+4 +2");
    give_carriages(&sm, 1, "+4 +2");
    for (int seat = 0; seat < 2; seat++) {
        give_token(&sm, seat, seat, 3);
        give_token(&sm, seat, seat, 2);
    }
    return sm;
}

Test(greedy_station_master, couples_plus_where_its_own_passengers_are)
{
    SmState sm = two_trains("+6 +1 +1");

    cr_expect_eq(choice(&sm), couple("+6", 0));
}

Test(greedy_station_master, couples_minus_where_the_others_are)
{
    SmState sm = two_trains("-6 +1 +1");

    give_token(&sm, 1, 1, 2);
    cr_expect_eq(choice(&sm), couple("-6", 1));
}

Test(greedy_station_master, sends_a_good_train_away_before_it_is_spoiled)
{
    SmState sm = quiet_position(2, "ordinary-5 ordinary-4");

    give_hand(&sm, 0, "caboose -1 -1");
    give_carriages(&sm, 0, "+6 +5");
    for (int i = 0; i < 2; i++)
        give_token(&sm, 0, 0, 2);
    give_token(&sm, 0, 0, 3);
    cr_expect_eq(choice(&sm), caboose(0));
}

Test(greedy_station_master, takes_its_passengers_off_a_bad_train)
{
    SmState sm = quiet_position(2, "ordinary-5 ordinary-4");

    give_hand(&sm, 0, "transfer +1 +1");
    give_carriages(&sm, 0, "-6 -5 -5 -4");
    give_token(&sm, 0, 1, 1);
    give_token(&sm, 0, 0, 2);
    give_token(&sm, 0, 0, 3);
    cr_expect_eq(choice(&sm), transfer(0, 1));
    act(&sm, transfer(0, 1));
    cr_expect_eq(choice(&sm), move(1));
    act(&sm, move(1));
    cr_expect_eq(choice(&sm), move(1));
}

Test(greedy_station_master, boards_the_train_that_is_worth_most_with_the_largest_token)
{
    SmState sm = quiet_position(2, "ordinary-4 ordinary-4");

    give_hand(&sm, 0, "-1 -1 uncouple-1");
    give_carriages(&sm, 0, "+2 -5 -6");
    give_carriages(&sm, 1, "+6 +5 +4");
    cr_expect_eq(choice(&sm), board(3, 1));
}

/* ------------------------------------------------------------------------- */
/* Quick moves                                                               */
/* ------------------------------------------------------------------------- */

static Action quick_choice(const SmState *sm, int seat, Rng *rng)
{
    State view, might_be;
    Action done[PLAYED_MAX];

    STATION_MASTER.observe(sm, seat, &view);
    STATION_MASTER.determinize(&view, seat, rng, &might_be);
    SM_POLICY.play(&might_be, seat, rng, done);
    return done[0];
}

static Action greedy_choice(const SmState *sm, int seat, Rng *rng)
{
    State view;

    STATION_MASTER.observe(sm, seat, &view);
    return bot_choose(&BOT_GREEDY, &STATION_MASTER, &view, NULL, seat, rng);
}

/* One game of four with quick moves in seat `quick`: does it win? */
static int quick_wins(int quick, Rng *rng)
{
    SmState sm;
    Setup setup;
    int places[SEATS_MAX];

    game_default_setup(&STATION_MASTER, 4, &setup);
    rng_fill(rng, setup.seed, SEED_BYTES);
    STATION_MASTER.setup(&sm, &setup);
    for (SeatSet waiting; (waiting = STATION_MASTER.waiting(&sm)) != 0;) {
        int seat = seats_first(waiting);
        Action action =
            seat == quick ? quick_choice(&sm, seat, rng) : greedy_choice(&sm, seat, rng);
        STATION_MASTER.apply(&sm, seat, action, NULL);
    }
    STATION_MASTER.ranking(&sm, places);
    return places[quick] == 1;
}

/* In playouts the search lets every seat play quick moves. A quarter is the fair share.
 * */
Test(quick_station_master, holds_its_own_against_three_greedy_players)
{
    int wins = 0;
    Rng rng;

    rng_seed(&rng, 23);
    for (int n = 0; n < 200; n++)
        wins += quick_wins(n % 4, &rng);
    cr_expect_geq(wins, 36, "%d of 200", wins);
}
