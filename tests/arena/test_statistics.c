/* test_statistics.c: sums and intervals. */
#include "arena/statistics.h"
#include "games/tic_tac_toe.h"
#include "small_tournament.h"

#include <criterion/criterion.h>

static void expect_interval(double wins, double trials, double low, double high)
{
    Interval interval = wilson_interval(wins, trials);

    cr_expect_float_eq(interval.low, low, 5e-5, "%g of %g: %f", wins, trials, interval.low);
    cr_expect_float_eq(interval.high, high, 5e-5, "%g of %g: %f", wins, trials,
                       interval.high);
}

/* The examples of Newcombe, "Two-sided confidence intervals for the single
 * proportion", Statistics in Medicine 17 (1998), method 3. */
Test(statistics, wilson_as_published)
{
    expect_interval(81, 263, 0.2553, 0.3662);
    expect_interval(15, 148, 0.0624, 0.1605);
    expect_interval(0, 20, 0, 0.1611);
    expect_interval(1, 29, 0.0061, 0.1718);
}

Test(statistics, wilson_at_the_edges)
{
    expect_interval(0, 0, 0, 1);
    expect_interval(20, 20, 1 - 0.1611, 1);
    Interval half = wilson_interval(2.5, 5);
    cr_expect_float_eq(half.low + half.high, 1, 1e-12);
}

/* Three games of a, b and c: the seats are a b c, c a b and b c a. */
Test(statistics, games_are_added_up_by_contender)
{
    Tournament tournament = round_robin_of(&TIC_TAC_TOE, 3, 3);
    const GameResult results[] = {
        { 1, { 1, 2, 3 }, { 9, 5, 1 }, { 4, 4, 4 }, { 8000, 4000, 4000 } },
        { 1, { 1, 3, 1 }, { 7, 0, 7 }, { 4, 4, 4 }, { 4000, 8000, 4000 } },
        { .is_done = 0 },
    };
    Standings standings;

    standings_read(&standings, &tournament, results, 3);
    cr_expect_eq(standings.games, 2);
    const Standing *a = &standings.contenders[0], *b = &standings.contenders[1];
    cr_expect_eq(a->games, 2);
    cr_expect_float_eq(a->wins, 1, 1e-12);
    cr_expect_float_eq(a->share, 0.5, 1e-12);
    cr_expect_float_eq(a->mean_rank, 2, 1e-12);
    cr_expect_float_eq(a->mean_score, 4.5, 1e-12);
    cr_expect_float_eq(a->seconds_per_move, 2e-6, 1e-15);
    /* Second, then first together with c: ranks 2 and 1.5. */
    cr_expect_float_eq(b->wins, 0.5, 1e-12);
    cr_expect_float_eq(b->mean_rank, 1.75, 1e-12);
    cr_expect_float_eq(standings.seat_wins[0], 1.5, 1e-12);
    cr_expect_float_eq(standings.seat_wins[2], 0.5, 1e-12);
    cr_expect_float_eq(standings.ahead[0][1], 1, 1e-12);
    cr_expect_float_eq(standings.ahead[1][2], 1.5, 1e-12);
    cr_expect_float_eq(standings.ahead[2][1], 0.5, 1e-12);
}
