/* ft_table.h: Freight Train on the full screen, and what it shares with the
 * dialogue's drawing. */
#ifndef ROUNDHOUSE_TUI_FT_TABLE_H
#define ROUNDHOUSE_TUI_FT_TABLE_H

#include "games/freight_train/ft.h"
#include "tui/draw.h"

/* Three letters for a car, or for the mixed train. */
const char *ft_code(Language language, int car);
/* Which of a player's trains counts as this type; -1: none. */
int ft_train_of_type(const FtPlayer *player, int type);
int ft_bare_locomotives(const FtPlayer *player);

/* Drawing.title, .table, .touch */
void ft_title(Language language, const void *view, char *out, size_t size);
void ft_table(Screen *screen, const void *view, int seat, int rows);
int ft_touch(const void *view, int seat, Action action, int *spots);

#endif
