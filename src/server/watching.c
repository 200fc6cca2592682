/* watching.c: looking at a table: what is there, what was missed, what was said. */
#include "server/inside.h"

#include "server/nodes.h"
#include "server/revive.h"
#include "wire/strict.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { CHATS_TOLD = 50, CHAT_CHARACTERS_MAX = 500 };

/* ------------------------------------------------------------------------- */
/* The log                                                                   */
/* ------------------------------------------------------------------------- */

typedef enum LogThen { LOG_ALONE, LOG_THEN_UPDATE } LogThen;

/* What happened from a number on, as one seat may know it: the game is played
 * again, on the keeper's thread. */
typedef struct Account {
    Errand errand;
    Conn *conn;
    StoreTable row;
    int from, n, parts, seat;
    Language language;
    AnswerId id;
    LogThen then; /* with the update, the watch has waited for both */
    Text text;
    JsonOut out;
    PlayerNames names;
    const Game *game;
} Account;

static void see_entry(void *context, const ReviveStep *step)
{
    Account *account = context;
    const StoreEntry *entry = step->entry;
    const Reader reader = { .seat = account->seat,
                            .parts = account->parts,
                            .language = account->language,
                            .names = &account->names };
    const LogEntry told = { .n = entry->moment.n,
                            .by = entry->seat,
                            .is_undo = entry->kind == ENTRY_UNDO,
                            .is_bots = entry->is_by_bot,
                            .events = step->events };

    account->n = entry->moment.n;
    if (entry->moment.n <= account->from)
        return;
    json_open_object(&account->out);
    log_entry_write(&account->out, account->game, &told, &reader);
    json_close_object(&account->out);
}

static StoreStatus account_run(Errand *errand, Store *store, Fault *fault)
{
    Account *account = (Account *)errand;
    JsonOut *out = &account->out;
    Match *match = NULL;

    text_clear(&account->text);
    *out = (JsonOut){ .text = &account->text };
    json_open_object(out);
    json_key(out, "type");
    json_name(out, "log");
    message_add_id(out, account->id);
    json_key(out, "table");
    json_name(out, account->row.code);
    json_key(out, "from");
    json_number(out, account->from);
    json_key(out, "entries");
    json_open_list(out);
    account->n = 0;
    StoreStatus status = revive(store, &account->row, see_entry, account, &match, fault);
    json_close_list(out);
    json_key(out, "n");
    json_number(out, account->n);
    json_close_object(out);
    match_free(match);
    return status;
}

static int tell_log(Conn *conn, Table *table, int from, int parts, AnswerId id,
                    LogThen then);

/* All entries up to `n` were told. If there are no more, the watch goes on from here
 * without a gap. */
static void catch_up(Conn *conn, Table *table, int n)
{
    Watch *watch = table == NULL ? NULL : watch_find(conn, table);

    if (watch == NULL)
        return;
    watch->is_catching_up =
        n < table->row.moment.n
        && tell_log(conn, table, n, watch->parts, (AnswerId){ 0 }, LOG_THEN_UPDATE);
    if (watch->is_catching_up)
        return;
    /* While a write is on its way, the update that it brings is the next. */
    if (table_is_ready(table))
        tell_update_to(conn, table, watch->parts, (AnswerId){ 0 });
}

static void account_done(Errand *errand)
{
    Account *account = (Account *)errand;
    Conn *conn = account->conn;

    core_post_back(conn->core);
    if (errand->status == STORE_OK && conn->link != NULL)
        conn_send_text(conn, &account->text);
    else
        conn_error(conn, account->id, ERROR_NOT_STORED);
    if (account->then == LOG_THEN_UPDATE && conn->link != NULL)
        catch_up(conn, table_find(conn->core, account->row.code),
                 errand->status == STORE_OK ? account->n : INT_MAX);
    conn_release(conn);
    text_free(&account->text);
    free(account);
}

/* 0: told that it is too much. */
static int tell_log(Conn *conn, Table *table, int from, int parts, AnswerId id,
                    LogThen then)
{
    Account *account = conn_may_reread(conn) ? calloc(1, sizeof *account) : NULL;

    if (account == NULL) {
        conn_error(conn, id, ERROR_TOO_MANY);
        return 0;
    }
    account->errand = (Errand){ .run = account_run, .done = account_done, .only_reads = 1 };
    account->conn = conn;
    account->row = table->row;
    account->game = table->game;
    account->from = from;
    account->parts = parts | UPDATE_EVENTS;
    account->seat = table_seat_of(&table->row, conn_user(conn));
    account->language = conn->language;
    account->id = id;
    account->then = then;
    table_names(&table->row, conn->language, &account->names);
    conn_hold(conn);
    core_post(conn->core, &account->errand);
    return 1;
}

