/* users.c: people and their sessions. */
#include "store/admin.h"
#include "store/notices.h"
#include "store/passkeys.h"
#include "store/sql.h"

static const char NO_USER[] = "there is no such user";
static const char NO_SESSION[] = "there is no such session";

/* ------------------------------------------------------------------------- */
/* People                                                                    */
/* ------------------------------------------------------------------------- */

void row_user(SqlRow *row, void *element)
{
    StoreUser *user = element;

    user->id = row_number(row);
    row_text(row, user->code, sizeof user->code);
    user->kind = (UserKind)row_int(row, USER_GUEST, USER_PROGRAM);
    row_text(row, user->name, sizeof user->name);
    row_text(row, user->key, sizeof user->key);
    row_text(row, user->skeleton, sizeof user->skeleton);
    row_text(row, user->password, sizeof user->password);
    user->owner = row_number(row);
    row_text(row, user->language, sizeof user->language);
    user->created = row_number(row);
    user->deleted = row_number(row);
    user->role = (Role)row_int(row, ROLE_NONE, ROLE_ADMIN);
    user->banned = row_number(row);
    user->muted = row_number(row);
}

static StoreStatus find_user(Store *store, Query query, SqlValue value, StoreUser *user,
                             Fault *fault)
{
    StoreStatus asked = sql_ask(store, query, &value, 1, fault);

    return sql_read_row(store, asked, row_user, user, "user", fault);
}

