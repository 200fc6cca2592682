/* take_a_train_search.c: pruning of bids, likely secrets, quick moves, priors and
 * prediction for the search in Take a Train. */
#include "ai/take_a_train.h"

enum { BIDS = 10 /* kept of all possible bids */ };

/* ------------------------------------------------------------------------- */
/* Bids                                                                      */
/* ------------------------------------------------------------------------- */

static int count_bids(const Action *actions, int count)
{
    int bids = 0;

    while (bids < count && action_kind(actions[bids]) == TT_BID)
        bids++;
    return bids;
}

/* The typical bid, above the lowest. */
static int typical_span(const TtState *tt, int seat, int least)
{
    const TtPlayer *player = &tt->players[seat];
    int limit;

    if (tt->step == TT_SEALED_AGAIN)
        limit = tt_bid_limit(tt, seat, tt->up) - player->bid;
    else if (tt->up < TT_NO_LOCOMOTIVE)
        limit = tt_bid_limit(tt, seat, tt->up);
    else
        limit = player->money / 8;
    return limit - least > 4 * TT_DOLLARS ? limit - least : 4 * TT_DOLLARS;
}

/* Keeps the lowest bids step by step, then in growing steps up to twice the typical bid.
 * Other actions stay. */
static int prune_bids(const TtState *tt, int seat, Action *actions, int count)
{
    int bids = count_bids(actions, count);
    int steps = 2 * typical_span(tt, seat, tt_amount(actions[0])) / TT_DOLLARS;
    int kept = 0, last = -1;

    for (int i = 0; i < BIDS; i++) {
        int place = i + (steps - BIDS) * i * i / ((BIDS - 1) * (BIDS - 1));
        if (place <= last || place >= bids)
            continue;
        actions[kept++] = actions[place];
        last = place;
    }
    for (int i = bids; i < count; i++)
        actions[kept++] = actions[i];
    return kept;
}

/* Replacing cards costs: if at all, all of them. */
static int prune_discards(Action *actions, int count)
{
    int kept = 0, has_discard = 0;

    for (int i = 0; i < count; i++) {
        if (action_kind(actions[i]) == TT_DISCARD && has_discard++ > 0)
            continue;
        actions[kept++] = actions[i];
    }
    return kept;
}

static int prune(const void *state, int seat, Action last, Action *actions, int count)
{
    const TtState *tt = state;

    (void)last;
    if (count_bids(actions, count) > BIDS)
        return prune_bids(tt, seat, actions, count);
    if (tt->step == TT_DISCARDING)
        return action_kind(actions[0]) == TT_DISCARD ? 1 : count;
    return tt->step == TT_COUPLING ? prune_discards(actions, count) : count;
}

/* A first secret bid of between half of what one would pay and all of it. */
static int likely_bid(const TtState *tt, int seat, Rng *rng)
{
    int least = tt_least_sealed(tt, seat);
    int money = tt->players[seat].money;
    int limit = tt->up < TT_NO_LOCOMOTIVE ? tt_bid_limit(tt, seat, tt->up) : money / 14;
    int bid = limit > 0 ? limit / 2 + (int)rng_below(rng, (uint32_t)limit / 2 + 1) : 0;

    bid = bid / TT_DOLLARS * TT_DOLLARS;
    if (bid < least)
        bid = least;
    return bid < money ? bid : money;
}

static int likely_second_bid(const TtState *tt, int seat, Rng *rng)
{
    int left = tt->players[seat].money - tt->players[seat].bid;
    int added = tt_second_bid(tt, seat, rng);

    return added < left ? added : left;
}

/* Secret bids of others, drawn as sensible players bid. */
static void draw_secrets(const void *view, int seat, Rng *rng, void *state)
{
    const TtState *seen = view;
    TtState *tt = state;

    (void)seat;
    for (int other = 0; other < tt->seats; other++) {
        if (seen->players[other].bid == UNKNOWN)
            tt->players[other].bid = likely_bid(tt, other, rng);
        if (seen->players[other].added == UNKNOWN)
            tt->players[other].added = likely_second_bid(tt, other, rng);
    }
}

/* ------------------------------------------------------------------------- */
/* Coupling                                                                  */
/* ------------------------------------------------------------------------- */

/* What a player looks at while coupling. */
typedef struct Look {
    const TtState *tt;
    int seat;
    TtSupply supply;
    int turns;
    int prospects[TT_OWN]; /* of the trains as they are */
} Look;

static int prospects(const Look *look, const TtLocomotive *locomotive)
{
    return tt_profit(locomotive)
           + tt_promise(look->tt, locomotive, &look->supply, look->turns) / 2;
}

static Look look_around(const TtState *tt, int seat, const TtSupply *supply)
{
    Look look = { tt, seat, *supply, tt_turns_left(tt, seat), { 0 } };

    for (int i = 0; i < TT_OWN; i++)
        look.prospects[i] = prospects(&look, &tt->players[seat].locomotives[i]);
    return look;
}

