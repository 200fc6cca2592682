/* ai.c: the bots. */
#include "ai/ai.h"

#include "ai/policy.h"
#include "ai/think.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Random and greedy                                                         */
/* ------------------------------------------------------------------------- */

static Action choose_at_random(const Bot *bot, const Decision *decision, Rng *rng,
                               Thoughts *thoughts)
{
    (void)bot;
    (void)thoughts;
    return decision->actions[rng_below(rng, (uint32_t)decision->count)];
}

/* A game without a policy is played at random. */
static Action choose_by_policy(const Bot *bot, const Decision *decision, Rng *rng,
                               Thoughts *thoughts)
{
    const Policy *policy = policy_of(decision->game);

    if (policy == NULL)
        return choose_at_random(bot, decision, rng, thoughts);
    return policy->choose(decision, rng);
}

/* ------------------------------------------------------------------------- */
/* Those that search                                                         */
/* ------------------------------------------------------------------------- */

/* The most visited, or, for careless ones, any that seems hardly worse. A move
 * that was hardly tried has no value to speak of. */
static Action choose_among(const Bot *bot, const Thoughts *thoughts, Rng *rng)
{
    long least_visits = thoughts->considered[0].visits / 8;
    double least_value = thoughts->considered[0].value - bot->carelessness;
    int count = 0;
    Action fit[THOUGHTS_MAX];

    if (bot->carelessness <= 0)
        return thoughts->considered[0].action;
    for (int i = 0; i < thoughts->count; i++) {
        if (thoughts->considered[i].visits > least_visits
            && thoughts->considered[i].value >= least_value)
            fit[count++] = thoughts->considered[i].action;
    }
    return count == 0 ? thoughts->considered[0].action
                      : fit[rng_below(rng, (uint32_t)count)];
}

static Action choose_by_search(const Bot *bot, const Decision *decision, Rng *rng,
                               Thoughts *thoughts)
{
    SearchTask task = { .game = decision->game,
                        .policy = policy_of(decision->game),
                        .view = decision->view,
                        .seat = decision->seat,
                        .playouts = SEARCH_CUT,
                        .seed = rng_next(rng) };
    Thoughts own;

    if (thoughts == NULL)
        thoughts = &own;
    /* Without memory to think, a sensible move will do. */
    if (!think(&task, &bot->budget, thoughts))
        return choose_by_policy(bot, decision, rng, NULL);
    return choose_among(bot, thoughts, rng);
}

/* ------------------------------------------------------------------------- */
/* All of them                                                               */
/* ------------------------------------------------------------------------- */

const Bot BOT_RANDOM = { .name = "random", .choose = choose_at_random };
const Bot BOT_GREEDY = { .name = "greedy", .choose = choose_by_policy };

const Bot BOT_EASY = { .name = "easy",
                       .choose = choose_by_search,
                       .budget = { .iterations = 150 },
                       .carelessness = 0.08 };
const Bot BOT_MEDIUM = { .name = "medium",
                         .choose = choose_by_search,
                         .budget = { .iterations = 400 } };
const Bot BOT_HARD = { .name = "hard",
                       .choose = choose_by_search,
                       .budget = { .milliseconds = 200 } };
const Bot BOT_EXPERT = { .name = "expert",
                         .choose = choose_by_search,
                         .budget = { .milliseconds = 1000 } };

const Bot *const BOTS[] = {
    &BOT_RANDOM, &BOT_GREEDY, &BOT_EASY, &BOT_MEDIUM, &BOT_HARD, &BOT_EXPERT,
};

const int BOT_COUNT = (int)(sizeof BOTS / sizeof BOTS[0]);

const Bot *bot_find(const char *name)
{
    for (int i = 0; i < BOT_COUNT; i++) {
        if (strcmp(BOTS[i]->name, name) == 0)
            return BOTS[i];
    }
    return NULL;
}

Bot bot_with_budget(const Bot *bot, const Budget *budget)
{
    Bot other = *bot;

    if (budget->iterations > 0 || budget->milliseconds > 0) {
        other.budget.iterations = budget->iterations;
        other.budget.milliseconds = budget->milliseconds;
    }
    if (budget->threads > 0)
        other.budget.threads = budget->threads;
    if (budget->nodes > 0)
        other.budget.nodes = budget->nodes;
    if (budget->stop != NULL)
        other.budget.stop = budget->stop;
    return other;
}

/* ------------------------------------------------------------------------- */
/* Asking one                                                                */
/* ------------------------------------------------------------------------- */

static int is_offered(const Decision *decision, Action action)
{
    for (int i = 0; i < decision->count; i++) {
        if (decision->actions[i] == action)
            return 1;
    }
    return 0;
}

static Action ask(const Bot *bot, const Decision *decision, Rng *rng, Thoughts *thoughts)
{
    Action action = bot->choose(bot, decision, rng, thoughts);

    assert(is_offered(decision, action));
    (void)is_offered;
    return action;
}

Action bot_choose(const Bot *bot, const Game *game, const void *view, int seat, Rng *rng)
{
    Action actions[ACTIONS_MAX];
    Decision decision = { game, view, seat, actions, game->list(view, seat, actions) };

    assert(decision.count > 0);
    return decision.count == 1 ? actions[0] : ask(bot, &decision, rng, NULL);
}

Action bot_think(const Bot *bot, const Game *game, const void *view, int seat, Rng *rng,
                 Thoughts *thoughts)
{
    Action actions[ACTIONS_MAX];
    Decision decision = { game, view, seat, actions, game->list(view, seat, actions) };

    assert(decision.count > 0);
    *thoughts = (Thoughts){ 0 };
    return ask(bot, &decision, rng, thoughts);
}
