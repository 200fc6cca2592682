/* glyph.h: characters and the columns that they take. Those that take two, or none,
 * are known as far as the locale (LC_CTYPE) knows them. */
#ifndef ROUNDHOUSE_TUI_GLYPH_H
#define ROUNDHOUSE_TUI_GLYPH_H

#include <stddef.h>

/* The bytes of the character at `text`, which is not its end, and its columns. */
size_t glyph_measure(const char *text, int *columns);

/* How many columns a UTF-8 text takes. */
int text_width(const char *text);
/* Cuts the text to a width; "…" replaces the rest. */
void text_cut(const char *text, int columns, char *out, size_t size);

/* The ASCII substitute of a character: "x" for "×", "e" for "é";
 * always of the same width. */
const char *glyph_in_ascii(const char *text);

#endif
