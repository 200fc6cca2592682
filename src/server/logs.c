/* logs.c: the log of a table as a connection may see it: `log`, and the entries that a
 * watch has missed. The whole game is replayed on a database thread, so:
 *
 *     request ──tokens by length──> conn->logs ──one at a time──> core_submit_replay
 *                                       │ while much is unread: waits
 *
 * A long log costs more tokens; a connection has one replay at a time, and none while it
 * does not read. */
#include "server/internal.h"

#include "store/replay.h"
#include "wire/strict.h"

#include <stdlib.h>

enum {
    ENTRIES_PER_TOKEN = 500, /* replayed or formatted: about half a millisecond */
    TOKENS_MAX = 50,         /* of one log: half of a person's burst */
    LOGS_WAITING_MAX = 8,    /* of a connection */
    UNREAD_MAX = 256 * 1024, /* bytes; beyond, nothing is replayed for the connection */
};

/* ------------------------------------------------------------------------- */
/* Cost                                                                      */
/* ------------------------------------------------------------------------- */

int replay_cost(int entries)
{
    int tokens = 1 + entries / ENTRIES_PER_TOKEN;

    return tokens < TOKENS_MAX ? tokens : TOKENS_MAX;
}

int log_take_tokens(Conn *conn, const Table *table, int from)
{
    int n = table->row.turn.n;

    return conn_take_tokens(conn, RATE_READINGS,
                            replay_cost(n + (from < n ? n - from : 0)));
}

/* ------------------------------------------------------------------------- */
/* One log                                                                   */
/* ------------------------------------------------------------------------- */

/* The entries after `from`, as one seat may see them. */
typedef struct LogReply {
    Job job;
    Conn *conn;
    StoreTable row;
    int from, n, parts, seat;
    Language language;
    RequestId id;
    unsigned log_read; /* of the watch that waits for it; 0: of none */
    Text text;
    JsonOut out;
    PlayerNames names;
    const Game *game;
} LogReply;

static void see_entry(void *context, const ReplayStep *step)
{
    LogReply *reply = context;
    const StoreEntry *entry = step->entry;
    const Reader reader = { .seat = reply->seat,
                            .parts = reply->parts,
                            .language = reply->language,
                            .names = &reply->names };
    const LogEntry logged = { .n = entry->turn.n,
                              .done = entry->done,
                              .events = step->events };

    reply->n = entry->turn.n;
    if (entry->turn.n <= reply->from)
        return;
    json_open_object(&reply->out);
    log_entry_format(&reply->out, reply->game, &logged, &reader);
    json_close_object(&reply->out);
}

static StoreStatus log_run(Job *job, Store *store, Fault *fault)
{
    LogReply *reply = (LogReply *)job;
    JsonOut *out = &reply->out;
    Match *match = NULL;

    text_clear(&reply->text);
    *out = (JsonOut){ .text = &reply->text };
    json_open_object(out);
    json_put_name(out, "type", "log");
    message_add_id(out, reply->id);
    json_put_name(out, "table", reply->row.code);
    json_put_number(out, "from", reply->from);
    json_put_list(out, "entries");
    reply->n = 0;
    StoreStatus status =
        replay_table(store, &reply->row, see_entry, reply, &match, NULL, fault);
    json_close_list(out);
    json_put_number(out, "n", reply->n);
    json_close_object(out);
    match_free(match);
    return status;
}

/* All entries up to `n` were sent. Continues with what has happened meanwhile. */
static void continue_watch(Watch *watch, int n)
{
    Table *table = watch->table;

    watch->is_catching_up = 0;
    watch->sent = n;
    watch_send_replies(watch);
    if (watch->sent < table->row.turn.n)
        watch_catch_up(watch);
    else if (watch->sent == n && table_is_ready(table))
        watch_send_update(watch, (RequestId){ 0 });
    else if (watch->sent == n) /* the table is busy, perhaps without an update at the end */
        watch->lacks_position = table->owes_positions = 1;
}

void watches_send_positions(Table *table)
{
    table->owes_positions = 0;
    for (Watch *watch = table->watches; watch != NULL; watch = watch->next_of_table) {
        if (watch->lacks_position)
            watch_send_update(watch, (RequestId){ 0 });
    }
}

/* The watch that waits for this reply. It may have ended meanwhile, and another watch of
 * the same table begun. */
