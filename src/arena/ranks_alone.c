/* ranks_alone.c: one tournament on one machine. */
#include "arena/ranks.h"

#include <unistd.h>

Ranks ranks_join(void)
{
    return (Ranks){ .own = CHIEF, .count = 1 };
}

void ranks_part(const Ranks *ranks, Parting parting, int status)
{
    (void)ranks;
    (void)parting;
    (void)status;
}

void ranks_share(const Ranks *ranks, void *bytes, size_t length)
{
    (void)ranks;
    (void)bytes;
    (void)length;
}

int ranks_have_terminal(const Ranks *ranks)
{
    (void)ranks;
    return isatty(STDERR_FILENO);
}

int ranks_run(const Ranks *ranks, const RanksRun *run, Fault *fault)
{
    (void)ranks;
    return arena_run(run->run, fault);
}
