/* full.h: a game on the whole terminal: the table, the log, the choices; keys and
 * mouse. The terminal is open. */
#ifndef ROUNDHOUSE_TUI_FULL_H
#define ROUNDHOUSE_TUI_FULL_H

#include "client/connection.h"
#include "tui/course.h"

/* Goes on with the match from where it stands. */
CourseResult full_play(Match *match, const TableSettings *settings);

/* A table at a server. COURSE_NEW: the rematch is wanted, whose code is `wanted`. */
CourseResult full_remote(Connection *connection, const char *code, Language language);

/* Steps through the match, forward and backward. 0: no memory. */
int full_replay(Match *match, const char *const *names, const SaveStart *start,
                Language language);

#endif
