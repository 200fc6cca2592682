/* full_view.c: what is to be seen:
 *
 *     bar        the game, and how it stands
 *     table      the game's own drawing
 *     log        what has happened last; on a wide terminal it stands beside
 *     rule       whose decision it is, and what the chosen one does
 *     menu       the choices, or the result
 *     keys */
#include "tui/full_inside.h"

#include "wire/sentences.h"

#include <string.h>

enum {
    LEAST_WIDTH = 80,
    LEAST_HEIGHT = 24,
    SIDE_LOG_FROM = 116, /* columns from which the log stands beside the table */
    TABLE_WIDTH = 80,
    MENU_LEAST = 3,
    LOG_LEAST = 1,
    LOG_ENTRIES = 200, /* more are never in sight */
    LOG_MOST = 12,     /* rows, below the table */
    CHAT_LINES = 6,    /* below the log */
    REMOTE_ROOM = 30,  /* of the bar, for the table's code and the clock */
};

/* Where everything goes. */
typedef struct Areas {
    int width, height;
    int left_width; /* of all but a log beside */
    int table_rows;
    int log_row, log_rows; /* below the table; 0: none */
    int rule_row;
    int menu_row, menu_rows;
} Areas;

static const char *say(const Full *full, const char *key)
{
    return words_find(full->table->language, key);
}

static Screen screen_on(const Full *full, Canvas *canvas, int width)
{
    return (Screen){ .language = full->table->language,
                     .players = full->sitting.names.names,
                     .width = width,
                     .canvas = canvas };
}

static void rule(Canvas *canvas, int row, int from, int to)
{
    canvas_repeat(canvas, row, from, INK_RULE, "─", to - from);
}

/* ------------------------------------------------------------------------- */
/* The table and the log                                                     */
/* ------------------------------------------------------------------------- */

static void draw_table(Full *full, const Areas *areas, const State *view)
{
    const Sitting *sitting = &full->sitting;
    Screen screen = screen_on(full, &full->table_canvas, areas->left_width);

    canvas_clear(&full->table_canvas, areas->left_width);
    if (sitting->drawing->table != NULL)
        sitting->drawing->table(&screen, view, full->viewer,
                                areas->height - 1 - LOG_LEAST - 1 - 2 - 1);
    else
        sitting->drawing->draw(&screen, sitting->game, view, full->viewer, DETAIL_WHOLE);
}

static void draw_log(Full *full, int width, int chat_lines)
{
    const Journal *journal = &full->sitting.journal;
    Screen screen = screen_on(full, &full->log, width);
    int from = journal->count > LOG_ENTRIES ? journal->count - LOG_ENTRIES : 0;

    canvas_clear(&full->log, width);
    journal_print(journal, &screen, full->sitting.game, from, full->viewer);
    if (full_remote_table(full) != NULL)
        full_remote_chat(full, &screen, chat_lines);
}

static void put_log(Full *full, int row, int column, int rows)
{
    int from = full->log.height > rows ? full->log.height - rows : 0;

    canvas_copy(&full->canvas, row, column, &full->log, from, rows);
}

/* ------------------------------------------------------------------------- */
/* The bar                                                                   */
/* ------------------------------------------------------------------------- */

static void draw_bar(Full *full, const Areas *areas, const State *view)
{
    const Sitting *sitting = &full->sitting;
    const char *title = game_title(full->table->language, sitting->game);
    char state[SCREEN_TEXT_MAX] = "";
    int column = 1;

    canvas_repeat(&full->canvas, 0, 0, INK_BAR, " ", areas->width);
    if (sitting->drawing->title != NULL)
        sitting->drawing->title(full->table->language, view, state, sizeof state);
    int room = areas->width - (full_remote_table(full) == NULL ? 5 : REMOTE_ROOM);
    if (text_width(title) + text_width(state) <= room || state[0] == '\0') {
        column = canvas_put(&full->canvas, 0, 1, INK_BAR_STRONG, NO_SPOT,
                            title[0] == '\0' ? sitting->game->id : title);
        column = canvas_put(&full->canvas, 0, column, INK_BAR, NO_SPOT,
                            state[0] == '\0' ? "" : " │ ");
    }
    canvas_put(&full->canvas, 0, column, INK_BAR, NO_SPOT, state);
    if (full_remote_table(full) != NULL)
        full_remote_bar(full, areas->width);
}

