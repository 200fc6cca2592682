/* asking.c: what our people want of a table that another node writes to. It is asked
 * of the writer, under a number of ours. If no answer comes, the database is asked who
 * has the table now, and that one is asked again, under the same number: so nobody
 * does it twice who has done it already. If it is us, we do it.
 *
 * What became an entry of the log is answered by that entry, whoever tells of it: the
 * notice of the writer, the log itself after a gap, or the whole game read anew. */
#include "server/nodes.h"

#include "wire/table_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Nobody answers so late but who is gone. With a lease's time, the table has another
 * writer before we give up. */
static const int64_t ASK_AGAIN_AFTER = 1500, GIVE_UP_AFTER = 10000;

typedef enum AskState {
    ASK_SENT,
    ASK_ANSWERED, /* but the table is being read, and what it has goes first */
    ASK_AGAIN,    /* as soon as it is known whom */
} AskState;

struct Asked {
    Asked *next;
    AskState state;
    long number;
    Conn *conn;
    AnswerId id;
    char code[STORE_CODE_MAX + 1];
    char writer[STORE_WORD_MAX + 1];
    int64_t first_at, at;
    int n; /* the entry that it became; 0: not known, or none */
    /* The entry that it would become. */
    int is_known;
    StoreEntry wanted;
    int kind; /* of the answer */
    char *answer;
    size_t length;
    char message[];
};

static void asked_free(Asked *asked)
{
    conn_release(asked->conn);
    free(asked->answer);
    free(asked);
}

static void unlink_asked(Core *core, const Asked *asked)
{
    Asked **at = &core->asked;

    while (*at != asked)
        at = &(*at)->next;
    *at = asked->next;
}

void asking_free(Core *core)
{
    for (Asked *next; core->asked != NULL; core->asked = next) {
        next = core->asked->next;
        asked_free(core->asked);
    }
}

/* ------------------------------------------------------------------------- */
/* Asking                                                                    */
/* ------------------------------------------------------------------------- */

static void send_ask(Asked *asked, const Table *table)
{
    const Conn *conn = asked->conn;

    asked->state = ASK_SENT;
    asked->at = conn->core->now;
    memcpy(asked->writer, table->writer, sizeof asked->writer);
    node_say_ask(conn, asked->writer, asked->number, asked->message);
}

/* What entry this would be, if the position is the one that it is meant for. */
static void foresee(Asked *asked, const Table *table, const Message *message)
{
    const Json *n = json_get(message->json, "n"), *verb = json_get(message->json, "do");
    const Json *action = json_get(message->json, "action");
    StoreEntry *wanted = &asked->wanted;
    Fault fault = { "" };

    if (n == NULL || !json_is(n, JSON_IS_NUMBER) || table->match == NULL
        || n->number != table->row.moment.n)
        return;
    wanted->moment.n = table->row.moment.n + 1;
    wanted->seat = table_seat_of(&table->row, conn_user(asked->conn));
    wanted->kind = strcmp(verb->text, "undo") == 0 ? ENTRY_UNDO : ENTRY_ACT;
    asked->is_known = wanted->seat != NOBODY
                      && (wanted->kind == ENTRY_UNDO
                          || (action != NULL && json_is(action, JSON_IS_OBJECT)
                              && action_read(action, table->game, match_state(table->match),
                                             wanted->seat, &wanted->action, &fault)));
}

void node_ask_writer(Conn *conn, Table *table, const Message *message, const char *bytes,
                     size_t length)
{
    enum { WORDS_BEFORE = 100 };
    Core *core = conn->core;
    Asked *asked;

    if (length > STORE_NOTICE_MAX - WORDS_BEFORE) {
        conn_error(conn, message->id, ERROR_TOO_LARGE);
        return;
    }
    asked = calloc(1, sizeof *asked + length + 1);
    if (asked == NULL) {
        conn_error(conn, message->id, ERROR_NOT_STORED);
        return;
    }
    /* Where one notice ends and the next begins, JSON has a space as well. */
    for (size_t i = 0; i < length; i++)
        asked->message[i] = bytes[i] == '\n' || bytes[i] == '\0' ? ' ' : bytes[i];
    asked->length = length;
    asked->number = ++core->asked_count;
    asked->conn = conn;
    asked->id = message->id;
    asked->first_at = core->now;
    memcpy(asked->code, table->row.code, sizeof asked->code);
    foresee(asked, table, message);
    asked->next = core->asked;
    core->asked = asked;
    conn_hold(conn);
    send_ask(asked, table);
}

