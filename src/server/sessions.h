/* sessions.h: sessions: from a token to a user. Tokens are random, sent once, and stored
 * as hashes only.
 *
 * The token of a browser's cookie is replaced once a day. The old one stays valid until the
 * new one has come back, and for SESSION_GRACE after that, so that neither a lost answer
 * nor a second tab ends the session:
 *
 *     token 1 ──a day──> token 1, token 2 ──2 is used──> token 2, token 1 for an hour
 *
 * Other programs have the token in a file or in Authorization: theirs stays. */
#ifndef ROUNDHOUSE_SERVER_SESSIONS_H
#define ROUNDHOUSE_SERVER_SESSIONS_H

#include "server/internal.h"

enum { SESSION_DAYS = 90, PROGRAM_SESSION_DAYS = 400 }; /* unused, until it ends */

/* A random token, and the hash that is stored. */
void token_make(char token[TOKEN_MAX]);
void token_hash(const char *token, uint8_t hash[STORE_HASH_BYTES]);

/* Looks up the session in the store, then greets the connection. */
void session_ask(Conn *conn, const char *token);

/* On a database thread: finds the session of a token; only reads. STORE_NOT_FOUND: the
 * token is unknown or expired, or its user is banned. */
StoreStatus session_find(Store *store, const char *token, int64_t now, StoreUser *user,
                         StoreSession *session, Fault *fault);
/* A new session of the user, whose token goes to `token`, for a client that calls itself
 * `agent` (User-Agent). */
StoreStatus session_open(Store *store, const StoreUser *user, const char *agent,
                         int64_t now, StoreSession *session, char token[TOKEN_MAX],
                         Fault *fault);
/* Has the use of the session to be stored: once an hour, and with a new token? */
int session_is_due(const StoreSession *session, int64_t now);
StoreStatus session_note_use(Store *store, const StoreUser *user,
                             const StoreSession *session, int64_t now, Fault *fault);
/* Must the token of this cookie be replaced? */
int session_must_rotate(const StoreUser *user, const StoreSession *session, int64_t now);
/* Another token for the session. Empty: it got one a moment ago. */
StoreStatus session_rotate(Store *store, const StoreSession *session, int64_t now,
                           char token[TOKEN_MAX], Fault *fault);

/* Ends a session, or all of the user but one (empty: all): the rows, and by a notice the
 * connections at other nodes, which look it up. sessions_hang_up, on the core's thread,
 * closes those here. */
typedef enum SessionEnd { END_ONE = 'x', END_OTHERS = 'o' } SessionEnd;

StoreStatus sessions_end(const Core *core, Store *store, StoreId user, SessionEnd which,
                         const char *code, Fault *fault);
void sessions_hang_up(Core *core, StoreId user, SessionEnd which, const char *code);

/* Looks up again whether the sessions of connections have ended, a few at each tick: a
 * notice may be lost, and sessions expire. */
void sessions_tick(Core *core);
/* Another node has ended one of the user's sessions, or (0) notices were lost: the sessions
 * of the user, or of all, are looked up with the next tick. */
void sessions_recheck(Core *core, StoreId user);

#endif
