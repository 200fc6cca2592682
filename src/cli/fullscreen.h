/* fullscreen.h: taking the whole terminal, as the environment says. */
#ifndef ROUNDHOUSE_CLI_FULLSCREEN_H
#define ROUNDHOUSE_CLI_FULLSCREEN_H

#include "tui/terminal.h"

typedef enum FullscreenGlyphs { FULLSCREEN_AS_LOCALE, FULLSCREEN_ASCII } FullscreenGlyphs;

/* Colours unless NO_COLOR is set; UTF-8 if the locale has it. 0: it could not be
 * opened. term_close gives it back. */
int fullscreen_open(FullscreenGlyphs glyphs);

/* Does the environment ask for lines in ASCII (LC_ALL=C)? Without any locale they are
 * UTF-8, as in a pipe. */
int lines_are_ascii(FullscreenGlyphs glyphs);

#endif
