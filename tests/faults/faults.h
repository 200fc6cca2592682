/* faults.h: a fault while everybody plays: its beginning and end, how long it lasts,
 * what is measured and expected. */
#ifndef ROUNDHOUSE_TESTS_FAULTS_FAULTS_H
#define ROUNDHOUSE_TESTS_FAULTS_FAULTS_H

#include "club.h"

typedef struct FaultCase {
    const char *name;
    void (*begin)(int node);
    void (*end)(int node); /* undoes the fault */
    int lasts_ms;
    int is_everywhere; /* all nodes have the fault: guests stay */
    /* Milliseconds on a quiet machine; 0: none. */
    int goal_others;    /* p99 of a move at other nodes */
    int goal_elsewhere; /* until all guests of that node are elsewhere */
    int goal_alive;     /* until bots and clocks continue */
    int is_far;         /* nothing fails, it is only slow: no move may be abandoned */
} FaultCase;

extern const FaultCase FAULTS[];
extern const int FAULTS_COUNT;
const FaultCase *fault_named(const char *name);

/* How long moves take on this machine without a fault: since club_measure. */
void faults_take_baseline(void);
/* Runs a fault at a node with all checks, and adds a row to the figures. The club is
 * open. */
void fault_run(const FaultCase *fault, int node);

/* Appends Markdown to the file named by ROUNDHOUSE_FAULTS_TABLE, and JSON lines to that
 * of ROUNDHOUSE_FAULTS_JSON. */
void faults_report(const char *name, ClubFigures *figures);

#endif
