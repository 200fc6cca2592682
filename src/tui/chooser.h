/* chooser.h: a new game on the full screen: which, for how many, with which
 * options, against whom. */
#ifndef ROUNDHOUSE_TUI_CHOOSER_H
#define ROUNDHOUSE_TUI_CHOOSER_H

#include "ai/ai.h"
#include "engine/game.h"
#include "tui/terminal.h"
#include "words/words.h"

typedef struct Wish {
    const Game *game;
    Setup setup; /* without a seed */
    int people;  /* at this terminal: the first seats */
    const Bot *bot;
} Wish;

/* The terminal is open. What is in the wish already is where it begins; without a
 * game, the first. 0: somebody left. */
int chooser_ask(Wish *wish, Language language);

#endif
