/* view.c: the only place that knows what is hidden: money (unless the option
 * opens it), objectives not achieved, secret bids before all are in, hands and
 * kept locomotives of the rotating auction, the pre-empted locomotives before
 * they are turned up, the order of all piles and of the auctions to come, and
 * the key of the deals. Whatever was public stays public in the state only as
 * far as it lies on the table: nobody keeps a ledger. */
#include "games/take_a_train/tt.h"

/* ------------------------------------------------------------------------- */
/* Hiding                                                                    */
/* ------------------------------------------------------------------------- */

static void hide_player(TtState *seen, int seat)
{
    TtPlayer *player = &seen->players[seat];
    int has_sealed = player->locomotive_count < TT_OWN && !seats_have(seen->pending, seat);

    memset(player->objectives, UNKNOWN_CARD, player->objective_count);
    memset(player->hand, UNKNOWN_CARD, player->hand_count);
    memset(player->kept, UNKNOWN_CARD, player->kept_count);
    if (seen->options[TT_OPTION_MONEY] == TT_MONEY_HIDDEN)
        player->money = UNKNOWN;
    if (has_sealed && seen->step == TT_SEALED)
        player->bid = UNKNOWN;
    if (has_sealed && seen->step == TT_SEALED_AGAIN)
        player->added = UNKNOWN;
}

void tt_observe(const void *state, int seat, void *view)
{
    TtState *seen = view;

    memcpy(seen, state, sizeof *seen);
    memset(seen->key, 0, sizeof seen->key);
    memset(seen->auctions, UNKNOWN_CARD, (size_t)(TT_AUCTIONS - seen->round));
    memset(seen->pile, UNKNOWN_CARD, seen->pile_count);
    memset(seen->deck, UNKNOWN_CARD, seen->deck_count);
    seen->deck_stream = 0;
    seen->deck_block = 0;
    seen->unordered = 0;
    if (seen->auction == TT_PRE_EMPTED && seen->step == TT_SEALED)
        memset(seen->drawn, UNKNOWN_CARD, seen->drawn_count);
    for (int other = 0; other < seen->seats && seen->step != TT_OVER; other++) {
        if (other != seat)
            hide_player(seen, other);
    }
}

/* ------------------------------------------------------------------------- */
/* What the table says about a purse                                         */
/* ------------------------------------------------------------------------- */

static int known(int amount)
{
    return amount == UNKNOWN ? 0 : amount;
}

/* Bids stand only while a lot lasts, and cover themselves; the rest is in the row
 * of the moment. */
TtPurse tt_purse(const TtState *tt, int seat)
{
    const TtPlayer *player = &tt->players[seat];
    const TtMoment *moment = &TT_MOMENTS[tt->step];
    TtPurse purse = { known(player->bid) + known(player->added), INT32_MAX };
    int payer = tt_stage(tt) == TT_STAGE_AUCTION ? tt->starter : tt->turn;
    SeatSet unable = tt->step == TT_TURNING ? tt->pending : tt_seats_in(tt);

    int price = moment->can_pay != NULL && seat == payer ? moment->can_pay(tt, seat) : 0;

    if (purse.least < price)
        purse.least = price;
    if (moment->cannot_pay != NULL && seats_have(unable, seat))
        purse.most = moment->cannot_pay(tt, seat) - TT_DOLLARS;
    return purse;
}

/* ------------------------------------------------------------------------- */
/* Guessing money and bids                                                   */
/* ------------------------------------------------------------------------- */

/* What the locomotives of a player may have cost: half more than their power. */
static int likely_cost(const TtPlayer *player)
{
    int power = 0;

    for (int i = 0; i < player->locomotive_count; i++)
        power += tt_power(&player->locomotives[i]);
    return power + power / 2;
}

/* Everybody began the game alike; later the others may have done about as well
 * as oneself. */
static int likely_money(const TtState *tt, int viewer, int seat)
{
    const TtPlayer *own = &tt->players[viewer];
    int wealth = tt->round == 1 ? TT_FIRST_MONEY : own->money + likely_cost(own);
    int likely = wealth - likely_cost(&tt->players[seat]);

    return likely < 0 ? 0 : likely;
}

/* A multiple of $50 from `least` to `most`. */
static int amount_between(int least, int most, Rng *rng)
{
    uint32_t steps = (uint32_t)((most - least) / TT_DOLLARS);

    return least + TT_DOLLARS * (int)rng_below(rng, steps + 1);
}

static int guess_money(const TtState *tt, int viewer, int seat, Rng *rng)
{
    TtPurse purse = tt_purse(tt, seat);
    int half = likely_money(tt, viewer, seat) / (2 * TT_DOLLARS) * TT_DOLLARS;
    int money = amount_between(half, 3 * half, rng);

    if (money < purse.least)
        return purse.least;
    return money > purse.most ? purse.most : money;
}

