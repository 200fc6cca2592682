/* ai.c: the bots and the policies behind the greedy one. */
#include "ai/ai.h"

#include "ai/policy.h"

#include <assert.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Random                                                                    */
/* ------------------------------------------------------------------------- */

static Action choose_at_random(const Decision *decision, Rng *rng)
{
    return decision->actions[rng_below(rng, (uint32_t)decision->count)];
}

const Bot BOT_RANDOM = { "random", choose_at_random };

/* ------------------------------------------------------------------------- */
/* Greedy                                                                    */
/* ------------------------------------------------------------------------- */

/* A game without a policy is played at random. */
static const Policy *const POLICIES[] = {
    &FT_POLICY,
    &SM_POLICY,
    &TT_POLICY,
};

static const Policy *policy_of(const Game *game)
{
    for (size_t i = 0; i < sizeof POLICIES / sizeof POLICIES[0]; i++) {
        if (POLICIES[i]->game == game)
            return POLICIES[i];
    }
    return NULL;
}

static Action choose_by_policy(const Decision *decision, Rng *rng)
{
    const Policy *policy = policy_of(decision->game);

    if (policy == NULL)
        return choose_at_random(decision, rng);
    return policy->choose(decision, rng);
}

const Bot BOT_GREEDY = { "greedy", choose_by_policy };

/* ------------------------------------------------------------------------- */
/* All of them                                                               */
/* ------------------------------------------------------------------------- */

const Bot *const BOTS[] = {
    &BOT_RANDOM,
    &BOT_GREEDY,
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

static int is_offered(const Decision *decision, Action action)
{
    for (int i = 0; i < decision->count; i++) {
        if (decision->actions[i] == action)
            return 1;
    }
    return 0;
}

Action bot_choose(const Bot *bot, const Game *game, const void *view, int seat, Rng *rng)
{
    Action actions[ACTIONS_MAX];
    Decision decision = { game, view, seat, actions, game->list(view, seat, actions) };
    Action action;

    assert(decision.count > 0);
    if (decision.count == 1)
        return actions[0];
    action = bot->choose(&decision, rng);
    assert(is_offered(&decision, action));
    (void)is_offered;
    return action;
}
