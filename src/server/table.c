/* table.c: the tables in memory, a cache of those in the store: found by their
 * code, loaded when somebody asks, let go when nobody does. */
#include "server/inside.h"

#include "games/catalogue.h"
#include "play/setup.h"
#include "server/log.h"
#include "server/nodes.h"
#include "server/revive.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024, WAITS_MAX = 32, WATCHES_MAX = 250, LAST_ENTRIES = 16 };

/* ------------------------------------------------------------------------- */
/* Codes                                                                     */
/* ------------------------------------------------------------------------- */

/* Nothing that looks like something else. */
static const char LETTERS[] = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

void code_make(char *code, int length)
{
    enum { LETTER_COUNT = sizeof LETTERS - 1, FAIR = 256 / LETTER_COUNT * LETTER_COUNT };
    unsigned char bytes[64];
    int made = 0;

    /* One question to the system for all letters; bytes that would favour some of
     * them are passed over. */
    while (made < length) {
        randombytes_buf(bytes, sizeof bytes);
        for (size_t i = 0; i < sizeof bytes && made < length; i++) {
            if (bytes[i] < FAIR)
                code[made++] = LETTERS[bytes[i] % LETTER_COUNT];
        }
    }
    code[length] = '\0';
}

int code_is_sound(const char *code)
{
    return strlen(code) == TABLE_CODE_LENGTH && strspn(code, LETTERS) == TABLE_CODE_LENGTH;
}

/* ------------------------------------------------------------------------- */
/* Finding                                                                   */
/* ------------------------------------------------------------------------- */

/* FNV-1a: codes are random already. */
static uint32_t code_hash(const char *code)
{
    uint32_t hash = 2166136261u;

    for (; *code != '\0'; code++)
        hash = (hash ^ (unsigned char)*code) * 16777619u;
    return hash;
}

static Table **bucket_of(Core *core, const char *code)
{
    return &core->tables[code_hash(code) & (uint32_t)(core->table_room - 1)];
}

Table *table_find(Core *core, const char *code)
{
    if (core->table_room == 0)
        return NULL;
    Table *table = *bucket_of(core, code);
    while (table != NULL && strcmp(table->row.code, code) != 0)
        table = table->next;
    return table;
}

/* Twice the buckets, once there are as many tables as buckets. */
static int make_room(Core *core)
{
    int old_room = core->table_room;
    Table **old = core->tables;

    if (core->table_count < old_room)
        return 1;
    int room = old_room == 0 ? FIRST_ROOM : old_room * 2;
    Table **larger = calloc((size_t)room, sizeof(Table *));
    if (larger == NULL)
        return old_room > 0;
    core->tables = larger;
    core->table_room = room;
    for (int i = 0; i < old_room; i++) {
        for (Table *table = old[i], *next; table != NULL; table = next) {
            next = table->next;
            Table **bucket = bucket_of(core, table->row.code);
            table->next = *bucket;
            *bucket = table;
        }
    }
    free(old);
    return 1;
}

Table *table_get(Core *core, const char *code)
{
    Table *table = table_find(core, code);

    if (table != NULL || !make_room(core))
        return table;
    table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
    table->core = core;
    memcpy(table->row.code, code, strlen(code) + 1);
    table->last_by = NOBODY;
    Table **bucket = bucket_of(core, code);
    table->next = *bucket;
    *bucket = table;
    core->table_count++;
    return table;
}

/* ------------------------------------------------------------------------- */
/* Loading                                                                   */
/* ------------------------------------------------------------------------- */

typedef struct Load {
    Errand errand;
    Table *table;
    char code[STORE_CODE_MAX + 1];
    StoreTable row;
    const char *node; /* the lease is wanted, too; NULL: it is not */
    StoreLease lease;
    int is_leased;  /* to us */
    int is_orphan;  /* whoever had it before has let it run out */
    int is_foreign; /* its rules are not here */
    Match *match;
    Events events; /* of the last entry */
    StoreEntry last[LAST_ENTRIES];
    int entries; /* of which those are the last */
} Load;

static StoreEntry *last_of(Load *load)
{
    return &load->last[load->entries > 0 ? (load->entries - 1) % LAST_ENTRIES : 0];
}

