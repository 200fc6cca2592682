/* message.c: what a connection says: understood strictly, and handed to whoever does
 * it. What concerns a table waits until that table can be spoken to. */
#include "server/nodes.h"

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
        fault_tell(&fault, "There are no words in \"%s\".", QUOTED_JSON(name));
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
    const char *word;
    const char *keys[8]; /* "do" and "id" among them */
    void (*run)(Conn *conn, const Message *message);
    TableVerb run_at; /* or this: it has "table" */
    int is_for_anybody;
    int needs_rules; /* it shows the game, or changes the table */
    int changes_row; /* so it is decided by the row as the database has it */
    int makes_rows;  /* so it counts as an entry */
} Verb;

#define ROW_VERB .needs_rules = 1, .changes_row = 1

static const Verb VERBS[] = {
    { "act", { "do", "id", "table", "n", "action" }, .run_at = do_act, .needs_rules = 1 },
    { "ping", { "do", "id" }, .run = do_ping, .is_for_anybody = 1 },
    { "hello", { "do", "id", "lang" }, .run = do_hello, .is_for_anybody = 1 },
    { "mine", { "do", "id" }, .run = do_mine },
    { "watch",
      { "do", "id", "table", "with", "since" },
      .run_at = do_watch,
      .is_for_anybody = 1,
      .needs_rules = 1 },
    { "leave", { "do", "id", "table" }, .run_at = do_leave, .is_for_anybody = 1 },
    { "log",
      { "do", "id", "table", "from" },
      .run_at = do_log,
      .is_for_anybody = 1,
      .needs_rules = 1 },
    { "sit", { "do", "id", "table", "seat" }, .run_at = do_sit, ROW_VERB },
    { "stand", { "do", "id", "table" }, .run_at = do_stand, ROW_VERB },
    { "return", { "do", "id", "table" }, .run_at = do_return, ROW_VERB },
    { "seat", { "do", "id", "table", "seat", "who" }, .run_at = do_seat, ROW_VERB },
    { "start", { "do", "id", "table" }, .run_at = do_start, ROW_VERB },
    { "close", { "do", "id", "table" }, .run_at = do_close, ROW_VERB },
    { "undo", { "do", "id", "table", "n" }, .run_at = do_undo, .needs_rules = 1 },
    { "chat", { "do", "id", "table", "text" }, .run_at = do_chat },
    { "rematch", { "do", "id", "table" }, .run_at = do_rematch, ROW_VERB, .makes_rows = 1 },
};

static const Verb *find_verb(const Json *word, Fault *fault)
{
    for (size_t i = 0; i < sizeof VERBS / sizeof VERBS[0]; i++) {
        if (strcmp(VERBS[i].word, word->text) == 0)
            return &VERBS[i];
    }
    fault_tell(fault, "There is nothing to do called \"%s\".", QUOTED_JSON(word));
    return NULL;
}

/* The verb of a message, which has its keys and no others; NULL: told. */
static const Verb *understand(const Json *json, Message *message, Fault *fault)
{
    if (!json_is(json, JSON_IS_OBJECT)) {
        fault_tell(fault, "A message must be an object.");
        return NULL;
    }
    message->json = json;
    if (json_get(json, "id") != NULL) {
        if (!strict_number(json, "id", 0, 1LL << 53, &message->id.number, fault))
            return NULL;
        message->id.is_said = 1;
    }
    const Json *word = strict_text(json, "do", fault);
    const Verb *verb = word == NULL ? NULL : find_verb(word, fault);
    if (verb == NULL || !strict_has_only(json, verb->keys, "this message", fault))
        return NULL;
    return verb;
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
