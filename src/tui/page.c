/* page.c: showing and scrolling. */
#include "tui/page.h"

#include <string.h>

enum { WIDEST = 100 };

void page_free(Page *page)
{
    canvas_free(&page->text);
}

Screen page_open(Page *page, const char *title, Language language,
                 const char *const *players, int width)
{
    enum { MARGIN = 1 };

    page->is_open = 1;
    page->reads_on = 0;
    page->top = 0;
    snprintf(page->title, sizeof page->title, "%s", title);
    if (width > WIDEST)
        width = WIDEST;
    canvas_clear(&page->text, width);
    return (Screen){ .language = language,
                     .players = players,
                     .width = width - MARGIN,
                     .canvas = &page->text };
}

int page_fits(const Page *page, int width)
{
    return page->text.width == (width > WIDEST ? WIDEST : width);
}

static void stay_within(Page *page)
{
    int last = page->text.height - page->rows;

    if (page->top > last)
        page->top = last;
    if (page->top < 0)
        page->top = 0;
}

static int is_at_end(const Page *page)
{
    return page->top >= page->text.height - page->rows;
}

/* To the next heading with a rule, and from the last one to the beginning. */
static void next_chapter(Page *page)
{
    int row = page->top + 1;

    while (row < page->text.height) {
        const Cell *cell = canvas_at(&page->text, row, 0);
        if (cell != NULL && cell->ink == INK_RULE && cell->text[0] != '\0')
            break;
        row++;
    }
    page->top = row < page->text.height ? row : 0;
}

void page_show_end(Page *page)
{
    page->top = page->text.height;
}

static void draw_bar(const Page *page, Canvas *canvas, int width)
{
    char place[32];
    int last = page->text.height - page->rows;

    canvas_repeat(canvas, 0, 0, INK_BAR, " ", width);
    canvas_put(canvas, 0, 1, INK_BAR_STRONG, NO_SPOT, page->title);
    if (last <= 0)
        return;
    snprintf(place, sizeof place, "%s %d %% %s", page->top > 0 ? "▲" : " ",
             100 * page->top / last, page->top < last ? "▼" : " ");
    canvas_put(canvas, 0, width - text_width(place) - 1, INK_BAR, NO_SPOT, place);
}

void page_draw(Page *page, Canvas *canvas, Language language, int width, int height)
{
    page->rows = height - 2;
    stay_within(page);
    draw_bar(page, canvas, width);
    canvas_copy(canvas, 1, 0, &page->text, page->top, page->rows);
    const char *keys = !page->reads_on   ? "play.full.page"
                       : is_at_end(page) ? "play.full.page.end"
                                         : "play.full.page.more";
    canvas_put(canvas, height - 1, 1, INK_FAINT, NO_SPOT, words_find(language, keys));
}

/* Enter closes a page, but not what must be read before its end has been seen. */
static void enter(Page *page)
{
    if (page->reads_on && !is_at_end(page))
        page->top += page->rows - 1;
    else
        page->is_open = 0;
}

void page_handle(Page *page, const TermEvent *event)
{
    enum { WHEEL = 3 };

    switch (event->kind) {
    case TERM_UP:
        page->top--;
        break;
    case TERM_DOWN:
        page->top++;
        break;
    case TERM_WHEEL_UP:
        page->top -= WHEEL;
        break;
    case TERM_WHEEL_DOWN:
        page->top += WHEEL;
        break;
    case TERM_PAGE_UP:
        page->top -= page->rows - 1;
        break;
    case TERM_PAGE_DOWN:
        page->top += page->rows - 1;
        break;
    case TERM_HOME:
        page->top = 0;
        break;
    case TERM_END:
        page_show_end(page);
        break;
    case TERM_TAB:
        next_chapter(page);
        break;
    case TERM_ENTER:
        enter(page);
        break;
    case TERM_ESCAPE:
    case TERM_CLICK:
        page->is_open = 0;
        break;
    case TERM_CHARACTER:
        if (strcmp(event->text, " ") == 0)
            page->top += page->rows - 1;
        else
            page->is_open = 0;
        break;
    default:
        break;
    }
    stay_within(page);
}
