/* compare_turns.h: one turn, by the rules and by the naive referee. */
#ifndef ROUNDHOUSE_TESTS_STATION_MASTER_COMPARE_TURNS_H
#define ROUNDHOUSE_TESTS_STATION_MASTER_COMPARE_TURNS_H

#include "games/station_master/sm.h"

/* Counts the kinds of ends of the compared turns. */
typedef struct Coverage {
    int turns, ends;
    int departures_by[SM_CARD_KINDS]; /* the card that was played */
    int rush_hours;
    int skips;      /* a player was skipped */
    int same_again; /* the same player has the next turn */
    int over_by_last_train;
    int over_by_standstill; /* nobody can move */
    int empty_decks;
} Coverage;

/* Fails the test unless the decisions of the turn that begins here reach exactly
 * the ends that the naive referee finds. Returns how many there are. */
int compare_turn(const SmState *sm, Coverage *coverage);

#endif
