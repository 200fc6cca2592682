/* full_replay.c: a saved game on the full screen, forward and backward. Hidden cards are
 * shown, too; Tab changes the seat whose side is shown. */
#include "tui/full_inside.h"

#include <string.h>

enum { PLAYING_PACE = 700 }; /* milliseconds for each move, when it runs by itself */

struct Replay {
    const Match *match;
    State state; /* after … */
    int at;      /* … this many moves */
    int total;
    int entries; /* of the whole journal */
    int runs;    /* by itself */
};

/* ------------------------------------------------------------------------- */
/* Going to a move                                                           */
/* ------------------------------------------------------------------------- */

static void go_to(Full *full, int at)
{
    Replay *replay = full->replay;
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
        move_redo(full->course.game, &moves[replay->at], &replay->state, NULL);
    full->course.journal.count = replay->entries;
    journal_cut(&full->course.journal, at);
}

/* To the next change of turns. */
static void go_by_turn(Full *full, int step)
{
    const Replay *replay = full->replay;
    const Move *moves = match_moves(replay->match);
    int at = replay->at + step;

    while (at > 0 && at < replay->total && moves[at].seat == moves[at - 1].seat)
        at += step;
    go_to(full, at);
}

/* ------------------------------------------------------------------------- */
/* Drawing                                                                   */
/* ------------------------------------------------------------------------- */

void full_replay_sentence(const Full *full, char *out, size_t size)
{
    const Replay *replay = full->replay;
    WordsArgument arguments[] = {
        { "n", NULL, replay->at },
        { "total", NULL, replay->total },
        { "player", full->course.names[full->course.viewer], 0 },
    };

    words_write(full->language, "play.full.replay", arguments, 3, out, size);
}

int full_replay_is_over(const Full *full)
{
    return game_is_over(full->course.game, &full->replay->state);
}

void full_replay_bar(Full *full, int row, int width)
{
    const Replay *replay = full->replay;
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

/* Any key stops a running replay; a click on the bar goes to that move. */
void full_replay_handle(Full *full, const TermEvent *event)
{
    Replay *replay = full->replay;
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
        full->course.viewer = (full->course.viewer + 1) % full->course.seats;
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

static void run(Full *full)
{
    Replay *replay = full->replay;

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
    Full *full = full_new(language);

    if (full == NULL)
        return 0;
    Course *course = &full->course;
    int has_memory = course_sit(course, match, &settings);
    if (has_memory) {
        course->mode = MODE_REPLAY;
        course->viewer = 0;
        course->shown = &replay.state;
        full->replay = &replay;
        replay.entries = course->journal.count;
        go_to(full, 0);
        run(full);
    }
    course_end(course);
    full_free(full);
    return has_memory;
}
