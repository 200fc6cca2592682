/* glyph.c: how wide characters are, and what they become in ASCII. */
#include "tui/glyph.h"

#include "play/text.h"

#include <string.h>
#include <wchar.h>

size_t glyph_measure(const char *text, int *columns)
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
        text += glyph_measure(text, &columns);
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
        size_t length = glyph_measure(text, &width);
        if (width > left || used + length + sizeof more > size)
            break;
        memcpy(out + used, text, length);
        used += length;
        text += length;
        left -= width;
    }
    memcpy(out + used, *text == '\0' ? "" : more, *text == '\0' ? 1 : sizeof more);
}

/* ------------------------------------------------------------------------- */
/* ASCII                                                                     */
/* ------------------------------------------------------------------------- */

typedef struct Substitute {
    const char *characters; /* any of these … */
    const char *ascii;      /* … is shown so */
} Substitute;

static const Substitute SUBSTITUTES[] = {
    { "─━╌", "-" },
    { "│┃╎▏▕", "|" },
    { "┌┐└┘├┤┬┴┼╭╮╰╯", "+" },
    { "·•∙", "." },
    { "…", "~" },
    { "×", "x" },
    { "–—−", "-" },
    { "▶►→›", ">" },
    { "◀◄←", "<" },
    { "▲↑", "^" },
    { "▼↓", "v" },
    { "█■▮", "#" },
    { "░▒", ":" },
    { "★", "*" },
    { "’‘", "'" },
    { "“”«»", "\"" },
    { "\302\240\342\200\257", " " }, /* spaces that do not break */
    { "àâä", "a" },
    { "ÀÂÄ", "A" },
    { "ç", "c" },
    { "Ç", "C" },
    { "éèêë", "e" },
    { "ÉÈÊË", "E" },
    { "îï", "i" },
    { "ÎÏ", "I" },
    { "ôö", "o" },
    { "ÔÖ", "O" },
    { "ùûü", "u" },
    { "ÙÛÜ", "U" },
    { "œ", "e" },
    { "€", "E" },
};

static int is_among(const char *characters, const char *text)
{
    size_t length = strlen(text);

    for (size_t step; *characters != '\0'; characters += step) {
        unsigned code;
        step = text_decode(characters, strlen(characters), &code);
        if (step == length && memcmp(characters, text, length) == 0)
            return 1;
    }
    return 0;
}

const char *glyph_in_ascii(const char *text)
{
    if ((unsigned char)text[0] < 0x80)
        return text;
    for (size_t i = 0; i < sizeof SUBSTITUTES / sizeof SUBSTITUTES[0]; i++) {
        if (is_among(SUBSTITUTES[i].characters, text))
            return SUBSTITUTES[i].ascii;
    }
    return "?";
}
