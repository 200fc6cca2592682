/* web_push.h: messages to the push services of browsers: encrypted for one browser (RFC
 * 8291), and signed by this server (VAPID, RFC 8292).
 *
 *     salt 16 · record size 4 · key length 1 · own public key 65 · AES-128-GCM(text 02) */
#ifndef ROUNDHOUSE_EDGE_WEB_PUSH_H
#define ROUNDHOUSE_EDGE_WEB_PUSH_H

#include "play/text.h"

#include <stdint.h>

enum {
    PUSH_PUBLIC_BYTES = 65, /* an uncompressed point of P-256 */
    PUSH_PRIVATE_BYTES = 32,
    PUSH_AUTH_BYTES = 16,
    PUSH_SALT_BYTES = 16,
    PUSH_HEADER_BYTES = PUSH_SALT_BYTES + 4 + 1 + PUSH_PUBLIC_BYTES,
    PUSH_TEXT_MAX = 3000,
    PUSH_BODY_MAX = PUSH_HEADER_BYTES + PUSH_TEXT_MAX + 1 + 16,
    PUSH_KEY_TEXT = 88, /* of a public key in base64url, and a NUL */
};

typedef struct PushKeys {
    uint8_t private_key[PUSH_PRIVATE_BYTES];
    uint8_t public_key[PUSH_PUBLIC_BYTES];
} PushKeys;

/* What a browser gives out with its subscription. */
typedef struct PushReader {
    uint8_t public_key[PUSH_PUBLIC_BYTES];
    uint8_t auth[PUSH_AUTH_BYTES];
} PushReader;

/* A new pair; or that of a private key. 0: OpenSSL fails, or it is no key. */
int push_keys_make(PushKeys *keys);
int push_keys_of(const uint8_t private_key[PUSH_PRIVATE_BYTES], PushKeys *keys);
/* Is it a point of the curve? */
int push_public_is_sound(const uint8_t public_key[PUSH_PUBLIC_BYTES]);

/* The body of a request; `once` is a pair for this message alone. The number of bytes; 0:
 * OpenSSL fails, or the text is too long. */
size_t push_encrypt(const PushReader *reader, const PushKeys *once,
                    const uint8_t salt[PUSH_SALT_BYTES], const char *text, size_t length,
                    uint8_t out[PUSH_BODY_MAX]);

/* What the server says of itself. */
typedef struct PushClaim {
    const char *audience; /* the origin of the push service */
    const char *subject;  /* how to reach whoever runs the server */
    int64_t expires;      /* seconds since 1970 */
} PushClaim;

/* The value of the header Authorization. 0: OpenSSL fails. */
int push_authorize(const PushKeys *keys, const PushClaim *claim, Text *out);

/* base64url without padding. Reading returns the number of bytes; -1: it is not that, or
 * longer than the room. */
void base64url_add(Text *out, const uint8_t *bytes, size_t length);
int base64url_read(const char *text, uint8_t *out, size_t room);

#endif
