/* nginx.h: a real nginx in front of a server, by a page of docs/hosting.md. */
#ifndef ROUNDHOUSE_TESTS_SERVER_NGINX_H
#define ROUNDHOUSE_TESTS_SERVER_NGINX_H

#include "load/frame.h"

#include <sys/types.h>

typedef struct Nginx {
    pid_t pid;
    ServerAddress address;
    char folder[64];
} Nginx;

/* The page as it was: every path may be upgraded. */
const char *nginx_old_page(void);
/* The nginx part of the file, without TLS. */
char *nginx_page_of(const char *path);

/* Chooses where it will listen. */
void nginx_choose(Nginx *nginx);
/* Starts it there. In the page 127.0.0.1:8930 is the server, and 443 where it listens. */
void nginx_open(Nginx *nginx, const char *page, const ServerAddress *server);
void nginx_close(Nginx *nginx);

#endif
