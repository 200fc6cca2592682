/* plain.c: the dialogue. Before each decision of a person it tells what the
 * others did, draws the position as that seat sees it and offers the choices;
 * bots move by themselves. */
#include "tui/plain.h"

#include "tui/choices.h"
#include "tui/draw.h"
#include "tui/journal.h"
#include "tui/keep.h"
#include "tui/screen.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { HELP_COLUMN = 14 };

typedef struct Dialogue {
    Match *match;
    const Game *game;
    const PlainTable *table;
    const Drawing *drawing;
    Screen screen;
    Journal journal;
    Rng rng;
    int told[SEATS_MAX];    /* entries of the journal that each seat has read */
    int last_human;         /* who decided last, or NOBODY */
    int kept_at;            /* moves when it was saved last; -1: never */
    char *kept_path;        /* where; NULL: nowhere */
    int has_asked_to_leave; /* and was told that the game is not saved */
    char *line;             /* what was typed last, without its end */
    size_t line_room;
    PlainEnd end;
} Dialogue;

/* What becomes of the dialogue after a line. */
typedef enum Next {
    NEXT_ASK,    /* the same question, without drawing it all again */
    NEXT_REDRAW, /* the same seat, the position drawn anew */
    NEXT_MOVE,   /* a decision was taken */
    NEXT_LEAVE,
} Next;

/* ------------------------------------------------------------------------- */
/* Lines in and out                                                          */
/* ------------------------------------------------------------------------- */

static void tell_with(Dialogue *dialogue, Ink ink, const char *key,
                      const WordsArgument *arguments, int count)
{
    dialogue->screen.indent = 2;
    screen_say(&dialogue->screen, ink, key, arguments, count);
    screen_line(&dialogue->screen);
    dialogue->screen.indent = 0;
}

static void tell(Dialogue *dialogue, Ink ink, const char *key)
{
    tell_with(dialogue, ink, key, NULL, 0);
}

static void heading(Dialogue *dialogue, const char *key, const WordsArgument *arguments,
                    int count)
{
    char text[SCREEN_TEXT_MAX];

    words_write(dialogue->screen.language, key, arguments, count, text, sizeof text);
    screen_line(&dialogue->screen);
    screen_heading(&dialogue->screen, text);
}

/* 0: the input has ended. Spaces at both ends are dropped. */
static int read_line(Dialogue *dialogue)
{
    fflush(dialogue->screen.out);
    ssize_t length = getline(&dialogue->line, &dialogue->line_room, dialogue->table->in);
    if (length < 0)
        return 0;
    char *line = dialogue->line;
    while (length > 0 && isspace((unsigned char)line[length - 1]))
        line[--length] = '\0';
    memmove(line, line + strspn(line, " \t"), strlen(line + strspn(line, " \t")) + 1);
    if (dialogue->table->echoes)
        fprintf(dialogue->screen.out, "%s\n", line);
    return 1;
}

static void prompt(Dialogue *dialogue, const char *key, const WordsArgument *arguments,
                   int count)
{
    screen_say(&dialogue->screen, INK_STRONG, key, arguments, count);
    screen_put(&dialogue->screen, INK_STRONG, " ");
    dialogue->screen.column = 0; /* whoever answers ends the line */
}

/* ------------------------------------------------------------------------- */
/* Moves                                                                     */
/* ------------------------------------------------------------------------- */

static int do_move(Dialogue *dialogue, int seat, Action action)
{
    Events events = { 0 };
    MatchStatus status = match_apply(dialogue->match, seat, action, &events);

    if (status == MATCH_OK
        && journal_add(&dialogue->journal, match_move_count(dialogue->match) - 1, &events))
        return 1;
    if (status == MATCH_OK || status == MATCH_NO_MEMORY)
        dialogue->end = PLAIN_NO_MEMORY;
    return 0;
}

static void take_back(Dialogue *dialogue)
{
    match_undo(dialogue->match);
    journal_cut(&dialogue->journal, match_move_count(dialogue->match));
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (dialogue->told[seat] > dialogue->journal.count)
            dialogue->told[seat] = dialogue->journal.count;
    }
}

