/* thoughts.h: what a bot that searches thinks of a position: data for bots, which fill it
 * in, and for programs and people, who read it. */
#ifndef ROUNDHOUSE_ENGINE_THOUGHTS_H
#define ROUNDHOUSE_ENGINE_THOUGHTS_H

#include "engine/action.h"
#include "engine/seats.h"
#include "engine/term.h"

enum { THOUGHTS_MAX = 64, PLAN_MAX = 12 };

typedef struct Considered {
    Action action;
    long visits;
    double value; /* what the search maximizes, from 0 to 1: places, margins and wins */
    /* After this action, of each seat: the chance to win, shared wins counting in equal
     * parts, and the expected lead in points over the best of the others. */
    double win[SEATS_MAX];
    double lead[SEATS_MAX];
} Considered;

/* Why the most visited action. */
typedef struct Reason {
    int has_term; /* the score term that it changes most: … */
    Term term;    /* … after it and the rest of the turn; its seat gains or loses */
    int before;   /* … its amount now */
    int rival;    /* who would probably do the same next otherwise; or NOBODY */
} Reason;

typedef struct Thoughts {
    long iterations;                        /* 0: this bot does not search */
    double win[SEATS_MAX], lead[SEATS_MAX]; /* after the most visited action */
    int count;
    Considered considered[THOUGHTS_MAX]; /* the most visited first */
    /* The most visited action and what the seat would do after it. */
    int plan_count;
    Action plan[PLAN_MAX];
    Reason reason;
} Thoughts;

#endif