static void see_entry(void *context, const ReviveStep *step)
{
    Load *load = context;

    load->entries++;
    *last_of(load) = *step->entry;
    load->events.count = 0;
    if (step->events != NULL)
        load->events = *step->events;
}

/* Who has it now, if anybody. */
static StoreStatus find_writer(Load *load, Store *store, Fault *fault)
{
    int64_t now;
    StoreStatus status = store_now(store, &now, fault);

    if (status == STORE_OK)
        status = store_lease_get(store, load->row.id, &load->lease, fault);
    if (status == STORE_OK && load->lease.until <= now)
        load->lease.node[0] = '\0';
    return status;
}

/* Of a game whose rules are not here, the lease is left to a node that has them. */
static StoreStatus take_lease(Load *load, Store *store, Fault *fault)
{
    StoreLease before = { 0 };
    int64_t now;

    if (load->is_foreign)
        return find_writer(load, store, fault);
    StoreStatus status = store_now(store, &now, fault);
    if (status == STORE_OK)
        status = store_lease_get(store, load->row.id, &before, fault);
    load->is_orphan = status == STORE_OK && before.node[0] != '\0' && before.until <= now;
    if (status == STORE_OK)
        status = store_lease_take(store, load->row.id, load->node, now, now + LEASE_MS,
                                  &load->lease, fault);
    load->is_leased = status == STORE_OK;
    if (status != STORE_OK && status != STORE_TAKEN)
        return status;
    /* Whoever had it before may have gone on meanwhile. */
    return store_table_by_code(store, load->code, &load->row, fault);
}

static StoreStatus load_run(Errand *errand, Store *store, Fault *fault)
{
    Load *load = (Load *)errand;

    match_free(load->match);
    load->match = NULL;
    load->last[0] = (StoreEntry){ .seat = NOBODY };
    load->entries = load->events.count = 0;
    StoreStatus status = store_table_by_code(store, load->code, &load->row, fault);
    load->is_foreign = status == STORE_OK && !revive_has_rules(&load->row);
    if (status == STORE_OK && load->node != NULL)
        status = take_lease(load, store, fault);
    if (status != STORE_OK || load->row.state == TABLE_OPEN || load->is_foreign)
        return status;
    return revive(store, &load->row, see_entry, load, &load->match, fault);
}

/* The events that the last entry brought about, no larger than they are. */
static Events *events_kept(const Events *events)
{
    size_t size = offsetof(Events, items) + (size_t)events->count * sizeof(Event);
    Events *kept = events->count == 0 ? NULL : malloc(size);

    if (kept != NULL)
        memcpy(kept, events, size);
    return kept;
}

void table_keep_events(Table *table, const Events *events)
{
    free(table->last_events);
    table->last_events = events == NULL ? NULL : events_kept(events);
}

static void take_over(Table *table, Load *load)
{
    table_unload(table);
    if (load->node != NULL) {
        table->lease = load->is_leased ? load->lease.token : 0;
        memcpy(table->writer, load->is_leased ? "" : load->lease.node,
               load->is_leased ? 1 : sizeof table->writer);
    }
    table->row = load->row;
    table->game = catalogue_find(load->row.game);
    if (load->is_foreign && !table->is_foreign)
        log_line(LOG_WARNING, "other-rules",
                 LOG_PAIRS({ "table", load->row.code }, { "game", load->row.game }));
    table->is_foreign = load->is_foreign;
    table->is_loaded = 1;
    table->match = load->match;
    table->match_n = load->row.moment.n;
    load->match = NULL;
    table->undone = 0;
    if (table->match == NULL)
        return;
    table_keep_events(table, &load->events);
    const StoreEntry *last = last_of(load);
    table->last_by = last->seat;
    table->last_is_undo = last->kind == ENTRY_UNDO;
    table->last_is_bots = last->is_by_bot;
    match_forget(table->match);
    if (load->is_leased && load->is_orphan)
        clocks_have_stood(table);
    else
        clocks_resume(table);
}

/* Those who look on have not seen how it came to this. */
static void tell_anew(Table *table, const StoreEntry *last)
{
    table->must_tell = 0;
    tell_table(table);
    if (table->match != NULL) /* an open table has no game to show yet */
        node_tell_entry(table, last);
}

