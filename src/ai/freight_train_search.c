/* freight_train_search.c: what the search asks of Freight Train: which actions
 * are worth a thought and how much, quick moves for playing days out, and what
 * the end will probably bring. */
#include "ai/freight_train.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* What is worth a thought                                                   */
/* ------------------------------------------------------------------------- */

/* Of the orders in which the same steps can be taken, one is enough: takings by
 * siding, switchings by siding, couplings by car and before what is stored. */
static int is_in_order(Action last, Action action)
{
    int kind = action_kind(action);

    switch (action_kind(last)) {
    case FT_TAKE:
        return kind != FT_TAKE || action_a(action) >= action_a(last);
    case FT_SWITCH:
        return kind != FT_SWITCH || action_a(action) >= action_a(last);
    case FT_COUPLE:
        return kind != FT_COUPLE || action_a(action) >= action_a(last);
    case FT_STORE:
        return kind != FT_COUPLE;
    default:
        return 1;
    }
}

static int keep_in_order(Action last, Action *actions, int count)
{
    int kept = 0;

    for (int i = 0; i < count; i++) {
        if (is_in_order(last, actions[i]))
            actions[kept++] = actions[i];
    }
    return kept > 0 ? kept : count;
}

/* How soon a car may leave the yard: there is a train of its type, or it is one
 * of many. */
static int eagerness(const FtState *ft, int seat, int car)
{
    const FtPlayer *player = &ft->players[seat];
    int aboard = 0;

    for (int t = 0; t < player->locomotives; t++) {
        if (player->trains[t].types == 1u << car && !player->trains[t].is_closed)
            aboard = player->trains[t].cars;
    }
    return 4 * aboard + ft->held[car];
}

/* A new yard: the cars that may leave last go to the closed ends, half of them
 * to each siding. */
static int sift_arrangement(const FtState *ft, int seat, Action *actions, int count)
{
    int siding = ft->held_count * 2 <= ft->held_count + ft->players[seat].yard[0].length
                                           + ft->players[seat].yard[1].length;
    int best = -1, least = 0;

    for (int i = 0; i < count; i++) {
        int wish = 2 * eagerness(ft, seat, action_a(actions[i]))
                   + 1000 * (action_b(actions[i]) != siding);
        if (best < 0 || wish < least) {
            best = i;
            least = wish;
        }
    }
    actions[0] = actions[best];
    return 1;
}

/* At the beginning of a turn one fill is as good as another, and rearranging is
 * for yards that are jammed. */
static int sift_turn(const FtState *ft, int seat, Action *actions, int count)
{
    int has_fill = 0, kept = 0;
    int is_jammed = ft_is_jammed(ft, seat);

    for (int i = 0; i < count; i++) {
        if (action_kind(actions[i]) == FT_FILL && has_fill++ > 0)
            continue;
        if (action_kind(actions[i]) != FT_REARRANGE || is_jammed)
            actions[kept++] = actions[i];
    }
    return kept > 0 ? kept : count;
}

static int sift(const void *state, int seat, Action last, Action *actions, int count)
{
    const FtState *ft = state;

    if (ft->stage == FT_TURN)
        return sift_turn(ft, seat, actions, count);
    if (ft->stage == FT_REARRANGING)
        return sift_arrangement(ft, seat, actions, count);
    return last == NO_ACTION ? count : keep_in_order(last, actions, count);
}

/* By what the position looks like afterwards; so many hundredths behind the best
 * count a quarter of it. Fills show cars that nobody has seen: they are taken to
 * be a little worse than the best. */
#define QUARTER     60.0
#define FILL_WEIGHT 0.6

static int estimate_after(const FtState *ft, int seat, Action action)
{
    State after;

    memcpy(&after, ft, sizeof *ft);
    FREIGHT_TRAIN.apply(&after, seat, action, NULL);
    return ft_estimate(&after, seat);
}

static void weigh(const void *state, int seat, const Action *actions, int count,
                  double *weights)
{
    double best = -1e9;

    for (int i = 0; i < count; i++) {
        if (action_kind(actions[i]) == FT_FILL)
            continue;
        weights[i] = estimate_after(state, seat, actions[i]);
        best = weights[i] > best ? weights[i] : best;
    }
    for (int i = 0; i < count; i++) {
        double behind = 1 + (best - weights[i]) / QUARTER;
        weights[i] =
            action_kind(actions[i]) == FT_FILL ? FILL_WEIGHT : 1 / (behind * behind);
    }
}