/* What an action brings, in dollars. */
static int gain_of(const Look *look, Action action)
{
    enum { OTHER_CARDS = -200, NOTHING = -100 };
    const TtPlayer *player = &look->tt->players[look->seat];

    switch (action_kind(action)) {
    case TT_COLLECT:
        return TT_BONUS_MONEY;
    case TT_COUPLE: {
        TtLocomotive after = player->locomotives[action_b(action)];
        tt_add_card(&after, action_a(action));
        return prospects(look, &after) - look->prospects[action_b(action)];
    }
    case TT_DISCARD:
        return OTHER_CARDS;
    default:
        return NOTHING;
    }
}

static Action couple_quickly(const Look *look, const Action *actions, int count, Rng *rng)
{
    enum { LUCK = 127 };
    int best = 0, most = -1000000;

    for (int i = 0; i < count; i++) {
        int gain = gain_of(look, actions[i]) + (int)(rng_next(rng) & LUCK);
        if (gain > most) {
            most = gain;
            best = i;
        }
    }
    return actions[best];
}

/* ------------------------------------------------------------------------- */
/* Quick moves and weights                                                   */
/* ------------------------------------------------------------------------- */

/* Cache of the wagons still to come. */
typedef struct SupplyCache {
    TtSupply supply;
    int cards; /* in deck and market when it was counted; 0: empty */
} SupplyCache;

static int cards_to_come(const TtState *tt)
{
    return tt->deck_count + tt->market_count;
}

static const TtSupply *recall(SupplyCache *memory, const TtState *tt)
{
    if (memory->cards != cards_to_come(tt)) {
        memory->cards = cards_to_come(tt);
        memory->supply = tt_supply(tt);
    }
    return &memory->supply;
}

/* If one card less is there than before, it is the one that was coupled. */
static void remember(SupplyCache *memory, const TtState *tt, Action action)
{
    if (action_kind(action) != TT_COUPLE || memory->cards != cards_to_come(tt) + 1)
        return;
    const TtCard *card = &TT_CARD_TABLE[action_a(action)];
    memory->cards--;
    if (card->type == TT_SPECIAL)
        return;
    memory->supply.wagons[card->type]--;
    memory->supply.dollars[card->type] -= card->value;
}

/* In auctions as the greedy player, which is quick enough there. */
static Action choose_quickly(const TtState *tt, int seat, Rng *rng, SupplyCache *memory)
{
    Action actions[ACTIONS_MAX];
    int count = TAKE_A_TRAIN.list(tt, seat, actions);
    Decision decision = { &TAKE_A_TRAIN, tt, NULL, seat, actions, count };

    if (count == 1)
        return actions[0];
    if (tt->step == TT_COUPLING) {
        Look look = look_around(tt, seat, recall(memory, tt));
        return couple_quickly(&look, actions, count, rng);
    }
    return tt_greedy(&decision, rng);
}

static int play(void *state, int seat, Rng *rng, Action *done)
{
    SupplyCache memory = { .cards = 0 };
    Action action = choose_quickly(state, seat, rng, &memory);

    if (done != NULL)
        *done = action;
    TAKE_A_TRAIN.apply(state, seat, action, NULL);
    return 1;
}

/* The rest of the round. */
static int play_on(void *state, Rng *rng)
{
    const TtState *tt = state;
    SupplyCache memory = { .cards = 0 };
    int round = tt->round, count = 0;

    for (; tt->step != TT_OVER && tt->round == round; count++) {
        int seat = seats_first(TAKE_A_TRAIN.waiting(tt));
        Action action = choose_quickly(tt, seat, rng, &memory);
        TAKE_A_TRAIN.apply(state, seat, action, NULL);
        remember(&memory, tt, action);
    }
    return count;
}

#define QUARTER 300.0 /* dollars */

/* In auctions all bids that are left have the same prior. */
static void weigh(const void *state, int seat, const Action *actions, int count,
                  double *weights)
{
    const TtState *tt = state;

    for (int i = 0; i < count; i++)
        weights[i] = 1;
    if (tt->step != TT_COUPLING)
        return;
    TtSupply supply = tt_supply(tt);
    Look look = look_around(tt, seat, &supply);
    for (int i = 0; i < count; i++)
        weights[i] = gain_of(&look, actions[i]);
    policy_weights_of_values(weights, count, QUARTER);
}

/* ------------------------------------------------------------------------- */
/* The end                                                                   */
/* ------------------------------------------------------------------------- */

/* Playouts end with the round: profit is made per round. */
static int is_cut(const void *root, const void *state, int decisions)
{
    (void)decisions;
    return ((const TtState *)state)->round != ((const TtState *)root)->round;
}

static int predict(const void *state, int *points)
{
    enum { CENTS = 100, A_ROUND = 2500 };
    const TtState *tt = state;

    for (int seat = 0; seat < tt->seats; seat++)
        points[seat] = CENTS * tt->players[seat].money;
    return CENTS * A_ROUND * (TT_ROUNDS + 1 - tt->round);
}

const Policy TT_POLICY = {
    .game = &TAKE_A_TRAIN,
    .choose = tt_greedy,
    .draw_secrets = draw_secrets,
    .prune = prune,
    .weigh = weigh,
    .play = play,
    .play_on = play_on,
    .is_cut = is_cut,
    .predict = predict,
    .confidence = 0.6,
    .margin_part = 0.3,
    .margin_full = 8000,
};
