/* conn.h: clients of the core: connections, people, addresses, and their messages in and
 * out. */
#ifndef ROUNDHOUSE_SERVER_CONN_H
#define ROUNDHOUSE_SERVER_CONN_H

#include "server/core.h"
#include "server/list.h"
#include "store/relations.h"
#include "wire/json_in.h"
#include "wire/json_out.h"

typedef struct Person Person;
typedef struct Address Address;
typedef struct Watch Watch; /* table.h */

/* ------------------------------------------------------------------------- */
/* Rate limits: limits.c                                                     */
/* ------------------------------------------------------------------------- */

/* The token buckets of one person, address or connection: when each is full again, in
 * microseconds of core->steady. */
typedef struct Quota {
    int64_t full_at[RATE_KINDS];
} Quota;

/* 0: the bucket has enough tokens. */
int64_t bucket_wait(int64_t full_at, const Rate *rate, int64_t now, int tokens);
void bucket_take(int64_t *full_at, const Rate *rate, int64_t now, int tokens);
/* Takes a token of the address and one of `own`; either may be NULL. 0: taken;
 * otherwise the seconds until there is one. */
int limit_take(Core *core, Address *address, Quota *own, RateKind kind);
/* Takes tokens even if the bucket goes below zero: the cost is known only afterwards. */
void limit_charge(Core *core, Address *address, Quota *own, RateKind kind, int tokens);
int conn_take_token(Conn *conn, RateKind kind); /* 0: too fast */
int conn_take_tokens(Conn *conn, RateKind kind, int tokens);
int quota_is_full(const Quota *quota, int64_t steady);

enum { ADDRESS_KEY = 64 };

struct Address {
    List lru; /* among the idle; first */
    Address *next;
    char text[ADDRESS_KEY]; /* an IPv6 address is its /64 */
    int connections;
    Quota quota;
    /* For the security log: */
    int refused;       /* since the last line */
    unsigned refusals; /* of which kinds: a bit each */
    int64_t refusal_logged;
};

void address_key(const char *text, char key[ADDRESS_KEY]);
Address *address_get(Core *core, const char *text); /* NULL: no memory */
/* Counts a connection of the address. */
void address_join(Address *address);
void address_leave(Core *core, Address *address);
/* Frees addresses without connections whose token buckets are full. */
void addresses_sweep(Core *core);
void addresses_free(Core *core);

/* ------------------------------------------------------------------------- */
/* People: conn.c                                                            */
/* ------------------------------------------------------------------------- */

/* A user with a connection here, or recently at another node, or whose token buckets are
 * not full. */
struct Person {
    List lru;     /* among the idle; first */
    Person *next; /* of the same bucket */
    Quota quota;
    StoreUser user;
    Conn *conns;
    Person *next_stale;
    int is_mine_stale;   /* in core->stale_persons: `mine` must be sent again */
    int is_asking;       /* a query for `mine` is in progress */
    int64_t known_until; /* kept that long without a connection */
    /* Whose lines of chat are not sent: relations.c. */
    StoreCode *blocked;
    int blocked_count;
};

Person *person_get(Core *core, const StoreUser *user); /* NULL: no memory */
Person *person_find(Core *core, StoreId user);         /* NULL: not in memory */
void person_drop_if_gone(Core *core, Person *person);
void persons_sweep(Core *core);
void persons_delete_programs_of(Core *core, const StoreUser *owner);
/* Drops people without a connection: their names may be outdated. */
void persons_forget(Core *core);
void persons_free(Core *core);

/* A user was renamed, has changed kind or was deleted: updates connections and tables in
 * memory (accounts.c). */
void user_has_changed(Core *core, const StoreUser *user);

/* ------------------------------------------------------------------------- */
/* Connections: conn.c                                                       */
/* ------------------------------------------------------------------------- */

typedef struct Held Held; /* a message that came before the session was read */

