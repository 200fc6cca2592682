/* soft_key.c: an authenticator in software. */
#include "passkey/soft_key.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void require(int is_fine, const char *what)
{
    if (is_fine)
        return;
    fprintf(stderr, "soft_key: %s\n", what);
    abort();
}

/* ------------------------------------------------------------------------- */
/* The public key                                                            */
/* ------------------------------------------------------------------------- */

static void put(SoftKey *key, const void *bytes, size_t length)
{
    require(key->cose_length + length <= sizeof key->cose, "the key is too long");
    memcpy(key->cose + key->cose_length, bytes, length);
    key->cose_length += length;
}

#define PUT(key, ...)                                                                      \
    put(key, (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }))

/* A number of the key, big-endian, in so many bytes. */
static void put_number(SoftKey *key, const char *name, size_t length)
{
    uint8_t bytes[512];
    BIGNUM *number = NULL;

    require(EVP_PKEY_get_bn_param(key->pair, name, &number) == 1, name);
    require(BN_bn2binpad(number, bytes, (int)length) == (int)length, name);
    put(key, bytes, length);
    BN_free(number);
}

static void put_es256(SoftKey *key)
{
    PUT(key, 0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20);
    put_number(key, OSSL_PKEY_PARAM_EC_PUB_X, 32);
    PUT(key, 0x22, 0x58, 0x20);
    put_number(key, OSSL_PKEY_PARAM_EC_PUB_Y, 32);
}

static void put_eddsa(SoftKey *key)
{
    uint8_t bytes[32];
    size_t length = sizeof bytes;

    require(EVP_PKEY_get_raw_public_key(key->pair, bytes, &length) == 1, "Ed25519");
    PUT(key, 0xa4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21, 0x58, 0x20);
    put(key, bytes, length);
}

static void put_rs256(SoftKey *key)
{
    PUT(key, 0xa4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20, 0x59, 0x01, 0x00);
    put_number(key, OSSL_PKEY_PARAM_RSA_N, 256);
    PUT(key, 0x21, 0x43, 0x01, 0x00, 0x01);
}

SoftKey soft_key_new(KeyKind kind)
{
    SoftKey key = { .kind = kind };

    require(RAND_bytes(key.id, sizeof key.id) == 1, "no random bytes");
    switch (kind) {
    case KEY_ES256:
        key.pair = EVP_EC_gen("P-256");
        break;
    case KEY_RS256:
        key.pair = EVP_RSA_gen(2048);
        break;
    case KEY_EDDSA:
    default:
        key.pair = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
    }
    require(key.pair != NULL, "no key");
    (kind == KEY_ES256 ? put_es256 : kind == KEY_EDDSA ? put_eddsa : put_rs256)(&key);
    return key;
}

void soft_key_free(SoftKey *key)
{
    EVP_PKEY_free(key->pair);
}

/* ------------------------------------------------------------------------- */
/* Ceremonies                                                                */
/* ------------------------------------------------------------------------- */

size_t soft_data(const SoftKey *key, const char *site, int flags, uint32_t counter,
                 uint8_t out[SOFT_DATA_MAX])
{
    static const uint8_t EXTENSIONS[] = "\xa1\x6b"
                                        "credProtect\x02";
    size_t length = 32;
    unsigned hashed;

    require(EVP_Digest(site, strlen(site), out, &hashed, EVP_sha256(), NULL) == 1, "hash");
    out[length++] = (uint8_t)flags;
    for (int shift = 24; shift >= 0; shift -= 8)
        out[length++] = (uint8_t)(counter >> shift);
    if (flags & SOFT_CREDENTIAL) {
        memset(out + length, 0xaa, 16);
        length += 16;
        out[length++] = 0;
        out[length++] = SOFT_ID_BYTES;
        memcpy(out + length, key->id, SOFT_ID_BYTES);
        length += SOFT_ID_BYTES;
        memcpy(out + length, key->cose, key->cose_length);
        length += key->cose_length;
    }
    if (flags & SOFT_EXTENSIONS) {
        memcpy(out + length, EXTENSIONS, sizeof EXTENSIONS - 1);
        length += sizeof EXTENSIONS - 1;
    }
    return length;
}

size_t soft_sign(const SoftKey *key, Bytes data, Bytes client,
                 uint8_t out[SOFT_SIGNATURE_MAX])
{
    uint8_t message[SOFT_DATA_MAX + 32];
    const EVP_MD *hash = key->kind == KEY_EDDSA ? NULL : EVP_sha256();
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    size_t length = SOFT_SIGNATURE_MAX;
    unsigned hashed;

    memcpy(message, data.at, data.length);
    require(EVP_Digest(client.at, client.length, message + data.length, &hashed,
                       EVP_sha256(), NULL)
                == 1,
            "hash");
    require(EVP_DigestSignInit(context, NULL, hash, NULL, key->pair) == 1, "signing");
    require(EVP_DigestSign(context, out, &length, message, data.length + 32) == 1,
            "signing");
    EVP_MD_CTX_free(context);
    return length;
}
