/* course.c: who is next, what a move brings, what is saved when. */
#include "tui/course.h"

#include "tui/at_table.h"
#include "tui/keep.h"

#include <string.h>
#include <time.h>

enum { HINT_MILLISECONDS = 1500 };

long long course_clock(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void course_say(Course *course, Ink ink, const char *key, const WordsArgument *arguments,
                int count)
{
    char text[SCREEN_TEXT_MAX];

    words_write(course->settings->language, key, arguments, count, text, sizeof text);
    course->say(course, ink, text);
}

/* ------------------------------------------------------------------------- */
/* Saving                                                                    */
/* ------------------------------------------------------------------------- */

/* After every move, so that nothing is lost whatever happens. */
static void keep_last(Course *course)
{
    const TableSettings *settings = course->settings;
    SavePlayers players;
    Fault fault = { "" };

    if (settings->last_path == NULL || course->sitting.awaits_person)
        return;
    if (settings->put_aside != NULL && !course->has_put_aside)
        settings->put_aside(course->sitting.game);
    course->has_put_aside = 1;
    sitting_players(&course->sitting, &players);
    if (keep_match_in_folder(course->sitting.match, &players, settings->start,
                             settings->last_path, &fault)
        || course->has_warned)
        return;
    course->has_warned = 1;
    course_say(course, INK_WARNING, "play.full.unkept",
               (WordsArgument[]){ { "file", settings->last_path, 0 },
                                  { "reason", fault.sentence, 0 } },
               2);
}

int course_save(Course *course, const char *path)
{
    Fault fault = { "" };
    int is_saved = sitting_save(&course->sitting, path, &fault);
    WordsArgument arguments[] = { { "file", path, 0 }, { "reason", fault.sentence, 0 } };

    course_say(course, is_saved ? INK_GOOD : INK_WARNING,
               is_saved ? "play.save.done" : "play.save.failed", arguments, 2);
    if (!is_saved)
        course->result.fault = fault;
    return is_saved;
}

/* The position is about to change: nobody wants the hint any more. */
static void drop_hint(Course *course)
{
    if (course->is_hinting)
        thinker_drop(course->thinker);
    course->is_hinting = 0;
}

void course_leave(Course *course, CourseEnd end)
{
    const Sitting *sitting = &course->sitting;
    const char *path = course->settings->save_path;

    drop_hint(course);
    course->result.end = end;
    course->wants_to_leave = 1;
    if (path != NULL && sitting_must_save(sitting) && !course_save(course, path))
        course->result.end = COURSE_NOT_SAVED;
    if (sitting->kept_path != NULL && sitting_is_kept(sitting))
        snprintf(course->result.saved, sizeof course->result.saved, "%s",
                 sitting->kept_path);
}

/* ------------------------------------------------------------------------- */
/* Who is next                                                               */
/* ------------------------------------------------------------------------- */

static void enter(Course *course, Mode mode, int seat)
{
    course->mode = mode;
    course->seat = seat;
}

/* Whoever looked last goes on looking. At the end secrets are over. */
static void enter_over(Course *course)
{
    enter(course, MODE_OVER, NOBODY);
    course->viewer =
        course->sitting.has_secrets ? NOBODY : seats_first(course->sitting.humans);
}

static void enter_bots(Course *course, int seat)
{
    const Sitting *sitting = &course->sitting;
    State view;

    enter(course, MODE_BOTS, seat);
    if (course->paused_until > course_clock() && !course->hurries)
        return;
    course->paused_until = 0;
    sitting_observe(sitting, seat, &view);
    thinker_ask(course->thinker, THINK_TO_MOVE, sitting->bots[seat], sitting->game, &view,
                seat, course->settings->bot_seed + course->questions++);
}

static void enter_ask(Course *course, int seat)
{
    enter(course, MODE_ASK, seat);
    course->viewer = seat;
    course->hurries = 0;
    course->sitting.shown_to = seat;
    sitting_ask(&course->sitting, seat, &course->menu);
}

void course_advance(Course *course)
{
    Sitting *sitting = &course->sitting;

    if (course->at != NULL) {
        at_table_advance(course);
        return;
    }
    int seat = seats_first(sitting_waiting(sitting));
    if (seat == NOBODY)
        enter_over(course);
    else if (!seats_have(sitting->humans, seat) && sitting->awaits_person)
        enter(course, MODE_REST, seat);
    else if (!seats_have(sitting->humans, seat))
        enter_bots(course, seat);
    else if (sitting_must_hand_over(sitting, seat))
        enter(course, MODE_HAND_OVER, seat);
    else
        enter_ask(course, seat);
}

void course_go_on(Course *course)
{
    if (course->mode == MODE_HAND_OVER)
        course->sitting.shown_to = course->seat;
    course->sitting.awaits_person &= course->mode != MODE_REST;
    course_advance(course);
}

/* ------------------------------------------------------------------------- */
/* Moves                                                                     */
/* ------------------------------------------------------------------------- */

static void after_move(Course *course, int seat, SeatSet waited)
{
    int is_person = seats_have(course->sitting.humans, seat);

    keep_last(course);
    if (is_person && sitting_needs_confirmation(&course->sitting, seat)) {
        enter(course, MODE_CONFIRM, seat);
        course->viewer = seat;
        return;
    }
    if (!is_person && sitting_waiting(&course->sitting) != waited)
        course->paused_until = course_clock() + course->settings->pace;
    course_advance(course);
}

void course_act(Course *course, Action action)
{
    int seat = course->seat;
    SeatSet waited = sitting_waiting(&course->sitting);

    drop_hint(course);
    if (sitting_move(&course->sitting, seat, action) == SITTING_NO_MEMORY)
        course_leave(course, COURSE_NO_MEMORY);
    else
        after_move(course, seat, waited);
}

static int answer_number(Course *course, const char *line)
{
    const Question *question = &course->menu.question;
    Pick pick = question_read(question, line);
    WordsArgument arguments[] = {
        { "amount", NULL, pick.amount },
        { "least", NULL, pick.possible.least },
        { "most", NULL, pick.possible.most },
        { "step", NULL, pick.possible.step },
    };

    if (pick.action < 0)
        course_say(course, INK_WARNING, pick.complaint, arguments, 4);
    else
        course_act(course, question->actions[pick.action]);
    return pick.action >= 0;
}

static int answer_line(Course *course, const Reading *reading)
{
    SeatSet waited = sitting_waiting(&course->sitting);

    drop_hint(course);
    switch (sitting_move_line(&course->sitting, course->seat, reading)) {
    case SITTING_OK:
        after_move(course, course->seat, waited);
        return 1;
    case SITTING_NO_MEMORY:
        course_leave(course, COURSE_NO_MEMORY);
        return 1;
    default:
        course_say(course, INK_WARNING, "play.line.refused", NULL, 0);
        return 0;
    }
}

int course_answer(Course *course, const char *line)
{
    const Drawing *drawing = course->sitting.drawing;
    Reading reading = { 0 };

    if (drawing->read != NULL)
        drawing->read(course->settings->language, &course->menu.question.view, course->seat,
                      line, &reading);
    if (reading.complaint != NULL) {
        WordsArgument word = { "word", reading.word, 0 };
        course_say(course, INK_WARNING, reading.complaint, &word, 1);
        return 0;
    }
    return reading.count > 0 ? answer_line(course, &reading) : answer_number(course, line);
}

int course_undo(Course *course)
{
    if (!sitting_can_undo(&course->sitting, course->seat)) {
        course_say(course, INK_WARNING, "play.undo.refused", NULL, 0);
        return 0;
    }
    drop_hint(course);
    sitting_undo(&course->sitting, course->seat);
    keep_last(course);
    course_advance(course);
    if (course->at == NULL)
        course_say(course, INK_PLAIN, "play.undo.done", NULL, 0);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Thinking                                                                  */
/* ------------------------------------------------------------------------- */

void course_hint(Course *course)
{
    const Budget budget = { .milliseconds = HINT_MILLISECONDS };
    Bot adviser = bot_with_budget(&BOT_HARD, &budget);

    if (course->is_hinting)
        return;
    course->is_hinting = 1;
    thinker_ask(course->thinker, THINK_TO_TELL, &adviser, course->sitting.game,
                &course->menu.question.view, course->seat,
                course->settings->bot_seed + course->questions++);
    course_say(course, INK_FAINT, "play.full.hinting", NULL, 0);
}

int course_take_answer(Course *course, Action *action, Thoughts *thoughts)
{
    if (!thinker_take(course->thinker, action, thoughts))
        return 0;
    if (course->is_hinting) {
        course->is_hinting = 0;
        return course->mode == MODE_ASK;
    }
    course_act(course, *action);
    return 0;
}

/* ------------------------------------------------------------------------- */
/* Beginning and end                                                         */
/* ------------------------------------------------------------------------- */

int course_begin(Course *course, Match *match, const TableSettings *settings)
{
    course->settings = settings;
    course->thinker = thinker_new();
    if (course->thinker == NULL || !sitting_begin(&course->sitting, match, settings)) {
        course->result.end = COURSE_NO_MEMORY;
        return 0;
    }
    SeatSet humans = course->sitting.humans;
    course->viewer = seats_count(humans) == 1 ? seats_first(humans) : NOBODY;
    keep_last(course);
    course_advance(course);
    return 1;
}

void course_end(Course *course)
{
    thinker_free(course->thinker);
    sitting_end(&course->sitting);
}

void course_print_result(const Course *course, Screen *screen)
{
    const Sitting *sitting = &course->sitting;
    int scores[SEATS_MAX], places[SEATS_MAX];
    State view;

    sitting_observe(sitting, NOBODY, &view);
    sitting->game->scores(&view, scores);
    sitting->game->ranking(&view, places);
    screen->indent = 2;
    for (int i = 0; i < sitting->seats * sitting->seats; i++) {
        int place = i / sitting->seats + 1, seat = i % sitting->seats;
        WordsArgument arguments[] = {
            { "place", NULL, place },
            { "player", sitting->names.names[seat], 0 },
            { "points", NULL, scores[seat] },
        };
        if (places[seat] != place)
            continue;
        screen_say(screen, place == 1 ? INK_GOOD : INK_PLAIN, "play.result.line", arguments,
                   3);
        screen_line(screen);
    }
    screen->indent = 0;
}
