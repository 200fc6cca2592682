/* sessions.h: sessions: from a token to a user. Tokens are random, sent once, and stored
 * as hashes only. */
#ifndef ROUNDHOUSE_SERVER_SESSIONS_H
#define ROUNDHOUSE_SERVER_SESSIONS_H

#include "server/internal.h"

/* Looks up the session in the store, then greets the connection. */
void session_ask(Conn *conn, const char *token);

void session_token_make(char token[TOKEN_MAX]);
void session_hash(const char *token, uint8_t hash[STORE_HASH_BYTES]);

/* On a database thread: whose token it is, which only reads. STORE_NOT_FOUND:
 * nobody's, or too old. `seen` may be NULL. */
StoreStatus session_find(Store *store, const char *token, int64_t now, StoreUser *user,
                         int64_t *seen, Fault *fault);
/* A new session of the user, whose token goes to `token`. */
/* Once a day is enough to know that somebody still comes. */
StoreStatus session_note_seen(Store *store, const char *token, int64_t seen, int64_t now,
                              Fault *fault);
StoreStatus session_add(Store *store, StoreId user, const char *token, int64_t now,
                        Fault *fault);

/* Closes the connections of an ended session, or of all other sessions of the user. */
void session_hang_up(Core *core, StoreId user, const char *token);
void session_hang_up_others(Core *core, StoreId user, const char *token);

/* A name as people write it: 1 to 32 characters that show. */
int name_is_sound(const char *name, size_t length);
/* As it is compared: small letters, no accents of case. */
void name_key(const char *name, char *key, size_t size);
/* The same without invisible characters: names with the same skeleton look the same. */
void name_skeleton(const char *name, char *skeleton, size_t size);

#endif
