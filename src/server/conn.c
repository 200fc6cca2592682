/* conn.c: WebSocket clients as the core sees them, and the people behind them: a connection
 * is opened, its session is read, `hello` is sent, then its messages run. */
#include "server/internal.h"

#include "server/acts.h"
#include "server/log.h"
#include "server/nodes.h"
#include "server/passwords.h"
#include "server/sessions.h"

#include <stdlib.h>
#include <string.h>

enum { PERSONS_MAX = 32768, HELD_MAX = 16, STRIKES_MAX = 100 };

struct Held {
    Held *next;
    size_t length;
    char message[];
};

/* ------------------------------------------------------------------------- */
/* People                                                                    */
/* ------------------------------------------------------------------------- */

static Person **person_bucket(Core *core, StoreId user)
{
    return &core->persons[(uint64_t)user % PERSON_BUCKETS];
}

Person *person_find(Core *core, StoreId user)
{
    Person *person = *person_bucket(core, user);

    while (person != NULL && person->user.id != user)
        person = person->next;
    return person;
}

static void person_free(Core *core, Person *person)
{
    mine_forget(core, person);
    Person **at = person_bucket(core, person->user.id);
    while (*at != person)
        at = &(*at)->next;
    *at = person->next;
    list_remove(&person->lru);
    core->person_count--;
    free(person->blocked);
    free(person);
}

/* Bounds the memory: evicts the person who disconnected longest ago, token buckets
 * included. */
static void make_room(Core *core)
{
    const List *idle = &core->idle_persons;
    List *oldest = list_oldest(idle);

    if (core->person_count < PERSONS_MAX)
        return;
    while (oldest != NULL && ((Person *)oldest)->is_asking)
        oldest = list_after(idle, oldest);
    if (oldest != NULL)
        person_free(core, (Person *)oldest);
}

Person *person_get(Core *core, const StoreUser *user)
{
    Person *person = person_find(core, user->id);

    if (person != NULL) {
        person->user = *user;
        return person;
    }
    make_room(core);
    person = calloc(1, sizeof *person);
    if (person == NULL)
        return NULL;
    person->user = *user;
    Person **bucket = person_bucket(core, user->id);
    person->next = *bucket;
    *bucket = person;
    core->person_count++;
    list_add(&core->idle_persons, &person->lru);
    return person;
}

void person_drop_if_gone(Core *core, Person *person)
{
    if (person->conns == NULL && !person->is_asking && person->known_until <= core->now
        && quota_is_full(&person->quota, core->steady))
        person_free(core, person);
}

void persons_forget(Core *core)
{
    for (int i = 0; i < PERSON_BUCKETS; i++) {
        for (Person *person = core->persons[i]; person != NULL; person = person->next)
            person->known_until = 0;
    }
    persons_sweep(core);
}

/* Programs are deleted with their owner. */
void persons_delete_programs_of(Core *core, const StoreUser *owner)
{
    for (int i = 0; i < PERSON_BUCKETS; i++) {
        for (Person *person = core->persons[i]; person != NULL; person = person->next) {
            StoreUser program = person->user;
            if (program.kind != USER_PROGRAM || program.owner != owner->id
                || program.deleted != 0)
                continue;
            program.name[0] = '\0';
            program.deleted = owner->deleted;
            user_has_changed(core, &program);
        }
    }
}

void persons_sweep(Core *core)
{
    for (int i = 0; i < PERSON_BUCKETS; i++) {
        for (Person *person = core->persons[i], *next; person != NULL; person = next) {
            next = person->next;
            person_drop_if_gone(core, person);
        }
    }
}

void persons_free(Core *core)
{
    for (int i = 0; i < PERSON_BUCKETS; i++) {
        while (core->persons[i] != NULL)
            person_free(core, core->persons[i]);
    }
}

static void person_leave(Conn *conn)
{
    Person *person = conn->person;

    if (person == NULL)
        return;
    Conn **at = &person->conns;
    while (*at != conn)
        at = &(*at)->next_of_person;
    *at = conn->next_of_person;
    conn->person = NULL;
    if (person->conns == NULL)
        list_add(&conn->core->idle_persons, &person->lru);
    person_drop_if_gone(conn->core, person);
}

/* ------------------------------------------------------------------------- */
/* Opening and closing                                                       */
/* ------------------------------------------------------------------------- */

void conn_hold(Conn *conn)
{
    conn->refs++;
}

void conn_release(Conn *conn)
{
    if (--conn->refs == 0)
        free(conn);
}

StoreCaller conn_caller(const Conn *conn)
{
    StoreCaller caller = { .user = conn_user(conn), .now = core_expiry_time(conn->core) };

    memcpy(caller.session, conn->session, sizeof caller.session);
    return caller;
}

StoreId conn_user(const Conn *conn)
{
    return conn->person == NULL ? 0 : conn->person->user.id;
}

