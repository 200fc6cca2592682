/* lots.c: what the auctions have in common (TT-4.1 to TT-4.7): who starts a lot
 * and names a locomotive, selling it, replacements for those who cannot pay. */
#include "games/take_a_train/tt.h"

#include <assert.h>

/* Cards that everybody sees, most of them for the first time. */
void tt_report_cards(Events *events, TtEventKind kind, int seat, const uint8_t *cards,
                     int count)
{
    if (events == NULL)
        return;
    Event event = { .kind = (uint8_t)kind,
                    .seat = (int8_t)seat,
                    .marks = EVENT_REVEALS | EVENT_DRAWS,
                    .list_count = (uint8_t)count };
    memcpy(event.list, cards, (size_t)count);
    events_keep(events, event);
}

/* ------------------------------------------------------------------------- */
/* Seats and prices                                                          */
/* ------------------------------------------------------------------------- */

/* TT-4.1: with three locomotives one is out. */
SeatSet tt_seats_in(const TtState *tt)
{
    SeatSet seats = 0;

    for (int seat = 0; seat < tt->seats; seat++) {
        if (tt->players[seat].locomotive_count < TT_OWN)
            seats |= seat_bit(seat);
    }
    return seats;
}

/* TT-4.4 */
int tt_power(const TtLocomotive *locomotive)
{
    return locomotive->is_face_down ? 0 : TT_LOCOMOTIVE_TABLE[locomotive->card].power;
}

int tt_cheapest_drawn(const TtState *tt, UNUSED int seat)
{
    int cheapest = INT16_MAX;

    for (int i = 0; i < tt->drawn_count; i++) {
        int power = TT_LOCOMOTIVE_TABLE[tt->drawn[i]].power;
        if (power < cheapest)
            cheapest = power;
    }
    return cheapest;
}

/* The first of the seats to the left of `from`; `from` itself comes last. */
int tt_next_of(const TtState *tt, SeatSet seats, int from)
{
    unsigned around = (unsigned)seats << tt->seats | seats;
    int next;

    assert(seats != 0);
    next = from + 1 + __builtin_ctz(around >> (from + 1));
    return next >= tt->seats ? next - tt->seats : next;
}

/* ------------------------------------------------------------------------- */
/* Drawing                                                                   */
/* ------------------------------------------------------------------------- */

/* TT-4.6: those set aside become the pile. */
static void refill_pile(TtState *tt, Events *events)
{
    memcpy(tt->pile, tt->aside, tt->aside_count);
    memset(tt->aside, 0, sizeof tt->aside);
    tt->pile_count = tt->aside_count;
    tt->aside_count = 0;
    tt_shuffle(tt, tt->pile, tt->pile_count);
    events_report(events, TT_EVENT_REFILLED, NOBODY);
}

void tt_draw_locomotives(TtState *tt, int wanted, Events *events)
{
    while (tt->drawn_count < wanted && tt->pile_count + tt->aside_count > 0) {
        if (tt->pile_count == 0)
            refill_pile(tt, events);
        tt->drawn[tt->drawn_count++] = (uint8_t)cards_draw(tt->pile, &tt->pile_count);
    }
}

/* ------------------------------------------------------------------------- */
/* Beginning a lot                                                           */
/* ------------------------------------------------------------------------- */

/* TT-4.2: the players still in that can pay one of the drawn locomotives. */
SeatSet tt_seats_that_can_pay(const TtState *tt)
{
    int cheapest = tt_cheapest_drawn(tt, NOBODY);
    SeatSet able = tt_seats_in(tt);

    for (int seat = 0; seat < tt->seats; seat++) {
        if (tt->players[seat].money < cheapest)
            able &= (SeatSet)~seat_bit(seat);
    }
    return able;
}

static void pass_start_on(TtState *tt, SeatSet in, SeatSet able, Events *events)
{
    while (!seats_have(able, tt->starter)) {
        events_report(events, TT_EVENT_CANNOT_START, tt->starter);
        tt->starter = (uint8_t)tt_next_of(tt, in, tt->starter);
    }
}

/* `due` is still in. The starter depends on hidden money, so it is settled
 * here and now, in the open. */
