/* plain.c: the dialogue. Before each decision of a person it tells what the
 * others did, draws the position as that seat sees it and offers the choices;
 * bots move by themselves. */
#include "tui/plain.h"

#include "tui/dialogue.h"
#include "tui/layout.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Lines in and out                                                          */
/* ------------------------------------------------------------------------- */

void dialogue_print(Dialogue *dialogue)
{
    screen_print(&dialogue->screen, dialogue->table->out, dialogue->table->has_colour);
    fflush(dialogue->table->out);
}

int dialogue_read_line(Dialogue *dialogue)
{
    dialogue_print(dialogue);
    ssize_t length = getline(&dialogue->line, &dialogue->line_room, dialogue->table->in);
    if (length < 0)
        return 0;
    char *line = dialogue->line;
    while (length > 0 && isspace((unsigned char)line[length - 1]))
        line[--length] = '\0';
    memmove(line, line + strspn(line, " \t"), strlen(line + strspn(line, " \t")) + 1);
    if (dialogue->table->echoes)
        fprintf(dialogue->table->out, "%s\n", line);
    return 1;
}

static void prompt(Dialogue *dialogue, const char *key, const WordsArgument *arguments,
                   int count)
{
    screen_say(&dialogue->screen, INK_STRONG, key, arguments, count);
    screen_put(&dialogue->screen, INK_STRONG, " ");
}

/* ------------------------------------------------------------------------- */
/* Moves                                                                     */
/* ------------------------------------------------------------------------- */

static void do_move(Dialogue *dialogue, int seat, Action action)
{
    if (sitting_move(&dialogue->sitting, seat, action) == SITTING_NO_MEMORY)
        dialogue->end = PLAIN_NO_MEMORY;
}

static void move_bot(Dialogue *dialogue, int seat)
{
    State view;

    sitting_observe(&dialogue->sitting, seat, &view);
    Action action = bot_choose(dialogue->table->bots[seat], dialogue->game, &view, seat,
                               &dialogue->rng);
    do_move(dialogue, seat, action);
}

/* ------------------------------------------------------------------------- */
/* One decision of a person                                                  */
/* ------------------------------------------------------------------------- */

static Next answer_number(Dialogue *dialogue, const Question *question, const char *line)
{
    Pick pick = question_read(question, line);

    if (pick.action < 0) {
        WordsArgument arguments[] = {
            { "amount", NULL, pick.amount },
            { "least", NULL, pick.possible.least },
            { "most", NULL, pick.possible.most },
            { "step", NULL, pick.possible.step },
        };
        dialogue_tell_with(dialogue, INK_WARNING, pick.complaint, arguments, 4);
        return NEXT_ASK;
    }
    do_move(dialogue, question->seat, question->actions[pick.action]);
    return NEXT_MOVE;
}

static Next answer_line(Dialogue *dialogue, int seat, const Reading *reading)
{
    switch (sitting_move_line(&dialogue->sitting, seat, reading)) {
    case SITTING_OK:
        return NEXT_MOVE;
    case SITTING_NO_MEMORY:
        dialogue->end = PLAIN_NO_MEMORY;
        return NEXT_MOVE;
    default:
        dialogue_forget(dialogue);
        dialogue_tell(dialogue, INK_WARNING, "play.line.refused");
        return NEXT_ASK;
    }
}

static Next answer_other(Dialogue *dialogue, const Question *question, const char *line)
{
    Reading reading = { 0 };

    if (dialogue->drawing->read != NULL)
        dialogue->drawing->read(dialogue->screen.language, &question->view, question->seat,
                                line, &reading);
    if (reading.count > 0)
        return answer_line(dialogue, question->seat, &reading);
    if (reading.complaint != NULL) {
        WordsArgument word = { "word", reading.word, 0 };
        dialogue_tell_with(dialogue, INK_WARNING, reading.complaint, &word, 1);
    } else {
        WordsArgument most = { "most", NULL, question->count };
        dialogue_tell_with(dialogue, INK_WARNING,
                           question->count == 1 ? "play.expects.one" : "play.expects",
                           &most, 1);
    }
    return NEXT_ASK;
}