/* ------------------------------------------------------------------------- */
/* Asking again                                                              */
/* ------------------------------------------------------------------------- */

/* We have the table ourselves now. */
static void do_it_here(Core *core, Asked *asked)
{
    unlink_asked(core, asked);
    if (asked->conn->link != NULL)
        message_run(asked->conn, asked->message, asked->length);
    asked_free(asked);
}

/* The table was read, and with it who has it. */
static void go_on(Core *core, Asked *asked, Table *table)
{
    if (table_is_ours(table)) {
        do_it_here(core, asked);
    } else if (table->writer[0] != '\0' && node_speaks_ours(table->writer)) {
        send_ask(asked, table);
    } else if (table->writer[0] != '\0' || table->is_foreign) {
        unlink_asked(core, asked);
        conn_error(asked->conn, asked->id, ERROR_OTHER_VERSION);
        asked_free(asked);
    } else {
        table->wants_lease = 1;
        table_load(table);
    }
}

static void find_writer(Core *core, Asked *asked)
{
    Table *table = table_get(core, asked->code);

    asked->state = ASK_AGAIN;
    asked->at = core->now;
    if (table == NULL)
        return;
    if (table->is_loaded && table_is_ours(table)) {
        do_it_here(core, asked);
        return;
    }
    if (strcmp(table->writer, asked->writer) == 0)
        table->writer[0] = '\0';
    table->wants_lease = 1;
    table_load(table);
}

static void give_up(Core *core, Asked *asked)
{
    unlink_asked(core, asked);
    conn_error(asked->conn, asked->id, ERROR_NOT_STORED);
    asked_free(asked);
}

void asking_was_not_heard(Core *core, long number)
{
    Asked *asked = core->asked;

    while (asked != NULL && asked->number != number)
        asked = asked->next;
    if (asked != NULL && asked->state == ASK_SENT)
        give_up(core, asked);
}

void asking_turn_from(Core *core, const char *node)
{
    for (Asked *asked = core->asked, *next; asked != NULL; asked = next) {
        next = asked->next;
        if (asked->state == ASK_SENT && strcmp(asked->writer, node) == 0)
            find_writer(core, asked);
    }
}

void asking_tick(Core *core)
{
    for (Asked *asked = core->asked, *next; asked != NULL; asked = next) {
        next = asked->next;
        if (core->now - asked->first_at > GIVE_UP_AFTER)
            give_up(core, asked);
        else if (asked->state != ASK_ANSWERED && core->now - asked->at > ASK_AGAIN_AFTER)
            find_writer(core, asked);
    }
}

/* ------------------------------------------------------------------------- */
/* The answer                                                                */
/* ------------------------------------------------------------------------- */

static int parts_for(const Conn *conn, const Table *table)
{
    const Watch *watch = watch_find(conn, table);

    return watch == NULL ? UPDATE_WHOLE : watch->parts;
}

static void send_message(const Asked *asked, Table *table)
{
    Conn *conn = asked->conn;
    Post *post = post_new(asked->answer, strlen(asked->answer));

    conn_send(conn, post);
    post_release(post);
    /* If the table has become ours, what it is about to store must not be seen: when it
     * is stored, it is told. */
    if (table != NULL && table_is_ready(table)
        && strstr(asked->answer, "\"code\":\"stale\"") != NULL)
        tell_update_to(conn, table, parts_for(conn, table), (AnswerId){ 0 });
}