static void load_done(Errand *errand)
{
    Load *load = (Load *)errand;
    Table *table = load->table;
    StoreStatus status = errand->status;

    core_post_back(table->core);
    table->is_loading = 0;
    table->is_missing = status == STORE_NOT_FOUND;
    int n = table->is_loaded ? table->row.moment.n : -1;
    if (status == STORE_OK) {
        take_over(table, load);
        if (table->must_tell || (n >= 0 && n != table->row.moment.n))
            tell_anew(table, last_of(load));
        node_find_asked(table, load->last,
                        load->entries < LAST_ENTRIES ? load->entries : LAST_ENTRIES);
    }
    int has_asked_who = load->node != NULL;
    match_free(load->match);
    free(load);
    if (status == STORE_OK && (!table->is_behind || table_is_ours(table)))
        node_is_fresh(table);
    table->could_not_load = status != STORE_OK && !table->is_missing;
    table->is_writer_true = status == STORE_OK && has_asked_who;
    table_run_waits(table);
    table->could_not_load = table->is_writer_true = 0;
    if (table->is_behind && table->is_loaded)
        table_follow(table);
    if (table->is_loaded)
        table_attend(table);
    else if (table->watches == NULL && !table->is_thinking && !table->is_following
             && !table->is_loading)
        table_free(table);
}

void table_load(Table *table)
{
    Load *load = table->is_loading ? NULL : calloc(1, sizeof *load);

    if (load == NULL)
        return;
    load->errand.run = load_run;
    load->errand.done = load_done;
    load->table = table;
    load->node = table->wants_lease ? table->core->config.node : NULL;
    load->errand.only_reads = load->node == NULL;
    table->wants_lease = 0;
    memcpy(load->code, table->row.code, sizeof load->code);
    table->is_loading = 1;
    core_post(table->core, &load->errand);
}

void table_unload(Table *table)
{
    match_free(table->match);
    table->match = NULL;
    free(table->last_events);
    table->last_events = NULL;
    table->is_loaded = 0;
}

/* ------------------------------------------------------------------------- */
/* Letting go                                                                */
/* ------------------------------------------------------------------------- */

static void drop_waits(Table *table)
{
    for (Wait *wait = table->waits, *next; wait != NULL; wait = next) {
        next = wait->next;
        wait->conn->waiting--;
        conn_release(wait->conn);
        free(wait);
    }
    table->waits = NULL;
}

void table_free(Table *table)
{
    Table **at = bucket_of(table->core, table->row.code);

    lease_give_back(table);
    while (*at != table)
        at = &(*at)->next;
    *at = table->next;
    table->core->table_count--;
    for (Watch *watch = table->watches, *next; watch != NULL; watch = next) {
        next = watch->next_of_table;
        watch_drop(watch);
    }
    drop_waits(table);
    table_unload(table);
    free(table);
}

static int is_idle(const Table *table)
{
    enum { IDLE_AFTER = 60000 };

    return table->watches == NULL && table->waits == NULL && !table->is_busy
           && !table->is_loading && !table->is_thinking && !table->is_following
           && table->core->now - table->used > IDLE_AFTER
           /* Clocks that run in minutes are watched here; those in days, by wakes. */
           && (table->row.state != TABLE_PLAYING || !table_is_ours(table)
               || table->row.clock.kind == CLOCK_NONE
               || table->row.clock.kind == CLOCK_DAYS);
}

void tables_sweep(Core *core)
{
    for (int i = 0; i < core->table_room; i++) {
        for (Table *table = core->tables[i], *next; table != NULL; table = next) {
            next = table->next;
            if (is_idle(table))
                table_free(table);
        }
    }
}

void tables_free(Core *core)
{
    for (int i = 0; i < core->table_room; i++) {
        for (Table *table = core->tables[i], *next; table != NULL; table = next) {
            next = table->next;
            table_free(table);
        }
    }
    free(core->tables);
    core->tables = NULL;
    core->table_room = 0;
}

void tables_tick(Core *core)
{
    for (int i = 0; i < core->table_room; i++) {
        for (Table *table = core->tables[i]; table != NULL; table = table->next) {
            if (table->is_presence_unsaid && core_is_node(core) && table->is_loaded)
                presence_say(table);
            if (table->is_presence_stale && table_is_ready(table)) {
                tell_table(table);
                table_attend(table); /* bots wait for spectators */
            }
            table_check_clock(table);
        }
    }
}

