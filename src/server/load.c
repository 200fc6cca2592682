/* load.c: reads a table from the database: completely (load), or the row and the entries
 * that are new (refresh), which are published one by one. Every position is checked against
 * the hash stored by the node that wrote it: on a difference everything is read again, and
 * if that differs, too, the table is quarantined. */
#include "server/nodes.h"
#include "server/runs.h"

#include "play/setup.h"
#include "server/log.h"
#include "server/notify.h"
#include "store/replay.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READ_AT_ONCE = 32 };

typedef struct TableLoad {
    Job job;
    Table *table;
    StoreId id; /* 0: not known */
    char code[STORE_CODE_MAX + 1];
    StoreTable row;
    int64_t write_id; /* the random id of the entry that had a conflict; 0: none */
    int was_stored;   /* that entry is in the log */
    int is_whole;
    int is_catching_up; /* one of those that core->catching_up counts */
    /* Refresh: */
    int from;
    StoreEntry entries[READ_AT_ONCE];
    int count;
    /* Load: */
    Match *match;
    uint8_t secret[SEED_BYTES]; /* of its deal */
    StoreEntry last;
    Events events; /* of the last entry */
    Undos undos;
    int damaged; /* the first entry that does not replay; 0: none */
} TableLoad;

/* ------------------------------------------------------------------------- */
/* On a database thread                                                      */
/* ------------------------------------------------------------------------- */

uint64_t match_hash(const Match *match)
{
    static const unsigned char key[crypto_shorthash_KEYBYTES] = "roundhouse table";
    unsigned char bytes[crypto_shorthash_BYTES];
    uint64_t hash = 0;
    State position;

    /* A state has no padding, and unused bytes are zero, so its bytes can be hashed. */
    int size = game_canonical(match_game(match), match_state(match), &position);
    crypto_shorthash(bytes, position.bytes, (unsigned long long)size, key);
    for (size_t i = 0; i < sizeof bytes; i++)
        hash = hash << 8 | bytes[i];
    return hash != 0 ? hash : 1;
}

static int hash_matches(const Match *match, const StoreEntry *entry)
{
    return entry->hash == 0 || entry->hash == match_hash(match);
}

/* Is this the entry that had a conflict? It was stored, and the reply was lost. Entries of
 * old versions have no write_id. */
static int is_own(const TableLoad *load, const StoreEntry *entry)
{
    return load->write_id != 0 && entry->write_id == load->write_id;
}

static void see_entry(void *context, const ReplayStep *step)
{
    TableLoad *load = context;
    int count = match_move_count(step->match);

    undos_count(&load->undos, &load->last.turn, step->entry);
    if (count > 0 && match_moves(step->match)[count - 1].is_final)
        undos_forget_points(&load->undos);
    load->last = *step->entry;
    load->events = *step->events;
    if (load->damaged == 0 && !hash_matches(step->match, step->entry))
        load->damaged = step->entry->turn.n;
    load->was_stored |= is_own(load, step->entry);
}

static StoreStatus read_whole(TableLoad *load, Store *store, Fault *fault)
{
    match_free(load->match);
    load->match = NULL;
    load->last = (StoreEntry){ .done.seat = NOBODY };
    clocks_fill(&load->row, &load->last.turn);
    undos_clear(&load->undos);
    load->events.count = load->damaged = 0;
    StoreStatus status =
        replay_table(store, &load->row, see_entry, load, &load->match, load->secret, fault);
    if (status == STORE_BROKEN)
        load->damaged = load->last.turn.n + 1;
    return load->damaged == 0 ? status : STORE_BROKEN;
}

static StoreStatus load_run(Job *job, Store *store, Fault *fault)
{
    TableLoad *load = (TableLoad *)job;
    StoreStatus status;

    load->count = load->was_stored = 0;
    if (!load->is_whole)
        return store_table_read(store, load->code, load->id, load->from, &load->row,
                                load->entries, READ_AT_ONCE, &load->count, fault);
    status = store_table_by_code(store, load->code, &load->row, fault);
    if (status != STORE_OK || load->row.state == TABLE_OPEN
        || !replay_has_rules(&load->row))
        return status;
    return read_whole(load, store, fault);
}

