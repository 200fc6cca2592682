/* full_inside.h: the full screen from inside: what its files share. full.c has the loop,
 * full_view.c draws, full_keys.c handles keys and clicks, full_pages.c has help, rules, log
 * and hints, full_seats.c a server's table before the game, full_replay.c saved games. */
#ifndef ROUNDHOUSE_TUI_FULL_INSIDE_H
#define ROUNDHOUSE_TUI_FULL_INSIDE_H

#include "tui/at_table.h"
#include "tui/full.h"
#include "tui/keys.h"
#include "tui/line.h"
#include "tui/page.h"
#include "tui/terminal.h"

typedef enum LineUse { LINE_NONE, LINE_SAVE, LINE_OPEN, LINE_MOVES, LINE_CHAT } LineUse;

enum { TYPED_MAX = 12, KEY_SPOT = 1000 }; /* KEY_SPOT + the letter of a key */

/* How much is in sight of what the others did since the viewer's last turn. */
typedef enum TurnsShown { TURNS_NONE, TURNS_CUT, TURNS_WHOLE } TurnsShown;

typedef struct Replay Replay;
typedef struct Full Full;

struct Full {
    Course course; /* first: Course.say gets it */
    Language language;
    Replay *replay;             /* in MODE_REPLAY */
    char typed[TYPED_MAX];      /* digits so far … */
    int typed_at;               /* … at this length of a server's log */
    Page page;                  /* covers the game while it is open */
    void (*reopen)(Full *full); /* writes the page again, for another width */
    Thoughts thoughts;          /* of the last hint … */
    Action hint;                /* … which is this */
    Line line;                  /* being typed, unless LINE_NONE */
    LineUse line_use;
    char notice[SCREEN_TEXT_MAX]; /* instead of the chosen action's sentence; "": none */
    Ink notice_ink;
    Canvas canvas, table_canvas, log, menu_canvas, sentence;
    TurnsShown turns_shown;    /* last */
    int turns_seen[SEATS_MAX]; /* entries of the journal that each seat has been shown */
    int menu_top;              /* the first row of the menu that is shown */
    int bar_row, bar_width;    /* of a replay, when it was shown last */
    int item;                  /* chosen in MODE_SEATS */
};

/* full.c */
Full *full_new(Language language);
void full_free(Full *full);
/* Shows, waits for a key or for what else may come, and acts on it. */
void full_step(Full *full, int milliseconds);

/* full_replay.c, for MODE_REPLAY */
void full_replay_sentence(const Full *full, char *out, size_t size);
int full_replay_is_over(const Full *full);
/* The progress bar. */
void full_replay_bar(Full *full, int row, int width);
void full_replay_handle(Full *full, const TermEvent *event);

/* full_seats.c, for tables at a server */
void full_remote_sentence(const Full *full, char *out, size_t size);
void full_remote_bar(Full *full, int width);
void full_draw_seats(Full *full, int width, int height);
void full_handle_seats(Full *full, const TermEvent *event);

/* full_view.c */
void full_show(Full *full);

/* full_keys.c */
void full_handle(Full *full, const TermEvent *event);

/* full_pages.c */
/* KEY_HOME, KEY_SERVER or KEY_REPLAY. */
unsigned full_place(const Full *full);
void full_open_help(Full *full);
void full_open_rules(Full *full);
void full_open_log(Full *full);
void full_open_report(Full *full);
/* What each of the others did, if the person who decides has not seen all of it; 0: it was
 * seen. */
int full_open_unseen_turns(Full *full);
void full_open_account(Full *full);
void full_open_deal(Full *full);
void full_open_hint(Full *full);

#endif
