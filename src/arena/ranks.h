/* ranks.h: one tournament on several machines.
 *
 * mpirun starts the same program many times over; each of them is a rank. Game n belongs
 * to rank n mod count, and rank 0, the coordinator, gathers the results. Since a game is
 * decided by the tournament's seed and n alone, it makes no difference to the outcome
 * how many ranks there are.
 *
 *     rank 0   plays its games, and listens ──────┐
 *     rank 1   plays its games, sends each result ┤
 *     rank 2   …                                  ┘
 *
 * Heartbeat: a rank without results says so once a second. A rank that is silent for
 * longer than `patience` counts as lost. Without mpirun there is one rank. */
#ifndef ROUNDHOUSE_ARENA_RANKS_H
#define ROUNDHOUSE_ARENA_RANKS_H

#include "arena/run.h"

#include <stddef.h>

enum { COORDINATOR = 0 };

typedef struct Ranks {
    int own, count;
} Ranks;

/* Initializes MPI if mpirun has started this program; ranks_part must be called before
 * exit. */
Ranks ranks_join(void);

/* Either every rank has come to its end as it should, and they part together; or
 * the coordinator finds that they have not, and ends them all with this status, itself
 * included. */
typedef enum Parting { PART_WHOLE, PART_BROKEN } Parting;
void ranks_part(const Ranks *ranks, Parting parting, int status);

/* Broadcasts bytes of the coordinator to all ranks. Every rank calls it. */
void ranks_share(const Ranks *ranks, void *bytes, size_t length);

/* Is there a terminal behind stderr, if only by way of mpirun, which passes on what
 * its ranks write? */
int ranks_have_terminal(const Ranks *ranks);

typedef struct RanksRun {
    const ArenaRun *run; /* of all games; each rank plays its part of them */
    int patience;        /* seconds */
    /* Called in the coordinator when a rank is lost; may be NULL. */
    void (*lost)(void *context, int rank);
} RanksRun;

/* As arena_run; the coordinator has the results of all, the others those of their own. */
int ranks_run(const Ranks *ranks, const RanksRun *run, Fault *fault);

#endif
