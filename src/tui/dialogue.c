/* dialogue.c: what the dialogue of lines prints in each mode of the course, and the lines
 * that are read. */
#include "tui/dialogue.h"

#include "tui/at_table.h"
#include "tui/layout.h"
#include "tui/reports.h"
#include "tui/turns.h"

#include <ctype.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Lines in and out                                                          */
/* ------------------------------------------------------------------------- */

void dialogue_print(Dialogue *dialogue)
{
    screen_print(&dialogue->screen, dialogue->settings->out,
                 dialogue->settings->has_colour);
    fflush(dialogue->settings->out);
}

/* A sentence on its own lines. */
void dialogue_say(Course *course, Ink ink, const char *text)
{
    Dialogue *dialogue = (Dialogue *)(void *)course;

    if (dialogue->is_prompted)
        screen_line(&dialogue->screen);
    dialogue->is_prompted = 0;
    dialogue->screen.indent = 2;
    screen_wrap(&dialogue->screen, ink, text);
    dialogue->screen.indent = 0;
    screen_line(&dialogue->screen);
}

void dialogue_say_key(Dialogue *dialogue, Ink ink, const char *key)
{
    course_say(&dialogue->course, ink, key, NULL, 0);
}

void dialogue_heading(Dialogue *dialogue, const char *key)
{
    screen_line(&dialogue->screen);
    screen_heading(&dialogue->screen, screen_words(&dialogue->screen, key));
}

