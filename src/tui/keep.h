/* keep.h: saves on disk. */
#ifndef ROUNDHOUSE_TUI_KEEP_H
#define ROUNDHOUSE_TUI_KEEP_H

#include "play/save.h"

/* Writes the save of a match to a file, whole or not at all: what was there
 * before stays if anything fails. 0, and the reason in *fault: it failed. */
int keep_match(const Match *match, const char *const *names, const SaveStart *start,
               const char *path, Fault *fault);

/* The match of a save file; the caller frees it. NULL, and the reason in *fault. */
Match *keep_load(const char *path, const SaveStart *start, SavePlayers *players,
                 Fault *fault);

#endif
