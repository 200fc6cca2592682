/* at_server.h: who we are to a server, for the verbs that talk to one. */
#ifndef ROUNDHOUSE_CLI_AT_SERVER_H
#define ROUNDHOUSE_CLI_AT_SERVER_H

#include "client/address.h"
#include "client/session.h"

/* Reads the address and comes in: as the one whose session is kept for this server,
 * below $XDG_STATE_HOME/roundhouse, or under `name` (NULL: any, or the user's own).
 * EXIT_FINE, or told. */
int at_server(const char *program, const char *url, const char *name,
              ServerAddress *address, Session *session);

#endif
