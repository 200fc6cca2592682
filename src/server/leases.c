/* leases.c: a node's leases: kept alive, given back, and forgotten when they may be
 * another's by now. Nothing depends on that being in time: the database refuses what
 * carries an old token. */
#include "server/nodes.h"

#include "server/dialect.h"
#include "server/log.h"

#include <stdio.h>
#include <stdlib.h>

static const int64_t KEEP_EVERY = 1000;

/* ------------------------------------------------------------------------- */
/* Keeping                                                                   */
/* ------------------------------------------------------------------------- */

typedef struct Keep {
    Errand errand;
    Core *core;
    int64_t at;
} Keep;

static StoreStatus keep_run(Errand *errand, Store *store, Fault *fault)
{
    const Keep *keep = (const Keep *)errand;
    int64_t now;
    StoreStatus status = store_now(store, &now, fault);

    return status == STORE_OK
               ? store_leases_keep(store, keep->core->config.node, now + LEASE_MS, fault)
               : status;
}

/* Nobody could move here for a while. */
static void come_back(Core *core)
{
    core->are_leases_lost = 0;
    for (int i = 0; i < core->table_room; i++) {
        for (Table *table = core->tables[i]; table != NULL; table = table->next)
            clocks_have_stood(table);
    }
}

static void keep_done(Errand *errand)
{
    Keep *keep = (Keep *)errand;
    Core *core = keep->core;

    core_post_back(core);
    core->is_keeping_leases = 0;
    if (errand->status == STORE_OK) {
        core->leases_kept = keep->at;
        if (core->are_leases_lost)
            come_back(core);
    }
    free(keep);
}

static void forget_leases(Core *core)
{
    log_line(LOG_WARNING, "leases-lost", LOG_PAIRS({ "node", core->config.node }));
    core->are_leases_lost = 1;
    for (int i = 0; i < core->table_room; i++) {
        for (Table *table = core->tables[i]; table != NULL; table = table->next) {
            table->writer[0] = '\0';
            if (table->is_busy)
                continue; /* the database will tell */
            table->lease = 0;
            table_follow(table);
        }
    }
}

/* Those that could not be read while the database was away. */
static void load_unread(Core *core)
{
    for (int i = 0; i < core->table_room; i++) {
        for (Table *table = core->tables[i]; table != NULL; table = table->next) {
            if (!table->is_loaded && !table->is_busy && table->watches != NULL)
                table_load(table);
        }
    }
}

int leases_may_be_lost(const Core *core)
{
    return core->leases_kept != 0 && core->now - core->leases_kept > LEASE_MS;
}

void leases_keep(Core *core)
{
    if (leases_may_be_lost(core) && !core->are_leases_lost)
        forget_leases(core);
    if (core->is_keeping_leases || core->is_closing
        || (core->now - core->leases_asked < KEEP_EVERY && core->now >= core->leases_asked))
        return;
    load_unread(core);
    Keep *keep = calloc(1, sizeof *keep);
    if (keep == NULL)
        return;
    keep->errand = (Errand){ .run = keep_run, .done = keep_done };
    keep->core = core;
    keep->at = core->leases_asked = core->now;
    core->is_keeping_leases = 1;
    core_post(core, &keep->errand);
}

/* ------------------------------------------------------------------------- */
/* Giving back                                                               */
/* ------------------------------------------------------------------------- */

typedef struct GivingBack {
    Errand errand;
    Core *core;
    StoreId table; /* 0: all */
    int64_t token;
} GivingBack;

static StoreStatus give_back_run(Errand *errand, Store *store, Fault *fault)
{
    const GivingBack *back = (const GivingBack *)errand;
    const char *node = back->core->config.node;
    char text[STORE_WORD_MAX + 8];

    if (back->table != 0)
        return store_lease_drop(store, back->table, back->token, fault);
    StoreStatus status = store_leases_drop_of(store, node, fault);
    if (status != STORE_OK)
        return status;
    snprintf(text, sizeof text, "b %s", node);
    return store_notify(store, ALL_NODES, text, fault);
}

/* If the database did not hear of it, the lease runs out. */
static void give_back_done(Errand *errand)
{
    core_post_back(((GivingBack *)errand)->core);
    free(errand);
}

static void give_back(Core *core, StoreId table, int64_t token)
{
    GivingBack *back = calloc(1, sizeof *back);

    if (back == NULL)
        return;
    back->errand = (Errand){ .run = give_back_run, .done = give_back_done };
    back->core = core;
    back->table = table;
    back->token = token;
    core_post(core, &back->errand);
}

void lease_give_back(Table *table)
{
    if (table->lease != 0 && !table->core->is_closing)
        give_back(table->core, table->row.id, table->lease);
    table->lease = 0;
}

void nodes_leave(Core *core)
{
    if (core_is_node(core))
        give_back(core, 0, 0);
}
