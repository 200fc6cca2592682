/* ai.c: asking a bot. */
#include "ai/ai.h"

#include "ai/reason.h"
#include "ai/think.h"

#include <assert.h>
#include <stddef.h>

/* Careless bots choose by value, and every iteration improves the values. */
static Action search(const Bot *bot, const Decision *decision, Rng *rng, Thoughts *thoughts)
{
    int is_choice_enough = thoughts == NULL && bot->carelessness <= 0;
    SearchTask task = { .game = decision->game,
                        .policy = policy_of(decision->game),
                        .view = decision->view,
                        .memory = decision->memory,
                        .seat = decision->seat,
                        .playouts = SEARCH_CUT,
                        .seed = rng_next(rng),
                        .is_explained = thoughts != NULL };
    Thoughts own;

    if (thoughts == NULL)
        thoughts = &own;
    /* Without memory to think, a sensible move will do. */
    if (!think(&task, &bot->budget, is_choice_enough ? UNTIL_SETTLED : UNTIL_USED_UP,
               thoughts))
        return bot_play(bot, decision, rng);
    return bot_settle(bot, thoughts, rng);
}

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
    Action action = bot->way == BOT_BY_SEARCH ? search(bot, decision, rng, thoughts)
                                              : bot_play(bot, decision, rng);

    assert(is_offered(decision, action));
    (void)is_offered;
    return action;
}

Action bot_choose(const Bot *bot, const Game *game, const void *view, const Memory *memory,
                  int seat, Rng *rng)
{
    Action actions[ACTIONS_MAX];
    Decision decision = {
        game, view, memory, seat, actions, game->list(view, seat, actions)
    };

    assert(decision.count > 0);
    return decision.count == 1 ? actions[0] : ask(bot, &decision, rng, NULL);
}

Action bot_think(const Bot *bot, const Game *game, const void *view, const Memory *memory,
                 int seat, Rng *rng, Thoughts *thoughts)
{
    Action actions[ACTIONS_MAX];
    Decision decision = {
        game, view, memory, seat, actions, game->list(view, seat, actions)
    };

    assert(decision.count > 0);
    *thoughts = (Thoughts){ .reason = { .rival = NOBODY } };
    Action action = ask(bot, &decision, rng, thoughts);
    reason_find(game, view, seat, thoughts);
    return action;
}
