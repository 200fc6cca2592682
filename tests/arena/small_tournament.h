/* small_tournament.h: tournaments to test with. */
#ifndef ROUNDHOUSE_TESTS_ARENA_SMALL_TOURNAMENT_H
#define ROUNDHOUSE_TESTS_ARENA_SMALL_TOURNAMENT_H

#include "arena/run.h"

/* A tournament with one table of any game; bots are named as in --bots. */
Tournament table_of(const Game *game, const char *const *bots, int seats);

/* A round robin whose contenders differ in their labels only: "a", "b"... */
Tournament round_robin_of(const Game *game, int contenders, int seats);

/* Plays all games below `games` that are not done, with this many threads, and asserts
 * success. `ledger` may be NULL. */
void play_games(const Tournament *tournament, GameResult *results, long games, int threads,
                Ledger *ledger);

/* Asserts that everything but the times is equal. */
void expect_same_results(const GameResult *a, const GameResult *b, long games, int seats);

#endif
