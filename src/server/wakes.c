/* wakes.c: work at tables that nobody watches: a bot's turn, an expired clock, or a game
 * that was started and must be dealt.
 *
 * The node that writes an entry also runs the bots that are next, so normally no work is
 * left. What is left by a node that is gone is found by scanning the tables that are
 * played. One node scans, the one with the claim of table 0, and claims what it finds
 * for a while; the claim is extended while a bot thinks. Duplicate work is harmless: the
 * log accepts one of the entries.
 *
 * Each scan includes a heartbeat (store_pulse): the store knows from it since when
 * players could move. */
#include "server/nodes.h"

#include <stdlib.h>
#include <string.h>

enum { WAKES_AT_ONCE = 256 };

static const int64_t LOOK_EVERY = 20 * 1000;
/* Of nodes: a bot's table is claimed by another this long after its turn began, or after
 * the claim ran out. */
static const int64_t NODES_LOOK_EVERY = 300, LOOKING_MS = 900, CLAIM_MS = 1200,
                     GRACE_MS = 1000, KEEP_AFTER = 500;
/* Shorter pauses are the players' own. */
static const int64_t PULSE_PATIENCE = 5000, SCAN_OVERDUE = 3000;

typedef struct Look {
    Job job;
    Core *core;
    StoreClaim claim;
    int64_t began; /* steady */
    int64_t stood;
    StoreId kept[CLAIMS_KEPT_MAX]; /* tables that our bots think about */
    StoreRef wakes[WAKES_AT_ONCE];
    int count;
} Look;

/* ------------------------------------------------------------------------- */
/* On a database thread                                                      */
/* ------------------------------------------------------------------------- */

static StoreStatus look_run(Job *job, Store *store, Fault *fault)
{
    Look *look = (Look *)job;

    return store_claim(store, &look->claim, look->wakes, WAKES_AT_ONCE, &look->count,
                       &look->stood, fault);
}

/* ------------------------------------------------------------------------- */
/* And back                                                                  */
/* ------------------------------------------------------------------------- */

void table_wake(Core *core, const char *code)
{
    Table *table = table_get(core, code);

    if (table == NULL)
        return;
    table->last_used = core->now;
    table->runs_bots = 1;
    if (table_is_ready(table))
        table_run_bots(table);
    else
        table_load(table);
}

static void look_done(Job *job)
{
    Look *look = (Look *)job;
    Core *core = look->core;
    int has_looked = job->status == STORE_OK;

    if (has_looked && core_is_node(core)) {
        core->clocks_paused_until =
            look->stood > core->pause_found ? look->stood : core->pause_found;
        core->scanned_at = look->began; /* what it says was true then */
    }
    for (int i = 0; has_looked && i < look->count && !core->is_closing; i++)
        table_wake(core, look->wakes[i].code);
    if (has_looked && look->count == WAKES_AT_ONCE && !core->is_closing) {
        look->claim.after = look->wakes[WAKES_AT_ONCE - 1].table;
        core_submit(core, job);
        return;
    }
    core->is_scanning = 0;
    free(look);
}

int scan_is_overdue(const Core *core)
{
    return core_is_node(core)
           && (core->scanned_at == 0 || core->steady - core->scanned_at > SCAN_OVERDUE);
}

/* ------------------------------------------------------------------------- */
/* Begun                                                                     */
/* ------------------------------------------------------------------------- */

static void list_kept(Look *look, const Core *core)
{
    for (int i = 0; i < core->table_room; i++) {
        for (const Table *table = core->tables[i];
             table != NULL && look->claim.kept_count < CLAIMS_KEPT_MAX;
             table = table->next) {
            if (table->is_thinking && table->runs_bots
                && core->steady - table->thinks_since > KEEP_AFTER)
                look->kept[look->claim.kept_count++] = table->row.id;
        }
    }
}

static void set_claim(Look *look, Core *core)
{
    StoreClaim *claim = &look->claim;

    claim->now = claim->until = claim->idle_since = core->now;
    claim->node = "";
    /* Tables come into memory a little before their time is up. */
    claim->deadline = core->now + LOOK_EVERY;
    if (!core_is_node(core))
        return;
    claim->node = core->config.node;
    claim->until = core->now + CLAIM_MS;
    claim->deadline = core->now;
    claim->idle_since -= core->scans_urgently ? 0 : GRACE_MS;
    core->scans_urgently = 0;
    claim->looks_until = core->now + LOOKING_MS;
    claim->patience = PULSE_PATIENCE;
    claim->stood = core->pause_found;
    claim->kept = look->kept;
    list_kept(look, core);
}

void wakes_look(Core *core)
{
    int64_t every = core_is_node(core) ? NODES_LOOK_EVERY : LOOK_EVERY;

    if (core->is_scanning
        || (core->last_scan != 0 && core->steady - core->last_scan < every))
        return;
    Look *look = calloc(1, sizeof *look);
    if (look == NULL)
        return;
    look->core = core;
    look->job = (Job){ .run = look_run, .done = look_done, .is_alone = 1 };
    set_claim(look, core);
    core->last_scan = look->began = core->steady;
    core->is_scanning = 1;
    core_submit(core, &look->job);
}
