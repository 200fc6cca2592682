/* take_a_train.c: how a sensible casual player plays Take a Train.
 *
 * At an auction it estimates what a locomotive brings beyond the cheapest kind: the best
 * locomotive of a round pulls about four wagons, the next two or three, the last one or
 * two. It bids well below that and keeps something for the locomotives still to be
 * bought. In coupling it tries each card in a drawn state and takes the one that
 * improves its position most against the others', trains counted by what they would pay
 * plus something for wagons to come. All values are dollars. */
#include "ai/take_a_train.h"

#include <string.h>

enum {
    RESERVE = 150,        /* for each locomotive still to be bought */
    BID_SHARE = 55,       /* of its worth, in hundredths, one bids for a locomotive */
    PRE_EMPTED_SHARE = 7, /* of the money, in hundredths, for a locomotive unseen */
    PROGRESS = 40,        /* of the dollars of an objective that a card brings nearer */
    STEPS_MAX = 3,        /* of $50 in one raise */
    WORTHLESS = -1000000,
};

/* What the wagons of the best, the second and the third locomotive are worth by
 * the end of a round, before they are multiplied. */
static const int LOADS[TT_OWN] = { 700, 400, 200 };

/* ------------------------------------------------------------------------- */
/* What locomotives are worth                                                */
/* ------------------------------------------------------------------------- */

/* Multipliers of a set of locomotives, the highest first; 0 is a replacement. */
typedef struct Set {
    int count;
    int multipliers[TT_OWN];
} Set;

static void add_to_set(Set *set, int multiplier)
{
    int place = set->count++;

    for (; place > 0 && set->multipliers[place - 1] < multiplier; place--)
        set->multipliers[place] = set->multipliers[place - 1];
    set->multipliers[place] = multiplier;
}

static Set set_of(const TtPlayer *player)
{
    Set set = { .count = 0 };

    for (int i = 0; i < player->locomotive_count; i++) {
        const TtLocomotive *locomotive = &player->locomotives[i];
        int multiplier = TT_LOCOMOTIVE_TABLE[locomotive->card].multiplier;
        add_to_set(&set, locomotive->is_face_down ? 0 : multiplier);
    }
    return set;
}

static int value_of_set(Set set)
{
    int value = 0;

    while (set.count < TT_OWN)
        add_to_set(&set, 1);
    for (int i = 0; i < TT_OWN; i++)
        value += LOADS[i] * set.multipliers[i];
    return value;
}

static int holds(const TtPlayer *player, int objective)
{
    for (int i = 0; i < player->objective_count; i++) {
        if (player->objectives[i] == objective)
            return 1;
    }
    return 0;
}

/* A part of what an objective pays, if the locomotive helps. */
static int help_with_objectives(const TtState *tt, const TtPlayer *player, int card)
{
    static const uint8_t THREE[] = { TT_THREE_STEAM, TT_THREE_DIESEL, TT_THREE_ELECTRIC };
    const TtLocomotiveCard *data = &TT_LOCOMOTIVE_TABLE[card];
    int three = THREE[data->propulsion], help = 0, alike = 0;

    for (int i = 0; i < player->locomotive_count; i++)
        alike +=
            TT_LOCOMOTIVE_TABLE[player->locomotives[i].card].propulsion == data->propulsion;
    if (holds(player, three) && alike == player->locomotive_count)
        help += tt_objective_pays(tt, three) * (1 + alike) / 4;
    if (holds(player, TT_ONE_OF_EACH) && alike == 0)
        help += tt_objective_pays(tt, TT_ONE_OF_EACH) / 3;
    if (holds(player, TT_FASTEST) && data->speed >= 170)
        help += tt_objective_pays(tt, TT_FASTEST) / 2;
    if (holds(player, TT_SLOWEST) && data->speed <= 60)
        help += tt_objective_pays(tt, TT_SLOWEST) / 2;
    if (holds(player, TT_FIRST_PLAYER))
        help += data->power / 4;
    if (holds(player, TT_LAST_PLAYER))
        help -= data->power / 2;
    return help;
}

/* What the locomotive brings more than the cheapest kind would. */
static int worth(const TtState *tt, int seat, int card)
{
    const TtPlayer *player = &tt->players[seat];
    Set set = set_of(player), with = set;

    add_to_set(&with, TT_LOCOMOTIVE_TABLE[card].multiplier);
    return value_of_set(with) - value_of_set(set) + 100
           + help_with_objectives(tt, player, card);
}

