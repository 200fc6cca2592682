/* message.c: the messages of a connection: parsed, found in the table of verbs, and run.
 * What concerns a table waits until that table is ready. */
#include "server/daily.h"
#include "server/nodes.h"

#include "wire/request.h"
#include "wire/sentences.h"
#include "wire/strict.h"

#include <stdlib.h>
#include <string.h>

int message_refuse(Message *message, ErrorCode code)
{
    return error_set(&message->error, code);
}

/* ------------------------------------------------------------------------- */
/* What concerns no table                                                    */
/* ------------------------------------------------------------------------- */

static int do_hello(Conn *conn, Message *message)
{
    Fault *fault = &message->error.fault;
    Language language;

    if (strict_text(message->json, "lang", fault) == NULL
        || !language_read(message->json, &language, fault))
        return 0;
    conn->language = language;
    conn_ok(conn, message->id);
    return 1;
}

static int do_ping(Conn *conn, Message *message)
{
    conn_ok(conn, message->id);
    return 1;
}

static int do_mine(Conn *conn, Message *message)
{
    conn->wants_mine = 1;
    conn_ok(conn, message->id);
    mine_ask(conn->core, conn->person);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* The verbs                                                                 */
/* ------------------------------------------------------------------------- */

struct Verb {
    RequestForm form;
    int (*run)(Conn *conn, Message *message);
    TableVerb run_at; /* or this: it has "table" */
    int is_for_anybody;
    int needs_rules; /* it shows the game, or changes the table */
    int changes_row; /* validated against the current row of the database */
    int makes_rows;  /* so it counts as an entry */
};

#define FOR_ANYBODY .is_for_anybody = 1
#define NEEDS_RULES .needs_rules = 1
#define CHANGES_ROW .needs_rules = 1, .changes_row = 1

static const Verb VERBS[] = {
    { { "act", "do id table n action actions" }, .run_at = do_act, NEEDS_RULES },
    { { "ping", "do id" }, .run = do_ping, FOR_ANYBODY },
    { { "hello", "do id lang" }, .run = do_hello, FOR_ANYBODY },
    { { "mine", "do id" }, .run = do_mine },
    { { "watch", "do id table with since" }, .run_at = do_watch, FOR_ANYBODY, NEEDS_RULES },
    { { "leave", "do id table" }, .run_at = do_leave, FOR_ANYBODY },
    { { "log", "do id table from" }, .run_at = do_log, FOR_ANYBODY, NEEDS_RULES },
    { { "sit", "do id table seat" }, .run_at = do_sit, CHANGES_ROW },
    { { "stand", "do id table" }, .run_at = do_stand, CHANGES_ROW },
    { { "return", "do id table" }, .run_at = do_return, CHANGES_ROW },
    { { "seat", "do id table seat who" }, .run_at = do_seat, CHANGES_ROW },
    { { "start", "do id table" }, .run_at = do_start, CHANGES_ROW },
    { { "commit", "do id table commitment" }, .run_at = do_commit, CHANGES_ROW },
    { { "reveal", "do id table bytes" }, .run_at = do_reveal, CHANGES_ROW },
    { { "close", "do id table" }, .run_at = do_close, CHANGES_ROW },
    { { "undo", "do id table n" }, .run_at = do_undo, NEEDS_RULES },
    { { "preview", "do id table n actions" }, .run_at = do_preview, NEEDS_RULES },
    { { "chat", "do id table text" }, .run_at = do_chat },
    { { "rematch", "do id table" }, .run_at = do_rematch, CHANGES_ROW, .makes_rows = 1 },
};

static const RequestTable MESSAGES = { .rows = VERBS,
                                       .count = sizeof VERBS / sizeof *VERBS,
                                       .row_size = sizeof *VERBS,
                                       .name_key = "do",
                                       .not_an_object = "A message must be an object.",
                                       .what = "this message",
                                       .unknown = "There is nothing to do called" };

/* The verb of a message, which has its keys and no others; 0: refused. */
static int understand(Message *message)
{
    const Json *json = message->json;
    Fault *fault = &message->error.fault;

    if (!strict_number_if(json, "id", 0, 1LL << 53, &message->id.number, fault))
        return 0;
    message->id.is_given = json_get(json, "id") != NULL;
    message->verb = request_find(&MESSAGES, json, fault);
    return message->verb != NULL;
}

Message *message_keep(Message *message)
{
    Message *kept = malloc(sizeof *kept);

    if (kept == NULL)
        return NULL;
    *kept = *message;
    kept->next = NULL;
    message->json = NULL;
    conn_hold(kept->conn);
    return kept;
}

void message_free(Message *message)
{
    if (message == NULL)
        return;
    conn_release(message->conn);
    json_free(message->json);
    free(message);
}

/* ------------------------------------------------------------------------- */
/* Its id                                                                    */
/* ------------------------------------------------------------------------- */

/* Where the string ends that begins at `at`: its closing quote, or the end of all. */
static size_t string_end(const char *bytes, size_t length, size_t at)
{
    for (at++; at < length && bytes[at] != '"'; at++)
        at += bytes[at] == '\\';
    return at < length ? at : length;
}

/* ":12," and the like, from `at` on. */
static RequestId read_id(const char *bytes, size_t length, size_t at)
{
    enum { DIGITS_MAX = 15 };
    RequestId id = { 0 };
    int digits = 0;

    while (at < length && strchr(" \t\r\n:", bytes[at]) != NULL)
        at++;
    for (; at < length && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
        if (++digits > DIGITS_MAX)
            return (RequestId){ 0 };
        id.number = id.number * 10 + (bytes[at] - '0');
    }
    id.is_given = digits > 0 && (at == length || strchr(" \t\r\n,}", bytes[at]) != NULL);
    return id;
}

RequestId message_find_id(const char *bytes, size_t length)
{
    static const char KEY[] = "\"id\"";
    RequestId id = { 0 };
    int depth = 0;

    for (size_t at = 0; at < length && !id.is_given; at++) {
        if (bytes[at] == '{' || bytes[at] == '[') {
            depth++;
        } else if (bytes[at] == '}' || bytes[at] == ']') {
            depth--;
        } else if (bytes[at] == '"') {
            size_t end = string_end(bytes, length, at);
            if (depth == 1 && end < length && end - at == 3
                && memcmp(bytes + at, KEY, 4) == 0)
                id = read_id(bytes, length, end + 1);
            at = end;
        }
    }
    return id;
}

/* ------------------------------------------------------------------------- */
/* One message                                                               */
/* ------------------------------------------------------------------------- */

/* The table has been found, or is known not to be there. */
static int run_at_table(Table *table, Message *message)
{
    Conn *conn = message->conn;
    const Verb *verb = message->verb;

    int has_row = table_is_ready(table) || table->cache == CACHE_QUARANTINED;

    if (table->cache == CACHE_MISSING
        || (has_row
            && !table_may_see(&table->row, conn_user(conn), core_expiry_time(conn->core))))
        return message_refuse(message, ERROR_NO_SUCH_TABLE);
    if (table->cache == CACHE_QUARANTINED)
        return message_refuse(message, ERROR_QUARANTINED);
    if (!table_is_ready(table))
        return message_refuse(message, ERROR_NOT_STORED);
    if (verb->needs_rules && table_is_foreign(table))
        return message_refuse(message, ERROR_OTHER_VERSION);
    if (verb->changes_row && table_reads_first(table, message))
        return 1;
    table->last_used = conn->core->now;
    return verb->run_at(conn, table, message);
}

static int run_or_wait(Message *message)
{
    const Json *code = strict_text(message->json, "table", &message->error.fault);

    if (code == NULL)
        return 0;
    if (!code_is_sound(code->text))
        return message_refuse(message, ERROR_NO_SUCH_TABLE);
    Table *table = table_get(message->conn->core, code->text);
    if (table == NULL)
        return message_refuse(message, ERROR_NOT_STORED);
    if (table_is_ready(table) && table->queue == NULL)
        return run_at_table(table, message);
    table_enqueue(table, message);
    return 1;
}

static int may_run(Message *message)
{
    const Conn *conn = message->conn;

    if (conn->person == NULL && !message->verb->is_for_anybody)
        return message_refuse(message, ERROR_NOT_SIGNED_IN);
    return !conn->core->is_closing || message_refuse(message, ERROR_CLOSING);
}

static int run_new(Message *message)
{
    if (message->verb->makes_rows && !conn_take_token(message->conn, RATE_ENTRIES))
        return message_refuse(message, ERROR_TOO_MANY);
    return message->verb->run != NULL ? message->verb->run(message->conn, message)
                                      : run_or_wait(message);
}

void message_run(Conn *conn, const char *bytes, size_t length)
{
    Message message = { .conn = conn,
                        .error.fault.language = fault_language(conn->language) };

    message.json = json_read(bytes, length, "This is not JSON", &message.error.fault);
    int is_understood = message.json != NULL && understand(&message);
    if (!is_understood && !message.id.is_given)
        message.id = message_find_id(bytes, length);
    if (!is_understood || !may_run(&message) || !run_new(&message))
        conn_refuse(conn, message.id, &message.error);
    json_free(message.json);
}

void message_run_at(Table *table, Message *message)
{
    if (message->conn->link != NULL && !(may_run(message) && run_at_table(table, message)))
        conn_refuse(message->conn, message->id, &message->error);
}