/* ------------------------------------------------------------------------- */
/* Quick moves                                                               */
/* ------------------------------------------------------------------------- */

enum {
    TO_YARD = -1,
    HINDERED = 1,        /* value of a car that no train takes */
    WORTH_SWITCHING = 4, /* value from which on a car leaves the yard */
    POOR = 17,           /* value of a turn that makes one look for another */
};

static const int8_t YARD_BURDEN[FT_DAYS + 1] = { 0, -20, -8, 3 };

/* Where a car goes, and what that is worth: about a tenth of a point. */
typedef struct Place {
    int8_t train;  /* or TO_YARD */
    uint8_t value; /* 0: not yet thought of */
} Place;

/* What the one who moves has: which trains take which types, a bit each. */
typedef struct Mover {
    const FtState *ft;
    const FtPlayer *player;
    int idle;                         /* locomotives without cars */
    uint32_t own, start, mixed, lone; /* types: to go on with a train of them, to begin
                                       * one, for the mixed train, for a lone car that
                                       * would become it */
    int mixed_train, lone_train;
    uint8_t own_train[FT_TYPES];
    uint8_t rivals[FT_TYPES]; /* the longest of the others' trains of each type */
    Place places[FT_TYPES];
} Mover;

/* The longest of the others' trains of each type. */
static void measure_rivals(const FtState *ft, uint8_t longest[FT_TYPES])
{
    memset(longest, 0, FT_TYPES);
    for (int seat = 0; seat < ft->seats; seat++) {
        const FtPlayer *player = &ft->players[seat];
        if (seat == ft->turn)
            continue;
        for (int t = 0; t < player->locomotives && player->trains[t].cars > 0; t++) {
            const FtTrain *train = &player->trains[t];
            int type = __builtin_ctz(train->types);
            if ((train->types & (train->types - 1)) == 0 && train->cars > longest[type])
                longest[type] = train->cars;
        }
    }
}

/* One more car, with so many aboard and so many before the best of the others. */
static int value_of_growth(int lead)
{
    static const int8_t values[] = { 2, 5, 8, 10, 10, 8, 5, 3 };

    lead += 4;
    return values[lead < 0 ? 0 : lead > 7 ? 7 : lead];
}

static int value_of_start(int rival)
{
    static const int8_t values[] = { 9, 8, 7, 6, 4, 3 };

    return values[rival > 5 ? 5 : rival];
}

static void look_at_train(Mover *mover, int t, uint32_t takes)
{
    const FtTrain *train = &mover->player->trains[t];
    uint32_t types = train->types;

    if ((types & (types - 1)) != 0) {
        mover->mixed = takes;
        mover->mixed_train = t;
        return;
    }
    if (takes & types) {
        mover->own |= types;
        mover->own_train[__builtin_ctz(types)] = (uint8_t)t;
    }
    if (takes & ~types) {
        mover->lone = takes & ~types;
        mover->lone_train = t;
    }
}

static void look_at_mover(Mover *mover, const FtState *ft)
{
    const FtPlayer *player = &ft->players[ft->turn];
    FtWelcome welcome = ft_welcome(player);
    int t;

    mover->ft = ft;
    mover->player = player;
    memset(mover->places, 0, sizeof mover->places);
    mover->own = mover->start = mover->mixed = mover->lone = 0;
    for (t = 0; t < player->locomotives && player->trains[t].cars > 0; t++)
        look_at_train(mover, t, welcome.types[t]);
    mover->idle = player->locomotives - t;
    if (mover->idle > 0)
        mover->start = welcome.types[t];
    measure_rivals(ft, mover->rivals);
}

static void prefer(Place *place, int train, int value)
{
    if (value > place->value)
        *place = (Place){ (int8_t)train, (uint8_t)value };
}

static void find_place(const Mover *mover, int car, Place *place)
{
    enum { ON_MIXED = 4, ON_LONE = 2 };
    int rival = mover->rivals[car];

    *place = (Place){ TO_YARD, HINDERED };
    if (mover->own >> car & 1) {
        int t = mover->own_train[car];
        prefer(place, t, value_of_growth(mover->player->trains[t].cars - rival));
    }
    if (mover->start >> car & 1)
        prefer(place, mover->player->locomotives - mover->idle, value_of_start(rival));
    if (mover->mixed >> car & 1)
        prefer(place, mover->mixed_train, ON_MIXED);
    if (mover->lone >> car & 1)
        prefer(place, mover->lone_train, ON_LONE);
}

