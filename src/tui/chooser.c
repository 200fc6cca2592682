/* chooser.c: a form with one row per setting, and one to begin. */
#include "tui/chooser.h"

#include "play/setup.h"
#include "tui/screen.h"
#include "wire/sentences.h"

#include <string.h>

enum { LEFT = 4, VALUE_COLUMN = 34, FIRST_ROW = 3, TEXT_MAX = 256, DEFAULT_SEATS = 4 };

/* The rows before the options; after those comes the one that begins. */
enum { ROW_GAME, ROW_SEATS, ROW_PEOPLE, ROW_BOT, ROW_OPTIONS, ROWS_MAX = 32 };

typedef struct Chooser {
    Language language;
    const Game *game;
    int values[ROWS_MAX]; /* of each row: a number, or the place in a list */
    int row;
    Canvas canvas;
} Chooser;

/* The values of a row; lists wrap around. */
typedef struct Range {
    int least, most, is_list;
} Range;

static int start_row(const Chooser *chooser)
{
    return ROW_OPTIONS + chooser->game->option_count;
}

static Range range_of(const Chooser *chooser, int row)
{
    const Game *game = chooser->game;

    switch (row) {
    case ROW_GAME:
        return (Range){ 0, catalogue_count() - 1, 1 };
    case ROW_SEATS:
        return (Range){ game->least_seats, game->most_seats, 0 };
    case ROW_PEOPLE:
        return (Range){ 1, chooser->values[ROW_SEATS], 0 };
    case ROW_BOT:
        return (Range){ 0, BOT_COUNT - 1, 1 };
    default:
        return (Range){ 0, game->options[row - ROW_OPTIONS].values.count - 1, 1 };
    }
}

static int clamp(int value, Range range)
{
    return value < range.least ? range.least : value > range.most ? range.most : value;
}

static void set_setup(Chooser *chooser, const Setup *setup)
{
    chooser->values[ROW_SEATS] = setup->seats;
    for (int o = 0; o < chooser->game->option_count; o++)
        chooser->values[ROW_OPTIONS + o] = setup->options[o];
}

static void change(Chooser *chooser, int step)
{
    int row = chooser->row, *value = &chooser->values[row];
    Setup setup;

    if (row == start_row(chooser))
        return;
    Range range = range_of(chooser, row);
    *value += step;
    if (range.is_list)
        *value = (*value + range.most + 1) % (range.most + 1);
    *value = clamp(*value, range);
    if (row == ROW_GAME) {
        chooser->game = catalogue_game(*value);
        game_default_setup(chooser->game,
                           clamp(chooser->values[ROW_SEATS], range_of(chooser, ROW_SEATS)),
                           &setup);
        set_setup(chooser, &setup);
    }
    chooser->values[ROW_PEOPLE] =
        clamp(chooser->values[ROW_PEOPLE], range_of(chooser, ROW_PEOPLE));
}

static void make_setup(const Chooser *chooser, Setup *setup)
{
    game_default_setup(chooser->game, chooser->values[ROW_SEATS], setup);
    for (int o = 0; o < chooser->game->option_count && o < OPTIONS_MAX; o++)
        setup->options[o] = (uint8_t)chooser->values[ROW_OPTIONS + o];
}

/* ------------------------------------------------------------------------- */
/* Showing                                                                   */
/* ------------------------------------------------------------------------- */

static const char *bot_words(Language language, const char *name)
{
    static const char *const KEYS[] = { "play.bot.random", "play.bot.greedy",
                                        "play.bot.easy",   "play.bot.medium",
                                        "play.bot.hard",   "play.bot.expert" };

    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
        if (strcmp(strrchr(KEYS[i], '.') + 1, name) == 0)
            return words_find(language, KEYS[i]);
    }
    return name;
}

static void value_text(const Chooser *chooser, int row, char out[TEXT_MAX])
{
    int value = chooser->values[row];
    char key[TEXT_MAX];

    if (row == ROW_GAME) {
        snprintf(out, TEXT_MAX, "%s", game_title(chooser->language, chooser->game));
    } else if (row == ROW_BOT) {
        snprintf(out, TEXT_MAX, "%s", bot_words(chooser->language, BOTS[value]->name));
    } else if (row < ROW_OPTIONS) {
        snprintf(out, TEXT_MAX, "%d", value);
    } else {
        const Option *option = &chooser->game->options[row - ROW_OPTIONS];
        const char *id = option->values.items[value];
        snprintf(key, sizeof key, "%s.option.%s.%s", chooser->game->id, option->id, id);
        const char *words = words_find(chooser->language, key);
        snprintf(out, TEXT_MAX, "%s", words == NULL ? id : words);
    }
}

static const char *label_of(const Chooser *chooser, int row)
{
    static const char *const LABELS[] = { "play.choose.game", "play.choose.seats",
                                          "play.choose.people", "play.choose.bot" };

    return row < ROW_OPTIONS ? words_find(chooser->language, LABELS[row])
                             : option_text(chooser->language, chooser->game,
                                           &chooser->game->options[row - ROW_OPTIONS]);
}

