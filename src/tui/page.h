/* page.h: a scrolling page: help, rules, log, hint. */
#ifndef ROUNDHOUSE_TUI_PAGE_H
#define ROUNDHOUSE_TUI_PAGE_H

#include "tui/screen.h"
#include "tui/terminal.h"

typedef struct Page {
    int is_open;
    int reads_on; /* Enter closes it only at its end */
    char title[128];
    Canvas text;
    int top;  /* the first row that is shown */
    int rows; /* that were shown last */
} Page;

void page_free(Page *page);

/* Opens it empty, and gives a screen to write it with. */
Screen page_open(Page *page, const char *title, Language language,
                 const char *const *players, int width);
void page_show_end(Page *page);
/* Was it opened for this width of the terminal? */
int page_fits(const Page *page, int width);

/* The whole canvas: title, text, and which keys there are. */
void page_draw(Page *page, Canvas *canvas, Language language, int width, int height);
/* Scrolls and closes. */
void page_handle(Page *page, const TermEvent *event);

#endif
