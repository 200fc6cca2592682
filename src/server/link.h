/* link.h: one connection: its state, its deadline, its bytes. link.c knows sockets
 * and TLS, http.c and ws.c what the bytes mean.
 *
 *     accepted ──TLS──> HANDSHAKE ─┐         ┌───────── next request ────── IDLE
 *         └────────────────────────┴──> HEAD ┤                               ▲
 *                                       │    ├── POST ──> BODY ─┐            │
 *                                       │    └── GET ───────────┴─> CORE ─> ANSWER
 *                                    /ws/1                                   │
 *                                       ▼                              close │
 *             30 s quiet ┌──────────> OPEN ── hang_up ──> CLOSING ──┐        ▼
 *                        └─ PINGED <──┘└───── bad frame, Close ─────┴───> LINGER
 *
 * Every state leads to CLOSED: by the peer, by an error, or by its deadline, which
 * counts from when the state began. Bytes do not prolong it, except in OPEN, where every
 * frame does; a message has a deadline of its own there, from its first byte. CORE has no
 * deadline of its own: the core's waits have. */
#ifndef ROUNDHOUSE_SERVER_LINK_H
#define ROUNDHOUSE_SERVER_LINK_H

#include "edge/tls.h"
#include "server/list.h"
#include "server/net.h"

#include <ev.h>
#include <sys/uio.h>

typedef enum LinkState {
    LINK_HANDSHAKE, /* of TLS */
    LINK_HEAD,      /* reads request line and fields */
    LINK_BODY,      /* reads the body of a POST */
    LINK_CORE,      /* the core will answer */
    LINK_ANSWER,    /* writes the answer */
    LINK_IDLE,      /* kept alive between two requests */
    LINK_OPEN,      /* a WebSocket */
    LINK_PINGED,    /* the same, after a ping without an answer */
    LINK_CLOSING,   /* a WebSocket that sends what is queued, Close, and awaits Close */
    LINK_LINGER,    /* all is sent; reads until the peer closes, so that it can read */
    LINK_CLOSED,
    LINK_STATES,
} LinkState;

typedef struct Exchange Exchange;
typedef struct Link Link;
typedef struct Source Source;
typedef struct Endpoint Endpoint;

struct Link {
    ev_io io;
    Net *net;
    const Endpoint *endpoint; /* where it came in */
    SSL *ssl;                 /* NULL: plain */
    LinkState state;
    int64_t since;      /* when the state began */
    List by_state;      /* among those of the same state */
    Source *source;     /* whom it counts for; NULL: a proxy, or a WebSocket */
    List by_source;     /* among those of the same source */
    size_t held;        /* bytes of memory that wait for the peer… */
    List by_held;       /* …among those that have such memory */
    Text in;            /* read and not yet understood */
    int waits_to_write; /* the socket takes no more now */
    int has_read_all;   /* nothing more is read in this state */
    int writer;         /* index in net->writers, from 1; 0: not in it */
    char who[WHO_MAX];  /* the peer's address */
    int is_of_proxy;    /* X-Forwarded-For says who it is */
    /* HTTP */
    size_t scanned;     /* of the head */
    Exchange *exchange; /* the request that is read or answered */
    /* WebSocket */
    int is_websocket; /* it was upgraded */
    Conn *conn;       /* NULL: it has ended, as far as the core knows */
    Text out;         /* framed and not yet taken by the socket */
    Text message;     /* in several frames, so far */
    int is_in_message;
    int64_t message_since; /* its first byte came; 0: nothing is unfinished */
    List by_message;       /* among those with an unfinished message */
    int has_said_close;
};

/* A socket that listens. */
struct Endpoint {
    ev_io io;
    Net *net;
    int fd; /* -1: none */
    int port;
    int is_admin; /* health and metrics, and nothing else */
    Site site;    /* what requests must call it */
};

enum { ENDPOINT_PUBLIC, ENDPOINT_ADMIN, ENDPOINTS };
enum { SCRATCH_SIZE = 16384, SOURCE_BUCKETS = 1024 };

