/* course.c: the game loop: turns, moves and undo, hints, saves. */
#include "tui/course.h"

#include "play/clock.h"
#include "tui/at_table.h"
#include "tui/keep.h"
#include "tui/reports.h"
#include "wire/sentences.h"

#include <stdlib.h>
#include <string.h>

enum { HINT_MILLISECONDS = 1500 };

long long course_clock(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

void course_say(Course *course, Ink ink, const char *key, const WordsArgument *arguments,
                int count)
{
    char text[SCREEN_TEXT_MAX];

    words_write(course->settings->language, key, arguments, count, text, sizeof text);
    course->say(course, ink, text);
}

void course_warn(Course *course, const char *key)
{
    course_say(course, INK_WARNING, key, NULL, 0);
}

/* ------------------------------------------------------------------------- */
/* Views                                                                     */
/* ------------------------------------------------------------------------- */

void course_observe(const Course *course, int seat, State *view)
{
    memset(view, 0, sizeof *view);
    if (course->shown != NULL)
        *view = *course->shown;
    else
        course->game->observe(match_state(course->match), seat, view);
}

static SeatSet waiting(const Course *course)
{
    return course->game->waiting(course->shown != NULL ? course->shown
                                                       : match_state(course->match));
}

const char *course_name(const Course *course)
{
    return course->seat == NOBODY ? "" : course->names[course->seat];
}

int course_asked(const Course *course)
{
    return course->mode == MODE_CONFIRM && !course->is_holding ? course->seat : NOBODY;
}

/* Has another person at this terminal a different view? */
static int hides_something(const Course *course, int seat)
{
    State own, others;

    course_observe(course, seat, &own);
    for (int other = 0; other < course->seats; other++) {
        if (other == seat || !seats_have(course->humans, other))
            continue;
        course_observe(course, other, &others);
        if (memcmp(&own, &others, (size_t)course->game->state_size) != 0)
            return 1;
    }
    return 0;
}

int course_must_hand_over(Course *course, int seat)
{
    course->has_secrets |= hides_something(course, seat);
    return course->has_secrets && course->shown_to != seat;
}

/* ------------------------------------------------------------------------- */
/* Saving                                                                    */
/* ------------------------------------------------------------------------- */

/* Names that a save cannot hold are left out: seats have numbers. */
static void list_players(const Course *course, SavePlayers *players)
{
    *players = (SavePlayers){ 0 };
    for (int seat = 0; seat < course->seats; seat++) {
        const char *name = course->whole_names[seat];
        const Bot *bot = course->settings->bots[seat];

        if (save_can_name(name, strlen(name)))
            memcpy(players->names[seat], name, strlen(name));
        if (seats_have(course->humans, seat))
            players->seats[seat].who = SAVE_PERSON;
        else if (bot != NULL)
            save_seat_bot(&players->seats[seat], bot->name);
    }
}

/* After every move, so that a crash loses nothing. */
static void keep_last(Course *course)
{
    const TableSettings *settings = course->settings;
    SavePlayers players;
    Fault fault = { .language = faults_in(course->settings->language) };

    if (settings->last_path == NULL || course->awaits_person)
        return;
    if (settings->put_aside != NULL && !course->has_put_aside)
        settings->put_aside(course->game);
    course->has_put_aside = 1;
    list_players(course, &players);
    int was_unkept = course->is_unkept;
    course->is_unkept = !keep_match_in_folder(course->match, &players, settings->start,
                                              settings->last_path, &fault);
    if (!course->is_unkept || was_unkept)
        return;
    course_say(course, INK_WARNING, "play.full.unkept",
               (WordsArgument[]){ { "file", settings->last_path, 0 },
                                  { "reason", fault.sentence, 0 } },
               2);
}

static int is_kept(const Course *course)
{
    return course->match != NULL && course->kept_at == match_move_count(course->match);
}

int course_must_save(const Course *course)
{
    return course->match != NULL && !course->awaits_person && !is_kept(course);
}

int course_save(Course *course, const char *path)
{
    Fault fault = { .language = faults_in(course->settings->language) };
    SavePlayers players;
    char *copy = strdup(path);

    list_players(course, &players);
    int is_saved =
        keep_match(course->match, &players, course->settings->start, path, &fault);
    WordsArgument arguments[] = { { "file", path, 0 }, { "reason", fault.sentence, 0 } };
    course_say(course, is_saved ? INK_GOOD : INK_WARNING,
               is_saved ? "play.save.done" : "play.save.failed", arguments, 2);
    if (is_saved) {
        free(course->kept_path);
        course->kept_path = copy;
        course->kept_at = match_move_count(course->match);
    } else {
        course->result.fault = fault;
        free(copy);
    }
    return is_saved;
}

/* The position is about to change: the hint would be stale. */
static void drop_hint(Course *course)
{
    if (course->is_hinting)
        thinker_drop(course->thinker);
    course->is_hinting = 0;
}

static int would_lose(const Course *course)
{
    const TableSettings *settings = course->settings;

    return course_must_save(course) && match_move_count(course->match) > 0
           && !game_is_over(course->game, match_state(course->match))
           && settings->save_path == NULL
           && (settings->last_path == NULL || course->is_unkept);
}

void course_leave(Course *course, CourseEnd end)
{
    const char *path = course->settings->save_path;

    drop_hint(course);
    course->result.end = end;
    course->result.is_lost = would_lose(course);
    course->result.is_unfinished =
        course->match != NULL && !game_is_over(course->game, match_state(course->match));
    course->wants_to_leave = 1;
    if (path != NULL && course_must_save(course) && !course_save(course, path))
        course->result.end = COURSE_NOT_SAVED;
    if (course->kept_path != NULL && is_kept(course))
        snprintf(course->result.saved, sizeof course->result.saved, "%s",
                 course->kept_path);
}

void course_quit(Course *course, const char *warning)
{
    if (would_lose(course) && !course->has_asked_to_leave)
        course_warn(course, warning);
    else
        course_leave(course, COURSE_LEFT);
    course->has_asked_to_leave = 1;
}

/* ------------------------------------------------------------------------- */
/* Turns                                                                     */
/* ------------------------------------------------------------------------- */

static void enter(Course *course, Mode mode, int seat)
{
    course->mode = mode;
    course->seat = seat;
}

/* The viewer stays. At the end there are no secrets. */
static void enter_over(Course *course)
{
    enter(course, MODE_OVER, NOBODY);
    course->viewer = course->has_secrets ? NOBODY : seats_first(course->humans);
}

static void enter_bots(Course *course, int seat)
{
    State view;
    Memory memory;

    enter(course, MODE_BOTS, seat);
    if (course->paused_until > course_clock() && !course->hurries)
        return;
    course->paused_until = 0;
    course_observe(course, seat, &view);
    match_recall(course->match, seat, &memory);
    thinker_ask(course->thinker, THINK_TO_MOVE, course->settings->bots[seat], course->game,
                &view, &memory, seat, course->settings->bot_seed + course->questions++);
}

void course_ask(Course *course)
{
    State view;

    course_observe(course, course->seat, &view);
    menu_ask(&course->menu, course->game, &view, course->seat);
}

static void enter_ask(Course *course, int seat)
{
    enter(course, MODE_ASK, seat);
    course->viewer = course->shown_to = seat;
    course->hurries = 0;
    course_ask(course);
}

/* Reports that come together are read together. */
void course_report(Course *course, const Events *events)
{
    Terms paid;

    paid.count = 0;
    if (!course->waits_for_reports || course->game->terms == NULL)
        return;
    course->game->terms(NULL, events, &paid);
    if (!report_is_due(&paid) || course->report.count + paid.count > TERMS_MAX)
        return;
    for (int i = 0; i < paid.count; i++)
        terms_keep(&course->report, paid.items[i]);
    journal_mark_reported(&course->journal, course->game, events);
}

void course_advance(Course *course)
{
    if (course->report.count > 0) {
        enter(course, MODE_REPORT, NOBODY);
        return;
    }
    if (course->at != NULL) {
        at_table_advance(course);
        return;
    }
    int seat = seats_first(waiting(course));
    if (seat == NOBODY)
        enter_over(course);
    else if (!seats_have(course->humans, seat) && course->awaits_person)
        enter(course, MODE_REST, seat);
    else if (!seats_have(course->humans, seat))
        enter_bots(course, seat);
    else if (course_must_hand_over(course, seat))
        enter(course, MODE_HAND_OVER, seat);
    else
        enter_ask(course, seat);
}

/* ------------------------------------------------------------------------- */
/* Moves and undo                                                            */
/* ------------------------------------------------------------------------- */

static MatchStatus move(Course *course, int seat, Action action)
{
    Events events = { 0 };

    if (course->at != NULL)
        return at_table_move(course->at, action);
    if (seats_have(course->humans, seat))
        course->awaits_person = course->has_asked_to_leave = 0;
    MatchStatus status = match_apply(course->match, seat, action, &events);
    if (status == MATCH_OK
        && !journal_add(&course->journal, match_move_count(course->match) - 1, &events))
        return MATCH_NO_MEMORY;
    if (status == MATCH_OK)
        course_report(course, &events);
    return status;
}

/* The save is then of another position. */
static void take_back(Course *course)
{
    match_undo(course->match);
    course->report.count = 0;
    int moves = match_move_count(course->match);
    journal_cut(&course->journal, moves);
    if (course->kept_at > moves)
        course->kept_at = -1;
    if (course->line_to > moves)
        course->line_to = -1;
}

/* All of a line's decisions, or none of them. */
static MatchStatus move_line(Course *course, const Reading *reading)
{
    int from = match_move_count(course->match);
    for (int i = 0; i < reading->count; i++) {
        MatchStatus status = move(course, course->seat, reading->actions[i]);
        if (status == MATCH_OK)
            continue;
        for (; i > 0; i--)
            take_back(course);
        return status;
    }
    course->line_from = from;
    course->line_to = match_move_count(course->match);
    return MATCH_OK;
}

static int can_undo(const Course *course, int seat)
{
    return course->at != NULL ? at_table_can_undo(course->at)
                              : match_can_undo(course->match, seat);
}

/* The turn is over and the next move not made: the last chance to undo. */
static int needs_confirmation(const Course *course, int seat)
{
    return course->settings->confirms_turns && seats_have(course->humans, seat)
           && !seats_have(waiting(course), seat) && can_undo(course, seat);
}

static void after_move(Course *course, int seat, SeatSet waited)
{
    keep_last(course);
    if (needs_confirmation(course, seat)) {
        enter(course, MODE_CONFIRM, seat);
        course->viewer = seat;
        return;
    }
    if (!seats_have(course->humans, seat) && waiting(course) != waited)
        course->paused_until = course_clock() + course->settings->pace;
    course_advance(course);
}

static void act(Course *course, Action action)
{
    int seat = course->seat;
    SeatSet waited = waiting(course);

    drop_hint(course);
    course->is_holding = 0;
    if (move(course, seat, action) == MATCH_NO_MEMORY)
        course_leave(course, COURSE_NO_MEMORY);
    else
        after_move(course, seat, waited);
}

static int must_hold(const Course *course, Action action)
{
    if (!course->settings->confirms_turns || !seats_have(course->humans, course->seat))
        return 0;
    return course->at != NULL ? at_table_ends_turn(course->at, action)
                              : match_is_last_word(course->match, course->seat, action);
}

void course_act(Course *course, Action action)
{
    if (!must_hold(course, action)) {
        act(course, action);
        return;
    }
    drop_hint(course);
    course->is_holding = 1;
    course->held = action;
    enter(course, MODE_CONFIRM, course->seat);
}

void course_go_on(Course *course)
{
    if (course->mode == MODE_HAND_OVER)
        course->shown_to = course->seat;
    course->awaits_person &= course->mode != MODE_REST;
    if (course->mode == MODE_REPORT)
        course->report.count = 0;
    if (course->mode == MODE_CONFIRM && course->is_holding)
        act(course, course->held);
    else
        course_advance(course);
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
        course_say(course, INK_WARNING, pick.error, arguments, 4);
    else
        course_act(course, question->actions[pick.action]);
    return pick.action >= 0;
}

static int answer_line(Course *course, const Reading *reading)
{
    SeatSet waited = waiting(course);

    if (course->at != NULL) {
        course_act(course, at_table_begin_line(course->at, reading));
        return 1;
    }
    drop_hint(course);
    switch (move_line(course, reading)) {
    case MATCH_OK:
        after_move(course, course->seat, waited);
        return 1;
    case MATCH_NO_MEMORY:
        course_leave(course, COURSE_NO_MEMORY);
        return 1;
    default:
        course_warn(course, "play.line.refused");
        return 0;
    }
}

int course_answer(Course *course, const char *line)
{
    Reading reading = { 0 };

    course->has_asked_to_leave = 0;
    if (course->drawing->read != NULL)
        course->drawing->read(course->settings->language, &course->menu.question.view,
                              course->seat, line, &reading);
    if (reading.error != NULL) {
        WordsArgument word = { "word", reading.word, 0 };
        course_say(course, INK_WARNING, reading.error, &word, 1);
        return 0;
    }
    return reading.count > 0 ? answer_line(course, &reading) : answer_number(course, line);
}

/* Nothing was done: the same question again. */
static void think_again(Course *course)
{
    course->is_holding = 0;
    course_advance(course);
    course_say(course, INK_PLAIN, "play.undo.done", NULL, 0);
}

/* One move, or all that one line stood for. At a server the reply arrives later. */
int course_undo(Course *course)
{
    if (course->is_holding) {
        think_again(course);
        return 1;
    }
    if (!can_undo(course, course->seat)) {
        course_warn(course, "play.undo.refused");
        return 0;
    }
    drop_hint(course);
    course->awaits_person = 0;
    if (course->at != NULL) {
        at_table_undo(course->at);
        return 1;
    }
    int moves = match_move_count(course->match);
    int back_to = moves == course->line_to ? course->line_from : moves - 1;
    while (match_move_count(course->match) > back_to && can_undo(course, course->seat))
        take_back(course);
    keep_last(course);
    course_advance(course);
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
    Memory memory;

    if (course->is_hinting)
        return;
    course->is_hinting = 1;
    match_recall(course->match, course->seat, &memory);
    thinker_ask(course->thinker, THINK_TO_HINT, &adviser, course->game,
                &course->menu.question.view, &memory, course->seat,
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

void course_name_seats(Course *course, const char *const *names)
{
    for (int seat = 0; seat < course->seats; seat++) {
        text_cut(names[seat], NAME_COLUMNS, course->short_names[seat],
                 sizeof course->short_names[seat]);
        course->names[seat] = course->short_names[seat];
    }
    course->whole_names = names;
}

int course_sit(Course *course, Match *match, const TableSettings *settings)
{
    course->settings = settings;
    course->game = match_game(match);
    course->drawing = drawing_of(course->game);
    course->seats = match_setup(match)->seats;
    course->match = match;
    course->humans = settings->humans & seats_all(course->seats);
    course->awaits_person = settings->is_loaded;
    course->shown_to = NOBODY;
    course->line_to = -1;
    course->kept_at = settings->is_saved ? match_move_count(match) : -1;
    course->kept_path = settings->is_saved ? strdup(settings->save_path) : NULL;
    course_name_seats(course, settings->names);
    return journal_rebuild(&course->journal, match);
}

int course_begin(Course *course, Match *match, const TableSettings *settings)
{
    course->thinker = thinker_new();
    if (!course_sit(course, match, settings) || course->thinker == NULL) {
        course->result.end = COURSE_NO_MEMORY;
        return 0;
    }
    course->viewer =
        seats_count(course->humans) == 1 ? seats_first(course->humans) : NOBODY;
    keep_last(course);
    course_advance(course);
    return 1;
}

void course_end(Course *course)
{
    thinker_free(course->thinker);
    journal_free(&course->journal);
    free(course->kept_path);
}

/* ------------------------------------------------------------------------- */
/* Log                                                                       */
/* ------------------------------------------------------------------------- */

void course_print_log(const Course *course, Screen *screen)
{
    screen->indent = 2;
    if (!journal_has(&course->journal, 0, course->viewer))
        screen_say(screen, INK_FAINT, "play.log.empty", NULL, 0);
    journal_print(&course->journal, screen, course->game, 0, course->viewer);
}
