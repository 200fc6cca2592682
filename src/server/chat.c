/* chat.c: the chat of a table.
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

#include "server/characters.h"
#include "server/nodes.h"
#include "server/relations.h"
#include "wire/strict.h"
#include "wire/table_json.h"

#include <stdlib.h>
#include <string.h>

enum { CHAT_HISTORY = 50, CHAT_CHARACTERS_MAX = 500 };

static void format_chat(Text *text, const char *code, const StoreChat *chat)
{
    JsonOut out = { .text = text };

    json_open_object(&out);
    json_put_name(&out, "type", "chat");
    json_put_name(&out, "table", code);
    json_put_number(&out, "k", chat->k);
    if (chat->code[0] != '\0')
        json_put_name(&out, "user", chat->code);
    json_put_text(&out, "name", chat->name);
    seat_format(&out, "seat", chat->seat);
    json_put_text(&out, "text", chat->text);
    json_put_number(&out, "at", chat->at);
    json_close_object(&out);
}

/* ------------------------------------------------------------------------- */
/* The last lines                                                            */
/* ------------------------------------------------------------------------- */

/* Read from the store. The messages are formatted on a database thread, each terminated by
 * a NUL. */
typedef struct History {
    Job job;
    Core *core;
    StoreId table;
    char code[STORE_CODE_MAX + 1];
    int count;
    int k[CHAT_HISTORY];
    Text text;
} History;

static StoreStatus history_run(Job *job, Store *store, Fault *fault)
{
    History *history = (History *)job;
    StoreChat *chats = malloc(CHAT_HISTORY * sizeof *chats);

    if (chats == NULL)
        return STORE_NO_MEMORY;
    text_clear(&history->text);
    StoreStatus status = store_chat_last(store, history->table, 0, chats, CHAT_HISTORY,
                                         &history->count, fault);
    for (int i = 0; status == STORE_OK && i < history->count; i++) {
        history->k[i] = chats[i].k;
        format_chat(&history->text, history->code, &chats[i]);
        text_append(&history->text, "", 1);
    }
    free(chats);
    return history->text.has_failed ? STORE_NO_MEMORY : status;
}

/* The code of the user who said it, which format_chat puts before all that people write.
 * Empty: the account was deleted. */
static void speaker_of(const char *message, size_t length, char code[STORE_CODE_MAX + 1])
{
    static const char KEY[] = ",\"user\":\"";
    const char *at = memmem(message, length, KEY, sizeof KEY - 1);
    const char *end = message + length;
    int room = STORE_CODE_MAX;

    for (at = at == NULL ? end : at + sizeof KEY - 1; at < end && *at != '"' && room > 0;
         room--)
        *code++ = *at++;
    *code = '\0';
}

/* Sends line k to every watch that has not been sent it, but to nobody who blocks its
 * speaker. */
static void send_line(Table *table, int k, const char *message, size_t length)
{
    Packet *packet = packet_new(message, length);
    char speaker[STORE_CODE_MAX + 1];

    speaker_of(message, length, speaker);

    for (Watch *watch = table->watches; watch != NULL; watch = watch->next_of_table) {
        if (k > watch->chat_sent) {
            watch->chat_sent = k;
            if (!person_blocks(watch->conn->person, speaker))
                conn_send(watch->conn, packet);
        }
    }
    packet_release(packet);
}

static void send_history(Table *table, const History *history)
{
    const char *message = history->text.bytes;
    int last = 0;

    for (int i = 0; i < history->count; i++) {
        size_t length = strlen(message);
        last = history->k[i];
        send_line(table, last, message, length);
        message += length + 1;
    }
    if (table->chat_latest > last)
        chat_read(table); /* stored after these were read */
}

static void history_done(Job *job)
{
    History *history = (History *)job;
    Table *table = table_find(history->core, history->code);

    if (table != NULL)
        table->chat_is_loading = 0;
    if (table != NULL && job->status == STORE_OK)
        send_history(table, history);
    text_free(&history->text);
    free(history);
}

void chat_read(Table *table)
{
    History *history = table->watches == NULL || table->chat_is_loading
                           ? NULL
                           : calloc(1, sizeof *history);

    if (history == NULL)
        return;
    history->job = (Job){ .run = history_run, .done = history_done, .only_reads = 1 };
    history->core = table->core;
    history->table = table->row.id;
    memcpy(history->code, table->row.code, sizeof history->code);
    table->chat_is_loading = 1;
    table->chat_latest = 0;
    core_submit(table->core, &history->job);
}

