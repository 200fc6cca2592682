/* moment.h: a game as a table of the moments of play.
 *
 * Each game has one array of rows, one row per moment:
 *
 *     [FT_TAKING] = { "taking", WAITS_TURN, ft_list_taking, .on = { [FT_TAKE] = ft_take }
 * },
 *
 * that is its name in positions, who decides, the legal actions, and the handler of each
 * action. The table defines waiting, list and apply. A game may add columns. */
#ifndef ROUNDHOUSE_ENGINE_MOMENT_H
#define ROUNDHOUSE_ENGINE_MOMENT_H

#include "engine/action.h"
#include "engine/codec.h"
#include "engine/event.h"
#include "engine/seats.h"

#include <stddef.h>

#define UNUSED __attribute__((unused))

enum { MOMENTS_MAX = 16 };

typedef enum Waits {
    WAITS_NOBODY,  /* the game is over */
    WAITS_TURN,    /* the seat whose turn it is */
    WAITS_PENDING, /* all that are pending, in any order */
} Waits;

/* An action as it is carried out. It fits two registers: pass it by value. */
typedef struct Act {
    Events *events; /* NULL: not wanted */
    Action action;
    int seat;
} Act;

static inline int act_a(Act act)
{
    return action_a(act.action);
}

static inline int act_b(Act act)
{
    return action_b(act.action);
}

/* Defines what is listed when the game is over. */
#define LISTED_AT_THE_END(S)                                                               \
    static int list_nothing(UNUSED const S *state, UNUSED int seat, UNUSED Action *out)    \
    {                                                                                      \
        return 0;                                                                          \
    }

/* The columns that every game has, for a state S and its number of action kinds. The
 * name comes first. Rows are aligned so that finding one is a shift. */
#define MOMENT_COLUMNS(S, kinds)                                                           \
    _Alignas(128) const char *name;                                                        \
    Waits waits;                                                                           \
    int (*list)(const S *state, int seat, Action *out);                                    \
    void (*on[kinds])(__typeof__(S) *state, Act act)

static inline SeatSet moment_waiting(Waits waits, int turn, SeatSet pending)
{
    return waits == WAITS_TURN ? seat_bit(turn) : waits == WAITS_PENDING ? pending : 0;
}

/* Defines waiting, list and apply of a game, for game.h. `step` is the field of the
 * state that says which moment it is; `pending` an expression of `state`, 0 in a game
 * where one seat decides at a time. */
#define PLAYED_BY_MOMENTS(S, moments, step, pending)                                       \
    static SeatSet waiting(const void *now)                                                \
    {                                                                                      \
        const S *state = now;                                                              \
        return moment_waiting((moments)[state->step].waits, state->turn, pending);         \
    }                                                                                      \
    static int list(const void *now, int seat, Action *out)                                \
    {                                                                                      \
        const S *state = now;                                                              \
        const __typeof__((moments)[0]) *moment = &(moments)[state->step];                  \
        int is_asked = (pending) != 0 && moment->waits == WAITS_PENDING                    \
                           ? seats_have(pending, seat)                                     \
                           : seat == state->turn;                                          \
        return is_asked ? moment->list(state, seat, out) : 0;                              \
    }                                                                                      \
    static void apply(void *now, int seat, Action action, Events *events)                  \
    {                                                                                      \
        __typeof__(S) *state = now;                                                        \
        (moments)[state->step].on[action_kind(action)](                                    \
            state, (Act){ .events = events, .action = action, .seat = seat });             \
    }

/* The name of a moment, out and in. */
#define codec_moment(codec, key, moments, step)                                            \
    codec_row_name((codec), (key), (moments), sizeof((moments)[0]),                        \
                   (int)(sizeof(moments) / sizeof((moments)[0])), (step))

/* Rows of any size whose first member is their name. */
void codec_row_name(Codec *codec, const char *key, const void *rows, size_t size, int count,
                    uint8_t *row);

#endif
