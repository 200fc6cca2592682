/* test_bench.c: the benchmark plays as many games, or as long, as asked. */
#include "arena/bench.h"
#include "games/catalogue.h"

#include <criterion/criterion.h>

static Setup default_setup(void)
{
    Setup setup;

    game_default_setup(CATALOGUE[0], 2, &setup);
    return setup;
}

Test(bench, plays_as_many_games_as_asked)
{
    const BenchBudget budget = { .games = 7 };
    Setup setup = default_setup();
    BenchResult result;

    bench_measure(CATALOGUE[0], &setup, &budget, &result);
    cr_expect_eq(result.games, 7);
    cr_expect_gt(result.decisions, 7);
    cr_expect_gt(result.clone_ns, 0);
}

Test(bench, plays_until_the_time_is_over)
{
    const BenchBudget budget = { .seconds = 0.02 };
    Setup setup = default_setup();
    BenchResult result;

    bench_measure(CATALOGUE[0], &setup, &budget, &result);
    cr_expect_geq(result.seconds, 0.02);
    cr_expect_gt(result.games, 0);
}

Test(bench, counts_every_decision)
{
    Setup setup = default_setup();
    long decisions = 0;
    Rng rng;

    rng_seed(&rng, 24);
    for (int i = 0; i < 5; i++) {
        State state;
        rng_fill(&rng, setup.seed, SEED_BYTES);
        CATALOGUE[0]->setup(&state, &setup);
        while (!game_is_over(CATALOGUE[0], &state)) {
            Action actions[ACTIONS_MAX];
            int seat = seats_first(CATALOGUE[0]->waiting(&state));
            int count = CATALOGUE[0]->list(&state, seat, actions);
            Action action = actions[rng_below(&rng, (uint32_t)count)];
            cr_assert_eq(game_apply(CATALOGUE[0], &state, seat, action, NULL), STATUS_OK);
            decisions++;
        }
    }
    rng_seed(&rng, 24);
    cr_expect_eq(bench_play(CATALOGUE[0], &setup, 5, &rng), decisions);
}
