/* terminal.h: the terminal, by ncurses: shows a canvas, and reads keys and mouse. There is
 * one per process. */
#ifndef ROUNDHOUSE_TUI_TERMINAL_H
#define ROUNDHOUSE_TUI_TERMINAL_H

#include "tui/canvas.h"

typedef enum TermColour { TERM_COLOURS, TERM_NO_COLOURS } TermColour;
typedef enum TermGlyphs { TERM_UTF8, TERM_ASCII } TermGlyphs;

typedef enum TermEventKind {
    TERM_NOTHING,   /* the time is over */
    TERM_CHARACTER, /* `text` */
    TERM_UP,
    TERM_DOWN,
    TERM_LEFT,
    TERM_RIGHT,
    TERM_PAGE_UP,
    TERM_PAGE_DOWN,
    TERM_HOME,
    TERM_END,
    TERM_ENTER,
    TERM_ESCAPE,
    TERM_TAB,
    TERM_BACKSPACE,
    TERM_DELETE,
    TERM_CLICK, /* at `row`, `column` */
    TERM_WHEEL_UP,
    TERM_WHEEL_DOWN,
    TERM_RESIZE,
    TERM_LEAVE, /* interrupted, or the terminal has gone */
    TERM_WAKE,  /* one of the descriptors can be read */
} TermEventKind;

typedef struct TermEvent {
    TermEventKind kind;
    char text[8]; /* a character in UTF-8 */
    int row, column;
} TermEvent;

enum { TERM_LEAST_WIDTH = 80, TERM_LEAST_HEIGHT = 24 };

/* Can a full screen be shown on standard input and output? Not on a terminal that is
 * smaller than that. */
int term_is_possible(void);

/* 0: it could not be opened. Interrupts (SIGINT, SIGTERM, SIGHUP) become events
 * from then on. */
int term_open(TermColour colour, TermGlyphs glyphs);
/* The terminal as it was before. */
void term_close(void);

int term_width(void);
int term_height(void);
/* The cursor stands at row and column; a negative row: it is hidden. */
void term_show(const Canvas *canvas, int cursor_row, int cursor_column);
/* Waits for an event, a readable descriptor or the timeout; -1: no timeout. */
TermEvent term_wait(int milliseconds, const int *descriptors, int count);
/* Drops the keys that were typed and not read yet. */
void term_drop_keys(void);

#endif
