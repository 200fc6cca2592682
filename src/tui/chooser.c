/* chooser.c: one row for each thing to choose. */
#include "tui/chooser.h"

#include "play/setup.h"
#include "tui/screen.h"
#include "wire/sentences.h"

#include <string.h>

enum {
    LEFT = 4,
    VALUE_COLUMN = 34,
    FIRST_ROW = 3,
    TEXT_MAX = 256,
    DEFAULT_SEATS = 4,
};

/* The rows before the options, and the one after them. */
enum { ROW_GAME, ROW_SEATS, ROW_PEOPLE, ROW_BOT, ROW_OPTIONS };

typedef struct Chooser {
    Wish *wish;
    Language language;
    int row;
    Canvas canvas;
} Chooser;

static int row_count(const Chooser *chooser)
{
    return ROW_OPTIONS + chooser->wish->game->option_count + 1;
}

static int is_start(const Chooser *chooser, int row)
{
    return row == row_count(chooser) - 1;
}

/* ------------------------------------------------------------------------- */
/* Changing                                                                  */
/* ------------------------------------------------------------------------- */

static int clamp(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

static void take_game(Wish *wish, const Game *game)
{
    int seats = wish->setup.seats == 0 ? DEFAULT_SEATS : wish->setup.seats;

    wish->game = game;
    game_default_setup(game, clamp(seats, game->least_seats, game->most_seats),
                       &wish->setup);
}

static int index_of_game(const Game *game)
{
    for (int i = 0; i < catalogue_count(); i++) {
        if (catalogue_game(i) == game)
            return i;
    }
    return 0;
}

static int index_of_bot(const Bot *bot)
{
    for (int i = 0; i < BOT_COUNT; i++) {
        if (BOTS[i] == bot)
            return i;
    }
    return 0;
}

static int around(int value, int step, int count)
{
    return (value + step + count) % count;
}

static void change(Chooser *chooser, int row, int step)
{
    Wish *wish = chooser->wish;
    const Game *game = wish->game;
    Setup *setup = &wish->setup;

    if (is_start(chooser, row))
        return;
    switch (row) {
    case ROW_GAME:
        take_game(wish,
                  catalogue_game(around(index_of_game(game), step, catalogue_count())));
        break;
    case ROW_SEATS:
        setup->seats = clamp(setup->seats + step, game->least_seats, game->most_seats);
        break;
    case ROW_PEOPLE:
        wish->people += step;
        break;
    case ROW_BOT:
        wish->bot = BOTS[around(index_of_bot(wish->bot), step, BOT_COUNT)];
        break;
    default:
        setup->options[row - ROW_OPTIONS] =
            (uint8_t)around(setup->options[row - ROW_OPTIONS], step,
                            game->options[row - ROW_OPTIONS].values.count);
        break;
    }
    wish->people = clamp(wish->people, 1, setup->seats);
}

/* ------------------------------------------------------------------------- */
/* Showing                                                                   */
/* ------------------------------------------------------------------------- */

static const char *say(const Chooser *chooser, const char *key)
{
    return words_find(chooser->language, key);
}

static void option_value(const Chooser *chooser, int o, char out[TEXT_MAX])
{
    const Game *game = chooser->wish->game;
    const Option *option = &game->options[o];
    char key[TEXT_MAX];
    const char *id = option->values.items[chooser->wish->setup.options[o]];

    snprintf(key, sizeof key, "%s.option.%s.%s", game->id, option->id, id);
    const char *words = words_find(chooser->language, key);
    snprintf(out, TEXT_MAX, "%s", words == NULL ? id : words);
}

static const char *bot_words(const Chooser *chooser)
{
    static const struct {
        const Bot *bot;
        const char *key;
    } KEYS[] = {
        { &BOT_RANDOM, "play.bot.random" }, { &BOT_GREEDY, "play.bot.greedy" },
        { &BOT_EASY, "play.bot.easy" },     { &BOT_MEDIUM, "play.bot.medium" },
        { &BOT_HARD, "play.bot.hard" },     { &BOT_EXPERT, "play.bot.expert" },
    };

    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
        if (KEYS[i].bot == chooser->wish->bot)
            return say(chooser, KEYS[i].key);
    }
    return chooser->wish->bot->name;
}

static void row_text(const Chooser *chooser, int row, const char **label,
                     char value[TEXT_MAX])
{
    const Wish *wish = chooser->wish;

    value[0] = '\0';
    switch (row) {
    case ROW_GAME:
        *label = say(chooser, "play.choose.game");
        snprintf(value, TEXT_MAX, "%s", game_title(chooser->language, wish->game));
        break;
    case ROW_SEATS:
        *label = say(chooser, "play.choose.seats");
        snprintf(value, TEXT_MAX, "%d", wish->setup.seats);
        break;
    case ROW_PEOPLE:
        *label = say(chooser, "play.choose.people");
        snprintf(value, TEXT_MAX, "%d", wish->people);
        break;
    case ROW_BOT:
        *label = say(chooser, "play.choose.bot");
        snprintf(value, TEXT_MAX, "%s", bot_words(chooser));
        break;
    default:
        *label = option_text(chooser->language, wish->game,
                             &wish->game->options[row - ROW_OPTIONS]);
        option_value(chooser, row - ROW_OPTIONS, value);
        break;
    }
}

