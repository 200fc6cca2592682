/* full_view.c: the layout of the full screen. Panes stand beside each other as the width
 * allows: the table alone, with the log beside it (from LOG_FROM columns on), with what
 * would count now and help, too (from HELP_FROM on).
 *
 *     bar        the game, and how it stands
 *     table      the game's blocks           │ log │ now, help
 *     log        where it is not beside      │     │
 *     sentence   whose decision it is, and   │     │
 *                what the chosen one does    │     │
 *     menu       the choices, or the result  │     │
 *     keys */
#include "tui/full_inside.h"

#include "tui/layout.h"
#include "tui/reports.h"
#include "tui/turns.h"
#include "wire/sentences.h"

#include <string.h>

enum {
    LOG_FROM = 116,
    HELP_FROM = 180,
    TABLE_WIDTH = 80, /* with the log beside it */
    LOG_WIDTH = 44,   /* with help beside it … */
    HELP_WIDTH = 48,  /* … which is so wide */
    MENU_LEAST = 3,
    MENU_MOST = 12,
    LOG_WANTED = 12,
    CHAT_LINES = 6, /* below the log */
    KEYS_SHOWN = 20,
    REMOTE_ROOM = 30, /* of the bar, for the table's code and the clock */
};

typedef struct Areas {
    int width, height;
    int table_width;
    int log_left, log_width; /* of a log beside the table; 0: it is below */
    int help_left;           /* 0: none */
    int log_row, log_rows;   /* below the table */
    int rule_row;            /* of the sentence */
    int menu_row, menu_rows;
} Areas;

static Screen screen_on(const Full *full, Canvas *canvas, int width)
{
    canvas_clear(canvas, width);
    return (Screen){ .language = full->language,
                     .players = full->course.names,
                     .width = width,
                     .canvas = canvas };
}

/* ------------------------------------------------------------------------- */
/* The table, the log, help                                                  */
/* ------------------------------------------------------------------------- */

static void mark_touched(Full *full)
{
    const Drawing *drawing = full->course.drawing;
    const Question *question = &full->course.menu.question;
    int spots[TOUCHED_MAX], count = 0;

    if (full->course.mode == MODE_ASK && drawing->touch != NULL)
        count = drawing->touch(&question->view, full->course.seat,
                               menu_action(&full->course.menu), spots);
    for (int i = 0; i < count; i++)
        canvas_ink_spot(&full->table_canvas, spots[i], INK_TOUCHED);
}

/* The bar of a replay, and six places in two columns. */
static int rows_least(const Full *full)
{
    return full->course.mode == MODE_REPLAY ? MENU_LEAST + 1 : MENU_LEAST;
}

/* Rows for what the others did, where the log is below the table. */
static int turn_rows(const Full *full, const Areas *areas)
{
    const Course *course = &full->course;

    return areas->log_width > 0 ? 0 : turns_count(&course->journal, course->viewer);
}

/* The menu gets its rows before the table gets blank lines. */
static void draw_table(Full *full, const Areas *areas, const State *view, int menu_rows)
{
    const Scene scene = { full->course.game, view, full->course.viewer,
                          course_asked(&full->course), 0 };
    Screen screen = screen_on(full, &full->table_canvas, areas->table_width);
    int free = areas->height - 3 - full->sentence.height + 1;
    int turns = turn_rows(full, areas);
    LayoutRoom room = {
        .wide = free - menu_rows - (areas->log_width == 0 ? LOG_WANTED : 1),
        .titled = free - rows_least(full) - (turns > 2 ? turns : 2),
        .most = free - rows_least(full),
    };

    layout_table(&screen, full->course.drawing, &scene, &room);
    mark_touched(full);
}

/* The newest events that fit, in whole sentences, and the chat below. */
static void draw_log(Full *full, int width, int rows, int chat_lines)
{
    const Course *course = &full->course;
    Screen screen = screen_on(full, &full->log, width);

    if (course->at != NULL) /* how many rows it takes */
        at_table_print_chat(course->at, &screen, chat_lines);
    journal_print_last(&course->journal, &screen, course->game, course->viewer,
                       rows - screen.row);
    if (course->at != NULL)
        at_table_print_chat(course->at, &screen, chat_lines);
}

/* Has the log room for all that happened since the viewer's last turn? */
static int has_room_for_turns(Full *full, int width, int rows)
{
    const Course *course = &full->course;
    int begin = turns_begin(&course->journal, course->viewer);
    Screen screen = screen_on(full, &full->log, width);

    journal_print(&course->journal, &screen, course->game, begin, course->viewer);
    return screen.row <= rows;
}

