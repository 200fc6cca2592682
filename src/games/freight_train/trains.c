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

/* What the trains of one player have settled so far. */
typedef struct TrainReading {
    int used;       /* trains with cars; they come first */
    int mixed;      /* the train of several types, or NO_TRAIN */
    uint32_t lone;  /* open trains of one car, a bit per train */
    uint32_t types; /* of the trains of a single type */
    uint32_t twice; /* the type that two of them share */
} TrainReading;

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

/* Reads the trains, and what those take that are not lone cars. */
static TrainReading read_trains(const FtPlayer *player, FtWelcome *welcome)
{
    TrainReading reading = { .mixed = NO_TRAIN };
    int t = 0;

    for (; t < player->locomotives && player->trains[t].cars > 0; t++) {
        const FtTrain *train = &player->trains[t];
        uint32_t takes = train->types;
        if (has_several_types(train)) {
            reading.mixed = t;
            takes = ALL_TYPES & ~takes;
        } else {
            reading.twice |= reading.types & takes;
            reading.types |= takes;
            if (train->cars == 1 && !train->is_closed) {
                reading.lone |= 1u << t;
                continue;
            }
            welcome->always |= train->is_closed ? 0 : (uint16_t)takes;
        }
        welcome->types[t] = train->is_closed ? 0 : (uint16_t)takes;
        welcome->any |= welcome->types[t];
    }
    reading.used = welcome->trains = t;
    return reading;
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

/* May another train be, or become, the mixed one? */
static int mixed_train_is_open(const TrainReading *reading)
{
    return reading->mixed == NO_TRAIN && reading->twice == 0;
}

/* FT-4.8: a lone car takes its own type, and any other while no other train is the mixed
 * one, or must be, because its type stands twice. A lone car whose twin is longer must be
 * the mixed train. */
static void read_lone_cars(const FtPlayer *player, const TrainReading *reading,
                           FtWelcome *welcome)
{
    int twins[2] = { NO_TRAIN, NO_TRAIN };

    if (reading->twice)
        find_twins(player, reading->twice, twins);
    for (uint32_t lone = reading->lone; lone; lone &= lone - 1) {
        int t = __builtin_ctz(lone);
        uint32_t own = player->trains[t].types, takes = own;
        if (mixed_train_is_open(reading) || own == reading->twice)
            takes = ALL_TYPES;
        if (t == twins[0] && player->trains[twins[1]].cars > 1)
            takes &= ~own;
        welcome->types[t] = (uint16_t)takes;
        welcome->any |= (uint16_t)takes;
    }
}

/* The types that may begin a train: those without one, and any while a second
 * train of its type can count as the mixed one. */
static uint32_t locomotive_accepts(const TrainReading *reading)
{
    return mixed_train_is_open(reading) ? ALL_TYPES : ALL_TYPES & ~reading->types;
}

/* Locomotives without cars are all the same: only the first is offered. */
FtWelcome ft_welcome(const FtPlayer *player)
{
    FtWelcome welcome = { 0 };
    TrainReading reading = read_trains(player, &welcome);

    read_lone_cars(player, &reading, &welcome);
    if (reading.used < player->locomotives) {
        welcome.types[welcome.trains] = (uint16_t)locomotive_accepts(&reading);
        welcome.any |= welcome.types[welcome.trains++];
    }
    return welcome;
}

uint32_t ft_trains_taking(const FtWelcome *welcome, int car)
{
    uint32_t trains = 0;

    for (int t = 0; t < welcome->trains; t++)
        trains |= (uint32_t)(welcome->types[t] >> car & 1) << t;
    return trains;
}

void ft_couple_car(FtPlayer *player, int train, int car)
{
    player->trains[train].types |= (uint16_t)(1u << car);
    player->trains[train].cars++;
}

/* Tries the first car on every train that takes it, then leaves it behind. */
static int try_coupling(const FtPlayer *player, const FtWelcome *welcome,
                        const uint8_t *cars, int count, int must_ride)
{
    uint32_t trains = ft_trains_taking(welcome, cars[0]);

    for (; trains; trains &= trains - 1) {
        FtPlayer trial = *player;
        ft_couple_car(&trial, __builtin_ctz(trains), cars[0]);
        FtWelcome then = ft_welcome(&trial);
        if (ft_can_couple(&trial, &then, cars + 1, count - 1, must_ride - 1))
            return 1;
    }
    return count > must_ride
           && try_coupling(player, welcome, cars + 1, count - 1, must_ride);
}

/* What no train takes now none will take later, so such cars are out. And a car
 * that joins two others of its type changes nothing for the rest. */
int ft_can_couple(const FtPlayer *player, const FtWelcome *welcome, const uint8_t *cars,
                  int count, int must_ride)
{
    uint8_t open[FT_TAKEN];
    int open_count = 0;

    for (int i = 0; i < count; i++) {
        if (welcome->always >> cars[i] & 1)
            must_ride--;
        else if (welcome->any >> cars[i] & 1)
            open[open_count++] = cars[i];
    }
    if (must_ride <= 1 || open_count < must_ride)
        return open_count >= must_ride;
    return try_coupling(player, welcome, open, open_count, must_ride);
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