/* Long options stand over two lines: what it is about, then the value. */
static void draw_row(Chooser *chooser, Screen *screen, int row)
{
    int is_chosen = row == chooser->row;
    char value[TEXT_MAX], text[TEXT_MAX + 8];
    const char *label = "";

    screen->spot = row + 1;
    if (is_start(chooser, row)) {
        screen_line(screen);
        screen_go(screen, LEFT);
        snprintf(text, sizeof text, " %s ", say(chooser, "play.choose.start"));
        screen_put(screen, is_chosen ? INK_CHOSEN : INK_GOOD, text);
    } else {
        row_text(chooser, row, &label, value);
        screen_go(screen, LEFT);
        screen_put(screen, is_chosen ? INK_STRONG : INK_PLAIN, label);
        if (screen->column >= VALUE_COLUMN - 1
            || VALUE_COLUMN + 4 + text_width(value) > screen->width)
            screen_line(screen);
        screen_go(screen, VALUE_COLUMN);
        if (screen->column + 4 + text_width(value) > screen->width)
            screen->column = LEFT + 4;
        snprintf(text, sizeof text, is_chosen ? "◀ %s ▶" : "  %s", value);
        screen_put(screen, is_chosen ? INK_CHOSEN : INK_STRONG, text);
    }
    screen->spot = NO_SPOT;
    screen_line(screen);
}

static void show(Chooser *chooser)
{
    int width = term_width(), height = term_height();
    char refusal[TEXT_MAX];
    Screen screen = { .language = chooser->language,
                      .width = width,
                      .canvas = &chooser->canvas,
                      .row = FIRST_ROW };

    canvas_clear(&chooser->canvas, width);
    canvas_repeat(&chooser->canvas, 0, 0, INK_BAR, " ", width);
    canvas_put(&chooser->canvas, 0, 1, INK_BAR_STRONG, NO_SPOT,
               say(chooser, "play.choose.title"));
    for (int row = 0; row < row_count(chooser); row++)
        draw_row(chooser, &screen, row);
    refusal_sentence(chooser->language, chooser->wish->game, &chooser->wish->setup, refusal,
                     sizeof refusal);
    screen_line(&screen);
    screen.indent = LEFT;
    screen_wrap(&screen, INK_WARNING, refusal);
    canvas_put(&chooser->canvas, height - 1, 1, INK_FAINT, NO_SPOT,
               say(chooser, "play.choose.keys"));
    term_show(&chooser->canvas, -1, 0);
}

/* ------------------------------------------------------------------------- */
/* Keys                                                                      */
/* ------------------------------------------------------------------------- */

typedef enum Answer { ANSWER_NONE, ANSWER_START, ANSWER_LEAVE } Answer;

static Answer start(const Chooser *chooser)
{
    return setup_refusal(chooser->wish->game, &chooser->wish->setup) == NULL ? ANSWER_START
                                                                             : ANSWER_NONE;
}

static Answer click(Chooser *chooser, const TermEvent *event)
{
    const Cell *cell = canvas_at(&chooser->canvas, event->row, event->column);

    if (cell == NULL || cell->spot == NO_SPOT)
        return ANSWER_NONE;
    chooser->row = cell->spot - 1;
    if (is_start(chooser, chooser->row))
        return start(chooser);
    change(chooser, chooser->row, 1);
    return ANSWER_NONE;
}

static Answer handle(Chooser *chooser, const TermEvent *event)
{
    int rows = row_count(chooser);

    switch (event->kind) {
    case TERM_UP:
        chooser->row = around(chooser->row, -1, rows);
        break;
    case TERM_DOWN:
    case TERM_TAB:
        chooser->row = around(chooser->row, 1, rows);
        break;
    case TERM_LEFT:
        change(chooser, chooser->row, -1);
        break;
    case TERM_RIGHT:
        change(chooser, chooser->row, 1);
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
    Chooser chooser = { .wish = wish, .language = language };
    Answer answer = ANSWER_NONE;

    if (wish->game == NULL)
        take_game(wish, catalogue_game(0));
    if (wish->people == 0)
        wish->people = 1;
    while (answer == ANSWER_NONE) {
        show(&chooser);
        TermEvent event = term_wait(-1, NULL, 0);
        answer = handle(&chooser, &event);
    }
    canvas_free(&chooser.canvas);
    return answer == ANSWER_START;
}