/* ------------------------------------------------------------------------- */
/* The choices, or the result                                                */
/* ------------------------------------------------------------------------- */

/* "Ada ▶ Take the box car from siding 1" */
static void sentence_of_mode(const Full *full, char *out, size_t size)
{
    const Menu *menu = &full->menu;
    Screen screen = screen_on(full, NULL, LEAST_WIDTH);
    const char *name = full->seat == NOBODY ? "" : full->sitting.names.names[full->seat];
    WordsArgument player = { "player", name, 0 };
    char words[CHOICE_TEXT_MAX];

    switch (full->mode) {
    case MODE_ASK:
        choice_words(&screen, full->sitting.game, &menu->question.view, full->seat,
                     menu_action(menu), "do", words);
        snprintf(out, size, "%s ▶ %s", name, words);
        break;
    case MODE_CONFIRM:
        words_write(full->table->language, "play.full.confirm", &player, 1, out, size);
        break;
    case MODE_REST:
        words_write(full->table->language, "play.full.rest", &player, 1, out, size);
        break;
    case MODE_OVER:
        words_write(full->table->language, "play.full.over", NULL, 0, out, size);
        break;
    case MODE_REPLAY:
        full_replay_sentence(full, out, size);
        break;
    case MODE_WAIT:
        full_remote_sentence(full, out, size);
        break;
    default:
        words_write(full->table->language, "play.full.thinking", &player, 1, out, size);
        break;
    }
}

static void draw_rule(Full *full, const Areas *areas)
{
    char text[SCREEN_TEXT_MAX], cut[SCREEN_TEXT_MAX];
    int row = areas->rule_row;
    int is_waiting = full->mode == MODE_BOTS || full->mode == MODE_WAIT;
    Ink ink = is_waiting ? INK_FAINT : INK_STRONG;

    if (full->notice[0] != '\0') {
        snprintf(text, sizeof text, "%s", full->notice);
        ink = full->notice_ink;
    } else {
        sentence_of_mode(full, text, sizeof text);
    }
    text_cut(text, areas->left_width - 8, cut, sizeof cut);
    rule(&full->canvas, row, 0, 2);
    int column = canvas_put(&full->canvas, row, 3, ink, NO_SPOT, cut) + 1;
    if (full->typed[0] != '\0') {
        column = canvas_put(&full->canvas, row, column, INK_KEY, NO_SPOT, full->typed);
        column = canvas_put(&full->canvas, row, column, INK_KEY, NO_SPOT, "_") + 1;
    }
    rule(&full->canvas, row, column, areas->left_width);
}

/* Scrolled so that the chosen one is in sight. */
static void put_menu(Full *full, const Areas *areas)
{
    const Menu *menu = &full->menu;
    int chosen_row = menu->items[menu->chosen].row;
    int last = menu->page.height - areas->menu_rows;
    int edge = areas->left_width - 2;

    if (full->menu_top > chosen_row)
        full->menu_top = chosen_row;
    if (full->menu_top < chosen_row - areas->menu_rows + 1)
        full->menu_top = chosen_row - areas->menu_rows + 1;
    if (full->menu_top > last)
        full->menu_top = last;
    if (full->menu_top < 0)
        full->menu_top = 0;
    canvas_copy(&full->canvas, areas->menu_row, 0, &menu->page, full->menu_top,
                areas->menu_rows);
    if (full->menu_top > 0)
        canvas_put(&full->canvas, areas->rule_row, edge, INK_KEY, NO_SPOT, "▲");
    if (full->menu_top < last)
        canvas_put(&full->canvas, areas->menu_row + areas->menu_rows - 1, edge, INK_KEY,
                   NO_SPOT, "▼");
    full->menu_row = areas->menu_row;
    full->menu_rows = areas->menu_rows;
}

