/* watching.c: subscriptions to a table: watch, leave. Entries that a watch has missed are
 * read from the log (logs.c). */
#include "server/notify.h"

#include "wire/strict.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    WATCHES_MAX = 250,
    REPLIES_MAX = 64, /* held back for a watch; more: its client does not read */
};

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

/* Finds it, or adds it. NULL: too many, or no memory. */
static Watch *watch_add(Conn *conn, Table *table, int parts)
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

static void drop_reply(Watch *watch)
{
    HeldReply *reply = watch->replies;

    watch->replies = reply->next;
    watch->reply_count--;
    packet_release(reply->packet);
    free(reply);
}

/* Those up to entry n, whatever was sent before: a reply is owed in any case. */
static void release_replies(Watch *watch, int n)
{
    while (watch->replies != NULL && watch->replies->n <= n) {
        conn_send(watch->conn, watch->replies->packet);
        drop_reply(watch);
    }
}

void watch_hold_reply(Watch *watch, Packet *packet, int n)
{
    HeldReply *reply = watch->reply_count < REPLIES_MAX ? malloc(sizeof *reply) : NULL;
    HeldReply **end = &watch->replies;

    if (reply == NULL) {
        packet_release(packet);
        conn_drop(watch->conn);
        return;
    }
    while (*end != NULL)
        end = &(*end)->next;
    *reply = (HeldReply){ .n = n, .packet = packet };
    *end = reply;
    watch->reply_count++;
}

void watch_send_replies(Watch *watch)
{
    while (watch->replies != NULL && watch->replies->n <= watch->sent + 1) {
        watch->sent = watch->sent > watch->replies->n ? watch->sent : watch->replies->n;
        conn_send(watch->conn, watch->replies->packet);
        drop_reply(watch);
    }
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
    while (watch->replies != NULL)
        drop_reply(watch);
    notify_left(table, conn_user(watch->conn));
    free(watch);
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
                  { "terms", UPDATE_TERMS },
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
           || fault_set(
               &message->error.fault,
               "with must be a list of position, actions, text, terms and events.");
}

int do_watch(Conn *conn, Table *table, Message *message)
{
    int parts, since = 0;

    if (!read_parts(message, &parts)
        || !strict_int_if(message->json, "since", 0, INT32_MAX, &since,
                          &message->error.fault))
        return 0;
    if (since > table->row.turn.n && table_reads_first(table, message))
        return 1;
    Watch *watch = watch_add(conn, table, parts);
    if (watch == NULL)
        return message_refuse(message, ERROR_TOO_MANY);
    send_table(conn, table, message->id);
    watch->chat_sent = 0;
    chat_read(table);
    if (table->row.state == TABLE_OPEN || watch->is_catching_up)
        return 1;
    int has_missed = json_get(message->json, "since") != NULL && since < table->row.turn.n;
    watch->sent = has_missed ? since : -1;
    if (has_missed && log_take_tokens(conn, table, since)) {
        release_replies(watch, since);
        watch_catch_up(watch);
        return 1;
    }
    release_replies(watch, table->row.turn.n);
    if (has_missed)
        conn_error(conn, (RequestId){ 0 }, ERROR_TOO_MANY);
    watch_send_update(watch, (RequestId){ 0 });
    return 1;
}

int do_leave(Conn *conn, Table *table, Message *message)
{
    Watch *watch = watch_find(conn, table);

    if (watch != NULL) {
        release_replies(watch, INT_MAX);
        watch_drop(watch);
    }
    conn_ok(conn, message->id);
    return 1;
}
