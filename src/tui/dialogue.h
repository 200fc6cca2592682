/* dialogue.h: the dialogue from inside: what plain.c, which asks, and commands.c,
 * which answers what is no choice, share. */
#ifndef ROUNDHOUSE_TUI_DIALOGUE_H
#define ROUNDHOUSE_TUI_DIALOGUE_H

#include "tui/plain.h"
#include "tui/screen.h"
#include "tui/sitting.h"

typedef struct Dialogue {
    Sitting sitting;
    const Game *game;
    const PlainTable *table;
    const Drawing *drawing;
    Screen screen;
    Canvas canvas;
    Rng rng;
    int told[SEATS_MAX];    /* entries of the journal that each seat has read */
    int last_human;         /* who decided last, or NOBODY */
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
/* Prints what was drawn. */
void dialogue_print(Dialogue *dialogue);
void dialogue_heading(Dialogue *dialogue, const char *key);

/* The next line; spaces at both ends are dropped. 0: the input has ended. */
int dialogue_read_line(Dialogue *dialogue);
/* One decision of a person: what is new, the position, the choices, the answer. 0:
 * the person has left. */
int dialogue_decide(Dialogue *dialogue, int seat);
/* The last position as a seat sees it, and the result. */
void dialogue_tell_end(Dialogue *dialogue, int viewer);

/* Something was taken back: nobody has read of it. */
void dialogue_forget(Dialogue *dialogue);

typedef struct Command {
    char letter;
    int takes_argument;
    Next (*run)(Dialogue *dialogue, int seat, const char *argument);
} Command;

/* The command that a line is, with what follows it; NULL: none. */
const Command *command_find(const char *line, const char **argument);

/* Tells whether it worked; 0: it did not. */
int dialogue_save(Dialogue *dialogue, const char *path);
/* Saves if that was wished, and says how to come back. */
void dialogue_leave(Dialogue *dialogue);

#endif
