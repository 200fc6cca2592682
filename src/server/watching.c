/* watching.c: subscriptions to a table: watch, leave, log; entries that a watch has missed
 * are read from the log. */
#include "server/internal.h"

#include "store/replay.h"
#include "wire/strict.h"

#include <stdlib.h>
#include <string.h>

enum { WATCHES_MAX = 250 };

/* ------------------------------------------------------------------------- */
/* Watches                                                                   */
/* ------------------------------------------------------------------------- */

Watch *watch_find(const Conn *conn, const Table *table)
{
    Watch *watch = conn->watches;

    while (watch != NULL && watch->table != table)
        watch = watch->next_of_conn;
    return watch;
}

Watch *watch_add(Conn *conn, Table *table, int parts)
{
    Watch *watch = watch_find(conn, table);

    if (watch != NULL) {
        watch->parts = parts;
        return watch;
    }
    watch = conn->watch_count < WATCHES_MAX ? calloc(1, sizeof *watch) : NULL;
    if (watch == NULL)
        return NULL;
    conn->watch_count++;
    *watch = (Watch){ .conn = conn,
                      .table = table,
                      .parts = parts,
                      .sent = -1,
                      .next_of_conn = conn->watches,
                      .next_of_table = table->watches };
    conn->watches = table->watches = watch;
    table->presence_changed = table->presence_unsent = 1;
    return watch;
}

void watch_drop(Watch *watch)
{
    Table *table = watch->table;
    Watch **at = &watch->conn->watches;

    while (*at != watch)
        at = &(*at)->next_of_conn;
    *at = watch->next_of_conn;
    at = &table->watches;
    while (*at != watch)
        at = &(*at)->next_of_table;
    *at = watch->next_of_table;
    watch->conn->watch_count--;
    table->presence_changed = table->presence_unsent = 1;
    table->last_used = table->core->now;
    packet_release(watch->reply);
    free(watch);
}

/* ------------------------------------------------------------------------- */
/* The log                                                                   */
/* ------------------------------------------------------------------------- */

/* The entries after `from`, as one seat may see them: the game is replayed on a database
 * thread. */
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
    const LogEntry logged = { .n = entry->moment.n,
                              .done = entry->done,
                              .events = step->events };

    reply->n = entry->moment.n;
    if (entry->moment.n <= reply->from)
        return;
    json_open_object(&reply->out);
    log_entry_write(&reply->out, reply->game, &logged, &reader);
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
    json_key(out, "entries");
    json_open_list(out);
    reply->n = 0;
    StoreStatus status = replay_table(store, &reply->row, see_entry, reply, &match, fault);
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
    watch_send_reply(watch);
    if (watch->sent < table->row.moment.n)
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

static void log_done(Job *job)
{
    LogReply *reply = (LogReply *)job;
    Conn *conn = reply->conn;
    Watch *watch = reply->log_read == 0 ? NULL : waiting_watch(reply);
    int is_wanted = reply->log_read == 0 || watch != NULL;
    int is_read = job->status == STORE_OK;

    if (is_wanted && is_read && conn->link != NULL)
        conn_send_text(conn, &reply->text);
    else if (is_wanted)
        conn_error(conn, reply->id, ERROR_NOT_STORED);
    if (watch != NULL && is_read)
        continue_watch(watch, reply->n);
    else if (watch != NULL)
        watch->is_catching_up = 0; /* the next tick tries again */
    conn_release(conn);
    text_free(&reply->text);
    free(reply);
}

/* Sends the entries from `from` + 1 to `last`. 0: no memory. */
static int send_log(Conn *conn, Table *table, int from, int last, int parts, RequestId id,
                    unsigned log_read)
{
    LogReply *reply = calloc(1, sizeof *reply);

    if (reply == NULL)
        return 0;
    reply->job = (Job){ .run = log_run, .done = log_done, .only_reads = 1 };
    reply->conn = conn;
    reply->row = table->row;
    reply->row.moment.n = last;
    reply->game = table->game;
    reply->from = from;
    reply->parts = parts | UPDATE_EVENTS;
    reply->seat = table_seat_of(&table->row, conn_user(conn));
    reply->language = conn->language;
    reply->id = id;
    reply->log_read = log_read;
    table_names(&table->row, conn->language, &reply->names);
    conn_hold(conn);
    core_submit(conn->core, &reply->job);
    return 1;
}

