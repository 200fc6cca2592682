/* sm_table.h: Station Master on the full screen. */
#ifndef ROUNDHOUSE_TUI_SM_TABLE_H
#define ROUNDHOUSE_TUI_SM_TABLE_H

#include "games/station_master/sm.h"
#include "tui/draw.h"

/* A short name for a carriage: "+3", "1st". */
const char *sm_code(Language language, int card);

/* Drawing.title, .table, .touch */
void sm_title(Language language, const void *view, char *out, size_t size);
void sm_table(Screen *screen, const void *view, int seat, int rows);
int sm_touch(const void *view, int seat, Action action, int *spots);

#endif
