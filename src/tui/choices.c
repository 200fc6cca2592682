/* choices.c: the menu:
 *
 *     Take three cars from the main yard
 *        1  siding 1: box car       2  siding 2: hopper      3  siding 3: box car
 *     Switch cars from your yard to your trains
 *        4  box car, siding 1 to train 2 (box cars)
 *        5  Rearrange your yard for 1 point */
#include "tui/choices.h"

#include <string.h>

enum {
    INDENT = 2,
    NUMBER_WIDTH = 3,
    GAP = 2,
    COLUMNS_MAX = 6,
    ITEM_MAX = 256,
    KEY_MAX = 96
};

static Phrase phrase_of(const Game *game, const void *view, int seat, Action action)
{
    Phrase phrase;

    phrase_of_action(&phrase, game->action_kinds, seat, action);
    if (game->say != NULL)
        game->say(view, seat, action, &phrase);
    return phrase;
}

/* The heading over actions of this word; NULL: they go without. */
static const char *heading_of(const Screen *screen, const Game *game, const char *word)
{
    char key[KEY_MAX];

    snprintf(key, sizeof key, "%s.choices.%s", game->id, word);
    return words_find(screen->language, key);
}

/* ------------------------------------------------------------------------- */
/* One group                                                                 */
/* ------------------------------------------------------------------------- */

typedef struct Group {
    const Game *game;
    const void *view;
    int seat;
    const Action *actions; /* of the group only */
    int first;             /* the number of the first, less 1 */
    int count;
    const char *heading; /* or NULL */
} Group;

static void item_text(const Screen *screen, const Group *group, int i, char out[ITEM_MAX])
{
    Phrase phrase = phrase_of(group->game, group->view, group->seat, group->actions[i]);
    const char *topic = group->heading == NULL ? "do" : "choice";

    words_phrase_as(screen->language, group->game, topic, &phrase, screen->players, out,
                    ITEM_MAX);
}

/* The widest layout in rows that fits the screen, each column as wide as it
 * must be; returns how many columns it has. */
static int lay_out(const Screen *screen, const Group *group, int widths[COLUMNS_MAX])
{
    int columns = group->heading == NULL ? 1 : COLUMNS_MAX;

    for (;; columns--) {
        int total = INDENT - GAP;

        memset(widths, 0, COLUMNS_MAX * sizeof *widths);
        for (int i = 0; i < group->count; i++) {
            char text[ITEM_MAX];

            item_text(screen, group, i, text);
            int width = NUMBER_WIDTH + GAP + text_width(text) + GAP;
            if (width > widths[i % columns])
                widths[i % columns] = width;
        }
        for (int c = 0; c < columns; c++)
            total += widths[c];
        if (columns == 1 || total <= SCREEN_WIDTH)
            return columns;
    }
}

static void print_group(Screen *screen, const Group *group)
{
    int widths[COLUMNS_MAX];
    int columns = lay_out(screen, group, widths);
    int column = INDENT;

    if (group->heading != NULL) {
        screen_go(screen, INDENT);
        screen_put(screen, INK_HEADING, group->heading);
        screen_line(screen);
    }
    for (int i = 0; i < group->count; i++) {
        char text[ITEM_MAX];

        item_text(screen, group, i, text);
        screen_go(screen, column);
        screen_number(screen, INK_STRONG, group->first + i + 1, NUMBER_WIDTH);
        screen_go(screen, screen->column + GAP);
        screen_put(screen, INK_PLAIN, text);
        column += widths[i % columns];
        if (i % columns == columns - 1 || i == group->count - 1) {
            screen_line(screen);
            column = INDENT;
        }
    }
}

/* Actions come sorted by kind, so a group is a run of equal headings. */
void choices_print(Screen *screen, const Game *game, const void *view, int seat,
                   const Action *actions, int count)
{
    for (int first = 0; first < count;) {
        const char *word = game->action_kinds[action_kind(actions[first])].word;
        const char *heading = heading_of(screen, game, word);
        int end = first + 1;

        while (end < count
               && heading
                      == heading_of(screen, game,
                                    game->action_kinds[action_kind(actions[end])].word))
            end++;
        Group group = { game, view, seat, &actions[first], first, end - first, heading };
        print_group(screen, &group);
        first = end;
    }
}
