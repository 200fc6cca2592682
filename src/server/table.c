/* table.c: the tables in memory, a cache of those in the store: found by their
 * code, loaded when somebody asks, let go when nobody does. */
#include "server/internal.h"

#include "server/nodes.h"
#include "store/replay.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024, WAITS_MAX = 32, WATCHES_MAX = 250 };

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
uint32_t code_hash(const char *code)
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
    table->last.seat = NOBODY;
    Table **bucket = bucket_of(core, code);
    table->next = *bucket;
    *bucket = table;
    core->table_count++;
    return table;
}

void table_unload(Table *table)
{
    match_free(table->match);
    table->match = NULL;
    free(table->last_events);
    table->last_events = NULL;
    table->cache = CACHE_EMPTY;
}

/* ------------------------------------------------------------------------- */
/* Letting go                                                                */
/* ------------------------------------------------------------------------- */

static void drop_queue(Table *table)
{
    for (Message *message = table->queue, *next; message != NULL; message = next) {
        next = message->next;
        message->conn->waiting--;
        message_free(message);
    }
    table->queue = NULL;
}

void table_free(Table *table)
{
    Table **at = bucket_of(table->core, table->row.code);

    while (*at != table)
        at = &(*at)->next;
    *at = table->next;
    table->core->table_count--;
    for (Watch *watch = table->watches, *next; watch != NULL; watch = next) {
        next = watch->next_of_table;
        watch_drop(watch);
    }
    drop_queue(table);
    table_unload(table);
    free(table->peer_entry);
    free(table);
}

static int is_under_way(const Table *table)
{
    return table->cache == CACHE_LOADING || table->cache == CACHE_READING
           || table->cache == CACHE_WRITING;
}

/* Is nothing under way that will come back to it? */
static int is_at_rest(const Table *table)
{
    return !is_under_way(table) && table->refused == NULL && table->watches == NULL
           && table->queue == NULL && !table->is_thinking;
}

static int is_idle(const Table *table)
{
    enum { IDLE_AFTER = 60000 };

    return is_at_rest(table)
           && table->core->now - table->used > IDLE_AFTER
           /* Clocks that run in minutes are watched here; those in days, by claims. */
           && (table->cache != CACHE_READY || table->row.state != TABLE_PLAYING
               || core_is_node(table->core) || table->row.clock.kind == CLOCK_NONE
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

/* Watches for which the log could not be read. */
static void catch_up(const Table *table)
{
    for (Watch *watch = table->watches, *next; watch != NULL; watch = next) {
        next = watch->next_of_table;
        if (watch->sent >= 0 && watch->sent < table->row.moment.n && !watch->is_catching_up)
            watch_catch_up(watch);
    }
}

void tables_tick(Core *core)
{
    enum { READ_EVERY = 1000 };
    int must_read = core->steady - core->read_again >= READ_EVERY;

    if (must_read)
        core->read_again = core->steady;
    for (int i = 0; i < core->table_room; i++) {
        for (Table *table = core->tables[i]; table != NULL; table = table->next) {
            /* The store has failed, and people still watch. */
            if (must_read && table->watches != NULL
                && (table->cache == CACHE_EMPTY || table->cache == CACHE_BEHIND))
                table_load(table);
            if (table->presence_unsent && core_is_node(core) && table_is_known(table))
                presence_say(table);
            if (table->presence_changed && table_is_ready(table)) {
                broadcast_table(table);
                table_run_bots(table); /* bots wait for spectators */
            }
            if (must_read && table->watches != NULL && table_is_ready(table)) {
                catch_up(table);
                table_run_bots(table); /* their node may be gone */
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
    return table->cache == CACHE_READY;
}

int table_is_known(const Table *table)
{
    return table->cache == CACHE_READY || table->cache == CACHE_WRITING
           || table->cache == CACHE_READING || table->cache == CACHE_BEHIND;
}

int table_is_foreign(const Table *table)
{
    return table->row.id != 0 && !replay_has_rules(&table->row);
}

static Message *keep(Message *message)
{
    Conn *conn = message->conn;
    Message *kept = conn->waiting < WAITS_MAX ? message_keep(message) : NULL;

    if (kept == NULL)
        conn_error(conn, message->id, ERROR_TOO_MANY);
    else
        conn->waiting++;
    return kept;
}

void table_enqueue(Table *table, Message *message)
{
    Message *kept = keep(message);

    if (kept == NULL)
        return;
    if (table->queue == NULL)
        table->queue = kept;
    else
        table->queue_end->next = kept;
    table->queue_end = kept;
    table_load(table);
    /* It stays quarantined for a while, or there is no memory. */
    if (!is_under_way(table))
        table_run_queue(table);
}

void table_enqueue_first(Table *table, Message *message)
{
    Message *kept = keep(message);

    if (kept == NULL)
        return;
    kept->is_fresh = 1;
    kept->next = table->queue;
    if (table->queue == NULL)
        table->queue_end = kept;
    table->queue = kept;
}

int table_reads_first(Table *table, Message *message)
{
    if (!core_is_node(table->core) || message->is_fresh)
        return 0;
    table_enqueue_first(table, message);
    table_refresh(table);
    return 1;
}

/* Everything that waits, until the table is under way again. What is not there is
 * answered all the same. */
void table_run_queue(Table *table)
{
    while (table->queue != NULL && !is_under_way(table)) {
        Message *message = table->queue;
        table->queue = message->next;
        message->conn->waiting--;
        message_run_at(table, message);
        message_free(message);
    }
}

void table_resume(Table *table)
{
    if (table->must_read && table->cache == CACHE_READY)
        table_refresh(table);
    if (table->owes_positions && table->cache == CACHE_READY)
        watches_send_positions(table);
    table_run_queue(table);
    table_run_bots(table);
    if (table->cache != CACHE_READY && table->cache != CACHE_QUARANTINED
        && is_at_rest(table))
        table_free(table);
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
                      .sent = -1,
                      .next_of_conn = conn->watches,
                      .next_of_table = table->watches };
    conn->watches = watch;
    table->watches = watch;
    table->presence_changed = table->presence_unsent = 1;
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
    watch->table->presence_changed = watch->table->presence_unsent = 1;
    watch->table->used = watch->table->core->now;
    packet_release(watch->answer);
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

/* An account that was deleted has no name. */
int seat_is_deserted(const StoreSeat *seat)
{
    return (seat->who == SEAT_PERSON || seat->who == SEAT_PROGRAM) && seat->name[0] == '\0';
}

int seat_is_bots(const StoreSeat *seat)
{
    return seat->who == SEAT_BOT || seat->is_away || seat_is_deserted(seat);
}

const char *seat_level(const StoreTable *row, int seat)
{
    return row->seats[seat].who == SEAT_BOT ? row->seats[seat].level : row->sit_in;
}
