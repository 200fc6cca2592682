/* freight_train_mover.h: a cache of what a player's trains accept in Freight Train, for
 * quick moves; updated incrementally after each coupling. */
#ifndef ROUNDHOUSE_AI_FREIGHT_TRAIN_MOVER_H
#define ROUNDHOUSE_AI_FREIGHT_TRAIN_MOVER_H

#include "games/freight_train/ft.h"

#include <stdint.h>

enum {
    FT_LINES = 16, /* room for the types; so many bytes are quickly gone through */
    FT_NO_TRAIN = -1,
};

typedef struct FtMover {
    /* Which types go where, a bit each: to go on with a train of them, to begin one,
     * to the mixed train, to a lone car that would become it. */
    uint32_t own, start, mixed, lone;
    uint32_t steady; /* of `own`, those with several cars, which take more whatever else
                      * is coupled */
    int idle;        /* locomotives without cars */
    int has_twins;   /* two trains of one type */
    int mixed_train, lone_train; /* or FT_NO_TRAIN */
    uint8_t own_train[FT_TYPES];
    uint8_t lengths[FT_LINES]; /* of the trains of one type, by type */
} FtMover;

void ft_mover_look(FtMover *mover, const FtPlayer *player, const FtWelcome *welcome);

/* The player has coupled a car to that train. Returns whether more has changed than
 * the length of a train of its type. */
int ft_mover_coupled(FtMover *mover, const FtPlayer *player, const FtWelcome *welcome,
                     int car, int train);

#endif
