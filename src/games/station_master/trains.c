/* trains.c: tokens and carriages (chapter 4). */
#include "games/station_master/sm.h"

#include <assert.h>

/* ------------------------------------------------------------------------- */
/* Tokens                                                                    */
/* ------------------------------------------------------------------------- */

void sm_keep_room(SmState *sm)
{
    ActionRow *row = &sm->with_room;

    *row = (ActionRow){ 0 };
    for (int t = 0; t < sm->station_count; t++) {
        if (sm_room(&sm->station[t]) > 0)
            row->b[row->length++] = (Action)t;
    }
}

/* SM-4.1: tokens of equal value are the same choice. */
int sm_list_boards(const SmPlayer *player, const ActionRow *trains, Action *out)
{
    int count = 0;

    for (int value = 1; value <= SM_VALUES; value++) {
        if (player->home[value - 1] > 0)
            count += actions_of_row(SM_BOARD, value, trains, out + count);
    }
    return count;
}

static void place_token(SmState *sm, Act act)
{
    SmPlayer *player = &sm->players[act.seat];
    int value = act_a(act), t = act_b(act);
    SmTrain *train = &sm->station[t];

    player->home[value - 1]--;
    player->home_count--;
    train->tokens[train->token_count++] =
        (SmToken){ .seat = (uint8_t)act.seat, .value = (uint8_t)value };
    if (sm_room(train) == 0)
        sm_keep_room(sm);
    events_report(act.events, SM_EVENT_BOARDED, act.seat, .fields = { t });
}

void sm_board(SmState *sm, Act act)
{
    place_token(sm, act);
    sm_end_turn(sm, act.events);
}

void sm_admit(SmState *sm, Act act)
{
    place_token(sm, act);
    sm_end_card(sm, act.events);
}

/* ------------------------------------------------------------------------- */
/* Carriages                                                                 */
/* ------------------------------------------------------------------------- */

void sm_take_from_hand(SmPlayer *player, int card)
{
    cards_remove(player->hand, &player->hand_count, card);
}

void sm_discard(SmState *sm, int card)
{
    assert(sm->discard_count < SM_CARDS);
    sm->discard[sm->discard_count++] = (uint8_t)card;
}

void sm_add_carriage(SmState *sm, int train, int card, Events *events)
{
    SmTrain *at = &sm->station[train];

    at->carriages[at->carriage_count++] = (uint8_t)card;
    if (at->carriage_count == sm_locomotive(at)->number)
        sm_depart(sm, train, events);
}

void sm_couple(SmState *sm, Act act)
{
    int card = act_a(act), train = act_b(act);

    sm_take_from_hand(&sm->players[act.seat], card);
    events_report(act.events, SM_EVENT_COUPLED, act.seat, .fields = { card, train });
    sm_add_carriage(sm, train, card, act.events);
    sm_end_card(sm, act.events);
}
