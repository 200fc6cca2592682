/* wakes.c: tables at which the server has something to do. */
#include "server/wakes.h"

#include "server/inside.h"

#include <stdlib.h>

enum { WAKES_AT_ONCE = 256 };

static const int64_t LOOK_EVERY = 20 * 1000;

typedef struct Look {
    Errand errand;
    Core *core;
    int64_t until;
    StoreId after;
    int count;
    StoreWake wakes[WAKES_AT_ONCE];
} Look;

static StoreStatus look_run(Errand *errand, Store *store, Fault *fault)
{
    Look *look = (Look *)errand;

    return store_wakes(store, look->until, look->after, look->wakes, WAKES_AT_ONCE,
                       &look->count, fault);
}

static void wake(Core *core, const StoreWake *wake)
{
    Table *table = table_get(core, wake->code);

    if (table == NULL)
        return;
    table->used = core->now;
    if (table->is_loaded)
        table_attend(table);
    else if (!table->is_busy)
        table_load(table);
}

static void look_done(Errand *errand)
{
    Look *look = (Look *)errand;
    Core *core = look->core;

    core_post_back(core);
    for (int i = 0; errand->status == STORE_OK && i < look->count && !core->is_closing; i++)
        wake(core, &look->wakes[i]);
    if (errand->status == STORE_OK && look->count == WAKES_AT_ONCE && !core->is_closing) {
        look->after = look->wakes[WAKES_AT_ONCE - 1].table;
        core_post(core, errand);
        return;
    }
    core->is_looking_for_wakes = 0;
    free(look);
}

void wakes_look(Core *core)
{
    if (core->is_looking_for_wakes
        || (core->looked_for_wakes != 0 && core->now - core->looked_for_wakes < LOOK_EVERY
            && core->now >= core->looked_for_wakes))
        return;
    Look *look = calloc(1, sizeof *look);
    if (look == NULL)
        return;
    look->errand = (Errand){ .run = look_run, .done = look_done, .only_reads = 1 };
    look->core = core;
    /* Tables come into memory a little before their time is up. */
    look->until = core->now + LOOK_EVERY;
    core->looked_for_wakes = core->now;
    core->is_looking_for_wakes = 1;
    core_post(core, &look->errand);
}
