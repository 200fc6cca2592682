/* sound.c: whether a position from outside can come up in a game. */
#include "games/take_a_train/tt.h"

#include <stddef.h>

/* ------------------------------------------------------------------------- */
/* Material                                                                  */
/* ------------------------------------------------------------------------- */

static void count_cards(const uint8_t *cards, int length, uint8_t *counts)
{
    for (int i = 0; i < length; i++)
        counts[cards[i]]++;
}

static const char *check_locomotives(const TtState *tt)
{
    uint8_t counts[TT_LOCOMOTIVES] = { 0 };
    int total = 0;

    count_cards(tt->pile, tt->pile_count, counts);
    count_cards(tt->aside, tt->aside_count, counts);
    count_cards(tt->drawn, tt->drawn_count, counts);
    for (int seat = 0; seat < tt->seats; seat++) {
        const TtPlayer *player = &tt->players[seat];
        for (int i = 0; i < player->locomotive_count; i++)
            counts[player->locomotives[i].card]++;
        count_cards(player->hand, player->hand_count, counts);
        count_cards(player->kept, player->kept_count, counts);
    }
    for (int card = 0; card < TT_LOCOMOTIVES; card++) {
        if (counts[card] > 1)
            return "There is one locomotive of each name.";
        total += counts[card];
    }
    if (total != TT_OWN * tt->seats)
        return "The locomotives of a round are three for each player.";
    return NULL;
}

static const char *check_cards(const TtState *tt)
{
    uint8_t counts[TT_CARDS] = { 0 };

    count_cards(tt->deck, tt->deck_count, counts);
    count_cards(tt->discard, tt->discard_count, counts);
    count_cards(tt->market, tt->market_count, counts);
    count_cards(tt->boxed, tt->boxed_count, counts);
    for (int seat = 0; seat < tt->seats; seat++) {
        for (int i = 0; i < tt->players[seat].locomotive_count; i++) {
            const TtLocomotive *locomotive = &tt->players[seat].locomotives[i];
            count_cards(locomotive->wagons, locomotive->wagon_count, counts);
            counts[TT_MULTIPLIER] =
                (uint8_t)(counts[TT_MULTIPLIER] + locomotive->multiplier_cards);
        }
    }
    for (int card = 0; card < TT_CARDS; card++) {
        if (counts[card] != TT_CARD_TABLE[card].copies)
            return "The wagon cards do not add up: each has a fixed number of copies.";
    }
    return NULL;
}

static const char *check_objectives(const TtState *tt)
{
    uint8_t counts[TT_OBJECTIVES] = { 0 };

    for (int seat = 0; seat < tt->seats; seat++) {
        const TtPlayer *player = &tt->players[seat];
        count_cards(player->objectives, player->objective_count, counts);
        count_cards(player->achieved, player->achieved_count, counts);
        if (player->objective_count + player->achieved_count != TT_OBJECTIVES_EACH)
            return "Each player has three objectives, achieved or not.";
        for (int i = 0; i < player->objective_count; i++) {
            if (player->met >> player->objectives[i] & 1)
                return "A player holds an objective that has been fulfilled.";
        }
        for (int i = 0; i < player->achieved_count; i++) {
            if (!(player->met >> player->achieved[i] & 1))
                return "A player has achieved an objective without fulfilling it.";
            if (player->achieved[i] == TT_TWO_OBJECTIVES
                && player->achieved_count < TT_OBJECTIVES_EACH)
                return "Two objectives come before the one that asks for them.";
        }
        if (tt_conditions(tt, seat) & ~player->met)
            return "A player fulfils a condition and has not met it.";
    }
    for (int objective = 0; objective < TT_OBJECTIVES; objective++) {
        if (counts[objective] > 1)
            return "There is one objective of each name.";
    }
    return NULL;
}

static const char *check_auctions(const TtState *tt)
{
    uint8_t counts[TT_AUCTIONS] = { 0 };

    count_cards(tt->auctions, TT_AUCTIONS - tt->round, counts);
    counts[tt->auction]++;
    for (int auction = 0; auction < TT_AUCTIONS; auction++) {
        if (counts[auction] + (tt->used >> auction & 1) != 1)
            return "There is one auction token of each name, and each is used once.";
    }
    return NULL;
}

static int is_in_dollars(int amount)
{
    return amount >= 0 && amount % TT_DOLLARS == 0;
}

