/* game.c: Freight Train as the house knows it: its descriptor, and the moments
 * of a turn. */
#include "games/freight_train/ft.h"

_Static_assert(sizeof(FtState) <= STATE_MAX, "a state is small");
_Static_assert(sizeof(FtWelcome) == 2 * FT_TYPES + 2 + 9 * sizeof(uint32_t),
               "a welcome has no padding");
_Static_assert(sizeof(FtState) == offsetof(FtState, welcome) + FT_SEATS * sizeof(FtWelcome),
               "a state has no padding");

LISTED_AT_THE_END(FtState)

const FtMoment FT_MOMENTS[] = {
    [FT_TURN] = { "turn", WAITS_TURN, ft_list_turn,
                  .on = { [FT_FILL] = ft_fill,
                          [FT_TAKE] = ft_take,
                          [FT_SWITCH] = ft_switch,
                          [FT_REARRANGE] = ft_rearrange,
                          [FT_CALL] = ft_call,
                          [FT_CLOSE] = ft_close,
                          [FT_PASS] = ft_pass } },
    [FT_TAKING] = { "taking", WAITS_TURN, ft_list_taking, .on = { [FT_TAKE] = ft_take },
                    .held = { 1, FT_TAKEN - 1 } },
    [FT_PLACING] = { "placing", WAITS_TURN, ft_list_placing,
                     .on = { [FT_COUPLE] = ft_couple, [FT_STORE] = ft_store },
                     .held = { 1, FT_TAKEN } },
    [FT_SWITCHING] = { "switching", WAITS_TURN, ft_list_switching,
                       .on = { [FT_SWITCH] = ft_switch, [FT_DONE] = ft_done },
                       .switched = { 1, FT_SWITCHED - 1 } },
    [FT_REARRANGING] = { "rearranging", WAITS_TURN, ft_list_rearranging,
                         .on = { [FT_STORE] = ft_store }, .held = { 1, FT_YARD_CARS } },
    [FT_OVER] = { "over", WAITS_NOBODY, list_nothing, .on = { 0 } },
};

PLAYED_BY_MOMENTS(FtState, FT_MOMENTS, stage, 0)

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

/* All but the welcomes, which follow from the trains. */
static int canonical(const void *state, void *out)
{
    memcpy(out, state, offsetof(FtState, welcome));
    return offsetof(FtState, welcome);
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
    .action_kind_count = FT_ACTIONS,
    .event_kinds = FT_EVENT_TABLE,
    .event_kind_count = FT_EVENT_GAME_ENDED + 1,
    .term_kinds = FT_TERM_TABLE,
    .term_kind_count = FT_TERMS,
    .refuse = ft_refuse,
    .setup = ft_setup,
    .waiting = waiting,
    .list = list,
    .apply = apply,
    .observe = ft_observe,
    .determinize = ft_determinize,
    .redraw = ft_redraw,
    .scores = scores,
    .terms = ft_terms,
    .ranking = ranking,
    .shape = ft_shape,
    .unsound = ft_unsound,
    .canonical = canonical,
    .say = ft_say,
};
