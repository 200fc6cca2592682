/* reports.h: what was paid, and what the result is made of, line by line. */
#ifndef ROUNDHOUSE_TUI_REPORTS_H
#define ROUNDHOUSE_TUI_REPORTS_H

#include "tui/course.h"

/* Did a day, a round or the stay of a train end? */
int report_is_due(const Terms *paid);
/* Terms with their parts, and the scores after them. */
void report_print(const Course *course, Screen *screen, const Terms *paid);

/* What would count if the day or the round ended now, or the trains left, as the viewer
 * may know it; nothing once the game is over. */
void report_print_now(const Course *course, Screen *screen);

/* Start + lines = score, for each player whose score the viewer knows. */
void account_print(const Course *course, Screen *screen);

/* The result: places, names, points, in columns. At the end nothing that counts is
 * hidden. */
void result_print(const Course *course, Screen *screen, int columns);

#endif
