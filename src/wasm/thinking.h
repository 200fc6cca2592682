/* thinking.h: a bot whose search runs in slices of a few iterations. With the same seed
 * and number of iterations it decides like the bot of ai.h. */
#ifndef ROUNDHOUSE_WASM_THINKING_H
#define ROUNDHOUSE_WASM_THINKING_H

#include "ai/search.h"

typedef struct Thinking Thinking;

/* NULL: no memory. */
Thinking *thinking_new(void);
void thinking_free(Thinking *thinking);

/* Starts anew. `view` is that of a seat that must act; it is copied. 0: no memory. */
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

/* The bot's action and its report; without any iteration a quick move. */
Action thinking_decide(Thinking *thinking, Thoughts *thoughts);

#endif
