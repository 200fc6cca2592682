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
    int is_writers; /* of several nodes, the one that has the table does it */
    int shows_game; /* so it takes the table's rules */
    int makes_rows; /* so it counts as an entry */
} Verb;

static const Verb VERBS[] = {
    { "act", { "do", "id", "table", "n", "action" }, .run_at = do_act, .is_writers = 1 },
    { "ping", { "do", "id" }, .run = do_ping, .is_for_anybody = 1 },
    { "hello", { "do", "id", "lang" }, .run = do_hello, .is_for_anybody = 1 },
    { "mine", { "do", "id" }, .run = do_mine },
    { "watch",
      { "do", "id", "table", "with", "since" },
      .run_at = do_watch,
      .is_for_anybody = 1,
      .shows_game = 1 },
    { "leave", { "do", "id", "table" }, .run_at = do_leave, .is_for_anybody = 1 },
    { "log",
      { "do", "id", "table", "from" },
      .run_at = do_log,
      .is_for_anybody = 1,
      .shows_game = 1 },
    { "sit", { "do", "id", "table", "seat" }, .run_at = do_sit, .is_writers = 1 },
    { "stand", { "do", "id", "table" }, .run_at = do_stand, .is_writers = 1 },
    { "return", { "do", "id", "table" }, .run_at = do_return, .is_writers = 1 },
    { "seat", { "do", "id", "table", "seat", "who" }, .run_at = do_seat, .is_writers = 1 },
    { "start", { "do", "id", "table" }, .run_at = do_start, .is_writers = 1 },
    { "close", { "do", "id", "table" }, .run_at = do_close, .is_writers = 1 },
    { "undo", { "do", "id", "table", "n" }, .run_at = do_undo, .is_writers = 1 },
    { "chat", { "do", "id", "table", "text" }, .run_at = do_chat },
    { "rematch",
      { "do", "id", "table" },
      .run_at = do_rematch,
      .is_writers = 1,
      .makes_rows = 1 },
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

/* The table is not ours to change: it is asked of whoever has it, or else becomes
 * ours. */
static void hand_over(Conn *conn, Table *table, const Message *message, const char *bytes,
                      size_t length)
{
    int is_node = core_is_node(conn->core);
    int is_writer_known = table->writer[0] != '\0';
    /* With one of another version, only the database tells whether it still has it. */
    int can_ask = is_writer_known && node_speaks_ours(table->writer);

    if (table->could_not_load) {
        conn_error(conn, message->id, ERROR_NOT_STORED);
    } else if (conn->relay != NULL && is_writer_known) {
        relay_refuse(conn);
    } else if (can_ask) {
        node_ask_writer(conn, table, message, bytes, length);
    } else if (!is_node
               || (table->is_writer_true && (is_writer_known || table->is_foreign))) {
        conn_error(conn, message->id, ERROR_OTHER_VERSION);
    } else {
        table->wants_lease = 1;
        table_wait(table, conn, bytes, length);
        table_load(table);
    }
}

/* The table has been found, or is known not to be there. */
static void run_at_table(Conn *conn, Table *table, const Verb *verb, const Message *message,
                         const char *bytes, size_t length)
{
    if (!table->is_missing && !table->is_loaded) {
        conn_error(conn, message->id, ERROR_NOT_STORED);
    } else if (table->is_missing || !table_may_watch(table, conn_user(conn))) {
        conn_error(conn, message->id, ERROR_NO_SUCH_TABLE);
    } else if (verb->is_writers && !table_is_ours(table)) {
        table->used = conn->core->now;
        hand_over(conn, table, message, bytes, length);
    } else if (table->is_foreign && verb->shows_game) {
        conn_error(conn, message->id, ERROR_OTHER_VERSION);
    } else {
        table->used = conn->core->now;
        verb->run_at(conn, table, message);
    }
}

static void run_or_wait(Conn *conn, const Verb *verb, const Message *message,
                        const char *bytes, size_t length)
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
        run_at_table(conn, table, verb, message, bytes, length);
    else
        table_wait(table, conn, bytes, length);
}

/* `table` is NULL for a message that has just come. */
static void run_message(Conn *conn, Table *table, const char *bytes, size_t length)
{
    Fault fault = { "" };
    Message message = { 0 };
    Json *json = json_read(bytes, length, "This is not JSON", &fault);
    const Verb *verb = json == NULL ? NULL : understand(json, &message, &fault);

    if (verb == NULL)
        conn_error_saying(conn, message.id, ERROR_BAD_REQUEST, fault.sentence);
    else if (conn->person == NULL && !verb->is_for_anybody)
        conn_error(conn, message.id, ERROR_NOT_SIGNED_IN);
    else if (conn->core->is_closing && conn->relay != NULL)
        relay_refuse(conn);
    else if (conn->core->is_closing)
        conn_error(conn, message.id, ERROR_CLOSING);
    else if (verb->makes_rows && table == NULL && !conn_may(conn, RATE_ENTRIES))
        conn_error(conn, message.id, ERROR_TOO_MANY);
    else if (verb->run != NULL)
        verb->run(conn, &message);
    else if (table != NULL)
        run_at_table(conn, table, verb, &message, bytes, length);
    else
        run_or_wait(conn, verb, &message, bytes, length);
    json_free(json);
}

void message_run(Conn *conn, const char *bytes, size_t length)
{
    run_message(conn, NULL, bytes, length);
}

void message_run_at(Conn *conn, Table *table, const char *bytes, size_t length)
{
    run_message(conn, table, bytes, length);
}
