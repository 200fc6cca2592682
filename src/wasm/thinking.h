/* thinking.h: a bot that thinks in slices, as many iterations at a time as the page can
 * wait for. With the same seed and as many iterations in all it decides what the bot of
 * ai.h decides. */
#ifndef ROUNDHOUSE_WASM_THINKING_H
#define ROUNDHOUSE_WASM_THINKING_H

#include "ai/search.h"

typedef struct Thinking Thinking;

/* NULL: no memory. */
Thinking *thinking_new(void);
void thinking_free(Thinking *thinking);

/* Forgets what was before. `view` is the seat's, which must act; it is copied. 0: no
 * memory. */
int thinking_begin(Thinking *thinking, const Bot *bot, const Game *game, const State *view,
                   int seat, uint64_t seed);
/* Has anything begun? */
int thinking_has_begun(const Thinking *thinking);
const Game *thinking_game(const Thinking *thinking);
const State *thinking_view(const Thinking *thinking);
int thinking_seat(const Thinking *thinking);

/* Those that do not search have nothing to iterate. */
void thinking_iterate(Thinking *thinking, long iterations);
long thinking_iterations(const Thinking *thinking);

/* What the bot does, and what it thinks; without a single iteration it moves quickly. */
Action thinking_decide(Thinking *thinking, Thoughts *thoughts);

#endif
