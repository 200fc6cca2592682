/* game.c: Freight Train as the house knows it: its descriptor, and the moments
 * of a turn. */
#include "games/freight_train/ft.h"

_Static_assert(sizeof(FtState) <= STATE_MAX, "a state is small");

static int list_nothing(const FtState *ft, Action *out)
{
    (void)ft;
    (void)out;
    return 0;
}

/* What each moment offers … */
static int (*const LIST[])(const FtState *ft, Action *out) = {
    [FT_TURN] = ft_list_turn,
    [FT_TAKING] = ft_list_taking,
    [FT_PLACING] = ft_list_placing,
    [FT_SWITCHING] = ft_list_switching,
    [FT_REARRANGING] = ft_list_rearranging,
    [FT_OVER] = list_nothing,
};

/* … and what each action does. */
static void (*const APPLY[])(FtState *ft, int a, int b, Events *events) = {
    [FT_FILL] = ft_fill,           [FT_TAKE] = ft_take,   [FT_SWITCH] = ft_switch,
    [FT_REARRANGE] = ft_rearrange, [FT_CALL] = ft_call,   [FT_CLOSE] = ft_close,
    [FT_COUPLE] = ft_couple,       [FT_STORE] = ft_store, [FT_DONE] = ft_done,
    [FT_PASS] = ft_pass,
};

static SeatSet waiting(const void *state)
{
    const FtState *ft = state;

    return ft->stage == FT_OVER ? 0 : seat_bit(ft->turn);
}

static int list(const void *state, int seat, Action *out)
{
    const FtState *ft = state;

    return seat == ft->turn ? LIST[ft->stage](ft, out) : 0;
}

static void apply(void *state, int seat, Action action, Events *events)
{
    (void)seat;
    APPLY[action_kind(action)](state, action_a(action), action_b(action), events);
}

static void scores(const void *state, int *points)
{
    const FtState *ft = state;

    for (int seat = 0; seat < ft->seats; seat++)
        points[seat] = ft->players[seat].points;
}

/* FT-6.3: a tie is a shared win. */
static void ranking(const void *state, int *places)
{
    const FtState *ft = state;
    int points[FT_SEATS];

    scores(state, points);
    game_rank_by(points, ft->seats, places);
}

const Game FREIGHT_TRAIN = {
    .id = "freight-train",
    .rules_version = 1,
    .least_seats = 2,
    .most_seats = FT_SEATS,
    .state_size = sizeof(FtState),
    .options = FT_OPTION_TABLE,
    .option_count = FT_OPTIONS,
    .action_kinds = FT_ACTION_TABLE,
    .action_kind_count = FT_PASS + 1,
    .event_kinds = FT_EVENT_TABLE,
    .event_kind_count = FT_EVENT_GAME_ENDED + 1,
    .refuse = ft_refuse,
    .setup = ft_setup,
    .waiting = waiting,
    .list = list,
    .apply = apply,
    .observe = ft_observe,
    .determinize = ft_determinize,
    .scores = scores,
    .ranking = ranking,
    .shape = ft_shape,
    .unsound = ft_unsound,
    .say = ft_say,
};
