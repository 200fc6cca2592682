/* soft_key.h: an authenticator in software: key pairs, authenticator data and
 * signatures by OpenSSL, written from the standard and not with the code under test. */
#ifndef ROUNDHOUSE_TESTS_PASSKEY_SOFT_KEY_H
#define ROUNDHOUSE_TESTS_PASSKEY_SOFT_KEY_H

#include "edge/authenticator.h"

#include <openssl/evp.h>

enum { SOFT_ID_BYTES = 32, SOFT_DATA_MAX = 2048, SOFT_SIGNATURE_MAX = 512 };

enum {
    SOFT_PRESENT = 0x01,
    SOFT_VERIFIED = 0x04,
    SOFT_CREDENTIAL = 0x40, /* with its id and key */
    SOFT_EXTENSIONS = 0x80, /* with {"credProtect": 2} */
    SOFT_SIGNING = SOFT_PRESENT | SOFT_VERIFIED,
    SOFT_MAKING = SOFT_SIGNING | SOFT_CREDENTIAL,
};

typedef struct SoftKey {
    KeyKind kind;
    EVP_PKEY *pair;
    uint8_t id[SOFT_ID_BYTES];
    uint8_t cose[PUBLIC_KEY_MAX];
    size_t cose_length;
} SoftKey;

/* A new pair. Ends the program if OpenSSL fails. */
SoftKey soft_key_new(KeyKind kind);
void soft_key_free(SoftKey *key);

/* Authenticator data for the site; the number of bytes. */
size_t soft_data(const SoftKey *key, const char *site, int flags, uint32_t counter,
                 uint8_t out[SOFT_DATA_MAX]);
/* The signature of authenticator data and client data; the number of bytes. */
size_t soft_sign(const SoftKey *key, Bytes data, Bytes client,
                 uint8_t out[SOFT_SIGNATURE_MAX]);

#endif
