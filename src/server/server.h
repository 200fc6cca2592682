/* server.h: the whole server, from opening its store to closing it. */
#ifndef ROUNDHOUSE_SERVER_SERVER_H
#define ROUNDHOUSE_SERVER_SERVER_H

#include "server/core.h"
#include "server/who.h"

typedef struct ServerConfig {
    const char *version;
    const char *data; /* where the store is */
    const char *host; /* see NetConfig */
    const char *port;
    const char *base_url; /* NULL: as it listens */
    const char *web;      /* the folder of the page's files */
    const char *tls_cert, *tls_key;
    int is_behind_proxy;
    Proxies proxies;
    const char *admin_host, *admin_port; /* see NetConfig */
    int thinkers; /* threads of bots; 0: one less than processors, at least one */
    Limits limits;
    const char *security_log;                 /* a file; NULL: standard error */
    int keep_addresses;                       /* days, in that file; 0: not even one */
    int tidy_tables_after, tidy_guests_after; /* days; 0: never */
    /* NULL: the system's. Tests have one that they can move. */
    int64_t (*clock)(void *context);
    int64_t (*steady)(void *context); /* set if `clock` is */
    void *clock_context;
    /* It listens there; `admin` is where health and metrics are, NULL: nowhere. */
    void (*listening)(void *context, const char *address, const char *admin, int has_page);
    void *listening_context;
} ServerConfig;

/* Serves until SIGTERM or SIGINT. 0: error in *fault, in words that say what to do. */
int server_run(const ServerConfig *config, Fault *fault);

#endif
