/* full.c: the event loop of the full screen: draw, wait, handle. */
#include "tui/full_inside.h"

#include <stdlib.h>

enum { SECOND = 1000 };

static void say(Course *course, Ink ink, const char *text)
{
    Full *full = (Full *)(void *)course;

    snprintf(full->notice, sizeof full->notice, "%s", text);
    full->notice_ink = ink;
}

Full *full_new(Language language)
{
    Full *full = calloc(1, sizeof *full);

    if (full == NULL)
        return NULL;
    full->language = language;
    full->course.say = say;
    full->course.waits_for_reports = 1;
    full->course.seat = full->course.viewer = NOBODY;
    return full;
}

void full_free(Full *full)
{
    page_free(&full->page);
    canvas_free(&full->canvas);
    canvas_free(&full->table_canvas);
    canvas_free(&full->log);
    canvas_free(&full->menu_canvas);
    canvas_free(&full->sentence);
    free(full);
}

static void take_answer(Full *full)
{
    Course *course = &full->course;

    if (!course_take_answer(course, &full->hint, &full->thoughts))
        return;
    full->notice[0] = '\0';
    int place = menu_find(&course->menu, full->hint);
    if (place < 0)
        return;
    menu_choose(&course->menu, place);
    full_open_hint(full);
}

static void take_news(Full *full)
{
    AtTable *at = full->course.at;
    int was_connected = at->table.is_connected;

    at_table_take_news(at);
    if (!was_connected && at->table.is_connected)
        full->notice[0] = '\0';
}

/* Milliseconds left of the pause after a bot's move; -1: no pause. */
static int pause_left(const Course *course)
{
    long long left = course->paused_until - course_clock();

    if (course->mode != MODE_BOTS || course->paused_until == 0)
        return -1;
    return left < 0 || course->hurries ? 0 : (int)left;
}

void full_step(Full *full, int milliseconds)
{
    Course *course = &full->course;
    int descriptors[2], count = 0;

    if (course->thinker != NULL)
        descriptors[count++] = thinker_descriptor(course->thinker);
    if (course->at != NULL)
        descriptors[count++] = connection_descriptor(course->at->connection);
    int is_new_report = course->mode == MODE_REPORT && !full->page.is_open;
    if (is_new_report)
        full_open_report(full);
    full_show(full);
    int is_new_page = full_open_unseen_turns(full) || is_new_report;
    if (is_new_page) { /* keys that were meant for something else do not close it */
        full_show(full);
        term_drop_keys();
    }
    TermEvent event = term_wait(milliseconds, descriptors, count);
    full_handle(full, &event);
    if (!course->wants_to_leave && course->at != NULL)
        take_news(full);
    if (!course->wants_to_leave && course->thinker != NULL)
        take_answer(full);
}

CourseResult full_play(Match *match, const TableSettings *settings)
{
    CourseResult result = { .end = COURSE_NO_MEMORY };
    Full *full = full_new(settings->language);

    if (full == NULL)
        return result;
    Course *course = &full->course;
    if (course_begin(course, match, settings)) {
        if (settings->is_resumed && course->mode != MODE_REST)
            course_say(course, INK_GOOD, "play.full.resumed", NULL, 0);
        while (!course->wants_to_leave) {
            full_step(full, pause_left(course));
            if (pause_left(course) == 0)
                course_advance(course);
        }
    }
    result = course->result;
    course_end(course);
    full_free(full);
    return result;
}

static int has_running_clock(const RemoteTable *table)
{
    SeatSet waiting = table->game == NULL ? 0 : remote_waiting(table);

    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (seats_have(waiting, seat) && table->clocks[seat] >= 0)
            return 1;
    }
    return 0;
}

CourseResult full_remote(Connection *connection, const char *code,
                         const TableSettings *settings)
{
    CourseResult result = { .end = COURSE_NO_MEMORY };
    Full *full = full_new(settings->language);
    AtTable at = { 0 };

    if (full == NULL)
        return result;
    if (at_table_begin(&at, &full->course, connection, code, settings)) {
        while (!full->course.wants_to_leave)
            full_step(full, has_running_clock(&at.table) ? SECOND : -1);
        result = full->course.result;
    }
    course_end(&full->course);
    full_free(full);
    return result;
}
