/* turns.h: what each of the others did since the viewer's last turn, a line for each. */
#ifndef ROUNDHOUSE_TUI_TURNS_H
#define ROUNDHOUSE_TUI_TURNS_H

#include "tui/journal.h"

/* The entry with which it begins. For a spectator: the last turn of each seat. */
int turns_begin(const Journal *journal, int viewer);

/* How many of the others did something since then. */
int turns_count(const Journal *journal, int viewer);

/* The newest lines that fit into the rows, each as wide as the screen at most; short ones
 * beside each other where rows are short. 0: not all fit.
 *
 *     Nora   fills siding 2; couples BOX→1, TNK→3; parks ORE
 *
 * The words are "<game>.turn.<word>", or those of the log; an event for which they
 * are "-" is left out. Where that is too long, "<game>.turn.<word>.many" counts what is
 * alike, or leaves it out if it is "-". */
int turns_print(const Journal *journal, Screen *screen, const Game *game, int viewer,
                int rows);

/* All that happened from an entry on: the same line for each of the others, where the first
 * of its steps stands; in the words of the log what the viewer did and what happened to the
 * table, without what a report has shown. */
void turns_print_news(const Journal *journal, Screen *screen, const Game *game, int from,
                      int viewer);

#endif
