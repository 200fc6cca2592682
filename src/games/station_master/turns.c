/* turns.c: whose turn it is, what it offers, drawing, and when the game is over
 * (chapters 3 and 6). */
#include "games/station_master/sm.h"

/* ------------------------------------------------------------------------- */
/* Turns                                                                     */
/* ------------------------------------------------------------------------- */

/* SM-5.9: any card in hand is a legal move. */
int sm_can_move(const SmState *sm, int seat)
{
    const SmPlayer *player = &sm->players[seat];

    return player->hand_count > 0 || (player->home_count > 0 && sm->with_room.length > 0);
}

static void end_game(SmState *sm, Events *events)
{
    sm->stage = SM_OVER;
    events_report(events, SM_EVENT_GAME_ENDED, NOBODY);
}

/* SM-3.3: the next who can move, be it the same player again; or NOBODY. */
static int next_seat(const SmState *sm)
{
    int seat = sm->turn;

    for (int i = 0; i < sm->seats; i++) {
        seat = seat_left_of(seat, sm->seats);
        if (sm_can_move(sm, seat))
            return seat;
    }
    return NOBODY;
}

static void report_skipped(const SmState *sm, int next, Events *events)
{
    int seat = seat_left_of(sm->turn, sm->seats);

    for (; seat != next; seat = seat_left_of(seat, sm->seats))
        events_report(events, SM_EVENT_SKIPPED, seat);
}

void sm_end_turn(SmState *sm, Events *events)
{
    int next = next_seat(sm);

    sm->stage = SM_TURN;
    sm->train = 0;
    sm->to = 0;
    sm->place = 0;
    sm->moved = 0;
    if (next == NOBODY) {
        end_game(sm, events);
        return;
    }
    if (events != NULL)
        report_skipped(sm, next, events);
    sm->turn = (uint8_t)next;
}

/* SM-6.4: with the last train gone nothing is drawn any more. */
void sm_end_card(SmState *sm, Events *events)
{
    if (sm->station_count == 0) {
        end_game(sm, events);
        return;
    }
    sm_draw(sm, sm->turn, events);
    sm_end_turn(sm, events);
}

/* ------------------------------------------------------------------------- */
/* Drawing                                                                   */
/* ------------------------------------------------------------------------- */

/* A card among the first `count` of the hand, which are in order. */
static void insert_card(SmPlayer *player, int count, int card)
{
    for (; count > 0 && player->hand[count - 1] > card; count--)
        player->hand[count] = player->hand[count - 1];
    player->hand[count] = (uint8_t)card;
}

void sm_sort_hand(SmPlayer *player)
{
    for (int i = 1; i < player->hand_count; i++)
        insert_card(player, i, player->hand[i]);
}

static void report_draw(Events *events, int seat, int card)
{
    events_report(events, SM_EVENT_DRAWS, seat, .marks = EVENT_DRAWS);
    events_report(events, SM_EVENT_DREW, seat, .marks = EVENT_DRAWS, .only = seat_bit(seat),
                  .fields = { card });
}

/* SM-5.8: the Rush Hour is no card to hold; another one is drawn. */
static __attribute__((noinline)) void draw_rush_hour(SmState *sm, int seat, Events *events)
{
    sm_rush_hour(sm, events);
    sm_draw(sm, seat, events);
}

/* SM-3.2: from an empty deck nothing. */
void sm_draw(SmState *sm, int seat, Events *events)
{
    SmPlayer *player = &sm->players[seat];

    if (sm->deck_count == 0)
        return;
    int card = cards_draw(sm->deck, &sm->deck_count);
    if (card == SM_RUSH_HOUR) {
        draw_rush_hour(sm, seat, events);
        return;
    }
    insert_card(player, player->hand_count++, card);
    report_draw(events, seat, card);
}

/* ------------------------------------------------------------------------- */
/* SM-3.1: what a turn offers                                                */
/* ------------------------------------------------------------------------- */

/* The specials in hand, from this place on; after the `count` actions that are listed
 * already. */
static __attribute__((noinline)) int
list_specials(const SmState *sm, const SmPlayer *player, int place, Action *out, int count)
{
    uint32_t wasted = 0;

    for (int last = SM_CARD_KINDS; place < player->hand_count; place++) {
        int card = player->hand[place];
        if (card == last)
            continue;
        int effects = sm_list_special(sm, card, out + count);
        if (sm_may_be_wasted(card, effects))
            wasted |= 1u << card;
        count += effects;
        last = card;
    }
    return count + actions_of_bits(SM_WASTE, wasted, out + count);
}

/* The cards in hand, each kind once: they lie in ascending order, carriages first, and so
 * do their actions. Every train in the station takes one more carriage: else it would
 * have left. */
int sm_list_turn(const SmState *sm, int seat, Action *out)
{
    const SmPlayer *player = &sm->players[seat];
    ActionRow trains = action_row_to(sm->station_count);
    int count = sm_list_boards(player, &sm->with_room, out);

    for (int i = 0, last = SM_CARD_KINDS; i < player->hand_count; i++) {
        int card = player->hand[i];
        if (card >= SM_CARRIAGE_KINDS)
            return list_specials(sm, player, i, out, count);
        if (card != last)
            count += actions_of_row(SM_COUPLE, card, &trains, out + count);
        last = card;
    }
    return count;
}
