/* plain.c: the dialogue of lines. Each mode of the course is printed once: news, position,
 * choices; then lines are read until the mode changes. */
#include "tui/plain.h"

#include "tui/advice.h"
#include "tui/at_table.h"
#include "tui/dialogue.h"
#include "tui/keys.h"
#include "tui/markdown.h"
#include "tui/reports.h"
#include "wire/sentences.h"
#include "words/rules.h"

#include <ctype.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

/* After a line: the same prompt again, or the mode is shown anew. */
typedef enum Next { NEXT_ASK, NEXT_SHOW } Next;

/* ------------------------------------------------------------------------- */
/* What can be typed                                                         */
/* ------------------------------------------------------------------------- */

static Next command_save(Dialogue *dialogue, const char *path)
{
    if (path[0] == '\0')
        path = dialogue->settings->save_path;
    if (dialogue->course.at != NULL)
        dialogue_say_key(dialogue, INK_WARNING, "play.remote.kept");
    else if (path != NULL)
        course_save(&dialogue->course, path);
    else
        dialogue_say_key(dialogue, INK_WARNING, "play.save.where");
    return NEXT_ASK;
}

static Next command_quit(Dialogue *dialogue, const char *argument)
{
    (void)argument;
    course_quit(&dialogue->course, "play.quit.unsaved");
    return NEXT_ASK;
}

/* The rules first: what can be typed stands nearest to the prompt. */
static Next command_help(Dialogue *dialogue, const char *argument)
{
    const Course *course = &dialogue->course;
    State view;

    (void)argument;
    dialogue_heading(dialogue, "play.help");
    course_observe(course, course->viewer, &view);
    draw_help(&dialogue->screen, course->drawing, &view);
    screen_line(&dialogue->screen);
    keys_print(&dialogue->screen, course->at == NULL ? KEY_LINES : KEY_LINES_SERVER);
    return NEXT_ASK;
}

static Next command_rules(Dialogue *dialogue, const char *argument)
{
    const char *text = rules_find(dialogue->screen.language, dialogue->course.game->id);

    (void)argument;
    if (text == NULL) {
        dialogue_say_key(dialogue, INK_WARNING, "play.full.rules.none");
        return NEXT_ASK;
    }
    markdown_print(&dialogue->screen, text);
    screen_end_line(&dialogue->screen);
    return NEXT_ASK;
}

/* What the bot would do, with the number of the choice, and the chances it sees. */
static void print_hint(Dialogue *dialogue, Action hint, const Thoughts *thoughts)
{
    const Course *course = &dialogue->course;

    dialogue_heading(dialogue, "play.full.hint");
    advice_print(&dialogue->screen, &course->menu.question, course->seats, hint, thoughts);
}

/* Waits for the answer: nothing else can be done in a dialogue meanwhile. */
static Next command_hint(Dialogue *dialogue, const char *argument)
{
    Course *course = &dialogue->course;
    struct pollfd polled = { .fd = thinker_descriptor(course->thinker), .events = POLLIN };
    Thoughts thoughts;
    Action hint;

    (void)argument;
    if (course->mode != MODE_ASK) {
        dialogue_say_key(dialogue, INK_WARNING, "play.hint.when");
        return NEXT_ASK;
    }
    if (course->at != NULL && !at_table_can_hint(course->at)) {
        dialogue_say_key(dialogue, INK_WARNING, "play.remote.no-hint");
        return NEXT_ASK;
    }
    course_hint(course);
    dialogue_print(dialogue);
    while (course->is_hinting) {
        if (poll(&polled, 1, -1) < 0) { /* interrupted */
            course_leave(course, COURSE_LEFT);
            return NEXT_ASK;
        }
        if (course_take_answer(course, &hint, &thoughts))
            print_hint(dialogue, hint, &thoughts);
    }
    return NEXT_ASK;
}

static Next command_undo(Dialogue *dialogue, const char *argument)
{
    (void)argument;
    return course_undo(&dialogue->course) ? NEXT_SHOW : NEXT_ASK;
}

