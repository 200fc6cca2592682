/* bench.c: how fast the rules of a game are. The clock is read once per batch of
 * games, never within one: reading it costs more than a decision. */
#include "arena/bench.h"

#include "play/clock.h"

#include <string.h>

enum {
    CLONES = 256 * 1024,
    CLONE_RING = 16, /* states that are copied to in turn; they stay in the cache */
};

/* To the end, every action equally likely; returns the number of decisions. */
static int play_out(const Game *game, State *state, Rng *rng)
{
    Action actions[ACTIONS_MAX];
    int decisions = 0;

    for (SeatSet waiting; (waiting = game->waiting(state)) != 0; decisions++) {
        int seat = seats_first(waiting);
        int count = game->list(state, seat, actions);
        game->apply(state, seat, actions[rng_below(rng, (uint32_t)count)], NULL);
    }
    return decisions;
}

__attribute__((noinline)) long bench_play(const Game *game, const Setup *setup, long games,
                                          Rng *rng)
{
    Setup deal = *setup;
    long decisions = 0;

    for (long i = 0; i < games; i++) {
        int scores[SEATS_MAX], places[SEATS_MAX];
        State state;
        rng_fill(rng, deal.seed, SEED_BYTES);
        game->setup(&state, &deal);
        decisions += play_out(game, &state, rng);
        game->scores(&state, scores);
        game->ranking(&state, places);
    }
    return decisions;
}

/* Batches double until one is long enough to be timed well. */
static void play_for(const Game *game, const Setup *setup, const BenchBudget *budget,
                     Rng *rng, BenchResult *result)
{
    long batch = budget->games > 0 ? budget->games : 1;

    do {
        double begin = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
        result->decisions += bench_play(game, setup, batch, rng);
        result->seconds += clock_seconds(CLOCK_THREAD_CPUTIME_ID) - begin;
        result->games += batch;
        if (result->seconds < budget->seconds / 16)
            batch *= 2;
    } while (budget->games == 0 && result->seconds < budget->seconds);
}

static double measure_clone(const Game *game, const Setup *setup)
{
    State from, ring[CLONE_RING];
    double begin;

    game->setup(&from, setup);
    begin = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
    for (int i = 0; i < CLONES; i++) {
        memcpy(&ring[i % CLONE_RING], &from, (size_t)game->state_size);
        /* Keeps the compiler from leaving out copies that nobody reads. */
        __asm__ volatile("" : : "r"(ring), "r"(&from) : "memory");
    }
    return (clock_seconds(CLOCK_THREAD_CPUTIME_ID) - begin) * 1e9 / CLONES;
}

void bench_measure(const Game *game, const Setup *setup, const BenchBudget *budget,
                   BenchResult *result)
{
    uint64_t seed;
    Rng rng;

    memcpy(&seed, setup->seed, sizeof seed);
    rng_seed(&rng, seed);
    *result = (BenchResult){ 0 };
    play_for(game, setup, budget, &rng, result);
    result->clone_ns = measure_clone(game, setup);
}
