/* greedy_wins.h: the greedy bot's share of wins against random bots. */
#ifndef ROUNDHOUSE_TESTS_AI_GREEDY_WINS_H
#define ROUNDHOUSE_TESTS_AI_GREEDY_WINS_H

#include "engine/game.h"

/* The number of `games` that one greedy bot wins against random ones, a shared win
 * counting in equal parts. */
double greedy_wins(const Game *game, const Setup *setup, long games);

/* The same with the default options. */
double greedy_wins_default(const Game *game, int seats, long games);

#endif
