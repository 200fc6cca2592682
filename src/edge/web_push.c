/* web_push.c: encryption for browsers and VAPID, by OpenSSL. */
#include "edge/web_push.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <string.h>

enum { SHARED_BYTES = 32, KEY_BYTES = 16, NONCE_BYTES = 12, TAG_BYTES = 16 };
enum { RECORD_BYTES = 4096, SIGNATURE_HALF = 32 };

/* ------------------------------------------------------------------------- */
/* Keys                                                                      */
/* ------------------------------------------------------------------------- */

/* The caller frees it; NULL: it is no key, or OpenSSL has no memory. */
static EVP_PKEY *key_from(const uint8_t *public_key, const uint8_t *private_key)
{
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    BIGNUM *number =
        private_key == NULL ? NULL : BN_bin2bn(private_key, PUSH_PRIVATE_BYTES, NULL);
    OSSL_PARAM *parameters = NULL;
    EVP_PKEY *key = NULL;
    int kind = private_key == NULL ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEYPAIR;

    if (context != NULL && build != NULL
        && OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1",
                                           0)
               == 1
        && OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, public_key,
                                            PUSH_PUBLIC_BYTES)
               == 1
        && (number == NULL
            || OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number) == 1))
        parameters = OSSL_PARAM_BLD_to_param(build);
    if (parameters != NULL && EVP_PKEY_fromdata_init(context) == 1)
        EVP_PKEY_fromdata(context, &key, kind, parameters);
    OSSL_PARAM_free(parameters);
    BN_clear_free(number);
    OSSL_PARAM_BLD_free(build);
    EVP_PKEY_CTX_free(context);
    return key;
}

static int is_point(const uint8_t *public_key)
{
    return public_key[0] == POINT_CONVERSION_UNCOMPRESSED;
}

int push_public_is_sound(const uint8_t public_key[PUSH_PUBLIC_BYTES])
{
    EVP_PKEY *key = is_point(public_key) ? key_from(public_key, NULL) : NULL;

    EVP_PKEY_free(key);
    ERR_clear_error();
    return key != NULL;
}

/* The public key is the generator times the private one. */
int push_keys_of(const uint8_t private_key[PUSH_PRIVATE_BYTES], PushKeys *keys)
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *point = group == NULL ? NULL : EC_POINT_new(group);
    BIGNUM *number = BN_bin2bn(private_key, PUSH_PRIVATE_BYTES, NULL);
    int is_made = point != NULL && number != NULL && !BN_is_zero(number)
                  && BN_cmp(number, EC_GROUP_get0_order(group)) < 0
                  && EC_POINT_mul(group, point, number, NULL, NULL, NULL) == 1
                  && EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED,
                                        keys->public_key, PUSH_PUBLIC_BYTES, NULL)
                         == PUSH_PUBLIC_BYTES;

    memcpy(keys->private_key, private_key, PUSH_PRIVATE_BYTES);
    BN_clear_free(number);
    EC_POINT_free(point);
    EC_GROUP_free(group);
    ERR_clear_error();
    return is_made;
}

int push_keys_make(PushKeys *keys)
{
    EVP_PKEY *pair = EVP_EC_gen("prime256v1");
    BIGNUM *number = NULL;
    uint8_t private_key[PUSH_PRIVATE_BYTES];
    int is_made =
        pair != NULL && EVP_PKEY_get_bn_param(pair, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1
        && BN_bn2binpad(number, private_key, PUSH_PRIVATE_BYTES) == PUSH_PRIVATE_BYTES
        && push_keys_of(private_key, keys);

    BN_clear_free(number);
    EVP_PKEY_free(pair);
    OPENSSL_cleanse(private_key, sizeof private_key);
    return is_made;
}

/* ------------------------------------------------------------------------- */
/* Encryption                                                                */
/* ------------------------------------------------------------------------- */

static int agree(const PushKeys *own, const PushReader *reader,
                 uint8_t shared[SHARED_BYTES])
{
    EVP_PKEY *mine = key_from(own->public_key, own->private_key);
    EVP_PKEY *theirs =
        is_point(reader->public_key) ? key_from(reader->public_key, NULL) : NULL;
    EVP_PKEY_CTX *context = mine == NULL ? NULL : EVP_PKEY_CTX_new(mine, NULL);
    size_t length = SHARED_BYTES;
    int is_done = context != NULL && theirs != NULL && EVP_PKEY_derive_init(context) == 1
                  && EVP_PKEY_derive_set_peer(context, theirs) == 1
                  && EVP_PKEY_derive(context, shared, &length) == 1
                  && length == SHARED_BYTES;

    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(theirs);
    EVP_PKEY_free(mine);
    return is_done;
}

typedef struct Input {
    const uint8_t *bytes;
    size_t length;
} Input;

/* HKDF with SHA-256. */
static int derive(Input salt, Input secret, Input info, uint8_t *out, size_t length)
{
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, NULL);
    int is_done =
        context != NULL && EVP_PKEY_derive_init(context) == 1
        && EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()) == 1
        && EVP_PKEY_CTX_set1_hkdf_salt(context, salt.bytes, (int)salt.length) == 1
        && EVP_PKEY_CTX_set1_hkdf_key(context, secret.bytes, (int)secret.length) == 1
        && EVP_PKEY_CTX_add1_hkdf_info(context, info.bytes, (int)info.length) == 1
        && EVP_PKEY_derive(context, out, &length) == 1;

    EVP_PKEY_CTX_free(context);
    return is_done;
}

