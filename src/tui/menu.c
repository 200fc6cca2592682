/* menu.c: laying out and walking through the choices. */
#include "tui/menu.h"

#include <stdlib.h>
#include <string.h>

enum { GAP = 2, INDENT = 2, COLUMNS_MAX = 8, LABEL_LEAST = 6, NUMBER_ROOM = 16 };

void menu_free(Menu *menu)
{
    canvas_free(&menu->page);
}

void menu_pose(Menu *menu, const Sitting *sitting, int seat)
{
    sitting_ask(sitting, seat, &menu->question);
    menu->chosen = 0;
    menu->offset = 0;
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
/* Laying out                                                                */
/* ------------------------------------------------------------------------- */

typedef struct Layout {
    Menu *menu;
    const Sitting *sitting;
    Screen screen;
    int label_width;
} Layout;

/* What stands before choices of a kind; "" if the catalogue has nothing. */
static const char *label_of(const Layout *layout, int choice)
{
    const Game *game = layout->sitting->game;
    const char *word =
        game->action_kinds[action_kind(action_of(layout->menu, choice))].word;
    char key[128];

    snprintf(key, sizeof key, "%s.menu.%s", game->id, word);
    const char *label = words_find(layout->screen.language, key);
    return label == NULL ? "" : label;
}

/* "4) Bid $900", and of a run how far it goes: "◀▶ 50–4200" */
static void item_text(const Layout *layout, int choice, char *out, size_t size)
{
    const Question *question = &layout->menu->question;
    const Choice *run = &question->choices[choice];
    char words[CHOICE_TEXT_MAX], range[64] = "";

    choice_words(&layout->screen, layout->sitting->game, &question->view, question->seat,
                 action_of(layout->menu, choice), "item", words);
    if (run->count > 1) {
        Amounts amounts = choice_amounts(layout->sitting->game, question->actions, run);
        snprintf(range, sizeof range, "  ◀▶ %d–%d", amounts.least, amounts.most);
    }
    snprintf(out, size, "%d) %s%s", choice + 1, words, range);
}

static int item_width(const Layout *layout, int choice)
{
    char text[CHOICE_TEXT_MAX + 80];

    item_text(layout, choice, text, sizeof text);
    return text_width(text) + GAP;
}

/* As many columns as fit; each as wide as it must be. */
static int lay_out(const Layout *layout, int first, int end, int widths[COLUMNS_MAX])
{
    int room = screen_width(&layout->screen) - INDENT - layout->label_width;

    for (int columns = COLUMNS_MAX;; columns--) {
        int total = 0;

        memset(widths, 0, COLUMNS_MAX * sizeof *widths);
        for (int i = first; i < end; i++) {
            int width = item_width(layout, i);
            if (width > widths[(i - first) % columns])
                widths[(i - first) % columns] = width;
        }
        for (int c = 0; c < columns; c++)
            total += widths[c];
        if (columns == 1 || total - GAP <= room)
            return columns;
    }
}

static void put_item(Layout *layout, int choice, int column)
{
    Screen *screen = &layout->screen;
    Menu *menu = layout->menu;
    char text[CHOICE_TEXT_MAX + 80], number[NUMBER_ROOM];
    int is_chosen = choice == menu->chosen;

    item_text(layout, choice, text, sizeof text);
    screen_go(screen, column);
    menu->items[choice] = (MenuItem){ screen->row, column, text_width(text) };
    if (is_chosen) {
        screen_put(screen, INK_CHOSEN, text);
        return;
    }
    snprintf(number, sizeof number, "%d", choice + 1);
    screen_put(screen, INK_KEY, number);
    screen_put(screen, INK_PLAIN, text + strlen(number));
}

static void put_group(Layout *layout, int first, int end)
{
    Screen *screen = &layout->screen;
    int widths[COLUMNS_MAX];
    int columns = lay_out(layout, first, end, widths);
    int left = INDENT + layout->label_width, column = left;

    screen_go(screen, INDENT);
    screen_put(screen, INK_FAINT, label_of(layout, first));
    for (int i = first; i < end; i++) {
        put_item(layout, i, column);
        column += widths[(i - first) % columns];
        if ((i - first) % columns == columns - 1 || i == end - 1) {
            screen_line(screen);
            column = left;
        }
    }
}

static int widest_label(const Layout *layout)
{
    int widest = LABEL_LEAST;

    for (int i = 0; i < layout->menu->question.count; i++) {
        int width = text_width(label_of(layout, i));
        if (width > widest)
            widest = width;
    }
    return widest + GAP;
}

void menu_draw(Menu *menu, const Sitting *sitting, Language language, int width)
{
    Layout layout = { .menu = menu,
                      .sitting = sitting,
                      .screen = { .language = language,
                                  .players = sitting->names.names,
                                  .width = width,
                                  .canvas = &menu->page } };
    int count = menu->question.count;

    canvas_clear(&menu->page, width);
    layout.label_width = widest_label(&layout);
    for (int first = 0, end; first < count; first = end) {
        const char *label = label_of(&layout, first);
        for (end = first + 1; end < count; end++) {
            if (strcmp(label_of(&layout, end), label) != 0)
                break;
        }
        put_group(&layout, first, end);
    }
}

/* ------------------------------------------------------------------------- */
/* Walking                                                                   */
/* ------------------------------------------------------------------------- */

/* The choice of another row that is nearest below or above. */
static int nearest_in_row(const Menu *menu, int row, int column)
{
    int nearest = -1, least = 0;

    for (int i = 0; i < menu->question.count; i++) {
        int distance = abs(menu->items[i].column - column);
        if (menu->items[i].row != row || (nearest >= 0 && distance >= least))
            continue;
        nearest = i;
        least = distance;
    }
    return nearest;
}

static void go_amount(Menu *menu, int steps)
{
    int most = menu->question.choices[menu->chosen].count - 1;

    menu->offset += steps;
    if (menu->offset < 0)
        menu->offset = 0;
    if (menu->offset > most)
        menu->offset = most;
}

void menu_go(Menu *menu, int rows, int steps)
{
    const MenuItem *item = &menu->items[menu->chosen];
    int count = menu->question.count;

    if (rows == 0 && menu->question.choices[menu->chosen].count > 1) {
        go_amount(menu, steps);
        return;
    }
    int next = rows != 0 ? nearest_in_row(menu, item->row + rows, item->column)
                         : (menu->chosen + steps + count) % count;
    if (next >= 0 && next != menu->chosen) {
        menu->chosen = next;
        menu->offset = 0;
    }
}

int menu_at(const Menu *menu, int row, int column)
{
    for (int i = 0; i < menu->question.count; i++) {
        const MenuItem *item = &menu->items[i];
        if (item->row == row && column >= item->column
            && column < item->column + item->width)
            return i;
    }
    return -1;
}

static int is_about(const Sitting *sitting, const Menu *menu, int choice, int spot)
{
    int spots[TOUCHED_MAX];
    int count = sitting->drawing->touch(&menu->question.view, menu->question.seat,
                                        action_of(menu, choice), spots);

    for (int i = 0; i < count; i++) {
        if (spots[i] == spot)
            return 1;
    }
    return 0;
}

int menu_choose_spot(Menu *menu, const Sitting *sitting, int spot)
{
    int count = menu->question.count;

    if (sitting->drawing->touch == NULL || spot == NO_SPOT)
        return 0;
    for (int i = 1; i <= count; i++) {
        int choice = (menu->chosen + i) % count;
        if (!is_about(sitting, menu, choice, spot))
            continue;
        if (choice != menu->chosen)
            menu->offset = 0;
        menu->chosen = choice;
        return 1;
    }
    return 0;
}
