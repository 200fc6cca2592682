/* pen.h: pen and ink for pictures: lines and words on a page by cairo, kept as SVG or
 * PNG. */
#ifndef ROUNDHOUSE_ARENA_PEN_H
#define ROUNDHOUSE_ARENA_PEN_H

#include "play/text.h"

#include <cairo.h>

/* In units of a slide, 16 to 9. */
enum { PAGE_WIDTH = 960, PAGE_HEIGHT = 540, PAGE_MARGIN = 48 };

typedef struct Colour {
    double red, green, blue;
} Colour;

extern const Colour PEN_INK, PEN_QUIET, PEN_GRID;

typedef enum Align { ALIGN_LEFT, ALIGN_CENTRE, ALIGN_RIGHT } Align;
typedef enum Weight { PEN_PLAIN, PEN_BOLD } Weight;

void pen_colour(cairo_t *cairo, Colour colour);
void pen_font(cairo_t *cairo, double size, Weight weight);
double pen_width(cairo_t *cairo, const char *text);
/* The text's line stands at y. */
void pen_write(cairo_t *cairo, double x, double y, Align align, const char *text);
void pen_line(cairo_t *cairo, double x1, double y1, double x2, double y2, double width);

/* A white page with its words. */
void page_begin(cairo_t *cairo, const char *title, const char *subtitle, const char *foot);

/* Does the name end in .svg or .png? */
int page_can_be(const char *path);

/* Draws a page into a file, SVG or PNG by its name. 0, and a sentence in *fault: it cannot
 * be written. */
typedef void PageDraw(cairo_t *cairo, const void *what);
int page_write(const char *path, PageDraw *draw, const void *what, Fault *fault);

#endif
