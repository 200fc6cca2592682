/* test_authenticator.c: authenticator data, COSE keys and signatures of passkeys. */
#include "edge/authenticator.h"
#include "edge/signature.h"
#include "passkey/soft_key.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const KeyKind KINDS[] = { KEY_ES256, KEY_EDDSA, KEY_RS256 };

enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

#define CLIENT ((Bytes){ (const uint8_t *)"{\"type\":\"webauthn.get\"}", 23 })

/* A copy of the exact size, so that the sanitizer sees reads beyond the end. */
static int reads(const uint8_t *bytes, size_t length)
{
    AuthenticatorData data;
    uint8_t *copy = malloc(length > 0 ? length : 1);

    memcpy(copy, bytes, length);
    int is_read = authenticator_read((Bytes){ copy, length }, &data);
    free(copy);
    return is_read;
}

static int reads_key(const uint8_t *bytes, size_t length)
{
    CoseKey key;

    return cose_read((Bytes){ bytes, length }, &key);
}

Test(authenticator, every_algorithm_signs_and_is_verified)
{
    uint8_t data[SOFT_DATA_MAX], signature[SOFT_SIGNATURE_MAX];

    for (int i = 0; i < KIND_COUNT; i++) {
        SoftKey key = soft_key_new(KINDS[i]), other = soft_key_new(KINDS[i]);
        Bytes cose = { key.cose, key.cose_length };
        Bytes said = { data, soft_data(&key, "localhost", SOFT_SIGNING, 7, data) };
        Bytes signedby = { signature, soft_sign(&key, said, CLIENT, signature) };

        cr_expect(public_key_is_usable(cose));
        cr_expect(signature_is_valid(cose, said, CLIENT, signedby), "%d", (int)KINDS[i]);
        cr_expect(!signature_is_valid((Bytes){ other.cose, other.cose_length }, said,
                                      CLIENT, signedby));
        cr_expect(!signature_is_valid(cose, said, (Bytes){ CLIENT.at, 22 }, signedby));
        cr_expect(!signature_is_valid(cose, said, CLIENT, (Bytes){ signature, 0 }));
        data[36] ^= 1; /* the counter */
        cr_expect(!signature_is_valid(cose, said, CLIENT, signedby));
        data[36] ^= 1;
        for (size_t at = 0; at < signedby.length; at++) {
            signature[at] ^= 0x40;
            cr_expect(!signature_is_valid(cose, said, CLIENT, signedby), "%d: byte %zu",
                      (int)KINDS[i], at);
            signature[at] ^= 0x40;
        }
        soft_key_free(&key);
        soft_key_free(&other);
    }
}

Test(authenticator, a_new_credential_is_read)
{
    uint8_t bytes[SOFT_DATA_MAX];
    AuthenticatorData data;

    for (int i = 0; i < KIND_COUNT; i++) {
        SoftKey key = soft_key_new(KINDS[i]);
        for (int flags = SOFT_MAKING; flags <= (SOFT_MAKING | SOFT_EXTENSIONS);
             flags += SOFT_EXTENSIONS) {
            size_t length = soft_data(&key, "localhost", flags, 0x01020304, bytes);
            cr_assert(authenticator_read((Bytes){ bytes, length }, &data));
            cr_expect(data.is_present && data.is_verified && data.has_credential);
            cr_expect_eq(data.counter, 0x01020304);
            cr_expect_eq(data.site_hash, bytes);
            cr_expect_eq(data.credential.length, SOFT_ID_BYTES);
            cr_expect_arr_eq(data.credential.at, key.id, SOFT_ID_BYTES);
            cr_expect_eq(data.key.length, key.cose_length);
            cr_expect_arr_eq(data.key.at, key.cose, key.cose_length);
        }
        soft_key_free(&key);
    }
}

Test(authenticator, what_is_cut_off_or_too_long_is_refused)
{
    uint8_t bytes[SOFT_DATA_MAX];
    SoftKey key = soft_key_new(KEY_ES256);
    size_t length = soft_data(&key, "localhost", SOFT_MAKING | SOFT_EXTENSIONS, 1, bytes);

    cr_assert(reads(bytes, length));
    for (size_t cut = 0; cut < length; cut++)
        cr_expect(!reads(bytes, cut), "%zu of %zu", cut, length);
    bytes[length] = 0;
    cr_expect(!reads(bytes, length + 1));
    length = soft_data(&key, "localhost", SOFT_SIGNING, 1, bytes);
    cr_expect(reads(bytes, length));
    cr_expect(!reads(bytes, length + 1), "bytes after the counter");
    soft_key_free(&key);
}

Test(authenticator, flags_that_contradict_are_refused)
{
    enum { MAY_BE_COPIED = 0x08, IS_COPIED = 0x10 };
    uint8_t bytes[SOFT_DATA_MAX];
    SoftKey key = soft_key_new(KEY_ES256);
    size_t length = soft_data(&key, "localhost", SOFT_SIGNING, 1, bytes);

    bytes[32] |= IS_COPIED;
    cr_expect(!reads(bytes, length));
    bytes[32] |= MAY_BE_COPIED;
    cr_expect(reads(bytes, length));
    bytes[32] |= SOFT_CREDENTIAL;
    cr_expect(!reads(bytes, length), "a credential that is not there");
    soft_key_free(&key);
}

