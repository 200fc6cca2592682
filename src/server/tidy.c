/* tidy.c: deletes expired sessions and challenges, open tables without visitors and guests
 * who never played. Each round is one job with a bounded amount of work; the next tick goes
 * on where it ended, until nothing is left; then an hour passes. It also hands over or
 * closes the open tables of deleted hosts, in case the server was killed between deletion
 * and hand-over. */
#include "server/nodes.h"

#include "server/security.h"
#include "store/admin.h"
#include "store/notices.h"
#include "store/passkeys.h"

#include <stdio.h>
#include <stdlib.h>

enum { AT_ONCE = 100, NOTICES_STAY = 30 }; /* days */

static const int64_t EVERY = 3600 * 1000, DAY = 24LL * 3600 * 1000;

typedef struct Tidying {
    Job job;
    Core *core;
    int64_t now;
    int64_t tables_before, guests_before; /* 0: they stay */
    StoreId after, orphans_after;
    StoreRef tables[AT_ONCE], orphans[AT_ONCE];
    int table_count, orphan_count, guests_gone;
} Tidying;

/* In days; 0: they stay. */
static int tables_stay(const Core *core)
{
    return core_setting(core, core->settings.tidy_tables_after,
                        core->config.tidy_tables_after);
}

static int guests_stay(const Core *core)
{
    return core_setting(core, core->settings.tidy_guests_after,
                        core->config.tidy_guests_after);
}

static StoreStatus tidy_run(Job *job, Store *store, Fault *fault)
{
    Tidying *tidying = (Tidying *)job;
    StoreStatus status = store_sessions_sweep(store, tidying->now, fault);

    tidying->table_count = tidying->orphan_count = tidying->guests_gone = 0;
    if (status == STORE_OK)
        status = store_challenges_sweep(store, tidying->now, fault);
    if (status == STORE_OK)
        status = store_links_sweep(store, tidying->now, fault);
    if (status == STORE_OK)
        status = store_notices_sweep(store, tidying->now - NOTICES_STAY * DAY, tidying->now,
                                     fault);
    if (status == STORE_OK)
        status = store_claims_drop(store, "", tidying->now, fault);
    if (status == STORE_OK)
        status =
            store_orphaned_tables(store, tidying->now, tidying->orphans_after,
                                  tidying->orphans, AT_ONCE, &tidying->orphan_count, fault);
    if (status == STORE_OK && tidying->guests_before > 0)
        status = store_guests_tidy(store, tidying->guests_before, AT_ONCE,
                                   &tidying->guests_gone, fault);
    if (status == STORE_OK && tidying->tables_before > 0)
        status = store_stale_tables(store, tidying->tables_before, tidying->after,
                                    tidying->tables, AT_ONCE, &tidying->table_count, fault);
    return status;
}

static void close_tables(Core *core, const Tidying *tidying)
{
    for (int i = 0; i < tidying->table_count && !core->is_closing; i++) {
        Table *table = table_get(core, tidying->tables[i].code);
        if (table == NULL)
            continue;
        table->stale = STALE_IF_NOBODY_CAME;
        table_wake(core, tidying->tables[i].code);
    }
}

/* Where the next round goes on in this list; beyond all if it has no more. */
static StoreId next_after(const StoreRef *refs, int count)
{
    return count == AT_ONCE ? refs[AT_ONCE - 1].table : INT64_MAX;
}

static void tidy_done(Job *job)
{
    Tidying *tidying = (Tidying *)job;
    Core *core = tidying->core;
    int is_done = job->status == STORE_OK;

    core->is_tidying = 0;
    core->tidy_after = core->orphans_after = 0;
    core->has_more_to_tidy = 0;
    if (is_done) {
        for (int i = 0; i < tidying->orphan_count && !core->is_closing; i++)
            table_leave(core, tidying->orphans[i].code, tidying->orphans[i].user);
        close_tables(core, tidying);
        core->has_more_to_tidy = tidying->table_count == AT_ONCE
                                 || tidying->orphan_count == AT_ONCE
                                 || tidying->guests_gone == AT_ONCE;
        core->tidied_guests += tidying->guests_gone;
    }
    if (core->has_more_to_tidy) {
        core->tidy_after = next_after(tidying->tables, tidying->table_count);
        core->orphans_after = next_after(tidying->orphans, tidying->orphan_count);
    }
    free(tidying);
}

