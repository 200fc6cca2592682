/* station_master.c: how a sensible casual player plays Station Master.
 *
 * It looks through its own turn (turn.h) and judges where that leads by what the
 * trains in the station would bring: its own passengers aboard each, less those
 * of the others, times what the train is worth now and what it will probably
 * lose until it leaves, since everybody spoils what is good for others. Cards in
 * hand and tokens at home are worth what they usually bring.
 *
 * Passengers are counted in sixths, since a token of somebody else is worth ten
 * sixths on average; the worth of trains in quarters of a point. */
#include "ai/policy.h"
#include "ai/turn.h"
#include "games/station_master/sm.h"

enum {
    PASSENGER = 6,
    HIDDEN_TOKEN = 10, /* (3 x 1 + 2 x 2 + 1 x 3) / 6 passengers */
    WORTH = 4,
    POINT = PASSENGER * WORTH,
    WIDE = 12, /* beam */

    SPOILING = 2,     /* quarters that a train loses for each carriage to come */
    HOME_WORTH = 4,   /* quarters that a passenger at home will find somewhere */
    STUCK_FACTOR = 2, /* trains that may never leave count half */
};

/* What a card is worth in hand, in points. */
static const uint8_t CARD_VALUE[SM_CARD_KINDS] = {
    /* clang-format off */
    1, 2, 3, 5, 7, 9, /* +1 to +6 */
    1, 2, 3, 5, 7, 9, /* -1 to -6 */
    [SM_FIRST_CLASS] = 4, [SM_EXECUTIVE_CLASS] = 6,
    [SM_CABOOSE] = 9, [SM_ROYAL] = 4, [SM_REASSIGN] = 5, [SM_REPAIR_3] = 4,
    [SM_REPAIR_5] = 5, [SM_TRANSFER] = 5, [SM_STANDING] = 2, [SM_UNCOUPLE_1] = 4,
    [SM_UNCOUPLE_2] = 5,
    /* clang-format on */
};

/* ------------------------------------------------------------------------- */
/* What a train will bring                                                   */
/* ------------------------------------------------------------------------- */

/* The seat's passengers minus the average of the others', in sixths. */
static int interest_in(const SmTrain *train, int seat, int seats)
{
    int own = 0, others = 0;

    for (int i = 0; i < train->token_count; i++) {
        if (train->tokens[i].seat == seat)
            own += PASSENGER * train->tokens[i].value;
        else
            others += HIDDEN_TOKEN;
    }
    return own - others / (seats - 1);
}

/* The doubling is sure only for a train that leaves now. */
static int worth_now(const SmTrain *train)
{
    SmTrain plain = *train;
    int sum;

    if (train->royals == 0)
        return WORTH * sm_worth(train);
    plain.royals = 0;
    sum = sm_worth(&plain);
    return WORTH * (sum + sm_worth(train)) / 2;
}

static int train_value(const SmState *sm, const SmTrain *train, int seat)
{
    int interest = interest_in(train, seat, sm->seats);
    int missing = sm_locomotive(train)->number - train->carriage_count;
    int worth = worth_now(train);
    int value;

    worth += interest > 0 ? -SPOILING * missing : SPOILING * missing;
    value = interest * worth;
    return sm->deck_count == 0 && missing > 1 ? value / STUCK_FACTOR : value;
}

/* ------------------------------------------------------------------------- */
/* What a player has                                                         */
/* ------------------------------------------------------------------------- */

static int hand_value(const SmPlayer *player)
{
    int value = 0;

    for (int i = 0; i < player->hand_count; i++)
        value += CARD_VALUE[player->hand[i]];
    return value * POINT;
}

static int home_value(const SmPlayer *player)
{
    int passengers = 0;

    for (int value = 1; value <= SM_VALUES; value++)
        passengers += value * player->home[value - 1];
    return passengers * PASSENGER * HOME_WORTH;
}

static int score_lead(const SmState *sm, int seat)
{
    int others = 0;

    for (int other = 0; other < sm->seats; other++)
        others += other == seat ? 0 : sm->players[other].score;
    return POINT * sm->players[seat].score - POINT * others / (sm->seats - 1);
}

