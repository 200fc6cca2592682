/* notice_queries.h: the statements of notices.c. queries.c includes it once. */
#ifndef ROUNDHOUSE_STORE_NOTICE_QUERIES_H
#define ROUNDHOUSE_STORE_NOTICE_QUERIES_H

/* Statements have lines of their own. */
/* clang-format off */

#define NOTIFY_COLUMNS "push, quiet_from, quiet_to, zone"
#define DEVICES_COLUMNS \
    "hash, user_id, session, endpoint, public_key, auth, label, language, created"

/* Is the session of device d valid at that time? */
#define DEVICE_IS_SIGNED_IN(now) \
    "EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = d.user_id" \
    " AND s.code = d.session AND s.expires > " now ")"

/* ?1 is now, ?2 how many, ?3 the time until the first retry. Materialized: PostgreSQL may
 * run a plain subquery again for each row of the update, and so exceed its limit. */
#define PUSH_CLAIM(more) \
    "WITH next AS MATERIALIZED (SELECT device, table_id, kind FROM pushes" \
    " WHERE due <= ?1 ORDER BY due LIMIT ?2" more ")" \
    " UPDATE pushes SET due = ?1 + ?3 * (1 + tries * tries), tries = tries + 1" \
    " WHERE (device, table_id, kind) IN (SELECT device, table_id, kind FROM next)" \
    " RETURNING device, table_id, kind, n, tries"

#define THIS_PUSH "device = ?1 AND table_id = ?2 AND kind = ?3 AND n = ?4"

