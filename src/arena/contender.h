/* contender.h: a bot as an entrant of the arena, named NAME or NAME:BUDGET:
 * "greedy", "expert:1s", "hard:200ms", "hard:1000it". */
#ifndef ROUNDHOUSE_ARENA_CONTENDER_H
#define ROUNDHOUSE_ARENA_CONTENDER_H

#include "ai/ai.h"
#include "play/text.h"

#include <stdatomic.h>
#include <stddef.h>

enum { CONTENDERS_MAX = 16, LABEL_MAX = 31 };

typedef struct Contender {
    char label[LABEL_MAX + 1]; /* its name as we write it: "hard:1s" for "hard:1000ms" */
    const Bot *bot;
    Budget budget; /* time or iterations for a decision; all 0: the default of the bot */
} Contender;

/* "200ms", "1s" or "1000it"; 0, and *budget as it was: it is none of these, or beyond an
 * hour or a billion iterations. */
int budget_read(Budget *budget, const char *text, size_t length);

/* 0, and a sentence in *fault: there is no such bot, or it cannot have that budget. */
int contender_read(Contender *contender, const char *text, size_t length, Fault *fault);

/* "greedy,hard:1s": how many there are; 0: error in *fault. */
int contenders_read(Contender bots[CONTENDERS_MAX], const char *names, Fault *fault);

/* The contender as a bot for one game, with its budget in processor time. Setting *stop
 * makes it answer at once. */
Bot contender_bot(const Contender *contender, const atomic_int *stop);

#endif
