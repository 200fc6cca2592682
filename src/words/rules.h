/* rules.h: the rules pages of docs/rules with the rulings of docs/rulings behind them, as
 * they are in the program. The table is
 * generated at build time by tools/pages_to_c. */
#ifndef ROUNDHOUSE_WORDS_RULES_H
#define ROUNDHOUSE_WORDS_RULES_H

#include "words/words.h"

typedef struct RulesPage {
    const char *name; /* game.language */
    const char *text; /* Markdown */
} RulesPage;

extern const RulesPage RULES_PAGES[];
extern const int RULES_PAGE_COUNT;

/* The rules of a game, by its id; NULL: there is no page. */
const char *rules_find(Language language, const char *game);

#endif
