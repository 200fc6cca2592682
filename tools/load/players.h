/* players.h: a party plays random listed actions, and latencies are measured. A move
 * counts when its player receives the update: then it is on disk. */
#ifndef ROUNDHOUSE_LOAD_PLAYERS_H
#define ROUNDHOUSE_LOAD_PLAYERS_H

#include "load/party.h"
#include "load/samples.h"

#include <sys/types.h>

typedef struct PlayersPlan {
    const char *with;   /* parts of updates, as a JSON list; NULL: all */
    double moves_per_s; /* all tables together; 0: each as fast as answers come */
    double warm_up;     /* seconds of play before it counts */
    double seconds;
    pid_t server; /* its processor time is read; 0: none */
    /* Called when it begins to count, and when that ends; may be NULL. */
    void (*turns)(void *context, int is_end);
    void *context;
    uint64_t seed;
} PlayersPlan;

typedef struct PlayersResult {
    long moves;
    long games;  /* finished games */
    long errors; /* error replies */
    int lost;    /* connections */
    double seconds, server_seconds;
    double p50, p99; /* milliseconds from a move to its own update */
    Fault first_error;
} PlayersResult;

/* 0: error in *fault. The tables continue from where they are. */
int players_play(Party *party, const PlayersPlan *plan, PlayersResult *result,
                 Fault *fault);

#endif
