/* ft_arrangement.h: Freight Train's whole new yard in one line. */
#ifndef ROUNDHOUSE_TUI_FT_ARRANGEMENT_H
#define ROUNDHOUSE_TUI_FT_ARRANGEMENT_H

#include "games/freight_train/ft.h"
#include "tui/draw.h"

/* The decisions that a line like "BOX ORE / TNK" stands for; none while the yard
 * cannot be rearranged. */
void ft_read_arrangement(Language language, const Names *codes, const FtState *ft, int seat,
                         const char *line, Reading *reading);
/* Drawing.hint */
const char *ft_arrangement_hint(const void *view, int seat);

#endif