static int estimate(const void *state, int seat)
{
    const SmState *sm = state;
    int value = score_lead(sm, seat);

    if (sm->stage == SM_OVER)
        return value;
    for (int t = 0; t < sm->station_count; t++)
        value += train_value(sm, &sm->station[t], seat);
    return value + hand_value(&sm->players[seat]) + home_value(&sm->players[seat]);
}

/* ------------------------------------------------------------------------- */
/* Choosing                                                                  */
/* ------------------------------------------------------------------------- */

static int is_fresh(const void *state)
{
    const SmState *sm = state;

    return sm->stage == SM_TURN || sm->stage == SM_OVER;
}

static int is_considered(const void *state, Action action)
{
    (void)state;
    (void)action;
    return 1;
}

static const TurnGuide GUIDE = { &STATION_MASTER, WIDE, estimate, is_fresh, is_considered };

/* Assume an average card for the draw, so that its luck does not decide the move. */
static void settle_draw(SmState *sm)
{
    for (int i = 0; i < sm->deck_count; i++) {
        if (CARD_VALUE[sm->deck[i]] == CARD_VALUE[SM_FIRST_CLASS]) {
            uint8_t top = sm->deck[sm->deck_count - 1];
            sm->deck[sm->deck_count - 1] = sm->deck[i];
            sm->deck[i] = top;
            return;
        }
    }
}

static Action choose(const Decision *decision, Rng *rng)
{
    State state;

    decision->game->determinize(decision->view, decision->seat, rng, &state);
    settle_draw((SmState *)(void *)&state);
    return turn_plan(&GUIDE, &state, decision->seat, decision->actions, decision->count)
        .first;
}

/* ------------------------------------------------------------------------- */
/* Quick moves                                                               */
/* ------------------------------------------------------------------------- */

/* A train as the acting seat sees it. Quick moves compute what an action changes from
 * this, without applying the action. */
typedef struct Glance {
    int interest;    /* as in train_value */
    int plain;       /* worth without Royal Carriages */
    int last, other; /* worth of the last carriage, and of the one before */
    int factor;      /* what Royal Carriages add to those two */
    int missing;     /* carriages */
    int own;         /* passengers */
    int value;       /* as train_value */
} Glance;

static int tail_value(const SmTrain *train, int from_tail)
{
    int i = train->carriage_count - from_tail;

    return i < 0 ? 0
                 : sm_carriage_value(sm_locomotive(train)->service, train->carriages[i]);
}

/* The acting seat, and the trains. */
typedef struct Look {
    const SmState *sm;
    const SmPlayer *player;
    Glance glances[SM_TRAINS];
} Look;

/* As train_value. */
static int value_of_train(const Look *look, const Glance *train)
{
    int worth =
        WORTH * (2 * train->plain + (train->last + train->other) * train->factor) / 2;
    int spoiling = SPOILING * train->missing;
    int value = train->interest * (worth - (train->interest > 0 ? spoiling : -spoiling));

    return look->sm->deck_count == 0 && train->missing > 1 ? value / STUCK_FACTOR : value;
}

/* What it brings if it leaves as it is. */
static int value_of_leaving(const Glance *train)
{
    int worth = train->plain + (train->last + train->other) * train->factor;

    return WORTH * train->interest * worth + train->own * PASSENGER * HOME_WORTH;
}

static Glance glance_at(const Look *look, const SmTrain *train, int seat)
{
    Glance glance = { .last = tail_value(train, 1),
                      .other = tail_value(train, 2),
                      .factor = (1 << train->royals) - 1,
                      .missing = sm_locomotive(train)->number - train->carriage_count };
    int others = 0;

    for (int i = 0; i < train->carriage_count; i++)
        glance.plain +=
            sm_carriage_value(sm_locomotive(train)->service, train->carriages[i]);
    for (int i = 0; i < train->token_count; i++) {
        int is_own = train->tokens[i].seat == seat;
        glance.own += is_own ? train->tokens[i].value : 0;
        others += !is_own;
    }
    glance.interest =
        PASSENGER * glance.own - HIDDEN_TOKEN * others / (look->sm->seats - 1);
    glance.value = value_of_train(look, &glance);
    return glance;
}

static int value_of_boarding(const Look *look, int t, int passengers)
{
    Glance train = look->glances[t];

    train.interest += PASSENGER * passengers;
    return value_of_train(look, &train) - look->glances[t].value
           - passengers * PASSENGER * HOME_WORTH;
}