/* The most that one would pay for it. */
int tt_bid_limit(const TtState *tt, int seat, int card)
{
    const TtPlayer *player = &tt->players[seat];
    int spare = player->money - RESERVE * (TT_OWN - 1 - player->locomotive_count);
    int limit = worth(tt, seat, card) * BID_SHARE / 100 + 50;

    return limit < spare ? limit : spare;
}

/* ------------------------------------------------------------------------- */
/* Choosing locomotives                                                      */
/* ------------------------------------------------------------------------- */

/* The value of one of the listed actions. */
typedef int Valuer(const Decision *decision, Action action);

static Action best_by(Valuer *value_of, const Decision *decision)
{
    Action best = decision->actions[0];
    int best_value = WORTHLESS;

    for (int i = 0; i < decision->count; i++) {
        int value = value_of(decision, decision->actions[i]);
        if (value > best_value) {
            best_value = value;
            best = decision->actions[i];
        }
    }
    return best;
}

static int value_taken(const Decision *decision, Action action)
{
    return worth(decision->view, decision->seat, action_a(action));
}

static int value_named(const Decision *decision, Action action)
{
    return value_taken(decision, action) - TT_LOCOMOTIVE_TABLE[action_a(action)].power;
}

/* Of equal bidders, the own seat; else the player with the weakest locomotives. */
static int value_of_winner(const Decision *decision, Action action)
{
    const TtState *tt = decision->view;
    int seat = action_a(action);

    return seat == decision->seat ? 1 : -value_of_set(set_of(&tt->players[seat]));
}

/* ------------------------------------------------------------------------- */
/* Bidding                                                                   */
/* ------------------------------------------------------------------------- */

/* The highest listed bid that is not above `dollars`; else the lowest. Bids come
 * first in a list and ascend by single steps. */
static Action bid_about(const Decision *decision, int dollars)
{
    int steps = (dollars - tt_amount(decision->actions[0])) / TT_DOLLARS;

    if (steps >= decision->count)
        steps = decision->count - 1;
    while (steps > 0 && action_kind(decision->actions[steps]) != TT_BID)
        steps--;
    return decision->actions[steps < 0 ? 0 : steps];
}

/* The lowest opening bid; of market cards, all from the first place on. */
static Action choose_first(const Decision *decision, Rng *rng)
{
    (void)rng;
    return decision->actions[0];
}

/* A little more than the last bid, or nothing. */
static Action choose_raise(const Decision *decision, Rng *rng)
{
    const TtState *tt = decision->view;
    int limit = tt_bid_limit(tt, decision->seat, tt->up);
    int least = tt_amount(decision->actions[0]);
    int more = TT_DOLLARS * (int)rng_below(rng, STEPS_MAX);

    if (action_kind(decision->actions[0]) != TT_BID || least > limit)
        return decision->actions[decision->count - 1];
    return bid_about(decision, least + more < limit ? least + more : limit);
}

/* A secret bid of between half the limit and all of it. */
static Action choose_sealed(const Decision *decision, Rng *rng)
{
    const TtState *tt = decision->view;
    int limit;

    if (tt->auction == TT_PRE_EMPTED)
        limit = tt->players[decision->seat].money * PRE_EMPTED_SHARE / 100;
    else
        limit = tt_bid_limit(tt, decision->seat, tt->up);
    if (limit < 0)
        limit = 0;
    return bid_about(decision, limit / 2 + (int)rng_below(rng, (uint32_t)limit / 2 + 1));
}

/* Just enough to be ahead of what the others have shown, and a surprise more. */
int tt_second_bid(const TtState *tt, int seat, Rng *rng)
{
    int own = tt->players[seat].bid;
    int room = tt_bid_limit(tt, seat, tt->up) - own;
    int high = 0;

    for (int other = 0; other < tt->seats; other++) {
        if (other != seat && tt->players[other].bid > high)
            high = tt->players[other].bid;
    }
    int wanted = high - own + TT_DOLLARS * (1 + (int)rng_below(rng, 4));
    return wanted < 0 || wanted > room ? 0 : wanted;
}

static Action choose_second_bid(const Decision *decision, Rng *rng)
{
    return bid_about(decision, tt_second_bid(decision->view, decision->seat, rng));
}

/* ------------------------------------------------------------------------- */
/* The rotating auction                                                      */
/* ------------------------------------------------------------------------- */