static int has_gap_before(const Table *table, int k)
{
    const Watch *watch = table->watches;

    while (watch != NULL && watch->chat_sent >= k - 1)
        watch = watch->next_of_table;
    return watch != NULL;
}

void chat_receive(Table *table, int k, const char *message, size_t length)
{
    table->chat_latest = k > table->chat_latest ? k : table->chat_latest;
    if (length == 0 || has_gap_before(table, k))
        chat_read(table);
    else
        send_line(table, k, message, length);
}

/* ------------------------------------------------------------------------- */
/* New lines                                                                 */
/* ------------------------------------------------------------------------- */

/* A line that is being stored. */
typedef struct NewLine {
    Job job;
    Conn *conn;
    RequestId id;
    StoreId table;
    char code[STORE_CODE_MAX + 1];
    StoreChat chat;
    Text text; /* the message, once it is stored */
} NewLine;

static StoreStatus line_run(Job *job, Store *store, Fault *fault)
{
    NewLine *line = (NewLine *)job;
    StoreStatus status = store_chat_add(store, line->table, &line->chat, fault);

    if (status != STORE_OK)
        return status;
    text_clear(&line->text);
    format_chat(&line->text, line->code, &line->chat);
    if (line->text.has_failed)
        return STORE_NO_MEMORY;
    return node_notify_chat(line->conn->core, store, line->code, line->chat.k, &line->text,
                            fault);
}

static void line_done(Job *job)
{
    NewLine *line = (NewLine *)job;
    Core *core = line->conn->core;
    Table *table = table_find(core, line->code);

    if (job->status == STORE_OK)
        conn_ok(line->conn, line->id);
    else if (job->status == STORE_ENDED)
        conn_end_session(line->conn, line->id);
    else
        conn_error(line->conn, line->id, ERROR_NOT_STORED);
    if (job->status == STORE_OK && table != NULL)
        chat_receive(table, line->chat.k, line->text.bytes, line->text.length);
    conn_release(line->conn);
    text_free(&line->text);
    free(line);
}

/* Has the text 1 to 500 characters, not all of them blank? */
static int check_chat(const Json *text, Fault *fault)
{
    int characters = 0;
    unsigned code;

    for (size_t at = 0; at < text->length; characters++)
        at += text_decode(text->text + at, text->length - at, &code);
    if (characters == 0 || characters > CHAT_CHARACTERS_MAX || text->length > STORE_CHAT_MAX
        || !text_is_harmless(text->text, text->length)
        || !text_shows(text->text, text->length))
        return fault_set(fault, "text must have 1 to %d characters that show.",
                         CHAT_CHARACTERS_MAX);
    return 1;
}

static NewLine *line_new(Conn *conn, const Table *table, RequestId id, const Json *text)
{
    NewLine *line = calloc(1, sizeof *line);

    if (line == NULL)
        return NULL;
    StoreChat *chat = &line->chat;
    line->job = (Job){ .run = line_run, .done = line_done };
    line->conn = conn;
    line->id = id;
    line->table = table->row.id;
    memcpy(line->code, table->row.code, sizeof line->code);
    chat->user = conn_user(conn);
    chat->seat = table_seat_of(&table->row, chat->user);
    chat->at = conn->core->now;
    chat->caller = conn_caller(conn);
    memcpy(chat->text, text->text, text->length + 1);
    memcpy(chat->name, conn->person->user.name, sizeof chat->name);
    memcpy(chat->code, conn->person->user.code, sizeof chat->code);
    conn_hold(conn);
    return line;
}

int do_chat(Conn *conn, Table *table, Message *message)
{
    if (!conn_take_token(conn, RATE_CHATS))
        return message_refuse(message, ERROR_TOO_MANY);
    if (conn->person->user.muted > conn->core->now)
        return message_refuse(message, ERROR_MUTED);
    const Json *text = strict_text(message->json, "text", &message->error.fault);
    if (text == NULL || !check_chat(text, &message->error.fault))
        return 0;
    NewLine *line = line_new(conn, table, message->id, text);
    if (line == NULL)
        return message_refuse(message, ERROR_NOT_STORED);
    core_submit(conn->core, &line->job);
    return 1;
}
