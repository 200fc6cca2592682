/* markdown.c: line by line. Paragraphs are one line each in our pages, so every
 * line is printed by itself, except tables, whose columns share the width. */
#include "tui/markdown.h"

#include <string.h>

enum { MARGIN = 2, LINE_ROOM = 4096, COLUMNS_MAX = 8, CELL_ROOM = 512, CELL_GAP = 2 };

/* ------------------------------------------------------------------------- */
/* Within a line                                                             */
/* ------------------------------------------------------------------------- */

/* "[words](address)": the words; returns where the text goes on. */
static const char *skip_link(const char *at)
{
    const char *end = strchr(at, ')');

    return end == NULL ? at + 1 : end + 1;
}

static int is_link(const char *at)
{
    return *at == '[' && strstr(at, "](") != NULL;
}

/* Words in the inks of their signs: **strong**, *heading*, `key`. A change of ink within
 * a word breaks no line: only the first part of it is wrapped. */
static void print_spans(Screen *screen, Ink base, const char *text)
{
    Ink ink = base;
    int is_inside = 0;

    for (const char *at = text; *at != '\0';) {
        size_t length = strcspn(at, " *`[]");
        char word[LINE_ROOM];

        if (*at == ' ' || is_link(at)) {
            is_inside &= *at != ' ';
            at++;
        } else if (strncmp(at, "](", 2) == 0) {
            at = skip_link(at);
        } else if (*at == '*' || *at == '`') {
            Ink wanted = *at == '`' ? INK_KEY : at[1] == '*' ? INK_STRONG : INK_HEADING;
            ink = ink == wanted ? base : wanted;
            at += wanted == INK_STRONG ? 2 : 1;
        } else {
            length = length == 0 ? 1 : length; /* a bracket that is no link */
            snprintf(word, sizeof word, "%.*s", (int)length, at);
            if (is_inside)
                screen_put(screen, ink, word);
            else
                screen_wrap(screen, ink, word);
            is_inside = 1;
            at += length;
        }
    }
}

/* The text without its signs, for measuring. */
static void plain_words(const char *text, char *out, size_t size)
{
    size_t used = 0;

    for (const char *at = text; *at != '\0' && used + 1 < size;) {
        if (*at == '*' || *at == '`' || is_link(at))
            at++;
        else if (strncmp(at, "](", 2) == 0)
            at = skip_link(at);
        else
            out[used++] = *at++;
    }
    out[used] = '\0';
}

/* ------------------------------------------------------------------------- */
/* Tables                                                                    */
/* ------------------------------------------------------------------------- */

typedef struct Row {
    int count;
    char cells[COLUMNS_MAX][CELL_ROOM];
} Row;

static void read_row(const char *line, size_t length, Row *row)
{
    const char *at = line + 1, *end = line + length;

    row->count = 0;
    while (at < end && row->count < COLUMNS_MAX) {
        const char *bar = memchr(at, '|', (size_t)(end - at));
        const char *stop = bar == NULL ? end : bar;

        while (at < stop && *at == ' ')
            at++;
        size_t size = (size_t)(stop - at);
        while (size > 0 && at[size - 1] == ' ')
            size--;
        if (size >= CELL_ROOM)
            size = CELL_ROOM - 1;
        memcpy(row->cells[row->count], at, size);
        row->cells[row->count++][size] = '\0';
        if (bar == NULL || bar + 1 >= end)
            break;
        at = bar + 1;
    }
}

static int is_ruler(const Row *row)
{
    return row->count > 0 && strncmp(row->cells[0], "---", 3) == 0;
}

static size_t line_length(const char *line)
{
    return strcspn(line, "\n");
}

static const char *next_line(const char *line)
{
    line += line_length(line);
    return *line == '\0' ? line : line + 1;
}

/* Narrows the widest columns until all fit. */
static void share_width(int widths[COLUMNS_MAX], int room)
{
    for (;;) {
        int total = 0, widest = 0;

        for (int c = 0; c < COLUMNS_MAX; c++) {
            total += widths[c] > 0 ? widths[c] + CELL_GAP : 0;
            if (widths[c] > widths[widest])
                widest = c;
        }
        if (total <= room || widths[widest] <= CELL_GAP * 4)
            return;
        widths[widest]--;
    }
}

