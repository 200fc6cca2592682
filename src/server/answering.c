/* answering.c: what the people of other nodes want of a table that we write to. Each
 * such message comes on a connection of its own, a relay, which lasts until it is
 * answered. Somebody who hears no answer asks again under the same number: what is
 * under way is not begun a second time, and what was answered is answered again. Only
 * what carries the number of an entry need not be remembered: the log itself refuses
 * it the second time. */
#include "server/nodes.h"

#include "server/sessions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longer than anybody asks again. */
static const int64_t REMEMBER_MS = 15000, KNOW_PERSON_MS = 60000;

struct Relay {
    Relay *next;
    char node[STORE_WORD_MAX + 1];
    long number;
    int64_t at;
    int is_connected; /* somebody holds its connection */
    int kind;         /* of the answer; 0: none yet */
    char *answer;     /* if it is to be remembered */
    int must_remember;
};

const char *relay_node(const Conn *conn)
{
    return conn->relay->node;
}

long relay_number(const Conn *conn)
{
    return conn->relay->number;
}

/* ------------------------------------------------------------------------- */
/* What is remembered                                                        */
/* ------------------------------------------------------------------------- */

static Relay *find_relay(Core *core, const char *node, long number)
{
    Relay *relay = core->relays;

    while (relay != NULL && (relay->number != number || strcmp(relay->node, node) != 0))
        relay = relay->next;
    return relay;
}

static void drop_relay(Core *core, Relay *relay)
{
    Relay **at = &core->relays;

    while (*at != relay)
        at = &(*at)->next;
    *at = relay->next;
    free(relay->answer);
    free(relay);
}

void answering_tick(Core *core)
{
    for (Relay *relay = core->relays, *next; relay != NULL; relay = next) {
        next = relay->next;
        if (!relay->is_connected && core->now - relay->at > REMEMBER_MS)
            drop_relay(core, relay);
    }
}

void answering_free(Core *core)
{
    while (core->relays != NULL)
        drop_relay(core, core->relays);
}

/* ------------------------------------------------------------------------- */
/* Answers                                                                   */
/* ------------------------------------------------------------------------- */

static void say_answer(Core *core, const Relay *relay, const char *text, size_t length)
{
    node_say(core, relay->node, "a %ld %c %.*s", relay->number, relay->kind, (int)length,
             text);
}

/* The first is the answer. */
static void relay_answer(Conn *conn, int kind, const char *text, size_t length)
{
    Relay *relay = conn->relay;

    if (relay->kind != 0)
        return;
    relay->kind = kind;
    relay->at = conn->core->now;
    if (relay->must_remember && kind != ANSWER_AGAIN)
        relay->answer = strndup(text, length);
    say_answer(conn->core, relay, text, length);
}

void relay_send(Conn *conn, const char *text, size_t length)
{
    relay_answer(conn, ANSWER_MESSAGE, text, length);
}

void relay_update(Conn *conn)
{
    enum { ANSWERED_BY_ENTRY = 'e' };

    if (conn->relay->kind == 0)
        conn->relay->kind = ANSWERED_BY_ENTRY;
}

void relay_table(Conn *conn)
{
    relay_answer(conn, ANSWER_TABLE, "", 0);
}

void relay_refuse(Conn *conn)
{
    relay_answer(conn, ANSWER_AGAIN, "", 0);
}

void relay_free(Conn *conn)
{
    Relay *relay = conn->relay;

    relay_refuse(conn); /* if nothing came of it */
    relay->is_connected = 0;
    if (relay->answer == NULL)
        drop_relay(conn->core, relay);
}

/* ------------------------------------------------------------------------- */
/* Arriving                                                                  */
/* ------------------------------------------------------------------------- */

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

/* NULL user: it is not known. */
static void arrive(Arrival *arrival, const StoreUser *user)
{
    Core *core = arrival->core;
    Conn *conn = calloc(1, sizeof *conn);

    if (conn == NULL) {
        drop_relay(core, arrival->relay);
        free(arrival);
        return;
    }
    conn->core = core;
    conn->relay = arrival->relay;
    conn->link = arrival->relay; /* it is connected, in its way */
    conn->refs = 1;
    conn->language = (Language)arrival->language;
    conn->is_greeted = 1;
    if (user != NULL && !core->is_closing) {
        conn_join_person(conn, user);
        /* Who plays at another node comes again soon. */
        if (conn->person != NULL)
            conn->person->known_until = core->now + KNOW_PERSON_MS;
        message_run(conn, arrival->message, arrival->length);
    }
    conn_release(conn);
    free(arrival);
}

static StoreStatus find_user(Errand *errand, Store *store, Fault *fault)
{
    Arrival *arrival = (Arrival *)errand;

    return store_user_get(store, arrival->user.id, &arrival->user, fault);
}

static void user_found(Errand *errand)
{
    Arrival *arrival = (Arrival *)errand;

    core_post_back(arrival->core);
    arrive(arrival, errand->status == STORE_OK ? &arrival->user : NULL);
}

static Arrival *arrival_new(Core *core, const char *node, long number, const char *message)
{
    size_t length = strlen(message);
    Arrival *arrival = calloc(1, sizeof *arrival + length + 1);
    Relay *relay = arrival == NULL ? NULL : calloc(1, sizeof *relay);

    if (relay == NULL) {
        free(arrival);
        return NULL;
    }
    snprintf(relay->node, sizeof relay->node, "%s", node);
    relay->number = number;
    relay->at = core->now;
    relay->is_connected = 1;
    relay->must_remember = strstr(message, "\"n\"") == NULL;
    relay->next = core->relays;
    core->relays = relay;
    arrival->core = core;
    arrival->relay = relay;
    arrival->length = length;
    memcpy(arrival->message, message, length + 1);
    return arrival;
}

void answering_hear(Core *core, const char *text)
{
    char node[STORE_WORD_MAX + 1];
    long number;
    long long user;
    int language, begin = 0;

    if (sscanf(text, "q %32s %ld %lld %d %n", node, &number, &user, &language, &begin) != 4
        || begin == 0 || language < 0 || language >= LANGUAGES)
        return;
    const Relay *before = find_relay(core, node, number);
    if (before != NULL) {
        if (before->answer != NULL)
            say_answer(core, before, before->answer, strlen(before->answer));
        return;
    }
    Arrival *arrival = arrival_new(core, node, number, text + begin);
    if (arrival == NULL)
        return;
    arrival->language = language;
    arrival->user.id = user;
    Person *person = person_find(core, user);
    if (person != NULL) {
        arrive(arrival, &person->user);
        return;
    }
    arrival->errand = (Errand){ .run = find_user, .done = user_found, .only_reads = 1 };
    core_post(core, &arrival->errand);
}