static void put_result(Full *full, const Areas *areas, int row, const State *view)
{
    const Sitting *sitting = &full->sitting;
    int scores[SEATS_MAX], places[SEATS_MAX];

    sitting->game->scores(view, scores);
    sitting->game->ranking(view, places);
    for (int place = 1; place <= sitting->seats; place++) {
        for (int seat = 0; seat < sitting->seats; seat++) {
            WordsArgument arguments[] = {
                { "place", NULL, place },
                { "player", sitting->names.names[seat], 0 },
                { "points", NULL, scores[seat] },
            };
            char text[SCREEN_TEXT_MAX];

            if (places[seat] != place || row >= areas->menu_row + areas->menu_rows)
                continue;
            words_write(full->table->language, "play.result.line", arguments, 3, text,
                        sizeof text);
            canvas_put(&full->canvas, row++, 2, place == 1 ? INK_GOOD : INK_PLAIN, NO_SPOT,
                       text);
        }
    }
}

static void put_replay(Full *full, const Areas *areas, const State *view)
{
    full_replay_bar(full, areas->menu_row, areas->left_width);
    full->menu_row = areas->menu_row;
    if (full_replay_is_over(full))
        put_result(full, areas, areas->menu_row + 1, view);
}

/* ------------------------------------------------------------------------- */
/* The last line                                                             */
/* ------------------------------------------------------------------------- */

typedef struct KeyLabel {
    const char *sign;
    const char *words;
    unsigned modes; /* a bit for each Mode in which it is offered */
    char key;       /* what a click on it types; 0: nothing */
} KeyLabel;

#define IN(mode) (1u << (mode))
/* In any mode; the other two are told apart by where the game is. */
enum { ANYWHERE = 0xFFFF, AT_SERVER = 0x10000, IN_PROGRAM = 0x20000 };

static int is_offered(const Full *full, unsigned modes)
{
    int is_at_server = full_remote_table(full) != NULL;

    if (modes == AT_SERVER)
        return is_at_server;
    if (modes == IN_PROGRAM)
        return !is_at_server && full->mode != MODE_REPLAY;
    return (modes & IN(full->mode)) != 0;
}

static const KeyLabel KEY_LABELS[] = {
    { "Enter", "play.key.enter", IN(MODE_ASK) | IN(MODE_CONFIRM) | IN(MODE_REST), '\r' },
    { "Enter", "play.key.enter", IN(MODE_SEATS), 0 },
    { "u", "play.key.undo", IN(MODE_ASK) | IN(MODE_CONFIRM) | IN(MODE_WAIT), 'u' },
    { "h", "play.key.hint", IN(MODE_ASK), 'h' },
    { "n", "play.key.new", IN(MODE_OVER), 'n' },
    { "◀▶", "play.key.step", IN(MODE_REPLAY), 0 },
    { "▲▼", "play.key.turn", IN(MODE_REPLAY), 0 },
    { "Tab", "play.key.side", IN(MODE_REPLAY), 0 },
    { "Space", "play.key.run", IN(MODE_REPLAY), ' ' },
    { "c", "play.key.chat", AT_SERVER, 'c' },
    { "l", "play.key.log", ANYWHERE & ~IN(MODE_SEATS), 'l' },
    { "r", "play.key.rules", ANYWHERE & ~IN(MODE_SEATS), 'r' },
    { "s", "play.key.save", IN_PROGRAM, 's' },
    { "?", "play.key.help", ANYWHERE & ~IN(MODE_SEATS), '?' },
    { "q", "play.key.quit", ANYWHERE, 'q' },
};

