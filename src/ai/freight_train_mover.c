/* freight_train_mover.c: the cache of what a player's trains accept. */
#include "ai/freight_train_mover.h"

#include <assert.h>
#include <string.h>

enum { ALL_TYPES = (1 << FT_TYPES) - 1 };

/* ------------------------------------------------------------------------- */
/* Looking                                                                   */
/* ------------------------------------------------------------------------- */

static void look_at_train(FtMover *mover, const FtTrain *train, int t, uint32_t takes)
{
    uint32_t types = train->types;

    if ((types & (types - 1)) != 0) {
        mover->mixed = takes;
        mover->mixed_train = t;
        return;
    }
    int type = __builtin_ctz(types);
    mover->has_twins |= mover->lengths[type] > 0;
    if (train->cars > mover->lengths[type])
        mover->lengths[type] = train->cars;
    if (takes & types) {
        mover->own |= types;
        mover->own_train[type] = (uint8_t)t;
        mover->steady |= train->cars > 1 ? types : 0;
    }
    if (takes & ~types) {
        mover->lone = takes & ~types;
        mover->lone_train = t;
    }
}

void ft_mover_look(FtMover *mover, const FtPlayer *player, const FtWelcome *welcome)
{
    int t;

    mover->own = mover->start = mover->mixed = mover->lone = mover->steady = 0;
    mover->has_twins = 0;
    mover->mixed_train = mover->lone_train = FT_NO_TRAIN;
    memset(mover->lengths, 0, sizeof mover->lengths);
    for (t = 0; t < player->locomotives && player->trains[t].cars > 0; t++)
        look_at_train(mover, &player->trains[t], t, ft_types_taken(welcome, player, t));
    mover->idle = player->locomotives - t;
    if (mover->idle > 0)
        mover->start = welcome->idle_takes;
}

/* ------------------------------------------------------------------------- */
/* After a coupling                                                          */
/* ------------------------------------------------------------------------- */

/* A lone car is no longer alone. If it was the one that might become the mixed train,
 * or has a twin, that changes more. */
static int has_grown(FtMover *mover, int car, int train)
{
    uint32_t bit = 1u << car;

    if ((mover->own & bit) == 0 || train != mover->own_train[car] || mover->has_twins
        || train == mover->lone_train)
        return 0;
    mover->steady |= bit;
    mover->lengths[car]++;
    return 1;
}

static int has_joined_mixed(FtMover *mover, int car, int train)
{
    if (train != mover->mixed_train)
        return 0;
    mover->mixed &= ~(1u << car);
    return 1;
}

/* The first of its type behind a locomotive: beside a mixed train no more than that,
 * without one it might become it. */
static int has_begun(FtMover *mover, int car, int train, int locomotives)
{
    uint32_t bit = 1u << car;

    if (train != locomotives - mover->idle || mover->lengths[car] > 0 || mover->has_twins)
        return 0;
    if (mover->mixed_train == FT_NO_TRAIN) {
        mover->lone = ALL_TYPES & ~bit;
        mover->lone_train = train;
    } else {
        mover->start &= ~bit;
    }
    mover->own |= bit;
    mover->own_train[car] = (uint8_t)train;
    mover->lengths[car] = 1;
    if (--mover->idle == 0)
        mover->start = 0;
    return 1;
}

/* Where the day ended with the coupling there are no trains, and nobody asks. */
static int is_up_to_date(const FtMover *mover, const FtPlayer *player,
                         const FtWelcome *welcome)
{
    FtMover fresh;

    if (player->trains[0].cars == 0)
        return 1;
    ft_mover_look(&fresh, player, welcome);
    for (uint32_t types = fresh.own; types; types &= types - 1) {
        int type = __builtin_ctz(types);
        if (mover->own_train[type] != fresh.own_train[type])
            return 0;
    }
    return mover->own == fresh.own && mover->start == fresh.start
           && mover->mixed == fresh.mixed && mover->lone == fresh.lone
           && mover->steady == fresh.steady && mover->idle == fresh.idle
           && mover->has_twins == fresh.has_twins && mover->mixed_train == fresh.mixed_train
           && mover->lone_train == fresh.lone_train
           && memcmp(mover->lengths, fresh.lengths, sizeof fresh.lengths) == 0;
}

int ft_mover_coupled(FtMover *mover, const FtPlayer *player, const FtWelcome *welcome,
                     int car, int train)
{
    int is_steady = mover->steady >> car & 1 && train == mover->own_train[car];

    if (is_steady)
        mover->lengths[car]++;
    else if (!has_grown(mover, car, train) && !has_joined_mixed(mover, car, train)
             && !has_begun(mover, car, train, player->locomotives))
        ft_mover_look(mover, player, welcome);
    assert(is_up_to_date(mover, player, welcome));
    (void)is_up_to_date;
    return !is_steady;
}
