/* test_sim.c: a run of many games can be played again, kept and added up. */
#include "arena/sim.h"
#include "games/all.h"
#include "games/catalogue.h"

#include <criterion/criterion.h>
#include <string.h>

static SimRun usual_run(const Game *game, int seats)
{
    SimRun run = { .game = game };

    game_usual_setup(game, seats, &run.setup);
    run.setup.seed[0] = 25;
    for (int i = 0; i < seats; i++)
        run.bots[i] = i == 0 ? &BOT_GREEDY : &BOT_RANDOM;
    return run;
}

static void expect_same_outcome(const Outcome *a, const Outcome *b, int seats)
{
    cr_expect_eq(a->decisions, b->decisions);
    for (int seat = 0; seat < seats; seat++) {
        cr_expect_eq(a->scores[seat], b->scores[seat]);
        cr_expect_eq(a->places[seat], b->places[seat]);
    }
}

Test(sim, the_same_game_comes_again)
{
    for (int g = 0; g < all_games_count(); g++) {
        SimRun run = usual_run(all_games(g), all_games(g)->least_seats);
        for (long n = 0; n < 3; n++) {
            Outcome once, again;
            sim_play(&run, n, &once);
            sim_play(&run, n, &again);
            expect_same_outcome(&once, &again, run.setup.seats);
        }
    }
}

Test(sim, every_game_of_a_run_has_a_seed_of_its_own)
{
    SimRun run = usual_run(CATALOGUE[0], 2);
    Setup first, second;

    sim_setup(&run, 0, &first);
    sim_setup(&run, 1, &second);
    cr_expect_neq(memcmp(first.seed, second.seed, SEED_BYTES), 0);
    run.setup.seed[31] ^= 1;
    sim_setup(&run, 0, &second);
    cr_expect_neq(memcmp(first.seed, second.seed, SEED_BYTES), 0);
}

static void expect_replays(const SimRun *run, const Match *match)
{
    State state = { { 0 } };

    run->game->setup(&state, match_setup(match));
    for (int i = 0; i < match_move_count(match); i++) {
        const Move *move = &match_moves(match)[i];
        cr_assert_eq(game_apply(run->game, &state, move->seat, move->action, NULL),
                     STATUS_OK);
    }
    cr_expect(game_is_over(run->game, &state));
    cr_expect_eq(memcmp(&state, match_state(match), (size_t)run->game->state_size), 0);
}

Test(sim, a_kept_game_is_the_game_that_was_played)
{
    for (int g = 0; g < all_games_count(); g++) {
        SimRun run = usual_run(all_games(g), all_games(g)->most_seats);
        Outcome played, kept;
        Match *match = sim_record(&run, 4, &kept);
        cr_assert_not_null(match);
        sim_play(&run, 4, &played);
        expect_same_outcome(&played, &kept, run.setup.seats);
        cr_expect_eq(match_move_count(match), kept.decisions);
        expect_replays(&run, match);
        match_free(match);
    }
}

Test(sim, bots_move_on_by_a_seat_after_each_game)
{
    SimRun run = usual_run(CATALOGUE[0], 3);

    for (long n = 0; n < 6; n++)
        cr_expect_eq(sim_bot_at(&run, n, (int)(n % 3)), 0, "game %ld", n);
    cr_expect_eq(sim_bot_at(&run, 1, 0), 2);
    cr_expect_eq(sim_bot_at(&run, 1, 2), 1);
}

Test(sim, a_shared_win_counts_in_equal_parts)
{
    SimRun run = usual_run(CATALOGUE[0], 3);
    const Outcome shared = { 10, { 7, 3, 7 }, { 1, 3, 1 } };
    const Outcome alone = { 20, { 1, 2, 0 }, { 2, 1, 3 } };
    SimTotals totals = { 0 };

    sim_add(&totals, &run, 0, &shared);
    sim_add(&totals, &run, 1, &alone);
    cr_expect_eq(totals.games, 2);
    cr_expect_eq(totals.decisions, 30);
    cr_expect_eq(totals.least_decisions, 10);
    cr_expect_eq(totals.most_decisions, 20);
    cr_expect_float_eq(totals.seat_wins[0], 0.5, 1e-9);
    cr_expect_float_eq(totals.seat_wins[1], 1, 1e-9);
    cr_expect_float_eq(totals.seat_scores[2], 7, 1e-9);
    /* The first bot sat in seat 0, then in seat 1. */
    cr_expect_float_eq(totals.bot_wins[0], 1.5, 1e-9);
    cr_expect_float_eq(totals.bot_scores[0], 9, 1e-9);
}
