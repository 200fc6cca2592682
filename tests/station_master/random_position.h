/* random_position.h: sound positions at the start of a turn, drawn at random. */
#ifndef ROUNDHOUSE_TESTS_STATION_MASTER_RANDOM_POSITION_H
#define ROUNDHOUSE_TESTS_STATION_MASTER_RANDOM_POSITION_H

#include "games/station_master/sm.h"

/* Somewhere in a game of random play. */
SmState random_play_position(Rng *rng);

/* Dealt freely: trains about to leave, hands of specials, crowded tokens, short
 * decks and piles, as games come to them too seldom. */
SmState tight_position(Rng *rng);

/* How many times to try: `rounds`, or as many times that as ROUNDHOUSE_PROOFS
 * says. */
int proof_rounds(int rounds);

#endif
