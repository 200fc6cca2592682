/* sha256.h: SHA-256 (FIPS 180-4), for what must also run in WebAssembly, where there is no
 * libsodium. The tests compare the two. */
#ifndef ROUNDHOUSE_PLAY_SHA256_H
#define ROUNDHOUSE_PLAY_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_BLOCK = 64 };

typedef struct Sha256 {
    uint32_t words[8];
    uint64_t length;             /* of the message so far, in bytes */
    uint8_t block[SHA256_BLOCK]; /* its last length % SHA256_BLOCK bytes */
} Sha256;

void sha256_begin(Sha256 *hash);
void sha256_add(Sha256 *hash, const void *bytes, size_t length);
/* Ends it: the struct must begin anew. */
void sha256_end(Sha256 *hash, uint8_t digest[SHA256_BYTES]);

#endif
