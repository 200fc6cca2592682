/* golden.h: recorded games that must replay to the same bytes for ever. A golden game
 * is a save in this folder; the file `hashes` has, for each, the SHA-256 of its last
 * state. The result is in the save. */
#ifndef ROUNDHOUSE_TESTS_GOLDEN_H
#define ROUNDHOUSE_TESTS_GOLDEN_H

#include "play/match.h"

enum { GOLDEN_HASH_DIGITS = 64 };

typedef struct GoldenHash {
    char digits[GOLDEN_HASH_DIGITS + 1];
} GoldenHash;

GoldenHash golden_hash(const Match *match);

#endif
