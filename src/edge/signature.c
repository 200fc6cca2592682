/* signature.c: signatures of WebAuthn, verified by OpenSSL. */
#include "edge/signature.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <string.h>

enum { HASH_BYTES = 32, COORDINATE = 32 };

/* ------------------------------------------------------------------------- */
/* Keys: the caller frees them; NULL: OpenSSL refuses it, or has no memory    */
/* ------------------------------------------------------------------------- */

static EVP_PKEY *from_parameters(const char *type, OSSL_PARAM *parameters)
{
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    EVP_PKEY *key = NULL;

    if (context != NULL && parameters != NULL && EVP_PKEY_fromdata_init(context) == 1)
        EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters);
    EVP_PKEY_CTX_free(context);
    return key;
}

static EVP_PKEY *es256_key(const CoseKey *cose)
{
    char curve[] = "prime256v1";
    uint8_t point[1 + 2 * COORDINATE] = { POINT_CONVERSION_UNCOMPRESSED };
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, curve, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point),
        OSSL_PARAM_construct_end(),
    };

    memcpy(point + 1, cose->x.at, COORDINATE);
    memcpy(point + 1 + COORDINATE, cose->y.at, COORDINATE);
    return from_parameters("EC", parameters);
}

static EVP_PKEY *rs256_key(const CoseKey *cose)
{
    enum { EXPONENT = 65537 };
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    OSSL_PARAM *parameters = NULL;
    BIGNUM *modulus = BN_bin2bn(cose->modulus.at, (int)cose->modulus.length, NULL);
    EVP_PKEY *key = NULL;

    if (build != NULL && modulus != NULL
        && OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_N, modulus) == 1
        && OSSL_PARAM_BLD_push_uint(build, OSSL_PKEY_PARAM_RSA_E, EXPONENT) == 1)
        parameters = OSSL_PARAM_BLD_to_param(build);
    if (parameters != NULL)
        key = from_parameters("RSA", parameters);
    OSSL_PARAM_free(parameters);
    BN_free(modulus);
    OSSL_PARAM_BLD_free(build);
    return key;
}

static EVP_PKEY *key_new(const CoseKey *cose)
{
    switch (cose->kind) {
    case KEY_ES256:
        return es256_key(cose);
    case KEY_RS256:
        return rs256_key(cose);
    case KEY_EDDSA:
    default:
        return EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, cose->x.at,
                                           cose->x.length);
    }
}

int public_key_is_usable(Bytes key)
{
    CoseKey cose;
    EVP_PKEY *made = cose_read(key, &cose) ? key_new(&cose) : NULL;

    EVP_PKEY_free(made);
    ERR_clear_error();
    return made != NULL;
}

/* ------------------------------------------------------------------------- */
/* Verifying                                                                 */
/* ------------------------------------------------------------------------- */

/* Ed25519 hashes by itself; RSA's padding is that of PKCS #1 1.5 by default. */
static int verify(EVP_PKEY *key, KeyKind kind, Bytes message, Bytes signature)
{
    const EVP_MD *hash = kind == KEY_EDDSA ? NULL : EVP_sha256();
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int is_valid = context != NULL && key != NULL
                   && EVP_DigestVerifyInit(context, NULL, hash, NULL, key) == 1
                   && EVP_DigestVerify(context, signature.at, signature.length, message.at,
                                       message.length)
                          == 1;

    EVP_MD_CTX_free(context);
    return is_valid;
}

int signature_is_valid(Bytes key, Bytes authenticator, Bytes client, Bytes signature)
{
    uint8_t message[AUTHENTICATOR_MAX + HASH_BYTES];
    unsigned length;
    CoseKey cose;

    if (authenticator.length > AUTHENTICATOR_MAX || signature.length > SIGNATURE_MAX
        || !cose_read(key, &cose))
        return 0;
    memcpy(message, authenticator.at, authenticator.length);
    if (EVP_Digest(client.at, client.length, message + authenticator.length, &length,
                   EVP_sha256(), NULL)
        != 1)
        return 0;
    EVP_PKEY *made = key_new(&cose);
    int is_valid = verify(made, cose.kind,
                          (Bytes){ message, authenticator.length + HASH_BYTES }, signature);
    EVP_PKEY_free(made);
    ERR_clear_error();
    return is_valid;
}
