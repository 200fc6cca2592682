/* lines.c: printing lines of text as the locale says. */
#include "cli/lines.h"

#include "tui/glyph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int lines_are_ascii(LineGlyphs glyphs)
{
    static const char *const NAMES[] = { "LC_ALL", "LC_CTYPE", "LANG" };

    for (int i = 0; glyphs != LINES_ASCII && i < 3; i++) {
        const char *locale = getenv(NAMES[i]);
        if (locale != NULL && locale[0] != '\0')
            return strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0;
    }
    return glyphs == LINES_ASCII;
}

/* A line needs no fixed width: "..." is as good as a character. */
static const char *line_glyph(const char *character)
{
    return strcmp(character, "…") == 0 ? "..." : glyph_in_ascii(character);
}

void lines_print(const char *text, size_t length)
{
    enum { BYTES_MAX = 4 };
    char character[BYTES_MAX + 1];
    int columns;

    if (!lines_are_ascii(LINES_AS_LOCALE)) {
        fwrite(text, 1, length, stdout);
        return;
    }
    for (const char *end = text + length; text < end;) {
        size_t size = glyph_measure(text, &columns);
        if (size > BYTES_MAX || size > (size_t)(end - text))
            size = 1;
        memcpy(character, text, size);
        character[size] = '\0';
        fputs(line_glyph(character), stdout);
        text += size;
    }
}