void tidy_look(Core *core)
{
    int tables_after = tables_stay(core), guests_after = guests_stay(core);
    int is_time = core->tidy_began == 0 || core->steady - core->tidy_began >= EVERY
                  || core->has_more_to_tidy;

    if (!core->is_tidying && core->tidied_tables + core->tidied_guests > 0) {
        security_tidied(core, core->tidied_tables, core->tidied_guests);
        core->tidied_tables = core->tidied_guests = 0;
    }
    if (core->is_tidying || !is_time || !core->has_settings || core_expiry_is_paused(core))
        return;
    Tidying *tidying = calloc(1, sizeof *tidying);
    if (tidying == NULL)
        return;
    tidying->job = (Job){ .run = tidy_run, .done = tidy_done };
    tidying->core = core;
    tidying->now = core->now;
    if (tables_after > 0)
        tidying->tables_before = core->now - tables_after * DAY;
    if (guests_after > 0)
        tidying->guests_before = core->now - guests_after * DAY;
    tidying->after = core->tidy_after;
    tidying->orphans_after = core->orphans_after;
    core->tidy_began = core->steady;
    core->is_tidying = 1;
    core_submit(core, &tidying->job);
}

/* Has nobody come for long? */
static int is_left_alone(const Table *table)
{
    Core *core = table->core;
    int64_t before = core->now - tables_stay(core) * DAY;
    Presence elsewhere = presence_elsewhere(core, table->row.code);

    return table->row.changed < before && table->watches == NULL && elsewhere.seats == 0
           && elsewhere.watching == 0 && !core_expiry_is_paused(core);
}

/* The next person after this seat, or from the first seat on; NOBODY: there is none. */
static int next_person(const StoreTable *row, int after, StoreId but)
{
    for (int i = 1; i <= row->seat_count; i++) {
        int seat = (after + i) % row->seat_count;
        const StoreSeat *at = &row->seats[seat];
        if (at->who == SEAT_PERSON && seat_is_person(at) && at->user != but)
            return seat;
    }
    return NOBODY;
}

/* The seat is open again. The table of a host who is gone is handed over to the next person
 * who sits there, or closed. */
static int leave_open_table(Table *table, StoreId user, int seat)
{
    const StoreTable *row = &table->row;
    int is_host = row->host == user;
    int heir = is_host ? next_person(row, seat, user) : NOBODY;

    if (is_host && heir == NOBODY) {
        table_close(table, NULL);
        return 1;
    }
    Write *write = write_row_new(table, NULL, publish_row);
    if (write == NULL)
        return 0;
    if (is_host)
        write->row.host = row->seats[heir].user;
    if (seat != NOBODY)
        seat_clear(&write->row.seats[seat]);
    write_submit(write);
    return 1;
}

/* Seats of people who have deleted their account are open again. 0: there are none. */
static int free_seats(Table *table)
{
    for (int seat = 0; seat < table->row.seat_count; seat++) {
        if (seat_is_deserted(&table->row.seats[seat]))
            return leave_open_table(table, table->row.seats[seat].user, seat);
    }
    return 0;
}

int table_tidy(Table *table)
{
    Stale stale = table->stale;

    if (!table_is_open(&table->row))
        return 0;
    table->stale = STALE_NOT;
    if (table->core->is_closing)
        return 0;
    if (stale == STALE_IF_NOBODY_CAME && is_left_alone(table)) {
        table->core->tidied_tables++;
        table_close(table, NULL);
        return 1;
    }
    return free_seats(table);
}

/* ------------------------------------------------------------------------- */
/* People who are gone for good                                              */
/* ------------------------------------------------------------------------- */

void table_remove_user(Table *table, StoreId user)
{
    int free = 0;

    while (free < LEAVING_MAX && table->leaving[free] != 0 && table->leaving[free] != user)
        free++;
    if (free < LEAVING_MAX)
        table->leaving[free] = user;
    table_run_bots(table);
}

void table_leave(Core *core, const char *code, StoreId user)
{
    Table *table = table_get(core, code);

    if (table == NULL)
        return;
    table_remove_user(table, user);
    table_wake(core, code);
}

/* 0: they have gone. */
static int remove_one(Table *table, StoreId user)
{
    const StoreTable *row = &table->row;
    int seat = table_seat_of(row, user);

    if (seat == NOBODY && (row->host != user || row->state != TABLE_OPEN))
        return 0;
    if (table_is_revealing(row)) /* after the deal, as from a game */
        return 1;
    if (row->state == TABLE_OPEN)
        return leave_open_table(table, user, seat);
    if (row->state != TABLE_PLAYING || seat_is_bots(&row->seats[seat]))
        return 0;
    seat_set_away(table, seat, 1, NULL);
    return 1;
}

/* A user stays in table->leaving until the row shows the change: a write may have a
 * conflict. */
int table_remove_leaving(Table *table)
{
    for (int i = 0; i < LEAVING_MAX && !table->core->is_closing; i++) {
        if (table->leaving[i] == 0)
            continue;
        if (remove_one(table, table->leaving[i]))
            return 1;
        table->leaving[i] = 0;
    }
    return 0;
}
