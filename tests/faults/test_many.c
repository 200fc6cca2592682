/* test_many.c: random faults, up to two at a time, while people play. ROUNDHOUSE_FAULTS
 * is their number, ROUNDHOUSE_SEED chooses them: the same seed gives the same faults at
 * the same nodes for the same durations. */
#include "faults.h"
#include "fleet.h"
#include "lines.h"
#include "load/crowd.h"

#include "engine/random.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { DEFAULT_COUNT = 4, CHECK_EVERY = 10, LONG_ONCE_IN = 20, SHORT_MS = 700 };

static uint64_t number_from(const char *variable, uint64_t without)
{
    const char *value = getenv(variable);

    return value == NULL ? without : strtoull(value, NULL, 10);
}

static void open_all(void)
{
    ClubPlan plan = { .people = 9, .bots = 3, .clocks = 3, .think_ms = 40 };

    plan.seed = number_from("ROUNDHOUSE_SEED", 1);
    fleet_open();
    club_open(&plan);
}

static void close_all(void)
{
    club_close();
    fleet_close();
}

typedef struct Strike {
    const FaultCase *fault;
    int node;
} Strike;

static Strike choose(Rng *rng, int node)
{
    return (Strike){ &FAULTS[rng_below(rng, (uint32_t)FAULTS_COUNT)], node };
}

/* Long faults are mostly shortened, so that more of them fit in. */
static int choose_time(Rng *rng, const FaultCase *fault)
{
    int is_long = rng_below(rng, LONG_ONCE_IN) == 0;

    return (int)rng_below(rng, (uint32_t)(is_long ? fault->lasts_ms : SHORT_MS)) + 1;
}

static void strike(Rng *rng, int number)
{
    int node = (int)rng_below(rng, FLEET), count = rng_below(rng, 4) == 0 ? 2 : 1;
    Strike strikes[2];
    int time;

    strikes[0] = choose(rng, node);
    strikes[1] = choose(rng, (node + 1 + (int)rng_below(rng, FLEET - 1)) % FLEET);
    time = choose_time(rng, strikes[0].fault);
    club_play((int)rng_below(rng, 200));
    for (int i = 0; i < count; i++) {
        cr_log_info("%d: %s at node %d for %d ms", number, strikes[i].fault->name,
                    strikes[i].node, time);
        strikes[i].fault->begin(strikes[i].node);
    }
    club_play(time);
    lines_heal(); /* a node needs its database to start */
    for (int i = 0; i < count; i++)
        strikes[i].fault->end(strikes[i].node);
    if (rng_below(rng, 2))
        club_go_home();
}

static void print_totals(uint64_t seed, int64_t took)
{
    ClubTotals totals = club_totals();

    cr_log_info("seed %llu: %lld s; %ld entries, %ld sent to readers, %ld moves "
                "acknowledged, %ld not stored, %ld stale, %ld given up",
                (unsigned long long)seed, (long long)(took / 1000000000),
                totals.record.entries, totals.record.shown, totals.record.acknowledged,
                totals.not_stored, totals.stale, totals.abandoned);
}

Test(faults_many, nothing_is_lost, .init = open_all, .fini = close_all)
{
    uint64_t seed = number_from("ROUNDHOUSE_SEED", 1);
    int count = (int)number_from("ROUNDHOUSE_FAULTS", DEFAULT_COUNT);
    int64_t began = crowd_now();
    Rng rng;

    rng_seed(&rng, seed);
    for (int i = 1; i <= count; i++) {
        strike(&rng, i);
        if (i % CHECK_EVERY != 0 && i != count)
            continue;
        club_measure(0, CLUB_STAYS);
        club_go_home();
        club_play_everywhere();
        club_check();
    }
    print_totals(seed, crowd_now() - began);
}
