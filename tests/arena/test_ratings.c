/* test_ratings.c: ratings recover known strengths. */
#include "arena/ratings.h"

#include <criterion/criterion.h>
#include <math.h>

static double points_of_odds(double odds)
{
    return 400 * log10(odds);
}

/* Samples a game's places from strengths, by the model. */
static void draw_places(const double *strengths, const int *contenders, int seats, Rng *rng,
                        int *places)
{
    for (int seat = 0; seat < seats; seat++)
        places[seat] = 0;
    for (int place = 1; place <= seats; place++) {
        double sum = 0;
        for (int seat = 0; seat < seats; seat++)
            sum += places[seat] == 0 ? strengths[contenders[seat]] : 0;
        double mark = sum * (double)(rng_next(rng) >> 11) / 9007199254740992.0;
        int last = 0;
        for (int seat = 0; seat < seats && mark >= 0; seat++) {
            if (places[seat] != 0)
                continue;
            last = seat;
            mark -= strengths[contenders[seat]];
        }
        places[last] = place;
    }
}

/* Simulates a round robin; returns how many of the intervals contain the true rating.
 * */
static int rate_drawn_games(const double *strengths, int count, int seats, int deals,
                            uint64_t seed, Rating *out)
{
    Schedule schedule = schedule_round_robin(count, seats);
    Ratings *ratings = ratings_new(count);
    double mean = 0;
    int held = 0;
    Rng rng;

    cr_assert_not_null(ratings);
    rng_seed(&rng, seed);
    for (long n = 0; n < deals * schedule_set(&schedule); n++) {
        int places[SEATS_MAX];
        Sitting sitting;
        schedule_sitting(&schedule, n, &sitting);
        draw_places(strengths, sitting.contenders, seats, &rng, places);
        ratings_add(ratings, sitting.contenders, places, seats);
    }
    cr_assert(ratings_solve(ratings, out));
    ratings_free(ratings);
    for (int i = 0; i < count; i++)
        mean += points_of_odds(strengths[i]) / count;
    for (int i = 0; i < count; i++) {
        double truth = 1000 + points_of_odds(strengths[i]) - mean;
        held += out[i].interval.low <= truth && truth <= out[i].interval.high;
    }
    return held;
}

Test(ratings, known_strengths_are_found)
{
    const double strengths[] = { 1, 2, 4, 8, 16 };

    for (int seats = 2; seats <= 4; seats++) {
        Rating ratings[5];
        rate_drawn_games(strengths, 5, seats, 1000, 7, ratings);
        for (int i = 0; i < 5; i++)
            cr_expect_float_eq(ratings[i].points, 1000 + points_of_odds(strengths[i] / 4),
                               12, "%d seats: %f", seats, ratings[i].points);
    }
}

/* Each has a hundred times the strength of the one before: six of ten pairs carry
 * almost no information, and the drawn prior game must not add more. */
Test(ratings, strengths_far_apart_are_found)
{
    const double strengths[] = { 1, 1e2, 1e4, 1e6, 1e8 };
    Rating ratings[5];

    rate_drawn_games(strengths, 5, 2, 2000, 7, ratings);
    for (int i = 0; i < 5; i++)
        cr_expect_float_eq(ratings[i].points, 1000 + 800 * (i - 2), 60, "%f",
                           ratings[i].points);
}

Test(ratings, intervals_hold_the_truth_as_often_as_they_claim)
{
    const double strengths[] = { 1, 1.5, 3, 5 };
    int held = 0;

    for (uint64_t seed = 0; seed < 200; seed++) {
        Rating ratings[4];
        held += rate_drawn_games(strengths, 4, 3, 8, seed, ratings);
    }
    cr_expect_geq(held, 800 * 92 / 100, "%d of 800", held);
    cr_expect_leq(held, 800 * 98 / 100, "%d of 800", held);
}

/* 30 to 10 with the drawn game: 30.5 to 10.5. The variance of the logarithm of
 * the odds is 1 / (n p q), and each of the two is half as far from the mean. */
Test(ratings, two_contenders_by_hand)
{
    Ratings *games = ratings_new(2);
    const int contenders[] = { 0, 1 };
    Rating ratings[2];

    for (int i = 0; i < 40; i++) {
        const int first[] = { 1, 2 }, second[] = { 2, 1 };
        ratings_add(games, contenders, i < 30 ? first : second, 2);
    }
    cr_assert(ratings_solve(games, ratings));
    ratings_free(games);
    double difference = points_of_odds(30.5 / 10.5);
    double half = 1.959964 * 400 / log(10) * sqrt(41 / (30.5 * 10.5)) / 2;
    cr_expect_float_eq(ratings[0].points, 1000 + difference / 2, 1e-6);
    cr_expect_float_eq(ratings[1].points, 1000 - difference / 2, 1e-6);
    cr_expect_float_eq(ratings[0].interval.high - ratings[0].points, half, 1e-3);
    cr_expect_float_eq(ratings[1].points - ratings[1].interval.low, half, 1e-3);
}

Test(ratings, a_shared_place_is_equal)
{
    Ratings *games = ratings_new(3);
    const int contenders[] = { 2, 0, 1 }, shared[] = { 1, 1, 3 };
    Rating ratings[3];

    for (int i = 0; i < 50; i++)
        ratings_add(games, contenders, shared, 3);
    cr_assert(ratings_solve(games, ratings));
    ratings_free(games);
    cr_expect_float_eq(ratings[0].points, ratings[2].points, 1e-6);
    cr_expect_lt(ratings[1].points, ratings[0].points - 300);
}

Test(ratings, a_bot_that_always_wins_is_high_but_finite)
{
    Ratings *games = ratings_new(3);
    const int contenders[] = { 0, 1, 2 }, places[] = { 1, 2, 3 };
    Rating ratings[3];

    for (int i = 0; i < 400; i++)
        ratings_add(games, contenders, places, 3);
    cr_assert(ratings_solve(games, ratings));
    ratings_free(games);
    cr_expect_gt(ratings[0].points, 1500);
    cr_expect_lt(ratings[0].points, 4000);
    cr_expect_gt(ratings[0].interval.high - ratings[0].interval.low, 200);
}

/* A run that was interrupted early. */
Test(ratings, a_bot_that_has_not_played_has_the_widest_interval)
{
    Ratings *games = ratings_new(3);
    const int contenders[] = { 0, 1 }, places[] = { 1, 2 }, other_way[] = { 2, 1 };
    Rating ratings[3];

    for (int i = 0; i < 20; i++)
        ratings_add(games, contenders, i % 2 == 0 ? places : other_way, 2);
    cr_assert(ratings_solve(games, ratings));
    ratings_free(games);
    cr_expect_float_eq(ratings[2].points, 1000, 1e-6);
    cr_expect_gt(ratings[2].interval.high, ratings[0].interval.high + 50);
    cr_expect(isfinite(ratings[2].interval.high));
}
