/* authenticator.c: WebAuthn's authenticator data and COSE public keys out of bytes. */
#include "edge/authenticator.h"

#include <string.h>

enum { FLAGS_AT = 32, COUNTER_AT = 33, HEAD_BYTES = 37, MODEL_BYTES = 16 };

enum {
    FLAG_PRESENT = 0x01,
    FLAG_VERIFIED = 0x04,
    FLAG_MAY_BE_COPIED = 0x08,
    FLAG_IS_COPIED = 0x10,
    FLAG_CREDENTIAL = 0x40,
    FLAG_EXTENSIONS = 0x80,
};

enum { RSA_LEAST = 256, RSA_MOST = 512, COORDINATE = 32 };

/* ------------------------------------------------------------------------- */
/* Bytes                                                                     */
/* ------------------------------------------------------------------------- */

/* Cuts the first bytes off; 0: there are fewer. */
static int take(Bytes *rest, size_t length, Bytes *out)
{
    if (rest->length < length)
        return 0;
    *out = (Bytes){ rest->at, length };
    rest->at += length;
    rest->length -= length;
    return 1;
}

static int take_same(Bytes *rest, const uint8_t *wanted, size_t length)
{
    Bytes found;

    return take(rest, length, &found) && memcmp(found.at, wanted, length) == 0;
}

static uint64_t big_endian(Bytes bytes)
{
    uint64_t value = 0;

    for (size_t i = 0; i < bytes.length; i++)
        value = value << 8 | bytes.at[i];
    return value;
}

/* ------------------------------------------------------------------------- */
/* CBOR                                                                      */
/* ------------------------------------------------------------------------- */

typedef enum CborType {
    CBOR_NUMBER,
    CBOR_NEGATIVE,
    CBOR_BYTES,
    CBOR_TEXT,
    CBOR_LIST,
    CBOR_MAP,
    CBOR_TAG,
    CBOR_SIMPLE,
} CborType;

/* Type and number of the next item. 0: cut off, of unknown length, or longer than it
 * must be. */
static int cbor_head(Bytes *rest, CborType *type, uint64_t *value)
{
    static const uint64_t LEAST[] = { 24, 0x100, 0x10000, 0x100000000 };
    enum { SHORT = 24, LONGEST = 27 };
    Bytes first, more;

    if (!take(rest, 1, &first))
        return 0;
    int low = first.at[0] & 0x1f;
    *type = (CborType)(first.at[0] >> 5);
    *value = (uint64_t)low;
    if (low < SHORT)
        return 1;
    if (low > LONGEST || !take(rest, (size_t)1 << (low - SHORT), &more))
        return 0;
    *value = big_endian(more);
    return *value >= LEAST[low - SHORT];
}

/* Bytes of a string. */
static int cbor_string(Bytes *rest, Bytes *out)
{
    CborType type;
    uint64_t length;

    return cbor_head(rest, &type, &length) && type == CBOR_BYTES && length <= rest->length
           && take(rest, (size_t)length, out);
}

/* Skips one item; tags and fractions are refused. */
static int cbor_skip(Bytes *rest, int depth)
{
    enum { FALSE = 20, NOTHING = 22 };
    CborType type;
    uint64_t value;
    Bytes skipped;

    if (depth == 0 || !cbor_head(rest, &type, &value))
        return 0;
    if (type == CBOR_NUMBER || type == CBOR_NEGATIVE)
        return 1;
    if (type == CBOR_SIMPLE)
        return value >= FALSE && value <= NOTHING;
    /* Each item has a byte at least. */
    if (type == CBOR_TAG || value > rest->length)
        return 0;
    if (type == CBOR_BYTES || type == CBOR_TEXT)
        return take(rest, (size_t)value, &skipped);
    uint64_t items = type == CBOR_MAP ? 2 * value : value;
    for (uint64_t i = 0; i < items; i++) {
        if (!cbor_skip(rest, depth - 1))
            return 0;
    }
    return 1;
}

static int skip_extensions(Bytes *rest)
{
    enum { DEPTH_MAX = 4, MAP_MASK = 0xe0, MAP = 0xa0 };

    return rest->length > 0 && (rest->at[0] & MAP_MASK) == MAP
           && cbor_skip(rest, DEPTH_MAX);
}

