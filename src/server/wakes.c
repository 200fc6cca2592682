/* wakes.c: tables at which the server has something to do. */
#include "server/wakes.h"

#include "server/nodes.h"

#include <stdlib.h>
#include <string.h>

enum { WAKES_AT_ONCE = 256 };

static const int64_t LOOK_EVERY = 20 * 1000, NODES_LOOK_EVERY = 2000,
                     TIDY_EVERY = 3600 * 1000;

typedef struct Look {
    Errand errand;
    Core *core;
    int64_t until;
    StoreId after;
    int count;
    int64_t now;
    int64_t store_now; /* leases run out by it */
    int must_tidy;     /* sessions that have expired go */
    StoreWake wakes[WAKES_AT_ONCE];
} Look;

static StoreStatus look_run(Errand *errand, Store *store, Fault *fault)
{
    Look *look = (Look *)errand;

    if (look->must_tidy) {
        StoreStatus status = store_sessions_sweep(store, look->now, fault);
        if (status != STORE_OK)
            return status;
    }
    StoreStatus status = store_now(store, &look->store_now, fault);
    if (status != STORE_OK)
        return status;
    return store_wakes(store, look->until, look->after, look->wakes, WAKES_AT_ONCE,
                       &look->count, fault);
}

void table_wake(Core *core, const char *code)
{
    Table *table = table_get(core, code);

    if (table == NULL)
        return;
    table->used = core->now;
    if (table->is_loaded && table_is_ours(table)) {
        table_attend(table);
    } else if (!table->is_busy) {
        table->wants_lease = 1;
        table_load(table);
    }
}

/* Another node is at it already. */
static int is_anothers(const Look *look, const StoreWake *wake)
{
    return core_is_node(look->core) && wake->node[0] != '\0'
           && strcmp(wake->node, look->core->config.node) != 0
           && wake->lease_until > look->store_now;
}

static void look_done(Errand *errand)
{
    Look *look = (Look *)errand;
    Core *core = look->core;

    core_post_back(core);
    for (int i = 0; errand->status == STORE_OK && i < look->count && !core->is_closing;
         i++) {
        if (!is_anothers(look, &look->wakes[i]))
            table_wake(core, look->wakes[i].code);
    }
    if (errand->status == STORE_OK && look->count == WAKES_AT_ONCE && !core->is_closing) {
        look->after = look->wakes[WAKES_AT_ONCE - 1].table;
        look->must_tidy = 0;
        core_post(core, errand);
        return;
    }
    core->is_looking_for_wakes = 0;
    free(look);
}

void wakes_look(Core *core)
{
    int64_t every = core_is_node(core) ? NODES_LOOK_EVERY : LOOK_EVERY;

    if (core->is_looking_for_wakes
        || (core->looked_for_wakes != 0 && core->now - core->looked_for_wakes < every
            && core->now >= core->looked_for_wakes))
        return;
    Look *look = calloc(1, sizeof *look);
    if (look == NULL)
        return;
    look->core = core;
    look->now = core->now;
    look->must_tidy = core->now - core->tidied > TIDY_EVERY && !core_expiry_is_paused(core);
    if (look->must_tidy)
        core->tidied = core->now;
    look->errand =
        (Errand){ .run = look_run, .done = look_done, .only_reads = !look->must_tidy };
    /* Tables come into memory a little before their time is up. */
    look->until = core->now + LOOK_EVERY;
    core->looked_for_wakes = core->now;
    core->is_looking_for_wakes = 1;
    core_post(core, &look->errand);
}
