/* sealed.c: the auctions with secret bids: blind (TT-4.11), double blind
 * (TT-4.12) and pre-empted (TT-4.13). A bid is a hidden commitment: it lies in
 * the state, and no other seat's view shows it before all are in. */
#include "games/take_a_train/tt.h"

/* ------------------------------------------------------------------------- */
/* Beginning                                                                 */
/* ------------------------------------------------------------------------- */

void tt_begin_sealed(TtState *tt)
{
    tt->pending = tt_seats_in(tt);
    tt->step = TT_SEALED;
}

/* TT-4.13: as many locomotives as players, face down, so nobody learns a thing. */
void tt_begin_pre_empted(TtState *tt, int starter, Events *events)
{
    tt->starter = (uint8_t)starter;
    tt->turn = tt->starter;
    tt_draw_locomotives(tt, tt->seats, events);
    tt_tell(events, TT_EVENT_LAID_OUT, starter, tt->drawn_count, 0);
    tt_begin_sealed(tt);
}

/* ------------------------------------------------------------------------- */
/* Lists                                                                     */
/* ------------------------------------------------------------------------- */

/* TT-4.11: the starter owes the lowest price. */
int tt_least_sealed(const TtState *tt, int seat)
{
    int is_bound = seat == tt->starter && tt->auction != TT_PRE_EMPTED;

    return is_bound ? TT_LOCOMOTIVE_TABLE[tt->up].power : 0;
}

int tt_list_sealed(const TtState *tt, int seat, Action *out)
{
    return tt_list_bids(tt_least_sealed(tt, seat), tt->players[seat].money, out);
}

int tt_list_sealed_again(const TtState *tt, int seat, Action *out)
{
    return tt_list_bids(0, tt->players[seat].money - tt->players[seat].bid, out);
}

int tt_list_choosing(const TtState *tt, int seat, Action *out)
{
    SeatSet equals = tt_highest_bidders(tt);
    int count = 0;

    (void)seat;
    for (; equals != 0; equals &= (SeatSet)(equals - 1))
        out[count++] = action_make(TT_CHOOSE, seats_first(equals), 0);
    return count;
}

int tt_list_picking(const TtState *tt, int seat, Action *out)
{
    (void)seat;
    return tt_list_drawn(tt, TT_TAKE, INT16_MAX, out);
}

/* ------------------------------------------------------------------------- */
/* Who has won                                                               */
/* ------------------------------------------------------------------------- */

static int total_bid(const TtState *tt, int seat)
{
    return tt->players[seat].bid + tt->players[seat].added;
}

/* Among those who can still get something for their bid. */
SeatSet tt_highest_bidders(const TtState *tt)
{
    SeatSet bidders = tt->auction == TT_PRE_EMPTED ? tt->pending : tt_seats_in(tt);
    SeatSet best = 0;
    int high = -1;

    for (; bidders != 0; bidders &= (SeatSet)(bidders - 1)) {
        int seat = seats_first(bidders);
        int total = total_bid(tt, seat);
        if (total < high)
            continue;
        best = total > high ? seat_bit(seat) : best | seat_bit(seat);
        high = total;
    }
    return best;
}

static void let_pick(TtState *tt, int seat)
{
    tt->turn = (uint8_t)seat;
    tt->step = TT_PICKING;
}

/* TT-4.5: the starter decides between equals. */
static void settle(TtState *tt, Events *events)
{
    SeatSet best = tt_highest_bidders(tt);
    int winner = seats_first(best);

    if (seats_count(best) > 1) {
        tt->step = TT_CHOOSING;
        tt->turn = tt->starter;
    } else if (tt->auction == TT_PRE_EMPTED) {
        let_pick(tt, winner);
    } else {
        tt_sell(tt, winner, total_bid(tt, winner), events);
    }
}

void tt_choose(TtState *tt, int seat, int winner, int unused, Events *events)
{
    (void)unused;
    tt_tell(events, TT_EVENT_CHOSE, seat, winner, 0);
    if (tt->auction == TT_PRE_EMPTED)
        let_pick(tt, winner);
    else
        tt_sell(tt, winner, total_bid(tt, winner), events);
}

/* ------------------------------------------------------------------------- */
/* Bidding                                                                   */
/* ------------------------------------------------------------------------- */

static void show_bids(const TtState *tt, TtEventKind kind, Events *events)
{
    SeatSet bidders = tt_seats_in(tt);

    if (events == NULL)
        return;
    for (; bidders != 0; bidders &= (SeatSet)(bidders - 1)) {
        int seat = seats_first(bidders);
        events_add(events, (Event){ .kind = (uint8_t)kind,
                                    .seat = (int8_t)seat,
                                    .marks = EVENT_REVEALS,
                                    .fields = { total_bid(tt, seat) } });
    }
}

/* Takes the seat from those that are awaited; is it the last? */
static int is_last_to_seal(TtState *tt, int seat, int amount, Events *events)
{
    tt_tell(events, TT_EVENT_SEALED, seat, 0, 0);
    tt_tell_one(events, TT_EVENT_OWN_BID, seat, NULL, 0, amount);
    tt->pending &= (SeatSet)~seat_bit(seat);
    return tt->pending == 0;
}

void tt_seal(TtState *tt, int seat, int amount, Events *events)
{
    tt->players[seat].bid = amount;
    if (!is_last_to_seal(tt, seat, amount, events))
        return;
    show_bids(tt, TT_EVENT_SHOWED, events);
    switch (tt->auction) {
    case TT_DOUBLE_BLIND:
        tt->pending = tt_seats_in(tt);
        tt->step = TT_SEALED_AGAIN;
        return;
    case TT_PRE_EMPTED:
        tt->pending = tt_seats_in(tt);
        tt_tell_cards(events, TT_EVENT_TURNED_UP, NOBODY, tt->drawn, tt->drawn_count);
        break;
    default:
        break;
    }
    settle(tt, events);
}

void tt_seal_again(TtState *tt, int seat, int amount, Events *events)
{
    tt->players[seat].added = amount;
    if (!is_last_to_seal(tt, seat, amount, events))
        return;
    show_bids(tt, TT_EVENT_TOTAL, events);
    settle(tt, events);
}

/* ------------------------------------------------------------------------- */
/* TT-4.13: a locomotive for each bid                                        */
/* ------------------------------------------------------------------------- */

void tt_pick(TtState *tt, int seat, int card, Events *events)
{
    TtPlayer *player = &tt->players[seat];

    tt_tell(events, TT_EVENT_BOUGHT, seat, card, player->bid);
    player->money -= player->bid;
    player->bid = 0;
    tt_give(tt, seat, card, 0);
    tt_take_from_drawn(tt, card);
    tt->pending &= (SeatSet)~seat_bit(seat);
    if (tt->pending != 0)
        settle(tt, events);
    else if (tt->pile_count == 0)
        tt_fix_order(tt, events);
    else
        tt_begin_pre_empted(tt, seat_left_of(tt->starter, tt->seats), events);
}
