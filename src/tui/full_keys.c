/* full_keys.c: what keys and clicks do. */
#include "tui/full_inside.h"

#include "tui/keep.h"

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

static void save(Full *full, const char *path)
{
    Fault fault = { "" };
    int is_saved = sitting_save(&full->sitting, path, &fault);
    WordsArgument arguments[] = { { "file", path, 0 }, { "reason", fault.sentence, 0 } };

    full_notice(full, is_saved ? INK_GOOD : INK_WARNING,
                is_saved ? "play.save.done" : "play.full.save.failed", arguments, 2);
}

static void open_game(Full *full, const char *path)
{
    Fault fault = { "" };
    FullResult *result = &full->result;

    result->opened = keep_load(path, full->table->start, &result->players, &fault);
    if (result->opened == NULL) {
        WordsArgument arguments[] = { { "file", path, 0 },
                                      { "reason", fault.sentence, 0 } };
        full_notice(full, INK_WARNING, "play.full.open.failed", arguments, 2);
        return;
    }
    snprintf(result->wanted, sizeof result->wanted, "%s", path);
    full_leave(full, FULL_OPEN);
}

static void finish_line(Full *full)
{
    LineUse use = full->line_use;
    const char *text = full->line.text + strspn(full->line.text, " ");

    full->line_use = LINE_NONE;
    if (text[0] == '\0')
        return;
    if (use == LINE_SAVE) {
        save(full, text);
    } else if (use == LINE_OPEN) {
        open_game(full, text);
    } else if (use == LINE_MOVES && full->mode == MODE_ASK) {
        full_act_line(full, text);
    } else if (use == LINE_CHAT) {
        full_remote_say(full, text);
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

static Pick read_typed(const Full *full)
{
    return question_read(&full->menu.question, full->typed);
}

/* What is typed so far chooses, if it is something already. */
static void preview_typed(Full *full)
{
    Pick pick = read_typed(full);

    if (full->typed[0] != '\0' && pick.action >= 0)
        menu_choose(&full->menu, pick.action);
}

static void type_digit(Full *full, const char *text)
{
    size_t length = strlen(full->typed);

    if (length + 1 < sizeof full->typed)
        memcpy(full->typed + length, text, 2);
    full->notice[0] = '\0';
    preview_typed(full);
}

static void complain(Full *full, const Pick *pick)
{
    WordsArgument arguments[] = {
        { "amount", NULL, pick->amount },
        { "least", NULL, pick->possible.least },
        { "most", NULL, pick->possible.most },
        { "step", NULL, pick->possible.step },
    };

    full_notice(full, INK_WARNING, pick->complaint, arguments, 4);
}

static void enter(Full *full)
{
    if (full->mode == MODE_REST)
        full->sitting.awaits_person = 0;
    if (full->mode == MODE_CONFIRM || full->mode == MODE_REST) {
        full->notice[0] = '\0';
        full_advance(full);
        return;
    }
    if (full->mode != MODE_ASK)
        return;
    if (full->typed[0] != '\0') {
        Pick pick = read_typed(full);
        full->typed[0] = '\0';
        if (pick.action < 0) {
            complain(full, &pick);
            return;
        }
        menu_choose(&full->menu, pick.action);
    }
    full_act(full, menu_action(&full->menu));
}

static void walk(Full *full, int rows, int steps)
{
    if (full->mode != MODE_ASK)
        return;
    full->typed[0] = '\0';
    full->notice[0] = '\0';
    menu_go(&full->menu, rows, steps);
}

/* ------------------------------------------------------------------------- */
/* Letters                                                                   */
/* ------------------------------------------------------------------------- */

static void type_moves(Full *full)
{
    if (full->mode == MODE_ASK
        && draw_hint(full->sitting.drawing, &full->menu.question.view, full->seat) != NULL)
        open_line(full, LINE_MOVES, "");
    else
        full_notice(full, INK_WARNING, "play.full.line", NULL, 0);
}

static void type_letter(Full *full, char letter)
{
    int is_at_server = full_remote_table(full) != NULL;
    int is_mine =
        full->mode == MODE_ASK || full->mode == MODE_CONFIRM || full->mode == MODE_WAIT;

    if (is_at_server && full_remote_key(full, letter))
        return;
    switch (letter) {
    case 'c':
        if (is_at_server)
            open_line(full, LINE_CHAT, "");
        break;
    case '?':
        full_open_help(full);
        break;
    case 'r':
        full_open_rules(full);
        break;
    case 'l':
        full_open_log(full);
        break;
    case 'u':
        if (is_mine)
            full_undo(full);
        break;
    case 'h':
        if (full->mode == MODE_ASK)
            full_hint(full);
        break;
    case 's':
        open_line(full, LINE_SAVE,
                  full->sitting.kept_path != NULL  ? full->sitting.kept_path
                  : full->table->save_path != NULL ? full->table->save_path
                                                   : "");
        break;
    case 'o':
        open_line(full, LINE_OPEN, "");
        break;
    case 'n':
        full_leave(full, FULL_NEW);
        break;
    case 'e':
        type_moves(full);
        break;
    case 'q':
        full_leave(full, FULL_LEFT);
        break;
    default:
        break;
    }
}

static void type_character(Full *full, const char *text)
{
    if (full->mode == MODE_ASK && (isdigit((unsigned char)text[0]) || text[0] == ' ')) {
        type_digit(full, text);
        return;
    }
    if (full->mode == MODE_ASK && (text[0] == '+' || text[0] == '-')) {
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

/* One click chooses, one on what is chosen already does it. */
static void click(Full *full, int row, int column)
{
    const Cell *cell = canvas_at(&full->canvas, row, column);
    int choice = cell == NULL ? -1 : cell->spot - CHOICE_SPOT;

    if (choice < 0 && cell != NULL && cell->spot >= KEY_SPOT) {
        if (cell->spot == KEY_SPOT + '\r')
            enter(full);
        else
            type_letter(full, (char)(cell->spot - KEY_SPOT));
        return;
    }
    if (full->mode != MODE_ASK)
        return;
    full->notice[0] = '\0';
    if (choice >= 0 && choice == full->menu.chosen)
        full_act(full, menu_action(&full->menu));
    else if (choice >= 0)
        menu_choose(&full->menu, full->menu.question.choices[choice].first);
    else if (cell != NULL)
        menu_choose_spot(&full->menu, cell->spot);
}

/* ------------------------------------------------------------------------- */
/* Everything                                                                */
/* ------------------------------------------------------------------------- */

/* Only who is meant goes on; leaving shows nothing of anybody's. */
static void hand_over(Full *full, const TermEvent *event)
{
    if (event->kind == TERM_ENTER || event->kind == TERM_CLICK) {
        full->sitting.shown_to = full->seat;
        full->notice[0] = '\0';
        full_advance(full);
    } else if (event->kind == TERM_CHARACTER && event->text[0] == 'q') {
        full_leave(full, FULL_LEFT);
    }
}

static void handle_game(Full *full, const TermEvent *event)
{
    if (full->mode == MODE_SEATS && event->kind != TERM_CHARACTER) {
        full_remote_handle_seats(full, event);
        return;
    }
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

void full_handle(Full *full, const TermEvent *event)
{
    switch (event->kind) {
    case TERM_NOTHING:
    case TERM_WAKE:
    case TERM_RESIZE:
        return;
    case TERM_LEAVE:
        full_leave(full, FULL_LEFT);
        return;
    default:
        break;
    }
    if (full->mode == MODE_BOTS)
        full->hurries = 1;
    if (full->page.is_open)
        page_handle(&full->page, event);
    else if (full->line_use != LINE_NONE)
        type_line(full, event);
    else if (full->mode == MODE_REPLAY)
        full_replay_handle(full, event);
    else if (full->mode == MODE_HAND_OVER)
        hand_over(full, event);
    else
        handle_game(full, event);
}