/* Below the table: the log, if it has room, otherwise a line for each of the others. */
static void draw_log_below(Full *full, int width, int rows)
{
    const Course *course = &full->course;

    full->turns_shown = TURNS_WHOLE;
    if (has_room_for_turns(full, width, rows)) {
        draw_log(full, width, rows, 0); /* chat is in the sentence */
        return;
    }
    Screen screen = screen_on(full, &full->log, width);
    if (!turns_print(&course->journal, &screen, course->game, course->viewer, rows))
        full->turns_shown = TURNS_CUT;
}

static int is_blank(const Canvas *canvas, int row)
{
    for (int column = 0; column < canvas->width; column++) {
        const Cell *cell = canvas_at(canvas, row, column);
        if (cell != NULL && cell->text[0] != '\0')
            return 0;
    }
    return 1;
}

/* As many rows as hold whole paragraphs. */
static int rows_of_paragraphs(const Canvas *canvas, int rows)
{
    while (rows > 0 && rows < canvas->height && !is_blank(canvas, rows))
        rows--;
    return rows;
}

static void draw_panes(Full *full, const Areas *areas, const State *view)
{
    int rows = areas->height - 2;

    if (areas->log_width == 0) {
        draw_log_below(full, areas->width, areas->log_rows);
        canvas_copy(&full->canvas, areas->log_row, 0, &full->log, 0, areas->log_rows);
        return;
    }
    for (int row = 1; row <= rows; row++)
        canvas_put(&full->canvas, row, areas->log_left - 1, INK_RULE, NO_SPOT, "│");
    Screen heading = screen_on(full, &full->log, areas->log_width);
    screen_heading(&heading, words_find(full->language, "play.log"));
    canvas_copy(&full->canvas, 1, areas->log_left, &full->log, 0, 1);
    int chat_lines = full->course.at == NULL ? 0 : CHAT_LINES;
    full->turns_shown = has_room_for_turns(full, areas->log_width, rows - 1 - chat_lines)
                            ? TURNS_WHOLE
                            : TURNS_CUT;
    draw_log(full, areas->log_width, rows - 1, CHAT_LINES);
    canvas_copy(&full->canvas, 2, areas->log_left, &full->log, 0, rows - 1);
    if (areas->help_left == 0)
        return;
    for (int row = 1; row <= rows; row++)
        canvas_put(&full->canvas, row, areas->help_left - 1, INK_RULE, NO_SPOT, "│");
    Screen screen = screen_on(full, &full->log, areas->width - areas->help_left);
    report_print_now(&full->course, &screen);
    screen_heading(&screen, words_find(full->language, "play.help"));
    draw_help(&screen, full->course.drawing, view);
    canvas_copy(&full->canvas, 1, areas->help_left, &full->log, 0,
                rows_of_paragraphs(&full->log, rows));
}

/* ------------------------------------------------------------------------- */
/* The bar                                                                   */
/* ------------------------------------------------------------------------- */

static void draw_bar(Full *full, const Areas *areas, const State *view)
{
    const Course *course = &full->course;
    const char *title = game_title(full->language, course->game);
    char state[SCREEN_TEXT_MAX] = "", text[SCREEN_TEXT_MAX];
    int room = areas->width - 2 - (full->course.at == NULL ? 0 : REMOTE_ROOM);
    int column = 1;

    canvas_repeat(&full->canvas, 0, 0, INK_BAR, " ", areas->width);
    if (course->drawing->title != NULL)
        course->drawing->title(full->language, view, state, sizeof state);
    if (text_width(title) + 3 + text_width(state) <= room || state[0] == '\0') {
        column = canvas_put(&full->canvas, 0, 1, INK_BAR_STRONG, NO_SPOT,
                            title[0] == '\0' ? course->game->id : title);
        column = canvas_put(&full->canvas, 0, column, INK_BAR, NO_SPOT,
                            state[0] == '\0' ? "" : " │ ");
    }
    text_cut(state, room + 1 - column, text, sizeof text);
    canvas_put(&full->canvas, 0, column, INK_BAR, NO_SPOT, text);
    if (full->course.at != NULL)
        full_remote_bar(full, areas->width);
}

/* ------------------------------------------------------------------------- */
/* The sentence                                                              */
/* ------------------------------------------------------------------------- */

