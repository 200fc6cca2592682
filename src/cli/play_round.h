/* play_round.h: where a game of `roundhouse play` comes from, and where it is kept. */
#ifndef ROUNDHOUSE_CLI_PLAY_ROUND_H
#define ROUNDHOUSE_CLI_PLAY_ROUND_H

#include "cli/last_game.h"
#include "cli/play.h"

/* A game, and who sits at it. */
typedef struct Round {
    Match *match;
    Party party;
    const char *save; /* NULL: only where every game is kept */
    int is_saved;
    int is_loaded;  /* from a save */
    int is_resumed; /* which is where every game is kept */
} Round;

/* The first game that the arguments ask for. 0: error printed, the exit status in *status;
 * otherwise a match, or none: nothing says which game, and none was left unfinished. */
int round_first(const PlayArgs *args, Round *round, int *status);

/* The settings of a round, with what they point to. */
typedef struct RoundSettings {
    TableSettings settings;
    PlayerNames names;
    char last[LAST_GAME_PATH];
} RoundSettings;

/* Every move is kept in the state folder, as the game that was played last. */
void round_settings(const PlayArgs *args, const Round *round, RoundSettings *own);

#endif
