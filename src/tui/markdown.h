/* markdown.h: a page in Markdown, on a screen. As much of it as the rules pages
 * use: headings, paragraphs, lists, tables, pictures in text; **strong**, *faint*,
 * `code` and links, of which the words remain. */
#ifndef ROUNDHOUSE_TUI_MARKDOWN_H
#define ROUNDHOUSE_TUI_MARKDOWN_H

#include "tui/screen.h"

void markdown_print(Screen *screen, const char *text);

#endif