/* ------------------------------------------------------------------------- */
/* Entries                                                                   */
/* ------------------------------------------------------------------------- */

Events *events_kept(const Events *events)
{
    size_t size = offsetof(Events, items) + (size_t)events->count * sizeof(Event);
    Events *kept = events->count == 0 ? NULL : malloc(size);

    if (kept != NULL)
        memcpy(kept, events, size);
    return kept;
}

/* Is this one of several simultaneous decisions that does not affect the others? Nothing
 * was drawn or revealed. */
static int is_independent(SeatSet before, const StoreEntry *entry, const Events *events)
{
    for (int i = 0; events != NULL && i < events->count; i++) {
        if (events->items[i].marks != 0)
            return 0;
    }
    return entry->done.kind == ENTRY_ACT && entry->turn.waiting != 0
           && entry->turn.waiting == (before & ~(SeatSet)(1u << entry->done.seat));
}

void table_set_last(Table *table, const StoreEntry *entry, Events *events)
{
    if (!is_independent(table->row.turn.waiting, entry, events))
        table->independent_since = entry->turn.n;
    free(table->last_events);
    table->last_events = events;
    table->last = entry->done;
    undos_count(&table->undos, &table->row.turn, entry);
    table->row.turn = entry->turn;
    table->row.changed = entry->at;
    table->match_n = entry->turn.n;
}

/* 0: it does not fit what memory has. */
static int apply_entry(Table *table, const StoreEntry *entry, Events *events)
{
    if (entry->turn.n != table->row.turn.n + 1 || table->match == NULL
        || match_apply_entry(table->match, &entry->done, events) != MATCH_OK
        || !hash_matches(table->match, entry))
        return 0;
    table_set_last(table, entry, events_kept(events));
    table_forget_final(table);
    table->runs_bots = 0;
    return 1;
}

/* 0: all must be read. */
static int apply_new(Table *table, TableLoad *load)
{
    Events events;

    for (int i = 0; i < load->count; i++) {
        const StoreEntry *entry = &load->entries[i];
        if (!apply_entry(table, entry, &events))
            return 0;
        if (is_own(load, entry)) {
            load->was_stored = table->runs_bots = 1;
            broadcast_update(table, table->conflicted->by, table->conflicted->id);
        } else {
            broadcast_update(table, NULL, (RequestId){ 0 });
        }
    }
    /* The row was read before the entries, and may be older. If memory is ahead of both,
     * the database has lost data: everything is read again. */
    return load->count == 0
               ? table->row.turn.n == load->row.turn.n
               : table->row.turn.n >= load->row.turn.n || load->count == READ_AT_ONCE;
}

/* ------------------------------------------------------------------------- */
/* Adopting                                                                  */
/* ------------------------------------------------------------------------- */

static void set_row(Table *table, const StoreTable *row)
{
    int was_ours = !table_is_foreign(table);

    table->row = *row;
    table->game = catalogue_find(row->game);
    if (was_ours && table_is_foreign(table))
        log_line(LOG_WARNING, "other-rules",
                 LOG_PAIRS({ "table", row->code }, { "game", row->game }));
}

static void adopt_whole(Table *table, TableLoad *load)
{
    const Write *own = load->was_stored ? table->conflicted : NULL;
    int is_new =
        table->row.turn.n != load->row.turn.n || table->row.version != load->row.version;

    table_unload(table);
    table->cache = CACHE_READY;
    table->match = load->match;
    load->match = NULL;
    memcpy(table->secret, load->secret, sizeof table->secret);
    if (table->match != NULL) {
        table_set_last(table, &load->last, events_kept(&load->events));
        match_forget(table->match);
    }
    set_row(table, &load->row);
    table->match_n = table->independent_since = table->row.turn.n;
    undos_clear(&table->undos);
    table->undos = load->undos;
    load->undos = (Undos){ 0 };
    if (is_new)
        broadcast_table(table);
    if (own != NULL)
        broadcast_update(table, own->by, own->id);
    else
        broadcast_update(table, NULL, (RequestId){ 0 });
}