void tt_begin_lot(TtState *tt, int due, Events *events)
{
    SeatSet in = tt_seats_in(tt);

    tt->starter = (uint8_t)due;
    tt_draw_locomotives(tt, tt->auction == TT_OPEN ? 1 : 3, events);
    tt_report_cards(events, TT_EVENT_DREW, due, tt->drawn, tt->drawn_count);

    SeatSet able = tt_seats_that_can_pay(tt);
    if (able == 0) {
        tt->step = TT_REPLACING;
    } else {
        pass_start_on(tt, in, able, events);
        tt->step = TT_NAMING;
    }
    /* TT-4.14: where one is drawn, there is nothing to name. */
    if (tt->auction == TT_OPEN && able != 0 && seats_are_several(in)) {
        tt->up = tt->drawn[0];
        tt->step = TT_OPENING;
    }
    tt->turn = tt->starter;
}

/* ------------------------------------------------------------------------- */
/* Ending a lot                                                              */
/* ------------------------------------------------------------------------- */

void tt_give(TtState *tt, int seat, int card, int is_face_down)
{
    TtPlayer *player = &tt->players[seat];

    player->locomotives[player->locomotive_count++] =
        (TtLocomotive){ .card = (uint8_t)card, .is_face_down = (uint8_t)is_face_down };
}

void tt_give_drawn(TtState *tt, int seat, int card, int is_face_down)
{
    tt_give(tt, seat, card, is_face_down);
    cards_remove(tt->drawn, &tt->drawn_count, card);
}

/* What is left of the drawn ones goes aside, and the start passes left. */
static void end_lot(TtState *tt, Events *events)
{
    memcpy(tt->aside + tt->aside_count, tt->drawn, tt->drawn_count);
    tt->aside_count = (uint8_t)(tt->aside_count + tt->drawn_count);
    memset(tt->drawn, 0, sizeof tt->drawn);
    tt->drawn_count = 0;
    tt->up = TT_NO_LOCOMOTIVE;
    tt->pending = 0;
    for (int seat = 0; seat < tt->seats; seat++) {
        tt->players[seat].bid = 0;
        tt->players[seat].added = 0;
    }
    SeatSet in = tt_seats_in(tt);
    if (in == 0)
        tt_fix_order(tt, events);
    else
        tt_begin_lot(tt, tt_next_of(tt, in, tt->starter), events);
}

/* The locomotive named, to `seat`. */
void tt_sell(TtState *tt, int seat, int price, Events *events)
{
    tt->players[seat].money -= price;
    tt_give_drawn(tt, seat, tt->up, 0);
    events_report(events, TT_EVENT_BOUGHT, seat, .fields = { tt->up, price });
    end_lot(tt, events);
}

/* ------------------------------------------------------------------------- */
/* Naming and replacing                                                      */
/* ------------------------------------------------------------------------- */

int tt_list_naming(const TtState *tt, int seat, Action *out)
{
    uint32_t payable = 0;

    for (int i = 0; i < tt->drawn_count; i++) {
        if (TT_LOCOMOTIVE_TABLE[tt->drawn[i]].power <= tt->players[seat].money)
            payable |= 1u << tt->drawn[i];
    }
    return actions_of_bits(TT_NAME, payable, out);
}

void tt_name(TtState *tt, Act act)
{
    int card = act_a(act);

    tt->up = (uint8_t)card;
    if (!seats_are_several(tt_seats_in(tt))) { /* TT-4.3 */
        tt_sell(tt, act.seat, TT_LOCOMOTIVE_TABLE[card].power, act.events);
        return;
    }
    events_report(act.events, TT_EVENT_NAMED, act.seat, .fields = { card });
    if (tt->auction == TT_PASSED)
        tt->step = TT_OPENING;
    else
        tt_begin_sealed(tt);
}

/* All that are drawn: as a replacement, or for the own bid (sealed.c). */
int tt_list_drawn(const TtState *tt, UNUSED int seat, Action *out)
{
    return actions_of_bits(TT_TAKE, cards_set(tt->drawn, tt->drawn_count), out);
}

/* TT-4.7 */
void tt_take_replacement(TtState *tt, Act act)
{
    tt_give_drawn(tt, act.seat, act_a(act), 1);
    events_report(act.events, TT_EVENT_REPLACEMENT, act.seat, .fields = { act_a(act) });
    end_lot(tt, act.events);
}
