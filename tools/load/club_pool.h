/* club_pool.h: whole games, played at random once and stored many times under other codes,
 * with other people. */
#ifndef ROUNDHOUSE_LOAD_CLUB_POOL_H
#define ROUNDHOUSE_LOAD_CLUB_POOL_H

#include "play/match.h"
#include "store/store.h"

enum { POOL_GAMES = 60, POOL_THINGS_MAX = 160 };

typedef struct PoolMove {
    Action action;
    int seat;
    SeatSet waiting; /* after it */
} PoolMove;

typedef struct PoolGame {
    const Game *game;
    Setup setup;
    char options[STORE_OPTIONS_MAX + 1];
    PoolMove *moves;
    int move_count;
    int scores[SEATS_MAX], places[SEATS_MAX];
} PoolGame;

/* All games of the catalogue, with two to five seats. 0: error in *fault. */
int pool_play(PoolGame pool[POOL_GAMES], Fault *fault);
void pool_free(PoolGame pool[POOL_GAMES]);

/* What can pay in a game, as store/incomes.h names it: "objective/coal". 0: there is no
 * such number. */
int pool_thing(const Game *game, int number, char *out, size_t room);

#endif
