/* table.c: the tables in memory, a cache of those in the database: found by code, loaded on
 * demand, freed when idle; and the queue of messages that wait for a table. */
#include "server/internal.h"

#include "server/daily.h"
#include "server/nodes.h"
#include "store/replay.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024, WAITING_MAX = 32 };

/* ------------------------------------------------------------------------- */
/* Codes                                                                     */
/* ------------------------------------------------------------------------- */

/* Without letters that look alike. */
static const char LETTERS[] = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

void code_make(char *code, int length)
{
    enum { LETTER_COUNT = sizeof LETTERS - 1, FAIR = 256 / LETTER_COUNT * LETTER_COUNT };
    unsigned char bytes[64];
    int made = 0;

    /* Bytes that would favour some of the letters are skipped. */
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

/* Doubles the buckets when there are as many tables. */
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
    core->catch_up_at = 0;
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
    undos_clear(&table->undos);
    table->cache = CACHE_EMPTY;
}

/* ------------------------------------------------------------------------- */
/* Freeing                                                                   */
/* ------------------------------------------------------------------------- */

static void drop_messages(Message **list)
{
    for (Message *message = *list, *next; message != NULL; message = next) {
        next = message->next;
        message->conn->waiting--;
        message_free(message);
    }
    *list = NULL;
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
    presence_withdraw(table);
    drop_messages(&table->queue);
    drop_messages(&table->held);
    table_unload(table);
    free(table->peer_entry);
    free(table);
}

/* Is a job of the table in progress? */
static int is_busy(const Table *table)
{
    return table->cache == CACHE_LOADING || table->cache == CACHE_REFRESHING
           || table->cache == CACHE_WRITING;
}

int table_is_unused(const Table *table)
{
    return !is_busy(table) && table->conflicted == NULL && table->watches == NULL
           && table->queue == NULL && table->held == NULL && !table->is_thinking;
}

static int is_idle(const Table *table)
{
    enum { IDLE_AFTER = 60000 };

    return table_is_unused(table)
           && table->core->now - table->last_used > IDLE_AFTER
           /* Live clocks are checked in memory; clocks of days by scans (wakes.c). */
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
}

/* Retries for watches for which the log could not be read. */
static void catch_up(const Table *table)
{
    for (Watch *watch = table->watches; watch != NULL; watch = watch->next_of_table) {
        if (watch->sent >= 0 && watch->sent < table->row.turn.n && !watch->is_catching_up)
            watch_catch_up(watch);
    }
}

void tables_tick(Core *core)
{
    enum { READ_EVERY = 1000 };
    int retries = core->steady - core->read_again >= READ_EVERY;

    if (retries)
        core->read_again = core->steady;
    for (int i = 0; i < core->table_room; i++) {
        for (Table *table = core->tables[i]; table != NULL; table = table->next) {
            /* The store has failed, and people still watch. */
            if (retries && table->watches != NULL
                && (table->cache == CACHE_EMPTY || table->cache == CACHE_BEHIND))
                table_load(table);
            if (table->presence_unsent && core_is_node(core)
                && (table_is_known(table) || table->cache == CACHE_MISSING))
                presence_send(table);
            if (table->presence_changed && table_is_ready(table)) {
                broadcast_table(table);
                table_run_bots(table); /* a table of bots waits for spectators */
            }
            if (retries && table->watches != NULL && table_is_ready(table)) {
                catch_up(table);
                table_run_bots(table); /* the node that ran them may be gone */
            }
            table_check_clock(table);
            table_check_deal(table);
        }
    }
}

/* ------------------------------------------------------------------------- */
/* The queue                                                                 */
/* ------------------------------------------------------------------------- */

int table_is_ready(const Table *table)
{
    return table->cache == CACHE_READY;
}

int table_is_known(const Table *table)
{
    return table->cache == CACHE_READY || table->cache == CACHE_WRITING
           || table->cache == CACHE_REFRESHING || table->cache == CACHE_BEHIND;
}

int table_is_foreign(const Table *table)
{
    return table->row.id != 0 && !replay_has_rules(&table->row);
}

static Message *keep(Message *message)
{
    Conn *conn = message->conn;
    Message *kept = conn->waiting < WAITING_MAX ? message_keep(message) : NULL;

    if (kept == NULL)
        conn_error(conn, message->id, ERROR_TOO_MANY);
    return kept;
}

/* Runs the messages until one makes the table busy. If the table could not be loaded, they
 * are answered with an error. */
static void run_queue(Table *table)
{
    while (table->queue != NULL && !is_busy(table)) {
        Message *message = table->queue;
        table->queue = message->next;
        message->conn->waiting--;
        message_run_at(table, message);
        message_free(message);
    }
}

void table_enqueue(Table *table, Message *message)
{
    Message *kept = keep(message);

    if (kept == NULL)
        return;
    kept->conn->waiting++;
    if (table->queue == NULL)
        table->queue = kept;
    else
        table->queue_end->next = kept;
    table->queue_end = kept;
    table_load(table);
    /* If it is not loading (quarantined, or no memory), the message fails now. */
    run_queue(table);
}

void table_enqueue_first(Table *table, Message *kept)
{
    kept->conn->waiting++;
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
    Message *kept = keep(message);
    if (kept != NULL)
        table_enqueue_first(table, kept);
    table_refresh(table);
    return 1;
}

int table_waits_for_bots(Table *table, Message *message, int seat)
{
    if (table->row.daily == 0 || !table_has_bots_turn(table)
        || !seats_have(table->row.turn.waiting, seat))
        return 0;
    Message *kept = keep(message);
    if (kept != NULL) {
        kept->conn->waiting++;
        kept->next = table->held;
        table->held = kept;
    }
    return 1;
}

/* Queues the messages that have waited for the bots, before all others. */
static void release_held(Table *table)
{
    while (table->held != NULL && !(table_is_ready(table) && table_has_bots_turn(table))) {
        Message *message = table->held;
        table->held = message->next;
        message->next = table->queue;
        if (table->queue == NULL)
            table->queue_end = message;
        table->queue = message;
    }
}

void table_resume(Table *table)
{
    if (table->must_refresh && table->cache == CACHE_READY)
        table_refresh(table);
    if (table->owes_positions && table->cache == CACHE_READY)
        watches_send_positions(table);
    release_held(table);
    run_queue(table);
    table_run_bots(table);
    if (table->cache != CACHE_READY && table->cache != CACHE_QUARANTINED
        && table_is_unused(table))
        table_free(table);
}