static Watch *waiting_watch(const LogReply *reply)
{
    Conn *conn = reply->conn;
    Table *table = table_find(conn->core, reply->row.code);
    Watch *watch = table == NULL ? NULL : watch_find(conn, table);

    return watch != NULL && watch->log_read == reply->log_read ? watch : NULL;
}

static void reply_free(LogReply *reply)
{
    conn_release(reply->conn);
    text_free(&reply->text);
    free(reply);
}

static int is_wanted(const LogReply *reply)
{
    return reply->log_read == 0 || waiting_watch(reply) != NULL;
}

void logs_drop(Conn *conn)
{
    for (Job *job; (job = job_queue_take(&conn->logs)) != NULL;)
        reply_free((LogReply *)job);
    conn->logs_waiting = 0;
}

void logs_run(Conn *conn)
{
    while (!conn->is_log_running && conn->logs.first != NULL
           && conn->queued_bytes <= UNREAD_MAX && !conn->core->is_closing) {
        LogReply *reply = (LogReply *)job_queue_take(&conn->logs);
        conn->logs_waiting--;
        if (is_wanted(reply)) {
            conn->is_log_running = 1;
            core_submit_replay(conn->core, &reply->job);
        } else {
            reply_free(reply);
        }
    }
}

static void log_done(Job *job)
{
    LogReply *reply = (LogReply *)job;
    Conn *conn = reply->conn;
    Watch *watch = reply->log_read == 0 ? NULL : waiting_watch(reply);
    int is_read = job->status == STORE_OK;

    core_replay_done(conn->core);
    conn->is_log_running = 0;
    if (!is_read && is_wanted(reply))
        conn_error(conn, reply->id, ERROR_NOT_STORED);
    else if (is_wanted(reply))
        conn_send_text(conn, &reply->text);
    if (watch != NULL && is_read)
        continue_watch(watch, reply->n);
    else if (watch != NULL)
        watch->is_catching_up = 0; /* the next tick tries again */
    logs_run(conn);
    reply_free(reply);
}

/* Sends the entries from `from` + 1 to `last`. 0: no memory, or the server ends. */
static int send_log(Conn *conn, Table *table, int from, int last, int parts, RequestId id,
                    unsigned log_read)
{
    LogReply *reply = conn->core->is_closing ? NULL : calloc(1, sizeof *reply);

    if (reply == NULL)
        return 0;
    reply->job = (Job){ .run = log_run, .done = log_done, .only_reads = 1 };
    reply->conn = conn;
    reply->row = table->row;
    reply->row.turn.n = last;
    reply->game = table->game;
    reply->from = from;
    reply->parts = parts | UPDATE_EVENTS;
    reply->seat = table_seat_of(&table->row, conn_user(conn));
    reply->language = conn->language;
    reply->id = id;
    reply->log_read = log_read;
    table_names(&table->row, conn->language, &reply->names);
    conn_hold(conn);
    job_queue_put(&conn->logs, &reply->job);
    conn->logs_waiting++;
    return 1;
}

/* Up to the entry before its own move, whose reply is held back, if there is one. */
void watch_catch_up(Watch *watch)
{
    int last = watch->replies != NULL ? watch->replies->n - 1 : watch->table->row.turn.n;

    if (++watch->conn->log_reads == 0)
        watch->conn->log_reads = 1;
    watch->log_read = watch->conn->log_reads;
    watch->is_catching_up = send_log(watch->conn, watch->table, watch->sent, last,
                                     watch->parts, (RequestId){ 0 }, watch->log_read);
    logs_run(watch->conn);
}

int do_log(Conn *conn, Table *table, Message *message)
{
    int from = 0;

    if (!strict_int_if(message->json, "from", 0, INT32_MAX, &from, &message->error.fault))
        return 0;
    if (table->row.state == TABLE_OPEN)
        return message_refuse(message, ERROR_NOT_PLAYING);
    if (conn->logs_waiting >= LOGS_WAITING_MAX || !log_take_tokens(conn, table, from)
        || !send_log(conn, table, from, table->row.turn.n,
                     UPDATE_EVENTS | UPDATE_TEXT | UPDATE_TERMS, message->id, 0))
        return message_refuse(message, ERROR_TOO_MANY);
    logs_run(conn);
    return 1;
}