Test(authenticator, an_id_has_1_to_1023_bytes)
{
    enum { LENGTH_AT = 37 + 16 };
    static const size_t LENGTHS[] = { 0, 1, 1023, 1024 };
    static uint8_t bytes[AUTHENTICATOR_MAX];
    SoftKey key = soft_key_new(KEY_ES256);

    soft_data(&key, "localhost", SOFT_MAKING, 1, bytes);
    for (size_t i = 0; i < sizeof LENGTHS / sizeof *LENGTHS; i++) {
        size_t length = LENGTHS[i];
        bytes[LENGTH_AT] = (uint8_t)(length >> 8);
        bytes[LENGTH_AT + 1] = (uint8_t)length;
        memcpy(bytes + LENGTH_AT + 2 + length, key.cose, key.cose_length);
        cr_expect_eq(reads(bytes, LENGTH_AT + 2 + length + key.cose_length),
                     length > 0 && length < 1024, "%zu", length);
    }
    soft_key_free(&key);
}

Test(authenticator, a_key_has_one_form_only)
{
    uint8_t bytes[PUBLIC_KEY_MAX];
    SoftKey key = soft_key_new(KEY_ES256);

    cr_expect(reads_key(key.cose, key.cose_length));
    for (size_t cut = 0; cut < key.cose_length; cut++)
        cr_expect(!reads_key(key.cose, cut));
    /* Every byte that is not of x or y is fixed. */
    for (size_t at = 0; at < key.cose_length; at++) {
        memcpy(bytes, key.cose, key.cose_length);
        bytes[at] ^= 1;
        int is_number = (at >= 10 && at < 42) || at >= 45;
        cr_expect_eq(reads_key(bytes, key.cose_length), is_number, "byte %zu", at);
    }
    soft_key_free(&key);
}

Test(authenticator, a_point_off_the_curve_is_refused)
{
    SoftKey key = soft_key_new(KEY_ES256);

    key.cose[key.cose_length - 1] ^= 1;
    cr_expect(reads_key(key.cose, key.cose_length));
    cr_expect(!public_key_is_usable((Bytes){ key.cose, key.cose_length }));
    soft_key_free(&key);
}

Test(authenticator, RSA_has_2048_bits_at_least)
{
    SoftKey key = soft_key_new(KEY_RS256);
    uint8_t bytes[PUBLIC_KEY_MAX];

    /* The highest bit, the lowest bit, and the exponent. */
    for (int i = 0; i < 3; i++) {
        memcpy(bytes, key.cose, key.cose_length);
        bytes[i == 0 ? 11 : i == 1 ? 11 + 255 : key.cose_length - 1] ^= i == 0 ? 0x80 : 1;
        cr_expect(!reads_key(bytes, key.cose_length), "%d", i);
    }
    /* 1024 bits: n has 128 bytes. */
    memcpy(bytes, key.cose, 8);
    bytes[8] = 0x58;
    bytes[9] = 128;
    memset(bytes + 10, 0xff, 128);
    memcpy(bytes + 138, key.cose + key.cose_length - 5, 5);
    cr_expect(!reads_key(bytes, 143));
    soft_key_free(&key);
}

Test(authenticator, extensions_are_a_map_of_canonical_CBOR)
{
    static const struct {
        const char *bytes;
        size_t length;
        int is_fine;
    } CASES[] = {
#define CASE(text, fine) { text, sizeof(text) - 1, fine }
        CASE("\xa0", 1),
        CASE("\xa1\x61x\xf5", 1),
        CASE("\xa1\x61x\x42hi", 1),
        CASE("\xa1\x61x\xa1\x61y\x82\x01\x20", 1),
        CASE("", 0),
        CASE("\x01", 0),
        CASE("\xf6", 0),
        CASE("\xa1\x61x", 0),
        CASE("\xa1\x61x\x18\x17", 0),             /* 23 in two bytes */
        CASE("\xa1\x61x\x19\x00\x18", 0),         /* 24 in three bytes */
        CASE("\xa1\x61x\x5f\x41h\xff", 0),        /* of unknown length */
        CASE("\xa1\x61x\xc0\x01", 0),             /* a tag */
        CASE("\xa1\x61x\xf9\x3c\x00", 0),         /* a fraction */
        CASE("\xa1\x61x\x5a\xff\xff\xff\xff", 0), /* longer than there is */
        CASE("\xbb\xff\xff\xff\xff\xff\xff\xff\xff", 0),
        CASE("\xa1\x61x\x81\x81\x81\x81\x81\x01", 0), /* too deep */
        CASE("\xa0\x00", 0),
#undef CASE
    };
    SoftKey key = soft_key_new(KEY_ES256);

    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        uint8_t bytes[SOFT_DATA_MAX];
        size_t length = soft_data(&key, "localhost", SOFT_SIGNING, 1, bytes);
        bytes[32] |= SOFT_EXTENSIONS;
        memcpy(bytes + length, CASES[i].bytes, CASES[i].length);
        cr_expect_eq(reads(bytes, length + CASES[i].length), CASES[i].is_fine, "case %zu",
                     i);
    }
    soft_key_free(&key);
}
