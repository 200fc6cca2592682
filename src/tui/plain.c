/* plain.c: the dialogue of lines. Each mode of the course is printed once: news, position,
 * choices; then lines are read until the mode changes. */
#include "tui/plain.h"

#include "tui/at_table.h"
#include "tui/keys.h"
#include "tui/layout.h"
#include "wire/sentences.h"

#include <ctype.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

typedef struct Dialogue {
    Course course; /* first: Course.say gets it */
    const TableSettings *settings;
    Canvas canvas;
    Screen screen;
    int read[SEATS_MAX]; /* entries of the journal that each seat has read */
    int last_human;      /* the person that decided last, or NOBODY */
    int is_prompted;     /* the prompt stands in the last line */
    char *line;          /* typed last, without its newline */
    size_t line_room;
    char seats[SCREEN_TEXT_MAX]; /* as printed last … */
    int is_item_open;            /* … and nothing was done about it since */
} Dialogue;

/* After a line: the same prompt again, or the mode is shown anew. */
typedef enum Next { NEXT_ASK, NEXT_SHOW } Next;

/* ------------------------------------------------------------------------- */
/* Lines in and out                                                          */
/* ------------------------------------------------------------------------- */

static void print(Dialogue *dialogue)
{
    screen_print(&dialogue->screen, dialogue->settings->out,
                 dialogue->settings->has_colour);
    fflush(dialogue->settings->out);
}

/* A sentence on its own lines. */
static void say(Course *course, Ink ink, const char *text)
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

static void say_key(Dialogue *dialogue, Ink ink, const char *key)
{
    course_say(&dialogue->course, ink, key, NULL, 0);
}

static void heading(Dialogue *dialogue, const char *key)
{
    screen_line(&dialogue->screen);
    screen_heading(&dialogue->screen, screen_words(&dialogue->screen, key));
}