StoreStatus store_user_add(Store *store, StoreUser *user, Fault *fault)
{
    StoreStatus status = sql_insert(
        store, QUERY_USER_ADD,
        SQL_VALUES(sql_text(user->code), sql_number(user->kind), sql_text(user->name),
                   sql_text(user->key), sql_text(user->password), sql_number(user->owner),
                   sql_text(user->language), sql_number(user->created),
                   sql_text(user->skeleton)),
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

StoreStatus store_user_by_skeleton(Store *store, const char *skeleton, StoreUser *user,
                                   Fault *fault)
{
    return find_user(store, QUERY_USER_BY_SKELETON, sql_text(skeleton), user, fault);
}

StoreStatus store_user_set(Store *store, const StoreUser *user, Fault *fault)
{
    int changed;
    StoreUser old;
    StoreStatus status = sql_write(
        store, QUERY_USER_SET,
        SQL_VALUES(sql_number(user->id), sql_number(user->kind), sql_text(user->name),
                   sql_text(user->key), sql_text(user->password), sql_text(user->language),
                   sql_text(user->skeleton)),
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
        sql_write_one(store, QUERY_USER_DELETE, SQL_VALUES(sql_number(id), sql_number(at)),
                      STORE_NOT_FOUND, NO_USER, fault);

    if (status == STORE_OK)
        status = store_ways_in_drop(store, id, fault);
    if (status == STORE_OK)
        status = store_relations_drop(store, id, fault);
    if (status == STORE_OK)
        status = store_notices_drop(store, id, fault);
    if (status == STORE_OK)
        status = sql_write(store, QUERY_USER_END_SESSIONS, SQL_VALUES(sql_number(id)), NULL,
                           fault);
    return status == STORE_OK ? sql_write(store, QUERY_USER_ERASE_CHAT,
                                          SQL_VALUES(sql_number(id)), NULL, fault)
                              : status;
}

StoreStatus store_programs(Store *store, StoreId owner, StoreUser *users, int room,
                           int *count, Fault *fault)
{
    StoreStatus asked = sql_ask(store, QUERY_PROGRAMS,
                                SQL_VALUES(sql_number(owner), sql_number(room)), fault);

    return sql_read_rows(store, asked, row_user, users, sizeof *users, count, "a program",
                         fault);
}

/* ------------------------------------------------------------------------- */
/* Names                                                                     */
/* ------------------------------------------------------------------------- */

static StoreStatus list_users(Store *store, Query query, const SqlValue *values, int count,
                              StoreUser *users, int *found, Fault *fault)
{
    StoreStatus asked = sql_ask(store, query, values, count, fault);

    return sql_read_rows(store, asked, row_user, users, sizeof *users, found, "a user",
                         fault);
}

StoreStatus store_names(Store *store, StoreId after, StoreUser *users, int room, int *count,
                        Fault *fault)
{
    return list_users(store, QUERY_NAMES, SQL_VALUES(sql_number(after), sql_number(room)),
                      users, count, fault);
}

StoreStatus store_name_settle(Store *store, StoreId id, const char *key,
                              const char *skeleton, Fault *fault)
{
    return sql_write_one(store, QUERY_NAME_SETTLE,
                         SQL_VALUES(sql_number(id), sql_text(key), sql_text(skeleton)),
                         STORE_NOT_FOUND, NO_USER, fault);
}

StoreStatus store_names_alike(Store *store, StoreUser *users, int room, int *count,
                              Fault *fault)
{
    return list_users(store, QUERY_NAMES_ALIKE, SQL_VALUES(sql_number(room)), users, count,
                      fault);
}

StoreStatus store_namesakes(Store *store, const char *skeleton, StoreId keeper,
                            StoreUser *users, int room, int *count, Fault *fault)
{
    return list_users(store, QUERY_NAMESAKES,
                      SQL_VALUES(sql_text(skeleton), sql_number(keeper), sql_number(room)),
                      users, count, fault);
}

StoreStatus store_namesakes_rename(Store *store, const char *skeleton, StoreId keeper,
                                   const StoreUser *name, Fault *fault)
{
    return sql_write(store, QUERY_NAMESAKES_RENAME,
                     SQL_VALUES(sql_text(skeleton), sql_number(keeper),
                                sql_text(name->name), sql_text(name->key),
                                sql_text(name->skeleton)),
                     NULL, fault);
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
    return sql_write_one(store, QUERY_SESSION_ADD,
                         SQL_VALUES(of_hash(session->hash), sql_number(session->user),
                                    sql_number(session->created), sql_number(session->seen),
                                    sql_number(session->expires), sql_text(session->code),
                                    sql_text(session->device), sql_number(session->issued),
                                    sql_number(session->is_used)),
                         STORE_NOT_FOUND, NO_USER, fault);
}

typedef struct Found {
    StoreSession *session;
    StoreUser *user;
} Found;

/* All but the hash and the user. */
static void read_session_columns(SqlRow *row, StoreSession *session)
{
    session->created = row_number(row);
    session->seen = row_number(row);
    session->expires = row_number(row);
    row_text(row, session->code, sizeof session->code);
    row_text(row, session->device, sizeof session->device);
    session->issued = row_number(row);
    session->is_used = row_int(row, 0, 1);
}

static void read_session(SqlRow *row, void *element)
{
    const Found *found = element;
    StoreSession *session = found->session;

    row_user(row, found->user);
    session->user = found->user->id;
    read_session_columns(row, session);
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
    return sql_write_one(store, QUERY_SESSION_SEEN,
                         SQL_VALUES(of_hash(hash), sql_number(seen), sql_number(expires)),
                         STORE_NOT_FOUND, NO_SESSION, fault);
}

StoreStatus store_session_supersede(Store *store, const StoreSession *session, int64_t at,
                                    Fault *fault)
{
    return sql_write(store, QUERY_SESSION_SUPERSEDE,
                     SQL_VALUES(sql_number(session->user), sql_text(session->code),
                                of_hash(session->hash), sql_number(at)),
                     NULL, fault);
}

StoreStatus store_session_newest(Store *store, const StoreSession *session, int64_t *issued,
                                 Fault *fault)
{
    return sql_read_numbers(store, QUERY_SESSION_NEWEST,
                            SQL_VALUES(sql_number(session->user), sql_text(session->code)),
                            issued, 1, fault);
}

StoreStatus store_session_replace(Store *store, const uint8_t old[STORE_HASH_BYTES],
                                  const StoreSession *session, Fault *fault)
{
    return sql_write_one(store, QUERY_SESSION_REPLACE,
                         SQL_VALUES(of_hash(session->hash), of_hash(old),
                                    sql_number(session->expires),
                                    sql_number(session->issued)),
                         STORE_NOT_FOUND, NO_SESSION, fault);
}

/* "[7,8]" and "[\"K7QX\",\"M9PA\"]": lists as one value each. Codes are letters and
 * digits. */
static void list_sessions(const SessionCheck *checks, int count, Text *users, Text *codes)
{
    for (int i = 0; i < count; i++) {
        const char *before = i == 0 ? "[" : ",";
        text_print(users, "%s%lld", before, (long long)checks[i].user);
        text_print(codes, "%s\"%s\"", before, checks[i].code);
    }
    text_add(users, "]");
    text_add(codes, "]");
}

typedef struct SessionChecks {
    SessionCheck *items;
    int count;
} SessionChecks;

/* Sessions are found by user and by code, so another user's session of a code that is asked
 * for may be among the rows. */
static void read_check(SqlRow *row, void *element)
{
    const SessionChecks *checks = element;
    StoreId user = row_number(row);
    int64_t seen = row_number(row);
    char code[STORE_CODE_MAX + 1];

    row_text(row, code, sizeof code);
    for (int i = 0; i < checks->count; i++) {
        if (checks->items[i].user == user && strcmp(checks->items[i].code, code) == 0)
            checks->items[i].seen = seen;
    }
}

StoreStatus store_sessions_check(Store *store, SessionCheck *checks, int count, int64_t now,
                                 Fault *fault)
{
    SessionChecks all = { checks, count };
    Text users = { 0 }, codes = { 0 };
    StoreStatus status = STORE_NO_MEMORY;
    int rows;

    for (int i = 0; i < count; i++)
        checks[i].seen = -1;
    list_sessions(checks, count, &users, &codes);
    if (!users.has_failed && !codes.has_failed) {
        status = sql_ask(
            store, QUERY_SESSIONS_CHECK,
            SQL_VALUES(sql_text(users.bytes), sql_text(codes.bytes), sql_number(now)),
            fault);
        status =
            sql_read_rows(store, status, read_check, &all, 0, &rows, "a session", fault);
    }
    text_free(&users);
    text_free(&codes);
    return status;
}

StoreStatus store_session_touch(Store *store, StoreId user, const char *code, int64_t seen,
                                int64_t expires, int64_t after, Fault *fault)
{
    return sql_write(store, QUERY_SESSION_TOUCH,
                     SQL_VALUES(sql_number(user), sql_text(code), sql_number(seen),
                                sql_number(expires), sql_number(after)),
                     NULL, fault);
}

static void read_listed(SqlRow *row, void *element)
{
    StoreSession *session = element;

    session->user = row_number(row);
    read_session_columns(row, session);
}

StoreStatus store_sessions(Store *store, StoreId user, int64_t now, StoreSession *sessions,
                           int room, int *count, Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_SESSIONS,
                SQL_VALUES(sql_number(user), sql_number(now), sql_number(room)), fault);

    return sql_read_rows(store, asked, read_listed, sessions, sizeof *sessions, count,
                         "a session", fault);
}

/* A second time for a token that another server added just before the first statement had
 * locked the row of its predecessor. */
static StoreStatus end_late_tokens(Store *store, Query query, StoreId user,
                                   const char *code, Fault *fault)
{
    if (!store->kind->is_shared)
        return STORE_OK;
    return sql_write(store, query, SQL_VALUES(sql_number(user), sql_text(code)), NULL,
                     fault);
}

StoreStatus store_session_end(Store *store, StoreId user, const char *code, Fault *fault)
{
    StoreStatus status = sql_write_one(store, QUERY_SESSION_END,
                                       SQL_VALUES(sql_number(user), sql_text(code)),
                                       STORE_NOT_FOUND, NO_SESSION, fault);

    return status == STORE_OK ? end_late_tokens(store, QUERY_SESSION_END, user, code, fault)
                              : status;
}

StoreStatus store_sessions_end_others(Store *store, StoreId user, const char *code,
                                      Fault *fault)
{
    StoreStatus status =
        sql_write(store, QUERY_SESSIONS_END_OTHERS,
                  SQL_VALUES(sql_number(user), sql_text(code)), NULL, fault);

    return status == STORE_OK
               ? end_late_tokens(store, QUERY_SESSIONS_END_OTHERS, user, code, fault)
               : status;
}

StoreStatus store_caller_hold(Store *store, const StoreCaller *caller, Fault *fault)
{
    if (caller->user == 0)
        return STORE_OK;
    StoreStatus status =
        sql_ask_writing(store, QUERY_SESSION_HOLD,
                        SQL_VALUES(sql_number(caller->user), sql_text(caller->session),
                                   sql_number(caller->now)),
                        fault);
    if (status == STORE_OK)
        status = sql_next(store, fault);
    if (status == STORE_OK)
        sql_done(store);
    return status == STORE_NOT_FOUND ? sql_refuse(STORE_ENDED, fault, NO_SESSION) : status;
}

StoreStatus store_sessions_sweep(Store *store, int64_t now, Fault *fault)
{
    return sql_write(store, QUERY_SESSIONS_SWEEP, SQL_VALUES(sql_number(now)), NULL, fault);
}
