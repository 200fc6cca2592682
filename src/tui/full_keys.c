/* full_keys.c: key and mouse events. */
#include "tui/full_inside.h"

#include "tui/keep.h"
#include "wire/sentences.h"

#include <ctype.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Lines                                                                     */
/* ------------------------------------------------------------------------- */

static void open_line(Full *full, LineUse use, const char *text)
{
    full->line_use = use;
    full->notice[0] = '\0';
    line_set(&full->line, text);
}

static void open_game(Full *full, const char *path)
{
    Fault fault = { .language = faults_in(full->language) };
    CourseResult *result = &full->course.result;

    result->opened =
        keep_load(path, full->course.settings->start, &result->players, &fault);
    if (result->opened == NULL) {
        WordsArgument arguments[] = { { "file", path, 0 },
                                      { "reason", fault.sentence, 0 } };
        course_say(&full->course, INK_WARNING, "play.full.open.failed", arguments, 2);
        return;
    }
    snprintf(result->wanted, sizeof result->wanted, "%s", path);
    course_leave(&full->course, COURSE_OPEN);
}

static void finish_line(Full *full)
{
    LineUse use = full->line_use;
    const char *text = full->line.text + strspn(full->line.text, " ");

    full->line_use = LINE_NONE;
    if (text[0] == '\0')
        return;
    if (use == LINE_SAVE) {
        course_save(&full->course, text);
    } else if (use == LINE_OPEN) {
        open_game(full, text);
    } else if (use == LINE_MOVES && full->course.mode == MODE_ASK) {
        course_answer(&full->course, text);
    } else if (use == LINE_CHAT) {
        remote_chat(&full->course.at->table, text);
    }
}

static void type_line(Full *full, const TermEvent *event)
{
    switch (line_handle(&full->line, event)) {
    case LINE_DONE:
        finish_line(full);
        break;
    case LINE_DROPPED:
        full->line_use = LINE_NONE;
        break;
    default:
        break;
    }
}

/* ------------------------------------------------------------------------- */
/* Choosing                                                                  */
/* ------------------------------------------------------------------------- */

/* Selects what the digits so far mean, if anything. */
static void preview_typed(Full *full)
{
    Pick pick = question_read(&full->course.menu.question, full->typed);

    full->typed_at = full->course.at == NULL ? 0 : full->course.at->table.n;
    if (full->typed[0] != '\0' && pick.action >= 0)
        menu_choose(&full->course.menu, pick.action);
}

static void type_digit(Full *full, const char *text)
{
    size_t length = strlen(full->typed);

    if (length + 1 < sizeof full->typed)
        memcpy(full->typed + length, text, 2);
    full->notice[0] = '\0';
    preview_typed(full);
}

/* A notice hides what Enter would do: then it only closes the notice. */
static void enter(Full *full)
{
    Course *course = &full->course;
    char typed[TYPED_MAX];
    int has_notice = full->notice[0] != '\0';

    snprintf(typed, sizeof typed, "%s", full->typed);
    full->typed[0] = full->notice[0] = '\0';
    if (has_notice && typed[0] == '\0')
        return;
    if (course->mode == MODE_CONFIRM || course->mode == MODE_REST)
        course_go_on(course);
    else if (course->mode == MODE_ASK && typed[0] != '\0')
        course_answer(course, typed);
    else if (course->mode == MODE_ASK)
        course_act(course, menu_action(&course->menu));
}

static void walk(Full *full, int rows, int steps)
{
    if (full->course.mode != MODE_ASK)
        return;
    full->typed[0] = '\0';
    full->notice[0] = '\0';
    menu_go(&full->course.menu, rows, steps);
}

/* ------------------------------------------------------------------------- */
/* Letters                                                                   */
/* ------------------------------------------------------------------------- */

static void type_moves(Full *full)
{
    if (full->course.mode == MODE_ASK
        && draw_hint(full->course.drawing, &full->course.menu.question.view,
                     full->course.seat)
               != NULL)
        open_line(full, LINE_MOVES, "");
    else
        course_warn(&full->course, "play.full.line");
}

static void type_save(Full *full)
{
    const char *kept = full->course.kept_path, *path = full->course.settings->save_path;

    open_line(full, LINE_SAVE, kept != NULL ? kept : path != NULL ? path : "");
}

static void type_hint(Full *full)
{
    Course *course = &full->course;

    if (course->mode != MODE_ASK)
        return;
    if (course->at != NULL && !at_table_can_hint(course->at))
        course_warn(course, "play.remote.no-hint");
    else
        course_hint(course);
}

/* A new game; at a server the rematch, after this one. */
static void type_new(Full *full)
{
    if (full->course.at == NULL)
        course_leave(&full->course, COURSE_NEW);
    else if (full->course.mode == MODE_OVER)
        at_table_want_next(full->course.at);
}

/* Before a game, only keys that need no game. */
static int is_key(const Full *full, char letter)
{
    for (const Key *key = KEYS; key->sign != NULL; key++) {
        if (key->letter == letter && (key->places & full_place(full)) != 0
            && (full->course.mode != MODE_SEATS || (key->modes & IN(MODE_SEATS)) != 0))
            return 1;
    }
    return 0;
}

/* The letters that open a page. */
static void open_page_of(Full *full, char letter)
{
    Mode mode = full->course.mode;

    if (letter == '?')
        full_open_help(full);
    else if (letter == 'r')
        full_open_rules(full);
    else if (letter == 'l')
        full_open_log(full);
    else if (letter == 'd' && mode == MODE_OVER)
        full_open_deal(full);
    else if (letter == 'a')
        full_open_account(full);
}

