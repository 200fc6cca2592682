/* bidding.c: the auctions with bids in the open: passed (TT-4.10), where a player
 * who does not raise is out of the lot, and open (TT-4.14), where one may hold and
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

/* Every multiple of $50 from `least` to `most`. */
int tt_list_bids(int least, int most, Action *out)
{
    int first = least / TT_DOLLARS, last = most / TT_DOLLARS;

    if (last > ACTION_ARGUMENT_MAX)
        last = ACTION_ARGUMENT_MAX;
    for (int amount = first; amount <= last; amount++)
        out[amount - first] = action_make(TT_BID, amount, 0);
    return last < first ? 0 : last - first + 1;
}

int tt_lowest_price(const TtState *tt, UNUSED int seat)
{
    return TT_LOCOMOTIVE_TABLE[tt->up].power;
}

int tt_list_opening(const TtState *tt, int seat, Action *out)
{
    return tt_list_bids(tt_lowest_price(tt, seat), tt->players[seat].money, out);
}

/* TT-4.1: a player that cannot raise still has a turn. */
int tt_list_raising(const TtState *tt, int seat, Action *out)
{
    int high = tt->players[tt_leader(tt)].bid;
    int count = tt_list_bids(high + TT_DOLLARS, tt->players[seat].money, out);

    out[count++] = action_make(tt->auction == TT_OPEN ? TT_HOLD : TT_PASS, 0, 0);
    return count;
}

/* Those in `pending` are asked whether they bid more. */
static void take_bid(TtState *tt, Act act, SeatSet pending)
{
    int amount = act_a(act) * TT_DOLLARS;

    tt->players[act.seat].bid = amount;
    tt->pending = pending & (SeatSet)~seat_bit(act.seat);
    tt->turn = (uint8_t)tt_next_of(tt, tt->pending, act.seat);
    tt->step = TT_RAISING;
    events_report(act.events, TT_EVENT_BID, act.seat, .fields = { amount });
}

void tt_open(TtState *tt, Act act)
{
    take_bid(tt, act, tt_seats_in(tt));
}

void tt_raise(TtState *tt, Act act)
{
    SeatSet beaten = seat_bit(tt_leader(tt));

    take_bid(tt, act, tt->auction == TT_OPEN ? tt_seats_in(tt) : tt->pending | beaten);
}

static void leave_it(TtState *tt, Act act, TtEventKind kind)
{
    events_report(act.events, kind, act.seat);
    tt->pending &= (SeatSet)~seat_bit(act.seat);
    if (tt->pending != 0) {
        tt->turn = (uint8_t)tt_next_of(tt, tt->pending, act.seat);
        return;
    }
    int leader = tt_leader(tt);
    tt_sell(tt, leader, tt->players[leader].bid, act.events);
}

void tt_drop_out(TtState *tt, Act act)
{
    leave_it(tt, act, TT_EVENT_DROPPED_OUT);
}

void tt_hold(TtState *tt, Act act)
{
    leave_it(tt, act, TT_EVENT_HELD);
}

/* The default of a loaded position: from the seat in turn around to the leader. */
SeatSet tt_pending_of_raising(const TtState *tt)
{
    SeatSet seats = 0;

    for (int seat = tt->turn; seat != tt_leader(tt); seat = seat_left_of(seat, tt->seats))
        seats |= seat_bit(seat);
    return seats & tt_seats_in(tt);
}
