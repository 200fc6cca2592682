/* calibration.h: predicted chances to win against the share of wins of those who went on
 * from there. */
#ifndef ROUNDHOUSE_TESTS_AI_CALIBRATION_H
#define ROUNDHOUSE_TESTS_AI_CALIBRATION_H

#include "ai/ai.h"

enum { CALIBRATION_BINS = 5 };

/* Sums over positions. */
typedef struct Predicted {
    long positions;
    double win, value, won; /* predicted, the search's value, what came of it */
} Predicted;

typedef struct Calibration {
    Predicted all;
    Predicted bins[CALIBRATION_BINS]; /* by predicted chance: below 0.2, 0.4, … */
} Calibration;

/* Plays that many games, `bot` in every seat, and adds one position in `every`: its
 * prediction for the seat that acts, and that seat's share of the win at the end. */
void calibration_play(Calibration *calibration, const Bot *bot, const Game *game, int seats,
                      int games, int every);

/* The largest difference of predicted and won between 0 and 1, of bins with at least so
 * many positions. */
double calibration_error(const Calibration *calibration, long positions);

#endif
