/* setup.h: setups in words, as people and programs give them. */
#ifndef ROUNDHOUSE_PLAY_SETUP_H
#define ROUNDHOUSE_PLAY_SETUP_H

#include "engine/game.h"

#include <stddef.h>

/* Every game in the house. */
int catalogue_count(void);
const Game *catalogue_game(int index);

/* NULL or -1: there is none of that name. */
const Game *catalogue_find(const char *id);
int names_find(const Names *names, const char *name);
int option_find(const Game *game, const char *id);

/* Which word was unknown. The setup changes only on SETUP_OK. */
typedef enum SetupStatus { SETUP_OK, SETUP_NO_OPTION, SETUP_NO_VALUE } SetupStatus;

SetupStatus setup_set_option(const Game *game, Setup *setup, const char *id,
                             const char *value);

/* Why the setup is invalid, as one word: "seats", or the game's own (refuse);
 * refusal_sentence in `wire` finds its sentence. NULL: valid. */
const char *setup_refusal(const Game *game, const Setup *setup);

/* 64 hexadecimal digits stand for themselves; any other text is hashed
 * (SHA-256). */
void setup_seed_from_text(Setup *setup, const char *text, size_t length);
/* From the system's randomness. */
void setup_seed_at_random(Setup *setup);

#endif
