/* message.c: what a connection says: understood strictly, and handed to whoever does
 * it. What concerns a table waits until that table can be spoken to. */
#include "server/nodes.h"

#include "wire/request.h"
#include "wire/strict.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* What concerns no table                                                    */
/* ------------------------------------------------------------------------- */

static void do_hello(Conn *conn, const Message *message)
{
    Fault fault = { "" };
    const Json *name = strict_text(message->json, "lang", &fault);
    int found = name == NULL ? -1 : language_find(name->text);

    if (name != NULL && found < 0)
        fault_set(&fault, "There are no words in \"%s\".", QUOTED_JSON(name));
    if (found < 0) {
        conn_error_saying(conn, message->id, ERROR_BAD_REQUEST, fault.sentence);
        return;
    }
    conn->language = (Language)found;
    conn_ok(conn, message->id);
}

static void do_ping(Conn *conn, const Message *message)
{
    conn_ok(conn, message->id);
}

static void do_mine(Conn *conn, const Message *message)
{
    if (conn->person == NULL) {
        conn_error(conn, message->id, ERROR_NOT_SIGNED_IN);
        return;
    }
    conn->wants_mine = 1;
    conn_ok(conn, message->id);
    mine_ask(conn->core, conn->person);
}

/* ------------------------------------------------------------------------- */
/* The verbs                                                                 */
/* ------------------------------------------------------------------------- */

typedef struct Verb {
    RequestForm form;
    void (*run)(Conn *conn, const Message *message);
    TableVerb run_at; /* or this: it has "table" */
    int is_for_anybody;
    int needs_rules; /* it shows the game, or changes the table */
    int changes_row; /* so it is decided by the row as the database has it */
    int makes_rows;  /* so it counts as an entry */
} Verb;

#define FOR_ANYBODY .is_for_anybody = 1
#define NEEDS_RULES .needs_rules = 1
#define CHANGES_ROW .needs_rules = 1, .changes_row = 1

static const Verb VERBS[] = {
    { { "act", "do id table n action" }, .run_at = do_act, NEEDS_RULES },
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
    { { "close", "do id table" }, .run_at = do_close, CHANGES_ROW },
    { { "undo", "do id table n" }, .run_at = do_undo, NEEDS_RULES },
    { { "chat", "do id table text" }, .run_at = do_chat },
    { { "rematch", "do id table" }, .run_at = do_rematch, CHANGES_ROW, .makes_rows = 1 },
};

static const RequestTable MESSAGES = { VERBS,         sizeof VERBS / sizeof *VERBS,
                                       sizeof *VERBS, "do",
                                       "message",     "There is nothing to do called" };

/* The verb of a message, which has its keys and no others; NULL: error in *fault. */
static const Verb *understand(const Json *json, Message *message, Fault *fault)
{
    message->json = json;
    if (!strict_number_if(json, "id", 0, 1LL << 53, &message->id.number, fault))
        return NULL;
    message->id.is_said = json_get(json, "id") != NULL;
    return request_find(&MESSAGES, json, fault);
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
static AnswerId read_id(const char *bytes, size_t length, size_t at)
{
    enum { DIGITS_MAX = 15 };
    AnswerId id = { 0 };
    int digits = 0;

    while (at < length && strchr(" \t\r\n:", bytes[at]) != NULL)
        at++;
    for (; at < length && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
        if (++digits > DIGITS_MAX)
            return (AnswerId){ 0 };
        id.number = id.number * 10 + (bytes[at] - '0');
    }
    id.is_said = digits > 0 && (at == length || strchr(" \t\r\n,}", bytes[at]) != NULL);
    return id;
}

AnswerId message_find_id(const char *bytes, size_t length)
{
    static const char KEY[] = "\"id\"";
    AnswerId id = { 0 };
    int depth = 0;

    for (size_t at = 0; at < length && !id.is_said; at++) {
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
static void run_at_table(Conn *conn, Table *table, const Verb *verb, const Message *message)
{
    if (table->cache == CACHE_QUARANTINED) {
        conn_error(conn, message->id, ERROR_QUARANTINED);
    } else if (table->cache == CACHE_MISSING
               || (table_is_ready(table) && !table_may_watch(table, conn_user(conn)))) {
        conn_error(conn, message->id, ERROR_NO_SUCH_TABLE);
    } else if (!table_is_ready(table)) {
        conn_error(conn, message->id, ERROR_NOT_STORED);
    } else if (verb->needs_rules && table_is_foreign(table)) {
        conn_error(conn, message->id, ERROR_OTHER_VERSION);
    } else if (!verb->changes_row || !table_reads_first(table, conn, message)) {
        table->used = conn->core->now;
        verb->run_at(conn, table, message);
    }
}

static void run_or_wait(Conn *conn, const Verb *verb, const Message *message)
{
    Fault fault = { "" };
    const Json *code = strict_text(message->json, "table", &fault);

    if (code == NULL) {
        conn_error_saying(conn, message->id, ERROR_BAD_REQUEST, fault.sentence);
        return;
    }
    if (!code_is_sound(code->text)) {
        conn_error(conn, message->id, ERROR_NO_SUCH_TABLE);
        return;
    }
    Table *table = table_get(conn->core, code->text);
    if (table == NULL)
        conn_error(conn, message->id, ERROR_NOT_STORED);
    else if (table_is_ready(table) && table->waits == NULL)
        run_at_table(conn, table, verb, message);
    else
        table_wait(table, conn, message->bytes, message->length);
}

/* `table` is NULL for a message that has just come. */
static void run_message(Conn *conn, Table *table, Message message)
{
    Fault fault = { "" };
    Json *json = json_read(message.bytes, message.length, "This is not JSON", &fault);
    const Verb *verb = json == NULL ? NULL : understand(json, &message, &fault);

    if (verb == NULL && !message.id.is_said)
        message.id = message_find_id(message.bytes, message.length);
    if (verb == NULL)
        conn_error_saying(conn, message.id, ERROR_BAD_REQUEST, fault.sentence);
    else if (conn->person == NULL && !verb->is_for_anybody)
        conn_error(conn, message.id, ERROR_NOT_SIGNED_IN);
    else if (conn->core->is_closing)
        conn_error(conn, message.id, ERROR_CLOSING);
    else if (verb->makes_rows && table == NULL && !conn_may(conn, RATE_ENTRIES))
        conn_error(conn, message.id, ERROR_TOO_MANY);
    else if (verb->run != NULL)
        verb->run(conn, &message);
    else if (table != NULL)
        run_at_table(conn, table, verb, &message);
    else
        run_or_wait(conn, verb, &message);
    json_free(json);
}

void message_run(Conn *conn, const char *bytes, size_t length)
{
    run_message(conn, NULL, (Message){ .bytes = bytes, .length = length });
}

void message_run_at(Conn *conn, Table *table, const Wait *wait)
{
    run_message(conn, table,
                (Message){ .bytes = wait->message,
                           .length = wait->length,
                           .is_fresh = wait->is_fresh });
}