/* Takes it out of the list. */
static void give_answer(Core *core, Asked *asked, Table *table)
{
    unlink_asked(core, asked);
    if (asked->conn->link == NULL) {
        /* Nobody waits for it any more. */
    } else if (asked->kind == ANSWER_MESSAGE) {
        send_message(asked, table);
    } else if (table == NULL) {
        conn_ok(asked->conn, asked->id);
    } else {
        tell_table_to(asked->conn, table, asked->id);
    }
    asked_free(asked);
}

static int is_fresh(const Table *table)
{
    return table == NULL
           || (table->is_loaded && !table->is_loading && !table->is_following
               && (!table->is_behind || table_is_ours(table)));
}

void asking_hear(Core *core, const char *text)
{
    long number;
    char kind;
    int begin = 0;
    Asked *asked = core->asked;

    if (sscanf(text, "a %ld %c%n", &number, &kind, &begin) != 2)
        return;
    while (asked != NULL && asked->number != number)
        asked = asked->next;
    if (asked == NULL || asked->state == ASK_ANSWERED)
        return;
    if (kind == ANSWER_AGAIN) {
        find_writer(core, asked);
        return;
    }
    Table *table = table_find(core, asked->code);
    asked->kind = (unsigned char)kind;
    asked->answer = strdup(text + begin + (text[begin] == ' '));
    if (asked->answer == NULL)
        asked->kind = ANSWER_TABLE;
    asked->state = ASK_ANSWERED;
    if (is_fresh(table))
        give_answer(core, asked, table);
    else if (!table->is_loaded)
        table_load(table);
}

void node_is_fresh(Table *table)
{
    Core *core = table->core;

    for (Asked *asked = core->asked, *next; asked != NULL; asked = next) {
        next = asked->next;
        if (strcmp(asked->code, table->row.code) != 0)
            continue;
        if (asked->state == ASK_ANSWERED)
            give_answer(core, asked, table);
        else if (asked->state == ASK_AGAIN)
            go_on(core, asked, table);
    }
}

/* ------------------------------------------------------------------------- */
/* The entry that it became                                                  */
/* ------------------------------------------------------------------------- */

void asking_note_entry(Core *core, long number, int n)
{
    for (Asked *asked = core->asked; asked != NULL; asked = asked->next) {
        if (asked->number == number)
            asked->n = n;
    }
}

static int has_become(const Asked *asked, const StoreEntry *entry)
{
    const StoreEntry *wanted = &asked->wanted;

    if (asked->n != 0)
        return asked->n == entry->moment.n;
    return asked->is_known && wanted->moment.n == entry->moment.n
           && wanted->kind == entry->kind && wanted->seat == entry->seat
           && !entry->is_by_bot
           && (entry->kind == ENTRY_UNDO || wanted->action == entry->action);
}

static Asked *who_asked_for(const Table *table, const StoreEntry *entry)
{
    Asked *asked = entry->moment.n > 0 ? table->core->asked : NULL;

    while (asked != NULL
           && (strcmp(asked->code, table->row.code) != 0 || !has_become(asked, entry)))
        asked = asked->next;
    return asked;
}

void node_tell_entry(Table *table, const StoreEntry *entry)
{
    Asked *asked = who_asked_for(table, entry);

    if (asked == NULL) {
        tell_update(table, NULL, (AnswerId){ 0 });
        return;
    }
    tell_update(table, asked->conn, asked->id);
    unlink_asked(table->core, asked);
    asked_free(asked);
}

void node_find_asked(Table *table, const StoreEntry *entries, int count)
{
    for (int i = 0; i < count && table->core->asked != NULL; i++) {
        Asked *asked = who_asked_for(table, &entries[i]);
        if (asked == NULL)
            continue;
        if (asked->conn->link != NULL)
            tell_update_to(asked->conn, table, parts_for(asked->conn, table), asked->id);
        unlink_asked(table->core, asked);
        asked_free(asked);
    }
}
