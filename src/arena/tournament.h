/* tournament.h: games between contenders, by number.
 *
 * Game n is decided by the tournament's seed and n alone, as long as no contender
 * thinks by the clock: so the games may be played in any order, by any number of
 * threads or machines, and come out the same. */
#ifndef ROUNDHOUSE_ARENA_TOURNAMENT_H
#define ROUNDHOUSE_ARENA_TOURNAMENT_H

#include "arena/contender.h"
#include "arena/schedule.h"
#include "play/match.h"

enum { TOURNAMENT_GAMES_MOST = 10000000 };

typedef struct Tournament {
    const Game *game;
    Setup setup; /* its seed is the tournament's */
    Contender contenders[CONTENDERS_MAX];
    Schedule schedule;
} Tournament;

/* Makes contenders of the bots; those of the same label are one. In `entries`, the number
 * of each; returns how many contenders there are. */
int tournament_enter(Tournament *tournament, const Contender *bots, int count,
                     int *entries);

/* How one game went, by seat. */
typedef struct GameResult {
    int is_done;
    int places[SEATS_MAX];
    int scores[SEATS_MAX];
    int moves[SEATS_MAX];             /* decisions, those without a choice too */
    long long nanoseconds[SEATS_MAX]; /* of processor time, for all its moves;
                                       * 0 where every game has a deal of its own */
} GameResult;

/* The setup of the deal that game n is played on. */
void tournament_setup(const Tournament *tournament, long n, Setup *setup);

typedef enum GameStatus {
    GAME_DONE,
    GAME_STOPPED, /* *stop was set before the end */
    GAME_NO_MEMORY,
} GameStatus;

/* Plays game n. `match`, a new match with the setup of the game, records it; it may
 * be NULL. Unless it is GAME_DONE, the result is worth nothing. */
GameStatus tournament_play(const Tournament *tournament, long n, const atomic_int *stop,
                           Match *match, GameResult *result);

#endif
