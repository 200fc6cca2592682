/* plain.h: a game as a dialogue of lines: the position, numbered choices, an
 * answer. Needs no terminal; a pipe will do. */
#ifndef ROUNDHOUSE_TUI_PLAIN_H
#define ROUNDHOUSE_TUI_PLAIN_H

#include "client/connection.h"
#include "tui/course.h"

/* Goes on with the match from where it stands. */
CourseEnd plain_play(Match *match, const TableSettings *settings);

/* A table at a server; of the settings only what is about the terminal counts. */
CourseEnd plain_remote(Connection *connection, const char *code,
                       const TableSettings *settings);

#endif
