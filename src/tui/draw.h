/* draw.h: how a position is drawn in text. A game may have a drawing of its
 * own, which adds its line to the table in draw.c; any other is shown field by
 * field, as its codec names them, so that a new game can be played at once.
 *
 * Drawings are given a view, never a state: what they do not know they cannot
 * show. */
#ifndef ROUNDHOUSE_TUI_DRAW_H
#define ROUNDHOUSE_TUI_DRAW_H

#include "engine/game.h"
#include "tui/screen.h"

enum { LINE_ACTIONS_MAX = 64, TOUCHED_MAX = 4 };

/* Within a turn only what the decision needs is drawn again. */
typedef enum Detail { DETAIL_WHOLE, DETAIL_TURN } Detail;

/* What a line that is no number and no command was understood as. */
typedef struct Reading {
    int count; /* of actions; 0: it could not be understood */
    Action actions[LINE_ACTIONS_MAX];
    const char *complaint; /* why not, as a catalogue key; NULL: not such a line */
    char word[16];         /* {word} of the complaint */
} Reading;

typedef struct Drawing {
    const Game *game; /* NULL: any */

    void (*draw)(Screen *screen, const Game *game, const void *view, int seat,
                 Detail detail);

    /* The legend and the rules in short, for `?`; NULL: none. */
    void (*help)(Screen *screen, const void *view);

    /* Several decisions in one line, such as a whole new yard; NULL: none. */
    void (*read)(const Screen *screen, const void *view, int seat, const char *line,
                 Reading *reading);

    /* What such a line looks like, shown while it is possible, as a catalogue
     * key; NULL: nothing now. */
    const char *(*hint)(const void *view, int seat);

    /* The full screen's: the whole table on the screen's canvas, from the row where
     * it stands; `rows` is how many there are for it, if it can do with so few.
     * NULL: as `draw` has it. */
    void (*table)(Screen *screen, const void *view, int seat, int rows);

    /* How the game stands, in one line; NULL: nothing. */
    void (*title)(Language language, const void *view, char *out, size_t size);

    /* The spots of the table that an action is about, TOUCHED_MAX at most; returns
     * how many. NULL: none. */
    int (*touch)(const void *view, int seat, Action action, int *spots);

    /* Names that it needs beyond the game's own tables; ends with NULL. */
    const Names *const *names;
} Drawing;

extern const Drawing DRAWING_GENERIC;
extern const Drawing DRAWING_FREIGHT_TRAIN;
extern const Drawing DRAWING_STATION_MASTER;
extern const Drawing DRAWING_TAKE_A_TRAIN;

extern const Drawing *const DRAWINGS[];
extern const int DRAWING_COUNT;

/* The game's own drawing, or the generic one. */
const Drawing *drawing_of(const Game *game);

#endif
