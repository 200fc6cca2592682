/* sound.c: whether a position from outside can be played: all cards are there, each
 * step finds what it needs, and every waiting player has a legal action. Whether a game
 * could have reached the position is not checked. */
#include "games/take_a_train/tt.h"

/* ------------------------------------------------------------------------- */
/* Material                                                                  */
/* ------------------------------------------------------------------------- */

static const char *check_locomotives(const TtState *tt)
{
    uint8_t left[TT_LOCOMOTIVES];
    int missing = TT_LOCOMOTIVES - TT_OWN * tt->seats;

    tt_count_unseen_locomotives(tt, left);
    cards_strike_out(left, tt->pile, tt->pile_count);
    for (int card = 0; card < TT_LOCOMOTIVES; card++) {
        if (left[card] > 1)
            return "There is one locomotive of each name.";
        missing -= left[card];
    }
    return missing != 0 ? "The locomotives of a round are three for each player." : NULL;
}

static const char *check_cards(const TtState *tt)
{
    uint8_t left[TT_CARDS];

    tt_count_unseen_cards(tt, left);
    cards_strike_out(left, tt->deck, tt->deck_count);
    if (!cards_are_struck_out(left, TT_CARDS))
        return "The wagon cards do not add up: each has a fixed number of copies.";
    for (int i = 0; i < tt->boxed_count; i++) {
        if (tt->boxed[i] != TT_TRASH && tt->boxed[i] != TT_STORAGE)
            return "Only Trash and Extended Storage go back to the box.";
    }
    if (cards_set(tt->market, tt->market_count) & (1u << TT_TRASH | 1u << TT_STORAGE))
        return "Trash and Extended Storage never lie in the market.";
    return NULL;
}

static const char *check_auctions(const TtState *tt)
{
    uint8_t left[TT_AUCTIONS];

    tt_count_unseen_auctions(tt, left);
    cards_strike_out(left, tt->auctions, TT_AUCTIONS - tt->round);
    if (!cards_are_struck_out(left, TT_AUCTIONS))
        return "There is one auction token of each name, and each is used once.";
    return NULL;
}

static const char *check_objectives(const TtState *tt)
{
    uint8_t left[TT_OBJECTIVES];

    tt_count_unseen_objectives(tt, left);
    for (int objective = 0; objective < TT_OBJECTIVES; objective++) {
        if (left[objective] > 1)
            return "There is one objective of each name.";
    }
    for (int seat = 0; seat < tt->seats; seat++) {
        const TtPlayer *player = &tt->players[seat];
        if (player->objective_count + player->achieved_count != TT_OBJECTIVES_EACH)
            return "Each player has three objectives, achieved or not.";
        if (cards_set(player->objectives, player->objective_count) & player->met)
            return "A player holds an objective that has been fulfilled.";
    }
    return NULL;
}

/* ------------------------------------------------------------------------- */
/* The step, by what it needs                                                */
/* ------------------------------------------------------------------------- */

static const char *check_step(const TtState *tt)
{
    const TtMoment *moment = &TT_MOMENTS[tt->step];
    SeatSet able = tt->step == TT_TURNING ? seats_all(tt->seats) : tt_seats_in(tt);
    int asks_pending = moment->pending != NULL
                       && (tt->step != TT_CHOOSING || tt->auction == TT_PRE_EMPTED);

    if (tt_stage(tt) == TT_STAGE_AUCTION && !(moment->auctions >> tt->auction & 1))
        return "This kind of auction has no such step.";
    if (asks_pending && (tt->pending == 0 || (tt->pending & ~able)))
        return "The players still to be asked do not fit the step of the auction.";
    if ((tt->step == TT_DISCARDING) != (tt->marked != 0) || tt->marked >> tt->market_count)
        return "The market cards to be replaced do not fit the turn.";
    if (tt->step != TT_OVER && tt->passes >= tt->seats)
        return "The round ends when all have passed.";
    return NULL;
}