/* A number of the log that may be missing, 0 if it is; -1: told. */
static long long read_number(Conn *conn, const Message *message, const char *key)
{
    Fault fault = { "" };
    long long number = 0;

    if (json_get(message->json, key) == NULL
        || strict_number(message->json, key, 0, INT32_MAX, &number, &fault))
        return number;
    conn_error_saying(conn, message->id, ERROR_BAD_REQUEST, fault.sentence);
    return -1;
}

void do_log(Conn *conn, Table *table, const Message *message)
{
    long long from = read_number(conn, message, "from");

    if (from < 0)
        return;
    if (table->row.state == TABLE_OPEN)
        conn_error(conn, message->id, ERROR_NOT_PLAYING);
    else
        tell_log(conn, table, (int)from, UPDATE_EVENTS | UPDATE_TEXT, message->id,
                 LOG_ALONE);
}

/* ------------------------------------------------------------------------- */
/* Chat                                                                      */
/* ------------------------------------------------------------------------- */

static void chat_write(JsonOut *out, const char *code, const StoreChat *chat)
{
    json_key(out, "table");
    json_name(out, code);
    json_key(out, "k");
    json_number(out, chat->k);
    json_key(out, "name");
    json_text(out, chat->name, strlen(chat->name));
    json_key(out, "seat");
    if (chat->seat == NOBODY)
        json_nothing(out);
    else
        json_number(out, chat->seat);
    json_key(out, "text");
    json_text(out, chat->text, strlen(chat->text));
    json_key(out, "at");
    json_number(out, chat->at);
}

/* Something said, on its way to the store. */
typedef struct Said {
    Errand errand;
    Conn *conn;
    AnswerId id;
    StoreId table;
    char code[STORE_CODE_MAX + 1];
    StoreChat chat;
} Said;

static StoreStatus said_run(Errand *errand, Store *store, Fault *fault)
{
    Said *said = (Said *)errand;
    StoreStatus status = store_chat_add(store, said->table, &said->chat, fault);
    Text text = { 0 };
    JsonOut out = { .text = &text };

    if (status != STORE_OK || !core_is_node(said->conn->core))
        return status;
    json_open_object(&out);
    json_key(&out, "type");
    json_name(&out, "chat");
    chat_write(&out, said->code, &said->chat);
    json_close_object(&out);
    status = node_tell_chat(said->conn->core, store, said->code, &text, fault);
    text_free(&text);
    return status;
}

static void tell_said(const Said *said)
{
    Core *core = said->conn->core;
    Table *table = table_find(core, said->code);

    conn_ok(said->conn, said->id);
    if (table == NULL)
        return;
    JsonOut out = message_begin(core, "chat");
    chat_write(&out, said->code, &said->chat);
    json_close_object(&out);
    if (!out.text->has_failed)
        tell_all(table, out.text->bytes, out.text->length);
}

static void said_done(Errand *errand)
{
    Said *said = (Said *)errand;

    core_post_back(said->conn->core);
    if (errand->status == STORE_OK)
        tell_said(said);
    else
        conn_error(said->conn, said->id, ERROR_NOT_STORED);
    conn_release(said->conn);
    free(said);
}

/* What was said last, for somebody who comes in. The messages are written on the
 * keeper's thread, one after the other, each with a NUL behind it. */
typedef struct Recall {
    Errand errand;
    Conn *conn;
    StoreId table;
    char code[STORE_CODE_MAX + 1];
    Text text;
} Recall;

static void recall_write(Recall *recall, const StoreChat *chat)
{
    JsonOut out = { .text = &recall->text };

    json_open_object(&out);
    json_key(&out, "type");
    json_name(&out, "chat");
    chat_write(&out, recall->code, chat);
    json_close_object(&out);
    text_append(&recall->text, "", 1);
}

static StoreStatus recall_run(Errand *errand, Store *store, Fault *fault)
{
    Recall *recall = (Recall *)errand;
    StoreChat *chats = malloc(CHATS_TOLD * sizeof *chats);
    int count = 0;

    if (chats == NULL)
        return STORE_NO_MEMORY;
    text_clear(&recall->text);
    StoreStatus status =
        store_chat_last(store, recall->table, 0, chats, CHATS_TOLD, &count, fault);
    for (int i = 0; status == STORE_OK && i < count; i++)
        recall_write(recall, &chats[i]);
    free(chats);
    return status;
}

static void recall_done(Errand *errand)
{
    Recall *recall = (Recall *)errand;
    const Text *text = &recall->text;

    core_post_back(recall->conn->core);
    for (size_t at = 0;
         errand->status == STORE_OK && !text->has_failed && at < text->length;) {
        size_t length = strlen(text->bytes + at);
        Post *post = post_new(text->bytes + at, length);
        conn_send(recall->conn, post);
        post_release(post);
        at += length + 1;
    }
    conn_release(recall->conn);
    text_free(&recall->text);
    free(recall);
}

