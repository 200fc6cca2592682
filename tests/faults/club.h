/* club.h: people and bots who play at many tables at once, spread over all nodes: the two
 * seats and the spectator of a table are at three different nodes. Whoever loses a
 * connection goes to another node and plays on (guest.h). Everything that anybody is sent
 * is kept and compared with the log (record.h), and the times are taken. */
#ifndef ROUNDHOUSE_TESTS_FAULTS_CLUB_H
#define ROUNDHOUSE_TESTS_FAULTS_CLUB_H

#include "load/samples.h"
#include "record.h"

#include <stdint.h>

typedef struct ClubPlan {
    int people;   /* tables of two people */
    int bots;     /* of a person and a bot */
    int clocks;   /* of a person and one who never moves: a bot sits in when time is up */
    int think_ms; /* between seeing a position and acting, at random around it */
    uint64_t seed;
} ClubPlan;

void club_open(const ClubPlan *plan);
void club_close(void);

/* Plays for a while. */
void club_play(int milliseconds);
/* Until there is a new entry at every table that is not over. */
void club_play_everywhere(void);
/* Everybody goes back to the node they began at. */
void club_go_home(void);
/* Nobody moves any more, until every reader has seen every entry that is in the log;
 * then all is compared, and they go on. Games that are over give way to new ones. */
void club_check(void);

/* Times of what began, or was not over, since club_measure; in nanoseconds. */
typedef struct ClubFigures {
    long moves;
    Samples others;    /* from a move to its own update, at nodes without a fault */
    Samples elsewhere; /* from the fault to the table at another node, for people of a
                          node with a fault */
    int stayed;        /* people of a node with a fault who are still there */
    Samples bots;      /* from a bot's turn to its move */
    Samples clocks;    /* from the end of a person's time to the bot that sits in */
    Samples seen;      /* from the first reader who hears of an entry to each other, at
                          nodes without a fault */
    Samples seen_late; /* the same at nodes with a fault */
    long not_stored, stale, abandoned;
} ClubFigures;

/* What people of a node with a fault are expected to do. */
typedef enum ClubFlight { CLUB_STAYS, CLUB_FLEES } ClubFlight;

/* From now on. `victims`: a bit for each node with a fault. */
void club_measure(unsigned victims, ClubFlight flight);
/* The database was away: what began before counts from now on. */
void club_measure_from_now(void);
/* Nobody begins a move, or they do again. */
void club_stand_still(int is_still);
/* Is somebody still waiting for the answer to a move at a node without a fault? */
int club_is_waiting(void);
/* People of a node with a fault who were not seen elsewhere yet. */
int club_stayed(void);
/* To be emptied by club_figures_free. */
ClubFigures club_measured(void);
void club_figures_free(ClubFigures *figures);

/* Since the beginning. */
typedef struct ClubTotals {
    RecordCounts record;
    long wrong_clocks; /* time of a seat that cannot be so */
    long not_stored, stale, abandoned;
} ClubTotals;

ClubTotals club_totals(void);

#endif
