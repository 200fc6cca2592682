/* keys.h: collects the catalogue keys that the program uses. */
#ifndef ROUNDHOUSE_TESTS_KEYS_H
#define ROUNDHOUSE_TESTS_KEYS_H

#include "engine/game.h"

enum { KEYS_MAX = 4096, KEY_ROOM = 96 };

/* A set of keys; the order does not matter. */
typedef struct Keys {
    int count;
    char items[KEYS_MAX][KEY_ROOM];
} Keys;

int keys_have(const Keys *keys, const char *key);
void keys_add(Keys *keys, const char *key);

/* Adds the keys of a game's tables: title, actions, events, options, refusals, and
 * every name that a field, an option, the position or a phrase can show. */
void keys_of_game(Keys *keys, const Game *game);
/* Adds the optional keys of a game: shorter words for its actions ("choice", "choices")
 * and events ("verb", "brief"), both of a pair or none; events in the line of a turn
 * ("turn"); the heading of what would count now. */
void keys_of_short_words(Keys *keys, const Game *game);
/* Adds the strings in the sources under a folder that begin like a key ("play.", or a
 * game's id and a dot) or are keys of the catalogues. */
void keys_of_sources(Keys *keys, const char *folder);

#endif
