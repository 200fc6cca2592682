/* address.h: where a server is, and which table of it is meant. */
#ifndef ROUNDHOUSE_CLIENT_ADDRESS_H
#define ROUNDHOUSE_CLIENT_ADDRESS_H

#include "play/text.h"

enum { SERVER_HOST_MAX = 256, TABLE_CODE_MAX = 32 };

typedef struct ServerAddress {
    int is_secure; /* https */
    char host[SERVER_HOST_MAX];
    int port;
    char table[TABLE_CODE_MAX]; /* of …/t/CODE; empty: none */
    char language[3];           /* of the server's sentences: "fr"; empty: not said */
    char from[48]; /* our own end, an IPv4 address of this machine; empty: any */
} ServerAddress;

/* Does it look like an address, and not like the name of a game? */
int server_address_is(const char *text);
/* The host as a URL and a Host header have it: "[::1]:8930", without a default port. */
void server_address_name(const ServerAddress *address, char *out, size_t room);
/* "https://host:port", with or without "/t/CODE" behind it. 0: error in *fault. */
int server_address_read(const char *url, ServerAddress *address, Fault *fault);

#endif
