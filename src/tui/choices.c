/* choices.c: the menu:
 *
 *     Take three cars from the main yard
 *        1  siding 1: box car       2  siding 2: hopper      3  siding 3: box car
 *     Switch cars from your yard to your trains
 *        4  box car, siding 1 to train 2 (box cars)
 *        5  Rearrange your yard for 1 point */
#include "tui/choices.h"

#include <stdlib.h>
#include <string.h>

enum {
    INDENT = 2,
    NUMBER_WIDTH = 3,
    GAP = 2,
    COLUMNS_MAX = 6,
    ITEM_MAX = CHOICE_TEXT_MAX,
    KEY_MAX = 96,
    RUN_LEAST = 8, /* so many amounts are not told one by one */
    AMOUNT_MAX = 1000000000,
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
/* Amounts                                                                   */
/* ------------------------------------------------------------------------- */

static int step_of(const Game *game, Action action)
{
    int unit = game->action_kinds[action_kind(action)].fields[0].unit;

    return unit == 0 ? 1 : unit;
}

static int amount_of(const Game *game, Action action)
{
    return action_a(action) * step_of(game, action);
}

/* Is a number all that actions of this kind differ by? */
static int is_amount(const Game *game, Action action)
{
    const Field *fields = game->action_kinds[action_kind(action)].fields;

    return fields[0].name != NULL && fields[0].form == FIELD_NUMBER
           && fields[1].name == NULL;
}

static int run_length(const Game *game, const Action *actions, int count)
{
    int length = 1;

    if (!is_amount(game, actions[0]))
        return 1;
    while (length < count && actions[length] == actions[0] + action_make(0, length, 0))
        length++;
    return length < RUN_LEAST ? 1 : length;
}

int choices_make(const Game *game, const Action *actions, int count, Choice *choices)
{
    int made = 0;

    for (int first = 0; first < count; first += choices[made++].count)
        choices[made] = (Choice){ first, run_length(game, actions + first, count - first) };
    return made;
}

Amounts choice_amounts(const Game *game, const Action *actions, const Choice *run)
{
    Action first = actions[run->first], last = actions[run->first + run->count - 1];

    return (Amounts){ amount_of(game, first), amount_of(game, last), step_of(game, first) };
}

void choice_words(const Screen *screen, const Game *game, const void *view, int seat,
                  Action action, const char *topic, char out[CHOICE_TEXT_MAX])
{
    Phrase phrase = phrase_of(game, view, seat, action);
    char key[KEY_MAX];

    snprintf(key, sizeof key, "%s.%s.%s", game->id, topic, phrase.word);
    if (words_find(screen->language, key) == NULL)
        topic = "do";
    words_phrase_as(screen->language, game, topic, &phrase, screen->players, out,
                    CHOICE_TEXT_MAX);
}

/* ------------------------------------------------------------------------- */
/* One group                                                                 */
/* ------------------------------------------------------------------------- */

typedef struct Group {
    const Game *game;
    const void *view;
    int seat;
    const Action *actions; /* all of them */
    const Choice *choices; /* of the group only */
    int first;             /* the number of the first, less 1 */
    int count;
    const char *heading; /* or NULL */
} Group;

/* The least amount in full, and how far one may go. */
static void add_run(const Screen *screen, const Group *group, const Choice *choice,
                    char out[ITEM_MAX])
{
    Action last = group->actions[choice->first + choice->count - 1];
    char least[ITEM_MAX];
    WordsArgument arguments[] = {
        { "choice", least, 0 },
        { "most", NULL, amount_of(group->game, last) },
        { "step", NULL, step_of(group->game, last) },
    };

    memcpy(least, out, sizeof least);
    words_write(screen->language, "play.amount", arguments, 3, out, ITEM_MAX);
}

static void item_text(const Screen *screen, const Group *group, int i, char out[ITEM_MAX])
{
    const Choice *choice = &group->choices[i];
    const char *topic = group->heading == NULL ? "do" : "choice";

    choice_words(screen, group->game, group->view, group->seat,
                 group->actions[choice->first], topic, out);
    if (choice->count > 1)
        add_run(screen, group, choice, out);
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
        if (columns == 1 || total <= screen_width(screen))
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
                   const Action *actions, const Choice *choices, int count)
{
    const char *heading = NULL;

    for (int first = 0, end; first < count; first = end) {
        for (end = first; end < count; end++) {
            int kind = action_kind(actions[choices[end].first]);
            const char *over = heading_of(screen, game, game->action_kinds[kind].word);
            if (end == first)
                heading = over;
            if (over != heading)
                break;
        }
        Group group = { game,  view,        seat,   actions, choices + first,
                        first, end - first, heading };
        print_group(screen, &group);
    }
}

/* ------------------------------------------------------------------------- */
/* What was typed                                                            */
/* ------------------------------------------------------------------------- */

static Pick pick_amount(const Game *game, const Action *actions, const Choice *run,
                        long amount)
{
    Amounts amounts = choice_amounts(game, actions, run);
    Pick pick = { .action = -1,
                  .amount = (int)amount,
                  .least = amounts.least,
                  .most = amounts.most,
                  .step = amounts.step };

    if (amount < pick.least)
        pick.complaint = "play.amount.low";
    else if (amount > pick.most)
        pick.complaint = "play.amount.high";
    else if (amount % pick.step != 0)
        pick.complaint = "play.amount.step";
    else
        pick.action = run->first + (pick.amount - pick.least) / pick.step;
    return pick;
}

/* The only run of the menu, or NULL. */
static const Choice *only_run(const Choice *choices, int count)
{
    const Choice *run = NULL;

    for (int i = 0; i < count; i++) {
        if (choices[i].count == 1)
            continue;
        if (run != NULL)
            return NULL;
        run = &choices[i];
    }
    return run;
}

Pick choices_read(const Game *game, const Action *actions, const Choice *choices, int count,
                  const char *line)
{
    Pick nothing = { .action = -1,
                     .complaint = count == 1 ? "play.expects.one" : "play.expects",
                     .most = count };
    const Choice *run = only_run(choices, count);
    char *end;
    long number = strtol(line, &end, 10);
    int is_line = number >= 1 && number <= count;

    if (number < -AMOUNT_MAX || number > AMOUNT_MAX)
        return nothing;
    if (*end == '\0' && is_line)
        return (Pick){ .action = choices[number - 1].first };
    if (*end == '\0')
        return run == NULL ? nothing : pick_amount(game, actions, run, number);
    if (*end != ' ' || !is_line || choices[number - 1].count == 1)
        return nothing;
    long amount = strtol(end, &end, 10);
    if (*end != '\0' || amount < -AMOUNT_MAX || amount > AMOUNT_MAX)
        return nothing;
    return pick_amount(game, actions, &choices[number - 1], amount);
}
