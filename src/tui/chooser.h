/* chooser.h: the form for a new game on the full screen: game, seats, people, bots and
 * options. */
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

/* Starts from the values in the wish, or from the first game. The terminal must be open.
 * 0: the player left. */
int chooser_ask(Wish *wish, Language language);

#endif