typedef struct ContentKeys {
    uint8_t key[KEY_BYTES], nonce[NONCE_BYTES];
} ContentKeys;

/* RFC 8291, 3.4. The strings end in a NUL, which counts. */
static int derive_keys(const PushReader *reader, const PushKeys *once, const uint8_t *salt,
                       ContentKeys *keys)
{
    static const char KEY_OF[] = "WebPush: info", CONTENT[] = "Content-Encoding: aes128gcm",
                      NONCE[] = "Content-Encoding: nonce";
    uint8_t shared[SHARED_BYTES], secret[SHARED_BYTES];
    uint8_t info[sizeof KEY_OF + 2 * PUSH_PUBLIC_BYTES];
    const Input auth = { reader->auth, PUSH_AUTH_BYTES }, own = { salt, PUSH_SALT_BYTES };

    memcpy(info, KEY_OF, sizeof KEY_OF);
    memcpy(info + sizeof KEY_OF, reader->public_key, PUSH_PUBLIC_BYTES);
    memcpy(info + sizeof KEY_OF + PUSH_PUBLIC_BYTES, once->public_key, PUSH_PUBLIC_BYTES);
    int is_done =
        agree(once, reader, shared)
        && derive(auth, (Input){ shared, sizeof shared }, (Input){ info, sizeof info },
                  secret, sizeof secret)
        && derive(own, (Input){ secret, sizeof secret },
                  (Input){ (const uint8_t *)CONTENT, sizeof CONTENT }, keys->key, KEY_BYTES)
        && derive(own, (Input){ secret, sizeof secret },
                  (Input){ (const uint8_t *)NONCE, sizeof NONCE }, keys->nonce,
                  NONCE_BYTES);
    OPENSSL_cleanse(shared, sizeof shared);
    OPENSSL_cleanse(secret, sizeof secret);
    return is_done;
}

/* One record, the last: the text ends in 02. */
static int seal(const ContentKeys *keys, const char *text, size_t length, uint8_t *out)
{
    static const uint8_t LAST = 2;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int done = 0, more = 0;
    int is_done =
        context != NULL
        && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, keys->key, keys->nonce) == 1
        && EVP_EncryptUpdate(context, out, &done, (const uint8_t *)text, (int)length) == 1
        && EVP_EncryptUpdate(context, out + done, &more, &LAST, 1) == 1
        && EVP_EncryptFinal_ex(context, out + done + more, &more) == 1
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG_BYTES, out + length + 1)
               == 1;

    EVP_CIPHER_CTX_free(context);
    return is_done;
}

size_t push_encrypt(const PushReader *reader, const PushKeys *once,
                    const uint8_t salt[PUSH_SALT_BYTES], const char *text, size_t length,
                    uint8_t out[PUSH_BODY_MAX])
{
    ContentKeys keys;
    uint8_t *at = out + PUSH_SALT_BYTES;

    if (length > PUSH_TEXT_MAX)
        return 0;
    memcpy(out, salt, PUSH_SALT_BYTES);
    memcpy(at, (const uint8_t[]){ 0, 0, RECORD_BYTES >> 8, RECORD_BYTES & 0xff }, 4);
    at[4] = PUSH_PUBLIC_BYTES;
    memcpy(at + 5, once->public_key, PUSH_PUBLIC_BYTES);
    int is_done = derive_keys(reader, once, salt, &keys)
                  && seal(&keys, text, length, out + PUSH_HEADER_BYTES);
    OPENSSL_cleanse(&keys, sizeof keys);
    ERR_clear_error();
    return is_done ? PUSH_HEADER_BYTES + length + 1 + TAG_BYTES : 0;
}