struct Net {
    NetConfig config;
    struct ev_loop *loop;
    ev_timer tick;
    ev_async wake;
    SSL_CTX *tls; /* NULL: plain */
    Endpoint endpoints[ENDPOINTS];
    int spare_fd;      /* given up for a moment when there are no more files */
    int64_t warned_at; /* of that, in the log */
    List states[LINK_STATES];
    Source *sources[SOURCE_BUCKETS];
    int socket_count;    /* connections that are no WebSockets */
    List unfinished;     /* WebSockets with a part of a message, the oldest first */
    List holders;        /* connections whose memory waits for the peer */
    size_t held;         /* by all of them together */
    unsigned round;      /* of the loop */
    int handshakes;      /* steps of TLS handshakes in this round */
    long long evictions; /* of those, to make room */
    long long timeouts;
    Link **writers; /* links with bytes to send at the end of the iteration */
    int writer_count, writer_room;
    Core *core;
    int exchanges;              /* requests without a complete answer */
    char scratch[SCRATCH_SIZE]; /* what is read and understood at once */
};

/* ------------------------------------------------------------------------- */
/* link.c                                                                    */
/* ------------------------------------------------------------------------- */

/* Takes ownership of the descriptor. 0: no memory, or too many connections of this
 * address; it is closed. */
int link_accept(Net *net, const Endpoint *endpoint, int fd, const struct sockaddr *from);
void link_enter(Link *link, LinkState state);
/* Closes it at once. Its memory is freed after this iteration of the event loop. */
void link_close(Link *link);
/* Closes it after the peer has had time to read the answer. */
void link_linger(Link *link);
/* Detaches the WebSocket from the core. */
void link_leave_core(Link *link);
/* The oldest of a state; NULL: none. */
Link *link_oldest(const Net *net, LinkState state);
/* The one after it in the same state; NULL: none. */
Link *link_next(const Link *link);
/* May it be closed to make room? */
int link_may_be_evicted(const Link *link);
/* Closes connections whose state has timed out. */
void links_expire(Net *net);
/* Frees those that were closed. */
void links_free_closed(Net *net);
void links_close_all(Net *net);

/* Reads available bytes: how many; 0: none now; -1: end of stream. */
ssize_t link_read(Link *link, char *bytes, size_t size);
/* Reads behind what is in link->in. */
ssize_t link_read_in(Link *link, size_t most);
/* Writes as much as the socket takes; less than all: link_writable comes later.
 * -1: it has ended. */
ssize_t link_write(Link *link, const struct iovec *parts, int count);
/* In this state nothing more is read. */
void link_stop_reading(Link *link);
/* Drops the first bytes of link->in. */
void link_consume(Link *link, size_t count);
/* Reads again in the next iteration, although no event will come (data buffered by TLS). */
void link_look_again(Link *link);
/* Queues the link for sending at the end of the iteration. */
void link_wants_write(Link *link);

int64_t net_now(void);

/* ------------------------------------------------------------------------- */
/* sockets.c: connections that are no WebSockets, per address                */
/* ------------------------------------------------------------------------- */

/* Counts the connection for an address; empty: for none. The oldest unfinished
 * connection of the address is evicted if needed. 0: no room. */
int sockets_join(Link *link, const char *who);
void sockets_leave(Link *link);
/* Marks it as recently used: others of its address are evicted first. */
void sockets_renew(Link *link);
/* Limits TLS handshake steps per iteration of the event loop; the socket stays readable
 * for the next one. */
int sockets_may_shake_hands(Link *link);
/* Closes the oldest unfinished of all; 0: there is none. */
int sockets_evict(Net *net);
/* After each event: counts the memory held for the peer (partial requests and messages,
 * unread answers). Beyond the limit for all, the connection that has held memory longest
 * is closed. */
void sockets_count_memory(Link *link);

/* ------------------------------------------------------------------------- */
/* http.c, answer.c                                                          */
/* ------------------------------------------------------------------------- */

void http_readable(Link *link);
/* While the core works on the request before. */
void http_readable_early(Link *link);
void http_writable(Link *link);
void http_expired(Link *link);
/* The connection is gone. */
void http_gone(Link *link);
void http_answered(void *link);

/* ------------------------------------------------------------------------- */
/* ws.c                                                                      */
/* ------------------------------------------------------------------------- */

typedef struct Visitor {
    char address[WHO_MAX];
    char token[TOKEN_MAX];
    Language language;
} Visitor;

/* Upgrades a request to a WebSocket: 101, or the status of the refusal. */
int ws_upgrade(Link *link, const HttpHead *head, const Visitor *visitor);
void ws_readable(Link *link);
/* Looks at what is in link->in. */
void ws_proceed(Link *link);
/* Sends what there is. */
void ws_flush(Link *link);
void ws_ping(Link *link);
/* Closes WebSockets whose message takes too long. */
void ws_expire_messages(Net *net);
void ws_hang_up(Link *link);

#endif
