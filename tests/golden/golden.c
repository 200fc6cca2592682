/* golden.c: the fingerprint of a position. */
#include "golden/golden.h"

#include <sodium.h>

_Static_assert(2 * crypto_hash_sha256_BYTES == GOLDEN_HASH_DIGITS, "it is SHA-256");

GoldenHash golden_hash(const Match *match)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    GoldenHash golden;
    State position;
    int size = game_canonical(match_game(match), match_state(match), &position);

    crypto_hash_sha256(hash, position.bytes, (unsigned long long)size);
    sodium_bin2hex(golden.digits, sizeof golden.digits, hash, sizeof hash);
    return golden;
}
