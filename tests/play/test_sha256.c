/* test_sha256.c: SHA-256 by its published examples, and against libsodium. */
#include "play/sha256.h"

#include "engine/random.h"
#include "play/text.h"

#include <criterion/criterion.h>
#include <sodium.h>
#include <string.h>

static void hash(const void *bytes, size_t length, uint8_t digest[SHA256_BYTES])
{
    Sha256 hash;

    sha256_begin(&hash);
    sha256_add(&hash, bytes, length);
    sha256_end(&hash, digest);
}

static void expect_hex(const uint8_t digest[SHA256_BYTES], const char *hex)
{
    uint8_t expected[SHA256_BYTES];

    cr_assert(text_read_hex(hex, strlen(hex), expected, sizeof expected));
    cr_expect_arr_eq(digest, expected, SHA256_BYTES, "%s", hex);
}

/* FIPS 180-4's examples, from NIST's "Cryptographic Standards and Guidelines". */
Test(sha256, agrees_with_the_published_examples)
{
    static const struct {
        const char *text, *hex;
    } EXAMPLES[] = {
        { "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
        { "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
        { "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
        { "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
          "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
          "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1" },
    };
    uint8_t digest[SHA256_BYTES];

    for (size_t i = 0; i < sizeof EXAMPLES / sizeof EXAMPLES[0]; i++) {
        hash(EXAMPLES[i].text, strlen(EXAMPLES[i].text), digest);
        expect_hex(digest, EXAMPLES[i].hex);
    }
}

Test(sha256, agrees_with_the_published_million)
{
    Sha256 sum;
    uint8_t digest[SHA256_BYTES];
    char part[1000];

    memset(part, 'a', sizeof part);
    sha256_begin(&sum);
    for (int i = 0; i < 1000; i++)
        sha256_add(&sum, part, sizeof part);
    sha256_end(&sum, digest);
    expect_hex(digest, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

Test(sha256, agrees_with_libsodium_at_every_length_and_in_any_parts)
{
    enum { MOST = 300 };
    uint8_t bytes[MOST], ours[SHA256_BYTES], theirs[crypto_hash_sha256_BYTES];
    Rng rng;

    rng_seed(&rng, 1);
    for (int length = 0; length <= MOST; length++) {
        Sha256 sum;
        rng_fill(&rng, bytes, length);
        crypto_hash_sha256(theirs, bytes, (unsigned long long)length);
        hash(bytes, (size_t)length, ours);
        cr_expect_arr_eq(ours, theirs, SHA256_BYTES, "%d bytes", length);
        sha256_begin(&sum);
        for (int at = 0, part; at < length; at += part) {
            part = 1 + (int)rng_below(&rng, (uint32_t)(length - at));
            sha256_add(&sum, bytes + at, (size_t)part);
        }
        sha256_end(&sum, ours);
        cr_expect_arr_eq(ours, theirs, SHA256_BYTES, "%d bytes in parts", length);
    }
}
