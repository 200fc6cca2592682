/* sim.h: a run of many games.
 *
 * Game n of a run is decided by the run's seed and n alone: it is dealt, and its
 * bots draw their chance, from stream n of the seed. So any game of a run can be
 * played again by itself, and a longer run begins like a shorter one. */
#ifndef ROUNDHOUSE_ARENA_SIM_H
#define ROUNDHOUSE_ARENA_SIM_H

#include "ai/ai.h"
#include "arena/playout.h"
#include "engine/game.h"
#include "play/match.h"

/* Who plays what. */
typedef struct SimRun {
    const Game *game;
    Setup setup;                /* its seed is the run's */
    const Bot *bots[SEATS_MAX]; /* one for each seat; in game n they sit n further left */
} SimRun;

/* The sum of many games. By bot: by its place in SimRun.bots. */
typedef struct SimTotals {
    long games;
    long decisions;
    int least_decisions, most_decisions; /* of a game */
    double seat_wins[SEATS_MAX];         /* a shared win counts in equal parts */
    double seat_scores[SEATS_MAX];
    double bot_wins[SEATS_MAX];
    double bot_scores[SEATS_MAX];
} SimTotals;

/* The setup of game n: the run's, with a seed of its own. */
void sim_setup(const SimRun *run, long n, Setup *setup);

/* Which of the run's bots sits there in game n. */
int sim_bot_at(const SimRun *run, long n, int seat);

/* Plays game n. Allocates nothing. */
void sim_play(const SimRun *run, long n, Outcome *outcome);

/* Plays game n and keeps it; the caller frees the match. NULL: no memory. */
Match *sim_record(const SimRun *run, long n, Outcome *outcome);

void sim_add(SimTotals *totals, const SimRun *run, long n, const Outcome *outcome);

#endif