static Next answer(Dialogue *dialogue, const Question *question)
{
    const char *line = dialogue->line;
    const char *argument;
    const Command *command = command_find(line, &argument);

    if (command != NULL)
        return command->run(dialogue, question->seat, argument);
    dialogue->has_asked_to_leave = 0;
    if (isdigit((unsigned char)line[0]) || line[0] == '-')
        return answer_number(dialogue, question, line);
    return answer_other(dialogue, question, line);
}

/* What is new to the seat, as `viewer` may see it. */
static void tell_news(Dialogue *dialogue, int seat, int viewer)
{
    int from = dialogue->told[seat];

    dialogue->told[seat] = dialogue->sitting.journal.count;
    if (dialogue->last_human == seat
        || !journal_has(&dialogue->sitting.journal, from, viewer))
        return;
    dialogue_heading(dialogue, "play.news");
    journal_print(&dialogue->sitting.journal, &dialogue->screen, dialogue->game, from,
                  viewer);
}

static void draw(Dialogue *dialogue, const State *view, int seat, Detail detail)
{
    const Scene scene = { dialogue->game, view, seat, 0 };

    screen_line(&dialogue->screen);
    layout_lines(&dialogue->screen, dialogue->drawing, &scene, detail);
}

static void pose(Dialogue *dialogue, Menu *menu)
{
    const Question *question = &menu->question;
    Screen *screen = &dialogue->screen;
    Detail detail = dialogue->last_human == question->seat ? DETAIL_TURN : DETAIL_WHOLE;

    tell_news(dialogue, question->seat, question->seat);
    draw(dialogue, &question->view, question->seat, detail);
    screen_line(screen);
    menu->chosen = NOTHING_CHOSEN;
    menu_draw(menu, screen, MENU_LONG);
    const char *hint = draw_hint(dialogue->drawing, &question->view, question->seat);
    if (hint != NULL)
        dialogue_tell(dialogue, INK_FAINT, hint);
    dialogue->last_human = question->seat;
}

static const char *prompt_key(const Question *question)
{
    int has_run = 0;

    for (int i = 0; i < question->count; i++)
        has_run |= question->choices[i].count > 1;
    if (question->count == 1)
        return has_run ? "play.prompt.amount.one" : "play.prompt.one";
    return has_run ? "play.prompt.amount" : "play.prompt";
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
        prompt(dialogue, prompt_key(question), arguments, 2);
        if (!dialogue_read_line(dialogue)) {
            screen_line(&dialogue->screen);
            return NEXT_LEAVE;
        }
        next = answer(dialogue, question);
    }
    return next;
}

static void draw_again(Dialogue *dialogue, int seat, Detail detail)
{
    State view;

    sitting_observe(&dialogue->sitting, seat, &view);
    draw(dialogue, &view, seat, detail);
}

static int is_waiting(const Dialogue *dialogue, int seat)
{
    return seats_have(sitting_waiting(&dialogue->sitting), seat);
}

/* What was typed instead of Enter. */
static Next answer_confirmation(Dialogue *dialogue, int seat)
{
    const char *argument;
    const Command *command = command_find(dialogue->line, &argument);

    if (command == NULL) {
        dialogue_tell(dialogue, INK_WARNING, "play.confirm.expects");
        return NEXT_ASK;
    }
    Next next = command->run(dialogue, seat, argument);
    if (next == NEXT_REDRAW && !is_waiting(dialogue, seat)) {
        draw_again(dialogue, seat, DETAIL_WHOLE);
        return NEXT_ASK;
    }
    return next;
}

/* The turn is over, but nobody has moved since: the last chance to undo. */
static Next confirm(Dialogue *dialogue, int seat)
{
    Next next = NEXT_ASK;

    draw_again(dialogue, seat, DETAIL_TURN);
    while (next == NEXT_ASK) {
        prompt(dialogue, "play.confirm", NULL, 0);
        if (!dialogue_read_line(dialogue)) {
            screen_line(&dialogue->screen);
            return NEXT_LEAVE;
        }
        next = dialogue->line[0] == '\0' ? NEXT_MOVE : answer_confirmation(dialogue, seat);
    }
    return next;
}