Conn *core_open(Core *core, void *link, const char *address, const char *token,
                Language language)
{
    Conn *conn = calloc(1, sizeof *conn);

    if (conn == NULL)
        return NULL;
    conn->core = core;
    conn->link = link;
    conn->refs = 1;
    conn->language = language;
    conn->address = address_get(core, address);
    if (conn->address != NULL)
        address_join(conn->address);
    conn->next = core->conns;
    if (core->conns != NULL)
        core->conns->before = conn;
    core->conns = conn;
    core->conn_count++;
    if (token == NULL || token[0] == '\0')
        conn_greet(conn, NULL);
    else
        session_ask(conn, token);
    return conn;
}

static Held *take_held(Conn *conn)
{
    Held *held = conn->held;

    if (held != NULL)
        conn->held = held->next;
    return held;
}

static void drop_packets(Conn *conn)
{
    for (Packet *packet; (packet = core_next_packet(conn)) != NULL;)
        packet_release(packet);
    free(conn->queue);
    conn->queue = NULL;
    conn->queue_room = 0;
}

void core_close(Conn *conn)
{
    Core *core = conn->core;

    conn->link = NULL;
    while (conn->watches != NULL)
        watch_drop(conn->watches);
    logs_drop(conn);
    person_leave(conn);
    for (Held *held; (held = take_held(conn)) != NULL;)
        free(held);
    drop_packets(conn);
    if (conn->address != NULL)
        address_leave(core, conn->address);
    conn->address = NULL;
    if (conn->before != NULL)
        conn->before->next = conn->next;
    else
        core->conns = conn->next;
    if (conn->next != NULL)
        conn->next->before = conn->before;
    core->conn_count--;
    conn_release(conn);
}

void conn_hang_up(Conn *conn)
{
    while (conn->watches != NULL)
        watch_drop(conn->watches);
    conn->core->config.transport->hang_up(conn->link);
}

void conn_end_session(Conn *conn, RequestId id)
{
    conn_error(conn, id, ERROR_NOT_SIGNED_IN);
    if (conn->link != NULL)
        conn_hang_up(conn);
}

/* ------------------------------------------------------------------------- */
/* Session and messages                                                      */
/* ------------------------------------------------------------------------- */

static void send_hello(Conn *conn)
{
    JsonOut out = message_begin(conn->core, "hello");

    json_put_number(&out, "protocol", 1);
    json_put_name(&out, "server", conn->core->config.version);
    json_key(&out, "you");
    you_format(&out, conn->person == NULL ? NULL : &conn->person->user);
    json_close_object(&out);
    conn_send_text(conn, out.text);
}

static void join_person(Conn *conn, const StoreUser *user)
{
    conn->person = person_get(conn->core, user);
    if (conn->person == NULL)
        return;
    list_remove(&conn->person->lru);
    conn->next_of_person = conn->person->conns;
    conn->person->conns = conn;
}

void conn_greet(Conn *conn, const StoreUser *user)
{
    if (conn->link == NULL)
        return;
    if (user != NULL)
        join_person(conn, user);
    if (user != NULL && user->kind == USER_KEPT && conn->address != NULL)
        passwords_know(conn->core, user->key, conn->address->text);
    conn->is_greeted = 1;
    if (conn->person != NULL
        && limit_take(conn->core, NULL, &conn->person->quota, RATE_UPGRADES) != 0) {
        conn_error(conn, (RequestId){ 0 }, ERROR_TOO_MANY);
        conn->core->config.transport->hang_up(conn->link);
        return;
    }
    send_hello(conn);
    announcement_send(conn);
    for (Held *held; (held = take_held(conn)) != NULL;) {
        message_run(conn, held->message, held->length);
        free(held);
    }
}

/* Queues a message until the session has been read. */
static void hold_message(Conn *conn, const char *bytes, size_t length)
{
    Held **end = &conn->held;
    Held *held = conn->held_count < HELD_MAX ? malloc(sizeof *held + length) : NULL;

    if (held == NULL) {
        conn_error(conn, message_find_id(bytes, length), ERROR_TOO_MANY);
        return;
    }
    held->next = NULL;
    held->length = length;
    memcpy(held->message, bytes, length);
    while (*end != NULL)
        end = &(*end)->next;
    *end = held;
    conn->held_count++;
}

/* Rate limit of messages. A client that ignores too many errors is disconnected. */
static int is_within_rate(Conn *conn, const char *bytes, size_t length)
{
    enum { FORGIVEN = 10 };

    if (conn_take_token(conn, RATE_MESSAGES)) {
        conn->strikes -= conn->strikes < FORGIVEN ? conn->strikes : FORGIVEN;
        return 1;
    }
    if (++conn->strikes > STRIKES_MAX)
        conn->core->config.transport->hang_up(conn->link);
    else
        conn_error(conn, message_find_id(bytes, length), ERROR_TOO_MANY);
    return 0;
}

int core_may_ping(Conn *conn)
{
    core_read_clocks(conn->core);
    return is_within_rate(conn, "", 0);
}

void core_receive(Conn *conn, const char *bytes, size_t length)
{
    Core *core = conn->core;

    core->counts.messages++;
    core_read_clocks(core);
    if (!is_within_rate(conn, bytes, length))
        return;
    if (!conn->is_greeted)
        hold_message(conn, bytes, length);
    else
        message_run(conn, bytes, length);
}
