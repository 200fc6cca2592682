/* passkeys.h: persistent storage of the other ways in: passkeys, recovery codes, and what
 * the challenges of passkeys need. The rules of store.h hold.
 *
 *     users ──< passkeys      by the id of the credential
 *       └─────< codes         by a hash of the code
 *     secrets                 one key, shared by all servers of the store
 *     challenges              those that were answered, until they expire */
#ifndef ROUNDHOUSE_STORE_PASSKEYS_H
#define ROUNDHOUSE_STORE_PASSKEYS_H

#include "store/store.h"

enum {
    STORE_CREDENTIAL_MAX = 1023, /* bytes of an id */
    STORE_KEY_MAX = 640,         /* bytes of a COSE key */
    STORE_SECRET_BYTES = 32,
    STORE_NONCE_BYTES = 16,
};

typedef struct StorePasskey {
    uint8_t id[STORE_CREDENTIAL_MAX];
    size_t id_length;
    StoreId user;
    uint8_t key[STORE_KEY_MAX];
    size_t key_length;
    int64_t counter; /* of signatures; 0: the authenticator has none */
    char label[STORE_NAME_MAX + 1];
    int64_t created, used; /* used 0: never */
} StorePasskey;

/* Until the end of the batch no other server changes the ways in of this user.
 * STORE_NOT_FOUND: deleted. */
StoreStatus store_user_lock(Store *store, StoreId user, Fault *fault);

/* STORE_TAKEN: the id is known already. */
StoreStatus store_passkey_add(Store *store, const StorePasskey *passkey, Fault *fault);
StoreStatus store_passkey_find(Store *store, const uint8_t *id, size_t length,
                               StorePasskey *passkey, Fault *fault);
/* It has signed, with passkey->counter, at passkey->used. STORE_CONFLICT: the counter is
 * not above the stored one, and not both are 0: the passkey may have been copied. */
StoreStatus store_passkey_used(Store *store, const StorePasskey *passkey, Fault *fault);
/* Of a user: STORE_NOT_FOUND if it is another's. */
StoreStatus store_passkey_rename(Store *store, const StorePasskey *passkey, Fault *fault);
StoreStatus store_passkey_drop(Store *store, const StorePasskey *passkey, Fault *fault);
/* The oldest first. */
StoreStatus store_passkeys(Store *store, StoreId user, StorePasskey *passkeys, int room,
                           int *count, Fault *fault);

/* Recovery codes, as hashes. New ones replace the old. */
StoreStatus store_codes_set(Store *store, StoreId user,
                            const uint8_t (*hashes)[STORE_HASH_BYTES], int count,
                            Fault *fault);
/* Removes it. STORE_NOT_FOUND: there is no such code. */
StoreStatus store_code_use(Store *store, StoreId user, const uint8_t hash[STORE_HASH_BYTES],
                           Fault *fault);
StoreStatus store_codes_left(Store *store, StoreId user, int *count, Fault *fault);

/* All passkeys and codes of a user are removed. */
StoreStatus store_ways_in_drop(Store *store, StoreId user, Fault *fault);

/* The secret of the store: *secret becomes it, if there is none yet. */
StoreStatus store_secret(Store *store, uint8_t secret[STORE_SECRET_BYTES], Fault *fault);
/* A challenge is answered. STORE_TAKEN: it was before. */
StoreStatus store_challenge_use(Store *store, const uint8_t nonce[STORE_NONCE_BYTES],
                                int64_t expires, Fault *fault);
/* Forgets those that expired before `now`. */
StoreStatus store_challenges_sweep(Store *store, int64_t now, Fault *fault);

#endif
