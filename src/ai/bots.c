/* bots.c: the bots and how they choose. Uses no clock, so WebAssembly has it too. */
#include "ai/ai.h"
#include "ai/policy.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Choosing                                                                  */
/* ------------------------------------------------------------------------- */

/* A game without a policy is played at random. */
Action bot_play(const Bot *bot, const Decision *decision, Rng *rng)
{
    const Policy *policy = policy_of(decision->game);

    if (bot->way == BOT_BY_CHANCE || policy == NULL)
        return decision->actions[rng_below(rng, (uint32_t)decision->count)];
    return policy->choose(decision, rng);
}

/* The most visited action; for careless bots any whose value is nearly as good. Values
 * of actions with few visits are noise, so those do not count. */
Action bot_settle(const Bot *bot, const Thoughts *thoughts, Rng *rng)
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

/* ------------------------------------------------------------------------- */
/* All of them                                                               */
/* ------------------------------------------------------------------------- */

const Bot BOT_RANDOM = { .name = "random", .way = BOT_BY_CHANCE };
const Bot BOT_GREEDY = { .name = "greedy", .way = BOT_BY_POLICY };

const Bot BOT_EASY = { .name = "easy",
                       .way = BOT_BY_SEARCH,
                       .budget = { .iterations = 150 },
                       .carelessness = 0.08 };
const Bot BOT_MEDIUM = { .name = "medium",
                         .way = BOT_BY_SEARCH,
                         .budget = { .iterations = 400 } };
const Bot BOT_HARD = { .name = "hard",
                       .way = BOT_BY_SEARCH,
                       .budget = { .milliseconds = 200 } };
const Bot BOT_EXPERT = { .name = "expert",
                         .way = BOT_BY_SEARCH,
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

const char *bot_names(char names[BOT_NAMES_ROOM], const char *last_separator)
{
    names[0] = '\0';
    for (int i = 0; i < BOT_COUNT; i++) {
        const char *separator = i == 0 ? "" : i + 1 < BOT_COUNT ? ", " : last_separator;
        size_t length = strlen(names);
        snprintf(names + length, BOT_NAMES_ROOM - length, "%s%s", separator, BOTS[i]->name);
    }
    return names;
}

Bot bot_with_budget(const Bot *bot, const Budget *budget)
{
    Bot other = *bot;

    if (budget->iterations > 0 || budget->milliseconds > 0) {
        other.budget.iterations = budget->iterations;
        other.budget.milliseconds = budget->milliseconds;
    }
    if (budget->clock != BY_WALL)
        other.budget.clock = budget->clock;
    if (budget->threads > 0)
        other.budget.threads = budget->threads;
    if (budget->nodes > 0)
        other.budget.nodes = budget->nodes;
    if (budget->stop != NULL)
        other.budget.stop = budget->stop;
    if (budget->deadline != NULL)
        other.budget.deadline = budget->deadline;
    return other;
}
