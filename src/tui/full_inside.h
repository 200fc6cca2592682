/* full_inside.h: the full screen from inside: what its files share. full.c has the
 * course of a game, full_view.c what is to be seen, full_keys.c what keys do,
 * full_pages.c what is read, full_replay.c saved games, full_remote.c tables at a
 * server. */
#ifndef ROUNDHOUSE_TUI_FULL_INSIDE_H
#define ROUNDHOUSE_TUI_FULL_INSIDE_H

#include "client/remote.h"
#include "tui/full.h"
#include "tui/line.h"
#include "tui/menu.h"
#include "tui/page.h"
#include "tui/sitting.h"
#include "tui/terminal.h"
#include "tui/thinker.h"

typedef enum Mode {
    MODE_ASK,       /* a person decides */
    MODE_CONFIRM,   /* the turn is over: the last chance to undo */
    MODE_REST,      /* a loaded game in which a bot is next: a person says go on */
    MODE_BOTS,      /* a bot thinks, or has just moved */
    MODE_HAND_OVER, /* somebody else is to look */
    MODE_OVER,
    MODE_REPLAY, /* nobody decides: it has all happened */
    MODE_SEATS,  /* at a server: the game has not begun */
    MODE_WAIT,   /* at a server: others decide, or what we did is on its way */
} Mode;

/* What a line that is being typed is for. */
typedef enum LineUse { LINE_NONE, LINE_SAVE, LINE_OPEN, LINE_MOVES, LINE_CHAT } LineUse;

enum { TYPED_MAX = 12, KEY_SPOT = 1000 }; /* KEY_SPOT + the letter of a key */

typedef struct Replay Replay;
typedef struct AtServer AtServer;

typedef struct Full {
    Sitting sitting;
    const FullTable *table;
    Mode mode;
    int seat;   /* who decides, or is to look; NOBODY: nobody here */
    int viewer; /* whose view is shown, or NOBODY: a spectator's */
    Menu menu;
    char typed[TYPED_MAX]; /* digits so far */
    Thinker *thinker;
    int is_hinting;         /* that is what it is thinking about */
    uint64_t questions;     /* so far, for the bots' chance */
    int hurries;            /* a key was pressed: no more pauses until a person decides */
    long long paused_until; /* by the clock; 0: no pause */
    Page page;              /* over everything, if it is open */
    Line line;              /* being typed, if it is for something */
    LineUse line_use;
    char notice[SCREEN_TEXT_MAX]; /* instead of what the choice does */
    Ink notice_ink;
    Canvas canvas, table_canvas, log, menu_canvas, sentence;
    int menu_top;           /* the first row of the menu that is shown */
    int bar_row, bar_width; /* of a replay, when it was shown last */
    int has_put_aside;      /* what was at last_path before */
    int has_warned;         /* that moves cannot be saved */
    int wants_to_leave;
    FullResult result;
} Full;

/* full.c */
long long full_clock(void);
/* Finds out who is next. */
void full_advance(Full *full);
void full_act(Full *full, Action action);
void full_act_line(Full *full, const char *line);
void full_undo(Full *full);
void full_hint(Full *full);
void full_leave(Full *full, FullEnd end);
void full_notice(Full *full, Ink ink, const char *key, const WordsArgument *arguments,
                 int count);

void full_free(Full *full);

/* full_replay.c, for MODE_REPLAY */
void full_replay_sentence(const Full *full, char *out, size_t size);
int full_replay_is_over(const Full *full);
/* How far it has come, on a row that others leave alone. */
void full_replay_bar(Full *full, int row, int width);
void full_replay_handle(Full *full, const TermEvent *event);

void full_take_answer(Full *full);

/* full_remote.c, for tables at a server */
const RemoteTable *full_remote_table(const Full *full); /* NULL: it is not at one */
void full_remote_advance(Full *full);
void full_remote_sentence(const Full *full, char *out, size_t size);
void full_remote_bar(Full *full, int width);
void full_remote_chat(Full *full, Screen *screen, int rows);
void full_remote_draw_seats(Full *full, int width, int height);
void full_remote_handle_seats(Full *full, const TermEvent *event);
int full_remote_key(Full *full, char letter);
/* Not while other people play. */
int full_remote_can_hint(const Full *full);
void full_remote_say(Full *full, const char *text);

/* full_view.c */
void full_show(Full *full);

/* full_keys.c */
void full_handle(Full *full, const TermEvent *event);

/* full_pages.c */
void full_open_help(Full *full);
void full_open_rules(Full *full);
void full_open_log(Full *full);
void full_open_thoughts(Full *full, const Thoughts *thoughts, Action best);

#endif
