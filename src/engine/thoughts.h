/* thoughts.h: what a bot that searches thinks of a position: data for bots, which fill it
 * in, and for programs and people, who read it. */
#ifndef ROUNDHOUSE_ENGINE_THOUGHTS_H
#define ROUNDHOUSE_ENGINE_THOUGHTS_H

#include "engine/action.h"
#include "engine/seats.h"

enum { THOUGHTS_MAX = 64 };

typedef struct Considered {
    Action action;
    long visits;
    double value; /* from 0, losing for sure, to 1, winning for sure */
} Considered;

typedef struct Thoughts {
    long iterations;       /* 0: this bot does not search */
    double win[SEATS_MAX]; /* each seat's chance; shared wins count in equal parts */
    int count;
    Considered considered[THOUGHTS_MAX]; /* the most visited first */
} Thoughts;

#endif
