/* thinking.c: a bot that thinks in slices. */
#include "wasm/thinking.h"

#include "ai/reason.h"

#include <stdlib.h>

enum {
    NODES_MOST = 1 << 18, /* 40 bytes each: a phone has them */
    NODES_LEAST = 16,
    NODES_AN_ITERATION = 32, /* more than it adds */
    ALIGNMENT = 64,
};

/* As many as the bot can use up; by the clock, as many as there may be. */
static long count_nodes(const Budget *budget)
{
    if (budget->iterations == 0 || budget->iterations > NODES_MOST / NODES_AN_ITERATION)
        return NODES_MOST;
    long nodes = budget->iterations * NODES_AN_ITERATION;
    return nodes < NODES_LEAST ? NODES_LEAST : nodes;
}

static int make_room(Thinking *thinking, long nodes)
{
    size_t bytes = (search_bytes(nodes) + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);

    if (bytes <= thinking->memory_bytes)
        return 1;
    free(thinking->memory);
    thinking->memory = aligned_alloc(ALIGNMENT, bytes);
    thinking->memory_bytes = thinking->memory == NULL ? 0 : bytes;
    return thinking->memory != NULL;
}

int thinking_begin(Thinking *thinking, const Bot *bot, const Game *game, const State *view,
                   const Memory *memory, int seat, uint64_t seed)
{
    long nodes = count_nodes(&bot->budget);

    thinking->bot = NULL;
    thinking->search = NULL;
    thinking->game = game;
    thinking->view = *view;
    thinking->recalled = *memory;
    thinking->seat = seat;
    rng_seed(&thinking->rng, seed);
    if (bot->way == BOT_BY_SEARCH) {
        if (!make_room(thinking, nodes))
            return 0;
        const SearchTask task = { .game = game,
                                  .policy = policy_of(game),
                                  .view = &thinking->view,
                                  .memory = &thinking->recalled,
                                  .seat = seat,
                                  .playouts = SEARCH_CUT,
                                  .seed = rng_next(&thinking->rng),
                                  .is_explained = 1 };
        thinking->search = search_in(thinking->memory, nodes);
        search_begin(thinking->search, &task);
    }
    thinking->bot = bot;
    return 1;
}

void thinking_iterate(Thinking *thinking, long iterations)
{
    if (thinking->search != NULL)
        search_iterate(thinking->search, iterations);
}

long thinking_iterations(const Thinking *thinking)
{
    return thinking->search == NULL ? 0 : search_iterations(thinking->search);
}

Action thinking_decide(Thinking *thinking, Thoughts *thoughts)
{
    const Search *const searches[] = { thinking->search };
    Action actions[ACTIONS_MAX];

    *thoughts = (Thoughts){ .reason = { .rival = NOBODY } };
    if (thinking_iterations(thinking) > 0) {
        search_report(searches, 1, thoughts);
        reason_find(thinking->game, &thinking->view, thinking->seat, thoughts);
        return bot_settle(thinking->bot, thoughts, &thinking->rng);
    }
    const Decision decision = {
        .game = thinking->game,
        .view = &thinking->view,
        .memory = &thinking->recalled,
        .seat = thinking->seat,
        .actions = actions,
        .count = thinking->game->list(&thinking->view, thinking->seat, actions),
    };
    return bot_play(thinking->bot, &decision, &thinking->rng);
}
