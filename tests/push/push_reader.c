/* push_reader.c: decrypts messages of web push, and checks who signed them. */
#include "push_reader.h"

#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(int is_so)
{
    if (!is_so) {
        fprintf(stderr, "push_reader: OpenSSL fails\n");
        abort();
    }
}

/* OpenSSL's base64, with the two other letters and without padding. */
static void to_base64url(const uint8_t *bytes, int length, char *out)
{
    EVP_EncodeBlock((unsigned char *)out, bytes, length);
    for (char *at = out; *at != '\0'; at++) {
        if (*at == '+')
            *at = '-';
        else if (*at == '/')
            *at = '_';
        else if (*at == '=')
            *at = '\0';
    }
}

static int from_base64url(const char *text, size_t length, uint8_t *out, size_t room)
{
    char padded[4096];
    uint8_t bytes[3072];
    size_t padding = (4 - length % 4) % 4;

    if (length + padding >= sizeof padded)
        return -1;
    for (size_t i = 0; i < length; i++)
        padded[i] = (char)(text[i] == '-' ? '+' : text[i] == '_' ? '/' : text[i]);
    memset(padded + length, '=', padding);
    int count = EVP_DecodeBlock(bytes, (unsigned char *)padded, (int)(length + padding))
                - (int)padding;
    if (count < 0 || (size_t)count > room)
        return -1;
    memcpy(out, bytes, (size_t)count);
    return count;
}

SoftBrowser soft_browser_new(void)
{
    SoftBrowser browser = { .pair = EVP_EC_gen("prime256v1") };
    size_t length = 0;

    must(browser.pair != NULL
         && EVP_PKEY_get_octet_string_param(browser.pair, OSSL_PKEY_PARAM_PUB_KEY,
                                            browser.reader.public_key, PUSH_PUBLIC_BYTES,
                                            &length)
                == 1
         && length == PUSH_PUBLIC_BYTES
         && RAND_bytes(browser.reader.auth, PUSH_AUTH_BYTES) == 1);
    char text[128];
    to_base64url(browser.reader.public_key, PUSH_PUBLIC_BYTES, text);
    memcpy(browser.key, text, sizeof browser.key);
    to_base64url(browser.reader.auth, PUSH_AUTH_BYTES, text);
    memcpy(browser.auth, text, sizeof browser.auth);
    return browser;
}

void soft_browser_free(SoftBrowser *browser)
{
    EVP_PKEY_free(browser->pair);
    browser->pair = NULL;
}

/* A public key of P-256; the caller frees it. NULL: it is none. */
static EVP_PKEY *public_of(const uint8_t *point)
{
    char curve[] = "prime256v1";
    uint8_t copy[PUSH_PUBLIC_BYTES];
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, curve, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, copy, sizeof copy),
        OSSL_PARAM_construct_end(),
    };
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    EVP_PKEY *key = NULL;

    memcpy(copy, point, sizeof copy);
    must(context != NULL && EVP_PKEY_fromdata_init(context) == 1);
    EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters);
    EVP_PKEY_CTX_free(context);
    return key;
}

/* ------------------------------------------------------------------------- */
/* Decryption                                                                */
/* ------------------------------------------------------------------------- */

static void hmac(const uint8_t *key, size_t key_length, const uint8_t *bytes, size_t length,
                 uint8_t out[32])
{
    must(HMAC(EVP_sha256(), key, (int)key_length, bytes, length, out, NULL) != NULL);
}

/* HKDF of at most 32 bytes, by hand: one block. */
static void hkdf(const uint8_t *salt, size_t salt_length, const uint8_t *secret,
                 const uint8_t *info, size_t info_length, uint8_t out[32])
{
    uint8_t key[32], block[256];

    hmac(salt, salt_length, secret, 32, key);
    memcpy(block, info, info_length);
    block[info_length] = 1;
    hmac(key, sizeof key, block, info_length + 1, out);
}

static int agree(EVP_PKEY *own, EVP_PKEY *other, uint8_t shared[32])
{
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(own, NULL);
    size_t length = 32;
    int is_done = EVP_PKEY_derive_init(context) == 1
                  && EVP_PKEY_derive_set_peer(context, other) == 1
                  && EVP_PKEY_derive(context, shared, &length) == 1;

    EVP_PKEY_CTX_free(context);
    return is_done;
}

