/* full.c: the course of a game on the full screen: who is next, what a move brings,
 * what is saved when. */
#include "tui/full_inside.h"

#include "tui/keep.h"

#include <string.h>
#include <time.h>

enum { HINT_MILLISECONDS = 1500 };

long long full_clock(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void full_notice(Full *full, Ink ink, const char *key, const WordsArgument *arguments,
                 int count)
{
    words_write(full->table->language, key, arguments, count, full->notice,
                sizeof full->notice);
    full->notice_ink = ink;
}

/* ------------------------------------------------------------------------- */
/* Saving                                                                    */
/* ------------------------------------------------------------------------- */

/* After every move, so that nothing is lost whatever happens. */
static void keep_last(Full *full)
{
    const FullTable *table = full->table;
    SavePlayers players;
    Fault fault = { "" };

    if (table->last_path == NULL || full->sitting.awaits_person)
        return;
    if (table->put_aside != NULL && !full->has_put_aside)
        table->put_aside(full->sitting.game);
    full->has_put_aside = 1;
    sitting_players(&full->sitting, &players);
    if (keep_match_in_folder(full->sitting.match, &players, table->start, table->last_path,
                             &fault)
        || full->has_warned)
        return;
    full->has_warned = 1;
    full_notice(full, INK_WARNING, "play.full.unkept",
                (WordsArgument[]){ { "file", table->last_path, 0 },
                                   { "reason", fault.sentence, 0 } },
                2);
}

/* The position is about to change: nobody wants the hint any more. */
static void drop_hint(Full *full)
{
    if (full->is_hinting)
        thinker_drop(full->thinker);
    full->is_hinting = 0;
}

void full_leave(Full *full, FullEnd end)
{
    const char *path = full->table->save_path;

    drop_hint(full);
    full->result.end = end;
    full->wants_to_leave = 1;
    if (path != NULL && sitting_must_save(&full->sitting)
        && !sitting_save(&full->sitting, path, &full->result.fault))
        full->result.end = FULL_NOT_SAVED;
}

/* ------------------------------------------------------------------------- */
/* Who is next                                                               */
/* ------------------------------------------------------------------------- */

/* Whoever looked last goes on looking. At the end secrets are over. */
static void enter_over(Full *full)
{
    int seat = seats_first(full->sitting.humans);

    full->mode = MODE_OVER;
    full->seat = NOBODY;
    full->viewer = full->sitting.has_secrets ? NOBODY : seat;
}

static void enter_bots(Full *full, int seat)
{
    const Sitting *sitting = &full->sitting;
    State view;

    full->mode = MODE_BOTS;
    full->seat = seat;
    if (full->paused_until > full_clock() && !full->hurries)
        return;
    full->paused_until = 0;
    sitting_observe(sitting, seat, &view);
    thinker_ask(full->thinker, THINK_TO_MOVE, full->table->bots[seat], sitting->game, &view,
                seat, full->table->bot_seed + full->questions++);
}

static void enter_rest(Full *full, int seat)
{
    full->mode = MODE_REST;
    full->seat = seat;
}

static void enter_ask(Full *full, int seat)
{
    full->mode = MODE_ASK;
    full->seat = seat;
    full->viewer = seat;
    full->hurries = 0;
    full->typed[0] = '\0';
    full->sitting.shown_to = seat;
    sitting_ask(&full->sitting, seat, &full->menu);
}

void full_advance(Full *full)
{
    if (full->sitting.match == NULL) {
        full_remote_advance(full);
        return;
    }
    SeatSet waiting = sitting_waiting(&full->sitting);
    int seat = seats_first(waiting);

    if (waiting == 0)
        enter_over(full);
    else if (!seats_have(full->sitting.humans, seat) && full->sitting.awaits_person)
        enter_rest(full, seat);
    else if (!seats_have(full->sitting.humans, seat))
        enter_bots(full, seat);
    else if (sitting_must_hand_over(&full->sitting, seat)) {
        full->mode = MODE_HAND_OVER;
        full->seat = seat;
    } else
        enter_ask(full, seat);
}

/* ------------------------------------------------------------------------- */
/* Moves                                                                     */
/* ------------------------------------------------------------------------- */

static void after_move(Full *full, int seat, SeatSet waited)
{
    int is_person = seats_have(full->sitting.humans, seat);

    keep_last(full);
    if (is_person && sitting_needs_confirmation(&full->sitting, seat)) {
        full->mode = MODE_CONFIRM;
        full->viewer = seat;
        return;
    }
    if (!is_person && sitting_waiting(&full->sitting) != waited)
        full->paused_until = full_clock() + full->table->pace;
    full_advance(full);
}

void full_act(Full *full, Action action)
{
    int seat = full->seat;
    SeatSet waited = sitting_waiting(&full->sitting);

    drop_hint(full);
    full->notice[0] = '\0';
    if (sitting_move(&full->sitting, seat, action) == SITTING_NO_MEMORY)
        full_leave(full, FULL_NO_MEMORY);
    else
        after_move(full, seat, waited);
}

void full_act_line(Full *full, const char *line)
{
    const Question *question = &full->menu.question;
    SeatSet waited = sitting_waiting(&full->sitting);
    Reading reading = { 0 };

    full->sitting.drawing->read(full->table->language, &question->view, full->seat, line,
                                &reading);
    if (reading.count == 0) {
        WordsArgument word = { "word", reading.word, 0 };
        full_notice(full, INK_WARNING,
                    reading.complaint == NULL ? "play.full.line" : reading.complaint, &word,
                    1);
        return;
    }
    drop_hint(full);
    switch (sitting_move_line(&full->sitting, full->seat, &reading)) {
    case SITTING_OK:
        full->notice[0] = '\0';
        after_move(full, full->seat, waited);
        return;
    case SITTING_NO_MEMORY:
        full_leave(full, FULL_NO_MEMORY);
        return;
    default:
        full_notice(full, INK_WARNING, "play.line.refused", NULL, 0);
    }
}

void full_undo(Full *full)
{
    if (!sitting_can_undo(&full->sitting, full->seat)) {
        full_notice(full, INK_WARNING, "play.undo.refused", NULL, 0);
        return;
    }
    drop_hint(full);
    sitting_undo(&full->sitting, full->seat);
    keep_last(full);
    full_advance(full);
    if (full->sitting.match != NULL)
        full_notice(full, INK_PLAIN, "play.undo.done", NULL, 0);
}

/* ------------------------------------------------------------------------- */
/* Thinking                                                                  */
/* ------------------------------------------------------------------------- */

void full_hint(Full *full)
{
    const Budget budget = { .milliseconds = HINT_MILLISECONDS };
    Bot adviser = bot_with_budget(&BOT_HARD, &budget);

    if (full->is_hinting)
        return;
    full->is_hinting = 1;
    thinker_ask(full->thinker, THINK_TO_TELL, &adviser, full->sitting.game,
                &full->menu.question.view, full->seat,
                full->table->bot_seed + full->questions++);
    full_notice(full, INK_FAINT, "play.full.hinting", NULL, 0);
}

void full_take_answer(Full *full)
{
    Action action;
    Thoughts thoughts;

    if (!thinker_take(full->thinker, &action, &thoughts))
        return;
    if (!full->is_hinting) {
        full_act(full, action);
        return;
    }
    full->is_hinting = 0;
    full->notice[0] = '\0';
    int place = menu_find(&full->menu, action);
    if (full->mode != MODE_ASK || place < 0)
        return;
    menu_choose(&full->menu, place);
    full_open_thoughts(full, &thoughts, action);
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

/* How long to wait for a key; -1: as long as it takes. */
static int patience(const Full *full)
{
    long long left = full->paused_until - full_clock();

    if (full->mode != MODE_BOTS || full->paused_until == 0)
        return -1;
    return left < 0 || full->hurries ? 0 : (int)left;
}

static void go_on(Full *full)
{
    int descriptor = thinker_descriptor(full->thinker);

    while (!full->wants_to_leave) {
        full_show(full);
        TermEvent event = term_wait(patience(full), &descriptor, 1);
        full_handle(full, &event);
        if (full->wants_to_leave)
            return;
        full_take_answer(full);
        if (full->mode == MODE_BOTS && full->paused_until != 0 && patience(full) == 0)
            full_advance(full);
    }
}

static void begin(Full *full)
{
    Sitting *sitting = &full->sitting;
    const FullTable *table = full->table;

    sitting->confirms_turns = table->confirms_turns;
    sitting->bots = table->bots;
    sitting->awaits_person = table->is_loaded;
    if (table->is_saved) {
        sitting->kept_at = match_move_count(sitting->match);
        sitting->kept_path = strdup(table->save_path);
    }
    full->viewer =
        seats_count(sitting->humans) == 1 ? seats_first(sitting->humans) : NOBODY;
    keep_last(full);
    full_advance(full);
    if (table->is_resumed && full->mode != MODE_REST)
        full_notice(full, INK_GOOD, "play.full.resumed", NULL, 0);
}

void full_free(Full *full)
{
    thinker_free(full->thinker);
    page_free(&full->page);
    canvas_free(&full->canvas);
    canvas_free(&full->table_canvas);
    canvas_free(&full->log);
    canvas_free(&full->menu_canvas);
    canvas_free(&full->sentence);
    sitting_end(&full->sitting);
}

FullResult full_play(Match *match, const FullTable *table)
{
    Full full = { .table = table, .viewer = NOBODY, .seat = NOBODY };

    full.thinker = thinker_new();
    if (full.thinker != NULL
        && sitting_begin(&full.sitting, match, table->names, table->humans, table->start)) {
        begin(&full);
        go_on(&full);
    } else {
        full.result.end = FULL_NO_MEMORY;
    }
    full_free(&full);
    return full.result;
}
