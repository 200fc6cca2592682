/* contract_passkeys.c: passkeys, recovery codes, challenges. */
#include "contract.h"

#include "store/passkeys.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* A passkey whose id is `length` bytes that begin with `first`. */
static StorePasskey default_passkey(StoreId user, uint8_t first, size_t length)
{
    StorePasskey passkey = { .id_length = length,
                             .user = user,
                             .key_length = 77,
                             .label = "Phone",
                             .created = 1000 + first };

    memset(passkey.id, first, length);
    passkey.id[length - 1] = 0; /* a NUL ends nothing */
    memset(passkey.key, 0, passkey.key_length);
    passkey.key[0] = 0xa5;
    return passkey;
}

static StorePasskey given_passkey(Store *store, StoreId user, uint8_t first)
{
    StorePasskey passkey = default_passkey(user, first, 32);

    COMMITS(store_passkey_add(store, &passkey, &failure));
    return passkey;
}

static void expect_same_passkey(const StorePasskey *a, const StorePasskey *b)
{
    cr_expect_eq(a->id_length, b->id_length);
    cr_expect_eq(memcmp(a->id, b->id, a->id_length), 0);
    cr_expect_eq(a->user, b->user);
    cr_expect_eq(a->key_length, b->key_length);
    cr_expect_eq(memcmp(a->key, b->key, a->key_length), 0);
    cr_expect_eq(a->counter, b->counter);
    cr_expect_str_eq(a->label, b->label);
    cr_expect_eq(a->created, b->created);
    cr_expect_eq(a->used, b->used);
}

void contract_a_passkey_is_found_by_its_id(const char *where)
{
    static const size_t LENGTHS[] = { 1, 2, 1023 };
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada");
    StorePasskey found;

    for (size_t i = 0; i < sizeof LENGTHS / sizeof *LENGTHS; i++) {
        StorePasskey passkey = default_passkey(ada.id, (uint8_t)(200 + i), LENGTHS[i]);
        passkey.counter = 0xffffffff;
        passkey.key_length = STORE_KEY_MAX;
        COMMITS(store_passkey_add(store, &passkey, &failure));
        DOES(store_passkey_find(store, passkey.id, passkey.id_length, &found, &failure));
        expect_same_passkey(&passkey, &found);
    }
    ANSWERS(STORE_NOT_FOUND,
            store_passkey_find(store, (const uint8_t *)"other", 5, &found, &failure));
    store_free(store);
}

void contract_a_passkey_is_added_once(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada");
    StoreUser eve = given_user(store, "ueve", USER_KEPT, "Eve");
    StorePasskey passkey = given_passkey(store, ada.id, 1), stolen = passkey, found;

    stolen.user = eve.id;
    DOES(store_begin(store, &failure));
    ANSWERS(STORE_TAKEN, store_passkey_add(store, &stolen, &failure));
    ANSWERS(STORE_TAKEN, store_passkey_add(store, &passkey, &failure));
    DOES(store_commit(store, &failure));
    DOES(store_passkey_find(store, passkey.id, passkey.id_length, &found, &failure));
    cr_expect_eq(found.user, ada.id);
    store_free(store);
}

void contract_passkeys_are_listed_renamed_and_removed(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada");
    StoreUser eve = given_user(store, "ueve", USER_KEPT, "Eve");
    StorePasskey second = given_passkey(store, ada.id, 9);
    StorePasskey first = given_passkey(store, ada.id, 8), listed[4];
    int count;

    given_passkey(store, eve.id, 7);
    DOES(store_passkeys(store, ada.id, listed, 4, &count, &failure));
    cr_assert_eq(count, 2);
    expect_same_passkey(&listed[0], &first);
    expect_same_passkey(&listed[1], &second);
    snprintf(first.label, sizeof first.label, "%s", "Clé « bleue » 🚂");
    StorePasskey of_eve = first;
    of_eve.user = eve.id;
    DOES(store_begin(store, &failure));
    DOES(store_user_lock(store, ada.id, &failure));
    DOES(store_passkey_rename(store, &first, &failure));
    ANSWERS(STORE_NOT_FOUND, store_passkey_rename(store, &of_eve, &failure));
    ANSWERS(STORE_NOT_FOUND, store_passkey_drop(store, &of_eve, &failure));
    DOES(store_passkey_drop(store, &second, &failure));
    ANSWERS(STORE_NOT_FOUND, store_passkey_drop(store, &second, &failure));
    DOES(store_commit(store, &failure));
    DOES(store_passkeys(store, ada.id, listed, 4, &count, &failure));
    cr_assert_eq(count, 1);
    expect_same_passkey(&listed[0], &first);
    store_free(store);
}

