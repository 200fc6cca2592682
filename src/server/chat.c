/* chat.c: what is said at a table.
 *
 * Every spectator gets every line once, in the order of its number k. Lines of this node
 * come back from the store, lines of other nodes by notices, in any order; so each watch
 * has the number of the last line that was sent to it:
 *
 *     k <= sent        drop: a duplicate
 *     k == sent + 1    send
 *     k > sent + 1     gap: read the last lines from the store
 *
 * A new watch starts with sent = 0. */
#include "server/internal.h"

#include "server/nodes.h"
#include "wire/strict.h"
#include "wire/table_json.h"

#include <stdlib.h>
#include <string.h>

enum { CHATS_TOLD = 50, CHAT_CHARACTERS_MAX = 500 };

static void chat_write(Text *text, const char *code, const StoreChat *chat)
{
    JsonOut out = { .text = text };

    json_open_object(&out);
    json_put_name(&out, "type", "chat");
    json_put_name(&out, "table", code);
    json_put_number(&out, "k", chat->k);
    json_put_text(&out, "name", chat->name);
    seat_write(&out, "seat", chat->seat);
    json_put_text(&out, "text", chat->text);
    json_put_number(&out, "at", chat->at);
    json_close_object(&out);
}

/* ------------------------------------------------------------------------- */
/* Recalling                                                                 */
/* ------------------------------------------------------------------------- */

/* The last lines, read from the store. The messages are formatted on the db_pool's
 * thread, each terminated by a NUL. */
typedef struct Recall {
    Job job;
    Core *core;
    StoreId table;
    char code[STORE_CODE_MAX + 1];
    int count;
    int k[CHATS_TOLD];
    Text text;
} Recall;

static StoreStatus recall_run(Job *job, Store *store, Fault *fault)
{
    Recall *recall = (Recall *)job;
    StoreChat *chats = malloc(CHATS_TOLD * sizeof *chats);

    if (chats == NULL)
        return STORE_NO_MEMORY;
    text_clear(&recall->text);
    StoreStatus status =
        store_chat_last(store, recall->table, 0, chats, CHATS_TOLD, &recall->count, fault);
    for (int i = 0; status == STORE_OK && i < recall->count; i++) {
        recall->k[i] = chats[i].k;
        chat_write(&recall->text, recall->code, &chats[i]);
        text_append(&recall->text, "", 1);
    }
    free(chats);
    return recall->text.has_failed ? STORE_NO_MEMORY : status;
}

/* Sends line k to every watch that expects it. */
static void send_line(Table *table, int k, const char *message, size_t length)
{
    Packet *packet = packet_new(message, length);

    for (Watch *watch = table->watches, *next; watch != NULL; watch = next) {
        next = watch->next_of_table;
        if (k <= watch->chat_told)
            continue;
        watch->chat_told = k; /* first: sending may close the connection */
        conn_send(watch->conn, packet);
    }
    packet_release(packet);
}

static void send_history(Table *table, const Recall *recall)
{
    const char *message = recall->text.bytes;
    int last = 0;

    for (int i = 0; i < recall->count; i++) {
        size_t length = strlen(message);
        last = recall->k[i];
        send_line(table, last, message, length);
        message += length + 1;
    }
    if (table->chat_heard > last)
        chat_recall(table); /* said after these were read */
}

static void recall_done(Job *job)
{
    Recall *recall = (Recall *)job;
    Table *table = table_find(recall->core, recall->code);

    core_job_done(recall->core);
    if (table != NULL)
        table->is_recalling = 0;
    if (table != NULL && job->status == STORE_OK)
        send_history(table, recall);
    text_free(&recall->text);
    free(recall);
}

void chat_recall(Table *table)
{
    Recall *recall =
        table->watches == NULL || table->is_recalling ? NULL : calloc(1, sizeof *recall);

    if (recall == NULL)
        return;
    recall->job = (Job){ .run = recall_run, .done = recall_done, .only_reads = 1 };
    recall->core = table->core;
    recall->table = table->row.id;
    memcpy(recall->code, table->row.code, sizeof recall->code);
    table->is_recalling = 1;
    table->chat_heard = 0;
    core_submit(table->core, &recall->job);
}

