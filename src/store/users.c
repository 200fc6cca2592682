/* users.c: people and their sessions. */
#include "store/sql.h"

/* ------------------------------------------------------------------------- */
/* People                                                                    */
/* ------------------------------------------------------------------------- */

static void read_user(SqlRow *row, void *element)
{
    StoreUser *user = element;

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

static StoreStatus find_user(Store *store, Query query, SqlValue value, StoreUser *user,
                             Fault *fault)
{
    StoreStatus asked = sql_ask(store, query, &value, 1, fault);

    return sql_read_row(store, asked, read_user, user, "user", fault);
}

/* A write that must have met a row. */
static StoreStatus write_one(Store *store, Query query, const SqlValue *values, int count,
                             const char *what, Fault *fault)
{
    int changed = 0;
    StoreStatus status = sql_write(store, query, values, count, &changed, fault);

    return status == STORE_OK && changed == 0
               ? sql_refuse(STORE_NOT_FOUND, fault, "there is no such %s", what)
               : status;
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
    return find_user(store, QUERY_USER_GET, sql_number(id), user, fault);
}

StoreStatus store_user_by_code(Store *store, const char *code, StoreUser *user,
                               Fault *fault)
{
    return find_user(store, QUERY_USER_BY_CODE, sql_text(code), user, fault);
}

StoreStatus store_user_by_key(Store *store, const char *key, StoreUser *user, Fault *fault)
{
    return find_user(store, QUERY_USER_BY_KEY, sql_text(key), user, fault);
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
    StoreStatus status =
        write_one(store, QUERY_USER_DELETE, SQL_VALUES(sql_number(id), sql_number(at)),
                  "user", fault);

    return status == STORE_OK ? sql_write(store, QUERY_USER_END_SESSIONS,
                                          SQL_VALUES(sql_number(id)), NULL, fault)
                              : status;
}

StoreStatus store_programs(Store *store, StoreId owner, StoreUser *users, int room,
                           int *count, Fault *fault)
{
    StoreStatus asked = sql_ask(store, QUERY_PROGRAMS,
                                SQL_VALUES(sql_number(owner), sql_number(room)), fault);

    return sql_read_rows(store, asked, read_user, users, sizeof *users, count, "a program",
                         fault);
}

/* ------------------------------------------------------------------------- */
/* Sessions                                                                  */
/* ------------------------------------------------------------------------- */

static SqlValue of_hash(const uint8_t *hash)
{
    return sql_bytes(hash, STORE_HASH_BYTES);
}

StoreStatus store_session_add(Store *store, const StoreSession *session, Fault *fault)
{
    return write_one(store, QUERY_SESSION_ADD,
                     SQL_VALUES(of_hash(session->hash), sql_number(session->user),
                                sql_number(session->created), sql_number(session->seen),
                                sql_number(session->expires)),
                     "user", fault);
}

typedef struct Found {
    StoreSession *session;
    StoreUser *user;
} Found;

static void read_session(SqlRow *row, void *element)
{
    const Found *found = element;

    read_user(row, found->user);
    found->session->user = found->user->id;
    found->session->created = row_number(row);
    found->session->seen = row_number(row);
    found->session->expires = row_number(row);
}

StoreStatus store_session_find(Store *store, const uint8_t hash[STORE_HASH_BYTES],
                               StoreSession *session, StoreUser *user, Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_SESSION_FIND, SQL_VALUES(of_hash(hash)), fault);

    memcpy(session->hash, hash, STORE_HASH_BYTES);
    return sql_read_row(store, asked, read_session, &(Found){ session, user }, "session",
                        fault);
}

StoreStatus store_session_seen(Store *store, const uint8_t hash[STORE_HASH_BYTES],
                               int64_t seen, int64_t expires, Fault *fault)
{
    return write_one(store, QUERY_SESSION_SEEN,
                     SQL_VALUES(of_hash(hash), sql_number(seen), sql_number(expires)),
                     "session", fault);
}

StoreStatus store_session_drop(Store *store, const uint8_t hash[STORE_HASH_BYTES],
                               Fault *fault)
{
    return write_one(store, QUERY_SESSION_DROP, SQL_VALUES(of_hash(hash)), "session",
                     fault);
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
