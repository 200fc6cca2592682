/* line.c: whether a node reaches its database, and the time that all nodes share. Twice a
 * second the node asks for the database's time, which is that of all nodes (times.h), and
 * says its name to all, itself included: the listener reconnects if it does not hear it
 * (listener.c).
 *
 *            owes an answer for CUT_OFF_MS
 *     WELL ────────────────────────────────> CUT OFF
 *      ^ <───────── answers ────────────────────┘
 *
 * Cut off, nobody can do anything here: everybody is sent away, to another node, and
 * nobody is let in. */
#include "server/nodes.h"

#include "server/dialect.h"
#include "server/log.h"

#include <stdio.h>
#include <stdlib.h>

static const int64_t BEAT_EVERY = 500, CUT_OFF_MS = 2000;
/* A node that was stopped finds answers that have waited for it. */
static const int64_t GRACE_MS = 1000;

typedef struct Beat {
    Errand errand;
    Core *core;
    int64_t database_ahead; /* of the steady clock */
} Beat;

/* ------------------------------------------------------------------------- */
/* Beats                                                                     */
/* ------------------------------------------------------------------------- */

static StoreStatus beat_run(Errand *errand, Store *store, Fault *fault)
{
    Beat *beat = (Beat *)errand;

    return line_measure(&beat->core->config, store, &beat->database_ahead, fault);
}

static void beat_done(Errand *errand)
{
    Beat *beat = (Beat *)errand;
    Core *core = beat->core;

    core_post_back(core);
    core->line.is_beating = 0;
    if (errand->status == STORE_OK)
        core->line.database_ahead = beat->database_ahead;
    free(beat);
}

static void send_beat(Core *core)
{
    Beat *beat = calloc(1, sizeof *beat);

    if (beat == NULL)
        return;
    beat->errand = (Errand){ .run = beat_run, .done = beat_done, .is_alone = 1 };
    beat->core = core;
    core->line.is_beating = 1;
    core->line.beaten = core->steady;
    core_post(core, &beat->errand);
}

/* The answer was given at some time between question and answer. */
StoreStatus line_measure(const CoreConfig *config, Store *store, int64_t *ahead,
                         Fault *fault)
{
    int64_t asked = config->steady(config->clock_context), now = 0;
    StoreStatus status = store_now(store, config->node == NULL ? NULL : EVERY_NODE,
                                   config->node, &now, fault);
    int64_t answered = config->steady(config->clock_context);

    *ahead = now - (asked + answered) / 2;
    return status;
}

/* ------------------------------------------------------------------------- */
/* Cut off                                                                   */
/* ------------------------------------------------------------------------- */

int line_is_cut_off(const Core *core)
{
    return core->line.is_cut_off;
}

int line_is_silent(const Core *core)
{
    return core->line.is_cut_off || core_silence(core) > CUT_OFF_MS
           || keeper_is_failing(core->config.keeper);
}

static void cut_off(Core *core)
{
    log_line(LOG_WARNING, "database-away", LOG_PAIRS({ "node", core->config.node }));
    core->line.is_cut_off = 1;
    core_send_away(core, "away");
}

static void come_back(Core *core)
{
    log_line(LOG_WARNING, "database-back", LOG_PAIRS({ "node", core->config.node }));
    core->line.is_cut_off = 0;
    node_catch_up(core);
}

void line_tick(Core *core)
{
    if (!core_is_node(core))
        return;
    const Line *line = &core->line;
    int silence = core_silence(core);
    if (!line->is_cut_off && silence > CUT_OFF_MS && core->steady >= line->grace)
        cut_off(core);
    else if (line->is_cut_off && silence == 0)
        come_back(core);
    if (!line->is_beating && !core->is_closing && core->steady - line->beaten >= BEAT_EVERY)
        send_beat(core);
}

void line_was_stopped(Core *core)
{
    core->line.grace = core->steady + GRACE_MS;
}
