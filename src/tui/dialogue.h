/* dialogue.h: the state of the dialogue of lines, shared by its output and its commands. */
#ifndef TUI_DIALOGUE_H
#define TUI_DIALOGUE_H

#include "tui/course.h"
#include "tui/layout.h"
#include "tui/plain.h"

typedef struct Dialogue {
    Course course; /* first: Course.say gets it */
    const TableSettings *settings;
    Canvas canvas;
    Screen screen;
    int read[SEATS_MAX]; /* entries of the journal that each seat has read */
    int last_human;      /* the person that decided last, or NOBODY */
    int reported;        /* terms of the report that were printed */
    int is_prompted;     /* the prompt stands in the last line */
    char *line;          /* typed last, without its newline */
    size_t line_room;
    char seats[SCREEN_TEXT_MAX]; /* as printed last … */
    int is_item_open;            /* … and nothing was done about it since */
} Dialogue;

/* Writes out what was drawn. */
void dialogue_print(Dialogue *dialogue);
/* A sentence on its own lines: Course.say. */
void dialogue_say(Course *course, Ink ink, const char *text);
void dialogue_say_key(Dialogue *dialogue, Ink ink, const char *key);
void dialogue_heading(Dialogue *dialogue, const char *key);
/* The next line, to dialogue->line; 0: the input has ended. */
int dialogue_read_line(Dialogue *dialogue);

void dialogue_draw(Dialogue *dialogue, int seat, Detail detail);
/* What the seat has not read, as `viewer` may see it: a line for each of the others. */
void dialogue_show_news(Dialogue *dialogue, int seat, int viewer);
/* The mode of the course, once. */
void dialogue_show(Dialogue *dialogue);

#endif
