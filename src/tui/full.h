/* full.h: a game on the full screen, with keys and mouse. The terminal must be open. */
#ifndef ROUNDHOUSE_TUI_FULL_H
#define ROUNDHOUSE_TUI_FULL_H

#include "client/connection.h"
#include "tui/course.h"

/* Plays the match on. */
CourseResult full_play(Match *match, const TableSettings *settings);

/* A table at a server. COURSE_NEW: the rematch is wanted, whose code is `wanted`. */
CourseResult full_remote(Connection *connection, const char *code,
                         const TableSettings *settings);

/* Steps through the match, forward and backward. 0: no memory. */
int full_replay(Match *match, const char *const *names, const SaveStart *start,
                Language language);

#endif
