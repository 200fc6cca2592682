/* rite.h: the ceremonies of passkeys, as a browser with an authenticator does them, and as
 * an attacker would. */
#ifndef ROUNDHOUSE_TESTS_SERVER_RITE_H
#define ROUNDHOUSE_TESTS_SERVER_RITE_H

#include "talk.h"

#include "passkey/soft_key.h"

enum { FIELD = 4096, BODY = 6 * FIELD };

/* A ceremony, with what a test may change. NULL and 0 stand for what is right. */
typedef struct Rite {
    const char *type, *origin, *site, *challenge, *user, *more;
    int flags;
    uint32_t counter;
    int spoils_signature;
} Rite;

/* As it should be. */
extern const Rite RITE;

/* Base64url. */
void rite_encode(const void *bytes, size_t length, char out[FIELD]);
/* A challenge of this server, by a POST to `path`. */
void rite_challenge(const House *at, const Person *who, const char *path,
                    char challenge[FIELD]);
/* The body of POST /passkeys; `extra` are further keys. */
void rite_make(const House *at, const Person *who, const SoftKey *key, const Rite *rite,
               const char *extra, char body[BODY]);
/* The body of POST /login/passkey, of a key of this user. */
void rite_sign(const House *at, const char *user, const SoftKey *key, const Rite *rite,
               char body[BODY]);

#endif
