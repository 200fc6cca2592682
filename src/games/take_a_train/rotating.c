/* rotating.c: the rotating auction (TT-4.15): three locomotives to each; keep
 * one, hand two to the left; keep one, hand on the other; keep the last. */
#include "games/take_a_train/tt.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* Keeping and handing on                                                    */
/* ------------------------------------------------------------------------- */

static void tell_hands(const TtState *tt, Events *events)
{
    for (int seat = 0; seat < tt->seats; seat++)
        tt_tell_one(events, TT_EVENT_DEALT, seat, tt->players[seat].hand,
                    tt->players[seat].hand_count, 0);
}

void tt_begin_rotating(TtState *tt, Events *events)
{
    for (int seat = 0; seat < tt->seats; seat++) {
        TtPlayer *player = &tt->players[seat];
        while (player->hand_count < TT_OWN) {
            player->hand[player->hand_count++] = tt->pile[--tt->pile_count];
            tt->pile[tt->pile_count] = 0;
        }
    }
    tt->starter = tt->first;
    tt->turn = tt->first;
    tt->pending = seats_all(tt->seats);
    tt->step = TT_KEEPING;
    tell_hands(tt, events);
}

int tt_list_keeping(const TtState *tt, int seat, Action *out)
{
    const TtPlayer *player = &tt->players[seat];
    uint32_t hand = 0;
    int count = 0;

    for (int i = 0; i < player->hand_count; i++)
        hand |= 1u << player->hand[i];
    for (; hand != 0; hand &= hand - 1)
        out[count++] = action_make(TT_KEEP, __builtin_ctz(hand), 0);
    return count;
}

static void keep(TtPlayer *player, int card)
{
    int place = 0;

    while (player->hand[place] != card)
        place++;
    player->hand_count--;
    memmove(player->hand + place, player->hand + place + 1,
            (size_t)(player->hand_count - place));
    player->hand[player->hand_count] = 0;
    player->kept[player->kept_count++] = (uint8_t)card;
}

/* Everybody's hand to the left-hand neighbour. */
static void hand_on(TtState *tt, Events *events)
{
    uint8_t hand[TT_OWN];

    memcpy(hand, tt->players[tt->seats - 1].hand, sizeof hand);
    for (int seat = tt->seats - 1; seat > 0; seat--)
        memcpy(tt->players[seat].hand, tt->players[seat - 1].hand, sizeof hand);
    memcpy(tt->players[0].hand, hand, sizeof hand);
    if (events != NULL)
        events_add(
            events,
            (Event){ .kind = TT_EVENT_HANDED_ON, .seat = NOBODY, .marks = EVENT_REVEALS });
    tell_hands(tt, events);
}

/* ------------------------------------------------------------------------- */
/* Paying                                                                    */
/* ------------------------------------------------------------------------- */

int tt_rotating_price(const TtState *tt, int seat)
{
    const TtPlayer *player = &tt->players[seat];
    int sum = 0, highest = 0;

    for (int i = 0; i < player->locomotive_count; i++) {
        const TtLocomotive *locomotive = &player->locomotives[i];
        int multiplier = TT_LOCOMOTIVE_TABLE[locomotive->card].multiplier;
        sum += tt_power(locomotive);
        if (!locomotive->is_face_down && multiplier > highest)
            highest = multiplier;
    }
    return tt->options[TT_OPTION_ROTATING] == TT_ROTATING_SUM ? sum : sum * highest;
}

/* Who can pay pays at once; who cannot is pending. */
static void pay_or_owe(TtState *tt, int seat, Events *events)
{
    int price = tt_rotating_price(tt, seat);

    if (tt->players[seat].money < price) {
        tt->pending |= seat_bit(seat);
        return;
    }
    tt->pending &= (SeatSet)~seat_bit(seat);
    tt->players[seat].money -= price;
    tt_tell(events, TT_EVENT_PAID, seat, price, 0);
}

static void end_when_all_have_paid(TtState *tt, Events *events)
{
    if (tt->pending == 0)
        tt_fix_order(tt, events);
}

static void show_kept(TtState *tt, Events *events)
{
    tt->step = TT_TURNING;
    for (int seat = 0; seat < tt->seats; seat++) {
        TtPlayer *player = &tt->players[seat];
        tt_tell_cards(events, TT_EVENT_REVEALED, seat, player->kept, player->kept_count);
        for (int i = 0; i < TT_OWN; i++)
            tt_give(tt, seat, player->kept[i], 0);
        memset(player->kept, 0, sizeof player->kept);
        player->kept_count = 0;
    }
    for (int seat = 0; seat < tt->seats; seat++)
        pay_or_owe(tt, seat, events);
    end_when_all_have_paid(tt, events);
}

/* ------------------------------------------------------------------------- */
/* Actions                                                                   */
/* ------------------------------------------------------------------------- */

void tt_keep(TtState *tt, int seat, int card, int unused, Events *events)
{
    (void)unused;
    keep(&tt->players[seat], card);
    tt_tell_one(events, TT_EVENT_KEPT, seat, NULL, 0, card);
    tt->pending &= (SeatSet)~seat_bit(seat);
    if (tt->pending != 0)
        return;
    hand_on(tt, events);
    if (tt->players[seat].hand_count > 1) {
        tt->pending = seats_all(tt->seats);
        return;
    }
    for (int other = 0; other < tt->seats; other++)
        keep(&tt->players[other], tt->players[other].hand[0]);
    show_kept(tt, events);
}

int tt_list_turning(const TtState *tt, int seat, Action *out)
{
    const TtPlayer *player = &tt->players[seat];
    uint32_t face_up = 0;
    int count = 0;

    for (int i = 0; i < player->locomotive_count; i++) {
        if (!player->locomotives[i].is_face_down)
            face_up |= 1u << player->locomotives[i].card;
    }
    for (; face_up != 0; face_up &= face_up - 1)
        out[count++] = action_make(TT_TURN, __builtin_ctz(face_up), 0);
    return count;
}

/* Whether the rest can be paid now, nobody else could know before. */
void tt_turn(TtState *tt, int seat, int card, int unused, Events *events)
{
    TtPlayer *player = &tt->players[seat];
    int place = 0;

    (void)unused;
    while (player->locomotives[place].card != card)
        place++;
    player->locomotives[place].is_face_down = 1;
    if (events != NULL)
        events_add(events, (Event){ .kind = TT_EVENT_TURNED_DOWN,
                                    .seat = (int8_t)seat,
                                    .marks = EVENT_REVEALS,
                                    .fields = { card } });
    pay_or_owe(tt, seat, events);
    end_when_all_have_paid(tt, events);
}