static void tell_last_chats(Conn *conn, const Table *table)
{
    Recall *recall = calloc(1, sizeof *recall);

    if (recall == NULL)
        return;
    recall->errand = (Errand){ .run = recall_run, .done = recall_done, .only_reads = 1 };
    recall->conn = conn;
    recall->table = table->row.id;
    memcpy(recall->code, table->row.code, sizeof recall->code);
    conn_hold(conn);
    core_post(conn->core, &recall->errand);
}

/* 1 to 500 characters that show; 0: told. */
static int read_chat(const Json *text, Fault *fault)
{
    int characters = 0;
    unsigned code;

    if (text == NULL)
        return 0;
    for (size_t at = 0; at < text->length; characters++)
        at += text_decode(text->text + at, text->length - at, &code);
    if (characters == 0 || characters > CHAT_CHARACTERS_MAX || text->length > STORE_CHAT_MAX
        || !text_is_harmless(text->text, text->length))
        return fault_tell(fault, "text must have 1 to %d characters that show.",
                          CHAT_CHARACTERS_MAX);
    return 1;
}

void do_chat(Conn *conn, Table *table, const Message *message)
{
    Fault fault = { "" };
    const Json *text = strict_text(message->json, "text", &fault);

    if (!conn_may_chat(conn)) {
        conn_error(conn, message->id, ERROR_TOO_MANY);
        return;
    }
    if (!read_chat(text, &fault)) {
        conn_error_saying(conn, message->id, ERROR_BAD_REQUEST, fault.sentence);
        return;
    }
    Said *said = calloc(1, sizeof *said);
    if (said == NULL) {
        conn_error(conn, message->id, ERROR_NOT_STORED);
        return;
    }
    StoreChat *chat = &said->chat;
    said->errand = (Errand){ .run = said_run, .done = said_done };
    said->conn = conn;
    said->id = message->id;
    said->table = table->row.id;
    memcpy(said->code, table->row.code, sizeof said->code);
    chat->user = conn_user(conn);
    chat->seat = table_seat_of(&table->row, chat->user);
    chat->at = conn->core->now;
    memcpy(chat->text, text->text, text->length + 1);
    memcpy(chat->name, conn->person->user.name, sizeof chat->name);
    conn_hold(conn);
    core_post(conn->core, &said->errand);
}

/* ------------------------------------------------------------------------- */
/* Watching                                                                  */
/* ------------------------------------------------------------------------- */

/* "with": a list of parts; -1: told. */
static int read_parts(Conn *conn, const Message *message)
{
    static const struct {
        const char *word;
        int part;
    } WORDS[] = { { "position", UPDATE_POSITION },
                  { "actions", UPDATE_ACTIONS },
                  { "text", UPDATE_TEXT },
                  { "events", UPDATE_EVENTS } };
    const Json *list = json_get(message->json, "with");
    int parts = 0, is_sound = list != NULL && json_is(list, JSON_IS_LIST);

    if (list == NULL)
        return UPDATE_WHOLE;
    const Json *entry = json_first(list);
    for (uint32_t i = 0; is_sound && i < list->length; i++, entry = json_beside(entry)) {
        int part = 0;
        for (size_t j = 0; j < sizeof WORDS / sizeof WORDS[0]; j++) {
            if (json_is(entry, JSON_IS_TEXT) && strcmp(entry->text, WORDS[j].word) == 0)
                part = WORDS[j].part;
        }
        is_sound = part != 0;
        parts |= part;
    }
    if (is_sound)
        return parts;
    conn_error_saying(conn, message->id, ERROR_BAD_REQUEST,
                      "with must be a list of position, actions, text and events.");
    return -1;
}

void do_watch(Conn *conn, Table *table, const Message *message)
{
    int parts = read_parts(conn, message);
    long long since = parts < 0 ? -1 : read_number(conn, message, "since");

    if (parts < 0 || since < 0)
        return;
    if (!watch_add(conn, table, parts)) {
        conn_error(conn, message->id, ERROR_TOO_MANY);
        return;
    }
    tell_table_to(conn, table, message->id);
    tell_last_chats(conn, table);
    if (table->row.state == TABLE_OPEN)
        return;
    Watch *watch = watch_find(conn, table);
    int has_missed =
        json_get(message->json, "since") != NULL && since < table->row.moment.n;
    if (has_missed && !watch->is_catching_up)
        watch->is_catching_up =
            tell_log(conn, table, (int)since, parts, (AnswerId){ 0 }, LOG_THEN_UPDATE);
    if (!watch->is_catching_up)
        tell_update_to(conn, table, parts, (AnswerId){ 0 });
}

void do_leave(Conn *conn, Table *table, const Message *message)
{
    Watch *watch = watch_find(conn, table);

    if (watch != NULL)
        watch_drop(watch);
    conn_ok(conn, message->id);
}
