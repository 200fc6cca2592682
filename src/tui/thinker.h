/* thinker.h: a bot in a thread of its own, so that the screen does not block. One question
 * at a time. */
#ifndef ROUNDHOUSE_TUI_THINKER_H
#define ROUNDHOUSE_TUI_THINKER_H

#include "ai/ai.h"

typedef struct Thinker Thinker;

/* NULL: there is no memory. */
Thinker *thinker_new(void);
void thinker_free(Thinker *thinker);

/* Readable when the answer is there. */
int thinker_descriptor(const Thinker *thinker);
/* For a hint the bot evaluates even where there is only one action. */
typedef enum ThinkTo { THINK_TO_MOVE, THINK_TO_HINT } ThinkTo;

/* It must be idle. The bot answers for the seat from its view and its memory; `seed` is for
 * its random choices. */
void thinker_ask(Thinker *thinker, ThinkTo to, const Bot *bot, const Game *game,
                 const State *view, const Memory *memory, int seat, uint64_t seed);
/* The answer; 0: it is still thinking, or idle. */
int thinker_take(Thinker *thinker, Action *action, Thoughts *thoughts);
/* Stops it; no answer will come. */
void thinker_drop(Thinker *thinker);

#endif