/* ------------------------------------------------------------------------- */
/* Several people at one terminal                                            */
/* ------------------------------------------------------------------------- */

/* Until the right person sits there; 0: somebody has left. */
static int hand_over(Dialogue *dialogue, int seat)
{
    enum { PAGE = 60 };
    WordsArgument player = { "player", dialogue->screen.players[seat], 0 };
    const char *argument;

    dialogue_print(dialogue);
    if (dialogue->table->has_colour)
        fputs("\033[H\033[2J\033[3J",
              dialogue->table->out); /* and what was scrolled away */
    for (int i = 0; i < PAGE && !dialogue->table->has_colour; i++)
        screen_line(&dialogue->screen);
    for (;;) {
        prompt(dialogue, "play.handover", &player, 1);
        if (!dialogue_read_line(dialogue)) {
            screen_line(&dialogue->screen);
            return 0;
        }
        const Command *command = command_find(dialogue->line, &argument);
        if (command == NULL)
            return 1;
        /* Only leaving shows nothing of anybody's. */
        if (command->letter == 'q' && command->run(dialogue, seat, argument) == NEXT_LEAVE)
            return 0;
    }
}

int dialogue_decide(Dialogue *dialogue, int seat)
{
    Sitting *sitting = &dialogue->sitting;
    static Menu menu;
    int from = dialogue->sitting.journal.count;

    if (sitting_must_hand_over(sitting, seat) && !hand_over(dialogue, seat))
        return 0;
    sitting->shown_to = seat;
    sitting_ask(sitting, seat, &menu);
    pose(dialogue, &menu);
    Next next = ask(dialogue, &menu.question);
    if (next == NEXT_MOVE) {
        journal_print(&dialogue->sitting.journal, &dialogue->screen, dialogue->game, from,
                      seat);
        dialogue->told[seat] = dialogue->sitting.journal.count;
        if (sitting_needs_confirmation(sitting, seat))
            next = confirm(dialogue, seat);
    }
    return next != NEXT_LEAVE;
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

/* At the end nothing that counts is hidden. */
static void print_result(Dialogue *dialogue)
{
    Screen *screen = &dialogue->screen;
    int seats = dialogue->sitting.seats;
    int scores[SEATS_MAX], places[SEATS_MAX];
    State view;

    sitting_observe(&dialogue->sitting, NOBODY, &view);
    dialogue->game->scores(&view, scores);
    dialogue->game->ranking(&view, places);
    dialogue_heading(dialogue, "play.result");
    for (int place = 1; place <= seats; place++) {
        for (int seat = 0; seat < seats; seat++) {
            WordsArgument arguments[] = {
                { "place", NULL, place },
                { "player", screen->players[seat], 0 },
                { "points", NULL, scores[seat] },
            };
            if (places[seat] == place)
                dialogue_tell_with(dialogue, place == 1 ? INK_STRONG : INK_PLAIN,
                                   "play.result.line", arguments, 3);
        }
    }
}

void dialogue_tell_end(Dialogue *dialogue, int viewer)
{
    int seat = seats_first(dialogue->sitting.humans);

    dialogue->last_human = NOBODY;
    if (seat != NOBODY)
        tell_news(dialogue, seat, viewer);
    draw_again(dialogue, viewer, DETAIL_WHOLE);
    print_result(dialogue);
}

static void tell_end(Dialogue *dialogue)
{
    int seat = seats_first(dialogue->table->humans);

    dialogue_tell_end(dialogue, dialogue->sitting.has_secrets ? NOBODY : seat);
    if (dialogue->table->save_path != NULL && sitting_must_save(&dialogue->sitting)
        && !dialogue_save(dialogue, dialogue->table->save_path))
        dialogue->end = PLAIN_NOT_SAVED;
}

static void welcome(Dialogue *dialogue)
{
    char key[96];

    snprintf(key, sizeof key, "%s.title", dialogue->game->id);
    const char *words = words_find(dialogue->screen.language, key);
    WordsArgument title = { "title", words == NULL ? dialogue->game->id : words, 0 };
    dialogue_tell_with(dialogue, INK_PLAIN, "play.welcome", &title, 1);
}

/* A loaded game in which a bot is next: it moves when a person says so. 0: somebody
 * has left. */
static int rest(Dialogue *dialogue, int seat)
{
    WordsArgument player = { "player", dialogue->screen.players[seat], 0 };
    int viewer = seats_first(dialogue->table->humans);
    const char *argument;

    /* People with secrets from each other: nobody's view, since nobody was asked for. */
    if (sitting_must_hand_over(&dialogue->sitting, viewer))
        viewer = NOBODY;
    else
        draw_again(dialogue, viewer, DETAIL_WHOLE);
    for (;;) {
        prompt(dialogue, "play.rest", &player, 1);
        if (!dialogue_read_line(dialogue)) {
            screen_line(&dialogue->screen);
            return 0;
        }
        if (dialogue->line[0] == '\0')
            dialogue->sitting.awaits_person = 0;
        const Command *command = command_find(dialogue->line, &argument);
        Next next = command == NULL ? NEXT_ASK : command->run(dialogue, viewer, argument);
        if (!dialogue->sitting.awaits_person || next == NEXT_REDRAW)
            return 1;
        if (next == NEXT_LEAVE)
            return 0;
        if (command == NULL)
            dialogue_tell(dialogue, INK_WARNING, "play.rest.expects");
    }
}

static void play(Dialogue *dialogue)
{
    SeatSet waiting = sitting_waiting(&dialogue->sitting);

    while (waiting != 0 && dialogue->end == PLAIN_OVER) {
        int seat = seats_first(waiting);

        if (!seats_have(dialogue->table->humans, seat)) {
            dialogue->last_human = NOBODY;
            if (!dialogue->sitting.awaits_person) {
                move_bot(dialogue, seat);
            } else if (!rest(dialogue, seat)) {
                dialogue_leave(dialogue);
                return;
            }
        } else if (!dialogue_decide(dialogue, seat)) {
            dialogue_leave(dialogue);
            return;
        }
        waiting = sitting_waiting(&dialogue->sitting);
    }
    if (dialogue->end == PLAIN_OVER)
        tell_end(dialogue);
}

static void begin_as_saved(Sitting *sitting, const PlainTable *table)
{
    sitting->confirms_turns = table->confirms_turns;
    sitting->bots = table->bots;
    sitting->awaits_person = table->is_loaded;
    if (!table->is_saved)
        return;
    sitting->kept_at = match_move_count(sitting->match);
    sitting->kept_path = strdup(table->save_path);
}

PlainEnd plain_play(Match *match, const PlainTable *table)
{
    Dialogue dialogue = {
        .game = match_game(match),
        .table = table,
        .drawing = drawing_of(match_game(match)),
        .screen = { .canvas = &dialogue.canvas,
                    .width = SCREEN_WIDTH,
                    .language = table->language,
                    .players = dialogue.sitting.names.names },
        .last_human = NOBODY,
        .end = PLAIN_OVER,
    };
    Sitting *sitting = &dialogue.sitting;

    dialogue.canvas.width = SCREEN_WIDTH;
    rng_seed(&dialogue.rng, table->bot_seed);
    if (sitting_begin(sitting, match, table->names, table->humans, table->start)) {
        begin_as_saved(sitting, table);
        for (int seat = 0; seat < SEATS_MAX; seat++)
            dialogue.told[seat] = sitting->journal.count;
        welcome(&dialogue);
        play(&dialogue);
    } else {
        dialogue.end = PLAIN_NO_MEMORY;
    }
    dialogue_print(&dialogue);
    canvas_free(&dialogue.canvas);
    sitting_end(sitting);
    free(dialogue.line);
    return dialogue.end;
}
