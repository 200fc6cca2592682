/* leaving.c: people who leave for good while requests of theirs are under way. */
#include "leaving.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 6, SEAT = 1 };

void leave_by_logging_out(const House *at, const Person *who)
{
    must_ask(at, who, "/api/1/logout", "{}");
}

void leave_by_deleting(const House *at, const Person *who)
{
    must_ask(at, who, "/api/1/delete", "{}");
}

/* ------------------------------------------------------------------------- */
/* Seats                                                                     */
/* ------------------------------------------------------------------------- */

typedef int (*IsLeft)(const Json *seat);

static int is_open(const Json *seat)
{
    return strcmp(text_at(seat, "who"), "open") == 0;
}

static int is_bots(const Json *seat)
{
    return is_at(seat, "away");
}

static int table_says(const House *at, const Person *who, const char *code, IsLeft is_left)
{
    char path[64];

    snprintf(path, sizeof path, "/api/1/tables/%s", code);
    Answer answer = ask(at, who, path, NULL);
    cr_assert_eq(answer.status, 200);
    int is = is_left(entry_at(json_at(answer.json, "seats"), SEAT));
    answer_free(&answer);
    return is;
}

static void expect_left(const House *at, const Person *host, const char *code,
                        IsLeft is_left)
{
    enum { STEP_MS = 10 };

    for (int waited = 0; waited < PATIENCE_MS; waited += STEP_MS) {
        if (table_says(at, host, code, is_left))
            return;
        usleep(STEP_MS * 1000);
    }
    cr_expect_fail("somebody who is gone has the seat");
}

/* Requests that are sent by a thread until the connection is closed: one always is under
 * way. */
typedef struct Asking {
    Tab *tab;
    char messages[2][96]; /* in turn */
    atomic_int count;
    pthread_t thread;
} Asking;

static void *keep_asking(void *context)
{
    Asking *asking = context;
    Ws *ws = &asking->tab->ws;

    for (int i = 0;
         ws_send_text(ws, asking->messages[i % 2]) && ws_receive(ws, PATIENCE_MS) != NULL;
         i++)
        atomic_fetch_add(&asking->count, 1);
    return NULL;
}

/* Leaves while somebody asks so; the connection is closed then. */
static void leave_while_asking(Asking *asking, Leave leave, const House *at,
                               const Person *who)
{
    enum { AT_LEAST = 10 };

    atomic_store(&asking->count, 0);
    cr_assert_eq(pthread_create(&asking->thread, NULL, keep_asking, asking), 0);
    for (int waited = 0; atomic_load(&asking->count) < AT_LEAST && waited < PATIENCE_MS;
         waited++)
        usleep(1000);
    leave(at, who);
    pthread_join(asking->thread, NULL);
    cr_expect(tab_is_hung_up(asking->tab));
    tab_close(asking->tab);
}

static Asking asking_for(Tab *tab, const char *code, const char *one, const char *other)
{
    static const char FORMAT[] = "{\"do\":\"%s\",\"table\":\"%s\"}";
    Asking asking = { .tab = tab };

    snprintf(asking.messages[0], sizeof asking.messages[0], FORMAT, one, code);
    snprintf(asking.messages[1], sizeof asking.messages[1], FORMAT, other, code);
    return asking;
}

static void open_for_two(const House *at, const Person *host, char code[CODE_ROOM])
{
    table_new(at, host, code,
              "{\"game\":\"station-master\",\"seats\":[\"me\",\"open\"],"
              "\"sit_in\":\"random\"}");
}

/* One after the other, so that the requests meet the leaving at different moments. */
void expect_open_seat(House *here, House *there, Leave leave)
{
    Person ada = person_new(here, "Ada");
    char code[CODE_ROOM];

    for (int round = 0; round < ROUNDS; round++) {
        Person ben = person_new(there, "Ben");
        open_for_two(here, &ada, code);
        Tab *tab = tab_open(there, &ben);
        tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
        Asking asking = asking_for(tab, code, "sit", "stand");
        leave_while_asking(&asking, leave, here, &ben);
        expect_left(here, &ada, code, is_open);
    }
}

void expect_bot_in_seat(House *here, House *there, Leave leave)
{
    Person ada = person_new(here, "Ada");
    char code[CODE_ROOM];

    for (int round = 0; round < ROUNDS; round++) {
        Person ben = person_new(there, "Ben");
        open_for_two(here, &ada, code);
        Tab *tab = tab_open(there, &ben), *host = tab_open(here, &ada);
        tab_must(tab, "{\"do\":\"sit\",\"table\":\"%s\"}", code);
        tab_must(host, "{\"do\":\"start\",\"table\":\"%s\"}", code);
        tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
        tab_wait_for(tab, "update");
        Asking asking = asking_for(tab, code, "stand", "return");
        leave_while_asking(&asking, leave, here, &ben);
        tab_close(host);
        expect_left(here, &ada, code, is_bots);
    }
}

/* ------------------------------------------------------------------------- */
/* Chat, and what comes afterwards                                           */
/* ------------------------------------------------------------------------- */

void expect_no_chat(House *here, House *there)
{
    Person ada = person_new(here, "Ada");
    Tab *host = tab_open(here, &ada);
    char code[CODE_ROOM];

    for (int round = 0; round < ROUNDS; round++) {
        Person ben = person_new(there, "Ben");
        open_for_two(here, &ada, code);
        Tab *tab = tab_open(there, &ben);
        tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
        Asking asking = { .tab = tab };
        for (int i = 0; i < 2; i++)
            snprintf(asking.messages[i], sizeof asking.messages[i],
                     "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"a line\"}", code);
        leave_while_asking(&asking, leave_by_deleting, here, &ben);
        tab_must(host, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"last\"}", code);
        tab_must(host, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
        cr_expect_str_eq(text_at(tab_wait_for(host, "chat"), "text"), "last");
        tab_must(host, "{\"do\":\"leave\",\"table\":\"%s\"}", code);
    }
    tab_close(host);
}

/* The connection may be closed at any moment, or answer that the session has ended. */
void expect_no_change_after_the_end(House *here, House *there)
{
    Person ada = person_new(here, "Ada");
    char code[CODE_ROOM], sit[96];

    for (int round = 0; round < ROUNDS; round++) {
        Person ben = person_new(there, "Ben");
        open_for_two(here, &ada, code);
        Tab *tab = tab_open(there, &ben);
        tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
        snprintf(sit, sizeof sit, "{\"id\":1000,\"do\":\"sit\",\"table\":\"%s\"}", code);
        leave_by_logging_out(here, &ben);
        ws_send_text(&tab->ws, sit); /* unless it is closed */
        const Json *message;
        while ((message = tab_next(tab, PATIENCE_MS)) != NULL) {
            if (json_get(message, "id") != NULL && number_at(message, "id") == 1000)
                cr_expect_str_eq(text_at(message, "code"), "not-signed-in");
        }
        tab_close(tab);
        cr_expect(table_says(here, &ada, code, is_open));
    }
}
