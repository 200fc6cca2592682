/* playout.c: a game from where it stands to its end, without allocating. */
#include "arena/playout.h"

int playout_random(const Game *game, State *state, Rng *rng)
{
    Action actions[ACTIONS_MAX];
    int decisions = 0;

    for (SeatSet waiting; (waiting = game->waiting(state)) != 0; decisions++) {
        int seat = seats_first(waiting);
        int count = game->list(state, seat, actions);
        game->apply(state, seat, actions[rng_below(rng, (uint32_t)count)], NULL);
    }
    return decisions;
}

int playout_bots(const Game *game, State *state, const Bot *const *bots, Rng *rng,
                 const Recorder *recorder)
{
    int decisions = 0;

    for (SeatSet waiting; (waiting = game->waiting(state)) != 0; decisions++) {
        int seat = seats_first(waiting);
        State view;
        game->observe(state, seat, &view);
        Action action = bot_choose(bots[seat], game, &view, seat, rng);
        if (recorder != NULL)
            recorder->record(recorder->context, seat, action);
        game->apply(state, seat, action, NULL);
    }
    return decisions;
}

void outcome_read(Outcome *outcome, const Game *game, const State *state, int decisions)
{
    outcome->decisions = decisions;
    game->scores(state, outcome->scores);
    game->ranking(state, outcome->places);
}
