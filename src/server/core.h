/* core.h: the server without its sockets: people, tables, messages. It runs on one
 * thread, does no network I/O and never blocks: slow work goes to the database pool
 * (threads of the store) or to the worker pool (worker threads for bots and passwords).
 *
 *     transport (net, http, ws)  ──bytes──>  core  ──jobs──>  db_pool, workers
 *            <──packets, answers──                <──inbox──
 *
 * The main loop (server.c) calls core_poll after every iteration of the event loop. Time
 * comes from the configured clock. */
#ifndef ROUNDHOUSE_SERVER_CORE_H
#define ROUNDHOUSE_SERVER_CORE_H

#include "play/text.h"
#include "server/db_pool.h"
#include "server/job.h"
#include "server/mail_send.h"
#include "server/push_send.h"
#include "server/worker_pool.h"
#include "wire/errors.h"
#include "words/words.h"

#include <stddef.h>
#include <stdint.h>

typedef struct Core Core;
typedef struct Conn Conn;
typedef struct SecurityLog SecurityLog; /* security.h */

/* ------------------------------------------------------------------------- */
/* The core                                                                  */
/* ------------------------------------------------------------------------- */

/* What rate limits count. */
typedef enum RateKind {
    RATE_MESSAGES, /* over WebSockets */
    RATE_CHATS,
    RATE_READINGS, /* of logs: each replays a game */
    RATE_REQUESTS, /* over HTTP */
    RATE_ENTRIES,  /* whatever makes rows: guests, programs, tables, rematches, sign-ins */
    RATE_UPGRADES, /* new WebSockets */
    RATE_HANDSHAKES,  /* of TLS, for an address alone */
    RATE_INVITATIONS, /* asked for, for an address alone: codes are not to be guessed */
    RATE_KINDS,
} RateKind;

/* A token bucket. `per_second` 0: no limit. */
typedef struct Rate {
    double per_second;
    int burst;
} Rate;

/* Limits per client and in total. 0: no limit. */
typedef struct Limits {
    int connections;             /* of all together */
    int connections_per_address; /* WebSockets */
    int sockets;                 /* other than WebSockets, of all together */
    int sockets_per_address;     /* the same, of one address */
    int tables_per_person;       /* open or playing, as host */
    int listed_per_host;         /* public tables in the lobby */
    int delays_passwords;        /* delays after wrong passwords: passwords.h */
    int queued_bytes;            /* that a connection has not read yet */
    size_t all_queued_bytes;     /* the same of all: beyond, each has a sixteenth */
    size_t held_bytes;           /* half-received and half-sent, of all connections */
    Rate person[RATE_KINDS];     /* of a connection, if it is a stranger's */
    Rate address[RATE_KINDS];
} Limits;

extern const Limits LIMITS_DEFAULT;

/* Callbacks of the core into the network layer. `link` is the value given to core_open
 * or the request. wants_write and hang_up only mark the connection: nothing is closed
 * while the core runs. */
typedef struct Transport {
    void (*wants_write)(void *link); /* messages are queued for this connection */
    void (*hang_up)(void *link);     /* close it after the queue is flushed */
    void (*answered)(void *link);    /* the request has its answer */
} Transport;

/* The clock of the database, as measured: heartbeat.c. */
typedef struct DatabaseTime {
    int64_t ahead;      /* of the steady clock */
    int64_t round_trip; /* milliseconds: the error is half of it at most */
} DatabaseTime;

typedef struct CoreConfig {
    const char *version;
    const char *base_url; /* without a slash at the end; before links */
    int is_secure;        /* cookies for https only */
    Limits limits;
    int64_t (*clock)(void *context);  /* milliseconds since 1970; may be set */
    int64_t (*steady)(void *context); /* milliseconds; never set: times.h */
    void *clock_context;
    const Transport *transport;
    Inbox *inbox;
    DbPool *db_pool;
    WorkerPool *thinkers;   /* bots */
    WorkerPool *passwords;  /* argon2id */
    WorkerPool *senders;    /* notices to people who are not there… */
    const PushSender *push; /* …by web push; NULL: none are sent */
    WorkerPool *mailers;    /* the same by mail… */
    const MailSender *mail; /* …NULL: none is sent */
    SecurityLog *security;  /* NULL: none */
    /* Open tables that nobody comes to, and guests who never played, are removed after so
     * many days. 0: never. */
    int tidy_tables_after, tidy_guests_after;
    /* The latest time that the store has, or 0: times.h. */
    int64_t latest;
    /* The name of this node; NULL: no other server shares the store. */
    const char *node;
    DatabaseTime database_time; /* of a node */
    atomic_llong *beat_began;   /* of a node: listener.h; NULL: nobody listens */
} CoreConfig;