static const char *check_money(const TtState *tt)
{
    for (int seat = 0; seat < tt->seats; seat++) {
        const TtPlayer *player = &tt->players[seat];
        if (!is_in_dollars(player->money) || !is_in_dollars(player->bid)
            || !is_in_dollars(player->added))
            return "Money and bids are multiples of 50.";
    }
    return NULL;
}

/* ------------------------------------------------------------------------- */
/* The auction                                                               */
/* ------------------------------------------------------------------------- */

/* Which steps each kind of auction has, a bit each. */
static const uint16_t STEPS[] = {
    [TT_PASSED] = 1 << TT_NAMING | 1 << TT_OPENING | 1 << TT_RAISING | 1 << TT_REPLACING,
    [TT_BLIND] = 1 << TT_NAMING | 1 << TT_SEALED | 1 << TT_CHOOSING | 1 << TT_REPLACING,
    [TT_DOUBLE_BLIND] = 1 << TT_NAMING | 1 << TT_SEALED | 1 << TT_SEALED_AGAIN
                        | 1 << TT_CHOOSING | 1 << TT_REPLACING,
    [TT_PRE_EMPTED] = 1 << TT_SEALED | 1 << TT_CHOOSING | 1 << TT_PICKING,
    [TT_OPEN] = 1 << TT_NAMING | 1 << TT_OPENING | 1 << TT_RAISING | 1 << TT_REPLACING,
    [TT_ROTATING] = 1 << TT_KEEPING | 1 << TT_TURNING,
};

static int is_lot(const TtState *tt)
{
    return tt->auction != TT_ROTATING && tt->auction != TT_PRE_EMPTED;
}

static int is_drawn(const TtState *tt, int card)
{
    for (int i = 0; i < tt->drawn_count; i++) {
        if (tt->drawn[i] == card)
            return 1;
    }
    return 0;
}

static const char *check_table_of_auction(const TtState *tt)
{
    if (!(STEPS[tt->auction] >> tt->step & 1))
        return "This kind of auction has no such step.";
    if (tt->market_count || tt->discard_count || tt->passes || tt->has_replaced
        || tt->marked || tt->limit != TT_WAGONS_END)
        return "There is no market before the order of coupling is fixed.";
    for (int seat = 0; seat < tt->seats; seat++) {
        const TtPlayer *player = &tt->players[seat];
        if (player->token != 0)
            return "There is no order of coupling before everybody has three "
                   "locomotives.";
        for (int i = 0; i < player->locomotive_count; i++) {
            if (player->locomotives[i].wagon_count
                || player->locomotives[i].multiplier_cards)
                return "No wagons are coupled during an auction.";
        }
        if (tt->step != TT_KEEPING && (player->hand_count || player->kept_count))
            return "Locomotives are in hand only in the rotating auction.";
    }
    return NULL;
}

/* TT-4.6: fewer than asked for only if there are no more. */
static const char *check_lot(const TtState *tt)
{
    int wanted = tt->auction == TT_OPEN ? 1 : 3;
    SeatSet in = tt_seats_in(tt);
    int is_alone = seats_count(in) == 1;
    int has_named = tt->step != TT_NAMING && tt->step != TT_REPLACING;

    if (tt->drawn_count == 0 || tt->drawn_count > wanted
        || (tt->drawn_count < wanted && tt->pile_count + tt->aside_count > 0))
        return "The wrong number of locomotives is drawn.";
    if (!seats_have(in, tt->starter))
        return "Whoever has three locomotives does not start a lot.";
    if (has_named ? !is_drawn(tt, tt->up) : tt->up != TT_NO_LOCOMOTIVE)
        return "The locomotive named must be one of those drawn.";
    if (is_alone && has_named)
        return "Whoever is alone in the auction does not bid.";
    if (tt->auction == TT_OPEN && tt->step == TT_NAMING && !is_alone)
        return "In the open auction nothing is named.";
    if (tt->step != TT_RAISING && tt->turn != tt->starter)
        return "It is the starter's turn.";
    return NULL;
}

