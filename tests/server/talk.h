/* talk.h: a server as a child process, people who send HTTP requests, and tabs that
 * talk over WebSockets. Real sockets, blocking calls. Every message is searched for
 * secrets. A message that is missing or unexpected fails the test. */
#ifndef ROUNDHOUSE_TESTS_SERVER_TALK_H
#define ROUNDHOUSE_TESTS_SERVER_TALK_H

#include "load/child.h"
#include "load/frame.h"
#include "wire/json_in.h"

#include <stdint.h>

enum { PATIENCE_MS = 20000, CODE_ROOM = 16, HOUSE_OPTIONS = 8 };

/* ------------------------------------------------------------------------- */
/* The server                                                                */
/* ------------------------------------------------------------------------- */

/* Behind a proxy the limits are on. */
typedef enum HouseLimits { HOUSE_OPEN, HOUSE_LIMITED, HOUSE_BEHIND_PROXY } HouseLimits;

typedef struct House {
    Child child;
    ServerAddress admin; /* listener of health and metrics */
    const char *program; /* the program to run; a test may set another before it starts */
    HouseLimits limits;
    int is_loud;                     /* without --quiet */
    const char *more[HOUSE_OPTIONS]; /* further options; set, then start again */
    char port[8];                    /* port to listen on; empty: any */
    char folder[64];
    char data[512]; /* the data file, or the URL of the database */
    /* Shared with the server, in milliseconds: offset of its wall clock, and time added
     * to both its clocks. */
    int64_t *clock_shift;
} House;

/* The program; ROUNDHOUSE_PROGRAM names another build of it. */
const char *house_program(void);
House *house_open(HouseLimits limits);
/* With up to eight further options of `serve`, ended by NULL, which must outlive the
 * house. They may set a public name. */
House *house_open_with(HouseLimits limits, const char *const *options);
/* One of several nodes, with this database. */
House *house_open_at(HouseLimits limits, const char *url);
/* Sends SIGTERM and asserts a clean exit. Removes the data. */
void house_close(House *house);
/* A suite whose tests have a server each, `house`; further statements prepare it. */
#define HOUSE_SUITE(name, limits, ...)                                                     \
    static House *house;                                                                   \
    static void open_house(void)                                                           \
    {                                                                                      \
        house = house_open(limits);                                                        \
        __VA_ARGS__;                                                                       \
    }                                                                                      \
    static void close_house(void)                                                          \
    {                                                                                      \
        house_close(house);                                                                \
    }                                                                                      \
    TestSuite(name, .init = open_house, .fini = close_house)
/* Ends the process by this signal, and starts it on the same data. */
void house_end(House *house, int signal_number);
void house_begin(House *house);
/* Advances both clocks. */
void house_move_clock(House *house, int64_t milliseconds);
/* Steps the wall clock alone. */
void house_step_clock(House *house, int64_t milliseconds);
/* Number of kills in a test: ROUNDHOUSE_KILLS, default 20; few where everything is
 * slow. */
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

/* Signs in a guest. */
Person person_new(House *house, const char *name);
/* GET, or POST if there is a body (printf's format). `who` may be NULL. */
Answer ask(const House *house, const Person *who, const char *path, const char *body, ...)
    __attribute__((format(printf, 4, 5)));
/* The Origin of the server's own page. */
void house_origin(const House *house, char *origin, size_t room);
Answer ask_so(const House *house, const HttpRequest *request);
/* A GET to the listener of health and metrics. */
Answer ask_admin(const House *house, const char *path);
void answer_free(Answer *answer);
/* Asserts success, or this status and error code. */
void must_ask(const House *house, const Person *who, const char *path, const char *body,
              ...) __attribute__((format(printf, 4, 5)));
void must_not_ask(const House *house, const Person *who, int status, const char *code,
                  const char *path, const char *body, ...)
    __attribute__((format(printf, 6, 7)));
/* A POST to /tables that must succeed, and the code of the table. */
void table_new(const House *house, const Person *host, char code[CODE_ROOM],
               const char *body, ...) __attribute__((format(printf, 4, 5)));
/* Fills the person from a reply with `you` and `token`. */
Person person_of(House *house, const Answer *answer);

/* ------------------------------------------------------------------------- */
/* Tabs                                                                      */
/* ------------------------------------------------------------------------- */

typedef struct Tab {
    Ws ws;
    Json *json; /* the last message; its bytes are ws.message */
    int id;     /* of the last request */
} Tab;

/* Connects and receives the hello. `who` NULL: without a session. */
Tab *tab_open(const House *house, const Person *who);
/* The same, returning NULL if the connection fails. */
Tab *tab_try(const House *house, const Person *who);
/* Closes the socket without a closing handshake. */
void tab_close(Tab *tab);

void tab_send(Tab *tab, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The next message; NULL: none within this many milliseconds, or the connection is
 * closed. */
const Json *tab_next(Tab *tab, int milliseconds);
/* The next message of that type; others are skipped. */
const Json *tab_wait_for(Tab *tab, const char *type);
/* Does the server close this connection? Messages before that are skipped. */
int tab_is_hung_up(Tab *tab);
/* Sends an object (printf's format, at least one key) with a new id, and waits for the
 * message with that id. */
const Json *tab_do(Tab *tab, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Asserts that the reply is no error, or this error. */
void tab_must(Tab *tab, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Returns to a table: whoever's time is up does so after the bot's move. */
void tab_return(Tab *tab, const char *code);
/* Stands up, and a bot plays on; the bots may have ended the game already. */
void tab_stand(Tab *tab, const char *code);
void tab_must_not(Tab *tab, const char *code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ------------------------------------------------------------------------- */
/* JSON                                                                      */
/* ------------------------------------------------------------------------- */

/* The value of a required key. */
const Json *json_at(const Json *object, const char *key);
const char *text_at(const Json *object, const char *key);
long long number_at(const Json *object, const char *key);
int is_at(const Json *object, const char *key); /* a flag */
int is_null_at(const Json *object, const char *key);
const Json *entry_at(const Json *list, int number);

#endif
