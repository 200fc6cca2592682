/* draw.h: a game's drawing: a table of blocks, which layout.c sets beside and below each
 * other for the room there is: lines in a pipe, or a terminal of any size. A game without
 * a drawing of its own is shown field by field, as its codec names them.
 *
 * Blocks are drawn from a view, never from a state: they cannot show what is hidden. */
#ifndef ROUNDHOUSE_TUI_DRAW_H
#define ROUNDHOUSE_TUI_DRAW_H

#include "engine/game.h"
#include "tui/screen.h"

enum { LINE_ACTIONS_MAX = 64, TOUCHED_MAX = 4 };

typedef struct Scene {
    const Game *game;
    const void *view;
    int seat;  /* whose view it is, or NOBODY: a spectator's */
    int asked; /* to end a turn that the view has behind it; NOBODY: nobody is */
    int n;     /* index among repeated blocks */
} Scene;

/* The title of a block where rows are few. */
typedef enum TitleUse {
    TITLE_STAYS,
    TITLE_GOES,
    TITLE_LEADS, /* it stands before the first line */
} TitleUse;

typedef enum BlockUse {
    BLOCK_DECISION, /* needed for the decision */
    BLOCK_CONTEXT,  /* within a turn, lines leave it out */
    BLOCK_EXTRA,    /* only on a terminal that has room for all of it */
} BlockUse;

typedef struct Block {
    const char *title; /* catalogue key, may use {player}; NULL: none */
    TitleUse title_use;
    BlockUse use;
    int width; /* columns that it needs */
    /* How many such blocks there are; NULL: one. */
    int (*count)(const Scene *scene);
    void (*draw)(Screen *screen, const Scene *scene);
    /* Adds to the line of the title; NULL: nothing. */
    void (*note)(Screen *screen, const Scene *scene);
} Block;

/* The result of parsing a line that is neither a number nor a command. */
typedef struct Reading {
    int count; /* of actions; 0: not understood */
    Action actions[LINE_ACTIONS_MAX];
    const char *error; /* why not, as a catalogue key; NULL: not such a line */
    char word[16];     /* {word} of the error */
} Reading;

typedef struct Drawing {
    const Game *game;    /* NULL: any */
    const Block *blocks; /* in order of reading; the last has no `draw` */

    int has_money; /* scores are dollars, not points */
    /* How the game stands, in one line; NULL: nothing. */
    void (*title)(Language language, const void *view, char *out, size_t size);
    /* Does a turn begin here, so that lines draw the whole table? NULL: always. */
    int (*begins_turn)(const Scene *scene);

    /* The rules in short, as catalogue keys: the n-th, or NULL after the last. */
    const char *(*help)(const void *view, int n);
    void (*legend)(Screen *screen); /* signs of the drawing; NULL: none */

    /* The spots of the table that an action is about, TOUCHED_MAX at most; returns
     * how many. NULL: none. */
    int (*touch)(const void *view, int seat, Action action, int *spots);
    /* Must a person ask for this action, rather than find it chosen? NULL: for none. */
    int (*is_risky)(const void *view, int seat, Action action);

    /* Several decisions in one line, such as a whole new yard; NULL: none. */
    void (*read)(Language language, const void *view, int seat, const char *line,
                 Reading *reading);
    /* What such a line looks like, shown while it is possible, as a catalogue
     * key; NULL: nothing now. */
    const char *(*hint)(const void *view, int seat);

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

/* The catalogue key of a line of the result. */
const char *result_key(const Game *game);

/* Block.count for blocks of the viewer: 0 for a spectator. */
int block_of_viewer(const Scene *scene);
/* Does the game wait for this seat? While a turn can still be undone, for its player. */
int scene_awaits(const Scene *scene, int seat);
/* The rules in short and the legend, for `?`. */
void draw_help(Screen *screen, const Drawing *drawing, const void *view);
/* An example of a line that stands for several decisions; NULL: none now. */
const char *draw_hint(const Drawing *drawing, const void *view, int seat);

#endif
