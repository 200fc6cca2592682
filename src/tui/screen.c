/* screen.c: aligned text with a little colour. */
#include "tui/screen.h"

#include "play/text.h"

#include <string.h>
#include <wchar.h>

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

enum { INK_COUNT = (int)(sizeof INKS / sizeof INKS[0]) };

/* Where lines break: what follows a word may be a sign after a space. */
enum { WRAP_WIDTH = SCREEN_WIDTH - 2 };

/* Bytes and columns of the character at `text`. */
static size_t measure(const char *text, int *columns)
{
    unsigned code;
    size_t length = text_decode(text, strlen(text), &code);
    int width = length == 0 ? -1 : wcwidth((wchar_t)code);

    *columns = width < 0 ? 1 : width;
    return length == 0 ? 1 : length;
}

int text_width(const char *text)
{
    int width = 0, columns;

    while (*text != '\0') {
        text += measure(text, &columns);
        width += columns;
    }
    return width;
}

void text_cut(const char *text, int columns, char *out, size_t size)
{
    static const char more[] = "…";
    int is_cut = text_width(text) > columns;
    int left = is_cut ? columns - 1 : columns;
    size_t used = 0;

    while (*text != '\0') {
        int width;
        size_t length = measure(text, &width);
        if (width > left || used + length + sizeof more > size)
            break;
        memcpy(out + used, text, length);
        used += length;
        text += length;
        left -= width;
    }
    memcpy(out + used, *text == '\0' ? "" : more, *text == '\0' ? 1 : sizeof more);
}

void screen_name(Screen *screen, Ink ink, int seat)
{
    char name[SCREEN_TEXT_MAX];

    text_cut(screen->players[seat], NAME_COLUMNS, name, sizeof name);
    screen_put(screen, ink, name);
}

void screen_put(Screen *screen, Ink ink, const char *text)
{
    const char *colour = screen->has_colour && (int)ink < INK_COUNT ? INKS[ink] : "";

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
    for (; screen->column < column; screen->column++)
        fputc(' ', screen->out);
}

void screen_line(Screen *screen)
{
    fputc('\n', screen->out);
    screen->column = 0;
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

    if (!is_at_start && screen->column + 1 + text_width(word) > WRAP_WIDTH) {
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
    while (screen->column < SCREEN_WIDTH)
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