struct Conn {
    Core *core;
    void *link; /* NULL: closed */
    Conn *next, *before;
    int refs; /* by the transport, queued messages, writes and jobs */
    Person *person;
    Conn *next_of_person;
    char session[STORE_CODE_MAX + 1]; /* its code; empty: none */
    int64_t session_checked;          /* steady */
    int must_ask_again;               /* a session ended while this one was being read */
    Address *address;
    Language language;
    Watch *watches;
    int watch_count;
    unsigned log_reads; /* log reads started for its watches: the number of the last */
    JobQueue logs;      /* that wait: logs.c */
    int logs_waiting;
    int is_log_running; /* one of its logs is being replayed */
    int wants_mine;
    int is_greeted; /* the session was read, and `hello` sent */
    Held *held;
    int held_count;
    int waiting;    /* messages in queues of tables */
    Quota quota;    /* without a session */
    int strikes;    /* refused messages; each accepted one takes ten off */
    Packet **queue; /* a ring */
    int queue_room, queue_at, queue_count;
    size_t queued_bytes;
    size_t longest_queued; /* message since the queue was empty */
    int is_dropped;        /* as a slow reader: nothing more is sent */
};

void conn_hold(Conn *conn);
void conn_release(Conn *conn);
/* Closes the connection once its queue is flushed; ends its watches at once. */
void conn_hang_up(Conn *conn);
StoreId conn_user(const Conn *conn); /* 0: no session */
/* For changes that are stored. */
StoreCaller conn_caller(const Conn *conn);
/* Starts the next log that waits, if there is one and the connection reads (logs.c). */
void logs_run(Conn *conn);
void logs_drop(Conn *conn);
/* Cost of replaying or formatting this many entries, in tokens of RATE_READINGS. */
int replay_cost(int entries);
void conn_greet(Conn *conn, const StoreUser *user); /* NULL: no session */

/* ------------------------------------------------------------------------- */
/* Outgoing messages: send.c                                                 */
/* ------------------------------------------------------------------------- */

/* The number that a reply repeats. */
typedef struct RequestId {
    int is_given;
    long long number;
} RequestId;

/* Sending only queues: it never closes a connection or ends a watch. */

Packet *packet_new(const char *text, size_t length); /* NULL: no memory */
Packet *packet_of(const Text *text);                 /* NULL: no memory, here or there */
/* The connection takes a reference of its own. NULL is ignored. */
void conn_send(Conn *conn, Packet *packet);
void conn_send_text(Conn *conn, const Text *text);
/* Hangs up on a client that does not read, without sending what is queued. */
void conn_drop(Conn *conn);
/* For these three `conn` may be NULL or closed. */
void conn_ok(Conn *conn, RequestId id);
void conn_error(Conn *conn, RequestId id, ErrorCode code);
/* A change was refused because the session has ended (STORE_ENDED). */
void conn_end_session(Conn *conn, RequestId id);
void conn_refuse(Conn *conn, RequestId id, const Error *error);

/* Opens an object {"type":"ok" … in the scratch text. */
JsonOut message_begin(Core *core, const char *type);
void message_add_id(JsonOut *out, RequestId id);

/* ------------------------------------------------------------------------- */
/* Incoming messages: message.c                                              */
/* ------------------------------------------------------------------------- */

typedef struct Verb Verb;
typedef struct Table Table; /* table.h */

typedef struct Message {
    struct Message *next; /* in the queue of the table */
    Conn *conn;
    Json *json;
    const Verb *verb;
    RequestId id;
    int is_fresh; /* the table was read after the message had come */
    int tries;    /* writes for it that were refused */
    Error error;  /* why it is refused */
} Message;

void message_run(Conn *conn, const char *bytes, size_t length);
/* Runs a message that has waited in the queue of the table. */
void message_run_at(Table *table, Message *message);
/* The language of the sentences of a request's errors: french_faults.c. */
const FaultLanguage *fault_language(Language language);
/* Always returns 0, for `return message_refuse(…)`. */
int message_refuse(Message *message, ErrorCode code);
/* Moves it to the heap, with a reference to the connection. NULL: no memory. */
Message *message_keep(Message *message);
void message_free(Message *message);
/* Finds the id in a message that is not parsed. */
RequestId message_find_id(const char *bytes, size_t length);

#endif
