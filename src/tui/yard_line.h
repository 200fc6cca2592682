/* yard_line.h: a whole new yard in one line: "BOX BOX ORE / TNK TNK". */
#ifndef ROUNDHOUSE_TUI_YARD_LINE_H
#define ROUNDHOUSE_TUI_YARD_LINE_H

#include "tui/draw.h"

/* The codes of the types of cars and of the mixed train. */
extern const Names YARD_LINE_CODES;

/* Drawing.read and Drawing.hint of Freight Train. */
void yard_line_read(Language language, const void *view, int seat, const char *line,
                    Reading *reading);
const char *yard_line_hint(const void *view, int seat);

#endif
