/* random_match.h: matches for tests, random but reproducible. */
#ifndef ROUNDHOUSE_TESTS_RANDOM_MATCH_H
#define ROUNDHOUSE_TESTS_RANDOM_MATCH_H

#include "play/match.h"

enum { TO_THE_END = 100000 };

/* The default setup with a seed from a text. */
Setup setup_of(const Game *game, int seats, const char *seed);

/* Plays this many further actions, or until the game is over. */
void play_at_random(Match *match, uint64_t seed, int moves);

/* A match of that setup after this many random actions; the caller frees it. */
Match *random_match(const Game *game, int seats, const char *seed, int moves);

#endif