void contract_the_counter_of_a_passkey_grows(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada");
    StorePasskey passkey = given_passkey(store, ada.id, 1), found;

    DOES(store_begin(store, &failure));
    passkey.used = 5;
    DOES(store_passkey_used(store, &passkey, &failure)); /* it has none */
    DOES(store_passkey_used(store, &passkey, &failure));
    passkey.counter = 7;
    DOES(store_passkey_used(store, &passkey, &failure));
    ANSWERS(STORE_CONFLICT, store_passkey_used(store, &passkey, &failure));
    passkey.counter = 0;
    ANSWERS(STORE_CONFLICT, store_passkey_used(store, &passkey, &failure));
    passkey.counter = 8;
    passkey.used = 6;
    DOES(store_passkey_used(store, &passkey, &failure));
    DOES(store_commit(store, &failure));
    DOES(store_passkey_find(store, passkey.id, passkey.id_length, &found, &failure));
    expect_same_passkey(&passkey, &found);
    store_free(store);
}

static void make_hashes(uint8_t (*hashes)[STORE_HASH_BYTES], int count, int first)
{
    for (int i = 0; i < count; i++)
        memset(hashes[i], first + i, STORE_HASH_BYTES);
}

static void expect_left(Store *store, StoreId user, int wanted)
{
    int count;

    DOES(store_codes_left(store, user, &count, &failure));
    cr_expect_eq(count, wanted);
}

void contract_a_code_is_used_once(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada");
    StoreUser eve = given_user(store, "ueve", USER_KEPT, "Eve");
    uint8_t hashes[3][STORE_HASH_BYTES];

    make_hashes(hashes, 3, 1);
    expect_left(store, ada.id, 0);
    DOES(store_begin(store, &failure));
    DOES(store_codes_set(store, ada.id, hashes, 3, &failure));
    ANSWERS(STORE_NOT_FOUND, store_code_use(store, eve.id, hashes[1], &failure));
    DOES(store_code_use(store, ada.id, hashes[1], &failure));
    ANSWERS(STORE_NOT_FOUND, store_code_use(store, ada.id, hashes[1], &failure));
    DOES(store_commit(store, &failure));
    expect_left(store, ada.id, 2);
    store_free(store);
}

void contract_new_codes_replace_the_old(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada");
    uint8_t old[2][STORE_HASH_BYTES], new[3][STORE_HASH_BYTES];

    make_hashes(old, 2, 1);
    make_hashes(new, 3, 9);
    DOES(store_begin(store, &failure));
    DOES(store_codes_set(store, ada.id, old, 2, &failure));
    DOES(store_codes_set(store, ada.id, new, 3, &failure));
    ANSWERS(STORE_NOT_FOUND, store_code_use(store, ada.id, old[0], &failure));
    DOES(store_commit(store, &failure));
    expect_left(store, ada.id, 3);
    store_free(store);
}

void contract_the_ways_in_go_with_the_user(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada");
    StorePasskey passkey = given_passkey(store, ada.id, 1), found;
    uint8_t hashes[1][STORE_HASH_BYTES];

    make_hashes(hashes, 1, 1);
    DOES(store_begin(store, &failure));
    DOES(store_codes_set(store, ada.id, hashes, 1, &failure));
    DOES(store_user_delete(store, ada.id, 777, &failure));
    ANSWERS(STORE_NOT_FOUND, store_user_lock(store, ada.id, &failure));
    DOES(store_commit(store, &failure));
    ANSWERS(STORE_NOT_FOUND,
            store_passkey_find(store, passkey.id, passkey.id_length, &found, &failure));
    expect_left(store, ada.id, 0);
    store_free(store);
}

void contract_the_secret_stays_the_same(const char *where)
{
    Store *store = given_store(where);
    uint8_t one[STORE_SECRET_BYTES] = "one", two[STORE_SECRET_BYTES] = "two";

    COMMITS(store_secret(store, one, &failure));
    cr_expect_str_eq((const char *)one, "one");
    store_free(store);
    store = given_store(where);
    COMMITS(store_secret(store, two, &failure));
    cr_expect_str_eq((const char *)two, "one");
    store_free(store);
}

void contract_a_challenge_is_answered_once(const char *where)
{
    Store *store = given_store(where);
    uint8_t nonce[STORE_NONCE_BYTES] = "a", other[STORE_NONCE_BYTES] = "b";

    DOES(store_begin(store, &failure));
    DOES(store_challenge_use(store, nonce, 100, &failure));
    ANSWERS(STORE_TAKEN, store_challenge_use(store, nonce, 100, &failure));
    DOES(store_challenge_use(store, other, 200, &failure));
    DOES(store_challenges_sweep(store, 150, &failure));
    DOES(store_challenge_use(store, nonce, 300, &failure));
    ANSWERS(STORE_TAKEN, store_challenge_use(store, other, 200, &failure));
    DOES(store_commit(store, &failure));
    store_free(store);
}
