/* nodes.c: what nodes say to each other: changes, chat, farewells, and what the
 * people of one want of the tables of another.
 *
 *     c NODE TABLE ASKER NUMBER N USER,USER…
 *                                 the table has changed, by its entry N, which ASKER
 *                                 has asked for; these sit there
 *     s NODE TABLE {"type":…      something was said there
 *     b NODE                      the node ends: its leases are free
 *     q NODE NUMBER USER LANGUAGE {"do":…    do this; to the writer alone
 *     a NUMBER KIND TEXT          the answer, to the one who asked
 *
 * Answers are of a KIND: m a message, u the update, t the table, r somebody else must
 * be asked, nothing was done. */
#include "server/nodes.h"

#include "server/listener.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KIND_MESSAGE = 'm', KIND_UPDATE = 'u', KIND_TABLE = 't', KIND_AGAIN = 'r' };

/* Nobody answers so late but who is gone. With a lease's time, the table has another
 * writer by then. */
static const int64_t ASK_AGAIN_AFTER = 1500, GIVE_UP_AFTER = 10000;

/* Somebody of another node, who has asked for something. */
struct Relay {
    char node[STORE_WORD_MAX + 1];
    long number;
    int is_answered;
};

int core_is_node(const Core *core)
{
    return core->config.node != NULL;
}

int table_is_ours(const Table *table)
{
    return !core_is_node(table->core) || table->lease != 0;
}

/* ------------------------------------------------------------------------- */
/* Saying something                                                          */
/* ------------------------------------------------------------------------- */

typedef struct Saying {
    Errand errand;
    Core *core;
    char channel[STORE_WORD_MAX + 1];
    char text[STORE_NOTICE_MAX + 1];
} Saying;

static StoreStatus say_run(Errand *errand, Store *store, Fault *fault)
{
    const Saying *saying = (const Saying *)errand;

    return store_notify(store, saying->channel, saying->text, fault);
}

/* If it was not said, whoever waits for it asks again. */
static void say_done(Errand *errand)
{
    core_post_back(((Saying *)errand)->core);
    free(errand);
}

static Saying *saying_new(Core *core, const char *channel)
{
    Saying *saying = calloc(1, sizeof *saying);

    if (saying == NULL)
        return NULL;
    saying->errand = (Errand){ .run = say_run, .done = say_done };
    saying->core = core;
    snprintf(saying->channel, sizeof saying->channel, "%s", channel);
    return saying;
}

StoreStatus node_tell_change(const Write *write, Store *store, Fault *fault)
{
    const Core *core = write->table->core;
    const StoreTable *row = write->has_row ? &write->row : &write->table->row;
    const Relay *asker = write->by == NULL ? NULL : write->by->relay;
    char text[128 + SEATS_MAX * 24];
    int length;

    if (!core_is_node(core))
        return STORE_OK;
    length = snprintf(text, sizeof text, "c %s %s %s %ld %d ", core->config.node, row->code,
                      asker == NULL ? "-" : asker->node, asker == NULL ? 0 : asker->number,
                      write->has_entry ? write->entry.moment.n : 0);
    for (int seat = 0; seat < row->seat_count; seat++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%lld,",
                           (long long)row->seats[seat].user);
    return store_notify(store, ALL_NODES, text, fault);
}

StoreStatus node_tell_chat(const Core *core, Store *store, const char *code,
                           const Text *message, Fault *fault)
{
    char text[STORE_NOTICE_MAX + 1];
    int length;

    if (!core_is_node(core) || message->has_failed)
        return STORE_OK;
    length = snprintf(text, sizeof text, "s %s %s %.*s", core->config.node, code,
                      (int)message->length, message->bytes);
    return length < (int)sizeof text ? store_notify(store, ALL_NODES, text, fault)
                                     : STORE_OK;
}

/* ------------------------------------------------------------------------- */
/* Asking the writer                                                         */
/* ------------------------------------------------------------------------- */

