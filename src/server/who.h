/* who.h: from where a request comes, and for which site: addresses, trusted proxies, Host
 * and Origin. */
#ifndef ROUNDHOUSE_SERVER_WHO_H
#define ROUNDHOUSE_SERVER_WHO_H

#include "edge/http_parse.h"
#include "play/text.h"

#include <sys/socket.h>

enum { WHO_MAX = 64, PROXIES_MAX = 16 };

/* An address as limits count it: IPv4 alone, IPv6 by its first 64 bits, IPv4 mapped
 * into IPv6 as IPv4. Empty: it is neither. */
void who_from_socket(const struct sockaddr *address, char who[WHO_MAX]);
/* The same of an address as it is written; 0: it is none. */
int who_from_text(const char *text, char who[WHO_MAX]);
/* The last address of X-Forwarded-For, which the proxy itself has added; 0: there is
 * none. */
int who_from_forwarded(Span forwarded, char who[WHO_MAX]);

/* Trusted proxies: networks whose X-Forwarded-For is used. */
typedef struct Proxies {
    struct {
        unsigned char address[16]; /* IPv4 as mapped into IPv6 */
        int bits;
    } items[PROXIES_MAX];
    int count;
} Proxies;

/* "ADDRESS" or "ADDRESS/BITS", separated by commas; "loopback" is 127.0.0.0/8 and
 * ::1. 0: error in *fault. */
int proxies_read(Proxies *proxies, const char *text, Fault *fault);
int proxies_include(const Proxies *proxies, const struct sockaddr *address);

int who_is_loopback(const struct sockaddr *address);

/* The name and scheme of the server: every request must use them. */
typedef struct Site {
    char host[256]; /* in lower case; empty: any name */
    int port;
    int is_secure;        /* pages are served by https */
    int may_be_either;    /* a proxy in front may do TLS */
    int is_loopback_only; /* without a name: Host must be a loopback one */
} Site;

/* Takes name, port and scheme out of "https://trains.example.org:8443"; 0: it is
 * none. */
int site_read(Site *site, const char *base_url);
/* 200, 400 (not a host) or 421 (not ours). */
int site_check_host(const Site *site, Span host);

/* Does the request have an Origin, and is it another site's? */
typedef enum OriginKind { ORIGIN_NONE, ORIGIN_OURS, ORIGIN_OTHER } OriginKind;
OriginKind site_origin(const Site *site, Span origin, Span host);

#endif
