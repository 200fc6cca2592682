/* talk.h: a server as a child process, people who ask it over HTTP, and tabs that
 * talk to it over WebSockets: real sockets, one blocking step after the other. Every
 * message that comes is searched for what nobody may be told. What does not come, or
 * is not as expected, ends the test. */
#ifndef ROUNDHOUSE_TESTS_SERVER_TALK_H
#define ROUNDHOUSE_TESTS_SERVER_TALK_H

#include "load/child.h"
#include "load/frame.h"
#include "wire/json_in.h"

#include <stdint.h>

enum { PATIENCE_MS = 20000, CODE_ROOM = 16, HOUSE_OPTIONS = 6 };

/* ------------------------------------------------------------------------- */
/* The server                                                                */
/* ------------------------------------------------------------------------- */

/* Behind a proxy there are limits, too. */
typedef enum HouseLimits { HOUSE_OPEN, HOUSE_LIMITED, HOUSE_BEHIND_PROXY } HouseLimits;

typedef struct House {
    Child child;
    ServerAddress admin; /* where health and metrics are */
    const char *program; /* the default one, unless a test says another before it begins */
    HouseLimits limits;
    int is_loud; /* without --quiet */
    const char
        *more[HOUSE_OPTIONS]; /* further options; a test sets them and begins again */
    char port[8];             /* where it listens; empty: any */
    char folder[64];
    char data[512]; /* the file in it, or the database */
    /* Shared with the server, in milliseconds: how far its wall clock was stepped, and
     * how much time was skipped by both its clocks. */
    int64_t *clock_shift;
} House;

/* The program; ROUNDHOUSE_PROGRAM names another build of it. */
const char *house_program(void);
House *house_open(HouseLimits limits);
/* With up to six more options of `serve`, which may give it another name than its
 * address. They end with NULL, and last as long as the house. */
House *house_open_with(HouseLimits limits, const char *const *options);
/* At a database, as one of several. */
House *house_open_at(HouseLimits limits, const char *url);
/* SIGTERM; it must end well. Removes the data. */
void house_close(House *house);
/* Ends the process, with what signal ever, and starts it on the same data. */
void house_end(House *house, int signal_number);
void house_begin(House *house);
/* So much time passes. */
void house_move_clock(House *house, int64_t milliseconds);
/* Somebody sets the wall clock. */
void house_step_clock(House *house, int64_t milliseconds);
/* How often a test that kills servers does so: ROUNDHOUSE_KILLS, or a score; few where
 * everything is slow. */
int kills_wanted(void);

/* ------------------------------------------------------------------------- */
/* People                                                                    */
/* ------------------------------------------------------------------------- */

typedef struct Person {
    House *house;
    char name[64];
    char token[128];
    char user[32];
} Person;

typedef struct Answer {
    int status;
    Json *json; /* NULL: the body is not JSON */
    HttpReply reply;
} Answer;

/* A guest comes in. */
Person person_new(House *house, const char *name);
/* GET, or POST if there is a body (printf's format). `who` may be NULL. */
Answer ask(const House *house, const Person *who, const char *path, const char *body, ...)
    __attribute__((format(printf, 4, 5)));
Answer ask_so(const House *house, const HttpRequest *request);
/* The same where health and metrics are. */
Answer ask_admin(const House *house, const char *path);
void answer_free(Answer *answer);
/* The same, when it must succeed and nothing else matters, or must fail so. */
void must_ask(const House *house, const Person *who, const char *path, const char *body);
void must_not_ask(const House *house, const Person *who, int status, const char *code,
                  const char *path, const char *body);
/* The texts of a person's own account, from an answer with `you` and `token`. */
Person person_of(House *house, const Answer *answer);

/* ------------------------------------------------------------------------- */
/* Tabs                                                                      */
/* ------------------------------------------------------------------------- */

typedef struct Tab {
    Ws ws;
    Json *json; /* the last message; its bytes are ws.message */
    int id;     /* of the last request */
} Tab;

/* Connects and hears the hello. `who` NULL: a stranger. */
Tab *tab_open(const House *house, const Person *who);
/* The same where it may fail, as long as something is down: NULL. */
Tab *tab_try(const House *house, const Person *who);
/* Without a word, as a lost connection. */
void tab_close(Tab *tab);

void tab_send(Tab *tab, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The next message, whatever it is; NULL: none within so many milliseconds, or the
 * connection is gone. */
const Json *tab_next(Tab *tab, int milliseconds);
/* The next of that type; others are passed over. */
const Json *tab_wait_for(Tab *tab, const char *type);
/* Says it with an id of its own (the format is an object with one key at least), and
 * hears the message with the same id. */
const Json *tab_do(Tab *tab, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* It must not be, or be, an error. */
void tab_must(Tab *tab, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tab_must_not(Tab *tab, const char *code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ------------------------------------------------------------------------- */
/* JSON                                                                      */
/* ------------------------------------------------------------------------- */

/* What must be there. */
const Json *json_at(const Json *object, const char *key);
const char *text_at(const Json *object, const char *key);
long long number_at(const Json *object, const char *key);
int is_at(const Json *object, const char *key); /* a flag */
int is_null_at(const Json *object, const char *key);
const Json *entry_at(const Json *list, int number);

#endif