static void guess_purse(TtState *tt, int viewer, int seat, Rng *rng)
{
    TtPlayer *player = &tt->players[seat];

    if (player->money == UNKNOWN)
        player->money = guess_money(tt, viewer, seat, rng);
    if (player->bid == UNKNOWN)
        player->bid = amount_between(tt_least_sealed(tt, seat), player->money, rng);
    if (player->added == UNKNOWN)
        player->added = amount_between(0, player->money - player->bid, rng);
}

/* ------------------------------------------------------------------------- */
/* What is left when all that can be seen is struck out                      */
/* ------------------------------------------------------------------------- */

void tt_count_unseen_cards(const TtState *tt, uint8_t left[TT_CARDS])
{
    for (int card = 0; card < TT_CARDS; card++)
        left[card] = TT_CARD_TABLE[card].copies;
    cards_strike_out(left, tt->discard, tt->discard_count);
    cards_strike_out(left, tt->market, tt->market_count);
    cards_strike_out(left, tt->boxed, tt->boxed_count);
    for (int seat = 0; seat < tt->seats; seat++) {
        const TtPlayer *player = &tt->players[seat];
        for (int i = 0; i < player->locomotive_count; i++) {
            const TtLocomotive *locomotive = &player->locomotives[i];
            cards_strike_out(left, locomotive->wagons, locomotive->wagon_count);
            left[TT_MULTIPLIER] =
                (uint8_t)(left[TT_MULTIPLIER] - locomotive->multiplier_cards);
        }
    }
}

void tt_count_unseen_locomotives(const TtState *tt, uint8_t left[TT_LOCOMOTIVES])
{
    memset(left, 1, TT_LOCOMOTIVES);
    cards_strike_out(left, tt->aside, tt->aside_count);
    cards_strike_out(left, tt->drawn, tt->drawn_count);
    for (int seat = 0; seat < tt->seats; seat++) {
        const TtPlayer *player = &tt->players[seat];
        for (int i = 0; i < player->locomotive_count; i++)
            left[player->locomotives[i].card]--;
        cards_strike_out(left, player->hand, player->hand_count);
        cards_strike_out(left, player->kept, player->kept_count);
    }
}

void tt_count_unseen_auctions(const TtState *tt, uint8_t left[TT_AUCTIONS])
{
    for (int auction = 0; auction < TT_AUCTIONS; auction++)
        left[auction] = (uint8_t) !(tt->used >> auction & 1);
    left[tt->auction]--;
}

void tt_count_unseen_objectives(const TtState *tt, uint8_t left[TT_OBJECTIVES])
{
    memset(left, 1, TT_OBJECTIVES);
    for (int seat = 0; seat < tt->seats; seat++) {
        const TtPlayer *player = &tt->players[seat];
        cards_strike_out(left, player->objectives, player->objective_count);
        cards_strike_out(left, player->achieved, player->achieved_count);
    }
}

/* ------------------------------------------------------------------------- */
/* Guessing cards                                                            */
/* ------------------------------------------------------------------------- */

/* Cards that nobody sees, in random order; dealt from the end. */
typedef struct Unseen {
    uint8_t cards[TT_DECK_MAX];
    int count;
} Unseen;

static void shuffle_unseen(Unseen *unseen, const uint8_t *left, int kinds, Rng *rng)
{
    unseen->count = 0;
    for (int card = 0; card < kinds; card++) {
        memset(unseen->cards + unseen->count, card, left[card]);
        unseen->count += left[card];
    }
    rng_shuffle(rng, unseen->cards, unseen->count);
}

static void deal_unseen(Unseen *unseen, uint8_t *cards, int count)
{
    for (int i = 0; i < count; i++) {
        if (cards[i] == UNKNOWN_CARD)
            cards[i] = unseen->cards[--unseen->count];
    }
}

static void guess_deck(TtState *tt, Rng *rng)
{
    uint8_t left[TT_CARDS];
    Unseen unseen;

    tt_count_unseen_cards(tt, left);
    shuffle_unseen(&unseen, left, TT_CARDS, rng);
    memcpy(tt->deck, unseen.cards, tt->deck_count);
}

static void guess_locomotives(TtState *tt, Rng *rng)
{
    uint8_t left[TT_LOCOMOTIVES];
    Unseen unseen;

    tt_count_unseen_locomotives(tt, left);
    shuffle_unseen(&unseen, left, TT_LOCOMOTIVES, rng);
    deal_unseen(&unseen, tt->pile, tt->pile_count);
    deal_unseen(&unseen, tt->drawn, tt->drawn_count);
    for (int seat = 0; seat < tt->seats; seat++) {
        deal_unseen(&unseen, tt->players[seat].hand, tt->players[seat].hand_count);
        deal_unseen(&unseen, tt->players[seat].kept, tt->players[seat].kept_count);
    }
}

