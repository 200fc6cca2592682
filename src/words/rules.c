/* rules.c: finds a rules page. */
#include "words/rules.h"

#include <stdio.h>
#include <string.h>

const char *rules_find(Language language, const char *game)
{
    static const char *const CODES[LANGUAGES] = {
        [LANGUAGE_EN] = "en",
        [LANGUAGE_FR] = "fr",
    };
    char name[96];

    snprintf(name, sizeof name, "%s.%s", game, CODES[language]);
    for (int i = 0; i < RULES_PAGE_COUNT; i++) {
        if (strcmp(RULES_PAGES[i].name, name) == 0)
            return RULES_PAGES[i].text;
    }
    return NULL;
}