static void observe(const Dialogue *dialogue, int seat, State *view)
{
    memset(view, 0, sizeof *view);
    dialogue->game->observe(match_state(dialogue->match), seat, view);
}

static void move_bot(Dialogue *dialogue, int seat)
{
    State view;

    observe(dialogue, seat, &view);
    Action action =
        bot_choose(dialogue->table->bot, dialogue->game, &view, seat, &dialogue->rng);
    do_move(dialogue, seat, action);
}

/* ------------------------------------------------------------------------- */
/* Saving and leaving                                                        */
/* ------------------------------------------------------------------------- */

static int is_kept(const Dialogue *dialogue)
{
    return dialogue->kept_at == match_move_count(dialogue->match);
}

static int save(Dialogue *dialogue, const char *path)
{
    Fault fault = { "" };
    WordsArgument file = { "file", path, 0 };

    if (!keep_match(dialogue->match, dialogue->table->names, dialogue->table->start, path,
                    &fault)) {
        WordsArgument arguments[] = { file, { "reason", fault.sentence, 0 } };
        tell_with(dialogue, INK_WARNING, "play.save.failed", arguments, 2);
        return 0;
    }
    free(dialogue->kept_path);
    dialogue->kept_path = strdup(path);
    dialogue->kept_at = match_move_count(dialogue->match);
    tell_with(dialogue, INK_PLAIN, "play.save.done", &file, 1);
    return 1;
}

static Next command_save(Dialogue *dialogue, int seat, const char *argument)
{
    (void)seat;
    if (argument[0] != '\0')
        save(dialogue, argument);
    else if (dialogue->table->save_path != NULL)
        save(dialogue, dialogue->table->save_path);
    else
        tell(dialogue, INK_WARNING, "play.save.where");
    return NEXT_ASK;
}

static Next command_quit(Dialogue *dialogue, int seat, const char *argument)
{
    (void)seat;
    (void)argument;
    int would_lose = !is_kept(dialogue) && dialogue->table->save_path == NULL
                     && match_move_count(dialogue->match) > 0
                     && !dialogue->has_asked_to_leave;
    if (!would_lose)
        return NEXT_LEAVE;
    dialogue->has_asked_to_leave = 1;
    tell(dialogue, INK_WARNING, "play.quit.unsaved");
    return NEXT_ASK;
}

/* On one line, however long, so that the command can be copied. */
static void tell_resume(Dialogue *dialogue)
{
    const WordsArgument arguments[] = {
        { "file", dialogue->kept_path, 0 },
        { "more", dialogue->table->more, 0 },
    };
    char text[SCREEN_TEXT_MAX];

    words_write(dialogue->screen.language, "play.left.resume", arguments, 2, text,
                sizeof text);
    screen_go(&dialogue->screen, 2);
    screen_put(&dialogue->screen, INK_PLAIN, text);
    screen_line(&dialogue->screen);
}

/* Saves if that was wished, and says how to come back. */
static void leave(Dialogue *dialogue)
{
    dialogue->end = PLAIN_LEFT;
    if (dialogue->screen.column > 0)
        screen_line(&dialogue->screen);
    if (!is_kept(dialogue) && dialogue->table->save_path != NULL
        && !save(dialogue, dialogue->table->save_path))
        dialogue->end = PLAIN_NOT_SAVED;
    if (is_kept(dialogue) && dialogue->kept_path != NULL) {
        tell_resume(dialogue);
    } else if (dialogue->end == PLAIN_LEFT) {
        tell(dialogue, INK_PLAIN, "play.left.lost");
    }
}

/* ------------------------------------------------------------------------- */
/* Commands                                                                  */
/* ------------------------------------------------------------------------- */

static void help_line(Dialogue *dialogue, const char *typed, const char *key)
{
    Screen *screen = &dialogue->screen;

    screen_go(screen, 2);
    screen_put(screen, INK_STRONG, typed);
    screen->indent = HELP_COLUMN;
    screen_say(screen, INK_PLAIN, key, NULL, 0);
    screen_line(screen);
    screen->indent = 0;
}

