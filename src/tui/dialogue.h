/* dialogue.h: the dialogue from inside: what plain.c, which asks, and commands.c,
 * which answers what is no choice, share. */
#ifndef ROUNDHOUSE_TUI_DIALOGUE_H
#define ROUNDHOUSE_TUI_DIALOGUE_H

#include "tui/draw.h"
#include "tui/journal.h"
#include "tui/plain.h"
#include "tui/screen.h"

typedef struct Dialogue {
    Match *match;
    const Game *game;
    const PlainTable *table;
    const Drawing *drawing;
    Screen screen;
    Journal journal;
    Rng rng;
    int told[SEATS_MAX];    /* entries of the journal that each seat has read */
    int last_human;         /* who decided last, or NOBODY */
    int shown_to;           /* whose view was shown last, or NOBODY */
    int has_secrets;        /* from one person at this terminal to another */
    int line_from, line_to; /* moves of the last line that stood for several; or -1 */
    int kept_at;            /* moves when it was saved last; -1: never */
    char *kept_path;        /* where; NULL: nowhere */
    int has_asked_to_leave; /* and was told that the game is not saved */
    char *line;             /* what was typed last, without its end */
    size_t line_room;
    PlainEnd end;
} Dialogue;

/* What becomes of the dialogue after a line. */
typedef enum Next {
    NEXT_ASK,    /* the same question, without drawing it all again */
    NEXT_REDRAW, /* the same seat, the position drawn anew */
    NEXT_MOVE,   /* a decision was taken */
    NEXT_LEAVE,
} Next;

/* A sentence of the catalogue on a line, or several, of its own. */
void dialogue_tell(Dialogue *dialogue, Ink ink, const char *key);
void dialogue_tell_with(Dialogue *dialogue, Ink ink, const char *key,
                        const WordsArgument *arguments, int count);
void dialogue_heading(Dialogue *dialogue, const char *key);

/* What the seat may know; every byte of the view is written. */
void dialogue_observe(const Dialogue *dialogue, int seat, State *view);
/* Undoes the last move of the match, and forgets it in the journal. What was saved
 * is then something else. */
void dialogue_take_back(Dialogue *dialogue);

typedef struct Command {
    char letter;
    int takes_argument;
    Next (*run)(Dialogue *dialogue, int seat, const char *argument);
} Command;

/* The command that a line is, with what follows it; NULL: none. */
const Command *command_find(const char *line, const char **argument);

int dialogue_is_kept(const Dialogue *dialogue);
/* Tells whether it worked; 0: it did not. */
int dialogue_save(Dialogue *dialogue, const char *path);
/* Saves if that was wished, and says how to come back. */
void dialogue_leave(Dialogue *dialogue);

#endif