static Next command_log(Dialogue *dialogue, const char *argument)
{
    const Course *course = &dialogue->course;

    (void)argument;
    dialogue_heading(dialogue, "play.log");
    course_print_log(course, &dialogue->screen);
    screen_end_line(&dialogue->screen);
    return NEXT_ASK;
}

/* What would count now, and what the scores are made of so far. */
static Next command_account(Dialogue *dialogue, const char *argument)
{
    const Course *course = &dialogue->course;

    (void)argument;
    screen_line(&dialogue->screen);
    report_print_now(course, &dialogue->screen);
    account_print(course, &dialogue->screen);
    return NEXT_ASK;
}

/* Drawn whole; a question is then asked again. */
static Next command_position(Dialogue *dialogue, const char *argument)
{
    const Course *course = &dialogue->course;

    (void)argument;
    if (course->mode != MODE_ASK) {
        dialogue_draw(dialogue, course->viewer, DETAIL_WHOLE);
        return NEXT_ASK;
    }
    dialogue->last_human = NOBODY;
    return NEXT_SHOW;
}

/* At a server's table only. */
static Next command_chat(Dialogue *dialogue, const char *text)
{
    if (dialogue->course.at == NULL || text[0] == '\0')
        dialogue_say_key(dialogue, INK_WARNING, "play.remote.chat");
    else
        remote_chat(&dialogue->course.at->table, text);
    return NEXT_ASK;
}

typedef struct Command {
    char letter;
    int takes_argument;
    Next (*run)(Dialogue *dialogue, const char *argument);
} Command;

static const Command COMMANDS[] = {
    { '?', 0, command_help },     { 'h', 0, command_hint }, { 'u', 0, command_undo },
    { 'p', 0, command_position }, { 'l', 0, command_log },  { 's', 1, command_save },
    { 'q', 0, command_quit },     { 'c', 1, command_chat }, { 'r', 0, command_rules },
    { 'a', 0, command_account },
};

/* The command that a line is; NULL: none. */
static const Command *find_command(const char *line)
{
    for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++) {
        const Command *command = &COMMANDS[i];

        if (line[0] == command->letter
            && (line[1] == '\0' || (command->takes_argument && line[1] == ' ')))
            return command;
    }
    return NULL;
}

/* Before a game only leaving and chat, while handing over only leaving: it shows no
 * view. Nothing is undone at a report: a card was shown. */
static int is_allowed(const Command *command, Mode mode)
{
    if (mode == MODE_REPORT)
        return command->letter != 'u';
    return command->letter == 'q'
           || (mode == MODE_SEATS ? command->letter == 'c' : mode != MODE_HAND_OVER);
}

/* ------------------------------------------------------------------------- */
/* Answers                                                                   */
/* ------------------------------------------------------------------------- */

static Next answer_seats(Dialogue *dialogue, const char *line)
{
    AtTable *at = dialogue->course.at;
    int number = isdigit((unsigned char)line[0]) ? atoi(line) : 0;

    if (number < 1 || number > at->item_count) {
        dialogue_say_key(dialogue, INK_WARNING, "play.remote.expects");
        return NEXT_ASK;
    }
    at_table_do(at, number - 1);
    dialogue->is_item_open = 0;
    return NEXT_ASK;
}

/* The events of the move are printed before the next player moves. */
static Next answer_question(Dialogue *dialogue, const char *line)
{
    Course *course = &dialogue->course;
    int seat = course->seat;

    if (!course_answer(course, line))
        return NEXT_ASK;
    if (course->at == NULL)
        dialogue_show_news(dialogue, seat, seat);
    return NEXT_SHOW;
}

/* Of an action that was held the events are printed, too. */
static Next finish_turn(Dialogue *dialogue)
{
    Course *course = &dialogue->course;
    int seat = course->seat, was_holding = course->is_holding;

    course_go_on(course);
    if (was_holding)
        dialogue_show_news(dialogue, seat, seat);
    return NEXT_SHOW;
}

