/* all.h: all games: those of the catalogue and those of the tests. */
#ifndef ROUNDHOUSE_TESTS_ALL_H
#define ROUNDHOUSE_TESTS_ALL_H

#include "games/catalogue.h"

int all_games_count(void);
/* The games of the catalogue first. */
const Game *all_games(int index);

#endif
