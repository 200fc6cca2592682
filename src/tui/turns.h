/* turns.h: what each of the others did since the viewer's last turn, a line for each. */
#ifndef ROUNDHOUSE_TUI_TURNS_H
#define ROUNDHOUSE_TUI_TURNS_H

#include "tui/journal.h"

/* The entry with which it begins. For a spectator: the last turn of each seat. */
int turns_begin(const Journal *journal, int seats, int viewer);

/* How many of the others did something since then. */
int turns_count(const Journal *journal, int seats, int viewer);

/* The newest lines that fit into the rows, each as wide as the screen at most:
 *
 *     Nora   fills siding 2; couples BOX→1, TNK→3; parks ORE
 *
 * The words are "<game>.turn.<word>", or those of the log; an event for which they
 * are "-" is left out. Where that is too long, "<game>.turn.<word>.many" counts what is
 * alike, or leaves it out if it is "-". */
void turns_print(const Journal *journal, Screen *screen, const Game *game, int seats,
                 int viewer, int rows);

#endif
