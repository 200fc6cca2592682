/* screen.h: lines of text with columns, on a terminal, into a pipe, or on a canvas.
 * Knows where the line stands, so that columns align and long lines break. */
#ifndef ROUNDHOUSE_TUI_SCREEN_H
#define ROUNDHOUSE_TUI_SCREEN_H

#include "tui/canvas.h"
#include "tui/glyph.h"
#include "tui/ink.h"
#include "words/words.h"

#include <stdio.h>

enum { SCREEN_WIDTH = 80, SCREEN_TEXT_MAX = 1024, NAME_COLUMNS = 10 };

typedef struct Screen {
    FILE *out;
    Language language;
    int has_colour;
    int column;                 /* where the next character goes, from 0 */
    int indent;                 /* where a line that breaks goes on */
    const char *const *players; /* the name of each seat */
    int width;                  /* columns; 0: SCREEN_WIDTH */
    Canvas *canvas;             /* instead of `out`; NULL: none */
    int row, left;              /* where on the canvas the line stands and begins */
    int spot;                   /* of what is put there, or NO_SPOT */
} Screen;

int screen_width(const Screen *screen);

/* The name of a seat's player, cut to NAME_COLUMNS. */
void screen_name(Screen *screen, Ink ink, int seat);
void screen_put(Screen *screen, Ink ink, const char *text);
void screen_number(Screen *screen, Ink ink, int number, int width);
/* Spaces up to a column; none if the line is there already. */
void screen_go(Screen *screen, int column);
void screen_line(Screen *screen);
/* A thing of the game that can be pointed at, in one ink. */
void screen_block(Screen *screen, Ink ink, int spot, const char *text);
/* Nothing that was shown before is in sight any more. */
void screen_clear(Screen *screen);
/* To the right of so many columns. */
void screen_cell(Screen *screen, Ink ink, const char *text, int width);
/* Words one by one; breaks the line before one that would not fit. */
void screen_wrap(Screen *screen, Ink ink, const char *text);
/* A heading, ruled to the full width. */
void screen_heading(Screen *screen, const char *text);

/* A sentence of the catalogue. */
void screen_say(Screen *screen, Ink ink, const char *key, const WordsArgument *arguments,
                int count);

#endif
