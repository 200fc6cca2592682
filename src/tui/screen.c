/* screen.c: aligned text with inks, on a canvas. */
#include "tui/screen.h"

#include <stdarg.h>
#include <string.h>

/* Where lines break: what follows a word may be a sign after a space. */
enum { WRAP_MARGIN = 2 };

/* ------------------------------------------------------------------------- */
/* Pieces                                                                    */
/* ------------------------------------------------------------------------- */

void screen_put(Screen *screen, Ink ink, const char *text)
{
    int to = canvas_put(screen->canvas, screen->row, screen->left + screen->column, ink,
                        screen->spot, text);

    screen->column = to - screen->left;
}

void screen_put_at(Screen *screen, int column, Ink ink, const char *text)
{
    screen_go(screen, column);
    screen_put(screen, ink, text);
}

void screen_format(Screen *screen, Ink ink, const char *format, ...)
{
    char text[SCREEN_TEXT_MAX];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    screen_put(screen, ink, text);
}

void screen_block(Screen *screen, Ink ink, int spot, const char *text)
{
    screen->spot = spot;
    screen_put(screen, ink, text);
    screen->spot = NO_SPOT;
}

void screen_name(Screen *screen, Ink ink, int seat)
{
    char name[SCREEN_TEXT_MAX];

    text_cut(screen->players[seat], NAME_COLUMNS, name, sizeof name);
    screen_put(screen, ink, name);
}

void screen_cell(Screen *screen, Ink ink, const char *text, int width)
{
    screen_go(screen, screen->column + width - text_width(text));
    screen_put(screen, ink, text);
}

void screen_number(Screen *screen, Ink ink, int number, int width)
{
    char digits[WORDS_DIGITS];

    words_number(digits, number, "");
    screen_cell(screen, ink, digits, width);
}

/* ------------------------------------------------------------------------- */
/* Lines                                                                     */
/* ------------------------------------------------------------------------- */

void screen_go(Screen *screen, int column)
{
    if (screen->column < column)
        screen->column = column;
}

void screen_line(Screen *screen)
{
    screen->row++;
    screen->column = 0;
}

void screen_end_line(Screen *screen)
{
    if (screen->column > 0)
        screen_line(screen);
}

void screen_fit(Screen *screen, int columns)
{
    if (screen->column > screen->indent && screen->column + columns > screen->width)
        screen_line(screen);
    screen_go(screen, screen->indent);
}

/* A word that no line can hold is broken where the line ends. */
static void put_long_word(Screen *screen, Ink ink, const char *word)
{
    while (*word != '\0') {
        int columns;
        size_t length = glyph_measure(word, &columns);

        if (screen->column + columns > screen->width - WRAP_MARGIN) {
            screen_line(screen);
            screen_go(screen, screen->indent);
        }
        char glyph[CELL_BYTES] = "";
        memcpy(glyph, word, length < CELL_BYTES ? length : CELL_BYTES - 1);
        screen_put(screen, ink, glyph);
        word += length;
    }
}

static void put_word(Screen *screen, Ink ink, const char *word)
{
    int room = screen->width - WRAP_MARGIN;
    int is_inside = screen->column > screen->indent;

    if (is_inside && screen->column + 1 + text_width(word) > room) {
        screen_line(screen);
        is_inside = 0;
    }
    screen_go(screen, is_inside ? screen->column + 1 : screen->indent);
    if (screen->column + text_width(word) > room)
        put_long_word(screen, ink, word);
    else
        screen_put(screen, ink, word);
}

void screen_wrap(Screen *screen, Ink ink, const char *text)
{
    while (*text != '\0') {
        char word[SCREEN_TEXT_MAX];
        size_t length = strcspn(text, " \n");

        snprintf(word, sizeof word, "%.*s", (int)length, text);
        if (length > 0)
            put_word(screen, ink, word);
        text += length;
        if (*text == '\n')
            screen_line(screen);
        text += *text != '\0';
    }
}

/* ------------------------------------------------------------------------- */
/* Headings and sentences                                                    */
/* ------------------------------------------------------------------------- */

void screen_rule(Screen *screen, int from, int to)
{
    for (int column = screen->left + from; column < screen->left + to; column++) {
        const Cell *cell = canvas_at(screen->canvas, screen->row, column);
        if (cell == NULL || (cell->text[0] == '\0' && !cell->is_half))
            canvas_put(screen->canvas, screen->row, column, INK_RULE, NO_SPOT, "─");
    }
}

void screen_title(Screen *screen, const char *text)
{
    screen_put(screen, INK_RULE, "── ");
    screen_put(screen, INK_HEADING, text);
    screen_put(screen, INK_RULE, " ");
}

void screen_heading(Screen *screen, const char *text)
{
    screen_title(screen, text);
    screen_rule(screen, 0, screen->width);
    screen_line(screen);
}

const char *screen_words(const Screen *screen, const char *key)
{
    return words_find(screen->language, key);
}

void screen_put_number(Screen *screen, Ink ink, const char *key, const char *name,
                       int number)
{
    char text[SCREEN_TEXT_MAX];

    words_write(screen->language, key, &(WordsArgument){ name, NULL, number }, 1, text,
                sizeof text);
    screen_put(screen, ink, text);
}

void screen_say(Screen *screen, Ink ink, const char *key, const WordsArgument *arguments,
                int count)
{
    char text[SCREEN_TEXT_MAX];

    words_write(screen->language, key, arguments, count, text, sizeof text);
    screen_wrap(screen, ink, text);
}

/* ------------------------------------------------------------------------- */
/* Printing                                                                  */
/* ------------------------------------------------------------------------- */

/* A screen reader spells out the signs of the full screen; these it can read. */
static const char *sign_in_lines(const char *text)
{
    return strcmp(text, "▶") == 0   ? ">"
           : strcmp(text, "★") == 0 ? "*"
           : text[0] == '\0'        ? " "
                                    : text;
}

static void print_row(const Screen *screen, int row, int columns, FILE *out, int has_colour)
{
    int ink = INK_PLAIN;

    for (int column = 0; column < columns; column++) {
        const Cell *cell = canvas_at(screen->canvas, row, column);
        char escape[INK_ESCAPE_MAX];

        if (cell->is_half)
            continue;
        if (has_colour && cell->ink != ink)
            fputs(ink_escape((Ink)(ink = cell->ink), escape), out);
        const char *text = sign_in_lines(cell->text);
        fputs(screen->is_ascii ? glyph_in_ascii(text) : text, out);
    }
    if (ink != INK_PLAIN)
        fputs("\033[0m", out);
}

/* Of a line that is not finished the spaces at its end count. */
static int columns_of(const Screen *screen, int row)
{
    int columns = row == screen->row             ? screen->column
                  : row < screen->canvas->height ? screen->canvas->width
                                                 : 0;

    for (; row < screen->row && columns > 0; columns--) {
        const Cell *cell = canvas_at(screen->canvas, row, columns - 1);
        if (cell->is_half || (cell->text[0] != '\0' && strcmp(cell->text, " ") != 0))
            break;
    }
    return columns;
}

void screen_print(Screen *screen, FILE *out, int has_colour)
{
    for (int row = 0; row <= screen->row; row++) {
        print_row(screen, row, columns_of(screen, row), out, has_colour);
        if (row < screen->row)
            fputc('\n', out);
    }
    canvas_clear(screen->canvas, screen->canvas->width);
    screen->row = screen->column = 0;
}
