/* net.h: the sockets, by libwebsockets: the only files that know it are net.c, ws.c
 * and http.c. All of it runs on one thread; others wake it through net_wake. */
#ifndef ROUNDHOUSE_SERVER_NET_H
#define ROUNDHOUSE_SERVER_NET_H

#include "server/core.h"
#include "server/files.h"

typedef struct Net Net;

typedef struct NetConfig {
    const char *host; /* an address, or "localhost": loopback of either kind */
    const char *port; /* "0": any */
    const char *tls_cert, *tls_key; /* NULL: plain HTTP */
    const char *base_url;           /* NULL: as clients name the host */
    int is_behind_proxy;            /* X-Forwarded-For and -Proto tell the truth */
    const Files *files;
} NetConfig;

/* Listens. NULL: told, in words that say what to do. */
Net *net_new(const NetConfig *config, Fault *fault);
void net_free(Net *net);

/* The port that it listens on. */
int net_port(const Net *net);

/* From here on there is a core to talk to. Set before the first net_serve. */
void net_set_core(Net *net, Core *core);
extern const Border NET_BORDER;

/* One round: waits until something happens, or a tick at the latest, and deals with
 * it. */
enum { NET_TICK_MS = 250 };
void net_serve(Net *net);
/* After a round, once the core has settled: what there is to say is sent at once, as
 * far as the sockets take it, without waiting for them to say that they do. */
void net_flush(Net *net);
/* No new connections from now on. */
void net_stop_listening(Net *net);
/* Are there connections with something left to be sent? */
int net_is_sending(const Net *net);

/* From any thread: ends the waiting of net_serve. */
void net_wake(void *net);

#endif
