/* playout.h: a game from where it stands to its end, without allocating. */
#ifndef ROUNDHOUSE_ARENA_PLAYOUT_H
#define ROUNDHOUSE_ARENA_PLAYOUT_H

#include "ai/ai.h"
#include "engine/game.h"

/* How a game ended. */
typedef struct Outcome {
    int decisions;
    int scores[SEATS_MAX];
    int places[SEATS_MAX];
} Outcome;

/* Every action equally likely; the quickest way through a game. Returns the
 * number of decisions. */
int playout_random(const Game *game, State *state, Rng *rng);

/* Told of every action before it is applied; NULL: nobody listens. */
typedef struct Recorder {
    void (*record)(void *context, int seat, Action action);
    void *context;
} Recorder;

/* A bot in each seat; each is given its own view. */
int playout_bots(const Game *game, State *state, const Bot *const *bots, Rng *rng,
                 const Recorder *recorder);

/* Of a game that is over. */
void outcome_read(Outcome *outcome, const Game *game, const State *state, int decisions);

#endif