#define NOTICE_QUERIES \
    [QUERY_NOTIFY_GET] = \
        "SELECT " NOTIFY_COLUMNS " FROM notify WHERE user_id = ?1", \
    [QUERY_NOTIFY_SET] = \
        "INSERT INTO notify (user_id, " NOTIFY_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5)" \
        " ON CONFLICT (user_id) DO UPDATE SET push = excluded.push," \
        " quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to," \
        " zone = excluded.zone", \
    [QUERY_NOTIFY_DROP] = \
        "DELETE FROM notify WHERE user_id = ?1", \
    [QUERY_DEVICE_ADD] = \
        "INSERT INTO devices (" DEVICES_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)" \
        " ON CONFLICT (hash) DO UPDATE SET user_id = excluded.user_id," \
        " session = excluded.session, public_key = excluded.public_key," \
        " auth = excluded.auth, label = excluded.label," \
        " language = excluded.language, created = excluded.created", \
    [QUERY_DEVICE_HAND_OVER] = \
        "DELETE FROM pushes WHERE device = ?1 AND EXISTS (SELECT 1 FROM devices d" \
        " WHERE d.hash = ?1 AND d.user_id <> ?2)", \
    [QUERY_DEVICES_TRIM] = \
        "DELETE FROM devices WHERE user_id = ?1 AND hash NOT IN (SELECT hash FROM devices" \
        " WHERE user_id = ?1 ORDER BY created DESC, hash LIMIT ?2)", \
    [QUERY_DEVICES] = \
        "SELECT " DEVICES_COLUMNS " FROM devices d WHERE d.user_id = ?1" \
        " AND " DEVICE_IS_SIGNED_IN("?2") " ORDER BY d.created, d.hash LIMIT ?3", \
    [QUERY_DEVICE_DROP] = \
        "DELETE FROM devices WHERE user_id = ?1 AND hash = ?2", \
    [QUERY_DEVICE_GONE] = \
        "DELETE FROM devices WHERE hash = ?1", \
    [QUERY_DEVICES_DROP_OF] = \
        "DELETE FROM devices WHERE user_id = ?1", \
    [QUERY_DEVICES_SWEEP] = \
        "DELETE FROM devices AS d WHERE NOT " DEVICE_IS_SIGNED_IN("?1"), \
    [QUERY_NOTICE_ADD] = \
        "INSERT INTO pushes (device, table_id, kind, n, due, tries, made, by_user)" \
        " SELECT d.hash, ?2, ?3, ?4, ?5, 0, ?6, nullif(?7, 0) FROM devices d" \
        " LEFT JOIN notify y ON y.user_id = d.user_id WHERE d.user_id = ?1" \
        " AND (coalesce(y.push, ?8) & ?8) <> 0 AND " DEVICE_IS_SIGNED_IN("?6") \
        " ON CONFLICT (device, table_id, kind) DO UPDATE SET n = excluded.n," \
        " due = excluded.due, tries = 0, made = excluded.made WHERE excluded.n > pushes.n", \
    [QUERY_NOTICE_NEXT] = \
        "SELECT coalesce(min(due), 0) FROM pushes WHERE due IS NOT NULL", \
    [QUERY_PUSH_CLAIM] = PUSH_CLAIM(""), \
    [QUERY_PUSH_READ] = \
        "SELECT u.id, d.endpoint, d.public_key, d.auth, d.language," \
        " coalesce(y.push, 7), coalesce(y.quiet_from, 0), coalesce(y.quiet_to, 0)," \
        " coalesce(y.zone, ''), st.code, st.game, st.state," \
        " coalesce((SELECT min(m.seat) FROM seats m WHERE m.table_id = st.id" \
        " AND m.user_id = u.id), -1)," \
        " CASE WHEN EXISTS (SELECT 1 FROM seats m WHERE m.table_id = st.id" \
        " AND m.user_id = u.id AND m.is_away = 0 AND " IS_WAITED_FOR("m.seat") ")" \
        " THEN 1 ELSE 0 END, coalesce(b.name, '')" \
        " FROM pushes p JOIN devices d ON d.hash = p.device" \
        " JOIN users u ON u.id = d.user_id JOIN standing st ON st.id = p.table_id" \
        " LEFT JOIN notify y ON y.user_id = u.id LEFT JOIN users b ON b.id = p.by_user" \
        " WHERE p.device = ?1 AND p.table_id = ?2 AND p.kind = ?3 AND u.deleted = 0" \
        " AND u.banned <= ?4 AND " DEVICE_IS_SIGNED_IN("?4") \
        " AND (p.by_user IS NULL OR (b.deleted = 0 AND NOT EXISTS (SELECT 1 FROM blocks k" \
        " WHERE (k.user_id = u.id AND k.other = b.id)" \
        " OR (k.user_id = b.id AND k.other = u.id))))", \
    [QUERY_PUSH_DONE] = \
        "UPDATE pushes SET due = NULL WHERE " THIS_PUSH, \
    [QUERY_PUSH_LATER] = \
        "UPDATE pushes SET due = ?5, tries = 0 WHERE " THIS_PUSH, \
    [QUERY_PUSH_DELAY] = \
        "UPDATE pushes SET due = ?2 WHERE device = ?1 AND due < ?2", \
    [QUERY_PUSH_DROP] = \
        "DELETE FROM pushes WHERE " THIS_PUSH, \
    [QUERY_NOTICES_SWEEP] = \
        "DELETE FROM pushes WHERE made < ?1", \
    [QUERY_VAPID_GET] = \
        "SELECT bytes FROM secrets WHERE name = 'vapid'", \
    [QUERY_VAPID_ADD] = \
        "INSERT INTO secrets (name, bytes) VALUES ('vapid', ?1) ON CONFLICT DO NOTHING", \
    [QUERY_OUT_NOTIFY] = \
        "SELECT user_id, " NOTIFY_COLUMNS " FROM notify ORDER BY user_id", \
    [QUERY_OUT_DEVICES] = \
        "SELECT " DEVICES_COLUMNS " FROM devices ORDER BY hash", \
    [QUERY_OUT_VAPID] = \
        "SELECT bytes FROM secrets WHERE name = 'vapid'", \
    [QUERY_IN_NOTIFY] = \
        "INSERT INTO notify (user_id, " NOTIFY_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5)", \
    [QUERY_IN_DEVICES] = \
        "INSERT INTO devices (" DEVICES_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)", \
    [QUERY_IN_VAPID] = \
        "INSERT INTO secrets (name, bytes) VALUES ('vapid', ?1)",

#define NOTICE_POSTGRES_QUERIES \
    [QUERY_PUSH_CLAIM] = PUSH_CLAIM(" FOR UPDATE SKIP LOCKED"),

#endif