/* The players still to get a locomotive in this part of a pre-empted auction. */
static const char *check_pre_empted(const TtState *tt)
{
    SeatSet all = seats_all(tt->seats);
    SeatSet without = tt->step == TT_SEALED ? all : tt->pending;
    int had = TT_OWN;

    for (int seat = 0; seat < tt->seats; seat++) {
        int own = tt->players[seat].locomotive_count - !seats_have(without, seat);
        if (seat > 0 && own != had)
            return "In the pre-empted auction everybody gets one locomotive after the "
                   "other.";
        had = own;
    }
    if (had >= TT_OWN || had < 0 || tt->aside_count > 0 || tt->up != TT_NO_LOCOMOTIVE
        || tt->drawn_count != seats_count(without)
        || tt->pile_count != tt->seats * (TT_OWN - 1 - had))
        return "The pre-empted auction lays out one locomotive for each player.";
    if (tt->starter != (tt->first + had) % tt->seats)
        return "The start passes left from the round's first starter.";
    if (tt->step != TT_PICKING && tt->turn != tt->starter)
        return "It is the starter's turn.";
    return NULL;
}

static const char *check_hands(const TtState *tt)
{
    int passed_on = TT_OWN;

    for (int seat = 0; seat < tt->seats; seat++) {
        const TtPlayer *player = &tt->players[seat];
        int kept = player->kept_count - !seats_have(tt->pending, seat);
        if (seat > 0 && kept != passed_on)
            return "Everybody keeps one locomotive before the hands are passed on.";
        if (player->hand_count + player->kept_count != TT_OWN || player->locomotive_count)
            return "Hands and kept locomotives are three for each player.";
        passed_on = kept;
    }
    return passed_on < 0 || passed_on > 1 ? "The last locomotive is kept at once." : NULL;
}

static const char *check_rotating(const TtState *tt)
{
    if (tt->starter != tt->first || tt->turn != tt->first || tt->up != TT_NO_LOCOMOTIVE
        || tt->drawn_count || tt->aside_count || tt->pile_count)
        return "In the rotating auction all locomotives are dealt.";
    if (tt->step == TT_KEEPING)
        return check_hands(tt);
    for (int seat = 0; seat < tt->seats; seat++) {
        const TtPlayer *player = &tt->players[seat];
        int is_owing = player->money < tt_rotating_price(tt, seat);
        if (player->locomotive_count != TT_OWN)
            return "Everybody has kept three locomotives.";
        if (seats_have(tt->pending, seat) && !is_owing)
            return "Whoever can pay pays at once.";
    }
    return NULL;
}

/* ------------------------------------------------------------------------- */
/* Bids                                                                      */
/* ------------------------------------------------------------------------- */

/* Bids of those who have made one in this step; nobody else has any. */
static const char *check_who_has_bid(const TtState *tt)
{
    for (int seat = 0; seat < tt->seats; seat++) {
        const TtPlayer *player = &tt->players[seat];
        int is_in = player->locomotive_count < TT_OWN;
        int is_pending = seats_have(tt->pending, seat);
        int may_have_bid = 0, may_have_added = 0;

        switch (tt->step) {
        case TT_RAISING:
            may_have_bid = is_in;
            break;
        case TT_SEALED:
            may_have_bid = is_in && !is_pending;
            break;
        case TT_SEALED_AGAIN:
            may_have_bid = is_in;
            may_have_added = is_in && !is_pending;
            break;
        case TT_CHOOSING:
        case TT_PICKING:
            may_have_bid = tt->auction == TT_PRE_EMPTED ? is_pending : is_in;
            may_have_added = tt->auction == TT_DOUBLE_BLIND && is_in;
            break;
        default:
            break;
        }
        if ((player->bid && !may_have_bid) || (player->added && !may_have_added))
            return "A player has bid who cannot have done so.";
    }
    return NULL;
}

static const char *check_leader(const TtState *tt)
{
    int leader = tt_leader(tt);
    int high = tt->players[leader].bid;
    int least = TT_LOCOMOTIVE_TABLE[tt->up].power;

    if (tt->players[tt->starter].bid < least)
        return "The starter opens at the power of the locomotive or more.";
    for (int seat = 0; seat < tt->seats; seat++) {
        int bid = tt->players[seat].bid;
        if (seat != leader && (bid == high || (bid > 0 && bid < least)))
            return "Each raise is higher than the bid before.";
    }
    if (seats_have(tt->pending, leader) || !seats_have(tt->pending, tt->turn)
        || tt->turn != tt_next_of(tt, tt->pending, leader))
        return "The players left of the highest bidder are asked in turn.";
    return NULL;
}

