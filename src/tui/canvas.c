/* canvas.c: cells in rows, one row after the other. */
#include "tui/canvas.h"

#include "tui/glyph.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROWS = 32 };

void canvas_free(Canvas *canvas)
{
    free(canvas->cells);
    *canvas = (Canvas){ 0 };
}

void canvas_clear(Canvas *canvas, int width)
{
    if (width != canvas->width) {
        free(canvas->cells);
        canvas->cells = NULL;
        canvas->room = 0;
        canvas->width = width;
    }
    canvas->height = 0;
}

/* The cells of a row, which is added if it is missing; NULL: no memory. */
static Cell *row_of(Canvas *canvas, int row)
{
    size_t width = (size_t)canvas->width;

    if (row >= canvas->room) {
        int room = canvas->room == 0 ? FIRST_ROWS : canvas->room;
        while (room <= row)
            room *= 2;
        Cell *cells = realloc(canvas->cells, (size_t)room * width * sizeof *cells);
        if (cells == NULL)
            return NULL;
        canvas->cells = cells;
        canvas->room = room;
    }
    if (row >= canvas->height) {
        size_t rows = (size_t)(row + 1 - canvas->height);
        memset(canvas->cells + (size_t)canvas->height * width, 0,
               rows * width * sizeof *canvas->cells);
        canvas->height = row + 1;
    }
    return canvas->cells + (size_t)row * width;
}

/* A combining mark is added to the character before it. */
static void add_mark(Cell *cell, const char *text, size_t length)
{
    size_t used = strlen(cell->text);

    if (used > 0 && used + length < CELL_BYTES) {
        memcpy(cell->text + used, text, length);
        cell->text[used + length] = '\0';
    }
}

int canvas_put(Canvas *canvas, int row, int column, Ink ink, int spot, const char *text)
{
    if (row < 0 || canvas->width <= 0)
        return column;
    Cell *cells = row_of(canvas, row);

    while (*text != '\0' && cells != NULL) {
        int columns;
        size_t length = glyph_measure(text, &columns);

        if (columns == 0) {
            if (column > 0 && column <= canvas->width)
                add_mark(&cells[column - 1], text, length);
        } else if (column < 0 || column + columns > canvas->width) {
            if (column >= 0)
                return canvas->width;
        } else {
            for (int i = 0; i < columns; i++)
                cells[column + i] = (Cell){ .ink = (uint8_t)ink,
                                            .is_half = (uint8_t)(i > 0),
                                            .spot = (uint16_t)spot };
            memcpy(cells[column].text, text, length);
        }
        column += columns;
        text += length;
    }
    return column;
}

void canvas_repeat(Canvas *canvas, int row, int column, Ink ink, const char *text,
                   int times)
{
    for (; times > 0; times--)
        column = canvas_put(canvas, row, column, ink, NO_SPOT, text);
}

void canvas_copy(Canvas *canvas, int row, int column, const Canvas *other, int from,
                 int rows)
{
    int columns = other->width;

    if (column + columns > canvas->width)
        columns = canvas->width - column;
    for (int i = 0; i < rows && from + i < other->height && columns > 0; i++) {
        Cell *cells = row_of(canvas, row + i);
        if (cells == NULL)
            return;
        memcpy(cells + column, canvas_at(other, from + i, 0),
               (size_t)columns * sizeof *cells);
    }
}

const Cell *canvas_at(const Canvas *canvas, int row, int column)
{
    if (row < 0 || row >= canvas->height || column < 0 || column >= canvas->width)
        return NULL;
    return canvas->cells + (size_t)row * (size_t)canvas->width + column;
}

void canvas_ink_spot(Canvas *canvas, int spot, Ink ink)
{
    size_t count = (size_t)canvas->height * (size_t)canvas->width;

    for (size_t i = 0; i < count && spot != NO_SPOT; i++) {
        if (canvas->cells[i].spot == spot)
            canvas->cells[i].ink = (uint8_t)ink;
    }
}
