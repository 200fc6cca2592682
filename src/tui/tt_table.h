/* tt_table.h: Take a Train on the full screen. */
#ifndef ROUNDHOUSE_TUI_TT_TABLE_H
#define ROUNDHOUSE_TUI_TT_TABLE_H

#include "games/take_a_train/tt.h"
#include "tui/draw.h"

/* An amount as the language writes it; UNKNOWN: a question mark for it. */
const char *tt_money_text(Language language, int amount, char *text, size_t size);

/* Names of the loads in few letters. */
extern const Names TT_LOAD_NAMES;

/* Drawing.title, .table, .touch */
void tt_title(Language language, const void *view, char *out, size_t size);
void tt_table(Screen *screen, const void *view, int seat, int rows);
int tt_touch(const void *view, int seat, Action action, int *spots);

#endif