static void measure_table(const char *text, int room, int widths[COLUMNS_MAX])
{
    Row row;
    char words[CELL_ROOM];

    memset(widths, 0, COLUMNS_MAX * sizeof *widths);
    for (; *text == '|'; text = next_line(text)) {
        read_row(text, line_length(text), &row);
        for (int c = 0; c < row.count && !is_ruler(&row); c++) {
            plain_words(row.cells[c], words, sizeof words);
            if (text_width(words) > widths[c])
                widths[c] = text_width(words);
        }
    }
    share_width(widths, room);
}

/* Each cell breaks within its column; the row is as tall as the tallest. */
static void print_row(Screen *screen, const Row *row, const int *widths, Ink ink)
{
    int top = screen->row, bottom = top, left = MARGIN, width = screen->width;

    for (int c = 0; c < row->count; c++) {
        screen->row = top;
        screen->column = left;
        screen->indent = left;
        screen->width = left + widths[c] + CELL_GAP;
        print_spans(screen, ink, row->cells[c]);
        if (screen->row > bottom)
            bottom = screen->row;
        left += widths[c] + CELL_GAP;
    }
    screen->width = width;
    screen->indent = 0;
    screen->row = bottom;
    screen_line(screen);
}

static const char *print_table(Screen *screen, const char *text)
{
    int widths[COLUMNS_MAX];
    Row row;
    int is_first = 1;

    measure_table(text, screen->width - MARGIN, widths);
    for (; *text == '|'; text = next_line(text)) {
        read_row(text, line_length(text), &row);
        if (is_ruler(&row))
            continue;
        print_row(screen, &row, widths, is_first ? INK_HEADING : INK_PLAIN);
        is_first = 0;
    }
    return text;
}

/* ------------------------------------------------------------------------- */
/* Lines                                                                     */
/* ------------------------------------------------------------------------- */

static const char *print_picture(Screen *screen, const char *text)
{
    for (text = next_line(text); *text != '\0' && strncmp(text, "```", 3) != 0;
         text = next_line(text)) {
        char line[LINE_ROOM];

        snprintf(line, sizeof line, "%.*s", (int)line_length(text), text);
        screen_put_at(screen, MARGIN, INK_KEY, line);
        screen_line(screen);
    }
    return next_line(text);
}

static void print_heading(Screen *screen, const char *line)
{
    int depth = (int)strspn(line, "#");
    char words[LINE_ROOM];

    plain_words(line + depth + strspn(line + depth, " "), words, sizeof words);
    if (depth <= 2)
        screen_heading(screen, words);
    else {
        screen_put_at(screen, MARGIN, INK_HEADING, words);
        screen_line(screen);
    }
}

/* "- words", "1. words", deeper with spaces before; anything else is a paragraph. */
static void print_paragraph(Screen *screen, const char *line)
{
    int depth = (int)strspn(line, " ");
    const char *words = line + depth;
    size_t digits = strspn(words, "0123456789");
    char sign[16] = "";

    if (strncmp(words, "- ", 2) == 0) {
        snprintf(sign, sizeof sign, "•");
        words += 2;
    } else if (digits > 0 && digits < 4 && strncmp(words + digits, ". ", 2) == 0) {
        snprintf(sign, sizeof sign, "%.*s.", (int)digits, words);
        words += digits + 2;
    }
    screen_go(screen, MARGIN + depth);
    if (sign[0] != '\0') {
        screen_put(screen, INK_KEY, sign);
        screen_go(screen, MARGIN + depth + 3);
    }
    screen->indent = screen->column;
    print_spans(screen, INK_PLAIN, words);
    screen->indent = 0;
    screen_line(screen);
}

void markdown_print(Screen *screen, const char *text)
{
    while (*text != '\0') {
        char line[LINE_ROOM];

        if (*text == '|') {
            text = print_table(screen, text);
            continue;
        }
        if (strncmp(text, "```", 3) == 0) {
            text = print_picture(screen, text);
            continue;
        }
        snprintf(line, sizeof line, "%.*s", (int)line_length(text), text);
        if (line[0] == '#')
            print_heading(screen, line);
        else if (line[0] == '\0')
            screen_line(screen);
        else
            print_paragraph(screen, line);
        text = next_line(text);
    }
}
