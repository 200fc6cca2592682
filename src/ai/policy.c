/* policy.c: the policies there are. */
#include "ai/policy.h"

#include <stddef.h>

static const Policy *const POLICIES[] = {
    &FT_POLICY,
    &SM_POLICY,
    &TT_POLICY,
};

const Policy *policy_of(const Game *game)
{
    for (size_t i = 0; i < sizeof POLICIES / sizeof POLICIES[0]; i++) {
        if (POLICIES[i]->game == game)
            return POLICIES[i];
    }
    return NULL;
}

void policy_weights_of_values(double *values, int count, double quarter)
{
    double best = POLICY_NO_VALUE;

    for (int i = 0; i < count; i++)
        best = values[i] > best ? values[i] : best;
    for (int i = 0; i < count; i++) {
        double behind = 1 + (best - values[i]) / quarter;
        values[i] = 1 / (behind * behind);
    }
}