static const char *check_sealed(const TtState *tt)
{
    for (int seat = 0; seat < tt->seats; seat++) {
        int has_bid = tt->step != TT_SEALED || !seats_have(tt->pending, seat);
        if (has_bid && tt->players[seat].bid < tt_least_sealed(tt, seat))
            return "The starter bids the power of the locomotive or more.";
    }
    return NULL;
}

static const char *check_choice(const TtState *tt)
{
    SeatSet best = tt_highest_bidders(tt);

    if (tt->step == TT_CHOOSING && seats_count(best) < 2)
        return "There is a choice only between equal bids.";
    if (tt->step == TT_PICKING && !seats_have(best, tt->turn))
        return "The highest bid takes a locomotive first.";
    return NULL;
}

static const char *check_bids(const TtState *tt)
{
    const char *fault = check_who_has_bid(tt);

    if (fault != NULL)
        return fault;
    switch (tt->step) {
    case TT_RAISING:
        return check_leader(tt);
    case TT_SEALED:
    case TT_SEALED_AGAIN:
        return check_sealed(tt);
    case TT_CHOOSING:
        fault = is_lot(tt) ? check_sealed(tt) : NULL;
        return fault != NULL ? fault : check_choice(tt);
    case TT_PICKING:
        return check_choice(tt);
    default:
        return NULL;
    }
}

/* Those still to be asked are in the auction; some step needs somebody. */
static const char *check_pending(const TtState *tt)
{
    int is_of_all = tt_is_simultaneous(tt->step) || tt->step == TT_RAISING
                    || tt->step == TT_PICKING
                    || (tt->step == TT_CHOOSING && tt->auction == TT_PRE_EMPTED);
    SeatSet candidates = tt->step == TT_TURNING ? seats_all(tt->seats) : tt_seats_in(tt);

    if (is_of_all != (tt->pending != 0) || (tt->pending & ~candidates))
        return "The players still to be asked do not fit the step of the auction.";
    return NULL;
}

static const char *check_auction(const TtState *tt)
{
    const char *fault = NULL;

    if (tt_stage(tt) != TT_STAGE_AUCTION)
        return NULL;
    fault = check_table_of_auction(tt);
    if (fault == NULL)
        fault = check_pending(tt);
    if (fault == NULL && is_lot(tt))
        fault = check_lot(tt);
    if (fault == NULL && tt->auction == TT_PRE_EMPTED)
        fault = check_pre_empted(tt);
    if (fault == NULL && tt->auction == TT_ROTATING)
        fault = check_rotating(tt);
    return fault != NULL ? fault : check_bids(tt);
}

/* ------------------------------------------------------------------------- */
/* Coupling                                                                  */
/* ------------------------------------------------------------------------- */

static const char *check_train(const TtState *tt, const TtLocomotive *locomotive)
{
    int type = tt_load_type(locomotive);

    if (locomotive->multiplier_cards && locomotive->is_face_down)
        return "A Multiplier lies at a locomotive that is face up.";
    if (locomotive->wagon_count > tt->limit
        || (tt->step != TT_OVER && locomotive->wagon_count == tt->limit))
        return "A locomotive has more wagons than the round allows.";
    for (int i = 0; i < locomotive->wagon_count; i++) {
        int card = locomotive->wagons[i];
        int is_copying = card == TT_TWIN && i == 0 && locomotive->wagon_count > 1;
        if (!is_copying && (card >= TT_WAGONS || TT_CARD_TABLE[card].type != type))
            return "The wagons of a locomotive are of one type, a Twin before them.";
    }
    return NULL;
}

static const char *check_trains(const TtState *tt)
{
    for (int seat = 0; seat < tt->seats; seat++) {
        const TtPlayer *player = &tt->players[seat];
        unsigned types = 0;
        if (player->locomotive_count != TT_OWN)
            return "Everybody has three locomotives when wagons are coupled.";
        if (player->bid || player->added || player->hand_count || player->kept_count)
            return "The auction is over.";
        for (int i = 0; i < TT_OWN; i++) {
            const TtLocomotive *locomotive = &player->locomotives[i];
            const char *fault = check_train(tt, locomotive);
            if (fault != NULL)
                return fault;
            if (locomotive->wagon_count == 0)
                continue;
            if (types >> tt_load_type(locomotive) & 1)
                return "The locomotives of a player have wagons of different types.";
            types |= 1u << tt_load_type(locomotive);
        }
    }
    return NULL;
}