static void draw_keys(Full *full, const Areas *areas)
{
    int row = areas->height - 1, column = 1;

    canvas_repeat(&full->canvas, row, 0, INK_PLAIN, " ", areas->width);
    for (size_t i = 0; i < sizeof KEY_LABELS / sizeof KEY_LABELS[0]; i++) {
        const KeyLabel *label = &KEY_LABELS[i];
        int spot = label->key == 0 ? NO_SPOT : KEY_SPOT + label->key;

        if (!is_offered(full, label->modes)
            || (label->key == 'h' && full_remote_table(full) != NULL
                && !full_remote_can_hint(full)))
            continue;
        column = canvas_put(&full->canvas, row, column, INK_KEY, spot, label->sign);
        column = canvas_put(&full->canvas, row, column, INK_FAINT, spot, " ");
        column =
            canvas_put(&full->canvas, row, column, INK_FAINT, spot, say(full, label->words))
            + 2;
    }
}

/* Returns the column of the cursor. */
static int draw_line(Full *full, const Areas *areas, int row)
{
    static const char *const PROMPTS[] = {
        [LINE_NONE] = "play.full.line.save", [LINE_SAVE] = "play.full.line.save",
        [LINE_OPEN] = "play.full.line.open", [LINE_MOVES] = "play.full.line.moves",
        [LINE_CHAT] = "play.full.line.chat",
    };

    canvas_repeat(&full->canvas, row, 0, INK_PLAIN, " ", areas->width);
    int column = canvas_put(&full->canvas, row, 2, INK_KEY, NO_SPOT,
                            say(full, PROMPTS[full->line_use]))
                 + 1;
    return line_draw(&full->line, &full->canvas, row, column, areas->width - column - 1);
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

static int rows_wanted(const Full *full)
{
    if (full->mode == MODE_ASK)
        return full->menu.page.height;
    if (full->mode == MODE_REPLAY)
        return full_replay_is_over(full) ? full->sitting.seats + 1 : 1;
    return full->mode == MODE_OVER ? full->sitting.seats : 0;
}

static void divide(const Full *full, Areas *areas)
{
    int is_beside = areas->width >= SIDE_LOG_FROM;
    int wanted = rows_wanted(full);

    areas->table_rows = full->table_canvas.height;
    int free = areas->height - 1 - areas->table_rows - 1 - 1;
    if (wanted < MENU_LEAST)
        wanted = MENU_LEAST;
    if (free < 0)
        free = 0;
    areas->log_rows = free - wanted < 1 ? 1 : free - wanted;
    if (is_beside || free <= 1)
        areas->log_rows = 0;
    areas->menu_rows = free - areas->log_rows;
    areas->log_row = 1 + areas->table_rows;
    if (areas->log_rows > LOG_MOST) { /* what is left stays empty */
        areas->menu_rows = wanted;
        areas->log_rows = free - wanted;
    }
    areas->rule_row = areas->log_row + areas->log_rows;
    areas->menu_row = areas->rule_row + 1;
}

static void draw_touched(Full *full)
{
    int spots[TOUCHED_MAX];
    const Menu *menu = &full->menu;

    if (full->mode != MODE_ASK || full->sitting.drawing->touch == NULL)
        return;
    int count = full->sitting.drawing->touch(&menu->question.view, full->seat,
                                             menu_action(menu), spots);
    for (int i = 0; i < count; i++)
        canvas_ink_spot(&full->table_canvas, spots[i], INK_TOUCHED);
}

static void draw_game(Full *full, Areas *areas)
{
    State view;

    sitting_observe(&full->sitting, full->viewer, &view);
    areas->left_width = areas->width >= SIDE_LOG_FROM ? TABLE_WIDTH : areas->width;
    if (full->mode == MODE_ASK)
        menu_draw(&full->menu, &full->sitting, full->table->language, areas->left_width);
    draw_table(full, areas, &view);
    draw_touched(full);
    divide(full, areas);
    draw_bar(full, areas, &view);
    canvas_copy(&full->canvas, 1, 0, &full->table_canvas, 0, areas->table_rows);
    if (areas->width >= SIDE_LOG_FROM) {
        draw_log(full, areas->width - TABLE_WIDTH - 2, CHAT_LINES);
        for (int row = 1; row < areas->height - 1; row++)
            canvas_put(&full->canvas, row, TABLE_WIDTH, INK_RULE, NO_SPOT, "│");
        put_log(full, 1, TABLE_WIDTH + 1, areas->height - 2);
    } else if (areas->log_rows > 0) {
        draw_log(full, areas->width, 0); /* what is said stands in the rule */
        put_log(full, areas->log_row, 0, areas->log_rows);
    }
    draw_rule(full, areas);
    if (full->mode == MODE_ASK)
        put_menu(full, areas);
    else if (full->mode == MODE_OVER)
        put_result(full, areas, areas->menu_row, &view);
    else if (full->mode == MODE_REPLAY)
        put_replay(full, areas, &view);
    draw_keys(full, areas);
}

static void put_centred(Full *full, const Areas *areas, int row, Ink ink, const char *text)
{
    canvas_put(&full->canvas, row, (areas->width - text_width(text)) / 2, ink, NO_SPOT,
               text);
}

/* Nothing of anybody's is to be seen. */
static void draw_hand_over(Full *full, const Areas *areas)
{
    WordsArgument player = { "player", full->sitting.names.names[full->seat], 0 };
    char text[SCREEN_TEXT_MAX];
    int middle = areas->height / 2;

    canvas_repeat(&full->canvas, 0, 0, INK_BAR, " ", areas->width);
    canvas_put(&full->canvas, 0, 1, INK_BAR_STRONG, NO_SPOT,
               game_title(full->table->language, full->sitting.game));
    words_write(full->table->language, "play.full.handover", &player, 1, text, sizeof text);
    put_centred(full, areas, middle - 1, INK_STRONG, text);
    put_centred(full, areas, middle + 1, INK_FAINT, say(full, "play.full.handover.how"));
    if (full->notice[0] != '\0')
        canvas_put(&full->canvas, areas->height - 2, 2, full->notice_ink, NO_SPOT,
                   full->notice);
}

static void draw_seats(Full *full, const Areas *areas)
{
    full_remote_draw_seats(full, areas->width, areas->height);
    canvas_put(&full->canvas, areas->height - 2, 2, full->notice_ink, NO_SPOT,
               full->notice);
    draw_keys(full, areas);
}

static void draw_too_small(Full *full, const Areas *areas)
{
    WordsArgument arguments[] = { { "width", NULL, areas->width },
                                  { "height", NULL, areas->height } };
    Screen screen = screen_on(full, &full->canvas, areas->width);

    screen_say(&screen, INK_STRONG, "play.full.small", arguments, 2);
}

void full_show(Full *full)
{
    Areas areas = { .width = term_width(), .height = term_height() };
    int cursor_row = -1, cursor_column = 0;

    canvas_clear(&full->canvas, areas.width);
    if (areas.width < LEAST_WIDTH || areas.height < LEAST_HEIGHT)
        draw_too_small(full, &areas);
    else if (full->page.is_open)
        page_draw(&full->page, &full->canvas, full->table->language, areas.width,
                  areas.height);
    else if (full->mode == MODE_HAND_OVER)
        draw_hand_over(full, &areas);
    else if (full->mode == MODE_SEATS)
        draw_seats(full, &areas);
    else
        draw_game(full, &areas);
    if (full->line_use != LINE_NONE && !full->page.is_open) {
        cursor_row = areas.rule_row > 0 ? areas.rule_row : areas.height - 2;
        cursor_column = draw_line(full, &areas, cursor_row);
    }
    term_show(&full->canvas, cursor_row, cursor_column);
}
