/* tic_tac_toe.c: noughts and crosses, as an implementation of engine/game.h. */
#include "games/tic_tac_toe.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* Words                                                                     */
/* ------------------------------------------------------------------------- */

static const char *const MARK_NAMES[] = { "cross", "nought", "empty" };
static const Names MARKS = NAMES("mark", MARK_NAMES);

static const char *const FIRST_NAMES[] = { "cross", "nought" };
static const Option OPTIONS[] = { { "first", NAMES("first", FIRST_NAMES), TTT_CROSS } };

static const ActionKind ACTIONS[] = {
    [TTT_MARK] = { "mark", { { .name = "cell", .form = FIELD_PLACE } } },
};

static const EventKind EVENTS[] = {
    [TTT_EVENT_MARKED] = { "marked", { { .name = "cell", .form = FIELD_PLACE } }, { 0 } },
    [TTT_EVENT_WON] = { "won", { { 0 } }, { 0 } },
    [TTT_EVENT_DRAWN] = { "drawn", { { 0 } }, { 0 } },
};

/* ------------------------------------------------------------------------- */
/* Rules                                                                     */
/* ------------------------------------------------------------------------- */

static int count_marks(const TttState *ttt, int mark)
{
    int count = 0;

    for (int cell = 0; cell < TTT_CELLS; cell++)
        count += ttt->cells[cell] == mark;
    return count;
}

static int has_line(const TttState *ttt, int seat)
{
    static const uint8_t lines[][3] = {
        { 0, 1, 2 }, { 3, 4, 5 }, { 6, 7, 8 }, { 0, 3, 6 },
        { 1, 4, 7 }, { 2, 5, 8 }, { 0, 4, 8 }, { 2, 4, 6 }
    };

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const uint8_t *line = lines[i];
        if (ttt->cells[line[0]] == seat && ttt->cells[line[1]] == seat
            && ttt->cells[line[2]] == seat)
            return 1;
    }
    return 0;
}

static int whose_turn(const TttState *ttt)
{
    return (ttt->first + TTT_CELLS - count_marks(ttt, TTT_EMPTY)) % TTT_SEATS;
}

static const char *refuse(const Setup *setup)
{
    (void)setup;
    return NULL;
}

static void set_up(void *state, const Setup *setup)
{
    TttState *ttt = state;

    ttt->first = setup->options[0];
    memset(ttt->cells, TTT_EMPTY, sizeof ttt->cells);
}

static SeatSet waiting(const void *state)
{
    const TttState *ttt = state;
    int is_full = count_marks(ttt, TTT_EMPTY) == 0;

    if (is_full || has_line(ttt, TTT_CROSS) || has_line(ttt, TTT_NOUGHT))
        return 0;
    return seat_bit(whose_turn(ttt));
}

static int list(const void *state, int seat, Action *out)
{
    const TttState *ttt = state;
    int count = 0;

    if (!seats_have(waiting(state), seat))
        return 0;
    for (int cell = 0; cell < TTT_CELLS; cell++) {
        if (ttt->cells[cell] == TTT_EMPTY)
            out[count++] = action_make(TTT_MARK, cell, 0);
    }
    return count;
}

static void apply(void *state, int seat, Action action, Events *events)
{
    TttState *ttt = state;
    int cell = action_a(action);

    ttt->cells[cell] = (uint8_t)seat;
    events_add(
        events,
        (Event){ .kind = TTT_EVENT_MARKED, .seat = (int8_t)seat, .fields = { cell } });
    if (has_line(ttt, seat))
        events_add(events, (Event){ .kind = TTT_EVENT_WON, .seat = (int8_t)seat });
    else if (waiting(state) == 0)
        events_add(events, (Event){ .kind = TTT_EVENT_DRAWN, .seat = NOBODY });
}

/* ------------------------------------------------------------------------- */
/* Views: everything is open                                                 */
/* ------------------------------------------------------------------------- */

static void observe(const void *state, int seat, void *view)
{
    (void)seat;
    memcpy(view, state, sizeof(TttState));
}

static void determinize(const void *view, int seat, Rng *rng, void *state)
{
    (void)seat, (void)rng;
    memcpy(state, view, sizeof(TttState));
}

static void scores(const void *state, int *points)
{
    for (int seat = 0; seat < TTT_SEATS; seat++)
        points[seat] = has_line(state, seat);
}

static void ranking(const void *state, int *places)
{
    int points[TTT_SEATS];

    scores(state, points);
    game_rank_by(points, TTT_SEATS, places);
}

/* ------------------------------------------------------------------------- */
/* Positions and sentences                                                   */
/* ------------------------------------------------------------------------- */

static void shape(Codec *codec, void *state)
{
    TttState *ttt = state;

    codec_open_list(codec, "cells", TTT_CELLS);
    for (int cell = 0; cell < TTT_CELLS; cell++)
        codec_name(codec, NULL, &MARKS, &ttt->cells[cell]);
    codec_close(codec);
}

static const char *unsound(const void *state)
{
    const TttState *ttt = state;
    int ahead = count_marks(ttt, ttt->first) - count_marks(ttt, !ttt->first);

    if (ahead != 0 && ahead != 1)
        return "The players have not marked cells in turn.";
    if (has_line(ttt, whose_turn(ttt)))
        return "Play went on after a line was complete.";
    return NULL;
}

static void say(const void *view, int seat, Action action, Phrase *phrase)
{
    static const Field mark = { .name = "mark", .form = FIELD_NAME, .names = &MARKS };

    (void)view, (void)action;
    phrase_add(phrase, &mark, seat);
}

const Game TIC_TAC_TOE = {
    .id = "tic-tac-toe",
    .rules_version = 1,
    .least_seats = TTT_SEATS,
    .most_seats = TTT_SEATS,
    .state_size = sizeof(TttState),
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof OPTIONS[0],
    .action_kinds = ACTIONS,
    .action_kind_count = sizeof ACTIONS / sizeof ACTIONS[0],
    .event_kinds = EVENTS,
    .event_kind_count = sizeof EVENTS / sizeof EVENTS[0],
    .refuse = refuse,
    .setup = set_up,
    .waiting = waiting,
    .list = list,
    .apply = apply,
    .observe = observe,
    .determinize = determinize,
    .scores = scores,
    .ranking = ranking,
    .shape = shape,
    .unsound = unsound,
    .say = say,
};
