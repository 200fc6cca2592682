/* test_moving.c: runs in which every game has its own deal (`roundhouse sim`) are
 * repeatable, recorded and summed up. */
#include "arena/statistics.h"
#include "games/all.h"
#include "games/catalogue.h"

#include <criterion/criterion.h>
#include <string.h>

static const atomic_int NEVER;

/* A greedy bot and random ones. */
static Tournament moving(const Game *game, int seats)
{
    static const int ENTRIES[SEATS_MAX] = { 0, 1, 1, 1, 1, 1 };
    Tournament tournament = { .game = game,
                              .contenders = { { "greedy", &BOT_GREEDY, { 0 } },
                                              { "random", &BOT_RANDOM, { 0 } } },
                              .schedule = schedule_moving(ENTRIES, seats) };

    game_default_setup(game, seats, &tournament.setup);
    tournament.setup.seed[0] = 25;
    return tournament;
}

static GameResult play(const Tournament *tournament, long n, Match *match)
{
    GameResult result;

    cr_assert_eq(tournament_play(tournament, n, &NEVER, match, &result), GAME_DONE);
    memset(result.nanoseconds, 0, sizeof result.nanoseconds);
    return result;
}

Test(moving, a_kept_game_is_the_game_that_was_played)
{
    for (int g = 0; g < all_games_count(); g++) {
        Tournament tournament = moving(all_games(g), all_games(g)->most_seats);
        State state = { { 0 } };
        Setup setup;
        tournament_setup(&tournament, 4, &setup);
        Match *match = match_new(tournament.game, &setup);
        GameResult kept = play(&tournament, 4, match), again = play(&tournament, 4, NULL);
        cr_expect_arr_eq(kept.scores, again.scores, sizeof kept.scores);
        cr_expect_arr_eq(kept.moves, again.moves, sizeof kept.moves);
        tournament.game->setup(&state, &setup);
        for (int i = 0; i < match_move_count(match); i++) {
            const Move *move = &match_moves(match)[i];
            cr_assert_eq(
                game_apply(tournament.game, &state, move->seat, move->action, NULL),
                STATUS_OK);
        }
        cr_expect(game_is_over(tournament.game, &state));
        match_free(match);
    }
}

Test(moving, every_game_has_a_seed_of_its_own)
{
    Tournament tournament = moving(CATALOGUE[0], 2);
    Setup first, second;

    tournament_setup(&tournament, 0, &first);
    tournament_setup(&tournament, 1, &second);
    cr_expect_neq(memcmp(first.seed, second.seed, SEED_BYTES), 0);
    tournament.setup.seed[31] ^= 1;
    tournament_setup(&tournament, 0, &second);
    cr_expect_neq(memcmp(first.seed, second.seed, SEED_BYTES), 0);
}

Test(moving, everybody_moves_on_by_a_seat_after_each_game)
{
    Schedule schedule = schedule_moving((const int[]){ 0, 1, 2 }, 3);

    cr_expect_eq(schedule_whole_sets(&schedule, 7), 7);
    for (long n = 0; n < 6; n++) {
        Sitting sitting;
        schedule_sitting(&schedule, n, &sitting);
        cr_expect_eq(sitting.deal, n);
        for (int i = 0; i < 3; i++)
            cr_expect_eq(sitting.contenders[(i + n) % 3], i, "game %ld", n);
    }
}

Test(moving, a_shared_win_counts_in_equal_parts)
{
    Tournament tournament = moving(CATALOGUE[0], 3);
    const GameResult results[] = {
        { .is_done = 1, .scores = { 7, 3, 7 }, .places = { 1, 3, 1 } },
        { .is_done = 1, .scores = { 1, 2, 0 }, .places = { 2, 1, 3 } },
    };
    Standings standings;

    standings_read(&standings, &tournament, results, 2);
    cr_expect_float_eq(standings.seat_wins[0], 0.5, 1e-9);
    cr_expect_float_eq(standings.seat_wins[1], 1, 1e-9);
    /* The greedy bot had seat 0, then seat 1. */
    cr_expect_float_eq(standings.contenders[0].wins, 1.5, 1e-9);
    cr_expect_float_eq(standings.contenders[0].mean_score, 4.5, 1e-9);
}
