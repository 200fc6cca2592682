/* small_tournament.h: tournaments to test with. */
#ifndef ROUNDHOUSE_TESTS_ARENA_SMALL_TOURNAMENT_H
#define ROUNDHOUSE_TESTS_ARENA_SMALL_TOURNAMENT_H

#include "arena/run.h"

/* One table of tic-tac-toe or another game: bots named as in --bots. */
Tournament table_of(const Game *game, const char *const *bots, int seats);

/* A round robin of contenders of which only the labels differ: "a", "b"... */
Tournament round_robin_of(const Game *game, int contenders, int seats);

/* The games below `games` that are not done, by so many threads; an assertion
 * that nothing went wrong. `ledger` may be NULL. */
void play_games(const Tournament *tournament, GameResult *results, long games, int threads,
                Ledger *ledger);

/* All but the time is the same. */
void expect_same_results(const GameResult *a, const GameResult *b, long games, int seats);

#endif