static const char *check_order(const TtState *tt)
{
    uint8_t tokens[TT_SEATS];

    if (tt->drawn_count || tt->pending || tt->up != TT_NO_LOCOMOTIVE || tt->pile_count
        || tt->aside_count)
        return "The auction is over.";
    tt_rank_for_coupling(tt, tokens);
    for (int seat = 0; seat < tt->seats; seat++) {
        if (tt->players[seat].token != tokens[seat])
            return "The order of coupling is not that of the locomotives.";
    }
    return NULL;
}

static int has_ended(const TtState *tt)
{
    for (int seat = 0; seat < tt->seats; seat++) {
        for (int i = 0; i < TT_OWN; i++) {
            if (tt->players[seat].locomotives[i].wagon_count == tt->limit)
                return 1;
        }
    }
    return 0;
}

/* Is there anything that a market could be filled up with? A Bonus among the
 * discards stays there (TT-5.7). */
static int are_cards_left(const TtState *tt)
{
    int left = tt->deck_count;

    for (int i = 0; i < tt->discard_count; i++)
        left += tt->discard[i] != TT_BONUS;
    return left > 0;
}

static const char *check_market(const TtState *tt)
{
    int missing = TT_MARKET_TABLE[tt->seats] - tt->market_count;
    int is_last_taken = tt->step == TT_OVER && has_ended(tt);

    if (missing < is_last_taken || (missing > is_last_taken && are_cards_left(tt)))
        return "The market does not have the number of cards that it should.";
    for (int i = 0; i < tt->market_count; i++) {
        if (tt->market[i] == TT_TRASH || tt->market[i] == TT_STORAGE)
            return "Trash and Extended Storage never lie in the market.";
    }
    for (int i = 0; i < tt->discard_count; i++) {
        if (tt->discard[i] == TT_TRASH || tt->discard[i] == TT_STORAGE)
            return "Trash and Extended Storage go back to the box.";
    }
    return NULL;
}

static const char *check_turn(const TtState *tt)
{
    int is_over = tt->step == TT_OVER;

    if ((tt->step == TT_DISCARDING) != (tt->marked != 0) || tt->marked >> tt->market_count)
        return "The market cards to be replaced do not fit the turn.";
    if (tt->has_replaced && (is_over || tt->step == TT_DISCARDING))
        return "Market cards are replaced once in a turn.";
    if (!is_over && tt->passes >= tt->seats)
        return "The round ends when all have passed.";
    if (is_over
        && (tt->round != TT_ROUNDS || has_ended(tt) == (tt->passes == tt->seats)
            || (has_ended(tt) && tt->passes > 0)))
        return "The game ends with the third round.";
    return NULL;
}

static const char *check_coupling(const TtState *tt)
{
    static const char *(*const CHECKS[])(const TtState *) = {
        check_trains,
        check_order,
        check_market,
        check_turn,
    };
    const char *fault = NULL;

    if (tt_stage(tt) == TT_STAGE_AUCTION)
        return NULL;
    for (int i = 0; i < (int)(sizeof CHECKS / sizeof CHECKS[0]) && fault == NULL; i++)
        fault = CHECKS[i](tt);
    return fault;
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

static const char *check_box(const TtState *tt)
{
    int has_storage = 0;

    for (int i = 0; i < tt->boxed_count; i++) {
        if (tt->boxed[i] != TT_TRASH && tt->boxed[i] != TT_STORAGE)
            return "Only Trash and Extended Storage go back to the box.";
        has_storage |= tt->boxed[i] == TT_STORAGE;
    }
    if (tt->limit == TT_WAGONS_MAX && !has_storage)
        return "Six wagons end the round only after Extended Storage.";
    return NULL;
}

static const char *check_purses(const TtState *tt)
{
    for (int seat = 0; seat < tt->seats; seat++) {
        TtPurse purse = tt_purse(tt, seat);
        int money = tt->players[seat].money;
        if (money < purse.least)
            return "A player has too little money for what the table shows.";
        if (money > purse.most)
            return "A player could pay, and the table shows otherwise.";
    }
    return NULL;
}

const char *tt_unsound(const void *state)
{
    static const char *(*const CHECKS[])(const TtState *) = {
        check_locomotives, check_cards,    check_auctions,   check_box,    check_money,
        check_auction,     check_coupling, check_objectives, check_purses,
    };
    const char *fault = NULL;

    for (int i = 0; i < (int)(sizeof CHECKS / sizeof CHECKS[0]) && fault == NULL; i++)
        fault = CHECKS[i](state);
    return fault;
}