/* Most cars are asked for several times or not at all. */
static Place place_of(Mover *mover, int car)
{
    if (mover->places[car].value == 0)
        find_place(mover, car, &mover->places[car]);
    return mover->places[car];
}

static int value_of(Mover *mover, int car)
{
    return place_of(mover, car).value;
}

/* Any action, but no rearranging unless there is nothing else. */
static Action any_action(const FtState *ft, Rng *rng)
{
    Action actions[ACTIONS_MAX];
    int count = FREIGHT_TRAIN.list(ft, ft->turn, actions), kept = 0;

    for (int i = 0; i < count; i++) {
        if (action_kind(actions[i]) != FT_REARRANGE && action_kind(actions[i]) != FT_CLOSE)
            actions[kept++] = actions[i];
    }
    if (kept == 0)
        kept = count;
    return actions[rng_below(rng, (uint32_t)kept)];
}

static int yard_room(const FtPlayer *player)
{
    return FT_YARD_CARS - player->yard[0].length - player->yard[1].length;
}

/* The siding with the best car at its open end; *most is what it is worth. */
static int best_siding(Mover *mover, const uint8_t *lengths, uint64_t luck, int *most)
{
    const FtState *ft = mover->ft;
    int best = -1;

    *most = -1;
    for (int s = 0; s < FT_MAIN_SIDINGS; s++, luck >>= 4) {
        if (lengths[s] == 0)
            continue;
        int car = ft->main[s].cars[lengths[s] - 1];
        int wish = 8 * value_of(mover, car) + 8 * ft->held[car] + (int)(luck & 15);
        if (lengths[s] > 1)
            wish += 2 * value_of(mover, ft->main[s].cars[lengths[s] - 2]);
        if (wish > *most) {
            *most = wish;
            best = s;
        }
    }
    return best;
}

static Action take_quickly(Mover *mover, Rng *rng)
{
    uint8_t lengths[FT_MAIN_SIDINGS];
    int most;

    for (int s = 0; s < FT_MAIN_SIDINGS; s++)
        lengths[s] = mover->ft->main[s].length;
    return action_make(FT_TAKE, best_siding(mover, lengths, rng_next(rng), &most), 0);
}

/* What a taking would bring. */
static int value_of_taking(Mover *mover)
{
    uint8_t lengths[FT_MAIN_SIDINGS];
    int sum = 0, most;

    for (int s = 0; s < FT_MAIN_SIDINGS; s++)
        lengths[s] = mover->ft->main[s].length;
    for (int i = 0; i < FT_TAKEN; i++) {
        int s = best_siding(mover, lengths, 0, &most);
        sum += value_of(mover, mover->ft->main[s].cars[--lengths[s]]);
    }
    return sum;
}

/* The open end where a car hinders least: onto its like, else before the cars
 * that cannot go anyway. */
static int siding_for(Mover *mover, int car)
{
    int best = 0, most = -1;

    for (int s = 0; s < FT_YARD_SIDINGS; s++) {
        const FtYardSiding *track = &mover->player->yard[s];
        if (track->length == FT_YARD_ROOM)
            continue;
        int end = track->length > 0 ? track->cars[track->length - 1] : car;
        int wish = (end == car ? 40 : 20 - 2 * value_of(mover, end)) + FT_YARD_ROOM
                   - track->length;
        if (wish > most) {
            most = wish;
            best = s;
        }
    }
    return best;
}

static Action place_quickly(Mover *mover)
{
    int best = -1, most = -1;

    for (int car = 0; car < FT_TYPES; car++) {
        if (mover->ft->held[car] == 0)
            continue;
        int wish = value_of(mover, car) + 4 * mover->ft->held[car];
        if (wish > most) {
            best = car;
            most = wish;
        }
    }
    Place place = place_of(mover, best);
    if (place.train != TO_YARD)
        return action_make(FT_COUPLE, best, place.train);
    return action_make(FT_STORE, best, siding_for(mover, best));
}

/* The siding of the own yard with the best car that can go, or -1. */
static int siding_to_switch(Mover *mover, const uint8_t *lengths)
{
    int best = -1, most = WORTH_SWITCHING - 1;

    for (int s = 0; s < FT_YARD_SIDINGS; s++) {
        if (lengths[s] == 0)
            continue;
        int car = mover->player->yard[s].cars[lengths[s] - 1];
        Place place = place_of(mover, car);
        if (place.train != TO_YARD && place.value > most) {
            most = place.value;
            best = s;
        }
    }
    return best;
}