static Next answer(Dialogue *dialogue, const char *line)
{
    static const char *const EXPECTS[] = {
        [MODE_CONFIRM] = "play.confirm.expects",
        [MODE_REPORT] = "play.report.expects",
        [MODE_REST] = "play.rest.expects",
        [MODE_WAIT] = "play.remote.patience",
    };
    Course *course = &dialogue->course;
    const Command *command = find_command(line);

    if (command != NULL && is_allowed(command, course->mode))
        return command->run(dialogue, line + 1 + strspn(line + 1, " "));
    if (course->mode == MODE_ASK)
        return answer_question(dialogue, line);
    if (course->mode == MODE_SEATS)
        return answer_seats(dialogue, line);
    if (course->mode == MODE_HAND_OVER && command != NULL)
        return NEXT_ASK;
    if (course->mode == MODE_HAND_OVER || (line[0] == '\0' && course->mode != MODE_WAIT))
        return finish_turn(dialogue);
    if (course->mode == MODE_WAIT && line[0] == 'b' && course->at->table.is_away)
        remote_do(&course->at->table, "return");
    else
        dialogue_say_key(dialogue, INK_WARNING, EXPECTS[course->mode]);
    return NEXT_ASK;
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

static void prompt(Dialogue *dialogue)
{
    static const char *const PROMPTS[] = {
        [MODE_CONFIRM] = "play.confirm",
        [MODE_REPORT] = "play.report.prompt",
        [MODE_REST] = "play.rest",
        [MODE_HAND_OVER] = "play.handover",
        [MODE_WAIT] = NULL,
    };
    const Course *course = &dialogue->course;
    const Question *question = &course->menu.question;
    const char *key = PROMPTS[course->mode];
    char held[CHOICE_TEXT_MAX] = "";
    WordsArgument arguments[] = {
        { "player", course->seat == NOBODY ? "" : dialogue->screen.players[course->seat],
          0 },
        { "most", NULL, question->count },
        { "action", held, 0 },
    };

    if (course->mode == MODE_ASK && question->count < question->action_count)
        key = question->count == 1 ? "play.prompt.amount.one" : "play.prompt.amount";
    else if (course->mode == MODE_ASK)
        key = question->count == 1 ? "play.prompt.one" : "play.prompt";
    if (key == NULL || dialogue->is_prompted)
        return;
    if (course->is_holding) {
        key = course->at == NULL ? "play.confirm.held" : "play.confirm.ends";
        choice_words(&dialogue->screen, question, course->held, "do", held);
    }
    dialogue->is_prompted = 1;
    screen_say(&dialogue->screen, INK_STRONG, key, arguments, 3);
    screen_put(&dialogue->screen, INK_STRONG, " ");
}

static Next take_line(Dialogue *dialogue)
{
    if (dialogue_read_line(dialogue))
        return answer(dialogue, dialogue->line);
    course_leave(&dialogue->course, COURSE_LEFT);
    return NEXT_ASK;
}

/* A spectator of a table whose seats are taken, before the game. */
static int has_nothing_to_do(const AtTable *at)
{
    return at->table.game != NULL && at->table.seat == NOBODY && at->item_count == 0;
}

/* Can a line be read now? Lines in a pipe answer questions, and wait until there is one;
 * a spectator has none, and leaves when the input ends. */
static int is_asked(const Dialogue *dialogue)
{
    const Course *course = &dialogue->course;

    if (course->mode == MODE_ASK || course->mode == MODE_CONFIRM)
        return 1;
    if (course->mode == MODE_SEATS)
        return dialogue->is_item_open || has_nothing_to_do(course->at);
    return !dialogue->settings->echoes || course->at->table.seat == NOBODY;
}

/* Until the server or a person has something. */
static Next await_server(Dialogue *dialogue)
{
    Course *course = &dialogue->course;
    AtTable *at = course->at;
    struct pollfd polled[] = {
        { .fd = connection_descriptor(at->connection), .events = POLLIN },
        { .fd = fileno(dialogue->settings->in), .events = POLLIN },
    };
    Mode mode = course->mode;

    dialogue_print(dialogue);
    if (poll(polled, is_asked(dialogue) ? 2 : 1, -1) < 0) { /* interrupted */
        course_leave(course, COURSE_LEFT);
        return NEXT_ASK;
    }
    if (polled[0].revents == 0)
        return take_line(dialogue);
    if (!at_table_take_news(at))
        dialogue->seats[0] = '\0'; /* print them again */
    int is_same = course->mode == mode && (mode == MODE_ASK || mode == MODE_CONFIRM);
    return is_same ? NEXT_ASK : NEXT_SHOW;
}

static Next await(Dialogue *dialogue)
{
    Course *course = &dialogue->course;
    struct pollfd polled = { .fd = thinker_descriptor(course->thinker), .events = POLLIN };
    Thoughts thoughts;
    Action action;

    if (course->at != NULL)
        return await_server(dialogue);
    if (course->mode != MODE_BOTS)
        return take_line(dialogue);
    dialogue_print(dialogue);
    poll(&polled, 1, -1);
    course_take_answer(course, &action, &thoughts);
    return NEXT_SHOW;
}

static void go_on(Dialogue *dialogue)
{
    Next next = NEXT_SHOW;

    while (!dialogue->course.wants_to_leave) {
        if (next == NEXT_SHOW)
            dialogue_show(dialogue);
        if (dialogue->course.wants_to_leave)
            break;
        prompt(dialogue);
        next = await(dialogue);
    }
}

static void begin(Dialogue *dialogue, const TableSettings *settings)
{
    *dialogue = (Dialogue){
        .course = { .say = dialogue_say, .waits_for_reports = 1, .settings = settings },
        .settings = settings,
        .canvas = { .width = SCREEN_WIDTH },
        .screen = { .canvas = &dialogue->canvas,
                    .language = settings->language,
                    .is_ascii = settings->is_ascii,
                    .width = SCREEN_WIDTH },
        .last_human = NOBODY
    };
    dialogue->screen.players = dialogue->course.names;
}

static CourseEnd finish(Dialogue *dialogue)
{
    dialogue_print(dialogue);
    canvas_free(&dialogue->canvas);
    free(dialogue->line);
    return dialogue->course.result.end;
}

/* On one line, however long, so that the command can be copied. */
static void say_how_to_resume(Dialogue *dialogue)
{
    const Course *course = &dialogue->course;
    const TableSettings *settings = dialogue->settings;
    WordsArgument file = { "file", course->result.saved, 0 };
    char text[SCREEN_TEXT_MAX];
    int is_touched = !course->awaits_person;

    if (course->result.end == COURSE_OVER)
        return;
    if (course->result.saved[0] != '\0') {
        dialogue_print(dialogue);
        words_write(settings->language, "play.left.resume", &file, 1, text, sizeof text);
        fprintf(settings->out, "  %s\n", text);
    } else if (course->result.is_lost || (is_touched && settings->last_path == NULL)) {
        dialogue_say_key(dialogue, INK_PLAIN, "play.left.lost");
    } else if (is_touched || settings->is_resumed) {
        dialogue_say_key(dialogue, INK_PLAIN, "play.full.left");
    }
}

CourseEnd plain_play(Match *match, const TableSettings *settings)
{
    Dialogue dialogue;
    const char *title = game_title(settings->language, match_game(match));
    WordsArgument name = { "title", title[0] == '\0' ? match_game(match)->id : title, 0 };

    begin(&dialogue, settings);
    if (course_begin(&dialogue.course, match, settings)) {
        for (int seat = 0; seat < SEATS_MAX; seat++)
            dialogue.read[seat] = dialogue.course.journal.count;
        course_say(&dialogue.course, INK_PLAIN, "play.welcome", &name, 1);
        if (settings->is_resumed)
            dialogue_say_key(&dialogue, INK_GOOD, "play.resumed");
        go_on(&dialogue);
        say_how_to_resume(&dialogue);
    }
    course_end(&dialogue.course);
    return finish(&dialogue);
}

CourseResult plain_remote(Connection *connection, const char *code,
                          const TableSettings *settings)
{
    Dialogue dialogue;
    AtTable at = { 0 };

    begin(&dialogue, settings);
    /* Lines that have come must be seen by poll, not lie in a buffer. */
    setvbuf(settings->in, NULL, _IONBF, 0);
    if (at_table_begin(&at, &dialogue.course, connection, code, settings))
        go_on(&dialogue);
    else
        dialogue.course.result.end = COURSE_NO_MEMORY;
    course_end(&dialogue.course);
    finish(&dialogue);
    return dialogue.course.result;
}
