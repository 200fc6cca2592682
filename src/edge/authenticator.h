/* authenticator.h: WebAuthn's authenticator data and COSE public keys out of bytes. Pure
 * functions over a buffer: no memory, no clock. Strict: CBOR in the canonical form of
 * CTAP2 only, no bytes left over.
 *
 *     32 SHA-256 of the site's name │ 1 flags │ 4 counter │
 *     [AT: 16 model │ 2 length │ credential id │ COSE key] │ [ED: CBOR map] */
#ifndef ROUNDHOUSE_EDGE_AUTHENTICATOR_H
#define ROUNDHOUSE_EDGE_AUTHENTICATOR_H

#include <stddef.h>
#include <stdint.h>

enum {
    SITE_HASH_BYTES = 32,
    CREDENTIAL_MAX = 1023,    /* bytes of an id, as WebAuthn has it */
    PUBLIC_KEY_MAX = 640,     /* bytes of a COSE key: RSA with 4096 bits */
    AUTHENTICATOR_MAX = 4096, /* bytes of authenticator data */
};

/* A slice of a borrowed buffer. */
typedef struct Bytes {
    const uint8_t *at;
    size_t length;
} Bytes;

typedef struct AuthenticatorData {
    const uint8_t *site_hash;    /* SITE_HASH_BYTES */
    int is_present, is_verified; /* the person: has touched it; has shown a face, PIN, … */
    uint32_t counter;            /* of signatures; 0: the authenticator has none */
    int has_credential;          /* a new one: */
    Bytes credential;            /* its id */
    Bytes key;                   /* its COSE key, which cose_read takes */
} AuthenticatorData;

/* 0: malformed. */
int authenticator_read(Bytes bytes, AuthenticatorData *out);

/* The algorithms, by their numbers in COSE. */
typedef enum KeyKind { KEY_ES256 = -7, KEY_EDDSA = -8, KEY_RS256 = -257 } KeyKind;

typedef struct CoseKey {
    KeyKind kind;
    Bytes x, y;    /* KEY_ES256: P-256, 32 bytes each; KEY_EDDSA: Ed25519, x alone */
    Bytes modulus; /* KEY_RS256: 2048 to 4096 bits; the exponent is 65537 */
} CoseKey;

/* 0: malformed, or another algorithm. */
int cose_read(Bytes bytes, CoseKey *out);

#endif