/* "Ada ▶ Take the box car from siding 1" */
static void sentence_of_mode(const Full *full, char *out, size_t size)
{
    static const char *const SENTENCES[] = {
        [MODE_CONFIRM] = "play.full.confirm",
        [MODE_REST] = "play.full.rest",
        [MODE_BOTS] = "play.full.thinking",
        [MODE_OVER] = "play.full.over",
        [MODE_WAIT] = NULL,
    };
    const Course *course = &full->course;
    const Screen screen = { .language = course->settings->language,
                            .players = course->names };
    WordsArgument player = { "player", course_name(course), 0 };
    char words[CHOICE_TEXT_MAX];

    if (course->is_holding) {
        choice_words(&screen, &course->menu.question, course->held, "do", words);
        words_write(screen.language,
                    course->at == NULL ? "play.full.confirm.held"
                                       : "play.full.confirm.ends",
                    (WordsArgument[]){ player, { "action", words, 0 } }, 2, out, size);
    } else if (course->mode == MODE_ASK) {
        choice_words(&screen, &course->menu.question, menu_action(&course->menu), "do",
                     words);
        snprintf(out, size, "%s ▶ %s", player.text, words);
    } else if (course->mode == MODE_REPLAY) {
        full_replay_sentence(full, out, size);
    } else if (course->mode == MODE_WAIT) {
        full_remote_sentence(full, out, size);
    } else {
        words_write(screen.language, SENTENCES[course->mode], &player, 1, out, size);
    }
}

/* Ruled on its first line, as long as it must be. */
static void draw_sentence(Full *full, const Areas *areas)
{
    Screen screen = screen_on(full, &full->sentence, areas->table_width);
    char text[SCREEN_TEXT_MAX];
    int is_waiting = full->course.mode == MODE_BOTS || full->course.mode == MODE_WAIT;
    int has_notice = full->notice[0] != '\0';

    if (!has_notice)
        sentence_of_mode(full, text, sizeof text);
    screen.indent = 3;
    screen_wrap(&screen,
                has_notice   ? full->notice_ink
                : is_waiting ? INK_FAINT
                             : INK_STRONG,
                has_notice ? full->notice : text);
    if (full->typed[0] != '\0')
        screen_format(&screen, INK_KEY, " %s_", full->typed);
    screen_put(&screen, INK_PLAIN, " ");
    int end = screen.row == 0 ? screen.column : screen.width;
    screen.row = 0;
    screen_rule(&screen, 0, 2);
    screen_rule(&screen, end, screen.width);
}

/* ------------------------------------------------------------------------- */
/* The choices, or the result                                                */
/* ------------------------------------------------------------------------- */

/* Long words if the help pane is there and they take a third of the rows at most. */
static void draw_menu(Full *full, const Areas *areas)
{
    int most = areas->height / 3;

    for (int style = areas->help_left == 0 ? MENU_SHORT : MENU_LONG;; style--) {
        Screen screen = screen_on(full, &full->menu_canvas, areas->table_width);
        menu_draw(&full->course.menu, &screen, (MenuStyle)style);
        if (style == MENU_SHORT || screen.row <= most)
            return;
    }
}

/* Scrolled so that the chosen one is in sight. */
static void put_menu(Full *full, const Areas *areas)
{
    const Menu *menu = &full->course.menu;
    int chosen_row = menu->places[menu->chosen].row;
    int last = full->menu_canvas.height - areas->menu_rows;
    int edge = areas->table_width - 2;

    if (full->menu_top > chosen_row)
        full->menu_top = chosen_row;
    if (full->menu_top < chosen_row - areas->menu_rows + 1)
        full->menu_top = chosen_row - areas->menu_rows + 1;
    if (full->menu_top > last)
        full->menu_top = last;
    if (full->menu_top < 0)
        full->menu_top = 0;
    canvas_copy(&full->canvas, areas->menu_row, 0, &full->menu_canvas, full->menu_top,
                areas->menu_rows);
    if (full->menu_top > 0)
        canvas_put(&full->canvas, areas->rule_row, edge, INK_KEY, NO_SPOT, "▲");
    if (full->menu_top < last)
        canvas_put(&full->canvas, areas->menu_row + areas->menu_rows - 1, edge, INK_KEY,
                   NO_SPOT, "▼");
}

static void put_result(Full *full, const Areas *areas, int row)
{
    Screen screen = screen_on(full, &full->menu_canvas, areas->table_width);

    int rows = areas->menu_row + areas->menu_rows - row;
    result_print(&full->course, &screen, rows < full->course.seats ? 2 : 1);
    canvas_copy(&full->canvas, row, 0, &full->menu_canvas, 0, rows);
}

