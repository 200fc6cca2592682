/* greedy_wins.h: how the greedy player fares against random ones. */
#ifndef ROUNDHOUSE_TESTS_AI_GREEDY_WINS_H
#define ROUNDHOUSE_TESTS_AI_GREEDY_WINS_H

#include "engine/game.h"

/* How many of so many games one greedy player wins against random ones, a shared
 * win counting in equal parts. */
double greedy_wins(const Game *game, const Setup *setup, long games);

/* The same with the default options. */
double greedy_wins_default(const Game *game, int seats, long games);

#endif