/* ------------------------------------------------------------------------- */
/* base64url                                                                 */
/* ------------------------------------------------------------------------- */

static const char LETTERS[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void base64url_add(Text *out, const uint8_t *bytes, size_t length)
{
    unsigned held = 0;
    int bits = 0;

    for (size_t i = 0; i < length; i++) {
        held = (held << 8) | bytes[i];
        for (bits += 8; bits >= 6; bits -= 6)
            text_append(out, &LETTERS[(held >> (bits - 6)) & 63], 1);
    }
    if (bits > 0)
        text_append(out, &LETTERS[(held << (6 - bits)) & 63], 1);
}

int base64url_read(const char *text, uint8_t *out, size_t room)
{
    unsigned held = 0;
    int bits = 0;
    size_t count = 0;

    for (; *text != '\0'; text++) {
        const char *letter = strchr(LETTERS, *text);
        if (letter == NULL)
            return -1;
        held = (held << 6) | (unsigned)(letter - LETTERS);
        bits += 6;
        if (bits < 8)
            continue;
        bits -= 8;
        if (count == room)
            return -1;
        out[count++] = (uint8_t)(held >> bits);
    }
    return bits < 6 && (held & ((1u << bits) - 1)) == 0 ? (int)count : -1;
}

/* ------------------------------------------------------------------------- */
/* VAPID                                                                     */
/* ------------------------------------------------------------------------- */

/* JOSE has the two numbers of a signature side by side, and OpenSSL in DER. */
static int take_halves(const uint8_t *der, size_t length,
                       uint8_t halves[2 * SIGNATURE_HALF])
{
    ECDSA_SIG *signature = d2i_ECDSA_SIG(NULL, &der, (long)length);
    int is_done = signature != NULL
                  && BN_bn2binpad(ECDSA_SIG_get0_r(signature), halves, SIGNATURE_HALF) > 0
                  && BN_bn2binpad(ECDSA_SIG_get0_s(signature), halves + SIGNATURE_HALF,
                                  SIGNATURE_HALF)
                         > 0;

    ECDSA_SIG_free(signature);
    return is_done;
}

static int sign(const PushKeys *keys, const Text *token, uint8_t halves[2 * SIGNATURE_HALF])
{
    EVP_PKEY *pair = key_from(keys->public_key, keys->private_key);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    uint8_t der[128];
    size_t length = sizeof der;
    int is_done = pair != NULL && context != NULL && !token->has_failed
                  && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, pair) == 1
                  && EVP_DigestSign(context, der, &length, (const uint8_t *)token->bytes,
                                    token->length)
                         == 1
                  && take_halves(der, length, halves);

    EVP_MD_CTX_free(context);
    EVP_PKEY_free(pair);
    ERR_clear_error();
    return is_done;
}

/* Audience and subject are addresses, which have no quotation marks. */
int push_authorize(const PushKeys *keys, const PushClaim *claim, Text *out)
{
    static const char HEADER[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    Text token = { 0 }, claims = { 0 };
    uint8_t halves[2 * SIGNATURE_HALF];

    text_print(&claims, "{\"aud\":\"%s\",\"exp\":%lld,\"sub\":\"%s\"}", claim->audience,
               (long long)claim->expires, claim->subject);
    base64url_add(&token, (const uint8_t *)HEADER, sizeof HEADER - 1);
    text_add(&token, ".");
    if (!claims.has_failed)
        base64url_add(&token, (const uint8_t *)claims.bytes, claims.length);
    int is_done = !claims.has_failed && sign(keys, &token, halves);
    if (is_done) {
        text_print(out, "vapid t=%s.", token.bytes);
        base64url_add(out, halves, sizeof halves);
        text_add(out, ", k=");
        base64url_add(out, keys->public_key, PUSH_PUBLIC_BYTES);
    }
    text_free(&claims);
    text_free(&token);
    return is_done && !out->has_failed;
}
