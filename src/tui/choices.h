/* choices.h: the actions of a decision as a numbered menu. */
#ifndef ROUNDHOUSE_TUI_CHOICES_H
#define ROUNDHOUSE_TUI_CHOICES_H

#include "engine/game.h"
#include "tui/screen.h"

/* Numbers run from 1 in the order of `actions`. Actions of one kind stand
 * together under a heading ("<game>.choices.<word>") in few words
 * ("<game>.choice.<word>") if the catalogue has such; otherwise each has its
 * sentence. */
void choices_print(Screen *screen, const Game *game, const void *view, int seat,
                   const Action *actions, int count);

#endif
