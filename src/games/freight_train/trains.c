/* trains.c: which cars may run together (FT-4.6 to FT-4.9).
 *
 * Nothing is declared. A player's trains are legal if some reading of them is:
 * at most one is called mixed and holds no type twice, and the others hold one
 * type each, no two the same. What can still be read either way is a lone car.
 *
 * Taking a car away never spoils a reading. So cars can be coupled one by one,
 * in any order, and each step on the way to legal trains is legal too. */
#include "games/freight_train/ft.h"

#include <assert.h>

enum { NO_TRAIN = -1, ALL_TYPES = (1 << FT_TYPES) - 1 };

static int has_several_types(const FtTrain *train)
{
    return (train->types & (train->types - 1)) != 0;
}

int ft_cars_aboard(const FtTrain *train, int car)
{
    if ((train->types >> car & 1) == 0)
        return 0;
    return has_several_types(train) ? 1 : train->cars;
}

/* The two trains of the type that stands twice, the shorter first; of two lone
 * cars the one without a caboose (FT-4.9). */
static void find_twins(const FtPlayer *player, uint32_t type, int twins[2])
{
    int found = 0;

    for (int t = 0; t < player->locomotives && found < 2; t++) {
        if (player->trains[t].types == type)
            twins[found++] = t;
    }
    assert(found == 2);
    const FtTrain *a = &player->trains[twins[0]], *b = &player->trains[twins[1]];
    if (b->cars < a->cars || (b->cars == a->cars && b->is_closed < a->is_closed)) {
        int longer = twins[0];
        twins[0] = twins[1];
        twins[1] = longer;
    }
}

/* FT-4.8: the mixed train takes what it has not. No lone car can become it any more. */
static void read_mixed(const FtTrain *train, int t, FtWelcome *welcome)
{
    welcome->mixed = train->is_closed ? 0 : 1u << t;
    welcome->mixed_takes = ALL_TYPES & ~(uint32_t)train->types;
    welcome->lone = 0;
    welcome->closed_lone = 0;
}

/* Of two trains of one type one must be the mixed one. If one is longer it is the other,
 * which then takes no more of its type; of two lone cars it may be either. */
static void read_twins(const FtPlayer *player, uint32_t type, FtWelcome *welcome)
{
    uint16_t *own_trains = &welcome->own_trains[__builtin_ctz(type)];
    int twins[2];

    find_twins(player, type, twins);
    welcome->mixed &= *own_trains;
    welcome->lone &= type;
    welcome->closed_lone &= type;
    if (player->trains[twins[1]].cars > 1) {
        welcome->mixed_takes &= ~type;
        welcome->lone = 0;
        welcome->closed_lone = 0;
        *own_trains &= (uint16_t) ~(1u << twins[0]);
    }
    welcome->own |= *own_trains ? type : 0;
}

/* FT-4.8: while no train is the mixed one, or must be, any lone car may become it, and a
 * train of any type may begin; after that, only of a type that has none. */
void ft_read_trains(const FtPlayer *player, FtWelcome *welcome)
{
    uint32_t singles = 0, sum = 0; /* a type that stands twice makes the sum greater */
    uint32_t closed = 0;
    int t = 0, mixed = NO_TRAIN;

    *welcome = (FtWelcome){ .mixed_takes = ALL_TYPES };
    for (; t < FT_TRAINS && player->trains[t].types != 0; t++) {
        const FtTrain *train = &player->trains[t];
        uint32_t type = train->types;
        if (has_several_types(train)) {
            mixed = t;
            continue;
        }
        sum += type;
        singles |= type;
        if (train->is_closed) {
            closed |= type;
            welcome->closed_lone |= train->cars == 1 ? type : 0;
            continue;
        }
        welcome->own_trains[__builtin_ctz(type)] |= (uint16_t)(1u << t);
        if (train->cars == 1) {
            welcome->lone |= type;
            welcome->mixed |= 1u << t;
        }
    }
    welcome->singles = singles;
    welcome->own = singles & ~closed;
    welcome->is_settled = (uint8_t)(mixed != NO_TRAIN || sum != singles);
    if (mixed != NO_TRAIN)
        read_mixed(&player->trains[mixed], mixed, welcome);
    else if (welcome->is_settled)
        read_twins(player, sum - singles, welcome);
    welcome->idle_train = 1u << t;
    welcome->idle = (uint8_t)(player->locomotives - t);
    if (welcome->idle > 0)
        welcome->idle_takes = welcome->is_settled ? ALL_TYPES & ~singles : ALL_TYPES;
    if (welcome->mixed == 0)
        welcome->mixed_takes = 0;
    welcome->any = welcome->own | welcome->mixed_takes | welcome->idle_takes;
}

