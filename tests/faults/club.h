/* club.h: people and bots who play at many tables at once, spread over all nodes: the
 * two seats and the spectator of a table are at three different nodes. A guest that
 * loses its connection goes to another node and plays on (guest.h). Everything that
 * guests receive is kept and compared with the log (record.h), and latencies are
 * measured. */
#ifndef ROUNDHOUSE_TESTS_FAULTS_CLUB_H
#define ROUNDHOUSE_TESTS_FAULTS_CLUB_H

#include "load/samples.h"
#include "record.h"

#include <stdint.h>

typedef struct ClubPlan {
    int people;   /* tables of two people */
    int bots;     /* tables of a person and a bot */
    int clocks;   /* tables of a person and one who never moves, for whom a bot sits in */
    int think_ms; /* from receiving a position to acting; randomized */
    uint64_t seed;
} ClubPlan;

void club_open(const ClubPlan *plan);
void club_close(void);

/* Plays for a while. */
void club_play(int milliseconds);
/* Plays until every table that is not over has a new entry. */
void club_play_everywhere(void);
/* All guests return to the node where they started. */
void club_go_home(void);
/* Stops play until every reader has received every entry in the log, compares
 * everything, and resumes. New tables replace finished ones. */
void club_check(void);

/* Durations, in nanoseconds, of what began or had not ended since club_measure. */
typedef struct ClubFigures {
    long moves;
    Samples others;    /* from a move to its own update, at nodes without a fault */
    Samples elsewhere; /* from the fault until the table is received at another node, for
                          guests of a node with a fault */
    int stayed;        /* guests of a node with a fault who are still there */
    Samples bots;      /* from a bot's turn to its move */
    Samples clocks;    /* from the end of a person's time to the bot that sits in */
    Samples seen; /* from the first reader that receives an entry to each other, at nodes
                     without a fault */
    Samples seen_late; /* the same at nodes with a fault */
    long not_stored, stale, abandoned;
    long wrong_clocks; /* since the beginning */
} ClubFigures;

/* The expected reaction of guests of a node with a fault. */
typedef enum ClubFlight { CLUB_STAYS, CLUB_FLEES } ClubFlight;

/* Starts measuring. `victims`: a bit for each node with a fault. */
void club_measure(unsigned victims, ClubFlight flight);
/* The database was down: what began before counts from now on. */
void club_measure_from_now(void);
/* Pauses or resumes the start of moves. */
void club_stand_still(int is_still);
/* Is any move at a node without a fault still unanswered? */
int club_is_waiting(void);
/* Guests of a node with a fault who have not reached another node yet. */
int club_stayed(void);
/* The caller frees it with club_figures_free. */
ClubFigures club_measured(void);
void club_figures_free(ClubFigures *figures);

/* Sums since club_open. */
typedef struct ClubTotals {
    RecordCounts record;
    long wrong_clocks; /* impossible remaining times */
    long not_stored, stale, abandoned;
} ClubTotals;

ClubTotals club_totals(void);

#endif
