/* screen.c: aligned text with a little colour. */
#include "tui/screen.h"

#include <string.h>

static const char *const INKS[] = {
    [INK_PLAIN] = "",
    [INK_HEADING] = "\033[1m",
    [INK_FAINT] = "\033[2m",
    [INK_STRONG] = "\033[1m",
    [INK_WARNING] = "\033[33m",
    /* One for each kind of car, told apart on dark and on light ground. */
    [INK_FIRST_CAR] = "\033[35m",
    "\033[31m",
    "\033[36m",
    "\033[34m",
    "\033[33m",
    "\033[32m",
    "\033[91m",
    "\033[94m",
    "\033[96m",
    "\033[92m",
    "\033[95m",
    "\033[1m",
};

/* Those of the dialogue. */
enum { LINE_INKS = (int)(sizeof INKS / sizeof INKS[0]) };

/* Where lines break: what follows a word may be a sign after a space. */
enum { WRAP_MARGIN = 2 };

int screen_width(const Screen *screen)
{
    return screen->width == 0 ? SCREEN_WIDTH : screen->width;
}

void screen_name(Screen *screen, Ink ink, int seat)
{
    char name[SCREEN_TEXT_MAX];

    text_cut(screen->players[seat], NAME_COLUMNS, name, sizeof name);
    screen_put(screen, ink, name);
}

void screen_put(Screen *screen, Ink ink, const char *text)
{
    const char *colour = screen->has_colour && (int)ink < LINE_INKS ? INKS[ink] : "";

    if (screen->canvas != NULL) {
        int from = screen->left + screen->column;
        int to = canvas_put(screen->canvas, screen->row, from, ink, screen->spot, text);
        screen->column = to - screen->left;
        return;
    }
    fprintf(screen->out, "%s%s%s", colour, text, colour[0] == '\0' ? "" : "\033[0m");
    screen->column += text_width(text);
}

void screen_number(Screen *screen, Ink ink, int number, int width)
{
    char text[16];

    snprintf(text, sizeof text, "%*d", width, number);
    screen_put(screen, ink, text);
}

void screen_go(Screen *screen, int column)
{
    for (; screen->column < column; screen->column++) {
        if (screen->canvas == NULL)
            fputc(' ', screen->out);
    }
}

void screen_line(Screen *screen)
{
    if (screen->canvas == NULL)
        fputc('\n', screen->out);
    screen->row++;
    screen->column = 0;
}

void screen_block(Screen *screen, Ink ink, int spot, const char *text)
{
    screen->spot = spot;
    screen_put(screen, ink, text);
    screen->spot = NO_SPOT;
}

void screen_clear(Screen *screen)
{
    enum { PAGE = 60 };

    if (screen->has_colour) {
        fputs("\033[H\033[2J\033[3J", screen->out); /* and what was scrolled away */
        screen->column = 0;
        return;
    }
    for (int i = 0; i < PAGE; i++)
        screen_line(screen);
}

void screen_cell(Screen *screen, Ink ink, const char *text, int width)
{
    screen_go(screen, screen->column + width - text_width(text));
    screen_put(screen, ink, text);
}

static void put_word(Screen *screen, Ink ink, const char *word)
{
    int is_at_start = screen->column <= screen->indent;

    if (!is_at_start
        && screen->column + 1 + text_width(word) > screen_width(screen) - WRAP_MARGIN) {
        screen_line(screen);
        is_at_start = 1;
    }
    if (is_at_start)
        screen_go(screen, screen->indent);
    else
        screen_go(screen, screen->column + 1);
    screen_put(screen, ink, word);
}

void screen_wrap(Screen *screen, Ink ink, const char *text)
{
    while (*text != '\0') {
        char word[SCREEN_TEXT_MAX];
        size_t length = strcspn(text, " \n");

        if (length >= sizeof word)
            length = sizeof word - 1;
        memcpy(word, text, length);
        word[length] = '\0';
        if (length > 0)
            put_word(screen, ink, word);
        text += length;
        if (*text == '\n')
            screen_line(screen);
        text += *text != '\0';
    }
}

void screen_heading(Screen *screen, const char *text)
{
    screen_put(screen, INK_FAINT, "── ");
    screen_put(screen, INK_HEADING, text);
    screen_put(screen, INK_PLAIN, " ");
    while (screen->column < screen_width(screen))
        screen_put(screen, INK_FAINT, "─");
    screen_line(screen);
}

void screen_say(Screen *screen, Ink ink, const char *key, const WordsArgument *arguments,
                int count)
{
    char text[SCREEN_TEXT_MAX];

    words_write(screen->language, key, arguments, count, text, sizeof text);
    screen_wrap(screen, ink, text);
}