static int open_record(const uint8_t *key, const uint8_t *nonce, const uint8_t *sealed,
                       int length, uint8_t *out)
{
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    uint8_t tag[16];
    int done = 0, rest = 0;

    memcpy(tag, sealed + length - 16, 16);
    int is_done =
        EVP_DecryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1
        && EVP_DecryptUpdate(context, out, &done, sealed, length - 16) == 1
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, sizeof tag, tag) == 1
        && EVP_DecryptFinal_ex(context, out + done, &rest) == 1;
    EVP_CIPHER_CTX_free(context);
    return is_done ? done : -1;
}

int soft_browser_reads(const SoftBrowser *browser, const uint8_t *body, size_t length,
                       char *text, size_t room)
{
    uint8_t shared[32], secret[32], key[32], nonce[32], plain[4096];
    uint8_t info[14 + 2 * PUSH_PUBLIC_BYTES] = "WebPush: info";

    if (length < 86 + 17 || length > 4096 || body[20] != PUSH_PUBLIC_BYTES
        || memcmp(body + 16, "\0\0\x10\0", 4) != 0)
        return 0;
    EVP_PKEY *sender = public_of(body + 21);
    int is_agreed = sender != NULL && agree(browser->pair, sender, shared);
    EVP_PKEY_free(sender);
    if (!is_agreed)
        return 0;
    memcpy(info + 14, browser->reader.public_key, PUSH_PUBLIC_BYTES);
    memcpy(info + 14 + PUSH_PUBLIC_BYTES, body + 21, PUSH_PUBLIC_BYTES);
    hkdf(browser->reader.auth, PUSH_AUTH_BYTES, shared, info, sizeof info, secret);
    hkdf(body, 16, secret, (const uint8_t *)"Content-Encoding: aes128gcm", 28, key);
    hkdf(body, 16, secret, (const uint8_t *)"Content-Encoding: nonce", 24, nonce);
    int count = open_record(key, nonce, body + 86, (int)length - 86, plain);
    if (count < 1 || plain[count - 1] != 2 || (size_t)count > room)
        return 0;
    memcpy(text, plain, (size_t)count - 1);
    text[count - 1] = '\0';
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Signatures                                                                */
/* ------------------------------------------------------------------------- */

static int is_signed(const uint8_t *point, const char *signed_text, size_t length,
                     const uint8_t halves[64])
{
    EVP_PKEY *key = public_of(point);
    ECDSA_SIG *signature = ECDSA_SIG_new();
    uint8_t *der = NULL;

    if (key == NULL)
        return 0;
    ECDSA_SIG_set0(signature, BN_bin2bn(halves, 32, NULL),
                   BN_bin2bn(halves + 32, 32, NULL));
    int der_length = i2d_ECDSA_SIG(signature, &der);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int is_valid = EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) == 1
                   && EVP_DigestVerify(context, der, (size_t)der_length,
                                       (const uint8_t *)signed_text, length)
                          == 1;
    EVP_MD_CTX_free(context);
    OPENSSL_free(der);
    ECDSA_SIG_free(signature);
    EVP_PKEY_free(key);
    return is_valid;
}

static int read_claims(const char *token, SoftClaim *claim)
{
    uint8_t header[64] = { 0 }, claims[1024] = { 0 };
    size_t first = strcspn(token, ".");
    const char *second = token + first + 1;

    if (from_base64url(token, first, header, sizeof header - 1) < 0
        || from_base64url(second, strcspn(second, "."), claims, sizeof claims - 1) < 0)
        return 0;
    return strcmp((char *)header, "{\"typ\":\"JWT\",\"alg\":\"ES256\"}") == 0
           && sscanf((char *)claims,
                     "{\"aud\":\"%255[^\"]\",\"exp\":%lld,\"sub\":\"%255[^\"]\"}",
                     claim->audience, &claim->expires, claim->subject)
                  == 3;
}

int soft_claim_read(const char *header, SoftClaim *claim)
{
    char token[2048];
    uint8_t point[PUSH_PUBLIC_BYTES], halves[64];

    if (sscanf(header, "vapid t=%2047[^,], k=%87s", token, claim->key) != 2)
        return 0;
    char *last = strrchr(token, '.');
    return last != NULL
           && from_base64url(claim->key, strlen(claim->key), point, sizeof point)
                  == PUSH_PUBLIC_BYTES
           && from_base64url(last + 1, strlen(last + 1), halves, sizeof halves) == 64
           && read_claims(token, claim)
           && is_signed(point, token, (size_t)(last - token), halves);
}