static Next command_help(Dialogue *dialogue, int seat, const char *argument)
{
    char save_file[64];
    State view;

    (void)argument;
    snprintf(save_file, sizeof save_file, "s %s",
             words_find(dialogue->screen.language, "play.help.file"));
    heading(dialogue, "play.help", NULL, 0);
    help_line(dialogue, "1, 2, …", "play.help.number");
    help_line(dialogue, "u", "play.help.undo");
    help_line(dialogue, "p", "play.help.position");
    help_line(dialogue, "l", "play.help.log");
    help_line(dialogue, save_file, "play.help.save");
    help_line(dialogue, "q", "play.help.quit");
    help_line(dialogue, "?", "play.help.help");
    if (dialogue->drawing->help != NULL) {
        observe(dialogue, seat, &view);
        screen_line(&dialogue->screen);
        dialogue->drawing->help(&dialogue->screen, &view);
    }
    return NEXT_ASK;
}

static Next command_undo(Dialogue *dialogue, int seat, const char *argument)
{
    (void)argument;
    if (!match_can_undo(dialogue->match, seat)) {
        tell(dialogue, INK_WARNING, "play.undo.refused");
        return NEXT_ASK;
    }
    take_back(dialogue);
    tell(dialogue, INK_PLAIN, "play.undo.done");
    return NEXT_REDRAW;
}

static Next command_log(Dialogue *dialogue, int seat, const char *argument)
{
    (void)argument;
    heading(dialogue, "play.log", NULL, 0);
    if (journal_has(&dialogue->journal, 0, seat))
        journal_print(&dialogue->journal, &dialogue->screen, dialogue->game, 0, seat);
    else
        tell(dialogue, INK_FAINT, "play.log.empty");
    return NEXT_ASK;
}

static Next command_position(Dialogue *dialogue, int seat, const char *argument)
{
    (void)seat;
    (void)argument;
    dialogue->last_human = NOBODY; /* so that all of it is drawn */
    return NEXT_REDRAW;
}

typedef struct Command {
    char letter;
    int takes_argument;
    Next (*run)(Dialogue *dialogue, int seat, const char *argument);
} Command;

static const Command COMMANDS[] = {
    { '?', 0, command_help },     { 'h', 0, command_help }, { 'u', 0, command_undo },
    { 'p', 0, command_position }, { 'l', 0, command_log },  { 's', 1, command_save },
    { 'q', 0, command_quit },
};

static const Command *find_command(const char *line)
{
    for (int i = 0; i < (int)(sizeof COMMANDS / sizeof COMMANDS[0]); i++) {
        const Command *command = &COMMANDS[i];
        int is_whole = line[1] == '\0';

        if (line[0] == command->letter
            && (is_whole || (command->takes_argument && line[1] == ' ')))
            return command;
    }
    return NULL;
}

/* ------------------------------------------------------------------------- */
/* One decision of a person                                                  */
/* ------------------------------------------------------------------------- */

typedef struct Question {
    int seat;
    State view;
    Action actions[ACTIONS_MAX];
    int count;
} Question;

static Next answer_number(Dialogue *dialogue, const Question *question, const char *line)
{
    char *end;
    long number = strtol(line, &end, 10);

    if (*end != '\0' || number < 1 || number > question->count) {
        WordsArgument most = { "most", NULL, question->count };
        tell_with(dialogue, INK_WARNING, "play.expects", &most, 1);
        return NEXT_ASK;
    }
    do_move(dialogue, question->seat, question->actions[number - 1]);
    return NEXT_MOVE;
}

/* All of a line's decisions, or none of them. */
static Next answer_line(Dialogue *dialogue, int seat, const Reading *reading)
{
    for (int i = 0; i < reading->count; i++) {
        if (do_move(dialogue, seat, reading->actions[i]))
            continue;
        for (; i > 0; i--)
            take_back(dialogue);
        tell(dialogue, INK_WARNING, "play.line.refused");
        return NEXT_ASK;
    }
    return NEXT_MOVE;
}

