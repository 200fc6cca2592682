/* game.c: Take a Train as the house knows it: its descriptor, and what each step
 * offers and does. */
#include "games/take_a_train/tt.h"

#include <assert.h>

_Static_assert(sizeof(TtState) <= STATE_MAX, "a state is small");

static int list_nothing(const TtState *tt, int seat, Action *out)
{
    (void)tt;
    (void)seat;
    (void)out;
    return 0;
}

/* What each step offers … */
static int (*const LIST[])(const TtState *tt, int seat, Action *out) = {
    [TT_NAMING] = tt_list_naming,
    [TT_OPENING] = tt_list_opening,
    [TT_RAISING] = tt_list_raising,
    [TT_SEALED] = tt_list_sealed,
    [TT_SEALED_AGAIN] = tt_list_sealed_again,
    [TT_CHOOSING] = tt_list_choosing,
    [TT_PICKING] = tt_list_picking,
    [TT_KEEPING] = tt_list_keeping,
    [TT_TURNING] = tt_list_turning,
    [TT_REPLACING] = tt_list_replacing,
    [TT_COUPLING] = tt_list_coupling,
    [TT_DISCARDING] = tt_list_discarding,
    [TT_OVER] = list_nothing,
};

/* A bid of `amount` times $50. */
static void bid(TtState *tt, int seat, int amount, int unused, Events *events)
{
    static void (*const BID[])(TtState * tt, int seat, int dollars, Events *events) = {
        [TT_OPENING] = tt_open,
        [TT_RAISING] = tt_raise,
        [TT_SEALED] = tt_seal,
        [TT_SEALED_AGAIN] = tt_seal_again,
    };

    (void)unused;
    BID[tt->step](tt, seat, amount * TT_DOLLARS, events);
}

static void pass(TtState *tt, int seat, int unused_a, int unused_b, Events *events)
{
    (void)unused_a;
    (void)unused_b;
    if (tt->step == TT_RAISING)
        tt_drop_out(tt, seat, events);
    else
        tt_pass_turn(tt, seat, events);
}

/* … and what each action does. */
static void (*const APPLY[])(TtState *tt, int seat, int a, int b, Events *events) = {
    [TT_NAME] = tt_name,
    [TT_TAKE] = tt_take,
    [TT_KEEP] = tt_keep,
    [TT_TURN] = tt_turn,
    [TT_BID] = bid,
    [TT_CHOOSE] = tt_choose,
    [TT_COUPLE] = tt_couple,
    [TT_COLLECT] = tt_collect,
    [TT_DISCARD] = tt_discard,
    [TT_REPLACE] = tt_replace,
    [TT_HOLD] = tt_hold,
    [TT_PASS] = pass,
};

static SeatSet waiting(const void *state)
{
    const TtState *tt = state;

    if (tt_is_simultaneous(tt->step))
        return tt->pending;
    return tt->step == TT_OVER ? 0 : seat_bit(tt->turn);
}

static int list(const void *state, int seat, Action *out)
{
    const TtState *tt = state;

    return seats_have(waiting(state), seat) ? LIST[tt->step](tt, seat, out) : 0;
}

static void apply(void *state, int seat, Action action, Events *events)
{
    APPLY[action_kind(action)](state, seat, action_a(action), action_b(action), events);
}

static void scores(const void *state, int *money)
{
    const TtState *tt = state;

    for (int seat = 0; seat < tt->seats; seat++)
        money[seat] = tt->players[seat].money;
}

/* TT-2.5: the richest; then the most objectives. */
static void ranking(const void *state, int *places)
{
    const TtState *tt = state;
    int values[TT_SEATS];

    for (int seat = 0; seat < tt->seats; seat++) {
        const TtPlayer *player = &tt->players[seat];
        values[seat] = player->money * (TT_OBJECTIVES_EACH + 1) + player->achieved_count;
    }
    game_rank_by(values, tt->seats, places);
}

const Game TAKE_A_TRAIN = {
    .id = "take-a-train",
    .rules_version = 1,
    .least_seats = 2,
    .most_seats = TT_SEATS,
    .state_size = sizeof(TtState),
    .options = TT_OPTION_TABLE,
    .option_count = TT_OPTIONS,
    .action_kinds = TT_ACTION_TABLE,
    .action_kind_count = TT_PASS + 1,
    .event_kinds = TT_EVENT_TABLE,
    .event_kind_count = TT_EVENTS,
    .refuse = tt_refuse,
    .setup = tt_setup,
    .waiting = waiting,
    .list = list,
    .apply = apply,
    .observe = tt_observe,
    .determinize = tt_determinize,
    .scores = scores,
    .ranking = ranking,
    .shape = tt_shape,
    .unsound = tt_unsound,
    .say = tt_say,
};