/* The next line; spaces at both ends are dropped. 0: the input has ended. */
int dialogue_read_line(Dialogue *dialogue)
{
    dialogue_print(dialogue);
    dialogue->is_prompted = 0;
    ssize_t length = getline(&dialogue->line, &dialogue->line_room, dialogue->settings->in);
    if (length < 0) {
        screen_line(&dialogue->screen);
        return 0;
    }
    char *line = dialogue->line;
    while (length > 0 && isspace((unsigned char)line[length - 1]))
        line[--length] = '\0';
    memmove(line, line + strspn(line, " \t"), strlen(line + strspn(line, " \t")) + 1);
    if (dialogue->settings->echoes)
        fprintf(dialogue->settings->out, "%s\n", line);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Output                                                                    */
/* ------------------------------------------------------------------------- */

void dialogue_draw(Dialogue *dialogue, int seat, Detail detail)
{
    const Course *course = &dialogue->course;
    State view;
    const Scene scene = { course->game, &view, seat, course_asked(course), 0 };

    course_observe(course, seat, &view);
    screen_line(&dialogue->screen);
    layout_lines(&dialogue->screen, course->drawing, &scene, detail);
}

/* What the seat has not read, as `viewer` may see it. */
void dialogue_show_news(Dialogue *dialogue, int seat, int viewer)
{
    const Course *course = &dialogue->course;
    const Journal *journal = &course->journal;
    int from =
        dialogue->read[seat] < journal->count ? dialogue->read[seat] : journal->count;

    dialogue->read[seat] = journal->count;
    if (!journal_has(journal, from, viewer))
        return;
    if (dialogue->last_human != seat)
        dialogue_heading(dialogue, "play.news");
    turns_print_news(journal, &dialogue->screen, course->game, from, viewer);
}

static void show_question(Dialogue *dialogue)
{
    Course *course = &dialogue->course;
    int seat = course->seat;
    const char *hint = draw_hint(course->drawing, &course->menu.question.view, seat);

    dialogue_show_news(dialogue, seat, seat);
    dialogue_draw(dialogue, seat,
                  dialogue->last_human == seat ? DETAIL_TURN : DETAIL_WHOLE);
    screen_line(&dialogue->screen);
    course->menu.chosen = NOTHING_CHOSEN;
    menu_draw(&course->menu, &dialogue->screen, MENU_LONG);
    if (hint != NULL)
        dialogue_say_key(dialogue, INK_FAINT, hint);
    dialogue->last_human = seat;
}

/* Nothing that was shown before is in sight any more. */
static void clear(Dialogue *dialogue)
{
    enum { PAGE = 60 };

    dialogue_print(dialogue);
    if (dialogue->settings->has_colour) /* and the scrollback */
        fputs("\033[H\033[2J\033[3J", dialogue->settings->out);
    for (int i = 0; i < PAGE && !dialogue->settings->has_colour; i++)
        screen_line(&dialogue->screen);
}

/* Where people have secrets from each other, no view is shown yet. */
static void show_rest(Dialogue *dialogue)
{
    Course *course = &dialogue->course;

    course->viewer = seats_first(course->humans);
    if (course_must_hand_over(course, course->viewer))
        course->viewer = NOBODY;
    else
        dialogue_draw(dialogue, course->viewer, DETAIL_WHOLE);
}

/* The seats and the choices, if they have changed since they were printed. */
static void show_seats(Dialogue *dialogue)
{
    const AtTable *at = dialogue->course.at;
    char seats[SCREEN_TEXT_MAX] = "", text[SCREEN_TEXT_MAX];
    size_t used = 0;

    if (at->table.state == REMOTE_CLOSED) {
        dialogue_say_key(dialogue, INK_STRONG, "play.remote.closed");
        course_leave(&dialogue->course, COURSE_OVER);
        return;
    }
    for (int seat = 0; at->table.game != NULL && seat < at->table.setup.seats; seat++)
        used +=
            (size_t)snprintf(seats + used, used < sizeof seats ? sizeof seats - used : 0,
                             "%s%d %s%s", seat == 0 ? "" : ", ", seat + 1,
                             at_table_name(at, seat), seat == at->table.seat ? " *" : "");
    if (strcmp(seats, dialogue->seats) == 0)
        return;
    memcpy(dialogue->seats, seats, sizeof seats);
    dialogue->is_item_open = at->item_count > 0;
    dialogue_say(&dialogue->course, INK_STRONG, seats);
    for (int i = 0; i < at->item_count; i++) {
        at_table_item_words(at, i, text, sizeof text);
        screen_format(&dialogue->screen, INK_PLAIN, "%4d  %s", i + 1, text);
        screen_line(&dialogue->screen);
    }
}

static void show_end(Dialogue *dialogue)
{
    Course *course = &dialogue->course;
    int seat = seats_first(course->humans);

    dialogue->last_human = NOBODY;
    if (seat != NOBODY)
        dialogue_show_news(dialogue, seat, course->viewer);
    dialogue_draw(dialogue, course->viewer, DETAIL_WHOLE);
    dialogue_heading(dialogue, "play.result");
    result_print(course, &dialogue->screen, 1);
    dialogue_heading(dialogue, "play.account");
    account_print(course, &dialogue->screen);
    if (course->at != NULL) {
        dialogue_heading(dialogue, "play.deal.title");
        at_table_print_deal(course->at, &dialogue->screen);
    }
    course_leave(course, COURSE_OVER);
}

/* What led to it comes first, unless several people here may have seen different things.
 * At a server's table it may grow while it is read. */
static void show_report(Dialogue *dialogue)
{
    Course *course = &dialogue->course;
    int seat = seats_first(course->humans);

    if (dialogue->reported == course->report.count)
        return;
    dialogue->reported = course->report.count;
    if (seats_count(course->humans) == 1)
        dialogue_show_news(dialogue, seat, seat);
    dialogue_heading(dialogue, "play.report");
    report_print(course, &dialogue->screen, &course->report);
}

void dialogue_show(Dialogue *dialogue)
{
    Course *course = &dialogue->course;

    if (course->mode == MODE_REPORT) {
        show_report(dialogue);
        if (!dialogue->settings->echoes)
            return;
        course_go_on(course); /* a pipe is not read by a person: nothing to wait for */
    }
    dialogue->reported = 0;
    switch (course->mode) {
    case MODE_ASK:
        show_question(dialogue);
        break;
    case MODE_CONFIRM:
        dialogue_draw(dialogue, course->seat, DETAIL_TURN);
        break;
    case MODE_REST:
        show_rest(dialogue);
        break;
    case MODE_HAND_OVER:
        clear(dialogue);
        break;
    case MODE_SEATS:
        show_seats(dialogue);
        break;
    case MODE_OVER:
        show_end(dialogue);
        break;
    default: /* others decide, unless what we did is on its way */
        if (course->at == NULL || course->at->sent_at < 0)
            dialogue->last_human = NOBODY;
        break;
    }
}
