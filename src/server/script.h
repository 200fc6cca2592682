/* script.h: a line of text in any script, drawn by cairo: letters joined and ordered by
 * ICU, fonts found by fontconfig for what the first one lacks. */
#ifndef ROUNDHOUSE_SERVER_SCRIPT_H
#define ROUNDHOUSE_SERVER_SCRIPT_H

#include <cairo.h>

typedef struct Font {
    double size;
    int is_bold;
} Font;

/* Writes at most `width` of it, cut off at a whole character with an ellipsis; the base
 * line is at `y`. From `x` to the right, or ending there if `is_right`. Nothing is drawn
 * beyond that room, or beyond the height of a line. How wide it is. */
double script_write(cairo_t *cairo, Font font, double x, double y, double width,
                    int is_right, const char *text);

#endif