/* The next car, or no more. */
static Action switch_quickly(Mover *mover)
{
    const FtYardSiding *yard = mover->player->yard;
    uint8_t lengths[FT_YARD_SIDINGS] = { yard[0].length, yard[1].length };
    int s = siding_to_switch(mover, lengths);

    if (s < 0)
        return action_make(FT_DONE, 0, 0);
    return action_make(FT_SWITCH, s, place_of(mover, yard[s].cars[lengths[s] - 1]).train);
}

/* What a switching would bring. */
static int value_of_switching(Mover *mover)
{
    const FtYardSiding *yard = mover->player->yard;
    uint8_t lengths[FT_YARD_SIDINGS] = { yard[0].length, yard[1].length };
    int idle = mover->idle, sum = 0;

    for (int i = 0; i < FT_SWITCHED; i++) {
        int s = siding_to_switch(mover, lengths);
        if (s < 0)
            break;
        int car = yard[s].cars[--lengths[s]];
        Place place = place_of(mover, car);
        if (mover->player->trains[place.train].cars == 0 && idle-- <= 0)
            break;
        sum += place.value;
    }
    return sum;
}

static int count_main(const FtState *ft)
{
    int cars = 0;

    for (int s = 0; s < FT_MAIN_SIDINGS; s++)
        cars += ft->main[s].length;
    return cars;
}

static Action fill_quickly(const FtState *ft)
{
    int s = 0;

    while (ft->main[s].length > 0)
        s++;
    return action_make(FT_FILL, s, 0);
}

/* By what taking and switching would bring, a little luck in it: cars in the yard
 * are an asset on the first day (FT-5.8). */
static Action begin_quickly(Mover *mover, Rng *rng)
{
    const FtState *ft = mover->ft;
    int luck = (int)(rng_next(rng) >> 61);
    int can_take = count_main(ft) >= FT_TAKEN && yard_room(mover->player) >= FT_TAKEN;
    int taking = can_take ? value_of_taking(mover) : 0;
    int switching = value_of_switching(mover);

    if (switching > 0 && (!can_take || switching + YARD_BURDEN[ft->day] + luck > taking))
        return switch_quickly(mover);
    if (taking < POOR && ft->day < FT_DAYS && !mover->player->has_called && mover->idle == 0
        && ft_locomotives_left(ft) > 0)
        return action_make(FT_CALL, 0, 0);
    return can_take ? take_quickly(mover, rng) : any_action(ft, rng);
}

static Action play(const void *state, int seat, Rng *rng)
{
    const FtState *ft = state;
    int room = yard_room(&ft->players[ft->turn]);
    Mover mover;

    (void)seat;
    if (ft->stage == FT_REARRANGING || (ft->stage == FT_TAKING && room < FT_TAKEN)
        || (ft->stage == FT_PLACING && room < ft->held_count))
        return any_action(ft, rng);
    /* More cars to choose from are always good. */
    if (ft->stage == FT_TURN && ft_can_fill(ft))
        return fill_quickly(ft);
    look_at_mover(&mover, ft);
    switch (ft->stage) {
    case FT_TAKING:
        return take_quickly(&mover, rng);
    case FT_PLACING:
        return place_quickly(&mover);
    case FT_SWITCHING:
        return switch_quickly(&mover);
    default:
        return begin_quickly(&mover, rng);
    }
}

/* ------------------------------------------------------------------------- */
/* The end                                                                   */
/* ------------------------------------------------------------------------- */

/* The score of a day says more than any estimate within it; the days after are
 * nearly all luck. */
static int is_cut(const void *root, const void *state, int decisions)
{
    const FtState *from = root, *ft = state;

    (void)decisions;
    return ft->day != from->day;
}

/* Two seats are the less sure of each other the more is to come. */
static int foresee(const void *state, int *points)
{
    enum { AT_ONCE = 150, A_TENTH_OF_A_TURN = 3, A_DAY = 500 };
    const FtState *ft = state;

    ft_prospects(ft, points);
    return AT_ONCE + A_TENTH_OF_A_TURN * ft_turns_to_come(ft, ft->turn)
           + A_DAY * (FT_DAYS - ft->day);
}

const Policy FT_POLICY = {
    .game = &FREIGHT_TRAIN,
    .choose = ft_greedy,
    .sift = sift,
    .weigh = weigh,
    .play = play,
    .is_cut = is_cut,
    .foresee = foresee,
    .margin_part = 0.7,
    .margin_full = 20,
    .curiosity = 0.15,
};