/* The next line; spaces at both ends are dropped. 0: the input has ended. */
static int read_line(Dialogue *dialogue)
{
    print(dialogue);
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

static void draw(Dialogue *dialogue, int seat, Detail detail)
{
    const Course *course = &dialogue->course;
    State view;
    const Scene scene = { course->game, &view, seat, 0 };

    course_observe(course, seat, &view);
    screen_line(&dialogue->screen);
    layout_lines(&dialogue->screen, course->drawing, &scene, detail);
}

static void print_log(Dialogue *dialogue, int from, int viewer)
{
    const Course *course = &dialogue->course;

    journal_print(&course->journal, &dialogue->screen, course->game, from, viewer);
}

/* Unread log entries of the seat, as `viewer` may see them. */
static void show_news(Dialogue *dialogue, int seat, int viewer)
{
    const Journal *journal = &dialogue->course.journal;
    int from =
        dialogue->read[seat] < journal->count ? dialogue->read[seat] : journal->count;

    dialogue->read[seat] = journal->count;
    if (!journal_has(journal, from, viewer))
        return;
    if (dialogue->last_human != seat)
        heading(dialogue, "play.news");
    print_log(dialogue, from, viewer);
}

static void show_question(Dialogue *dialogue)
{
    Course *course = &dialogue->course;
    int seat = course->seat;
    const char *hint = draw_hint(course->drawing, &course->menu.question.view, seat);

    show_news(dialogue, seat, seat);
    draw(dialogue, seat, dialogue->last_human == seat ? DETAIL_TURN : DETAIL_WHOLE);
    screen_line(&dialogue->screen);
    course->menu.chosen = NOTHING_CHOSEN;
    menu_draw(&course->menu, &dialogue->screen, MENU_LONG);
    if (hint != NULL)
        say_key(dialogue, INK_FAINT, hint);
    dialogue->last_human = seat;
}

/* Nothing that was shown before is in sight any more. */
static void clear(Dialogue *dialogue)
{
    enum { PAGE = 60 };

    print(dialogue);
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
        draw(dialogue, course->viewer, DETAIL_WHOLE);
}

/* The seats and the choices, if they have changed since they were printed. */
static void show_seats(Dialogue *dialogue)
{
    const AtTable *at = dialogue->course.at;
    char seats[SCREEN_TEXT_MAX] = "", text[SCREEN_TEXT_MAX];
    size_t used = 0;

    if (at->table.state == REMOTE_CLOSED) {
        say_key(dialogue, INK_STRONG, "play.remote.closed");
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
    say(&dialogue->course, INK_STRONG, seats);
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
        show_news(dialogue, seat, course->viewer);
    draw(dialogue, course->viewer, DETAIL_WHOLE);
    heading(dialogue, "play.result");
    course_print_result(course, &dialogue->screen, 1);
    course_leave(course, COURSE_OVER);
}

static void show(Dialogue *dialogue)
{
    Course *course = &dialogue->course;

    switch (course->mode) {
    case MODE_ASK:
        show_question(dialogue);
        break;
    case MODE_CONFIRM:
        draw(dialogue, course->seat, DETAIL_TURN);
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

/* ------------------------------------------------------------------------- */
/* What can be typed                                                         */
/* ------------------------------------------------------------------------- */

static Next command_save(Dialogue *dialogue, const char *path)
{
    if (path[0] == '\0')
        path = dialogue->settings->save_path;
    if (dialogue->course.at != NULL)
        say_key(dialogue, INK_WARNING, "play.remote.kept");
    else if (path != NULL)
        course_save(&dialogue->course, path);
    else
        say_key(dialogue, INK_WARNING, "play.save.where");
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
    heading(dialogue, "play.help");
    course_observe(course, course->viewer, &view);
    draw_help(&dialogue->screen, course->drawing, &view);
    screen_line(&dialogue->screen);
    keys_print(&dialogue->screen, course->at == NULL ? KEY_LINES : KEY_LINES_SERVER);
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
    heading(dialogue, "play.log");
    course_print_log(course, &dialogue->screen);
    screen_end_line(&dialogue->screen);
    return NEXT_ASK;
}

/* Drawn whole; a question is then asked again. */
static Next command_position(Dialogue *dialogue, const char *argument)
{
    const Course *course = &dialogue->course;

    (void)argument;
    if (course->mode != MODE_ASK) {
        draw(dialogue, course->viewer, DETAIL_WHOLE);
        return NEXT_ASK;
    }
    dialogue->last_human = NOBODY;
    return NEXT_SHOW;
}

/* At a server's table only. */
static Next command_chat(Dialogue *dialogue, const char *text)
{
    if (dialogue->course.at == NULL || text[0] == '\0')
        say_key(dialogue, INK_WARNING, "play.remote.chat");
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
    { '?', 0, command_help },     { 'h', 0, command_help }, { 'u', 0, command_undo },
    { 'p', 0, command_position }, { 'l', 0, command_log },  { 's', 1, command_save },
    { 'q', 0, command_quit },     { 'c', 1, command_chat },
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
 * view. */
static int is_allowed(const Command *command, Mode mode)
{
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
        say_key(dialogue, INK_WARNING, "play.remote.expects");
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
        show_news(dialogue, seat, seat);
    return NEXT_SHOW;
}

static Next answer(Dialogue *dialogue, const char *line)
{
    static const char *const EXPECTS[] = {
        [MODE_CONFIRM] = "play.confirm.expects",
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
    if (course->mode == MODE_HAND_OVER || (line[0] == '\0' && course->mode != MODE_WAIT)) {
        course_go_on(course);
        return NEXT_SHOW;
    }
    if (course->mode == MODE_WAIT && line[0] == 'b' && course->at->table.is_away)
        remote_do(&course->at->table, "return");
    else
        say_key(dialogue, INK_WARNING, EXPECTS[course->mode]);
    return NEXT_ASK;
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

static void prompt(Dialogue *dialogue)
{
    static const char *const PROMPTS[] = {
        [MODE_CONFIRM] = "play.confirm",
        [MODE_REST] = "play.rest",
        [MODE_HAND_OVER] = "play.handover",
        [MODE_WAIT] = NULL,
    };
    const Course *course = &dialogue->course;
    const Question *question = &course->menu.question;
    const char *key = PROMPTS[course->mode];
    WordsArgument arguments[] = {
        { "player", course->seat == NOBODY ? "" : dialogue->screen.players[course->seat],
          0 },
        { "most", NULL, question->count },
    };

    if (course->mode == MODE_ASK && question->count < question->action_count)
        key = question->count == 1 ? "play.prompt.amount.one" : "play.prompt.amount";
    else if (course->mode == MODE_ASK)
        key = question->count == 1 ? "play.prompt.one" : "play.prompt";
    if (key == NULL || dialogue->is_prompted)
        return;
    dialogue->is_prompted = 1;
    screen_say(&dialogue->screen, INK_STRONG, key, arguments, 2);
    screen_put(&dialogue->screen, INK_STRONG, " ");
}

static Next take_line(Dialogue *dialogue)
{
    if (read_line(dialogue))
        return answer(dialogue, dialogue->line);
    course_leave(&dialogue->course, COURSE_LEFT);
    return NEXT_ASK;
}

/* Until the server or a person has something. Lines in a pipe answer questions, and
 * wait until there is one. */
static Next await_server(Dialogue *dialogue)
{
    Course *course = &dialogue->course;
    AtTable *at = course->at;
    struct pollfd polled[] = {
        { .fd = connection_descriptor(at->connection), .events = POLLIN },
        { .fd = fileno(dialogue->settings->in), .events = POLLIN },
    };
    int is_asked = course->mode == MODE_ASK
                   || (course->mode == MODE_SEATS ? dialogue->is_item_open
                                                  : !dialogue->settings->echoes);
    Mode mode = course->mode;

    print(dialogue);
    if (poll(polled, is_asked ? 2 : 1, -1) < 0) { /* interrupted */
        course_leave(course, COURSE_LEFT);
        return NEXT_ASK;
    }
    if (polled[0].revents == 0)
        return take_line(dialogue);
    if (!at_table_take_news(at))
        dialogue->seats[0] = '\0'; /* print them again */
    return course->mode == MODE_ASK && mode == MODE_ASK ? NEXT_ASK : NEXT_SHOW;
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
    print(dialogue);
    poll(&polled, 1, -1);
    course_take_answer(course, &action, &thoughts);
    return NEXT_SHOW;
}

static void go_on(Dialogue *dialogue)
{
    Next next = NEXT_SHOW;

    while (!dialogue->course.wants_to_leave) {
        if (next == NEXT_SHOW)
            show(dialogue);
        if (dialogue->course.wants_to_leave)
            break;
        prompt(dialogue);
        next = await(dialogue);
    }
}

static void begin(Dialogue *dialogue, const TableSettings *settings)
{
    *dialogue = (Dialogue){ .course = { .say = say, .settings = settings },
                            .settings = settings,
                            .canvas = { .width = SCREEN_WIDTH },
                            .screen = { .canvas = &dialogue->canvas,
                                        .language = settings->language,
                                        .width = SCREEN_WIDTH },
                            .last_human = NOBODY };
    dialogue->screen.players = dialogue->course.names;
}

static CourseEnd finish(Dialogue *dialogue)
{
    print(dialogue);
    canvas_free(&dialogue->canvas);
    free(dialogue->line);
    return dialogue->course.result.end;
}

/* On one line, however long, so that the command can be copied. */
static void say_how_to_resume(Dialogue *dialogue)
{
    const Course *course = &dialogue->course;
    WordsArgument file = { "file", course->result.saved, 0 };
    char text[SCREEN_TEXT_MAX];

    if (course->result.end == COURSE_LEFT && course->result.saved[0] == '\0'
        && !course->awaits_person)
        say_key(dialogue, INK_PLAIN, "play.left.lost");
    if (course->result.end == COURSE_OVER || course->result.saved[0] == '\0')
        return;
    print(dialogue);
    words_write(dialogue->settings->language, "play.left.resume", &file, 1, text,
                sizeof text);
    fprintf(dialogue->settings->out, "  %s\n", text);
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
        go_on(&dialogue);
        say_how_to_resume(&dialogue);
    }
    course_end(&dialogue.course);
    return finish(&dialogue);
}

CourseEnd plain_remote(Connection *connection, const char *code,
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
    return finish(&dialogue);
}
