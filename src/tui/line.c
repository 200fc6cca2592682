/* line.c: typing and showing one line of UTF-8. */
#include "tui/line.h"

#include "tui/glyph.h"

#include <stdio.h>
#include <string.h>

void line_set(Line *line, const char *text)
{
    snprintf(line->text, sizeof line->text, "%s", text);
    line->cursor = (int)strlen(line->text);
}

static int is_inside_character(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

static int before(const Line *line, int place)
{
    const char *text = line->text, *at = text + place;

    if (at > text)
        at--;
    while (at > text && is_inside_character(*at))
        at--;
    return (int)(at - text);
}

static int after(const Line *line, int place)
{
    if (line->text[place] != '\0')
        place++;
    while (is_inside_character(line->text[place]))
        place++;
    return place;
}

static void cut_out(Line *line, int from, int to)
{
    memmove(line->text + from, line->text + to, strlen(line->text + to) + 1);
    line->cursor = from;
}

static void insert(Line *line, const char *text)
{
    size_t length = strlen(text), used = strlen(line->text);

    if (used + length >= sizeof line->text)
        return;
    memmove(line->text + line->cursor + length, line->text + line->cursor,
            used - (size_t)line->cursor + 1);
    memcpy(line->text + line->cursor, text, length);
    line->cursor += (int)length;
}

LineState line_handle(Line *line, const TermEvent *event)
{
    switch (event->kind) {
    case TERM_ENTER:
        return LINE_DONE;
    case TERM_ESCAPE:
        return LINE_DROPPED;
    case TERM_LEFT:
        line->cursor = before(line, line->cursor);
        break;
    case TERM_RIGHT:
        line->cursor = after(line, line->cursor);
        break;
    case TERM_HOME:
        line->cursor = 0;
        break;
    case TERM_END:
        line->cursor = (int)strlen(line->text);
        break;
    case TERM_BACKSPACE:
        cut_out(line, before(line, line->cursor), line->cursor);
        break;
    case TERM_DELETE:
        cut_out(line, line->cursor, after(line, line->cursor));
        break;
    case TERM_CHARACTER:
        insert(line, event->text);
        break;
    default:
        break;
    }
    return LINE_GOES_ON;
}

int line_draw(const Line *line, Canvas *canvas, int row, int column, int width)
{
    char head[LINE_MAX_BYTES];
    int first = 0;

    memcpy(head, line->text, (size_t)line->cursor);
    head[line->cursor] = '\0';
    while (text_width(head + first) >= width && line->text[first] != '\0')
        first = after(line, first);
    canvas_put(canvas, row, column, INK_STRONG, NO_SPOT, line->text + first);
    return column + text_width(head + first);
}
