/* rotating.c: the rotating auction (TT-4.15): three locomotives to each; keep
 * one, hand two to the left; keep one, hand on the other; keep the last. */
#include "games/take_a_train/tt.h"

/* ------------------------------------------------------------------------- */
/* Keeping and handing on                                                    */
/* ------------------------------------------------------------------------- */

static void report_hands(const TtState *tt, Events *events)
{
    for (int seat = 0; seat < tt->seats && events != NULL; seat++) {
        const TtPlayer *player = &tt->players[seat];
        Event event = { .kind = TT_EVENT_DEALT,
                        .seat = (int8_t)seat,
                        .only = seat_bit(seat),
                        .list_count = player->hand_count };
        memcpy(event.list, player->hand, player->hand_count);
        events_keep(events, event);
    }
}

void tt_begin_rotating(TtState *tt, Events *events)
{
    for (int seat = 0; seat < tt->seats; seat++) {
        TtPlayer *player = &tt->players[seat];
        while (player->hand_count < TT_OWN)
            player->hand[player->hand_count++] =
                (uint8_t)cards_draw(tt->pile, &tt->pile_count);
    }
    tt->starter = tt->first;
    tt->turn = tt->first;
    tt->pending = seats_all(tt->seats);
    tt->step = TT_KEEPING;
    report_hands(tt, events);
}

int tt_list_keeping(const TtState *tt, int seat, Action *out)
{
    const TtPlayer *player = &tt->players[seat];

    return actions_of_bits(TT_KEEP, cards_set(player->hand, player->hand_count), out);
}

static void keep(TtPlayer *player, int card)
{
    cards_remove(player->hand, &player->hand_count, card);
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
    events_report(events, TT_EVENT_HANDED_ON, NOBODY, .marks = EVENT_REVEALS);
    report_hands(tt, events);
}

/* The default of a loaded position: the players that have kept the fewest. */
SeatSet tt_pending_of_keeping(const TtState *tt)
{
    SeatSet seats = 0;
    int fewest = TT_OWN;

    for (int seat = 0; seat < tt->seats; seat++) {
        int kept = tt->players[seat].kept_count;
        if (kept < fewest)
            seats = 0;
        if (kept <= fewest)
            seats |= seat_bit(seat);
        fewest = kept < fewest ? kept : fewest;
    }
    return seats;
}

/* ------------------------------------------------------------------------- */
/* Paying                                                                    */
/* ------------------------------------------------------------------------- */

int tt_rotating_factor(const TtState *tt, int seat)
{
    const TtPlayer *player = &tt->players[seat];
    int highest = 0;

    for (int i = 0; i < player->locomotive_count; i++) {
        const TtLocomotive *locomotive = &player->locomotives[i];
        int multiplier = TT_LOCOMOTIVE_TABLE[locomotive->card].multiplier;
        if (!locomotive->is_face_down && multiplier > highest)
            highest = multiplier;
    }
    return tt->options[TT_OPTION_ROTATING] == TT_ROTATING_SUM ? 1 : highest;
}

int tt_rotating_price(const TtState *tt, int seat)
{
    const TtPlayer *player = &tt->players[seat];
    int sum = 0;

    for (int i = 0; i < player->locomotive_count; i++)
        sum += tt_power(&player->locomotives[i]);
    return sum * tt_rotating_factor(tt, seat);
}

/* The players that cannot pay for their face-up locomotives. */
SeatSet tt_seats_that_owe(const TtState *tt)
{
    SeatSet seats = 0;

    for (int seat = 0; seat < tt->seats; seat++) {
        if (tt->players[seat].money < tt_rotating_price(tt, seat))
            seats |= seat_bit(seat);
    }
    return seats;
}

static void pay(TtState *tt, int seat, Events *events)
{
    int price = tt_rotating_price(tt, seat);

    tt->players[seat].money -= price;
    events_report(events, TT_EVENT_PAID, seat, .fields = { price });
}

static void end_when_all_have_paid(TtState *tt, Events *events)
{
    if (tt->pending == 0)
        tt_fix_order(tt, events);
}

/* Whoever can pay pays at once; the others are pending. */
static void show_kept(TtState *tt, Events *events)
{
    tt->step = TT_TURNING;
    for (int seat = 0; seat < tt->seats; seat++) {
        TtPlayer *player = &tt->players[seat];
        tt_report_cards(events, TT_EVENT_REVEALED, seat, player->kept, player->kept_count);
        for (int i = 0; i < TT_OWN; i++)
            tt_give(tt, seat, player->kept[i], 0);
        memset(player->kept, 0, sizeof player->kept);
        player->kept_count = 0;
    }
    tt->pending = tt_seats_that_owe(tt);
    for (int seat = 0; seat < tt->seats; seat++) {
        if (!seats_have(tt->pending, seat))
            pay(tt, seat, events);
    }
    end_when_all_have_paid(tt, events);
}

/* ------------------------------------------------------------------------- */
/* Actions                                                                   */
/* ------------------------------------------------------------------------- */

void tt_keep(TtState *tt, Act act)
{
    keep(&tt->players[act.seat], act_a(act));
    events_report(act.events, TT_EVENT_KEPT, act.seat, .only = seat_bit(act.seat),
                  .fields = { act_a(act) });
    tt->pending &= (SeatSet)~seat_bit(act.seat);
    if (tt->pending != 0)
        return;
    hand_on(tt, act.events);
    if (tt->players[act.seat].hand_count > 1) {
        tt->pending = seats_all(tt->seats);
        return;
    }
    for (int seat = 0; seat < tt->seats; seat++)
        keep(&tt->players[seat], tt->players[seat].hand[0]);
    show_kept(tt, act.events);
}

int tt_list_turning(const TtState *tt, int seat, Action *out)
{
    const TtPlayer *player = &tt->players[seat];
    uint32_t face_up = 0;

    for (int i = 0; i < player->locomotive_count; i++) {
        if (!player->locomotives[i].is_face_down)
            face_up |= 1u << player->locomotives[i].card;
    }
    return actions_of_bits(TT_TURN, face_up, out);
}

/* Whether the rest can be paid now, nobody else could know before. */
void tt_turn(TtState *tt, Act act)
{
    TtPlayer *player = &tt->players[act.seat];
    int place = 0;

    while (player->locomotives[place].card != act_a(act))
        place++;
    player->locomotives[place].is_face_down = 1;
    events_report(act.events, TT_EVENT_TURNED_DOWN, act.seat, .marks = EVENT_REVEALS,
                  .fields = { act_a(act) });
    if (player->money >= tt_rotating_price(tt, act.seat)) {
        tt->pending &= (SeatSet)~seat_bit(act.seat);
        pay(tt, act.seat, act.events);
    }
    end_when_all_have_paid(tt, act.events);
}
