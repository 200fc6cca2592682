/* menu.h: the choices of a decision, in columns and groups, and what a typed line chooses:
 *
 *     MENU_SHORT  Take    1) box car (1)  2) hopper (2)  3) stock car (4)
 *                 Other   4) Rearrange your yard (1 point)
 *
 *     MENU_LONG   Take three cars from the main yard
 *                   1) siding 1: box car  2) siding 2: hopper  3) siding 4: stock car
 *                   4) Rearrange your yard for 1 point */
#ifndef ROUNDHOUSE_TUI_MENU_H
#define ROUNDHOUSE_TUI_MENU_H

#include "tui/draw.h"

/* ------------------------------------------------------------------------- */
/* A decision: its actions as numbered choices                               */
/* ------------------------------------------------------------------------- */

/* One action, or a long run of actions that differ by an amount only (bids). A run
 * stands for its least amount; any other is typed. */
typedef struct Choice {
    int first; /* among the actions */
    int count; /* more than 1: a run */
} Choice;

typedef struct Question {
    const Game *game;
    int seat;
    State view;
    int action_count;
    Action actions[ACTIONS_MAX];
    int count; /* of choices */
    Choice choices[ACTIONS_MAX];
} Question;

void question_make(Question *question, const Game *game, const State *view, int seat);

enum { CHOICE_TEXT_MAX = 256 };

/* One action in words: in those of a topic ("do", "choice", "item") if the catalogue
 * has them, otherwise in its sentence ("do"). */
void choice_words(const Screen *screen, const Question *question, Action action,
                  const char *topic, char out[CHOICE_TEXT_MAX]);
/* What stands over choices of a kind ("choices") or before them ("menu"); NULL: nothing. */
const char *choice_label(Language language, const Question *question, int choice,
                         const char *topic);

/* The amounts of a run, and how far they are apart. */
typedef struct Amounts {
    int least, most, step;
} Amounts;
Amounts choice_amounts(const Question *question, const Choice *run);

/* What a line was understood as. */
typedef struct Pick {
    int action;        /* among the actions, or -1: none of them */
    const char *error; /* why not, as a catalogue key */
    int amount;        /* that was typed … */
    Amounts possible;  /* … and what may be */
} Pick;

/* "3" is the third choice; "900" an amount, if there is one run and not so many
 * choices; "3 900" an amount for the third choice. */
Pick question_read(const Question *question, const char *line);

/* ------------------------------------------------------------------------- */
/* The choices in columns, one of them chosen                                */
/* ------------------------------------------------------------------------- */

enum { CHOICE_SPOT = 2000, NOTHING_CHOSEN = -1 }; /* CHOICE_SPOT + the choice */

typedef enum MenuStyle { MENU_SHORT, MENU_LONG } MenuStyle;

typedef struct Menu {
    Question question;
    int chosen; /* among the choices, or NOTHING_CHOSEN */
    int offset; /* within it, where it is a run of amounts */
    struct {
        int row, column;
    } places[ACTIONS_MAX]; /* of each choice, when it was drawn last */
} Menu;

/* A new question; the first choice that is not risky is chosen. */
void menu_ask(Menu *menu, const Game *game, const State *view, int seat);
void menu_draw(Menu *menu, Screen *screen, MenuStyle style);

Action menu_action(const Menu *menu);
/* Chooses an action by its number among the actions. */
void menu_choose(Menu *menu, int action);
/* The number of an action among the actions; -1: it is not offered. */
int menu_find(const Menu *menu, Action action);

/* Up and down by rows, left and right by choices; in a run, left and right change
 * the amount. */
void menu_go(Menu *menu, int rows, int steps);
/* The next choice after the chosen one that is about a spot of the table; 0: none. */
int menu_choose_spot(Menu *menu, int spot);

#endif
