/* figures.h: games between bots, reviewed, and what the reviews say of many games. */
#ifndef ROUNDHOUSE_TESTS_REVIEW_FIGURES_H
#define ROUNDHOUSE_TESTS_REVIEW_FIGURES_H

#include "ai/ai.h"
#include "review/work.h"

/* A finished game on deal number `deal`, bots[seat] at each seat. */
Match *play_match(const Game *game, const Setup *setup, const Bot *const *bots, long deal);

/* The setup of a game with these seats; `edition` is the value of option 0. */
Setup setup_of(const Game *game, int seats, int edition);

/* Its review, all parts worked out. */
Review *review_match(const Match *match, const ReviewBudget *budget);

/* Mean and variance of numbers as they come (Welford). */
typedef struct Spread {
    long count;
    double mean, squares;
} Spread;

void spread_add(Spread *spread, double number);
double spread_variance(const Spread *spread);
/* Half of the 95 % interval of the mean. */
double spread_interval(const Spread *spread);

#endif