static int value_of_carriage(const Look *look, int t, int card)
{
    Glance train = look->glances[t];

    train.other = train.last;
    train.last = sm_carriage_value(sm_locomotive(&look->sm->station[t])->service, card);
    train.plain += train.last;
    train.missing--;
    return (train.missing == 0 ? value_of_leaving(&train) : value_of_train(look, &train))
           - look->glances[t].value;
}

static int value_of_uncoupling(const Look *look, int t, int carriages)
{
    const SmTrain *train = &look->sm->station[t];
    Glance left = look->glances[t];

    left.plain -= left.last + (carriages > 1 ? left.other : 0);
    left.missing += carriages < train->carriage_count ? carriages : train->carriage_count;
    left.last = tail_value(train, 1 + carriages);
    left.other = tail_value(train, 2 + carriages);
    return value_of_train(look, &left) - look->glances[t].value;
}

static int value_of_royal(const Look *look, int t)
{
    Glance train = look->glances[t];

    train.factor += train.factor + 1;
    return value_of_train(look, &train) - look->glances[t].value;
}

static int value_of_move(const Look *look, int from, int to, int place)
{
    const SmToken *token = &look->sm->station[from].tokens[place];
    int is_own = token->seat == look->sm->turn;
    int moved = is_own ? PASSENGER * token->value : -HIDDEN_TOKEN / (look->sm->seats - 1);
    Glance left = look->glances[from], joined = look->glances[to];

    left.interest -= moved;
    joined.interest += moved;
    return value_of_train(look, &left) + value_of_train(look, &joined)
           - look->glances[from].value - look->glances[to].value;
}

/* The first tokens that are worth it. */
static int value_of_transfer(const Look *look, int from, int to)
{
    const SmTrain *train = &look->sm->station[from];
    int room = sm_room(&look->sm->station[to]), sum = 0;

    room = room < SM_TRANSFERRED ? room : SM_TRANSFERRED;
    for (int i = 0; i < train->token_count && room > 0; i++) {
        int gain = value_of_move(look, from, to, i);
        sum += gain > 0 ? gain : 0;
        room -= gain > 0;
    }
    return sum;
}

static int value_of_standing(const Look *look, int t)
{
    int value = SM_VALUES, gain;

    while (value > 0 && look->player->home[value - 1] == 0)
        value--;
    gain = value_of_boarding(look, t, value);
    return gain > 0 ? gain : 0;
}

static int value_of_special(const Look *look, int card, int a, int b)
{
    switch (card) {
    case SM_REPAIR_3: /* a repair names a card, every other special a train */
    case SM_REPAIR_5:
        return value_of_carriage(look, b, a);
    case SM_CABOOSE:
        return value_of_leaving(&look->glances[a]) - look->glances[a].value;
    case SM_ROYAL:
        return value_of_royal(look, a);
    case SM_REASSIGN: {
        const SmTrain *train = &look->sm->station[a];
        return value_of_carriage(look, b, train->carriages[train->carriage_count - 1])
               + value_of_uncoupling(look, a, 1);
    }
    case SM_TRANSFER:
        return value_of_transfer(look, a, b);
    case SM_STANDING:
        return value_of_standing(look, a);
    case SM_UNCOUPLE_1:
        return value_of_uncoupling(look, a, 1);
    default:
        return value_of_uncoupling(look, a, 2);
    }
}

/* A card played is one less in hand, and another comes. */
static int price_of(int card)
{
    return POINT * (4 - CARD_VALUE[card]);
}

/* Approximate change of the estimate by an action. */
static int quick_value(const Look *look, Action action)
{
    int a = action_a(action), b = action_b(action), kind = action_kind(action);

    switch (kind) {
    case SM_BOARD:
        return value_of_boarding(look, b, a);
    case SM_COUPLE:
        return value_of_carriage(look, b, a) + price_of(a);
    case SM_WASTE:
        return price_of(a);
    case SM_MOVE:
        return value_of_move(look, look->sm->train, look->sm->to, a);
    case SM_DONE:
        return 0;
    default: {
        int card = kind - SM_PLAY_CARD + SM_CABOOSE;
        return value_of_special(look, card, a, b) + price_of(card);
    }
    }
}