/* Is there more of the log than was read? */
static int has_more(const Table *table, const TableLoad *load)
{
    return table->match != NULL && load->count == READ_AT_ONCE;
}

/* Was a player renamed or deleted? That does not change the row's version. */
static int has_other_names(const StoreTable *a, const StoreTable *b)
{
    for (int seat = 0; seat < a->seat_count; seat++) {
        if (strcmp(a->seats[seat].name, b->seats[seat].name) != 0
            || a->seats[seat].kind != b->seats[seat].kind)
            return 1;
    }
    return 0;
}

/* 0: all must be read. */
static int adopt_new(Table *table, TableLoad *load)
{
    int has_changed = load->row.version != table->row.version;
    int has_begun = load->row.state != TABLE_OPEN && table->match == NULL;

    if (has_begun && replay_has_rules(&load->row))
        return 0;
    if (table->match != NULL && !apply_new(table, load))
        return 0;
    if (has_more(table, load)) {
        table->must_refresh = 1;
        return 1;
    }
    StoreTurn turn = table->row.turn;
    int64_t changed = table->row.changed;
    table->presence_changed |= has_other_names(&table->row, &load->row);
    set_row(table, &load->row);
    if (table->match != NULL && turn.n > table->row.turn.n) {
        table->row.turn = turn;
        table->row.changed = changed;
    }
    if (has_changed) {
        table->runs_bots = 0;
        broadcast_table(table);
    }
    return 1;
}

static void quarantine(Table *table, const TableLoad *load)
{
    char n[16];

    snprintf(n, sizeof n, "%d", load->damaged);
    log_line(LOG_ERROR, "quarantined",
             LOG_PAIRS({ "table", table->row.code }, { "entry", n }));
    table->core->counts.quarantines++;
    table_unload(table);
    table->cache = CACHE_QUARANTINED;
    table->quarantined_at = table->core->now;
    broadcast_error(table, ERROR_QUARANTINED);
}

/* The table was closed, or never existed. */
static void set_missing(Table *table)
{
    int was_known = table_is_known(table);

    table->cache = CACHE_MISSING;
    if (was_known) {
        table->row.state = TABLE_CLOSED;
        broadcast_table(table);
    }
}

/* 0: it is being read again. */
static int adopt(Table *table, TableLoad *load, StoreStatus status)
{
    if (status == STORE_OK && load->is_whole) {
        adopt_whole(table, load);
    } else if (status == STORE_OK) {
        table->cache = CACHE_READY;
        if (!adopt_new(table, load)) {
            table_unload(table);
            table_load(table);
            return table->cache != CACHE_LOADING; /* EMPTY: no memory */
        }
        mine_changed(table);
    } else if (status == STORE_NOT_FOUND) {
        set_missing(table);
    } else if (load->is_whole && load->damaged != 0) {
        quarantine(table, load);
    } else if (load->is_whole) {
        table_unload(table);
    } else {
        table->cache = CACHE_BEHIND;
    }
    return 1;
}

/* Resolves the write that had a conflict, once all new entries were read. `was`, `waited`:
 * before they were. */
static void resolve(Table *table, const TableLoad *load, TableState was, SeatSet waited)
{
    Write *write = table->conflicted;
    int was_stored = 0;

    if (write == NULL
        || (table->cache == CACHE_READY && has_more(table, load) && !load->was_stored))
        return;
    table->conflicted = NULL;
    if (table->cache == CACHE_READY)
        was_stored = load->was_stored || write_is_row(write, &load->row);
    if (was_stored)
        notify_changed(table, was, waited);
    if (table->cache == CACHE_READY)
        write_resolve(write, was_stored);
    else
        write_fail(write);
}

static void catch_up_some(Core *core);

static void load_done(Job *job)
{
    TableLoad *load = (TableLoad *)job;
    Table *table = load->table;
    TableState was = table->row.state;
    SeatSet waited = table->row.turn.waiting;
    Core *core = table->core;

    core->catching_up -= load->is_catching_up;
    if (adopt(table, load, job->status)) {
        resolve(table, load, was, waited);
        table_resume(table);
    }
    match_free(load->match);
    undos_clear(&load->undos);
    free(load);
    catch_up_some(core);
}

