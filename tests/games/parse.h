/* parse.h: cards and setups as tests say them: "box box ore", "edition=mayfair
 * first=2". A word that means nothing fails the test. */
#ifndef ROUNDHOUSE_TESTS_GAMES_PARSE_H
#define ROUNDHOUSE_TESTS_GAMES_PARSE_H

#include "engine/game.h"

enum { PARSE_WORD_MAX = 32 };

/* The next word of a text; answers with what follows it, NULL at the end. */
const char *parse_word(const char *text, char word[PARSE_WORD_MAX]);

int parse_name(const Names *names, const char *word);
/* A row of names; answers with how many there are. */
int parse_names(const Names *names, const char *text, uint8_t *out, int most);

/* The default setup with these options; seat 0 begins unless they say otherwise. */
Setup parse_setup(const Game *game, int seats, const char *options);

#endif
