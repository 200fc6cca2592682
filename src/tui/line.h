/* line.h: one line that is being typed. */
#ifndef ROUNDHOUSE_TUI_LINE_H
#define ROUNDHOUSE_TUI_LINE_H

#include "tui/canvas.h"
#include "tui/terminal.h"

enum { LINE_MAX_BYTES = 512 };

typedef struct Line {
    char text[LINE_MAX_BYTES];
    int cursor; /* a byte of it */
} Line;

typedef enum LineState { LINE_GOES_ON, LINE_DONE, LINE_DROPPED } LineState;

void line_set(Line *line, const char *text);
LineState line_handle(Line *line, const TermEvent *event);
/* In one row, the part with the cursor if it is too long; returns the cursor's
 * column. */
int line_draw(const Line *line, Canvas *canvas, int row, int column, int width);

#endif
