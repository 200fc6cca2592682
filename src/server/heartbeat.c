/* heartbeat.c: whether a node reaches its database, and the time that all nodes share.
 * Twice a second the node asks for the database's time, which is that of all nodes
 * (times.h), and sends its name to all, itself included: the listener reconnects if it does
 * not receive it (listener.c). It does so on a connection for reading, which waits for no
 * lock: a slow statement on another one does not mean that the database is away.
 *
 *            owes an answer for CUT_OFF_MS, and has answered nothing else
 *     WELL ────────────────────────────────> CUT OFF
 *      ^ <───────── answers ────────────────────┘
 *
 * Cut off, nobody can do anything here: everybody is sent away, to another node, and
 * nobody is let in. */
#include "server/nodes.h"

#include "server/node_protocol.h"
#include "server/log.h"

#include <stdio.h>
#include <stdlib.h>

static const int64_t BEAT_EVERY = 500, CUT_OFF_MS = 2000, BACK_MS = 500, PROBE_EVERY = 3500;
/* A node that was stopped finds answers that have waited for it. */
static const int64_t GRACE_MS = 1000;

typedef struct Beat {
    Job job;
    Core *core;
    DatabaseTime time;
} Beat;

/* ------------------------------------------------------------------------- */
/* Beats                                                                     */
/* ------------------------------------------------------------------------- */

static StoreStatus beat_run(Job *job, Store *store, Fault *fault)
{
    Beat *beat = (Beat *)job;
    atomic_llong *began = beat->core->config.beat_began;
    long long none = 0;

    if (began != NULL)
        atomic_compare_exchange_strong(began, &none, clock_ms(CLOCK_MONOTONIC));
    return database_measure_clock(&beat->core->config, store, &beat->time, fault);
}

/* A measurement is off by half of its round trip at most. The one with the shortest round
 * trip counts, for a while: its error grows by a millisecond with each beat. Two that
 * cannot both be right mean that the database's clock was set. */
static void take_time(DatabaseTime *best, const DatabaseTime *measured)
{
    int64_t apart = llabs(measured->ahead - best->ahead);

    if (measured->round_trip <= best->round_trip
        || 2 * apart > measured->round_trip + best->round_trip)
        *best = *measured;
    else
        best->round_trip += 2;
}

static void beat_done(Job *job)
{
    Beat *beat = (Beat *)job;
    Core *core = beat->core;

    core->heartbeat.is_pending = 0;
    if (job->status == STORE_OK)
        take_time(&core->heartbeat.time, &beat->time);
    free(beat);
}

static void send_beat(Core *core)
{
    Beat *beat = calloc(1, sizeof *beat);

    if (beat == NULL)
        return;
    beat->job = (Job){ .run = beat_run, .done = beat_done, .only_reads = 1 };
    beat->core = core;
    core->heartbeat.is_pending = 1;
    core->heartbeat.sent_at = core->steady;
    core_submit(core, &beat->job);
}

/* After a write that failed, another one is tried until one succeeds: people may have gone
 * elsewhere, so that nobody else writes here. */
static StoreStatus probe_run(Job *job, Store *store, Fault *fault)
{
    (void)job;
    return store_probe(store, clock_ms(CLOCK_MONOTONIC), fault);
}

static void probe_done(Job *job)
{
    free(job);
}

static void send_probe(Core *core)
{
    Job *probe = calloc(1, sizeof *probe);

    core->heartbeat.probed_at = core->steady;
    if (probe == NULL)
        return;
    *probe = (Job){ .run = probe_run, .done = probe_done, .is_alone = 1, .is_probe = 1 };
    core_submit(core, probe);
}

/* The answer was given at some time between question and answer. */
StoreStatus database_measure_clock(const CoreConfig *config, Store *store,
                                   DatabaseTime *time, Fault *fault)
{
    int64_t asked = config->steady(config->clock_context), now = 0;
    StoreStatus status = store_now(store, config->node == NULL ? NULL : EVERY_NODE,
                                   config->node, &now, fault);
    int64_t answered = config->steady(config->clock_context);

    time->ahead = now - (asked + answered) / 2;
    time->round_trip = answered - asked;
    return status;
}

/* ------------------------------------------------------------------------- */
/* Cut off                                                                   */
/* ------------------------------------------------------------------------- */

int database_is_cut_off(const Core *core)
{
    return core->heartbeat.is_cut_off;
}

int database_is_silent(const Core *core)
{
    return core->heartbeat.is_cut_off || core_silence(core) > CUT_OFF_MS
           || db_pool_is_failing(core->config.db_pool);
}

static void cut_off(Core *core)
{
    log_line(LOG_WARNING, "database-away", LOG_PAIRS({ "node", core->config.node }));
    core->heartbeat.is_cut_off = 1;
    core_send_bye(core, "away");
}

static void come_back(Core *core)
{
    log_line(LOG_WARNING, "database-back", LOG_PAIRS({ "node", core->config.node }));
    core->heartbeat.is_cut_off = 0;
    node_catch_up(core);
}

void heartbeat_tick(Core *core)
{
    if (!core_is_node(core))
        return;
    const Heartbeat *heartbeat = &core->heartbeat;
    int silence = core_silence(core);
    if (!heartbeat->is_cut_off && silence > CUT_OFF_MS && core->steady >= heartbeat->grace)
        cut_off(core);
    else if (heartbeat->is_cut_off && silence < BACK_MS)
        come_back(core);
    if (!heartbeat->is_pending && !core->is_closing
        && core->steady - heartbeat->sent_at >= BEAT_EVERY)
        send_beat(core);
    if (db_pool_is_failing(core->config.db_pool) && !core->is_closing
        && core->steady - heartbeat->probed_at >= PROBE_EVERY)
        send_probe(core);
}

void heartbeat_was_stopped(Core *core)
{
    core->heartbeat.grace = core->steady + GRACE_MS;
}