static void guess_auctions(TtState *tt, Rng *rng)
{
    uint8_t left[TT_AUCTIONS];
    Unseen unseen;

    tt_count_unseen_auctions(tt, left);
    shuffle_unseen(&unseen, left, TT_AUCTIONS, rng);
    deal_unseen(&unseen, tt->auctions, TT_AUCTIONS - tt->round);
}

/* ------------------------------------------------------------------------- */
/* Guessing objectives                                                       */
/* ------------------------------------------------------------------------- */

enum { FREE = -1 };

/* Tokens that nobody sees, and the places where they may lie. A player cannot
 * hold what he has met. The truth shows that there is a way to deal them; to
 * find one at random, each place takes the first token of a random order that
 * it may, and moves others on where it must (a bipartite matching). */
typedef struct Matching {
    const TtState *tt;
    Unseen tokens;
    int8_t place_of[TT_OBJECTIVES]; /* by place in `tokens`, or FREE */
    uint8_t *places[TT_OBJECTIVES];
    uint8_t holders[TT_OBJECTIVES]; /* the seat of each place */
    int place_count;
} Matching;

static int find_token(Matching *matching, int place, uint32_t *tried)
{
    uint32_t met = matching->tt->players[matching->holders[place]].met;

    for (int i = 0; i < matching->tokens.count; i++) {
        if (*tried >> i & 1 || met >> matching->tokens.cards[i] & 1)
            continue;
        *tried |= 1u << i;
        if (matching->place_of[i] == FREE
            || find_token(matching, matching->place_of[i], tried)) {
            matching->place_of[i] = (int8_t)place;
            return 1;
        }
    }
    return 0;
}

static void collect_places(Matching *matching, TtState *tt)
{
    for (int seat = 0; seat < tt->seats; seat++) {
        TtPlayer *player = &tt->players[seat];
        for (int i = 0; i < player->objective_count; i++) {
            if (player->objectives[i] != UNKNOWN_CARD)
                continue;
            matching->holders[matching->place_count] = (uint8_t)seat;
            matching->places[matching->place_count++] = &player->objectives[i];
        }
    }
}

static void guess_objectives(TtState *tt, Rng *rng)
{
    uint8_t left[TT_OBJECTIVES];
    Matching matching = { .tt = tt, .place_count = 0 };

    tt_count_unseen_objectives(tt, left);
    shuffle_unseen(&matching.tokens, left, TT_OBJECTIVES, rng);
    memset(matching.place_of, FREE, sizeof matching.place_of);
    collect_places(&matching, tt);
    for (int place = 0; place < matching.place_count; place++)
        find_token(&matching, place, &(uint32_t){ 0 });
    for (int i = 0; i < matching.tokens.count; i++) {
        if (matching.place_of[i] != FREE)
            *matching.places[matching.place_of[i]] = matching.tokens.cards[i];
    }
}

void tt_determinize(const void *view, int seat, Rng *rng, void *state)
{
    TtState *tt = state;

    memcpy(tt, view, sizeof *tt);
    rng_fill(rng, tt->key, SEED_BYTES);
    guess_auctions(tt, rng);
    guess_locomotives(tt, rng);
    guess_deck(tt, rng);
    guess_objectives(tt, rng);
    for (int other = 0; other < tt->seats; other++)
        guess_purse(tt, seat, other, rng);
}

/* Pre-empted locomotives that nobody has turned up lie as if in the pile. */
static void redraw_locomotives(TtState *tt, Rng *rng)
{
    int is_drawn_hidden = tt->auction == TT_PRE_EMPTED && tt->step == TT_SEALED;
    int drawn = is_drawn_hidden ? tt->drawn_count : 0;
    uint8_t cards[TT_LOCOMOTIVES + TT_SEATS];

    memcpy(cards, tt->drawn, (size_t)drawn);
    memcpy(cards + drawn, tt->pile, tt->pile_count);
    rng_shuffle(rng, cards, drawn + tt->pile_count);
    memcpy(tt->drawn, cards, (size_t)drawn);
    memcpy(tt->pile, cards + drawn, tt->pile_count);
}

void tt_redraw(void *state, Rng *rng)
{
    TtState *tt = state;

    tt_order_deck(tt); /* equal positions are redrawn alike */
    rng_fill(rng, tt->key, SEED_BYTES);
    rng_shuffle(rng, tt->auctions, TT_AUCTIONS - tt->round);
    redraw_locomotives(tt, rng);
    rng_shuffle(rng, tt->deck, tt->deck_count);
}
