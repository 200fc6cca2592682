/* canvas.h: an in-memory grid of characters: a terminal's screen, or a longer page that
 * scrolls. Drawing on it needs no terminal. */
#ifndef ROUNDHOUSE_TUI_CANVAS_H
#define ROUNDHOUSE_TUI_CANVAS_H

#include "tui/ink.h"

#include <stdint.h>

enum { CELL_BYTES = 12, NO_SPOT = 0 };

/* One column of one line. */
typedef struct Cell {
    char text[CELL_BYTES]; /* a character and its combining marks; empty: a space */
    uint8_t ink;
    uint8_t is_half; /* the right half of a wide character */
    uint16_t spot;   /* the clickable thing that is drawn there, or NO_SPOT */
} Cell;

/* Starts as { .width = … } without rows; a row is added when something is drawn there,
 * and what does not fit into memory is missing. */
typedef struct Canvas {
    int width;  /* columns */
    int height; /* rows in use */
    int room;   /* rows */
    Cell *cells;
} Canvas;

void canvas_free(Canvas *canvas);
/* Empties it, and gives it another width. */
void canvas_clear(Canvas *canvas, int width);

/* Text from a place on, cut at the right edge; returns the column after it. */
int canvas_put(Canvas *canvas, int row, int column, Ink ink, int spot, const char *text);
/* One character, repeated. */
void canvas_repeat(Canvas *canvas, int row, int column, Ink ink, const char *text,
                   int times);
/* Rows [from, from + rows) of another canvas, at a place of this one. */
void canvas_copy(Canvas *canvas, int row, int column, const Canvas *other, int from,
                 int rows);
/* NULL: nothing was drawn there. */
const Cell *canvas_at(const Canvas *canvas, int row, int column);
/* Changes the ink of all cells of a spot. */
void canvas_ink_spot(Canvas *canvas, int spot, Ink ink);

#endif