/* Up to the entry before its own move, whose reply is held back, if there is one. */
void watch_catch_up(Watch *watch)
{
    int last = watch->reply != NULL ? watch->reply_n - 1 : watch->table->row.moment.n;

    if (++watch->conn->log_reads == 0)
        watch->conn->log_reads = 1;
    watch->log_read = watch->conn->log_reads;
    watch->is_catching_up = send_log(watch->conn, watch->table, watch->sent, last,
                                     watch->parts, (RequestId){ 0 }, watch->log_read);
}

int do_log(Conn *conn, Table *table, Message *message)
{
    int from = 0;

    if (!strict_int_if(message->json, "from", 0, INT32_MAX, &from, &message->error.fault))
        return 0;
    if (table->row.state == TABLE_OPEN)
        return message_refuse(message, ERROR_NOT_PLAYING);
    return (conn_take_token(conn, RATE_READINGS)
            && send_log(conn, table, from, table->row.moment.n, UPDATE_EVENTS | UPDATE_TEXT,
                        message->id, 0))
           || message_refuse(message, ERROR_TOO_MANY);
}

/* ------------------------------------------------------------------------- */
/* Messages                                                                  */
/* ------------------------------------------------------------------------- */

/* "with": a list of parts; all of them if it is missing. */
static int read_parts(Message *message, int *parts)
{
    static const struct {
        const char *word;
        int part;
    } WORDS[] = { { "position", UPDATE_POSITION },
                  { "actions", UPDATE_ACTIONS },
                  { "text", UPDATE_TEXT },
                  { "events", UPDATE_EVENTS } };
    const Json *list = json_get(message->json, "with");
    int is_sound = list != NULL && json_is(list, JSON_IS_LIST);

    *parts = list == NULL ? UPDATE_WHOLE : 0;
    if (list == NULL)
        return 1;
    const Json *entry = json_first(list);
    for (uint32_t i = 0; is_sound && i < list->length; i++, entry = json_beside(entry)) {
        int part = 0;
        for (size_t j = 0; j < sizeof WORDS / sizeof WORDS[0]; j++) {
            if (json_is(entry, JSON_IS_TEXT) && strcmp(entry->text, WORDS[j].word) == 0)
                part = WORDS[j].part;
        }
        is_sound = part != 0;
        *parts |= part;
    }
    return is_sound
           || fault_set(&message->error.fault,
                        "with must be a list of position, actions, text and events.");
}

int do_watch(Conn *conn, Table *table, Message *message)
{
    int parts, since = 0;

    if (!read_parts(message, &parts)
        || !strict_int_if(message->json, "since", 0, INT32_MAX, &since,
                          &message->error.fault))
        return 0;
    if (since > table->row.moment.n && table_reads_first(table, message))
        return 1;
    Watch *watch = watch_add(conn, table, parts);
    if (watch == NULL)
        return message_refuse(message, ERROR_TOO_MANY);
    send_table(conn, table, message->id);
    watch->chat_sent = 0;
    chat_read(table);
    if (table->row.state == TABLE_OPEN || watch->is_catching_up)
        return 1;
    packet_release(watch->reply); /* what it waited for is in what follows */
    watch->reply = NULL;
    int has_missed =
        json_get(message->json, "since") != NULL && since < table->row.moment.n;
    watch->sent = has_missed ? since : -1;
    if (has_missed && conn_take_token(conn, RATE_READINGS)) {
        watch_catch_up(watch);
        return 1;
    }
    if (has_missed)
        conn_error(conn, (RequestId){ 0 }, ERROR_TOO_MANY);
    watch_send_update(watch, (RequestId){ 0 });
    return 1;
}

int do_leave(Conn *conn, Table *table, Message *message)
{
    Watch *watch = watch_find(conn, table);

    if (watch != NULL)
        watch_drop(watch);
    conn_ok(conn, message->id);
    return 1;
}