/* ------------------------------------------------------------------------- */
/* Waiting                                                                   */
/* ------------------------------------------------------------------------- */

int table_is_ready(const Table *table)
{
    return table->is_loaded && !table->is_busy;
}

void table_wait(Table *table, Conn *conn, const char *message, size_t length)
{
    Wait *wait = conn->waiting < WAITS_MAX ? malloc(sizeof *wait + length) : NULL;

    if (wait == NULL) {
        conn_error(conn, (AnswerId){ 0 }, ERROR_TOO_MANY);
        return;
    }
    wait->next = NULL;
    wait->conn = conn;
    wait->length = length;
    memcpy(wait->message, message, length);
    conn_hold(conn);
    conn->waiting++;
    if (table->waits == NULL)
        table->waits = wait;
    else
        table->last_wait->next = wait;
    table->last_wait = wait;
    if (!table->is_loaded && !table->is_busy)
        table_load(table);
}

/* Everything that waits, until the table is busy again. What is there no more is
 * answered all the same. */
void table_run_waits(Table *table)
{
    while (table->waits != NULL && !table->is_busy && !table->is_loading) {
        Wait *wait = table->waits;
        table->waits = wait->next;
        wait->conn->waiting--;
        if (wait->conn->link != NULL)
            message_run_at(wait->conn, table, wait->message, wait->length);
        conn_release(wait->conn);
        free(wait);
    }
}

/* ------------------------------------------------------------------------- */
/* Watching                                                                  */
/* ------------------------------------------------------------------------- */

Watch *watch_find(const Conn *conn, const Table *table)
{
    Watch *watch = conn->watches;

    while (watch != NULL && watch->table != table)
        watch = watch->next_of_conn;
    return watch;
}

int watch_add(Conn *conn, Table *table, int parts)
{
    Watch *watch = watch_find(conn, table);

    if (watch != NULL) {
        watch->parts = parts;
        return 1;
    }
    watch = conn->watch_count < WATCHES_MAX ? calloc(1, sizeof *watch) : NULL;
    if (watch == NULL)
        return 0;
    conn->watch_count++;
    *watch = (Watch){ .conn = conn,
                      .table = table,
                      .parts = parts,
                      .next_of_conn = conn->watches,
                      .next_of_table = table->watches };
    conn->watches = watch;
    table->watches = watch;
    table->is_presence_stale = table->is_presence_unsaid = 1;
    return 1;
}

void watch_drop(Watch *watch)
{
    Watch **at = &watch->conn->watches;

    while (*at != watch)
        at = &(*at)->next_of_conn;
    *at = watch->next_of_conn;
    at = &watch->table->watches;
    while (*at != watch)
        at = &(*at)->next_of_table;
    *at = watch->next_of_table;
    watch->conn->watch_count--;
    watch->table->is_presence_stale = watch->table->is_presence_unsaid = 1;
    watch->table->used = watch->table->core->now;
    free(watch);
}

int table_may_watch(const Table *table, StoreId user)
{
    /* Who has the link may come in; strangers only where everybody may. */
    return user != 0 || table->row.is_public;
}

/* ------------------------------------------------------------------------- */
/* Seats                                                                     */
/* ------------------------------------------------------------------------- */

int table_seat_of(const StoreTable *row, StoreId user)
{
    for (int seat = 0; user != 0 && seat < row->seat_count; seat++) {
        const StoreSeat *at = &row->seats[seat];
        if ((at->who == SEAT_PERSON || at->who == SEAT_PROGRAM) && at->user == user)
            return seat;
    }
    return NOBODY;
}

int seat_is_bots(const StoreSeat *seat)
{
    /* A person without a name is gone for good. */
    int is_gone =
        (seat->who == SEAT_PERSON || seat->who == SEAT_PROGRAM) && seat->name[0] == '\0';

    return seat->who == SEAT_BOT || seat->is_away || is_gone;
}

const char *seat_level(const StoreTable *row, int seat)
{
    return row->seats[seat].who == SEAT_BOT ? row->seats[seat].level : row->sit_in;
}
