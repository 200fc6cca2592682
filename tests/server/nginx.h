/* nginx.h: a real nginx in front of a server, configured by docs/hosting.md. */
#ifndef ROUNDHOUSE_TESTS_SERVER_NGINX_H
#define ROUNDHOUSE_TESTS_SERVER_NGINX_H

#include "load/frame.h"

#include <sys/types.h>

typedef struct Nginx {
    pid_t pid;
    ServerAddress address;
    char folder[64];
} Nginx;

/* An earlier configuration: every path may be upgraded. */
const char *nginx_old_page(void);
/* The configuration in the file, without TLS. */
char *nginx_page_of(const char *path);

/* Chooses the port. */
void nginx_choose(Nginx *nginx);
/* Starts nginx on that port. In the configuration 127.0.0.1:8930 is replaced by the
 * server's address, and 443 by nginx's port. */
void nginx_open(Nginx *nginx, const char *page, const ServerAddress *server);
void nginx_close(Nginx *nginx);

#endif
