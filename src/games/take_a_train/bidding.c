/* bidding.c: the auctions with bids that all hear: passed (TT-4.10), where who
 * does not raise is out of the lot, and open (TT-4.14), where one may hold and
 * raise later.
 *
 * In both, the highest bidder's left neighbours are asked one after another.
 * `pending` are those who can still win the lot from the leader: in the passed
 * auction whoever has not dropped out, in the open one whoever has not held
 * since the last raise. When nobody is pending the leader has won. */
#include "games/take_a_train/tt.h"

int tt_leader(const TtState *tt)
{
    int leader = tt->starter;

    for (int seat = 0; seat < tt->seats; seat++) {
        if (tt->players[seat].bid > tt->players[leader].bid)
            leader = seat;
    }
    return leader;
}

int tt_list_opening(const TtState *tt, int seat, Action *out)
{
    return tt_list_bids(TT_LOCOMOTIVE_TABLE[tt->up].power, tt->players[seat].money, out);
}

/* TT-4.1: whoever cannot raise is asked all the same. */
int tt_list_raising(const TtState *tt, int seat, Action *out)
{
    int high = tt->players[tt_leader(tt)].bid;
    int count = tt_list_bids(high + TT_DOLLARS, tt->players[seat].money, out);

    out[count++] = action_make(tt->auction == TT_OPEN ? TT_HOLD : TT_PASS, 0, 0);
    return count;
}

static void take_bid(TtState *tt, int seat, int amount, SeatSet pending, Events *events)
{
    tt->players[seat].bid = amount;
    tt->pending = pending & (SeatSet)~seat_bit(seat);
    tt->turn = (uint8_t)tt_next_of(tt, tt->pending, seat);
    tt->step = TT_RAISING;
    tt_tell(events, TT_EVENT_BID, seat, amount, 0);
}

void tt_open(TtState *tt, int seat, int amount, Events *events)
{
    take_bid(tt, seat, amount, tt_seats_in(tt), events);
}

void tt_raise(TtState *tt, int seat, int amount, Events *events)
{
    SeatSet beaten = seat_bit(tt_leader(tt));

    take_bid(tt, seat, amount,
             tt->auction == TT_OPEN ? tt_seats_in(tt) : tt->pending | beaten, events);
}

static void leave_it(TtState *tt, int seat, Events *events)
{
    tt->pending &= (SeatSet)~seat_bit(seat);
    if (tt->pending != 0) {
        tt->turn = (uint8_t)tt_next_of(tt, tt->pending, seat);
        return;
    }
    int leader = tt_leader(tt);
    tt_sell(tt, leader, tt->players[leader].bid, events);
}

void tt_drop_out(TtState *tt, int seat, Events *events)
{
    tt_tell(events, TT_EVENT_DROPPED_OUT, seat, 0, 0);
    leave_it(tt, seat, events);
}

void tt_hold(TtState *tt, int seat, int unused_a, int unused_b, Events *events)
{
    (void)unused_a;
    (void)unused_b;
    tt_tell(events, TT_EVENT_HELD, seat, 0, 0);
    leave_it(tt, seat, events);
}