static void put_replay(Full *full, const Areas *areas)
{
    full_replay_bar(full, areas->menu_row, areas->table_width);
    if (full_replay_is_over(full))
        put_result(full, areas, areas->menu_row + 1);
}

/* ------------------------------------------------------------------------- */
/* The last line                                                             */
/* ------------------------------------------------------------------------- */

static int is_offered(const Full *full, const Key *key)
{
    if (key->letter == 'h' && full->course.at != NULL
        && !at_table_can_hint(full->course.at))
        return 0;
    return (key->modes & IN(full->course.mode)) != 0
           && (key->places & full_place(full)) != 0;
}

/* The keys of the last line. Where they do not fit, those before the last two (help and
 * leaving) give way. */
static int list_keys(const Full *full, int width, const Key *shown[KEYS_SHOWN])
{
    int count = 0, columns = 1;

    for (const Key *key = KEYS; key->sign != NULL; key++) {
        if (key->bar == NULL || !is_offered(full, key) || count == KEYS_SHOWN)
            continue;
        shown[count++] = key;
        columns += text_width(key_sign(key, full->language))
                   + text_width(words_find(full->language, key->bar)) + 3;
    }
    while (columns - 2 > width && count > 2) {
        const Key *dropped = shown[count - 3];
        columns -= text_width(key_sign(dropped, full->language))
                   + text_width(words_find(full->language, dropped->bar)) + 3;
        shown[count - 3] = shown[count - 2];
        shown[count - 2] = shown[count - 1];
        count--;
    }
    return count;
}