/* Borrows all that the config points to. NULL: no memory. */
Core *core_new(const CoreConfig *config);
/* After db_pool and workers have ended and the inbox was emptied. */
void core_free(Core *core);

/* Runs the callbacks of finished jobs, then submits the new jobs as one batch. */
void core_poll(Core *core);
/* Four times a second, or more often: clocks, idle tables, tables to wake. */
void core_tick(Core *core);
/* An operator says that the wall clock is right: times.h. */
void core_confirm_time(Core *core);
/* Sends `bye` to everybody and refuses new requests. */
void core_shut_down(Core *core);
/* Is anything in progress that must finish before the end? */
int core_is_busy(const Core *core);
int core_has_connections(const Core *core);

/* ------------------------------------------------------------------------- */
/* Packets                                                                   */
/* ------------------------------------------------------------------------- */

/* A message, shared by all who get the same. Before its text is room for the header
 * of a frame. */
enum { PACKET_HEADROOM = 32 };

typedef struct Packet {
    int refs;
    uint32_t length;
    char room[]; /* headroom, then the text */
} Packet;

static inline char *packet_text(Packet *packet)
{
    return packet->room + PACKET_HEADROOM;
}

void packet_release(Packet *packet);

/* ------------------------------------------------------------------------- */
/* Connections                                                               */
/* ------------------------------------------------------------------------- */

enum { MESSAGE_MAX = 65536 };

/* Checks the limits for a new WebSocket from this address, once per upgrade: NULL, or
 * the code of the error. */
const char *core_refuses_connection(Core *core, const char *from);
/* The same for a TLS handshake, before it begins: handshakes are expensive. */
int core_refuses_handshake(Core *core, const char *from);
/* A new WebSocket. `token` may be NULL. NULL: no memory. */
Conn *core_open(Core *core, void *link, const char *address, const char *token,
                Language language);
void core_close(Conn *conn);
/* A ping came; 1: answer it. It counts as a message. */
int core_may_ping(Conn *conn);
/* One whole message. */
void core_receive(Conn *conn, const char *bytes, size_t length);
/* The next packet to go out; the caller releases it. NULL: none. */
Packet *core_next_packet(Conn *conn);

/* ------------------------------------------------------------------------- */
/* Requests                                                                  */
/* ------------------------------------------------------------------------- */

enum { REQUEST_MAX = 65536, TOKEN_MAX = 64, COOKIE_MAX = 256, REQUEST_AGENT_MAX = 512 };

typedef enum Method { METHOD_GET, METHOD_POST, METHOD_OTHER } Method;

/* A request to /api/1/…; made and freed by the transport, which must keep it until it
 * has been answered. */
typedef struct Request {
    void *link;
    Method method;
    char path[192];   /* "/api/1/tables/K7QX2M9PRT" */
    char query[512];  /* as it was sent, without the question mark */
    char address[64]; /* of the client */
    char token[TOKEN_MAX];
    int has_cookie;                /* the token is that of a cookie */
    char agent[REQUEST_AGENT_MAX]; /* User-Agent, if it is not too long */
    int is_from_elsewhere;         /* by its Origin; or a POST with neither Origin nor token
                                      in Authorization */
    atomic_int is_gone;            /* the client has disconnected; read by any thread */
    Language language;
    Text body;
    /* The answer. */
    int status;
    int retry_after; /* seconds, for the header Retry-After; 0: none */
    Text answer;
    char cookie[COOKIE_MAX]; /* or empty */
    const char *mime;
    int cache_seconds;  /* that anybody may keep the answer; 0: not at all */
    char file_name[64]; /* to save it as, or empty */
} Request;

void core_request(Core *core, Request *request);
/* The answer is this error. */
void request_refuse(Request *request, const Error *error);

/* Logs a refusal by the network layer ("origin", "host", "connections") to the security
 * log. Cheap in a flood. */
void core_note_refusal(Core *core, const char *what, const char *address);

/* Prometheus' text: all figures of the core, and one more. */
void core_write_metrics(Core *core, Text *out);
void metrics_add(Text *out, const char *name, const char *kind, const char *help,
                 long long value);

#endif
