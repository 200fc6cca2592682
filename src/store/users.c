/* users.c: people and their sessions. */
#include "store/sql.h"

/* ------------------------------------------------------------------------- */
/* People                                                                    */
/* ------------------------------------------------------------------------- */

static void read_user(SqlRow *row, StoreUser *user)
{
    user->id = row_number(row);
    row_text(row, user->code, sizeof user->code);
    user->kind = (UserKind)row_int(row, USER_GUEST, USER_PROGRAM);
    row_text(row, user->name, sizeof user->name);
    row_text(row, user->key, sizeof user->key);
    row_text(row, user->password, sizeof user->password);
    user->owner = row_number(row);
    row_text(row, user->language, sizeof user->language);
    user->created = row_number(row);
    user->deleted = row_number(row);
}

/* The one user that a statement finds, which has been asked with `asked`. */
static StoreStatus take_user(Store *store, StoreStatus asked, StoreUser *user, Fault *fault)
{
    StoreStatus status = asked == STORE_OK ? sql_next(store, fault) : asked;
    SqlRow row = { .store = store };

    if (status == STORE_NOT_FOUND)
        return sql_refuse(status, fault, "there is no such user");
    if (status != STORE_OK)
        return status;
    read_user(&row, user);
    if (row.is_wrong)
        return sql_damaged(store, "a user", fault);
    sql_done(store);
    return STORE_OK;
}

StoreStatus store_user_add(Store *store, StoreUser *user, Fault *fault)
{
    StoreStatus status = sql_insert(
        store, QUERY_USER_ADD,
        SQL_VALUES(sql_text(user->code), sql_number(user->kind), sql_text(user->name),
                   sql_text(user->key), sql_text(user->password), sql_number(user->owner),
                   sql_text(user->language), sql_number(user->created)),
        &user->id, fault);

    if (status == STORE_TAKEN)
        return sql_refuse(status, fault, "another user has that code or name");
    return status;
}

StoreStatus store_user_get(Store *store, StoreId id, StoreUser *user, Fault *fault)
{
    StoreStatus asked = sql_ask(store, QUERY_USER_GET, SQL_VALUES(sql_number(id)), fault);

    return take_user(store, asked, user, fault);
}

StoreStatus store_user_by_code(Store *store, const char *code, StoreUser *user,
                               Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_USER_BY_CODE, SQL_VALUES(sql_text(code)), fault);

    return take_user(store, asked, user, fault);
}

StoreStatus store_user_by_key(Store *store, const char *key, StoreUser *user, Fault *fault)
{
    StoreStatus asked = sql_ask(store, QUERY_USER_BY_KEY, SQL_VALUES(sql_text(key)), fault);

    return take_user(store, asked, user, fault);
}

StoreStatus store_user_set(Store *store, const StoreUser *user, Fault *fault)
{
    int changed;
    StoreUser old;
    StoreStatus status = sql_write(
        store, QUERY_USER_SET,
        SQL_VALUES(sql_number(user->id), sql_number(user->kind), sql_text(user->name),
                   sql_text(user->key), sql_text(user->password), sql_text(user->language)),
        &changed, fault);

    if (status != STORE_OK || changed == 1)
        return status;
    status = store_user_get(store, user->id, &old, fault);
    if (status != STORE_OK)
        return status;
    return old.deleted != 0
               ? sql_refuse(STORE_NOT_FOUND, fault, "that user was deleted")
               : sql_refuse(STORE_TAKEN, fault, "another user keeps that name");
}

StoreStatus store_user_delete(Store *store, StoreId id, int64_t at, Fault *fault)
{
    int changed;
    StoreStatus status =
        sql_write(store, QUERY_USER_DELETE, SQL_VALUES(sql_number(id), sql_number(at)),
                  &changed, fault);

    if (status == STORE_OK && changed == 0)
        return sql_refuse(STORE_NOT_FOUND, fault, "there is no such user");
    if (status != STORE_OK)
        return status;
    return sql_write(store, QUERY_USER_END_SESSIONS, SQL_VALUES(sql_number(id)), NULL,
                     fault);
}

