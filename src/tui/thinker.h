/* thinker.h: a bot that thinks in a thread of its own, so that the screen goes on.
 * One question at a time. */
#ifndef ROUNDHOUSE_TUI_THINKER_H
#define ROUNDHOUSE_TUI_THINKER_H

#include "ai/ai.h"

typedef struct Thinker Thinker;

/* NULL: there is no memory. */
Thinker *thinker_new(void);
/* Whatever it is thinking about is dropped. */
void thinker_free(Thinker *thinker);

/* Can be read when the answer is there. */
int thinker_descriptor(const Thinker *thinker);
/* Who is to tell what it thinks does so even where there is no choice. */
typedef enum ThinkTo { THINK_TO_MOVE, THINK_TO_TELL } ThinkTo;

/* It must not be thinking. The bot, which must stay, answers for the seat, given its
 * view and chance from this seed. */
void thinker_ask(Thinker *thinker, ThinkTo to, const Bot *bot, const Game *game,
                 const State *view, int seat, uint64_t seed);
/* What it came to; 0: it is still thinking, or was not asked. */
int thinker_take(Thinker *thinker, Action *action, Thoughts *thoughts);
/* Drops the question. */
void thinker_drop(Thinker *thinker);

#endif