/* TT-4.15: what a set costs, locomotives still to come taken for cheap ones. */
static int rotating_price(const TtState *tt, const uint8_t *cards, int count)
{
    int sum = 100 * (TT_OWN - count), highest = 1;

    for (int i = 0; i < count; i++) {
        const TtLocomotiveCard *data = &TT_LOCOMOTIVE_TABLE[cards[i]];
        sum += data->power;
        if (data->multiplier > highest)
            highest = data->multiplier;
    }
    return tt->options[TT_OPTION_ROTATING] == TT_ROTATING_SUM ? sum : sum * highest;
}

static int value_kept(const Decision *decision, Action action)
{
    const TtState *tt = decision->view;
    const TtPlayer *player = &tt->players[decision->seat];
    uint8_t cards[TT_OWN];
    int card = action_a(action), count = player->kept_count;
    Set set = { .count = 0 };

    memcpy(cards, player->kept, (size_t)count);
    cards[count++] = (uint8_t)card;
    for (int i = 0; i < count; i++)
        add_to_set(&set, TT_LOCOMOTIVE_TABLE[cards[i]].multiplier);
    return value_of_set(set) - rotating_price(tt, cards, count)
           + help_with_objectives(tt, player, card);
}

/* What is left is worth its value less its price; if that cannot be paid yet,
 * the lower the price the better. */
static int value_turned_down(const Decision *decision, Action action)
{
    TtState trial = *(const TtState *)decision->view;
    TtPlayer *player = &trial.players[decision->seat];

    for (int i = 0; i < TT_OWN; i++) {
        if (player->locomotives[i].card == action_a(action))
            player->locomotives[i].is_face_down = 1;
    }
    int price = tt_rotating_price(&trial, decision->seat);
    return player->money < price ? -price : value_of_set(set_of(player)) - price;
}

/* ------------------------------------------------------------------------- */
/* Coupling                                                                  */
/* ------------------------------------------------------------------------- */

/* Count and dollars are summed in one word, and alternate cards in separate rows: no
 * addition depends on the one before. */
typedef uint32_t TtSums[2][TT_TYPES + 1];

enum { A_WAGON = 1 << 20, DOLLARS = A_WAGON - 1 };

static void sum_up(TtSums sums, const uint8_t *cards, int count)
{
    for (int i = 0; i < count; i++) {
        const TtCard *data = &TT_CARD_TABLE[cards[i]];
        sums[i & 1][data->type] += A_WAGON + data->value;
    }
}

TtSupply tt_supply(const TtState *tt)
{
    TtSums sums = { { 0 } };
    TtSupply supply;

    sum_up(sums, tt->deck, tt->deck_count);
    sum_up(sums, tt->market, tt->market_count);
    for (int type = 0; type < TT_TYPES; type++) {
        uint32_t sum = sums[0][type] + sums[1][type];
        supply.wagons[type] = (int)(sum / A_WAGON);
        supply.dollars[type] = (int)(sum & DOLLARS);
    }
    return supply;
}

/* Turns that there may still be: until another player's longest train is full.
 * The own train is filled up or not as the seat likes. */
int tt_turns_left(const TtState *tt, int viewer)
{
    int missing = tt->limit;

    for (int seat = 0; seat < tt->seats; seat++) {
        for (int i = 0; i < TT_OWN && seat != viewer; i++) {
            int left = tt->limit - tt->players[seat].locomotives[i].wagon_count;
            if (left < missing)
                missing = left;
        }
    }
    return missing + 1;
}

/* What a train may still get: a few of the wagons of its type that are left. */
int tt_promise(const TtState *tt, const TtLocomotive *locomotive, const TtSupply *supply,
               int turns)
{
    int type = tt_load_type(locomotive);
    int multiplier =
        TT_LOCOMOTIVE_TABLE[locomotive->card].multiplier + locomotive->multiplier_cards;
    int room = tt->limit - locomotive->wagon_count;

    if (locomotive->is_face_down)
        return 0;
    if (type == TT_TYPES) /* nothing yet: a poor type may do */
        return multiplier * 40 * (turns > 3 ? 3 : turns);
    if (supply->wagons[type] == 0)
        return 0;
    int coming = room < turns ? room : turns;
    int average = supply->dollars[type] / supply->wagons[type];
    int chance = supply->wagons[type] * 5; /* in hundredths, for a wagon a turn */
    return multiplier * average * coming * (chance < 70 ? chance : 70) / 200;
}

