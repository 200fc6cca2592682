/* faults.h: a fault while everybody plays: what it is, how long it lasts, and what is
 * measured and expected of it. */
#ifndef ROUNDHOUSE_TESTS_FAULTS_FAULTS_H
#define ROUNDHOUSE_TESTS_FAULTS_FAULTS_H

#include "club.h"

typedef struct FaultCase {
    const char *name;
    void (*begin)(int node);
    void (*end)(int node); /* all is as before */
    int lasts_ms;
    int is_everywhere; /* every node has it: people stay where they are */
    /* Milliseconds; 0: none. Tests fail at several times as much, since they run on
     * machines with other work. */
    int goal_others;    /* p99 of a move at other nodes */
    int goal_elsewhere; /* until everybody of that node is elsewhere */
    int goal_alive;     /* until bots and clocks go on */
    int is_far;         /* nothing fails, it only takes long: no move may be given up */
} FaultCase;

extern const FaultCase FAULTS[];
extern const int FAULTS_COUNT;
const FaultCase *fault_named(const char *name);

/* The fault at a node from beginning to end, with all checks; adds a row to the
 * figures. The club is open. */
void fault_run(const FaultCase *fault, int node);

/* Markdown to the file that ROUNDHOUSE_FAULTS_TABLE names, JSON lines to that of
 * ROUNDHOUSE_FAULTS_JSON, both appended. */
void faults_report(const char *name, ClubFigures *figures);

#endif
