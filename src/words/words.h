/* words.h: sentences from the catalogues (words/en.json, words/fr.json). The
 * page uses the same catalogues. */
#ifndef ROUNDHOUSE_WORDS_WORDS_H
#define ROUNDHOUSE_WORDS_WORDS_H

#include "engine/game.h"

#include <stddef.h>

typedef enum Language { LANGUAGE_EN, LANGUAGE_FR, LANGUAGES } Language;

/* "fr", "fr_FR.UTF-8", "en"; -1: none of ours. */
int language_find(const char *name);

/* The catalogue's sentence under a key, as it stands; NULL if there is none. */
const char *words_find(Language language, const char *key);

/* One argument of a sentence. `text` wins over `number` when it is not NULL. */
typedef struct WordsArgument {
    const char *name;
    const char *text;
    int number;
} WordsArgument;

enum { WORDS_DIGITS = 16 };

/* A number with the minus sign of sentences (U+2212); `plus` stands before a positive
 * one. */
void words_number(char digits[WORDS_DIGITS], int number, const char *plus);

/* A text of the command line, whose English is in the source: what the catalogue has for it
 * under "cli.…", or itself. */
const char *words_translate(Language language, const char *english);

/* Writes the sentence of a key with its arguments filled in: {name} for the
 * value, {name|singular|plural} for a word that goes with the number. Returns
 * the length that there was to write, like snprintf. A key that is missing
 * writes itself, so that it is seen. */
int words_write(Language language, const char *key, const WordsArgument *arguments,
                int count, char *out, size_t size);

/* The words for one name of a game's tables ("freight-train", "car", "box"). */
const char *words_name(Language language, const Game *game, const Names *names, int value);

/* A phrase of a game in full. `players` holds the name of each seat. A phrase
 * whose key is missing is written as the key and the arguments. */
int words_phrase(Language language, const Game *game, const Phrase *phrase,
                 const char *const *players, char *out, size_t size);

/* The same under another topic than the phrase's own: "choice" has shorter
 * words than "do", for where a heading says the rest. {code} is the short name of the
 * first thing that it names. */
int words_phrase_as(Language language, const Game *game, const char *topic,
                    const Phrase *phrase, const char *const *players, char *out,
                    size_t size);

#endif
