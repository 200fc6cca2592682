/* greedy_wins.c: how the greedy player fares against random ones. */
#include "ai/greedy_wins.h"

#include "ai/ai.h"
#include "arena/sim.h"

double greedy_wins(const Game *game, const Setup *setup, long games)
{
    SimRun run = { .game = game, .setup = *setup };
    SimTotals totals = { 0 };

    run.bots[0] = &BOT_GREEDY;
    for (int i = 1; i < setup->seats; i++)
        run.bots[i] = &BOT_RANDOM;
    for (long n = 0; n < games; n++) {
        Outcome outcome;
        sim_play(&run, n, &outcome);
        sim_add(&totals, &run, n, &outcome);
    }
    return totals.bot_wins[0];
}

double greedy_wins_usual(const Game *game, int seats, long games)
{
    Setup setup;

    game_usual_setup(game, seats, &setup);
    return greedy_wins(game, &setup, games);
}
