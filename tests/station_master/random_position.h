/* random_position.h: sound positions at the start of a turn, drawn at random. */
#ifndef ROUNDHOUSE_TESTS_STATION_MASTER_RANDOM_POSITION_H
#define ROUNDHOUSE_TESTS_STATION_MASTER_RANDOM_POSITION_H

#include "games/station_master/sm.h"

/* Somewhere in a game of random play. */
SmState random_play_position(Rng *rng);

/* Constructed: trains about to leave, hands of specials, crowded tokens, short decks
 * and piles, which are rare in games. */
SmState tight_position(Rng *rng);

/* Number of repetitions: `rounds`, multiplied by ROUNDHOUSE_PROOFS. */
int proof_rounds(int rounds);

#endif
