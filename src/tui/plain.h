/* plain.h: a game as a dialogue of lines: the position, numbered choices, an
 * answer. Needs no terminal; a pipe will do. */
#ifndef ROUNDHOUSE_TUI_PLAIN_H
#define ROUNDHOUSE_TUI_PLAIN_H

#include "client/connection.h"
#include "tui/course.h"

/* Plays the match on. */
CourseEnd plain_play(Match *match, const TableSettings *settings);

/* A server's table; of the settings only language and terminal count. */
CourseResult plain_remote(Connection *connection, const char *code,
                          const TableSettings *settings);

#endif
