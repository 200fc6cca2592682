/* queries.h: every statement that a store makes, by name. The text is that of
 * SQLite; PostgreSQL understands the same but for a few, which have a text of
 * their own. Parameters are ?1, ?2, … */
#ifndef ROUNDHOUSE_STORE_QUERIES_H
#define ROUNDHOUSE_STORE_QUERIES_H

typedef enum Query {
    QUERY_PING,
    QUERY_NOW,
    QUERY_NOW_NOTIFY, /* of databases that servers share */
    QUERY_LATEST,
    QUERY_USER_ADD,
    QUERY_USER_GET,
    QUERY_USER_BY_CODE,
    QUERY_USER_BY_KEY,
    QUERY_USER_SET,
    QUERY_USER_DELETE,
    QUERY_USER_END_SESSIONS,
    QUERY_PROGRAMS,
    QUERY_SESSION_ADD,
    QUERY_SESSION_FIND,
    QUERY_SESSION_SEEN,
    QUERY_SESSION_DROP,
    QUERY_SESSIONS_DROP_OF,
    QUERY_SESSIONS_SWEEP,
    QUERY_TABLE_ADD,
    QUERY_TABLE_GET,
    QUERY_TABLE_BY_CODE,
    QUERY_TABLE_SEED,
    QUERY_TABLE_SET,
    QUERY_TABLE_IS_THERE,
    QUERY_SEAT_SET,
    QUERY_APPEND,
    /* Of databases that servers share: */
    QUERY_APPEND_MANY,
    QUERY_LOCK,
    QUERY_CHANGE,
    QUERY_LOG,
    QUERY_CHAT_ADD,
    QUERY_CHAT_LAST,
    QUERY_LIST_PUBLIC,
    QUERY_LIST_PUBLIC_OVER,
    QUERY_LIST_MINE,
    QUERY_LIST_MINE_OVER,
    QUERY_LIST_LEFT,
    QUERY_HOSTED,
    QUERY_CLAIM,
    QUERY_CLAIMS_DROP,
    QUERY_COUNTS,
    QUERY_STALE_TABLES,
    QUERY_GUESTS_END_SESSIONS,
    QUERY_GUESTS_TIDY,
    /* A whole store, moved to another: out of the one, into the other. */
    QUERY_OUT_USERS,
    QUERY_OUT_SESSIONS,
    QUERY_OUT_TABLES,
    QUERY_OUT_SEATS,
    QUERY_OUT_LOG,
    QUERY_OUT_CHAT,
    QUERY_IN_USERS,
    QUERY_IN_SESSIONS,
    QUERY_IN_TABLES,
    QUERY_IN_SEATS,
    QUERY_IN_LOG,
    QUERY_IN_CHAT,
    QUERY_MOVE_SIZES,
    QUERY_MOVE_NEXT,
    QUERY_MOVE_NUMBERING,
    QUERY_COUNT,
} Query;

extern const char *const QUERIES[QUERY_COUNT];
/* NULL: the same. */
extern const char *const POSTGRES_QUERIES[QUERY_COUNT];

#endif
