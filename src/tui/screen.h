/* screen.h: writing on a canvas: columns that align, lines that break, headings. Lines for
 * a pipe are drawn the same way and then printed. */
#ifndef ROUNDHOUSE_TUI_SCREEN_H
#define ROUNDHOUSE_TUI_SCREEN_H

#include "tui/canvas.h"
#include "tui/glyph.h"
#include "tui/ink.h"
#include "words/words.h"

#include <stdio.h>

enum { SCREEN_WIDTH = 80, SCREEN_TEXT_MAX = 1024, NAME_COLUMNS = 10 };

typedef struct Screen {
    Canvas *canvas;
    Language language;
    const char *const *players; /* the name of each seat */
    int width;                  /* columns, from `left` on */
    int left;                   /* the canvas column that is column 0 */
    int row, column;            /* where the next character goes */
    int indent;                 /* the column after a line break */
    int spot;                   /* of the following text, or NO_SPOT */
    int is_ascii;               /* printed with ASCII substitutes */
} Screen;

/* The name of a seat's player, cut to NAME_COLUMNS. */
void screen_name(Screen *screen, Ink ink, int seat);
void screen_put(Screen *screen, Ink ink, const char *text);
__attribute__((format(printf, 3, 4))) void screen_format(Screen *screen, Ink ink,
                                                         const char *format, ...);
/* From a column on, or from here if the line is there already. */
void screen_put_at(Screen *screen, int column, Ink ink, const char *text);
/* Clickable text. */
void screen_block(Screen *screen, Ink ink, int spot, const char *text);
/* To a column, if the line is not there already. */
void screen_go(Screen *screen, int column);
void screen_line(Screen *screen);
/* Ends a line that has been begun. */
void screen_end_line(Screen *screen);
/* Right-aligned in a cell. */
void screen_cell(Screen *screen, Ink ink, const char *text, int width);
void screen_number(Screen *screen, Ink ink, int number, int width);
/* Breaks the line, unless the columns fit into it. */
void screen_fit(Screen *screen, int columns);
/* Word-wraps. */
void screen_wrap(Screen *screen, Ink ink, const char *text);

/* A heading, ruled to the full width: on this line, and as a line of its own. */
void screen_title(Screen *screen, const char *text);
void screen_rule(Screen *screen, int from, int to);
void screen_heading(Screen *screen, const char *text);

/* Sentences of the catalogue: the words alone, with one number, or written out. */
const char *screen_words(const Screen *screen, const char *key);
void screen_put_number(Screen *screen, Ink ink, const char *key, const char *name,
                       int number);
void screen_say(Screen *screen, Ink ink, const char *key, const WordsArgument *arguments,
                int count);

/* Prints and clears the canvas; an unfinished line gets no newline. */
void screen_print(Screen *screen, FILE *out, int has_colour);

#endif
