/* last_game.h: where the games that were not finished lie, to go on with them:
 * $XDG_STATE_HOME/roundhouse, by default ~/.local/state/roundhouse, a file for each
 * game. */
#ifndef ROUNDHOUSE_CLI_LAST_GAME_H
#define ROUNDHOUSE_CLI_LAST_GAME_H

#include "engine/game.h"

enum { LAST_GAME_PATH = 4096 };

/* That folder; 0: there is no home to have it in. */
int last_game_folder(char path[LAST_GAME_PATH]);
/* Where moves of this game are kept; 0: there is no home to keep them in. */
int last_game_path(const Game *game, char path[LAST_GAME_PATH]);
/* The unfinished game that was played last; 0: there is none. */
int last_game_find(char path[LAST_GAME_PATH]);
/* An unfinished game in the way of a new one is put aside, as GAME.before.save, or as
 * GAME.before-2.save … if there are such already. */
void last_game_put_aside(const Game *game);

#endif
