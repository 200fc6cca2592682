/* passkeys.c: passkeys, recovery codes, answered challenges. */
#include "store/passkeys.h"

#include "store/sql.h"

StoreStatus store_user_lock(Store *store, StoreId user, Fault *fault)
{
    return sql_write_one(store, QUERY_USER_LOCK, SQL_VALUES(sql_number(user)),
                         STORE_NOT_FOUND, "there is no such user", fault);
}

/* ------------------------------------------------------------------------- */
/* Passkeys                                                                  */
/* ------------------------------------------------------------------------- */

static SqlValue of_id(const StorePasskey *passkey)
{
    return sql_bytes(passkey->id, passkey->id_length);
}

static void read_passkey(SqlRow *row, void *element)
{
    StorePasskey *passkey = element;

    passkey->id_length = row_blob(row, passkey->id, sizeof passkey->id);
    passkey->user = row_number(row);
    passkey->key_length = row_blob(row, passkey->key, sizeof passkey->key);
    passkey->counter = row_number(row);
    row_text(row, passkey->label, sizeof passkey->label);
    passkey->created = row_number(row);
    passkey->used = row_number(row);
}

StoreStatus store_passkey_add(Store *store, const StorePasskey *passkey, Fault *fault)
{
    return sql_write_one(store, QUERY_PASSKEY_ADD,
                         SQL_VALUES(of_id(passkey), sql_number(passkey->user),
                                    sql_bytes(passkey->key, passkey->key_length),
                                    sql_number(passkey->counter), sql_text(passkey->label),
                                    sql_number(passkey->created),
                                    sql_number(passkey->used)),
                         STORE_TAKEN, "that passkey is known already", fault);
}

StoreStatus store_passkey_find(Store *store, const uint8_t *id, size_t length,
                               StorePasskey *passkey, Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_PASSKEY_FIND, SQL_VALUES(sql_bytes(id, length)), fault);

    return sql_read_row(store, asked, read_passkey, passkey, "passkey", fault);
}

StoreStatus store_passkey_used(Store *store, const StorePasskey *passkey, Fault *fault)
{
    return sql_write_one(
        store, QUERY_PASSKEY_USED,
        SQL_VALUES(of_id(passkey), sql_number(passkey->counter), sql_number(passkey->used)),
        STORE_CONFLICT, "the counter of the passkey has not grown", fault);
}

StoreStatus store_passkey_rename(Store *store, const StorePasskey *passkey, Fault *fault)
{
    return sql_write_one(
        store, QUERY_PASSKEY_RENAME,
        SQL_VALUES(of_id(passkey), sql_number(passkey->user), sql_text(passkey->label)),
        STORE_NOT_FOUND, "there is no such passkey", fault);
}

StoreStatus store_passkey_drop(Store *store, const StorePasskey *passkey, Fault *fault)
{
    return sql_write_one(store, QUERY_PASSKEY_DROP,
                         SQL_VALUES(of_id(passkey), sql_number(passkey->user)),
                         STORE_NOT_FOUND, "there is no such passkey", fault);
}

StoreStatus store_passkeys(Store *store, StoreId user, StorePasskey *passkeys, int room,
                           int *count, Fault *fault)
{
    StoreStatus asked = sql_ask(store, QUERY_PASSKEYS,
                                SQL_VALUES(sql_number(user), sql_number(room)), fault);

    return sql_read_rows(store, asked, read_passkey, passkeys, sizeof *passkeys, count,
                         "a passkey", fault);
}

/* ------------------------------------------------------------------------- */
/* Recovery codes                                                            */
/* ------------------------------------------------------------------------- */

static StoreStatus drop_codes(Store *store, StoreId user, Fault *fault)
{
    return sql_write(store, QUERY_CODES_DROP, SQL_VALUES(sql_number(user)), NULL, fault);
}

StoreStatus store_codes_set(Store *store, StoreId user,
                            const uint8_t (*hashes)[STORE_HASH_BYTES], int count,
                            Fault *fault)
{
    StoreStatus status = drop_codes(store, user, fault);

    for (int i = 0; i < count && status == STORE_OK; i++)
        status =
            sql_write(store, QUERY_CODE_ADD,
                      SQL_VALUES(sql_number(user), sql_bytes(hashes[i], STORE_HASH_BYTES)),
                      NULL, fault);
    return status;
}

StoreStatus store_code_use(Store *store, StoreId user, const uint8_t hash[STORE_HASH_BYTES],
                           Fault *fault)
{
    return sql_write_one(store, QUERY_CODE_USE,
                         SQL_VALUES(sql_number(user), sql_bytes(hash, STORE_HASH_BYTES)),
                         STORE_NOT_FOUND, "there is no such code", fault);
}

StoreStatus store_codes_left(Store *store, StoreId user, int *count, Fault *fault)
{
    int64_t left = 0;
    StoreStatus status = sql_read_numbers(store, QUERY_CODES_LEFT,
                                          SQL_VALUES(sql_number(user)), &left, 1, fault);

    *count = (int)left;
    return status;
}

StoreStatus store_ways_in_drop(Store *store, StoreId user, Fault *fault)
{
    StoreStatus status =
        sql_write(store, QUERY_PASSKEYS_DROP_OF, SQL_VALUES(sql_number(user)), NULL, fault);

    return status == STORE_OK ? drop_codes(store, user, fault) : status;
}

/* ------------------------------------------------------------------------- */
/* Challenges                                                                */
/* ------------------------------------------------------------------------- */

static void read_secret(SqlRow *row, void *element)
{
    row_bytes(row, element, STORE_SECRET_BYTES);
}

static StoreStatus find_secret(Store *store, uint8_t secret[STORE_SECRET_BYTES],
                               Fault *fault)
{
    StoreStatus asked = sql_ask(store, QUERY_SECRET_GET, NULL, 0, fault);

    return sql_read_row(store, asked, read_secret, secret, "secret", fault);
}

/* Another server may be first: its secret counts. */
StoreStatus store_secret(Store *store, uint8_t secret[STORE_SECRET_BYTES], Fault *fault)
{
    uint8_t found[STORE_SECRET_BYTES];
    StoreStatus status = find_secret(store, found, NULL);

    if (status == STORE_NOT_FOUND) {
        status = sql_write(store, QUERY_SECRET_ADD,
                           SQL_VALUES(sql_bytes(secret, STORE_SECRET_BYTES)), NULL, fault);
        if (status == STORE_OK)
            status = find_secret(store, found, fault);
    }
    if (status == STORE_OK)
        memcpy(secret, found, sizeof found);
    return status;
}

StoreStatus store_challenge_use(Store *store, const uint8_t nonce[STORE_NONCE_BYTES],
                                int64_t expires, Fault *fault)
{
    return sql_write_one(
        store, QUERY_CHALLENGE_USE,
        SQL_VALUES(sql_bytes(nonce, STORE_NONCE_BYTES), sql_number(expires)), STORE_TAKEN,
        "that challenge was answered already", fault);
}

StoreStatus store_challenges_sweep(Store *store, int64_t now, Fault *fault)
{
    return sql_write(store, QUERY_CHALLENGES_SWEEP, SQL_VALUES(sql_number(now)), NULL,
                     fault);
}
