/* game.c: Station Master as the house knows it: its descriptor, and the moments
 * of a turn. */
#include "games/station_master/sm.h"

_Static_assert(sizeof(SmState) <= STATE_MAX, "a state is small");
_Static_assert(sizeof(SmMemory) <= MEMORY_MAX, "a memory is smaller");
_Static_assert((int)SM_TRAINS <= (int)ACTION_ROW, "a row has an action for each train");
_Static_assert(sizeof(SmTrain) == 5 + SM_LARGEST + 2 * SM_ABOARD, "a train has no padding");
_Static_assert(sizeof(SmPlayer) == 6 + SM_HAND + SM_VALUES, "a player has no padding");
_Static_assert(sizeof(SmState)
                   == SM_SEATS * sizeof(SmPlayer) + SM_TRAINS * sizeof(SmTrain) + 13
                          + 2 * SM_CARDS + 2 * SM_LOCOMOTIVES + 2 + sizeof(ActionRow),
               "a state has no padding");

LISTED_AT_THE_END(SmState)

const SmMoment SM_MOMENTS[] = {
    [SM_TURN] = { "turn", WAITS_TURN, sm_list_turn,
                  .on = { [SM_BOARD] = sm_board,
                          [SM_COUPLE] = sm_couple,
                          [SM_PLAY(SM_CABOOSE)] = sm_caboose,
                          [SM_PLAY(SM_ROYAL)] = sm_attach,
                          [SM_PLAY(SM_REASSIGN)] = sm_reassign,
                          [SM_PLAY(SM_REPAIR_3)] = sm_repair,
                          [SM_PLAY(SM_REPAIR_5)] = sm_repair,
                          [SM_PLAY(SM_TRANSFER)] = sm_transfer,
                          [SM_PLAY(SM_STANDING)] = sm_attach,
                          [SM_PLAY(SM_UNCOUPLE_1)] = sm_uncouple,
                          [SM_PLAY(SM_UNCOUPLE_2)] = sm_uncouple,
                          [SM_WASTE] = sm_waste } },
    [SM_ADMITTING] = { "admitting", WAITS_TURN, sm_list_admitting,
                       .on = { [SM_BOARD] = sm_admit, [SM_DONE] = sm_done } },
    [SM_TRANSFERRING] = { "transferring", WAITS_TURN, sm_list_transferring,
                          .on = { [SM_MOVE] = sm_move, [SM_DONE] = sm_done } },
    [SM_OVER] = { "over", WAITS_NOBODY, list_nothing, .on = { 0 } },
};

PLAYED_BY_MOMENTS(SmState, SM_MOMENTS, stage, 0)

static void scores(const void *state, int *points)
{
    const SmState *sm = state;

    for (int seat = 0; seat < sm->seats; seat++)
        points[seat] = sm->players[seat].score;
}

/* SM-6.4: of equal scores the one with the best single train, then shared. */
static void ranking(const void *state, int *places)
{
    enum { ABOVE_ANY_BEST = 1 << 15 };
    const SmState *sm = state;
    int values[SM_SEATS];

    for (int seat = 0; seat < sm->seats; seat++) {
        const SmPlayer *player = &sm->players[seat];
        values[seat] = player->score * ABOVE_ANY_BEST + player->best;
    }
    game_rank_by(values, sm->seats, places);
}

/* All but the trains with room, which follow from the station. */
static int canonical(const void *state, void *out)
{
    memcpy(out, state, offsetof(SmState, nothing));
    return offsetof(SmState, nothing);
}

const Game STATION_MASTER = {
    .id = "station-master",
    .rules_version = 1,
    .least_seats = 2,
    .most_seats = SM_SEATS,
    .state_size = sizeof(SmState),
    .memory_size = sizeof(SmMemory),
    .options = SM_OPTION_TABLE,
    .option_count = SM_OPTIONS,
    .action_kinds = SM_ACTION_TABLE,
    .action_kind_count = SM_ACTIONS,
    .event_kinds = SM_EVENT_TABLE,
    .event_kind_count = SM_EVENT_GAME_ENDED + 1,
    .term_kinds = SM_TERM_TABLE,
    .term_kind_count = SM_TERMS,
    .refuse = sm_refuse,
    .setup = sm_setup,
    .waiting = waiting,
    .list = list,
    .apply = apply,
    .observe = sm_observe,
    .determinize = sm_determinize,
    .remember = sm_remember,
    .redraw = sm_redraw,
    .scores = scores,
    .terms = sm_terms,
    .ranking = ranking,
    .shape = sm_shape,
    .unsound = sm_unsound,
    .canonical = canonical,
    .say = sm_say,
};
