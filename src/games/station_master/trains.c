/* trains.c: tokens and carriages (chapter 4). */
#include "games/station_master/sm.h"

#include <assert.h>

/* ------------------------------------------------------------------------- */
/* Tokens                                                                    */
/* ------------------------------------------------------------------------- */

unsigned sm_trains_with_room(const SmState *sm)
{
    unsigned trains = 0;

    for (int t = 0; t < sm->station_count; t++)
        trains |= (unsigned)(sm_room(&sm->station[t]) > 0) << t;
    return trains;
}

/* SM-4.1: tokens of equal value are the same choice. */
int sm_list_boards(const SmState *sm, unsigned trains, Action *out)
{
    const SmPlayer *player = &sm->players[sm->turn];
    int count = 0;

    for (int value = 1; value <= SM_VALUES; value++) {
        if (player->home[value - 1] == 0)
            continue;
        for (unsigned left = trains; left; left &= left - 1)
            out[count++] = action_make(SM_BOARD, value, __builtin_ctz(left));
    }
    return count;
}

void sm_board(SmState *sm, Action action, Events *events)
{
    SmPlayer *player = &sm->players[sm->turn];
    int value = action_a(action), t = action_b(action);
    SmTrain *train = &sm->station[t];

    player->home[value - 1]--;
    player->home_count--;
    train->tokens[train->token_count++] =
        (SmToken){ .seat = sm->turn, .value = (uint8_t)value };
    sm_tell(events, SM_EVENT_BOARDED, sm->turn, t, 0, 0);
    if (sm->stage == SM_ADMITTING)
        sm_end_card(sm, events);
    else
        sm_end_turn(sm, events);
}

/* ------------------------------------------------------------------------- */
/* Carriages                                                                 */
/* ------------------------------------------------------------------------- */

/* Every train in the station takes one more: else it would have left. */
int sm_list_couplings(const SmState *sm, int card, Action *out)
{
    for (int t = 0; t < sm->station_count; t++)
        out[t] = action_make(SM_COUPLE, card, t);
    return sm->station_count;
}

void sm_take_from_hand(SmPlayer *player, int card)
{
    int i = 0;

    while (player->hand[i] != card) {
        i++;
        assert(i < player->hand_count);
    }
    player->hand_count--;
    for (; i < player->hand_count; i++)
        player->hand[i] = player->hand[i + 1];
    player->hand[i] = 0;
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

void sm_couple(SmState *sm, Action action, Events *events)
{
    int card = action_a(action), train = action_b(action);

    sm_take_from_hand(&sm->players[sm->turn], card);
    sm_tell(events, SM_EVENT_COUPLED, sm->turn, card, train, 0);
    sm_add_carriage(sm, train, card, events);
    sm_end_card(sm, events);
}
