/* server.h: the whole server, from opening its store to closing it. */
#ifndef ROUNDHOUSE_SERVER_SERVER_H
#define ROUNDHOUSE_SERVER_SERVER_H

#include "server/net.h"

/* Where a server is to be found. */
typedef struct ServerPlaces {
    const char *address; /* what it is called */
    const char *listen;  /* where it listens, if that is another address; or NULL */
    const char *admin;   /* health and metrics; NULL: nowhere */
    int has_page;
} ServerPlaces;

typedef struct ServerConfig {
    NetConfig net; /* but for its files */
    const char *version;
    const char *data; /* where the store is */
    const char *web;  /* the folder of the page's files */
    int thinkers;     /* threads of bots; 0: one less than processors, at least one */
    const char *security_log;                 /* a file; NULL: standard error */
    int keep_addresses;                       /* days, in that file; 0: not even one */
    int tidy_tables_after, tidy_guests_after; /* days; 0: never */
    const char *push_loopback_ca;             /* PushSender; NULL: none */
    /* But for its base_url and key. Without a url there is no mail; with one, net.base_url
     * is set: links in mails do not depend on requests. */
    MailSender mail;
    /* NULL: the system's. Tests have one that they can move. */
    int64_t (*clock)(void *context);
    int64_t (*steady)(void *context); /* set if `clock` is */
    void *clock_context;
    /* It listens there; `admin` is where health and metrics are, NULL: nowhere. */
    void (*listening)(void *context, const ServerPlaces *places);
    void *listening_context;
} ServerConfig;

/* Serves until SIGTERM or SIGINT. 0: error in *fault, in words that say what to do. */
int server_run(const ServerConfig *config, Fault *fault);

#endif
