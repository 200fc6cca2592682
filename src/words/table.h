/* table.h: the catalogues as C sees them. The table is generated at build time
 * by tools/words_to_c from words/en.json and words/fr.json, sorted by key. */
#ifndef ROUNDHOUSE_WORDS_TABLE_H
#define ROUNDHOUSE_WORDS_TABLE_H

#include "words/words.h"

typedef struct WordsEntry {
    const char *key;
    const char *sentences[LANGUAGES];
} WordsEntry;

extern const WordsEntry WORDS_TABLE[];
extern const int WORDS_COUNT;

#endif