static uint32_t if_taken(uint32_t trains, uint32_t types, int car)
{
    return types >> car & 1 ? trains : 0;
}

uint32_t ft_trains_taking(const FtWelcome *welcome, int car)
{
    return welcome->own_trains[car] | if_taken(welcome->mixed, welcome->mixed_takes, car)
           | if_taken(welcome->idle_train, welcome->idle_takes, car);
}

int ft_stays_welcome(const FtWelcome *welcome, int train, int car)
{
    return welcome->is_settled && welcome->lone == 0
           && welcome->own_trains[car] >> train & 1;
}

uint32_t ft_types_taken(const FtWelcome *welcome, const FtPlayer *player, int train)
{
    uint32_t bit = 1u << train, types = player->trains[train].types;
    uint32_t taken = 0;

    if (types != 0 && welcome->own_trains[__builtin_ctz(types)] & bit)
        taken |= types;
    if (welcome->mixed & bit)
        taken |= welcome->mixed_takes;
    return welcome->idle_train & bit ? welcome->idle_takes : taken;
}

void ft_keep_welcome(FtState *ft, int seat)
{
    ft_read_trains(&ft->players[seat], &ft->welcome[seat]);
}

void ft_add_car(FtTrain *train, int car)
{
    train->types |= (uint16_t)(1u << car);
    train->cars++;
}

void ft_couple_car(FtState *ft, int seat, int train, int car)
{
    int stays = ft_stays_welcome(&ft->welcome[seat], train, car);

    ft_add_car(&ft->players[seat].trains[train], car);
    if (!stays)
        ft_keep_welcome(ft, seat);
}

/* ------------------------------------------------------------------------- */
/* Several cars together                                                     */
/* ------------------------------------------------------------------------- */

/* Types of which there are one, two, three cars or more. */
typedef struct Cars {
    uint32_t one, two, three;
} Cars;

static void add_car(Cars *cars, int car)
{
    uint32_t type = 1u << car;

    cars->three |= cars->two & type;
    cars->two |= cars->one & type;
    cars->one |= type;
}

/* A way to read the trains, with the mixed one settled. */
typedef struct Reading {
    uint32_t own;   /* types that ride with their own, as many as there are */
    uint32_t mixed; /* types that the mixed train takes, one of each */
    uint32_t begin; /* types that may begin a train, and then are its own */
    int idle;       /* locomotives for that */
} Reading;

/* Of at most three; a call on processors without an instruction for it costs more. */
static int count_few(uint32_t set, int most)
{
    int count = 0;

    for (; set != 0 && count < most; set &= set - 1)
        count++;
    return count;
}

/* How many of the cars can ride, at most. The types that gain most by a train of their
 * own get one: `gains_two` is part of `gains_one`, and so on. */
static int count_riders(Cars cars, Reading reading)
{
    uint32_t begin = reading.begin & ~reading.own, mixed = reading.mixed & ~reading.own;
    uint32_t gains_one = begin & ((cars.one & ~mixed) | (cars.two & mixed));
    uint32_t gains_two = begin & ((cars.two & ~mixed) | (cars.three & mixed));
    uint32_t gains_three = begin & cars.three & ~mixed;

    return count_few(cars.one & (reading.own | mixed), FT_TAKEN)
           + count_few(cars.two & reading.own, FT_TAKEN)
           + count_few(cars.three & reading.own, FT_TAKEN)
           + count_few(gains_one, reading.idle) + count_few(gains_two, reading.idle)
           + count_few(gains_three, reading.idle);
}

/* No train is the mixed one yet. It may be a lone car of another type, which costs these
 * cars nothing, or else a new train; or none; or a lone car of one of their types, which
 * leaves room for another train of that type. */
