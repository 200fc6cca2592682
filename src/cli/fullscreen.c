/* fullscreen.c: what the environment says about the terminal. */
#include "cli/fullscreen.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

static int has_utf8_locale(void)
{
    return setlocale(LC_CTYPE, "") != NULL && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

int fullscreen_open(FullscreenGlyphs glyphs)
{
    const char *no_colour = getenv("NO_COLOR");
    int has_colour = no_colour == NULL || no_colour[0] == '\0';
    int is_ascii = glyphs == FULLSCREEN_ASCII || !has_utf8_locale();

    setlocale(LC_CTYPE, "C.UTF-8"); /* our texts are UTF-8, whatever is shown of them */
    return term_open(has_colour ? TERM_COLOURS : TERM_NO_COLOURS,
                     is_ascii ? TERM_ASCII : TERM_UTF8);
}
