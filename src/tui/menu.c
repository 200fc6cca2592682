/* menu.c: laying out and walking through the choices. */
#include "tui/menu.h"

#include <stdlib.h>
#include <string.h>

enum { GAP = 2, INDENT = 2, COLUMNS_MAX = 8, LABEL_LEAST = 6, ITEM_MAX = 400 };

void menu_ask(Menu *menu, const Game *game, const State *view, int seat)
{
    const Drawing *drawing = drawing_of(game);

    question_make(&menu->question, game, view, seat);
    menu->chosen = menu->offset = 0;
    for (int i = 0; drawing->is_risky != NULL && i < menu->question.count; i++) {
        if (!drawing->is_risky(view, seat,
                               menu->question.actions[menu->question.choices[i].first])) {
            menu->chosen = i;
            return;
        }
    }
}

static Action action_of(const Menu *menu, int choice)
{
    int offset = choice == menu->chosen ? menu->offset : 0;

    return menu->question.actions[menu->question.choices[choice].first + offset];
}

Action menu_action(const Menu *menu)
{
    return action_of(menu, menu->chosen);
}

int menu_find(const Menu *menu, Action action)
{
    for (int i = 0; i < menu->question.action_count; i++) {
        if (menu->question.actions[i] == action)
            return i;
    }
    return -1;
}

void menu_choose(Menu *menu, int action)
{
    for (int i = 0; i < menu->question.count; i++) {
        const Choice *choice = &menu->question.choices[i];
        if (action >= choice->first && action < choice->first + choice->count) {
            menu->chosen = i;
            menu->offset = action - choice->first;
        }
    }
}

/* ------------------------------------------------------------------------- */
/* Drawing                                                                   */
/* ------------------------------------------------------------------------- */

/* Choices one after the other under one label. */
typedef struct Group {
    Menu *menu;
    Screen *screen;
    MenuStyle style;
    const char *label; /* NULL: each choice has its whole sentence */
    int first, end;
    int left;
} Group;

static const char *label_of(const Group *group, int choice)
{
    return choice_label(group->screen->language, &group->menu->question, choice,
                        group->style == MENU_SHORT ? "menu" : "choices");
}

/* How far a run goes: "$900  ◀▶ 50–4200", or in words. */
static void add_run(const Group *group, const Amounts *amounts, char out[ITEM_MAX])
{
    char least[ITEM_MAX];
    WordsArgument arguments[] = {
        { "choice", least, 0 },
        { "most", NULL, amounts->most },
        { "step", NULL, amounts->step },
    };

    memcpy(least, out, sizeof least);
    if (group->style == MENU_SHORT)
        snprintf(out, ITEM_MAX, "%.*s  ◀▶ %d–%d", CHOICE_TEXT_MAX, least, amounts->least,
                 amounts->most);
    else
        words_write(group->screen->language, "play.amount", arguments, 3, out, ITEM_MAX);
}

static void item_text(const Group *group, int choice, char out[ITEM_MAX])
{
    const Question *question = &group->menu->question;
    const Choice *run = &question->choices[choice];
    const char *topic = group->style == MENU_SHORT ? "item"
                        : group->label == NULL     ? "do"
                                                   : "choice";

    choice_words(group->screen, question, action_of(group->menu, choice), topic, out);
    if (run->count > 1) {
        Amounts amounts = choice_amounts(question, run);
        add_run(group, &amounts, out);
    }
}

static int number_width(int choice)
{
    return snprintf(NULL, 0, "%d) ", choice + 1);
}

/* As many columns as fit; each as wide as it must be. */
static int measure(const Group *group, int widths[COLUMNS_MAX])
{
    int room = group->screen->width - group->left;
    int columns = group->style == MENU_LONG && group->label == NULL ? 1 : COLUMNS_MAX;

    for (;; columns--) {
        int total = -GAP;

        memset(widths, 0, COLUMNS_MAX * sizeof *widths);
        for (int i = group->first; i < group->end; i++) {
            int *width = &widths[(i - group->first) % columns];
            char text[ITEM_MAX];

            item_text(group, i, text);
            int wanted = number_width(i) + text_width(text) + GAP;
            *width = wanted > *width ? wanted : *width;
        }
        for (int c = 0; c < columns; c++)
            total += widths[c];
        if (columns == 1 || total <= room)
            return columns;
    }
}

