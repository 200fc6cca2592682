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
    events_report(events, TT_EVENT_LAID_OUT, starter, .fields = { tt->drawn_count });
    tt_begin_sealed(tt);
}

/* ------------------------------------------------------------------------- */
/* Who has won                                                               */
/* ------------------------------------------------------------------------- */

static int total_bid(const TtState *tt, int seat)
{
    return tt->players[seat].bid + tt->players[seat].added;
}

/* Among the bidders that have no locomotive for their bid yet. */
static SeatSet highest_bidders(const TtState *tt)
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

/* The named locomotive is sold, or a turned-up one is picked (TT-4.13). */
static void let_win(TtState *tt, int winner, Events *events)
{
    if (tt->auction != TT_PRE_EMPTED) {
        tt_sell(tt, winner, total_bid(tt, winner), events);
        return;
    }
    tt->turn = (uint8_t)winner;
    tt->step = TT_PICKING;
}

/* TT-4.5: the starter decides between equals. */
static void settle(TtState *tt, Events *events)
{
    SeatSet best = highest_bidders(tt);

    if (!seats_are_several(best)) {
        let_win(tt, seats_first(best), events);
        return;
    }
    tt->step = TT_CHOOSING;
    tt->turn = tt->starter;
}

int tt_list_choosing(const TtState *tt, UNUSED int seat, Action *out)
{
    return actions_of_bits(TT_CHOOSE, highest_bidders(tt), out);
}

void tt_choose(TtState *tt, Act act)
{
    events_report(act.events, TT_EVENT_CHOSE, act.seat, .fields = { act_a(act) });
    let_win(tt, act_a(act), act.events);
}

/* ------------------------------------------------------------------------- */
/* Bidding                                                                   */
/* ------------------------------------------------------------------------- */

/* TT-4.11: the starter owes the lowest price. */
int tt_least_sealed(const TtState *tt, int seat)
{
    int is_bound = seat == tt->starter && tt->auction != TT_PRE_EMPTED;

    return is_bound ? tt_lowest_price(tt, seat) : 0;
}

int tt_list_sealed(const TtState *tt, int seat, Action *out)
{
    return tt_list_bids(tt_least_sealed(tt, seat), tt->players[seat].money, out);
}

int tt_list_sealed_again(const TtState *tt, int seat, Action *out)
{
    return tt_list_bids(0, tt->players[seat].money - tt->players[seat].bid, out);
}

/* Takes the seat from those that are awaited. After the last one all bids are
 * shown; is that now? */
static int are_all_in(TtState *tt, Act act, TtEventKind showing)
{
    events_report(act.events, TT_EVENT_SEALED, act.seat);
    events_report(act.events, TT_EVENT_OWN_BID, act.seat, .only = seat_bit(act.seat),
                  .fields = { act_a(act) * TT_DOLLARS });
    tt->pending &= (SeatSet)~seat_bit(act.seat);
    if (tt->pending != 0)
        return 0;
    SeatSet bidders = tt_seats_in(tt);
    for (; bidders != 0; bidders &= (SeatSet)(bidders - 1))
        events_report(act.events, showing, seats_first(bidders), .marks = EVENT_REVEALS,
                      .fields = { total_bid(tt, seats_first(bidders)) });
    return 1;
}

void tt_seal(TtState *tt, Act act)
{
    tt->players[act.seat].bid = act_a(act) * TT_DOLLARS;
    if (!are_all_in(tt, act, TT_EVENT_SHOWED))
        return;
    if (tt->auction == TT_DOUBLE_BLIND) {
        tt->pending = tt_seats_in(tt);
        tt->step = TT_SEALED_AGAIN;
        return;
    }
    if (tt->auction == TT_PRE_EMPTED) {
        tt->pending = tt_seats_in(tt);
        tt_report_cards(act.events, TT_EVENT_TURNED_UP, NOBODY, tt->drawn, tt->drawn_count);
    }
    settle(tt, act.events);
}

void tt_seal_again(TtState *tt, Act act)
{
    tt->players[act.seat].added = act_a(act) * TT_DOLLARS;
    if (are_all_in(tt, act, TT_EVENT_TOTAL))
        settle(tt, act.events);
}

/* ------------------------------------------------------------------------- */
/* TT-4.13: a locomotive for each bid                                        */
/* ------------------------------------------------------------------------- */

void tt_pick(TtState *tt, Act act)
{
    TtPlayer *player = &tt->players[act.seat];

    events_report(act.events, TT_EVENT_BOUGHT, act.seat,
                  .fields = { act_a(act), player->bid });
    player->money -= player->bid;
    player->bid = 0;
    tt_give_drawn(tt, act.seat, act_a(act), 0);
    tt->pending &= (SeatSet)~seat_bit(act.seat);
    if (tt->pending != 0)
        settle(tt, act.events);
    else if (tt_seats_in(tt) == 0)
        tt_fix_order(tt, act.events);
    else
        tt_begin_pre_empted(tt, seat_left_of(tt->starter, tt->seats), act.events);
}

/* The default of a loaded position. */
SeatSet tt_pending_of_choosing(const TtState *tt)
{
    return tt->auction == TT_PRE_EMPTED ? tt_seats_in(tt) : 0;
}
