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
