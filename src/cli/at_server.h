/* at_server.h: who we are to a server, for the verbs that talk to one. */
#ifndef ROUNDHOUSE_CLI_AT_SERVER_H
#define ROUNDHOUSE_CLI_AT_SERVER_H

#include "client/address.h"
#include "client/session.h"
#include "words/words.h"

typedef struct Visitor {
    const char *url;
    const char *name; /* NULL: any, or the user's own */
    int has_password; /* keeps that name, and is asked for the password */
    Language language;
} Visitor;

/* Reads the address and opens a session: the one that is kept for this server below
 * $XDG_STATE_HOME/roundhouse, or a new one. EXIT_FINE, or another status: error
 * printed. */
int at_server(const char *program, const Visitor *visitor, ServerAddress *address,
              Session *session);

#endif