static Next answer_other(Dialogue *dialogue, const Question *question, const char *line)
{
    Reading reading = { 0 };

    if (dialogue->drawing->read != NULL)
        dialogue->drawing->read(&dialogue->screen, &question->view, question->seat, line,
                                &reading);
    if (reading.count > 0)
        return answer_line(dialogue, question->seat, &reading);
    if (reading.complaint != NULL) {
        WordsArgument word = { "word", reading.word, 0 };
        tell_with(dialogue, INK_WARNING, reading.complaint, &word, 1);
    } else {
        WordsArgument most = { "most", NULL, question->count };
        tell_with(dialogue, INK_WARNING, "play.expects", &most, 1);
    }
    return NEXT_ASK;
}

static Next answer(Dialogue *dialogue, const Question *question)
{
    const char *line = dialogue->line;
    const Command *command = find_command(line);

    if (command != NULL) {
        const char *argument = line + 1 + strspn(line + 1, " ");
        return command->run(dialogue, question->seat, argument);
    }
    dialogue->has_asked_to_leave = 0;
    if (isdigit((unsigned char)line[0]) || line[0] == '-')
        return answer_number(dialogue, question, line);
    return answer_other(dialogue, question, line);
}

static void tell_news(Dialogue *dialogue, int seat)
{
    int from = dialogue->told[seat];

    dialogue->told[seat] = dialogue->journal.count;
    if (dialogue->last_human == seat || !journal_has(&dialogue->journal, from, seat))
        return;
    heading(dialogue, "play.news", NULL, 0);
    journal_print(&dialogue->journal, &dialogue->screen, dialogue->game, from, seat);
}

static void pose(Dialogue *dialogue, const Question *question)
{
    Screen *screen = &dialogue->screen;
    Detail detail = dialogue->last_human == question->seat ? DETAIL_TURN : DETAIL_WHOLE;

    tell_news(dialogue, question->seat);
    screen_line(screen);
    dialogue->drawing->draw(screen, dialogue->game, &question->view, question->seat,
                            detail);
    screen_line(screen);
    choices_print(screen, dialogue->game, &question->view, question->seat,
                  question->actions, question->count);
    const char *hint = dialogue->drawing->hint == NULL
                           ? NULL
                           : dialogue->drawing->hint(&question->view, question->seat);
    if (hint != NULL)
        tell(dialogue, INK_FAINT, hint);
    dialogue->last_human = question->seat;
}

/* Asks until something changes. */
static Next ask(Dialogue *dialogue, const Question *question)
{
    WordsArgument arguments[] = {
        { "player", dialogue->screen.players[question->seat], 0 },
        { "most", NULL, question->count },
    };
    Next next = NEXT_ASK;

    while (next == NEXT_ASK) {
        prompt(dialogue, question->count == 1 ? "play.prompt.one" : "play.prompt",
               arguments, 2);
        if (!read_line(dialogue)) {
            screen_line(&dialogue->screen);
            return NEXT_LEAVE;
        }
        next = answer(dialogue, question);
    }
    return next;
}

/* The turn is over, but nobody has moved since: the last chance to undo. */
static Next confirm(Dialogue *dialogue, int seat)
{
    State view;

    observe(dialogue, seat, &view);
    screen_line(&dialogue->screen);
    dialogue->drawing->draw(&dialogue->screen, dialogue->game, &view, seat, DETAIL_TURN);
    for (;;) {
        prompt(dialogue, "play.confirm", NULL, 0);
        if (!read_line(dialogue)) {
            screen_line(&dialogue->screen);
            return NEXT_LEAVE;
        }
        if (dialogue->line[0] == '\0')
            return NEXT_MOVE;
        const Command *command = find_command(dialogue->line);
        const char *argument = dialogue->line + 1 + strspn(dialogue->line + 1, " ");
        Next next = command == NULL ? NEXT_ASK : command->run(dialogue, seat, argument);
        if (command == NULL)
            tell(dialogue, INK_WARNING, "play.confirm.expects");
        else if (next != NEXT_ASK)
            return next;
    }
}

static int needs_confirmation(const Dialogue *dialogue, int seat)
{
    return dialogue->table->confirms_turns
           && !seats_have(dialogue->game->waiting(match_state(dialogue->match)), seat)
           && match_can_undo(dialogue->match, seat);
}

