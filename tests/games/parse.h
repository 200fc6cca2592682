/* parse.h: parses cards and setups as tests write them: "box box ore", "edition=mayfair
 * first=2". An unknown word fails the test. */
#ifndef ROUNDHOUSE_TESTS_GAMES_PARSE_H
#define ROUNDHOUSE_TESTS_GAMES_PARSE_H

#include "engine/game.h"

enum { PARSE_WORD_MAX = 32 };

/* Copies the next word of a text; returns the rest, NULL at the end. */
const char *parse_word(const char *text, char word[PARSE_WORD_MAX]);

int parse_name(const Names *names, const char *word);
/* Parses a row of names; returns their number. */
int parse_names(const Names *names, const char *text, uint8_t *out, int most);

/* The default setup with these options; seat 0 begins by default. */
Setup parse_setup(const Game *game, int seats, const char *options);

#endif
