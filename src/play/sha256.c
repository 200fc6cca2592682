/* sha256.c: SHA-256, in the names of FIPS 180-4. */
#include "play/sha256.h"

#include <string.h>

/* Section 4.2.2: fractional parts of the cube roots of the first 64 primes. */
static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
    0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
    0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
    0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
    0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
    0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
    0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2
};

static uint32_t rotr(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

/* Section 6.2.2, step 1. */
static void expand(const uint8_t block[SHA256_BLOCK], uint32_t w[64])
{
    for (int t = 0; t < 16; t++)
        w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16
               | (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
    for (int t = 16; t < 64; t++) {
        uint32_t s0 = rotr(w[t - 15], 7) ^ rotr(w[t - 15], 18) ^ w[t - 15] >> 3;
        uint32_t s1 = rotr(w[t - 2], 17) ^ rotr(w[t - 2], 19) ^ w[t - 2] >> 10;
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
}

/* Steps 2 to 4; the working variables a to h are v[0] to v[7]. */
static void compress(uint32_t words[8], const uint8_t block[SHA256_BLOCK])
{
    uint32_t w[64], v[8];

    expand(block, w);
    memcpy(v, words, sizeof v);
    for (int t = 0; t < 64; t++) {
        uint32_t big1 = rotr(v[4], 6) ^ rotr(v[4], 11) ^ rotr(v[4], 25);
        uint32_t ch = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t t1 = v[7] + big1 + ch + K[t] + w[t];
        uint32_t big0 = rotr(v[0], 2) ^ rotr(v[0], 13) ^ rotr(v[0], 22);
        uint32_t maj = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        memmove(v + 1, v, 7 * sizeof v[0]);
        v[4] += t1;
        v[0] = t1 + big0 + maj;
    }
    for (int i = 0; i < 8; i++)
        words[i] += v[i];
}

void sha256_begin(Sha256 *hash)
{
    static const uint32_t first[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };

    memset(hash, 0, sizeof *hash);
    memcpy(hash->words, first, sizeof first);
}

void sha256_add(Sha256 *hash, const void *bytes, size_t length)
{
    const uint8_t *from = bytes;

    while (length > 0) {
        size_t used = hash->length % SHA256_BLOCK;
        size_t part = SHA256_BLOCK - used < length ? SHA256_BLOCK - used : length;
        memcpy(hash->block + used, from, part);
        hash->length += part;
        from += part;
        length -= part;
        if (hash->length % SHA256_BLOCK == 0)
            compress(hash->words, hash->block);
    }
}

void sha256_end(Sha256 *hash, uint8_t digest[SHA256_BYTES])
{
    static const uint8_t padding[SHA256_BLOCK] = { 0x80 };
    uint64_t bits = hash->length * 8;
    size_t used = hash->length % SHA256_BLOCK;
    uint8_t last[8];

    for (int i = 0; i < 8; i++)
        last[i] = (uint8_t)(bits >> (56 - 8 * i));
    sha256_add(hash, padding, (used < 56 ? 56 : 120) - used);
    sha256_add(hash, last, sizeof last);
    for (int i = 0; i < SHA256_BYTES; i++)
        digest[i] = (uint8_t)(hash->words[i / 4] >> (24 - 8 * (i % 4)));
}