/* 0: the person has left. */
static int move_human(Dialogue *dialogue, int seat)
{
    Question question = { .seat = seat };
    int from = dialogue->journal.count;

    observe(dialogue, seat, &question.view);
    question.count = dialogue->game->list(&question.view, seat, question.actions);
    pose(dialogue, &question);
    Next next = ask(dialogue, &question);
    if (next == NEXT_MOVE) {
        journal_print(&dialogue->journal, &dialogue->screen, dialogue->game, from, seat);
        dialogue->told[seat] = dialogue->journal.count;
        if (needs_confirmation(dialogue, seat))
            next = confirm(dialogue, seat);
    }
    return next != NEXT_LEAVE;
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

static void print_result(Dialogue *dialogue)
{
    Screen *screen = &dialogue->screen;
    int seats = match_setup(dialogue->match)->seats;
    int scores[SEATS_MAX], places[SEATS_MAX];

    dialogue->game->scores(match_state(dialogue->match), scores);
    dialogue->game->ranking(match_state(dialogue->match), places);
    heading(dialogue, "play.result", NULL, 0);
    for (int place = 1; place <= seats; place++) {
        for (int seat = 0; seat < seats; seat++) {
            WordsArgument arguments[] = {
                { "place", NULL, place },
                { "player", screen->players[seat], 0 },
                { "points", NULL, scores[seat] },
            };
            if (places[seat] == place)
                tell_with(dialogue, place == 1 ? INK_STRONG : INK_PLAIN, "play.result.line",
                          arguments, 3);
        }
    }
}

static void tell_end(Dialogue *dialogue)
{
    int seat = seats_first(dialogue->table->humans);
    State view;

    dialogue->last_human = NOBODY;
    if (seat != NOBODY)
        tell_news(dialogue, seat);
    observe(dialogue, seat, &view);
    screen_line(&dialogue->screen);
    dialogue->drawing->draw(&dialogue->screen, dialogue->game, &view, seat, DETAIL_WHOLE);
    print_result(dialogue);
    if (dialogue->table->save_path != NULL && !is_kept(dialogue))
        save(dialogue, dialogue->table->save_path);
}

static void welcome(Dialogue *dialogue)
{
    char key[96];

    snprintf(key, sizeof key, "%s.title", dialogue->game->id);
    const char *words = words_find(dialogue->screen.language, key);
    WordsArgument title = { "title", words == NULL ? dialogue->game->id : words, 0 };
    tell_with(dialogue, INK_PLAIN, "play.welcome", &title, 1);
}

static void play(Dialogue *dialogue)
{
    SeatSet waiting = dialogue->game->waiting(match_state(dialogue->match));

    while (waiting != 0 && dialogue->end == PLAIN_OVER) {
        int seat = seats_first(waiting);

        if (!seats_have(dialogue->table->humans, seat)) {
            move_bot(dialogue, seat);
            dialogue->last_human = NOBODY;
        } else if (!move_human(dialogue, seat)) {
            leave(dialogue);
            return;
        }
        waiting = dialogue->game->waiting(match_state(dialogue->match));
    }
    if (dialogue->end == PLAIN_OVER)
        tell_end(dialogue);
}

PlainEnd plain_play(Match *match, const PlainTable *table)
{
    Dialogue dialogue = {
        .match = match,
        .game = match_game(match),
        .table = table,
        .drawing = drawing_of(match_game(match)),
        .screen = { table->out, table->language, table->has_colour, 0, 0, table->names },
        .last_human = NOBODY,
        .kept_at = -1,
        .end = PLAIN_OVER,
    };

    rng_seed(&dialogue.rng, table->bot_seed);
    if (journal_rebuild(&dialogue.journal, match)) {
        for (int seat = 0; seat < SEATS_MAX; seat++)
            dialogue.told[seat] = dialogue.journal.count;
        welcome(&dialogue);
        play(&dialogue);
    } else {
        dialogue.end = PLAIN_NO_MEMORY;
    }
    fflush(table->out);
    journal_free(&dialogue.journal);
    free(dialogue.kept_path);
    free(dialogue.line);
    return dialogue.end;
}