struct Asked {
    Asked *next;
    long number;
    Conn *conn;
    AnswerId id;
    char code[STORE_CODE_MAX + 1];
    int64_t at, first_at;
    int kind;           /* of the answer; 0: none has come */
    int n;              /* the entry that it became; 0: not known, or none */
    long long expected; /* the entry that it can become; 0: none */
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

static void keep_asked(Conn *conn, const Table *table, const Message *message, Asked *asked)
{
    Core *core = conn->core;

    asked->number = ++core->asked_count;
    asked->conn = conn;
    asked->id = message->id;
    const Json *n = json_get(message->json, "n");
    if (n != NULL && json_is(n, JSON_IS_NUMBER))
        asked->expected = n->number + 1;
    memcpy(asked->code, table->row.code, sizeof asked->code);
    asked->at = core->now;
    if (conn->asking_since == 0)
        conn->asking_since = core->now;
    asked->first_at = conn->asking_since;
    asked->next = core->asked;
    core->asked = asked;
    conn_hold(conn);
}

int node_ask_writer(Conn *conn, Table *table, const Message *message, const char *bytes,
                    size_t length)
{
    Core *core = conn->core;
    Saying *saying;
    Asked *asked;

    if (table->writer[0] == '\0')
        return 0;
    saying = saying_new(core, table->writer);
    asked = calloc(1, sizeof *asked + length + 1);
    if (saying == NULL || asked == NULL || length > STORE_NOTICE_MAX - 100) {
        conn_error(conn, message->id,
                   asked == NULL || saying == NULL ? ERROR_NOT_STORED : ERROR_TOO_LARGE);
        free(saying);
        free(asked);
        return 1;
    }
    memcpy(asked->message, bytes, length);
    asked->length = length;
    keep_asked(conn, table, message, asked);
    snprintf(saying->text, sizeof saying->text, "q %s %ld %lld %d %s", core->config.node,
             asked->number, (long long)conn_user(conn), (int)conn->language,
             asked->message);
    core_post(core, &saying->errand);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Its answer                                                                */
/* ------------------------------------------------------------------------- */

static void send_message(const Asked *asked, Table *table)
{
    Conn *conn = asked->conn;
    Watch *watch = table == NULL ? NULL : watch_find(conn, table);
    Post *post = post_new(asked->answer, strlen(asked->answer));

    conn_send(conn, post);
    post_release(post);
    if (table != NULL && strstr(asked->answer, "\"code\":\"stale\"") != NULL)
        tell_update_to(conn, table, watch == NULL ? UPDATE_WHOLE : watch->parts,
                       (AnswerId){ 0 });
}

/* The game has gone on from there, and who looks on was told of it. */
static int is_past(const Asked *asked, const Table *table)
{
    return asked->kind == KIND_UPDATE && asked->expected > 0
           && asked->expected < table->row.moment.n;
}

/* Out of the list already. */
static void give_answer(Asked *asked, Table *table)
{
    Conn *conn = asked->conn;
    Watch *watch = table == NULL ? NULL : watch_find(conn, table);

    if (conn->link == NULL) {
        asked_free(asked);
        return;
    }
    if (asked->kind != KIND_AGAIN)
        conn->asking_since = 0;
    if (asked->kind == KIND_MESSAGE)
        send_message(asked, table);
    else if (asked->kind == KIND_AGAIN)
        message_run(conn, asked->message, asked->length);
    else if (table == NULL || (watch != NULL && is_past(asked, table)))
        conn_ok(conn, asked->id);
    else if (asked->kind == KIND_UPDATE)
        tell_update_to(conn, table, watch == NULL ? UPDATE_WHOLE : watch->parts, asked->id);
    else
        tell_table_to(conn, table, asked->id);
    asked_free(asked);
}

/* The log may have been read before the notice of the entry has come. */
static int has_become(const Asked *asked, const Table *table, int n)
{
    if (strcmp(asked->code, table->row.code) != 0)
        return 0;
    return asked->n == n
           || (asked->n == 0 && asked->expected == n
               && table->last_by == table_seat_of(&table->row, conn_user(asked->conn)));
}

void node_tell_entry(Table *table, int n)
{
    Asked *asked = n > 0 ? table->core->asked : NULL;

    while (asked != NULL && !has_become(asked, table, n))
        asked = asked->next;
    if (asked == NULL) {
        tell_update(table, NULL, (AnswerId){ 0 });
        return;
    }
    tell_update(table, asked->conn, asked->id);
    asked->conn->asking_since = 0;
    unlink_asked(table->core, asked);
    asked_free(asked);
}

static int is_fresh(const Table *table)
{
    return table == NULL
           || (table->is_loaded && !table->is_loading && !table->is_following);
}

void node_is_fresh(Table *table)
{
    Asked *ready = NULL;

    for (Asked **at = &table->core->asked; *at != NULL;) {
        Asked *asked = *at;
        if (asked->kind != 0 && strcmp(asked->code, table->row.code) == 0) {
            *at = asked->next;
            asked->next = ready;
            ready = asked;
        } else {
            at = &asked->next;
        }
    }
    for (Asked *next; ready != NULL; ready = next) {
        next = ready->next;
        give_answer(ready, table);
    }
}

static void hear_answer(Core *core, const char *text)
{
    long number;
    char kind;
    int begin = 0;
    Asked *asked = core->asked;

    if (sscanf(text, "a %ld %c%n", &number, &kind, &begin) != 2)
        return;
    while (asked != NULL && asked->number != number)
        asked = asked->next;
    if (asked == NULL || asked->kind != 0)
        return;
    Table *table = table_find(core, asked->code);
    asked->kind = kind;
    asked->answer = strdup(text + begin + (text[begin] == ' '));
    if (kind == KIND_AGAIN && table != NULL)
        table->writer[0] = '\0';
    if (asked->answer == NULL)
        asked->kind = KIND_TABLE;
    if (is_fresh(table)) {
        unlink_asked(core, asked);
        give_answer(asked, table);
    } else if (!table->is_loaded) {
        table_load(table);
    }
}

/* Those whom nobody answers: the writer is gone, and the table has, or gets, another. */
static void ask_again(Core *core)
{
    Asked *late = NULL;

    for (Asked **at = &core->asked; *at != NULL;) {
        Asked *asked = *at;
        int64_t waited = core->now - (asked->kind == 0 ? asked->at : asked->first_at);
        if (waited > (asked->kind == 0 ? ASK_AGAIN_AFTER : GIVE_UP_AFTER)) {
            *at = asked->next;
            asked->next = late;
            late = asked;
        } else {
            at = &asked->next;
        }
    }
    for (Asked *next; late != NULL; late = next) {
        next = late->next;
        Table *table = table_find(core, late->code);
        if (table != NULL)
            table->writer[0] = '\0';
        if (core->now - late->first_at > GIVE_UP_AFTER) {
            late->conn->asking_since = 0;
            conn_error(late->conn, late->id, ERROR_NOT_STORED);
            asked_free(late);
        } else {
            late->kind = KIND_AGAIN;
            give_answer(late, table);
        }
    }
}

/* ------------------------------------------------------------------------- */
/* Somebody of another node                                                  */
/* ------------------------------------------------------------------------- */

static void relay_answer(Conn *conn, int kind, const char *text, size_t length)
{
    Relay *relay = conn->relay;
    Saying *saying = relay->is_answered ? NULL : saying_new(conn->core, relay->node);

    relay->is_answered = 1;
    if (saying == NULL)
        return;
    snprintf(saying->text, sizeof saying->text, "a %ld %c %.*s", relay->number, kind,
             (int)length, text);
    core_post(conn->core, &saying->errand);
}

void relay_send(Conn *conn, const char *text, size_t length)
{
    relay_answer(conn, KIND_MESSAGE, text, length);
}

void relay_update(Conn *conn)
{
    relay_answer(conn, KIND_UPDATE, "", 0);
}

void relay_table(Conn *conn)
{
    relay_answer(conn, KIND_TABLE, "", 0);
}

void relay_refuse(Conn *conn)
{
    relay_answer(conn, KIND_AGAIN, "", 0);
}

void relay_free(Conn *conn)
{
    /* Nothing came of it. */
    relay_refuse(conn);
    free(conn->relay);
}

/* What somebody wants, until it is known who that is. */
typedef struct Arrival {
    Errand errand;
    Core *core;
    Relay *relay;
    StoreUser user;
    int language;
    size_t length;
    char message[];
} Arrival;

static StoreStatus arrive_run(Errand *errand, Store *store, Fault *fault)
{
    Arrival *arrival = (Arrival *)errand;

    return store_user_get(store, arrival->user.id, &arrival->user, fault);
}

static void arrive_done(Errand *errand)
{
    Arrival *arrival = (Arrival *)errand;
    Core *core = arrival->core;
    Conn *conn = calloc(1, sizeof *conn);

    core_post_back(core);
    if (conn == NULL) {
        free(arrival->relay);
        free(arrival);
        return;
    }
    conn->core = core;
    conn->relay = arrival->relay;
    conn->link = arrival->relay; /* it is connected, in its way */
    conn->refs = 1;
    conn->language = (Language)arrival->language;
    conn->is_greeted = 1;
    if (errand->status == STORE_OK && !core->is_closing) {
        conn_join_person(conn, &arrival->user);
        message_run(conn, arrival->message, arrival->length);
    }
    conn_release(conn);
    free(arrival);
}

static void hear_ask(Core *core, const char *text)
{
    Relay *relay = calloc(1, sizeof *relay);
    long long user;
    int language, begin = 0;

    if (relay == NULL
        || sscanf(text, "q %32s %ld %lld %d %n", relay->node, &relay->number, &user,
                  &language, &begin)
               != 4
        || begin == 0 || language < 0 || language >= LANGUAGES) {
        free(relay);
        return;
    }
    size_t length = strlen(text + begin);
    Arrival *arrival = calloc(1, sizeof *arrival + length + 1);
    if (arrival == NULL) {
        free(relay);
        return;
    }
    arrival->errand = (Errand){ .run = arrive_run, .done = arrive_done, .only_reads = 1 };
    arrival->core = core;
    arrival->relay = relay;
    arrival->user.id = user;
    arrival->language = language;
    arrival->length = length;
    memcpy(arrival->message, text + begin, length);
    core_post(core, &arrival->errand);
}

/* ------------------------------------------------------------------------- */
/* Hearing of others                                                         */
/* ------------------------------------------------------------------------- */

/* Something that was asked for is an entry of the log now. */
static void note_entry(Core *core, long number, int n)
{
    for (Asked *asked = core->asked; asked != NULL; asked = asked->next) {
        if (asked->number == number)
            asked->n = n;
    }
}

static void hear_change(Core *core, const char *code, const char *text)
{
    Table *table = table_find(core, code);
    char asker[STORE_WORD_MAX + 1];
    long number;
    int n, begin = 0;

    if (sscanf(text, "%32s %ld %d %n", asker, &number, &n, &begin) != 3 || begin == 0)
        return;
    if (n > 0 && strcmp(asker, core->config.node) == 0)
        note_entry(core, number, n);
    if (table != NULL)
        table_follow(table);
    const char *users = text + begin;
    for (; *users != '\0'; users += *users == ',') {
        char *end;
        Person *person = person_find(core, strtoll(users, &end, 10));
        if (person != NULL)
            mine_ask(core, person);
        if (end == users)
            return;
        users = end;
    }
}

static void hear_chat(Core *core, const char *code, const char *message)
{
    Table *table = table_find(core, code);
    Post *post = table == NULL ? NULL : post_new(message, strlen(message));

    for (Watch *watch = post == NULL ? NULL : table->watches, *next; watch != NULL;
         watch = next) {
        next = watch->next_of_table;
        conn_send(watch->conn, post);
    }
    post_release(post);
}

static void hear_farewell(Core *core, const char *node)
{
    for (int i = 0; i < core->table_room; i++) {
        for (Table *table = core->tables[i]; table != NULL; table = table->next) {
            if (strcmp(table->writer, node) == 0)
                table->writer[0] = '\0';
        }
    }
    core->looked_for_wakes = 0;
}

/* Something may have been missed: all that others write to is read again. */
static void hear_gap(Core *core)
{
    for (int i = 0; i < core->table_room; i++) {
        for (Table *table = core->tables[i]; table != NULL; table = table->next)
            table_follow(table);
    }
    for (Conn *conn = core->conns; conn != NULL; conn = conn->next) {
        if (conn->person != NULL)
            mine_ask(core, conn->person);
    }
}

void node_hear(void *context, const StoreNotice *notice)
{
    Core *core = context;
    char kind = notice->text[0], node[STORE_WORD_MAX + 1] = "", code[33] = "";
    int begin = 0;

    core->now = core->config.clock(core->config.clock_context);
    if (notice->has_gap)
        hear_gap(core);
    else if (kind == 'a')
        hear_answer(core, notice->text);
    else if (kind == 'q')
        hear_ask(core, notice->text);
    else if (sscanf(notice->text, "%*c %32s %32s %n", node, code, &begin) < 1
             || strcmp(node, core->config.node) == 0)
        return;
    else if (kind == 'c' && begin > 0)
        hear_change(core, code, notice->text + begin);
    else if (kind == 's' && begin > 0)
        hear_chat(core, code, notice->text + begin);
    else if (kind == 'b')
        hear_farewell(core, node);
}

void nodes_free(Core *core)
{
    for (Asked *next; core->asked != NULL; core->asked = next) {
        next = core->asked->next;
        asked_free(core->asked);
    }
}

/* Four times a second. */
void nodes_tick(Core *core)
{
    if (!core_is_node(core))
        return;
    ask_again(core);
    leases_keep(core);
}
