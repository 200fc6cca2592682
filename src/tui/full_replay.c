/* full_replay.c: a saved game on the full screen, forward and backward. Everything
 * is shown, hidden things too; Tab changes whose side it is seen from. */
#include "tui/full_inside.h"

#include <string.h>

enum { PLAYING_PACE = 700 }; /* milliseconds for each move, when it runs by itself */

/* Where the replay stands. */
struct Replay {
    const Match *match;
    State state; /* after so many moves … */
    int at;      /* … as these */
    int total;
    int entries; /* of the journal, in all */
    int runs;    /* by itself */
};

static Replay *replay_of(const Sitting *sitting)
{
    return sitting->at;
}

static void observe(const Sitting *sitting, int seat, State *view)
{
    (void)seat;
    *view = replay_of(sitting)->state;
}

static const Host REPLAY_HOST = { .observe = observe };

/* ------------------------------------------------------------------------- */
/* Going to a move                                                           */
/* ------------------------------------------------------------------------- */

static void cut_journal(Full *full)
{
    Journal *journal = &full->course.sitting.journal;
    const Replay *replay = replay_of(&full->course.sitting);

    journal->count = replay->entries;
    while (journal->count > 0 && journal->entries[journal->count - 1].move >= replay->at)
        journal->count--;
}

static void go_to(Full *full, int at)
{
    Replay *replay = replay_of(&full->course.sitting);
    const Move *moves = match_moves(replay->match);

    if (at < 0)
        at = 0;
    if (at > replay->total)
        at = replay->total;
    if (at < replay->at) {
        replay->state = *match_start(replay->match);
        replay->at = 0;
    }
    for (; replay->at < at; replay->at++)
        move_redo(full->course.sitting.game, &moves[replay->at], &replay->state, NULL);
    cut_journal(full);
}

/* To where somebody else is to move. */
static void go_by_turn(Full *full, int step)
{
    const Replay *replay = replay_of(&full->course.sitting);
    const Move *moves = match_moves(replay->match);
    int at = replay->at + step;

    while (at > 0 && at < replay->total && moves[at].seat == moves[at - 1].seat)
        at += step;
    go_to(full, at);
}

/* ------------------------------------------------------------------------- */
/* What is to be seen                                                        */
/* ------------------------------------------------------------------------- */

void full_replay_sentence(const Full *full, char *out, size_t size)
{
    const Replay *replay = replay_of(&full->course.sitting);
    WordsArgument arguments[] = {
        { "n", NULL, replay->at },
        { "total", NULL, replay->total },
        { "player", full->course.sitting.names.names[full->course.viewer], 0 },
    };

    words_write(full->course.settings->language, "play.full.replay", arguments, 3, out,
                size);
}

int full_replay_is_over(const Full *full)
{
    return game_is_over(full->course.sitting.game,
                        &replay_of(&full->course.sitting)->state);
}

void full_replay_bar(Full *full, int row, int width)
{
    const Replay *replay = replay_of(&full->course.sitting);
    int room = width - 4;

    full->bar_row = row;
    full->bar_width = width;
    int done = replay->total == 0 ? room : room * replay->at / replay->total;

    canvas_repeat(&full->canvas, row, 2, INK_KEY, "█", done);
    canvas_repeat(&full->canvas, row, 2 + done, INK_FAINT, "░", room - done);
}

/* ------------------------------------------------------------------------- */
/* Keys                                                                      */
/* ------------------------------------------------------------------------- */

/* Any key stops a replay that runs; a click on the bar goes there. */
void full_replay_handle(Full *full, const TermEvent *event)
{
    Replay *replay = replay_of(&full->course.sitting);
    int is_on_bar = event->row == full->bar_row && event->column < full->bar_width;
    int starts = strcmp(event->text, " ") == 0 && !replay->runs;

    if (event->kind == TERM_CLICK && !is_on_bar)
        return;
    replay->runs = starts && replay->at < replay->total;
    switch (event->kind) {
    case TERM_LEFT:
    case TERM_WHEEL_UP:
        go_to(full, replay->at - 1);
        break;
    case TERM_RIGHT:
    case TERM_WHEEL_DOWN:
    case TERM_ENTER:
        go_to(full, replay->at + 1);
        break;
    case TERM_UP:
    case TERM_PAGE_UP:
        go_by_turn(full, -1);
        break;
    case TERM_DOWN:
    case TERM_PAGE_DOWN:
        go_by_turn(full, 1);
        break;
    case TERM_HOME:
        go_to(full, 0);
        break;
    case TERM_END:
        go_to(full, replay->total);
        break;
    case TERM_TAB:
        full->course.viewer = (full->course.viewer + 1) % full->course.sitting.seats;
        break;
    case TERM_CLICK:
        go_to(full, replay->total * (event->column - 2) / (full->bar_width - 4));
        break;
    case TERM_ESCAPE:
        course_leave(&full->course, COURSE_LEFT);
        break;
    default:
        break;
    }
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

static void go_on(Full *full)
{
    Replay *replay = replay_of(&full->course.sitting);

    while (!full->course.wants_to_leave) {
        int runs = replay->runs;
        full_step(full, runs ? PLAYING_PACE : -1);
        if (runs && replay->runs) { /* no key has stopped it */
            go_to(full, replay->at + 1);
            replay->runs = replay->at < replay->total;
        }
    }
}

int full_replay(Match *match, const char *const *names, const SaveStart *start,
                Language language)
{
    Replay replay = { .match = match,
                      .state = *match_start(match),
                      .total = match_move_count(match) };
    const TableSettings settings = { .language = language, .names = names, .start = start };
    Full *full = full_new();

    if (full == NULL)
        return 0;
    Course *course = &full->course;
    int has_memory = sitting_begin(&course->sitting, match, &settings);
    if (has_memory) {
        course->settings = &settings;
        course->mode = MODE_REPLAY;
        course->viewer = 0;
        course->sitting.host = &REPLAY_HOST;
        course->sitting.at = &replay;
        replay.entries = course->sitting.journal.count;
        go_to(full, 0);
        go_on(full);
        course->sitting.journal.count = replay.entries;
    }
    sitting_end(&course->sitting);
    full_free(full);
    return has_memory;
}
