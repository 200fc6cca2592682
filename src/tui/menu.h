/* menu.h: the choices of a decision in columns, in groups, one of them chosen:
 *
 *     MENU_SHORT  Take    1) box car (1)  2) hopper (2)  3) stock car (4)
 *                 Other   4) Rearrange your yard (1 point)
 *
 *     MENU_LONG   Take three cars from the main yard
 *                   1) siding 1: box car  2) siding 2: hopper  3) siding 4: stock car
 *                   4) Rearrange your yard for 1 point */
#ifndef ROUNDHOUSE_TUI_MENU_H
#define ROUNDHOUSE_TUI_MENU_H

#include "tui/choices.h"
#include "tui/draw.h"

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