/* ------------------------------------------------------------------------- */
/* Starting                                                                  */
/* ------------------------------------------------------------------------- */

static void begin(Table *table, int is_whole)
{
    TableLoad *load = calloc(1, sizeof *load);
    int is_catching_up = table->must_catch_up;

    if (load == NULL)
        return; /* the next load or refresh tries again */
    load->job = (Job){ .run = load_run, .done = load_done, .only_reads = 1 };
    load->table = table;
    load->is_whole = is_whole;
    load->id = table->row.id;
    load->from = table->row.turn.n + 1;
    if (table->conflicted != NULL)
        load->write_id = table->conflicted->store.entry.write_id;
    memcpy(load->code, table->row.code, sizeof load->code);
    table->cache = is_whole ? CACHE_LOADING : CACHE_REFRESHING;
    load->is_catching_up = is_catching_up;
    table->core->catching_up += is_catching_up;
    table->must_refresh = table->must_catch_up = 0;
    core_submit(table->core, &load->job);
    if (is_catching_up)
        chat_read(table);
}

void table_load(Table *table)
{
    enum { QUARANTINE_MS = 5000 };

    if (table->cache == CACHE_BEHIND)
        begin(table, 0);
    else if (table->cache == CACHE_EMPTY || table->cache == CACHE_MISSING
             || (table->cache == CACHE_QUARANTINED
                 && table->core->now - table->quarantined_at > QUARANTINE_MS))
        begin(table, 1);
}

void table_refresh(Table *table)
{
    if (table->cache == CACHE_READY)
        begin(table, 0);
    else
        table->must_refresh = 1;
}

static void catch_up(Table *table)
{
    table_refresh(table);
    if (!table->must_catch_up)
        return;
    table->must_catch_up = 0; /* it is busy: must_refresh */
    chat_read(table);
}

/* A table that is refreshed cannot be played at, so they take turns: people at the others
 * move on meanwhile, since a move that comes too late is a conflict, which refreshes its
 * table. And a connection to the database remains for that. */
static void catch_up_some(Core *core)
{
    enum { AT_ONCE = 2 };

    while (core->catching_up < AT_ONCE && core->catch_up_at < core->table_room) {
        Table *table = core->tables[core->catch_up_at];
        while (table != NULL && !table->must_catch_up)
            table = table->next;
        if (table == NULL)
            core->catch_up_at++;
        else
            catch_up(table);
    }
}

void tables_catch_up(Core *core)
{
    for (int i = 0; i < core->table_room; i++) {
        for (Table *table = core->tables[i]; table != NULL; table = table->next)
            table->must_catch_up = 1;
    }
    core->catch_up_at = 0;
    catch_up_some(core);
}

static void apply_peer_entry(Table *table, const StoreEntry *entry)
{
    Events events;

    if (apply_entry(table, entry, &events)) {
        broadcast_update(table, NULL, (RequestId){ 0 });
    } else if (!table_is_foreign(table)) {
        table_unload(table);
        table_load(table);
    } else {
        table_refresh(table);
    }
}

int table_apply_peer_entry(Table *table)
{
    StoreEntry *entry = table->peer_entry;

    table->peer_entry = NULL;
    if (entry == NULL || entry->turn.n != table->row.turn.n + 1) {
        free(entry);
        return 0;
    }
    apply_peer_entry(table, entry);
    free(entry);
    return table->cache == CACHE_READY;
}

static void keep_peer_entry(Table *table, const StoreEntry *entry)
{
    if (table->peer_entry == NULL)
        table->peer_entry = malloc(sizeof *entry);
    if (table->peer_entry != NULL)
        *table->peer_entry = *entry;
}

void table_receive_entry(Table *table, const StoreEntry *entry)
{
    int is_next = entry->turn.n == table->row.turn.n + 1;

    if (table_is_known(table) && entry->turn.n <= table->row.turn.n)
        return;
    if (table->cache == CACHE_WRITING && is_next) {
        keep_peer_entry(table, entry);
    } else if (table->cache != CACHE_READY || !is_next) {
        table_refresh(table);
    } else {
        apply_peer_entry(table, entry);
        table_resume(table);
    }
}
