/* ledger.h: the finished games of a tournament on disk, so that it can go on after an
 * interruption. docs/formats.md has it in full:
 *
 *     roundhouse arena 1
 *     game freight-train
 *     rules 1
 *     seats 4
 *     option edition mayfair      one line for each option
 *     seed <64 digits>
 *     bots greedy random random random
 *     tables one                  or: all, of a round robin
 *
 *     7 places 1 3 2 4 scores 31 17 20 9 moves 60 61 58 60 ns 91 45 46 44 sum 5ad0c2b1
 *
 * The head says which tournament it is. Then follows a game a line, in the order in
 * which they ended: its number, the results by seat, and a checksum. A last line without
 * a line feed is truncated and dropped. */
#ifndef ROUNDHOUSE_ARENA_LEDGER_H
#define ROUNDHOUSE_ARENA_LEDGER_H

#include "arena/tournament.h"

typedef struct Ledger Ledger;

/* A new one. NULL, and a sentence in *fault: the file is there already, or cannot
 * be written. */
Ledger *ledger_new(const char *path, const Tournament *tournament, Fault *fault);

/* Opens an existing one to append to it; its games below `games` are read into
 * `results`. NULL, error in *fault: it is damaged, belongs to another tournament, or is
 * locked by another run. */
Ledger *ledger_open(const char *path, const Tournament *tournament, GameResult *results,
                    long games, Fault *fault);
void ledger_free(Ledger *ledger);

/* Adds a game; any thread may. 0, and a sentence in *fault: it cannot be written. */
int ledger_add(Ledger *ledger, long n, const GameResult *result, Fault *fault);

/* The seed of the tournament that a ledger belongs to; 0, and a sentence in
 * *fault: it cannot be read, or has none. */
int ledger_seed(const char *path, uint8_t *seed, Fault *fault);

#endif
