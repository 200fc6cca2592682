/* screen.h: lines of text with columns, on a terminal or into a pipe. Knows
 * where the line stands, so that columns align and long lines break. */
#ifndef ROUNDHOUSE_TUI_SCREEN_H
#define ROUNDHOUSE_TUI_SCREEN_H

#include "words/words.h"

#include <stdio.h>

enum { SCREEN_WIDTH = 80, SCREEN_TEXT_MAX = 1024, NAME_COLUMNS = 10 };

/* Colour is an extra: whatever an ink says, a sign or a word says too. The car
 * inks are numbers from INK_FIRST_CAR on. */
typedef enum Ink {
    INK_PLAIN,
    INK_HEADING,
    INK_FAINT,
    INK_STRONG,
    INK_WARNING,
    INK_FIRST_CAR,
} Ink;

typedef struct Screen {
    FILE *out;
    Language language;
    int has_colour;
    int column;                 /* where the next character goes, from 0 */
    int indent;                 /* where a line that breaks goes on */
    const char *const *players; /* the name of each seat */
} Screen;

/* How many columns a UTF-8 text takes. Characters that take two, or none, are known
 * as far as the locale (LC_CTYPE) knows them. */
int text_width(const char *text);
/* The text in so many columns at most; "…" stands for what was cut off. */
void text_cut(const char *text, int columns, char *out, size_t size);

/* The name of a seat's player, cut to NAME_COLUMNS. */
void screen_name(Screen *screen, Ink ink, int seat);
void screen_put(Screen *screen, Ink ink, const char *text);
void screen_number(Screen *screen, Ink ink, int number, int width);
/* Spaces up to a column; none if the line is there already. */
void screen_go(Screen *screen, int column);
void screen_line(Screen *screen);
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
