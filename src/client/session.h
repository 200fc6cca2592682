/* session.h: who we are to a server: a guest whose session is kept on disk, so that
 * one is the same person tomorrow. */
#ifndef ROUNDHOUSE_CLIENT_SESSION_H
#define ROUNDHOUSE_CLIENT_SESSION_H

#include "client/address.h"

enum { SESSION_TOKEN_MAX = 256 };

typedef struct Session {
    char token[SESSION_TOKEN_MAX];
} Session;

/* Takes up the session in the file if the server still knows it, and if it is under
 * this name (NULL: any); otherwise comes in as a new guest and writes the file, which
 * only the user can read. `path` NULL: nothing is kept. 0: told. */
int session_begin(const ServerAddress *server, const char *name, const char *usual_name,
                  const char *path, Session *session, Fault *fault);

#endif
