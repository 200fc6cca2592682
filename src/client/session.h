/* session.h: our session at a server, as a guest or by name and password. It is kept on
 * disk for the next visit. */
#ifndef ROUNDHOUSE_CLIENT_SESSION_H
#define ROUNDHOUSE_CLIENT_SESSION_H

#include "client/address.h"

enum { SESSION_TOKEN_MAX = 256 };

typedef struct Session {
    char token[SESSION_TOKEN_MAX];
} Session;

/* Takes up the session in the file if the server still knows it, and if it is under
 * this name (NULL: any); otherwise comes in as a new guest and writes the file, which
 * only the user can read. `path` NULL: nothing is kept. 0: error in *fault. */
int session_begin(const ServerAddress *server, const char *name, const char *default_name,
                  const char *path, Session *session, Fault *fault);

/* Does the session in the file belong to whoever keeps this name? */
int session_is_kept(const ServerAddress *server, const char *name, const char *path,
                    Session *session);
/* Comes in as that one, and writes the file as above. 0: error in *fault. */
int session_log_in(const ServerAddress *server, const char *name, const char *password,
                   const char *path, Session *session, Fault *fault);

#endif
