/* thinking.h: a bot whose search runs in slices of a few iterations. With the same seed
 * and number of iterations it decides like the bot of ai.h. */
#ifndef ROUNDHOUSE_WASM_THINKING_H
#define ROUNDHOUSE_WASM_THINKING_H

#include "ai/search.h"

/* All zero: nothing has begun. */
typedef struct Thinking {
    const Bot *bot; /* NULL: nothing has begun */
    const Game *game;
    State view;
    Memory recalled;
    int seat;
    Rng rng;
    void *memory; /* of the search; kept from one to the next, freed by the owner */
    size_t memory_bytes;
    Search *search; /* in it; NULL: this bot does not search */
} Thinking;

/* Starts anew. `view` is that of a seat that must act; it is copied, and so is
 * the memory. 0: no room. */
int thinking_begin(Thinking *thinking, const Bot *bot, const Game *game, const State *view,
                   const Memory *memory, int seat, uint64_t seed);

/* Those that do not search have nothing to iterate. */
void thinking_iterate(Thinking *thinking, long iterations);
long thinking_iterations(const Thinking *thinking);

/* The bot's action and its report; without any iteration a quick move. */
Action thinking_decide(Thinking *thinking, Thoughts *thoughts);

#endif