void chat_recall_for(Watch *watch)
{
    watch->chat_told = 0;
    chat_recall(watch->table);
}

static int lacks_before(const Table *table, int k)
{
    const Watch *watch = table->watches;

    while (watch != NULL && watch->chat_told >= k - 1)
        watch = watch->next_of_table;
    return watch != NULL;
}

void chat_hear(Table *table, int k, const char *message, size_t length)
{
    table->chat_heard = k > table->chat_heard ? k : table->chat_heard;
    if (length == 0 || lacks_before(table, k))
        chat_recall(table);
    else
        send_line(table, k, message, length);
}

/* ------------------------------------------------------------------------- */
/* Saying                                                                    */
/* ------------------------------------------------------------------------- */

/* A line that is being stored. */
typedef struct Said {
    Job job;
    Conn *conn;
    AnswerId id;
    StoreId table;
    char code[STORE_CODE_MAX + 1];
    StoreChat chat;
    Text text; /* the message, once it is stored */
} Said;

static StoreStatus said_run(Job *job, Store *store, Fault *fault)
{
    Said *said = (Said *)job;
    StoreStatus status = store_chat_add(store, said->table, &said->chat, fault);

    if (status != STORE_OK)
        return status;
    text_clear(&said->text);
    chat_write(&said->text, said->code, &said->chat);
    if (said->text.has_failed)
        return STORE_NO_MEMORY;
    return node_notify_chat(said->conn->core, store, said->code, said->chat.k, &said->text,
                            fault);
}

static void said_done(Job *job)
{
    Said *said = (Said *)job;
    Core *core = said->conn->core;
    Table *table = table_find(core, said->code);

    core_job_done(core);
    if (job->status == STORE_OK)
        conn_ok(said->conn, said->id);
    else
        conn_error(said->conn, said->id, ERROR_NOT_STORED);
    if (job->status == STORE_OK && table != NULL)
        chat_hear(table, said->chat.k, said->text.bytes, said->text.length);
    conn_release(said->conn);
    text_free(&said->text);
    free(said);
}

/* 1 to 500 characters that show? */
static int check_chat(const Json *text, Fault *fault)
{
    int characters = 0;
    unsigned code;

    for (size_t at = 0; at < text->length; characters++)
        at += text_decode(text->text + at, text->length - at, &code);
    if (characters == 0 || characters > CHAT_CHARACTERS_MAX || text->length > STORE_CHAT_MAX
        || !text_is_harmless(text->text, text->length))
        return fault_set(fault, "text must have 1 to %d characters that show.",
                         CHAT_CHARACTERS_MAX);
    return 1;
}

static Said *said_new(Conn *conn, const Table *table, AnswerId id, const Json *text)
{
    Said *said = calloc(1, sizeof *said);

    if (said == NULL)
        return NULL;
    StoreChat *chat = &said->chat;
    said->job = (Job){ .run = said_run, .done = said_done };
    said->conn = conn;
    said->id = id;
    said->table = table->row.id;
    memcpy(said->code, table->row.code, sizeof said->code);
    chat->user = conn_user(conn);
    chat->seat = table_seat_of(&table->row, chat->user);
    chat->at = conn->core->now;
    memcpy(chat->text, text->text, text->length + 1);
    memcpy(chat->name, conn->person->user.name, sizeof chat->name);
    conn_hold(conn);
    return said;
}

int do_chat(Conn *conn, Table *table, Message *message)
{
    if (!conn_may(conn, RATE_CHATS))
        return message_refuse(message, ERROR_TOO_MANY);
    const Json *text = strict_text(message->json, "text", &message->error.fault);
    if (text == NULL || !check_chat(text, &message->error.fault))
        return 0;
    Said *said = said_new(conn, table, message->id, text);
    if (said == NULL)
        return message_refuse(message, ERROR_NOT_STORED);
    core_submit(conn->core, &said->job);
    return 1;
}
