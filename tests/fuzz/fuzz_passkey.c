/* fuzz_passkey.c: arbitrary bytes as authenticator data and as a COSE key: what is read
 * lies within the bytes, a key that is read within authenticator data is read alone, and
 * no signature of zeros is valid. */
#include "fuzz.h"

#include "edge/authenticator.h"
#include "edge/signature.h"

#include <string.h>

static void require_inside(Bytes part, const uint8_t *bytes, size_t size)
{
    REQUIRE(part.at >= bytes && part.length <= size
            && part.at + part.length <= bytes + size);
}

static void try_key(Bytes bytes)
{
    static const uint8_t ZEROS[256];
    CoseKey key;

    if (!cose_read(bytes, &key))
        return;
    if (key.kind == KEY_RS256)
        require_inside(key.modulus, bytes.at, bytes.length);
    else
        require_inside(key.x, bytes.at, bytes.length);
    if (key.kind == KEY_ES256)
        require_inside(key.y, bytes.at, bytes.length);
    if (!public_key_is_usable(bytes))
        REQUIRE(!signature_is_valid(bytes, bytes, bytes, (Bytes){ ZEROS, 64 }));
    /* Ed25519 has weak keys for which zeros are a signature: they harm their owner. */
    else if (key.kind != KEY_EDDSA)
        REQUIRE(!signature_is_valid(bytes, bytes, bytes, (Bytes){ ZEROS, sizeof ZEROS }));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AuthenticatorData read;
    uint8_t *copy = malloc(size > 0 ? size : 1);
    CoseKey key;

    /* Of the exact size, so that the sanitizer detects reads beyond the end. */
    REQUIRE(copy != NULL);
    if (size > 0)
        memcpy(copy, data, size);
    if (authenticator_read((Bytes){ copy, size }, &read)) {
        require_inside((Bytes){ read.site_hash, SITE_HASH_BYTES }, copy, size);
        if (read.has_credential) {
            require_inside(read.credential, copy, size);
            require_inside(read.key, copy, size);
            REQUIRE(read.credential.length > 0 && read.credential.length <= CREDENTIAL_MAX);
            REQUIRE(read.key.length <= PUBLIC_KEY_MAX && cose_read(read.key, &key));
            try_key(read.key);
        }
    }
    try_key((Bytes){ copy, size });
    free(copy);
    return 0;
}
