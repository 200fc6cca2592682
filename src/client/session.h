/* session.h: our session at a server, as a guest or by name and password, stored on disk
 * for the next visit. */
#ifndef ROUNDHOUSE_CLIENT_SESSION_H
#define ROUNDHOUSE_CLIENT_SESSION_H

#include "client/address.h"

enum { SESSION_TOKEN_MAX = 256 };

typedef struct Session {
    char token[SESSION_TOKEN_MAX];
} Session;

/* Resumes the session in the file if the server still knows it and it has this name (NULL:
 * any); otherwise logs in as a new guest and writes the file, which only the user can
 * read. Its folder must exist. `path` NULL: nothing is stored. `invitation` is of a new
 * guest; NULL: none. 0: error in *fault. */
int session_begin(const ServerAddress *server, const char *name, const char *default_name,
                  const char *invitation, const char *path, Session *session, Fault *fault);

/* Resumes it without a new guest; 0: there is none that the server knows. */
int session_resume(const ServerAddress *server, const char *path, Session *session);

/* Whose session it is. */
typedef struct SessionOwner {
    char name[128];
    int is_kept; /* with a password or a passkey */
} SessionOwner;

/* 0: error in *fault. */
int session_owner(const ServerAddress *server, const Session *session, SessionOwner *owner,
                  Fault *fault);

/* Does the session in the file belong to the account of this name? */
int session_is_kept(const ServerAddress *server, const char *name, const char *path,
                    Session *session);
/* Logs in to that account, and writes the file as above. 0: error in *fault. */
int session_log_in(const ServerAddress *server, const char *name, const char *password,
                   const char *path, Session *session, Fault *fault);

#endif