StoreStatus store_programs(Store *store, StoreId owner, StoreUser *users, int room,
                           int *count, Fault *fault)
{
    StoreStatus status = sql_ask(store, QUERY_PROGRAMS,
                                 SQL_VALUES(sql_number(owner), sql_number(room)), fault);

    *count = 0;
    if (status != STORE_OK)
        return status;
    while ((status = sql_next(store, fault)) == STORE_OK) {
        SqlRow row = { .store = store };
        read_user(&row, &users[*count]);
        if (row.is_wrong)
            return sql_damaged(store, "a program", fault);
        *count += 1;
    }
    return status == STORE_NOT_FOUND ? STORE_OK : status;
}

/* ------------------------------------------------------------------------- */
/* Sessions                                                                  */
/* ------------------------------------------------------------------------- */

static SqlValue of_hash(const uint8_t *hash)
{
    return sql_bytes(hash, STORE_HASH_BYTES);
}

/* A write that must have met a session. */
static StoreStatus expect_session(StoreStatus status, int changed, Fault *fault)
{
    if (status == STORE_OK && changed == 0)
        return sql_refuse(STORE_NOT_FOUND, fault, "there is no such session");
    return status;
}

StoreStatus store_session_add(Store *store, const StoreSession *session, Fault *fault)
{
    int changed;
    StoreStatus status =
        sql_write(store, QUERY_SESSION_ADD,
                  SQL_VALUES(of_hash(session->hash), sql_number(session->user),
                             sql_number(session->created), sql_number(session->seen),
                             sql_number(session->expires)),
                  &changed, fault);

    if (status == STORE_OK && changed == 0)
        return sql_refuse(STORE_NOT_FOUND, fault, "there is no such user");
    return status;
}

StoreStatus store_session_find(Store *store, const uint8_t hash[STORE_HASH_BYTES],
                               StoreSession *session, StoreUser *user, Fault *fault)
{
    StoreStatus status =
        sql_ask(store, QUERY_SESSION_FIND, SQL_VALUES(of_hash(hash)), fault);
    SqlRow row = { .store = store };

    if (status == STORE_OK)
        status = sql_next(store, fault);
    if (status == STORE_NOT_FOUND)
        return expect_session(STORE_OK, 0, fault);
    if (status != STORE_OK)
        return status;
    read_user(&row, user);
    memcpy(session->hash, hash, STORE_HASH_BYTES);
    session->user = user->id;
    session->created = row_number(&row);
    session->seen = row_number(&row);
    session->expires = row_number(&row);
    if (row.is_wrong)
        return sql_damaged(store, "a session", fault);
    sql_done(store);
    return STORE_OK;
}

StoreStatus store_session_seen(Store *store, const uint8_t hash[STORE_HASH_BYTES],
                               int64_t seen, int64_t expires, Fault *fault)
{
    int changed = 0;
    StoreStatus status = sql_write(
        store, QUERY_SESSION_SEEN,
        SQL_VALUES(of_hash(hash), sql_number(seen), sql_number(expires)), &changed, fault);

    return expect_session(status, changed, fault);
}

StoreStatus store_session_drop(Store *store, const uint8_t hash[STORE_HASH_BYTES],
                               Fault *fault)
{
    int changed = 0;
    StoreStatus status =
        sql_write(store, QUERY_SESSION_DROP, SQL_VALUES(of_hash(hash)), &changed, fault);

    return expect_session(status, changed, fault);
}

StoreStatus store_sessions_drop_of(Store *store, StoreId user, Fault *fault)
{
    return sql_write(store, QUERY_SESSIONS_DROP_OF, SQL_VALUES(sql_number(user)), NULL,
                     fault);
}

StoreStatus store_sessions_sweep(Store *store, int64_t now, Fault *fault)
{
    return sql_write(store, QUERY_SESSIONS_SWEEP, SQL_VALUES(sql_number(now)), NULL, fault);
}
