/* test_tournament.c: results of a tournament do not depend on threads or order. */
#include "arena/statistics.h"
#include "arena/workers.h"
#include "games/all.h"
#include "games/catalogue.h"
#include "games/tic_tac_toe.h"
#include "small_tournament.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const char *const MIXED[] = { "greedy", "random", "random", "random" };
static const char *const SAME[] = { "random", "random", "random", "random" };

Test(tournament, threads_change_nothing)
{
    enum { GAMES = 12 };

    for (int g = 0; g < all_games_count(); g++) {
        int seats = all_games(g)->least_seats;
        Tournament tournament = table_of(all_games(g), MIXED, seats);
        GameResult one[GAMES] = { { 0 } }, four[GAMES] = { { 0 } };
        play_games(&tournament, one, GAMES, 1, NULL);
        play_games(&tournament, four, GAMES, 4, NULL);
        expect_same_results(one, four, GAMES, seats);
    }
}

Test(tournament, rotations_share_their_deal)
{
    Tournament tournament = table_of(CATALOGUE[0], MIXED, 4);
    Setup first, last, next;

    tournament_setup(&tournament, 0, &first);
    tournament_setup(&tournament, 3, &last);
    tournament_setup(&tournament, 4, &next);
    cr_expect_eq(memcmp(first.seed, last.seed, SEED_BYTES), 0);
    cr_expect_neq(memcmp(first.seed, next.seed, SEED_BYTES), 0);
}

/* Random tic-tac-toe: the first seat wins 58.5 % and the second 28.8 %, the rest is
 * drawn. Identical bots get equal shares nevertheless. */
Test(tournament, identical_bots_share_what_the_seats_do_not)
{
    enum { GAMES = 4000 };
    Tournament tournament = round_robin_of(&TIC_TAC_TOE, 2, 2);
    GameResult *results = calloc(GAMES, sizeof *results);
    Standings standings;

    cr_assert_not_null(results);
    play_games(&tournament, results, GAMES, 2, NULL);
    standings_read(&standings, &tournament, results, GAMES);
    free(results);
    cr_expect_float_eq(standings.seat_wins[0] / GAMES, 0.585 + 0.127 / 2, 0.02);
    cr_expect_float_eq(standings.contenders[0].share, 0.5, 0.02);
    cr_expect_leq(standings.contenders[0].interval.low, 0.5);
    cr_expect_geq(standings.contenders[0].interval.high, 0.5);
    cr_expect_float_eq(standings.contenders[0].mean_rank, 1.5, 0.02);
}

Test(tournament, all_copies_together_win_every_game)
{
    enum { GAMES = 8 };
    Tournament tournament = table_of(CATALOGUE[0], SAME, 4);
    GameResult results[GAMES] = { { 0 } };
    Standings standings;

    play_games(&tournament, results, GAMES, 2, NULL);
    standings_read(&standings, &tournament, results, GAMES);
    cr_expect_eq(standings.contenders[0].copies, 4);
    cr_expect_eq(standings.contenders[0].games, GAMES);
    cr_expect_float_eq(standings.contenders[0].wins, GAMES, 1e-9);
    cr_expect_float_eq(standings.contenders[0].share, 0.25, 1e-9);
    cr_expect_float_eq(standings.contenders[0].mean_rank, 2.5, 1e-9);
    cr_expect_gt(standings.contenders[0].seconds_per_move, 0);
}

Test(tournament, a_recorded_game_is_the_game_that_was_played)
{
    Tournament tournament = table_of(CATALOGUE[0], MIXED, 2);
    atomic_int stop = 0;
    GameResult played, kept;
    Setup setup;
    Match *match;

    tournament_setup(&tournament, 5, &setup);
    match = match_new(tournament.game, &setup);
    cr_assert_not_null(match);
    cr_assert_eq(tournament_play(&tournament, 5, &stop, match, &kept), GAME_DONE);
    cr_assert_eq(tournament_play(&tournament, 5, &stop, NULL, &played), GAME_DONE);
    expect_same_results(&played, &kept, 1, 2);
    cr_expect_eq(match_move_count(match), kept.moves[0] + kept.moves[1]);
    cr_expect(game_is_over(tournament.game, match_state(match)));
    match_free(match);
}

Test(tournament, a_game_that_is_stopped_does_not_count)
{
    Tournament tournament = table_of(CATALOGUE[0], MIXED, 2);
    atomic_int stop = 1;
    GameResult result;

    cr_expect_eq(tournament_play(&tournament, 0, &stop, NULL, &result), GAME_STOPPED);
    cr_expect_not(result.is_done);
}

/* ------------------------------------------------------------------------- */
/* Workers                                                                   */
/* ------------------------------------------------------------------------- */

typedef struct Tally {
    atomic_int done[1000];
    atomic_int stop;
    int stop_at; /* the job that stops them all */
} Tally;

static void count_job(void *context, long n)
{
    Tally *tally = context;

    atomic_fetch_add(&tally->done[n], 1);
    if (n == tally->stop_at)
        atomic_store(&tally->stop, 1);
}

Test(workers, each_job_is_done_once)
{
    Tally tally = { .stop_at = -1 };
    const Jobs jobs = { 1000, count_job, NULL, &tally, &tally.stop };

    cr_expect_eq(workers_run(&jobs, 4), 4);
    for (int n = 0; n < 1000; n++)
        cr_expect_eq(tally.done[n], 1, "job %d", n);
}

Test(workers, stopped_they_begin_no_other_job)
{
    Tally tally = { .stop_at = 10 };
    const Jobs jobs = { 1000, count_job, NULL, &tally, &tally.stop };

    workers_run(&jobs, 1);
    cr_expect_eq(tally.done[10], 1);
    cr_expect_eq(tally.done[11], 0);
}