/* Long options stand over two lines: what it is about, then the value. */
static void draw_row(const Chooser *chooser, Screen *screen, int row)
{
    int is_chosen = row == chooser->row;
    char value[TEXT_MAX];

    screen->spot = row + 1;
    screen_go(screen, LEFT);
    if (row == start_row(chooser)) {
        screen_format(screen, is_chosen ? INK_CHOSEN : INK_GOOD, " %s ",
                      screen_words(screen, "play.choose.start"));
    } else {
        value_text(chooser, row, value);
        screen_put(screen, is_chosen ? INK_STRONG : INK_PLAIN, label_of(chooser, row));
        int fits = VALUE_COLUMN + 4 + text_width(value) <= screen->width;
        if (screen->column >= VALUE_COLUMN - 1 || !fits)
            screen_line(screen);
        screen_go(screen, fits ? VALUE_COLUMN : LEFT + 4);
        screen_format(screen, is_chosen ? INK_CHOSEN : INK_STRONG,
                      is_chosen ? "◀ %s ▶" : "  %s", value);
    }
    screen->spot = NO_SPOT;
    screen_line(screen);
}

static void show(Chooser *chooser)
{
    int width = term_width();
    char refusal[TEXT_MAX];
    Setup setup;
    Screen screen = { .language = chooser->language,
                      .width = width,
                      .canvas = &chooser->canvas,
                      .row = FIRST_ROW };

    canvas_clear(&chooser->canvas, width);
    canvas_repeat(&chooser->canvas, 0, 0, INK_BAR, " ", width);
    canvas_put(&chooser->canvas, 0, 1, INK_BAR_STRONG, NO_SPOT,
               screen_words(&screen, "play.choose.title"));
    for (int row = 0; row <= start_row(chooser); row++) {
        screen.row += row == start_row(chooser);
        draw_row(chooser, &screen, row);
    }
    make_setup(chooser, &setup);
    refusal_sentence(chooser->language, chooser->game, &setup, refusal, sizeof refusal);
    screen_line(&screen);
    screen.indent = LEFT;
    screen_wrap(&screen, INK_WARNING, refusal);
    canvas_put(&chooser->canvas, term_height() - 1, 1, INK_FAINT, NO_SPOT,
               screen_words(&screen, "play.choose.keys"));
    term_show(&chooser->canvas, -1, 0);
}

/* ------------------------------------------------------------------------- */
/* Keys                                                                      */
/* ------------------------------------------------------------------------- */

typedef enum Answer { ANSWER_NONE, ANSWER_START, ANSWER_LEAVE } Answer;

static Answer start(const Chooser *chooser)
{
    Setup setup;

    make_setup(chooser, &setup);
    return setup_refusal(chooser->game, &setup) == NULL ? ANSWER_START : ANSWER_NONE;
}

static Answer click(Chooser *chooser, const TermEvent *event)
{
    const Cell *cell = canvas_at(&chooser->canvas, event->row, event->column);

    if (cell == NULL || cell->spot == NO_SPOT)
        return ANSWER_NONE;
    chooser->row = cell->spot - 1;
    if (chooser->row == start_row(chooser))
        return start(chooser);
    change(chooser, 1);
    return ANSWER_NONE;
}

static Answer handle(Chooser *chooser, const TermEvent *event)
{
    int rows = start_row(chooser) + 1;

    switch (event->kind) {
    case TERM_UP:
        chooser->row = (chooser->row + rows - 1) % rows;
        break;
    case TERM_DOWN:
    case TERM_TAB:
        chooser->row = (chooser->row + 1) % rows;
        break;
    case TERM_LEFT:
        change(chooser, -1);
        break;
    case TERM_RIGHT:
        change(chooser, 1);
        break;
    case TERM_CLICK:
        return click(chooser, event);
    case TERM_ENTER:
        return start(chooser);
    case TERM_ESCAPE:
    case TERM_LEAVE:
        return ANSWER_LEAVE;
    case TERM_CHARACTER:
        return event->text[0] == 'q' ? ANSWER_LEAVE : ANSWER_NONE;
    default:
        break;
    }
    return ANSWER_NONE;
}

int chooser_ask(Wish *wish, Language language)
{
    Chooser chooser = { .language = language, .game = wish->game };
    Answer answer = ANSWER_NONE;

    if (chooser.game == NULL) {
        chooser.game = catalogue_game(0);
        game_default_setup(chooser.game, DEFAULT_SEATS, &wish->setup);
    }
    while (catalogue_game(chooser.values[ROW_GAME]) != chooser.game)
        chooser.values[ROW_GAME]++;
    while (BOTS[chooser.values[ROW_BOT]] != wish->bot)
        chooser.values[ROW_BOT]++;
    set_setup(&chooser, &wish->setup);
    chooser.values[ROW_PEOPLE] = clamp(wish->people, range_of(&chooser, ROW_PEOPLE));
    while (answer == ANSWER_NONE) {
        show(&chooser);
        TermEvent event = term_wait(-1, NULL, 0);
        answer = handle(&chooser, &event);
    }
    canvas_free(&chooser.canvas);
    wish->game = chooser.game;
    wish->people = chooser.values[ROW_PEOPLE];
    wish->bot = BOTS[chooser.values[ROW_BOT]];
    make_setup(&chooser, &wish->setup);
    return answer == ANSWER_START;
}