static Look look_around(const SmState *sm, int seat)
{
    Look look = { .sm = sm, .player = &sm->players[seat] };

    for (int t = 0; t < sm->station_count; t++)
        look.glances[t] = glance_at(&look, &sm->station[t], seat);
    return look;
}

/* The best by quick_value plus a little noise: a few bits of one random number for each
 * action. */
static Action choose_quickly(const SmState *sm, int seat, Rng *rng)
{
    enum { LUCK_SHIFT = 58 };
    Action actions[ACTIONS_MAX];
    int count = STATION_MASTER.list(sm, seat, actions), best = 0, most = -1000000;
    uint64_t luck = rng_next(rng), step = 2 * luck | 1;

    if (count == 1)
        return actions[0];
    Look look = look_around(sm, seat);
    for (int i = 0; i < count; i++, luck += step) {
        int value = quick_value(&look, actions[i]) + (int)(luck >> LUCK_SHIFT);
        if (value > most) {
            most = value;
            best = i;
        }
    }
    return actions[best];
}

static int play(void *state, int seat, Rng *rng, Action *done)
{
    Action action = choose_quickly(state, seat, rng);

    if (done != NULL)
        *done = action;
    STATION_MASTER.apply(state, seat, action, NULL);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Priors                                                                    */
/* ------------------------------------------------------------------------- */

#define QUARTER (6.0 * POINT)

static void weigh(const void *state, int seat, const Action *actions, int count,
                  double *weights)
{
    Look look = look_around(state, seat);

    for (int i = 0; i < count; i++)
        weights[i] = quick_value(&look, actions[i]);
    policy_weights_of_values(weights, count, QUARTER);
}

/* ------------------------------------------------------------------------- */
/* The end                                                                   */
/* ------------------------------------------------------------------------- */

/* Quarters that a passenger of the seat on this train will probably bring. */
static int outlook_of(const SmState *sm, const SmTrain *train, int seat)
{
    int interest = interest_in(train, seat, sm->seats);
    int missing = sm_locomotive(train)->number - train->carriage_count;

    return worth_now(train) + (interest > 0 ? -1 : 1) * SPOILING * missing;
}

static int passengers_of(const SmTrain *train, int seat)
{
    int passengers = 0;

    for (int i = 0; i < train->token_count; i++)
        passengers += train->tokens[i].seat == seat ? train->tokens[i].value : 0;
    return passengers;
}

/* The game lasts until these have come, not until the deck is empty: with two
 * players half of it is left. */
static int carriages_to_come(const SmState *sm)
{
    int count = 0;

    for (int t = 0; t < sm->station_count; t++)
        count += sm_locomotive(&sm->station[t])->number - sm->station[t].carriage_count;
    for (int i = 0; i < sm->pile_count; i++)
        count += SM_LOCOMOTIVE_TABLE[sm->pile[i]].number;
    return count;
}

/* In a drawn state the values of all tokens are known. The uncertainty was measured in
 * games of the search against itself. */
static int predict(const void *state, int *points)
{
    enum { AT_ONCE = 2000, A_CARRIAGE = 62 };
    const SmState *sm = state;

    for (int seat = 0; seat < sm->seats; seat++) {
        int value = POINT * sm->players[seat].score + home_value(&sm->players[seat]);
        for (int t = 0; t < sm->station_count; t++) {
            const SmTrain *train = &sm->station[t];
            value += PASSENGER * passengers_of(train, seat) * outlook_of(sm, train, seat);
        }
        points[seat] = value * 100 / POINT;
    }
    return AT_ONCE + A_CARRIAGE * carriages_to_come(sm);
}

/* A few turns show whether a train will be spoiled; after that an estimate has less
 * variance than playing on. */
static int is_cut(const void *root, const void *state, int decisions)
{
    enum { PLAYED_OUT = 16 };

    (void)root;
    return decisions >= PLAYED_OUT && is_fresh(state);
}

const Policy SM_POLICY = {
    .game = &STATION_MASTER,
    .choose = choose,
    .weigh = weigh,
    .play = play,
    .others_play_quickly = 1,
    .is_cut = is_cut,
    .predict = predict,
    .margin_part = 0.2,
    .margin_full = 150,
};
