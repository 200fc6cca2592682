/* greedy_wins.c: the greedy bot's share of wins against random bots. */
#include "ai/greedy_wins.h"

#include "arena/statistics.h"

#include <criterion/criterion.h>
#include <stdlib.h>

double greedy_wins(const Game *game, const Setup *setup, long games)
{
    static const int ENTRIES[SEATS_MAX] = { 0, 1, 1, 1, 1, 1 };
    Tournament tournament = { .game = game,
                              .setup = *setup,
                              .contenders = { { "greedy", &BOT_GREEDY, { 0 } },
                                              { "random", &BOT_RANDOM, { 0 } } },
                              .schedule = schedule_moving(ENTRIES, setup->seats) };
    GameResult *results = calloc((size_t)games, sizeof *results);
    const atomic_int stop = 0;
    Standings standings;

    cr_assert_not_null(results);
    for (long n = 0; n < games; n++)
        tournament_play(&tournament, n, &stop, NULL, &results[n]);
    standings_read(&standings, &tournament, results, games);
    free(results);
    return standings.contenders[0].wins;
}

double greedy_wins_default(const Game *game, int seats, long games)
{
    Setup setup;

    game_default_setup(game, seats, &setup);
    return greedy_wins(game, &setup, games);
}