static void type_letter(Full *full, char letter)
{
    Mode mode = full->course.mode;
    AtTable *at = full->course.at;

    if (!is_key(full, letter))
        return;
    switch (letter) {
    case '\r':
        enter(full);
        break;
    case ' ':
        full_replay_handle(full, &(TermEvent){ .kind = TERM_CHARACTER, .text = " " });
        break;
    case 'b':
        if (at->table.is_away)
            remote_do(&at->table, "return");
        break;
    case 'c':
        open_line(full, LINE_CHAT, "");
        break;
    case 'u':
        full->notice[0] = '\0';
        if (mode == MODE_ASK || mode == MODE_CONFIRM || mode == MODE_WAIT)
            course_undo(&full->course);
        break;
    case 'h':
        type_hint(full);
        break;
    case 's':
        type_save(full);
        break;
    case 'o':
        open_line(full, LINE_OPEN, "");
        break;
    case 'n':
        type_new(full);
        break;
    case 'e':
        type_moves(full);
        break;
    case 'q':
        course_quit(&full->course, "play.full.unsaved");
        break;
    default:
        open_page_of(full, letter);
        break;
    }
}

static void type_character(Full *full, const char *text)
{
    if (full->course.mode == MODE_ASK
        && (isdigit((unsigned char)text[0]) || text[0] == ' ')) {
        type_digit(full, text);
        return;
    }
    if (full->course.mode == MODE_ASK && (text[0] == '+' || text[0] == '-')) {
        walk(full, 0, text[0] == '+' ? 1 : -1);
        return;
    }
    type_letter(full, text[0]);
}

static void erase(Full *full)
{
    size_t length = strlen(full->typed);

    if (length > 0)
        full->typed[length - 1] = '\0';
    preview_typed(full);
}

/* ------------------------------------------------------------------------- */
/* Clicks                                                                    */
/* ------------------------------------------------------------------------- */

/* A click selects a choice; a click on the selected one carries it out. */
static void click(Full *full, int row, int column)
{
    const Cell *cell = canvas_at(&full->canvas, row, column);
    int choice = cell == NULL ? -1 : cell->spot - CHOICE_SPOT;

    if (choice < 0 && cell != NULL && cell->spot >= KEY_SPOT) {
        type_letter(full, (char)(cell->spot - KEY_SPOT));
        return;
    }
    if (full->course.mode != MODE_ASK)
        return;
    full->notice[0] = '\0';
    if (choice >= 0 && choice == full->course.menu.chosen)
        course_act(&full->course, menu_action(&full->course.menu));
    else if (choice >= 0)
        menu_choose(&full->course.menu, full->course.menu.question.choices[choice].first);
    else if (cell != NULL)
        menu_choose_spot(&full->course.menu, cell->spot);
}

/* ------------------------------------------------------------------------- */
/* Everything                                                                */
/* ------------------------------------------------------------------------- */

/* Enter or a click; no key that would show a view. */
static void hand_over(Full *full, const TermEvent *event)
{
    if (event->kind == TERM_ENTER || event->kind == TERM_CLICK) {
        full->notice[0] = '\0';
        course_go_on(&full->course);
    } else if (event->kind == TERM_CHARACTER && event->text[0] == 'q') {
        course_quit(&full->course, "play.full.unsaved");
    }
}

static void handle_game(Full *full, const TermEvent *event)
{
    if (full->course.mode == MODE_SEATS && event->kind != TERM_CHARACTER)
        full_handle_seats(full, event);
    if (full->course.mode == MODE_REPLAY && strcmp(event->text, " ") != 0)
        full_replay_handle(full, event);
    switch (event->kind) {
    case TERM_CHARACTER:
        type_character(full, event->text);
        break;
    case TERM_UP:
    case TERM_WHEEL_UP:
        walk(full, -1, 0);
        break;
    case TERM_DOWN:
    case TERM_WHEEL_DOWN:
        walk(full, 1, 0);
        break;
    case TERM_LEFT:
        walk(full, 0, -1);
        break;
    case TERM_RIGHT:
    case TERM_TAB:
        walk(full, 0, 1);
        break;
    case TERM_ENTER:
        enter(full);
        break;
    case TERM_ESCAPE:
        full->typed[0] = '\0';
        full->notice[0] = '\0';
        break;
    case TERM_BACKSPACE:
        erase(full);
        break;
    case TERM_CLICK:
        click(full, event->row, event->column);
        break;
    default:
        break;
    }
}

/* A report that has been read lets the game go on. */
static void handle_page(Full *full, const TermEvent *event)
{
    page_handle(&full->page, event);
    if (!full->page.is_open && full->course.mode == MODE_REPORT)
        course_go_on(&full->course);
}

void full_handle(Full *full, const TermEvent *event)
{
    switch (event->kind) {
    case TERM_NOTHING:
    case TERM_WAKE:
    case TERM_RESIZE:
        return;
    case TERM_LEAVE:
        course_leave(&full->course, COURSE_LEFT);
        return;
    default:
        break;
    }
    if (full->course.mode == MODE_BOTS)
        full->course.hurries = 1;
    if (full->page.is_open)
        handle_page(full, event);
    else if (full->line_use != LINE_NONE)
        type_line(full, event);
    else if (full->course.mode == MODE_HAND_OVER)
        hand_over(full, event);
    else
        handle_game(full, event);
}
