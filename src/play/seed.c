/* seed.c: the seeds of setups. The only file in `play` that needs libsodium; WebAssembly
 * does without it, since the browser provides the seeds. */
#include "play/setup.h"
#include "play/text.h"

#include <sodium.h>
#include <stdlib.h>

_Static_assert(crypto_hash_sha256_BYTES == SEED_BYTES, "a seed is one SHA-256 long");

void setup_seed_from_text(Setup *setup, const char *text, size_t length)
{
    if (!text_read_hex(text, length, setup->seed, SEED_BYTES))
        crypto_hash_sha256(setup->seed, (const unsigned char *)text, length);
}

void setup_seed_at_random(Setup *setup)
{
    if (sodium_init() < 0)
        abort(); /* a machine without randomness deals no cards */
    randombytes_buf(setup->seed, sizeof setup->seed);
}
