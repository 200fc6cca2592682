/* public_address.h: may this server connect there on behalf of somebody outside? Only to
 * addresses of the public net, and to none of the own networks. */
#ifndef ROUNDHOUSE_EDGE_PUBLIC_ADDRESS_H
#define ROUNDHOUSE_EDGE_PUBLIC_ADDRESS_H

#include <sys/socket.h>

/* By the registries of IANA: neither private, nor loopback, nor for anything special. */
int address_is_global(const struct sockaddr *address);
int address_is_loopback(const struct sockaddr *address);
/* Global, and in no network that this machine has an address in. */
int address_is_public(const struct sockaddr *address);

#endif