/* ------------------------------------------------------------------------- */
/* COSE keys                                                                 */
/* ------------------------------------------------------------------------- */

/* A key has one form only: WebAuthn allows no optional parameters, CTAP2 fixes their
 * order and length. So everything but the numbers themselves is constant:
 * {1: type, 3: algorithm, -1: curve, -2: x, -3: y}, or for RSA {…, -1: n, -2: e}. */
static const uint8_t ES256_X[] = { 0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 0x20 };
static const uint8_t ES256_Y[] = { 0x22, 0x58, 0x20 };
static const uint8_t EDDSA_X[] = { 0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x58, 0x20 };
static const uint8_t RS256_N[] = { 0xa4, 1, 3, 3, 0x39, 1, 0, 0x20 };
static const uint8_t RS256_E[] = { 0x21, 0x43, 1, 0, 1 };

static int take_es256(Bytes *rest, CoseKey *out)
{
    out->kind = KEY_ES256;
    return take_same(rest, ES256_X, sizeof ES256_X) && take(rest, COORDINATE, &out->x)
           && take_same(rest, ES256_Y, sizeof ES256_Y) && take(rest, COORDINATE, &out->y);
}

static int take_eddsa(Bytes *rest, CoseKey *out)
{
    out->kind = KEY_EDDSA;
    return take_same(rest, EDDSA_X, sizeof EDDSA_X) && take(rest, COORDINATE, &out->x);
}

static int take_rs256(Bytes *rest, CoseKey *out)
{
    out->kind = KEY_RS256;
    if (!take_same(rest, RS256_N, sizeof RS256_N) || !cbor_string(rest, &out->modulus)
        || !take_same(rest, RS256_E, sizeof RS256_E))
        return 0;
    const uint8_t *modulus = out->modulus.at;
    size_t length = out->modulus.length;
    return length >= RSA_LEAST && length <= RSA_MOST && (modulus[0] & 0x80) != 0
           && (modulus[length - 1] & 1) != 0;
}

static int take_key(Bytes *rest, CoseKey *out)
{
    static int (*const KINDS[])(Bytes * rest, CoseKey * out) = { take_es256, take_eddsa,
                                                                 take_rs256 };

    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        Bytes after = *rest;
        *out = (CoseKey){ 0 };
        if (KINDS[i](&after, out)) {
            *rest = after;
            return 1;
        }
    }
    return 0;
}

int cose_read(Bytes bytes, CoseKey *out)
{
    return take_key(&bytes, out) && bytes.length == 0;
}

/* ------------------------------------------------------------------------- */
/* Authenticator data                                                        */
/* ------------------------------------------------------------------------- */

static int take_credential(Bytes *rest, AuthenticatorData *out)
{
    Bytes model, length;
    CoseKey key;

    if (!take(rest, MODEL_BYTES, &model) || !take(rest, 2, &length)
        || !take(rest, (size_t)big_endian(length), &out->credential)
        || out->credential.length == 0 || out->credential.length > CREDENTIAL_MAX)
        return 0;
    out->key.at = rest->at;
    if (!take_key(rest, &key))
        return 0;
    out->key.length = (size_t)(rest->at - out->key.at);
    return 1;
}

int authenticator_read(Bytes bytes, AuthenticatorData *out)
{
    Bytes rest = bytes, head;

    *out = (AuthenticatorData){ 0 };
    if (bytes.length > AUTHENTICATOR_MAX || !take(&rest, HEAD_BYTES, &head))
        return 0;
    int flags = head.at[FLAGS_AT];
    out->site_hash = head.at;
    out->counter = (uint32_t)big_endian((Bytes){ head.at + COUNTER_AT, 4 });
    out->is_present = (flags & FLAG_PRESENT) != 0;
    out->is_verified = (flags & FLAG_VERIFIED) != 0;
    out->has_credential = (flags & FLAG_CREDENTIAL) != 0;
    if ((flags & FLAG_IS_COPIED) && !(flags & FLAG_MAY_BE_COPIED))
        return 0;
    if (out->has_credential && !take_credential(&rest, out))
        return 0;
    if ((flags & FLAG_EXTENSIONS) && !skip_extensions(&rest))
        return 0;
    return rest.length == 0;
}
