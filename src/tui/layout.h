/* layout.h: where the blocks of a drawing stand. */
#ifndef ROUNDHOUSE_TUI_LAYOUT_H
#define ROUNDHOUSE_TUI_LAYOUT_H

#include "tui/draw.h"

/* In lines, within a turn only what the decision needs is drawn again. */
typedef enum Detail { DETAIL_WHOLE, DETAIL_TURN } Detail;

/* Rows for the table with all titles and blank lines, and with all titles; rows
 * beyond `most` are cut off. */
typedef struct LayoutRoom {
    int wide, titled, most;
} LayoutRoom;

/* For the full screen: blocks side by side as the width allows. */
void layout_table(Screen *screen, const Drawing *drawing, const Scene *scene,
                  const LayoutRoom *room);

/* For a pipe and for screen readers: one block after the other, from the title on. */
void layout_lines(Screen *screen, const Drawing *drawing, const Scene *scene,
                  Detail detail);

#endif
