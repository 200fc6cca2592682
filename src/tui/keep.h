/* keep.h: saves on disk. */
#ifndef ROUNDHOUSE_TUI_KEEP_H
#define ROUNDHOUSE_TUI_KEEP_H

#include "play/save.h"

/* Writes the save of a match to a file, whole or not at all: what was there
 * before stays if anything fails. 0, and the reason in *fault: it failed. */
int keep_match(const Match *match, const SavePlayers *players, const SaveStart *start,
               const char *path, Fault *fault);

/* Is there a folder for it that can be written in? 0, and the reason in *fault: no. */
int keep_can_save(const char *path, Fault *fault);

/* Makes every missing folder on the way to a file; errors show when it is written. */
void keep_make_folders(const char *path);
/* keep_match, and the folder is made if it is missing. */
int keep_match_in_folder(const Match *match, const SavePlayers *players,
                         const SaveStart *start, const char *path, Fault *fault);

enum { REMARK_MAX = 256 };

/* The last remark in a save file, which named the players before there were seat lines;
 * empty: none. */
void keep_read_remark(const char *path, char remark[REMARK_MAX]);

/* The match of a save file; the caller frees it. NULL, and the reason in *fault. */
Match *keep_load(const char *path, const SaveStart *start, SavePlayers *players,
                 Fault *fault);

#endif
