/* lines.h: printing lines of text as the locale says. */
#ifndef ROUNDHOUSE_CLI_LINES_H
#define ROUNDHOUSE_CLI_LINES_H

#include <stddef.h>

typedef enum LineGlyphs { LINES_AS_LOCALE, LINES_ASCII } LineGlyphs;

/* Does the environment ask for lines in ASCII (LC_ALL=C)? Without any locale they are
 * UTF-8, as in a pipe. */
int lines_are_ascii(LineGlyphs glyphs);
/* Prints a UTF-8 text; with substitutes where lines are ASCII. */
void lines_print(const char *text, size_t length);

#endif
