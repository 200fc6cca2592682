/* net.h: listening sockets, accepting, and the rounds of the event loop. All of it runs on
 * one thread over libev; others wake it through net_wake. */
#ifndef ROUNDHOUSE_SERVER_NET_H
#define ROUNDHOUSE_SERVER_NET_H

#include "server/core.h"
#include "server/files.h"
#include "server/who.h"

typedef struct Net Net;

typedef struct NetConfig {
    const char *host; /* an address, or "localhost": loopback of either kind */
    const char *port; /* "0": any */
    const char *tls_cert, *tls_key; /* NULL: plain HTTP */
    const char *base_url;           /* NULL: as clients name the host */
    Proxies proxies;                /* whose X-Forwarded-For is believed */
    int is_behind_proxy;            /* a proxy in front may do TLS */
    /* Where health and metrics are served. Host NULL: nowhere. Port NULL: the port
     * after the public one, or any if that is taken. */
    const char *admin_host, *admin_port;
    const Files *files;
    Limits limits;
} NetConfig;

/* Listens. NULL: error in *fault. */
Net *net_new(const NetConfig *config, Fault *fault);
void net_free(Net *net);

/* The port that it listens on, and that for health and metrics (0: none). */
int net_port(const Net *net);
int net_admin_port(const Net *net);

/* From here on there is a core to talk to. Set before the first net_serve. */
void net_set_core(Net *net, Core *core);
extern const Transport NET_TRANSPORT;

/* One iteration of the event loop: waits for events, at most for a tick, and handles
 * them. */
enum { NET_TICK_MS = 250 };
void net_serve(Net *net);
/* After core_poll: flushes the queues as far as the sockets accept. */
void net_flush(Net *net);
/* The end begins: no new connections, and net_serve returns soon. */
void net_stop_listening(Net *net);
/* Are there requests without a complete answer? */
int net_is_sending(const Net *net);

/* From any thread: ends the waiting of net_serve. */
void net_wake(void *net);

#endif
