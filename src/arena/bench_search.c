/* bench_search.c: how fast the search is. */
#include "arena/bench.h"

#include "ai/search.h"
#include "play/clock.h"

#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 8, NODES = 1 << 18, BATCH = 64 };

typedef struct Bench {
    const Game *game;
    const Policy *policy;
    Search *search;
    double seconds; /* for each position and kind */
    Rng rng;
} Bench;

/* Plays by the policy, or at random: one decision, or as many as the policy makes
 * at once. Returns how many. */
static int play_some(Bench *bench, State *state)
{
    const Game *game = bench->game;
    Action actions[ACTIONS_MAX];
    int seat = seats_first(game->waiting(state));

    if (bench->policy != NULL && bench->policy->play != NULL)
        return bench->policy->play(state, seat, &bench->rng, NULL);
    int count = game->list(state, seat, actions);
    game->apply(state, seat, actions[rng_below(&bench->rng, (uint32_t)count)], NULL);
    return 1;
}

/* Plays that number of decisions, or a few more; returns how many there were before the
 * end. */
static int play_decisions(Bench *bench, State *state, int most)
{
    int decisions = 0;

    while (decisions < most && !game_is_over(bench->game, state))
        decisions += play_some(bench, state);
    return decisions;
}

/* To the end, as the search does it. */
static int play_out(Bench *bench, State *state)
{
    int is_quicker = bench->policy != NULL && bench->policy->play_on != NULL;
    int decisions = 0;

    while (!game_is_over(bench->game, state))
        decisions += is_quicker ? bench->policy->play_on(state, &bench->rng)
                                : play_some(bench, state);
    return decisions;
}

/* Half the decisions that the same game takes to its end. */
static void go_to_middle(Bench *bench, const Setup *setup, State *state)
{
    Setup deal = *setup;
    State trial = { 0 };
    Rng again;

    rng_fill(&bench->rng, deal.seed, SEED_BYTES);
    again = bench->rng;
    bench->game->setup(&trial, &deal);
    int decisions = play_out(bench, &trial);
    bench->rng = again;
    bench->game->setup(state, &deal);
    play_decisions(bench, state, decisions / 2);
}

static double measure_search(Bench *bench, const SearchTask *task)
{
    double begin = clock_seconds(CLOCK_THREAD_CPUTIME_ID), took;

    search_begin(bench->search, task);
    do {
        search_iterate(bench->search, BATCH);
        took = clock_seconds(CLOCK_THREAD_CPUTIME_ID) - begin;
    } while (took < bench->seconds);
    return (double)search_iterations(bench->search) / took;
}

static double measure_playouts(Bench *bench, const SearchTask *task, double *decisions)
{
    double begin = clock_seconds(CLOCK_THREAD_CPUTIME_ID), took;
    long playouts = 0;
    long long sum = 0;

    do {
        for (int i = 0; i < BATCH; i++, playouts++) {
            int scores[SEATS_MAX], places[SEATS_MAX];
            State state;
            task->game->determinize(task->view, task->seat, &bench->rng, &state);
            sum += play_out(bench, &state);
            task->game->scores(&state, scores);
            task->game->ranking(&state, places);
        }
        took = clock_seconds(CLOCK_THREAD_CPUTIME_ID) - begin;
    } while (took < bench->seconds);
    *decisions += (double)sum / (double)playouts / POSITIONS;
    return (double)playouts / took;
}

static void measure_position(Bench *bench, const Setup *setup, BenchSearchResult *result)
{
    State state = { 0 }, view = { 0 };
    SearchTask task = { .game = bench->game, .policy = bench->policy, .view = &view };

    go_to_middle(bench, setup, &state);
    task.seat = seats_first(bench->game->waiting(&state));
    bench->game->observe(&state, task.seat, &view);
    task.seed = rng_next(&bench->rng);
    task.playouts = SEARCH_CUT;
    result->cut_per_s += measure_search(bench, &task) / POSITIONS;
    task.playouts = SEARCH_FULL;
    result->iterations_per_s += measure_search(bench, &task) / POSITIONS;
    result->playouts_per_s +=
        measure_playouts(bench, &task, &result->decisions) / POSITIONS;
}

int bench_search(const Game *game, const Setup *setup, double seconds,
                 BenchSearchResult *result)
{
    Bench bench = { .game = game,
                    .policy = policy_of(game),
                    .seconds = seconds / POSITIONS };
    void *memory = malloc(search_bytes(NODES));
    uint64_t seed;

    if (memory == NULL)
        return 0;
    memcpy(&seed, setup->seed, sizeof seed);
    bench.search = search_in(memory, NODES);
    *result = (BenchSearchResult){ .positions = POSITIONS };
    for (int i = 0; i < POSITIONS; i++) {
        rng_seed(&bench.rng, seed + (uint64_t)i); /* the same positions every time */
        measure_position(&bench, setup, result);
    }
    free(memory);
    return 1;
}
