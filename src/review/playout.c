/* playout.c: the value of one drawn state. */
#include "review/playout.h"

void playout_draw(const Playout *playout, const State *view, int seat, Rng *rng,
                  State *state)
{
    const Policy *policy = playout->policy;

    playout->game->determinize(view, seat, rng, state);
    if (policy != NULL && policy->draw_secrets != NULL)
        policy->draw_secrets(view, seat, rng, state);
}

static int play_at_random(const Game *game, State *state, int seat, Rng *rng)
{
    Action actions[ACTIONS_MAX];
    int count = game->list(state, seat, actions);

    game->apply(state, seat, actions[rng_below(rng, (uint32_t)count)], NULL);
    return 1;
}

/* As many decisions as the policy makes at once; returns how many. */
static int play_on(const Playout *playout, State *state, SeatSet waiting, Rng *rng)
{
    const Policy *policy = playout->policy;

    if (policy != NULL && policy->play_on != NULL)
        return policy->play_on(state, rng);
    if (policy != NULL && policy->play != NULL)
        return policy->play(state, seats_first(waiting), rng, NULL);
    return play_at_random(playout->game, state, seats_first(waiting), rng);
}

void playout_finish(const Playout *playout, const State *root, State *state, Rng *rng,
                    Utility *utility)
{
    const Policy *policy = playout->policy;
    int can_cut = policy != NULL && policy->is_cut != NULL && policy->predict != NULL;
    SeatSet waiting;

    for (int n = 0; (waiting = playout->game->waiting(state)) != 0;) {
        if (can_cut && policy->is_cut(root, state, n)) {
            utility_of_outlook(utility, policy, state, playout->seats);
            return;
        }
        n += play_on(playout, state, waiting, rng);
    }
    utility_of_end(utility, playout->game, policy, state, playout->seats);
}
