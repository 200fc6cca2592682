/* catalogue.h: every game in the house. */
#ifndef ROUNDHOUSE_GAMES_CATALOGUE_H
#define ROUNDHOUSE_GAMES_CATALOGUE_H

#include "engine/game.h"

extern const Game *const CATALOGUE[];
extern const int CATALOGUE_COUNT;

#endif