/* How far wagons have come towards the objectives in hand. */
static int progress(const TtState *tt, const TtPlayer *player)
{
    int value = 0, all = 0;

    for (int i = 0; i < TT_OWN; i++) {
        const TtLocomotive *locomotive = &player->locomotives[i];
        int type = tt_load_type(locomotive);
        all += locomotive->wagon_count;
        if (type == TT_TYPES || !holds(player, TT_LOAD_TABLE[type].objective))
            continue;
        value += tt_objective_pays(tt, TT_LOAD_TABLE[type].objective)
                 * locomotive->wagon_count / TT_LOAD_TABLE[type].wagons;
    }
    if (holds(player, TT_TEN_WAGONS))
        value += tt_objective_pays(tt, TT_TEN_WAGONS) * all / 10;
    return value * PROGRESS / 100;
}

static int estimate_player(const TtState *tt, int seat, const TtSupply *supply, int turns)
{
    const TtPlayer *player = &tt->players[seat];
    int value = player->money, promised = 0, most = 0;

    if (tt_stage(tt) != TT_STAGE_COUPLING)
        return value;
    for (int i = 0; i < TT_OWN; i++) {
        int next = tt_promise(tt, &player->locomotives[i], supply, turns);
        value += tt_profit(&player->locomotives[i]);
        promised += next;
        if (next > most)
            most = next;
    }
    /* There is one card a turn for all three. */
    return value + most + (promised - most) / 3 + progress(tt, player);
}

/* The seat's own prospects minus the average of the others'. After the round all of it
 * is money. */
static int estimate(const TtState *tt, int seat)
{
    TtSupply supply = tt_supply(tt);
    int turns = tt_turns_left(tt, seat);
    int others = 0;

    for (int other = 0; other < tt->seats; other++) {
        if (other != seat)
            others += estimate_player(tt, other, &supply, turns);
    }
    return estimate_player(tt, seat, &supply, turns) - others / (tt->seats - 1);
}

/* Is it worth paying for other market cards? With a good train that none of them fits. */
static int wants_other_cards(const TtState *tt, int seat, int gain)
{
    const TtPlayer *player = &tt->players[seat];
    int price = tt_replacement_price(tt, seat);
    int hopes = 0;

    for (int i = 0; i < TT_OWN; i++) {
        const TtLocomotive *locomotive = &player->locomotives[i];
        int multiplier = TT_LOCOMOTIVE_TABLE[locomotive->card].multiplier;
        if (!locomotive->is_face_down && locomotive->wagon_count > 0 && multiplier >= 3)
            hopes += 250 * multiplier;
    }
    return player->money >= 3 * price && hopes > price + gain;
}

static Action choose_coupling(const Decision *decision, Rng *rng)
{
    const Game *game = decision->game;
    State guess;
    Action best = decision->actions[decision->count - 1]; /* pass */
    int best_value = WORTHLESS, discard = -1;

    game->determinize(decision->view, decision->seat, rng, &guess);
    int now = estimate((const TtState *)(const void *)&guess, decision->seat);
    for (int i = 0; i < decision->count; i++) {
        State trial = guess;
        if (action_kind(decision->actions[i]) == TT_DISCARD) {
            discard = discard < 0 ? i : discard;
            continue;
        }
        game->apply(&trial, decision->seat, decision->actions[i], NULL);
        int value = estimate((const TtState *)(const void *)&trial, decision->seat);
        if (value > best_value) {
            best_value = value;
            best = decision->actions[i];
        }
    }
    if (discard >= 0 && wants_other_cards(decision->view, decision->seat, best_value - now))
        return decision->actions[discard];
    return best;
}

/* ------------------------------------------------------------------------- */
/* All steps                                                                 */
/* ------------------------------------------------------------------------- */

Action tt_greedy(const Decision *decision, Rng *rng)
{
    static const struct {
        Valuer *value_of; /* the best action by this, or: */
        Action (*choose)(const Decision *decision, Rng *rng);
    } STEPS[] = {
        [TT_NAMING] = { .value_of = value_named },
        [TT_OPENING] = { .choose = choose_first },
        [TT_RAISING] = { .choose = choose_raise },
        [TT_SEALED] = { .choose = choose_sealed },
        [TT_SEALED_AGAIN] = { .choose = choose_second_bid },
        [TT_CHOOSING] = { .value_of = value_of_winner },
        [TT_PICKING] = { .value_of = value_taken },
        [TT_KEEPING] = { .value_of = value_kept },
        [TT_TURNING] = { .value_of = value_turned_down },
        [TT_REPLACING] = { .value_of = value_taken },
        [TT_COUPLING] = { .choose = choose_coupling },
        [TT_DISCARDING] = { .choose = choose_first },
    };
    int step = ((const TtState *)decision->view)->step;

    return STEPS[step].value_of != NULL ? best_by(STEPS[step].value_of, decision)
                                        : STEPS[step].choose(decision, rng);
}