/* One locomotive is for sale. */
static const char *check_lot(const TtState *tt)
{
    SeatSet in = tt_seats_in(tt);
    int has_named = tt->step != TT_NAMING && tt->step != TT_REPLACING;

    if (!seats_have(in, tt->starter))
        return "Whoever has three locomotives does not start a lot.";
    if (has_named && cards_count(tt->drawn, tt->drawn_count, tt->up) == 0)
        return "The locomotive named must be one of those drawn.";
    if (tt->step == TT_OPENING && seats_count(in) == 1)
        return "Whoever is alone in the auction does not bid.";
    if (tt->step != TT_RAISING && tt->turn != tt->starter)
        return "It is the starter's turn.";
    if (tt->step == TT_RAISING
        && (!seats_have(tt->pending, tt->turn)
            || !seats_have(in & (SeatSet)~tt->pending, tt_leader(tt))))
        return "The players left of the highest bidder are asked in turn.";
    return NULL;
}

static const char *check_pre_empted(const TtState *tt)
{
    SeatSet without = tt->step == TT_SEALED ? tt_seats_in(tt) : tt->pending;

    if (tt->drawn_count < seats_count(without))
        return "The pre-empted auction lays out one locomotive for each player.";
    if (tt->step == TT_PICKING && !seats_have(tt->pending, tt->turn))
        return "Whoever has a locomotive for his bid does not pick another.";
    return NULL;
}

/* After this turn of keeping everybody has kept as many as the others, one or two. */
static const char *check_hands(const TtState *tt)
{
    for (int seat = 0; seat < tt->seats; seat++) {
        const TtPlayer *player = &tt->players[seat];
        int kept = player->kept_count + seats_have(tt->pending, seat);
        if (player->hand_count + player->kept_count != TT_OWN)
            return "Hands and kept locomotives are three for each player.";
        if (kept != tt->players[0].kept_count + seats_have(tt->pending, 0) || kept < 1
            || kept >= TT_OWN)
            return "Everybody keeps one locomotive before the hands are passed on.";
    }
    return NULL;
}

static const char *check_train(const TtState *tt, const TtLocomotive *locomotive)
{
    int type = tt_load_type(locomotive);
    int most = tt_stage(tt) == TT_STAGE_AUCTION ? 0
               : tt->step == TT_OVER            ? TT_WAGONS_MAX
                                                : tt->limit - 1;

    if (locomotive->wagon_count > most)
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
    int has_all = tt->step == TT_TURNING || tt_stage(tt) != TT_STAGE_AUCTION;
    const char *fault = NULL;

    for (int seat = 0; seat < tt->seats && fault == NULL; seat++) {
        const TtPlayer *player = &tt->players[seat];
        if (has_all && player->locomotive_count != TT_OWN)
            return "Everybody has three locomotives when the auction is over.";
        for (int i = 0; i < player->locomotive_count && fault == NULL; i++)
            fault = check_train(tt, &player->locomotives[i]);
    }
    return fault;
}

static const char *check_purses(const TtState *tt)
{
    for (int seat = 0; seat < tt->seats; seat++) {
        const TtPlayer *player = &tt->players[seat];
        if (player->money % TT_DOLLARS || player->bid % TT_DOLLARS
            || player->added % TT_DOLLARS)
            return "Money and bids are multiples of 50.";
        if (player->money < tt_purse(tt, seat).least)
            return "A player has too little money for what the table shows.";
    }
    return NULL;
}

static const char *check_table(const TtState *tt)
{
    if (tt_stage(tt) != TT_STAGE_AUCTION || tt->step == TT_TURNING)
        return NULL;
    if (tt->step == TT_KEEPING)
        return check_hands(tt);
    return tt->auction == TT_PRE_EMPTED ? check_pre_empted(tt) : check_lot(tt);
}

static const char *check_way_on(const TtState *tt)
{
    return game_is_stuck(&TAKE_A_TRAIN, tt) ? "A player has nothing to do." : NULL;
}

const char *tt_unsound(const void *state)
{
    const TtState *tt = state;

    return check_locomotives(tt) ?: check_cards(tt) ?: check_auctions(tt)
           ?: check_objectives(tt) ?: check_step(tt) ?: check_table(tt)
           ?: check_trains(tt) ?: check_purses(tt) ?: check_way_on(tt);
}
