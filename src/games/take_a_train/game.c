/* game.c: Take a Train: its descriptor, and the table of what is decided when. */
#include "games/take_a_train/tt.h"

_Static_assert(sizeof(TtState) <= STATE_MAX, "a state is small");

/* ------------------------------------------------------------------------- */
/* The moments                                                               */
/* ------------------------------------------------------------------------- */

enum {
    ASCENDING = 1 << TT_PASSED | 1 << TT_OPEN,
    BLIND = 1 << TT_BLIND | 1 << TT_DOUBLE_BLIND,
    LOTS = ASCENDING | BLIND,
    PRE_EMPTED = 1 << TT_PRE_EMPTED,
    ROTATING = 1 << TT_ROTATING,
};

LISTED_AT_THE_END(TtState)

const TtMoment TT_MOMENTS[] = {
    [TT_NAMING] = { "naming", WAITS_TURN, tt_list_naming, .on = { [TT_NAME] = tt_name },
                    .auctions = LOTS, .can_pay = tt_cheapest_drawn },
    [TT_OPENING] = { "opening", WAITS_TURN, tt_list_opening, .on = { [TT_BID] = tt_open },
                     .auctions = ASCENDING, .can_pay = tt_lowest_price },
    [TT_RAISING] = { "raising", WAITS_TURN, tt_list_raising,
                     .on = { [TT_BID] = tt_raise,
                             [TT_PASS] = tt_drop_out,
                             [TT_HOLD] = tt_hold },
                     .auctions = ASCENDING, .pending = tt_pending_of_raising },
    [TT_SEALED] = { "sealed", WAITS_PENDING, tt_list_sealed, .on = { [TT_BID] = tt_seal },
                    .auctions = BLIND | PRE_EMPTED, .pending = tt_seats_in,
                    .can_pay = tt_least_sealed },
    [TT_SEALED_AGAIN] = { "sealed-again", WAITS_PENDING, tt_list_sealed_again,
                          .on = { [TT_BID] = tt_seal_again },
                          .auctions = 1 << TT_DOUBLE_BLIND, .pending = tt_seats_in },
    [TT_CHOOSING] = { "choosing", WAITS_TURN, tt_list_choosing,
                      .on = { [TT_CHOOSE] = tt_choose }, .auctions = BLIND | PRE_EMPTED,
                      .pending = tt_pending_of_choosing },
    [TT_PICKING] = { "picking", WAITS_TURN, tt_list_drawn, .on = { [TT_TAKE] = tt_pick },
                     .auctions = PRE_EMPTED, .pending = tt_seats_in },
    [TT_KEEPING] = { "keeping", WAITS_PENDING, tt_list_keeping,
                     .on = { [TT_KEEP] = tt_keep }, .auctions = ROTATING,
                     .pending = tt_pending_of_keeping },
    [TT_TURNING] = { "turning", WAITS_PENDING, tt_list_turning,
                     .on = { [TT_TURN] = tt_turn }, .auctions = ROTATING,
                     .pending = tt_seats_that_owe, .cannot_pay = tt_rotating_price },
    [TT_REPLACING] = { "replacing", WAITS_TURN, tt_list_drawn,
                       .on = { [TT_TAKE] = tt_take_replacement }, .auctions = LOTS,
                       .cannot_pay = tt_cheapest_drawn },
    [TT_COUPLING] = { "coupling", WAITS_TURN, tt_list_coupling,
                      .on = { [TT_COUPLE] = tt_couple,
                              [TT_COLLECT] = tt_collect,
                              [TT_DISCARD] = tt_discard,
                              [TT_PASS] = tt_pass } },
    [TT_DISCARDING] = { "discarding", WAITS_TURN, tt_list_discarding,
                        .on = { [TT_DISCARD] = tt_discard, [TT_REPLACE] = tt_replace },
                        .can_pay = tt_replacement_price },
    [TT_OVER] = { "over", WAITS_NOBODY, list_nothing, .on = { 0 } },
};

PLAYED_BY_MOMENTS(TtState, TT_MOMENTS, step, state->pending)

/* ------------------------------------------------------------------------- */
/* Scores                                                                    */
/* ------------------------------------------------------------------------- */

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

/* The deck in its order. */
static int canonical(const void *state, void *out)
{
    TtState tt = *(const TtState *)state;

    tt_order_deck(&tt);
    memcpy(out, &tt, offsetof(TtState, deck_stream));
    return offsetof(TtState, deck_stream);
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
    .action_kind_count = TT_ACTIONS,
    .event_kinds = TT_EVENT_TABLE,
    .event_kind_count = TT_EVENTS,
    .term_kinds = TT_TERM_TABLE,
    .term_kind_count = TT_TERMS,
    .refuse = tt_refuse,
    .setup = tt_setup,
    .waiting = waiting,
    .list = list,
    .apply = apply,
    .observe = tt_observe,
    .determinize = tt_determinize,
    .redraw = tt_redraw,
    .scores = scores,
    .terms = tt_terms,
    .ranking = ranking,
    .shape = tt_shape,
    .unsound = tt_unsound,
    .canonical = canonical,
    .say = tt_say,
};
