/* menu.h: the choices of a decision as the full screen offers them: short words in
 * columns, grouped by what they are, one of them chosen.
 *
 *     Take    1 1: box car   2 2: hopper    3 4: stock car
 *     Other   4 Rearrange your yard (1 point)    5 Call up a locomotive */
#ifndef ROUNDHOUSE_TUI_MENU_H
#define ROUNDHOUSE_TUI_MENU_H

#include "tui/sitting.h"

/* Where a choice stands on the page of the menu. */
typedef struct MenuItem {
    int row, column, width;
} MenuItem;

typedef struct Menu {
    Question question;
    int chosen; /* among the choices */
    int offset; /* within it, where it is a run of amounts */
    Canvas page;
    MenuItem items[ACTIONS_MAX];
} Menu;

void menu_free(Menu *menu);

/* A new question; the first choice is chosen. */
void menu_pose(Menu *menu, const Sitting *sitting, int seat);
/* Lays the page out anew, so wide. */
void menu_draw(Menu *menu, const Sitting *sitting, Language language, int width);

Action menu_action(const Menu *menu);
/* Chooses an action by its number among the actions. */
void menu_choose(Menu *menu, int action);
/* The number of an action among the actions; -1: it is not offered. */
int menu_find(const Menu *menu, Action action);

/* Up and down by rows, left and right by choices; in a run, left and right change
 * the amount. */
void menu_go(Menu *menu, int rows, int steps);
/* The choice at a place of the page, or -1. */
int menu_at(const Menu *menu, int row, int column);
/* The next choice after the chosen one that is about a spot of the table; 0: none. */
int menu_choose_spot(Menu *menu, const Sitting *sitting, int spot);

#endif