static int can_ride_unsettled(const FtWelcome *welcome, Cars cars, int must_ride)
{
    uint32_t own = welcome->own, begin = ALL_TYPES & ~welcome->singles;
    int idle = welcome->idle;
    int idle_beside_mixed = welcome->lone & ~cars.one ? idle : idle - 1;
    Reading with_mixed = { own, ALL_TYPES, begin, idle_beside_mixed };
    Reading without = { own, 0, begin, idle };

    if (idle_beside_mixed >= 0 && count_riders(cars, with_mixed) >= must_ride)
        return 1;
    if (count_riders(cars, without) >= must_ride)
        return 1;
    for (uint32_t lone = welcome->lone & cars.one; lone; lone &= lone - 1) {
        uint32_t type = lone & -lone;
        Reading reading = { own & ~type, ALL_TYPES & ~type, begin | type, idle };
        if (count_riders(cars, reading) >= must_ride)
            return 1;
    }
    for (uint32_t lone = welcome->closed_lone & cars.one; lone; lone &= lone - 1) {
        Reading reading = { own, 0, begin | (lone & -lone), idle };
        if (count_riders(cars, reading) >= must_ride)
            return 1;
    }
    return 0;
}

/* The mixed train is settled, but for two lone cars of one type. Of these each may be it;
 * that makes a difference if one is closed. */
static int can_ride_settled(const FtWelcome *welcome, Cars cars, int must_ride)
{
    uint32_t twin = welcome->lone;
    Reading reading = { welcome->own, welcome->mixed_takes & ~twin, welcome->idle_takes,
                        welcome->idle };

    if ((welcome->closed_lone & twin) == 0)
        return count_riders(cars, reading) >= must_ride;
    Reading other = { reading.own, 0, reading.begin, reading.idle };
    reading.own &= ~twin;
    return count_riders(cars, reading) >= must_ride
           || count_riders(cars, other) >= must_ride;
}

/* What no train takes now none will take later, so such cars are out. And a car that
 * joins a train of its type changes nothing for the rest, unless that is a lone car which
 * might be the mixed train. */
int ft_can_couple(const FtWelcome *welcome, const uint8_t *cars, int count, int must_ride)
{
    uint32_t always = welcome->own & ~welcome->lone;
    Cars open = { 0 };
    int open_count = 0;

    for (int i = 0; i < count; i++) {
        if (always >> cars[i] & 1) {
            must_ride--;
        } else if (welcome->any >> cars[i] & 1) {
            add_car(&open, cars[i]);
            open_count++;
        }
    }
    if (must_ride <= 1 || open_count < must_ride)
        return open_count >= must_ride;
    return welcome->is_settled ? can_ride_settled(welcome, open, must_ride)
                               : can_ride_unsettled(welcome, open, must_ride);
}

/* Is there a legal reading of the trains at all? For positions from outside. */
int ft_has_legal_trains(const FtPlayer *player)
{
    int mixed = 0;
    uint32_t types = 0, twice = 0, thrice = 0;

    for (int t = 0; t < player->locomotives && player->trains[t].cars > 0; t++) {
        const FtTrain *train = &player->trains[t];
        if (has_several_types(train)) {
            mixed++;
            if (train->cars != __builtin_popcount(train->types))
                return 0;
            continue;
        }
        thrice |= twice & train->types;
        twice |= types & train->types;
        types |= train->types;
    }
    if (thrice || mixed + __builtin_popcount(twice) > 1)
        return 0;
    if (twice == 0)
        return 1;
    int twins[2];
    find_twins(player, twice, twins);
    return player->trains[twins[0]].cars == 1;
}

/* FT-4.9: which train scores as the mixed one. */
int ft_mixed_train(const FtPlayer *player)
{
    uint32_t types = 0;
    int twins[2];

    for (int t = 0; t < player->locomotives && player->trains[t].cars > 0; t++) {
        const FtTrain *train = &player->trains[t];
        if (has_several_types(train))
            return t;
        if (types & train->types) {
            find_twins(player, train->types, twins);
            return twins[0];
        }
        types |= train->types;
    }
    return NO_TRAIN;
}

/* An index of FT_TRAIN_NAMES. */
int ft_train_kind(const FtPlayer *player, int train)
{
    uint32_t types = player->trains[train].types;

    if (types == 0)
        return FT_NEW_TRAIN;
    return has_several_types(&player->trains[train]) ? FT_MIXED : __builtin_ctz(types);
}