static void draw_keys(Full *full, const Areas *areas)
{
    const Key *shown[KEYS_SHOWN];
    int row = areas->height - 1, column = 1;
    int count = list_keys(full, areas->width, shown);

    canvas_repeat(&full->canvas, row, 0, INK_PLAIN, " ", areas->width);
    for (int i = 0; i < count; i++) {
        const Key *key = shown[i];
        int spot = key->letter == 0 ? NO_SPOT : KEY_SPOT + key->letter;

        column = canvas_put(&full->canvas, row, column, INK_KEY, spot,
                            key_sign(key, full->language));
        column = canvas_put(&full->canvas, row, column, INK_FAINT, spot, " ");
        column = canvas_put(&full->canvas, row, column, INK_FAINT, spot,
                            words_find(full->language, key->bar))
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
                            words_find(full->language, PROMPTS[full->line_use]))
                 + 1;
    return line_draw(&full->line, &full->canvas, row, column, areas->width - column - 1);
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

static int rows_wanted(const Full *full)
{
    int rows = full->course.mode == MODE_ASK    ? full->menu_canvas.height
               : full->course.mode == MODE_OVER ? full->course.seats
               : full->course.mode == MODE_REPLAY && full_replay_is_over(full)
                   ? full->course.seats + 1
                   : 1;

    return rows < rows_least(full) ? rows_least(full) : rows;
}

static void set_panes(Areas *areas)
{
    areas->table_width = areas->width;
    if (areas->width < LOG_FROM)
        return;
    areas->table_width = TABLE_WIDTH;
    if (areas->width >= HELP_FROM) {
        areas->table_width = areas->width - LOG_WIDTH - HELP_WIDTH;
        areas->help_left = areas->width - HELP_WIDTH + 1;
    }
    areas->log_left = areas->table_width + 1;
    areas->log_width =
        (areas->help_left == 0 ? areas->width : areas->help_left - 1) - areas->log_left;
}

static void set_rows(const Full *full, Areas *areas, int wanted)
{
    int sentence = full->sentence.height;
    int free = areas->height - 2 - full->table_canvas.height - sentence;

    int turns = turn_rows(full, areas);

    if (wanted > free - turns)
        wanted = free - turns > rows_least(full) ? free - turns : rows_least(full);
    areas->menu_rows = wanted;
    areas->log_rows = areas->log_width == 0 ? free - wanted : 0;
    if (areas->log_width == 0 && areas->log_rows < 1)
        areas->log_rows = free > rows_least(full);
    if (areas->menu_rows > free - areas->log_rows)
        areas->menu_rows = free - areas->log_rows;
    areas->log_row = 1 + full->table_canvas.height;
    areas->rule_row = areas->log_row + areas->log_rows;
    if (areas->log_width > 0 && free - areas->menu_rows > 0)
        areas->rule_row++;
    areas->menu_row = areas->rule_row + sentence;
}

static void draw_game(Full *full, Areas *areas)
{
    State view;

    course_observe(&full->course, full->course.viewer, &view);
    set_panes(areas);
    if (full->course.mode == MODE_ASK)
        draw_menu(full, areas);
    int wanted = rows_wanted(full);
    draw_sentence(full, areas);
    draw_table(full, areas, &view, wanted < MENU_MOST ? wanted : MENU_MOST);
    set_rows(full, areas, wanted);
    draw_bar(full, areas, &view);
    canvas_copy(&full->canvas, 1, 0, &full->table_canvas, 0, full->table_canvas.height);
    draw_panes(full, areas, &view);
    canvas_copy(&full->canvas, areas->rule_row, 0, &full->sentence, 0,
                full->sentence.height);
    if (full->course.mode == MODE_ASK)
        put_menu(full, areas);
    else if (full->course.mode == MODE_OVER)
        put_result(full, areas, areas->menu_row);
    else if (full->course.mode == MODE_REPLAY)
        put_replay(full, areas);
    draw_keys(full, areas);
}

static void put_centred(Full *full, const Areas *areas, int row, Ink ink, const char *text)
{
    canvas_put(&full->canvas, row, (areas->width - text_width(text)) / 2, ink, NO_SPOT,
               text);
}

/* Above the keys, where there is no sentence. */
static void put_notice(Full *full, const Areas *areas)
{
    Screen screen = { .canvas = &full->canvas,
                      .width = areas->width,
                      .row = areas->height - 3,
                      .indent = 2 };

    screen_wrap(&screen, full->notice_ink, full->notice);
}

/* Shows no view at all. */
static void draw_hand_over(Full *full, const Areas *areas)
{
    WordsArgument player = { "player", full->course.names[full->course.seat], 0 };
    char text[SCREEN_TEXT_MAX];
    int middle = areas->height / 2;

    canvas_repeat(&full->canvas, 0, 0, INK_BAR, " ", areas->width);
    canvas_put(&full->canvas, 0, 1, INK_BAR_STRONG, NO_SPOT,
               game_title(full->language, full->course.game));
    words_write(full->language, "play.full.handover", &player, 1, text, sizeof text);
    put_centred(full, areas, middle - 1, INK_STRONG, text);
    put_centred(full, areas, middle + 1, INK_FAINT,
                words_find(full->language, "play.full.handover.how"));
    put_notice(full, areas);
}

static void draw_seats(Full *full, const Areas *areas)
{
    full_draw_seats(full, areas->width, areas->height);
    put_notice(full, areas);
    draw_keys(full, areas);
}

static void draw_too_small(Full *full, const Areas *areas)
{
    WordsArgument arguments[] = { { "width", NULL, areas->width },
                                  { "height", NULL, areas->height } };
    Screen screen = screen_on(full, &full->canvas, areas->width);

    screen_say(&screen, INK_STRONG, "play.full.small", arguments, 2);
}

/* At about the same place of the text. */
static void rewrap_page(Full *full)
{
    int top = full->page.top, height = full->page.text.height;

    full->reopen(full);
    full->page.top = height == 0 ? 0 : top * full->page.text.height / height;
}

void full_show(Full *full)
{
    Areas areas = { .width = term_width(), .height = term_height() };
    int cursor_row = -1, cursor_column = 0;

    if (full->page.is_open && !page_fits(&full->page, areas.width))
        rewrap_page(full);
    if (full->course.at != NULL && full->typed_at != full->course.at->table.n)
        full->typed[0] = '\0';
    full->turns_shown = TURNS_NONE;
    canvas_clear(&full->canvas, areas.width);
    if (areas.width < TERM_LEAST_WIDTH || areas.height < TERM_LEAST_HEIGHT)
        draw_too_small(full, &areas);
    else if (full->page.is_open)
        page_draw(&full->page, &full->canvas, full->language, areas.width, areas.height);
    else if (full->course.mode == MODE_HAND_OVER)
        draw_hand_over(full, &areas);
    else if (full->course.mode == MODE_SEATS)
        draw_seats(full, &areas);
    else
        draw_game(full, &areas);
    if (full->line_use != LINE_NONE && !full->page.is_open) {
        cursor_row = areas.rule_row > 0 ? areas.rule_row : areas.height - 2;
        cursor_column = draw_line(full, &areas, cursor_row);
    }
    term_show(&full->canvas, cursor_row, cursor_column);
}
