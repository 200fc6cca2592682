/* fullscreen.h: taking the whole terminal as the environment says. */
#ifndef ROUNDHOUSE_CLI_FULLSCREEN_H
#define ROUNDHOUSE_CLI_FULLSCREEN_H

#include "tui/terminal.h"

typedef enum FullscreenGlyphs { FULLSCREEN_AS_LOCALE, FULLSCREEN_ASCII } FullscreenGlyphs;

/* Colours unless NO_COLOR is set; UTF-8 if the locale has it. 0: it could not be
 * opened. term_close gives it back. */
int fullscreen_open(FullscreenGlyphs glyphs);

#endif