static void put_item(const Group *group, int choice, int column)
{
    Screen *screen = group->screen;
    int is_chosen = choice == group->menu->chosen;
    char text[ITEM_MAX];

    item_text(group, choice, text);
    screen_go(screen, column);
    group->menu->places[choice].row = screen->row;
    group->menu->places[choice].column = column;
    screen->spot = CHOICE_SPOT + choice;
    screen_format(screen, is_chosen ? INK_CHOSEN : INK_KEY, "%d", choice + 1);
    screen_put(screen, is_chosen ? INK_CHOSEN : INK_PLAIN, ") ");
    if (column + number_width(choice) + text_width(text) <= screen->width) {
        screen_put(screen, is_chosen ? INK_CHOSEN : INK_PLAIN, text);
    } else {
        screen->indent = screen->column;
        screen_wrap(screen, is_chosen ? INK_CHOSEN : INK_PLAIN, text);
        screen->indent = 0;
    }
    screen->spot = NO_SPOT;
}

static void put_group(Group *group)
{
    int widths[COLUMNS_MAX], columns, column;

    screen_go(group->screen, INDENT);
    screen_put(group->screen, group->style == MENU_SHORT ? INK_FAINT : INK_HEADING,
               group->label == NULL ? "" : group->label);
    if (group->style == MENU_LONG && group->label != NULL)
        screen_line(group->screen);
    columns = measure(group, widths);
    column = group->left;
    for (int i = group->first; i < group->end; i++) {
        int c = (i - group->first) % columns;

        put_item(group, i, column);
        column += widths[c];
        if (c == columns - 1 || i == group->end - 1) {
            screen_line(group->screen);
            column = group->left;
        }
    }
}

static int widest_label(const Group *group)
{
    int widest = LABEL_LEAST;

    for (int i = 0; i < group->menu->question.count; i++) {
        const char *label = label_of(group, i);
        if (label != NULL && text_width(label) > widest)
            widest = text_width(label);
    }
    return widest;
}

static int is_same(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Actions come sorted by kind, so a group is a run of equal labels. */
void menu_draw(Menu *menu, Screen *screen, MenuStyle style)
{
    Group group = { .menu = menu, .screen = screen, .style = style };
    int label_width = style == MENU_SHORT ? widest_label(&group) + GAP : 0;

    for (; group.first < menu->question.count; group.first = group.end) {
        group.label = label_of(&group, group.first);
        group.end = group.first + 1;
        while (group.end < menu->question.count
               && is_same(label_of(&group, group.end), group.label))
            group.end++;
        group.left =
            INDENT + label_width + (style == MENU_LONG && group.label != NULL ? INDENT : 0);
        put_group(&group);
    }
}

/* ------------------------------------------------------------------------- */
/* Walking                                                                   */
/* ------------------------------------------------------------------------- */

/* The choice of the next row in a direction that is nearest; -1: there is none. */
static int nearest_in_row(const Menu *menu, int direction)
{
    int from_row = menu->places[menu->chosen].row;
    int from_column = menu->places[menu->chosen].column;
    int nearest = -1, least = 0;

    for (int i = 0; i < menu->question.count; i++) {
        int rows = (menu->places[i].row - from_row) * direction;
        int distance = rows * 1000 + abs(menu->places[i].column - from_column);
        if (rows > 0 && (nearest < 0 || distance < least)) {
            nearest = i;
            least = distance;
        }
    }
    return nearest;
}

void menu_go(Menu *menu, int rows, int steps)
{
    int count = menu->question.count;
    int amounts = menu->question.choices[menu->chosen].count;

    if (rows == 0 && amounts > 1) {
        menu->offset += steps;
        menu->offset = menu->offset < 0          ? 0
                       : menu->offset >= amounts ? amounts - 1
                                                 : menu->offset;
        return;
    }
    int next =
        rows != 0 ? nearest_in_row(menu, rows) : (menu->chosen + steps + count) % count;
    if (next >= 0 && next != menu->chosen) {
        menu->chosen = next;
        menu->offset = 0;
    }
}

int menu_choose_spot(Menu *menu, int spot)
{
    const Drawing *drawing = drawing_of(menu->question.game);
    int count = menu->question.count, spots[TOUCHED_MAX];

    for (int i = 1; drawing->touch != NULL && spot != NO_SPOT && i <= count; i++) {
        int choice = (menu->chosen + i) % count;
        int touched = drawing->touch(&menu->question.view, menu->question.seat,
                                     action_of(menu, choice), spots);
        for (int s = 0; s < touched; s++) {
            if (spots[s] != spot)
                continue;
            menu->offset = choice == menu->chosen ? menu->offset : 0;
            menu->chosen = choice;
            return 1;
        }
    }
    return 0;
}
