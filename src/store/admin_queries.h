/* admin_queries.h: the statements of admin.c and relations.c. queries.c includes it once.
 */
#ifndef ROUNDHOUSE_STORE_ADMIN_QUERIES_H
#define ROUNDHOUSE_STORE_ADMIN_QUERIES_H

/* Statements have lines of their own. */
/* clang-format off */

#define ACTS_COLUMNS "n, at, actor, what, whom, place, more"
#define LINKS_COLUMNS "hash, kind, code, uses, expires, created, note"
#define REPORTS_COLUMNS "id, at, reporter, whom, place, k, said, why, settled"

#define NAME_OF(code) "coalesce((SELECT name FROM users WHERE code = " code "), '')"
#define ACTS_WITH_NAMES "SELECT " ACTS_COLUMNS ", " NAME_OF("actor") ", " NAME_OF("whom") " FROM acts"

/* Of user ?1 and of the user's programs. */
#define CODES_OF_USER "(SELECT code FROM users WHERE id = ?1 OR owner = ?1)"

/* A program counts as its owner. */
#define PERSON(user) "(SELECT coalesce(owner, id) FROM users WHERE id = " user ")"
#define PERSON_1 PERSON("?1")

/* An open public table of user u, or none. */
#define OPEN_TABLE_OF(user) \
    "coalesce((SELECT max(t.code) FROM tables t WHERE t.host = " user \
    " AND t.state < 2 AND t.state = 0 AND t.is_public = 1), '')"
/* Does ?`user` block u, or u that user? */
#define IS_APART(user) \
    "EXISTS (SELECT 1 FROM blocks b WHERE (b.user_id = " PERSON(user) " AND b.other = u.id)" \
    " OR (b.other = " PERSON(user) " AND b.user_id = u.id))"
#define OPEN_TABLE_FOR(user) \
    "CASE WHEN " IS_APART(user) " THEN '' ELSE " OPEN_TABLE_OF("u.id") " END"
#define OTHER_COLUMNS(found) "u.code, u.name, " found
#define RELATED(table, found) \
    "SELECT " OTHER_COLUMNS(found) " FROM " table " r JOIN users u ON u.id = r.other" \
    " AND u.deleted = 0 WHERE r.user_id = ?1 ORDER BY u.name_key, u.id LIMIT ?2"
#define AT_TABLE \
    "(SELECT coalesce(u.owner, u.id) FROM users u WHERE u.id IN" \
    " (SELECT user_id FROM seats WHERE table_id = ?2 AND user_id IS NOT NULL" \
    " UNION ALL SELECT host FROM tables WHERE id = ?2))"

#define SINCE(table, column) \
    "(SELECT count(*) FROM " table " WHERE " column " >= ?1)"

/* A program keeps a ban or mute of its own that lasts longer; -1: this one is unchanged. */
#define PROGRAMS_ALSO(column, until) \
    "CASE WHEN " until " = 0 OR " until " > " column " THEN " until " ELSE " column " END"

#define ADMIN_QUERIES \
    [QUERY_STANDING_SET] = \
        "UPDATE users SET role = ?2, banned = ?3, muted = ?4 WHERE id = ?1 AND deleted = 0", \
    [QUERY_STANDING_PROGRAMS] = \
        "UPDATE users SET banned = " PROGRAMS_ALSO("banned", "?2") "," \
        " muted = " PROGRAMS_ALSO("muted", "?3") " WHERE owner = ?1 AND deleted = 0", \
    [QUERY_PEOPLE] = \
        "SELECT" USER_COLUMNS " FROM users u WHERE u.deleted = 0 AND u.id > ?2" \
        " AND (?1 = '' OR replace(u.name_key, ?1, '') <> u.name_key)" \
        " AND (?4 = 0 OR (?4 = 1 AND u.role > 0) OR (?4 = 2 AND u.banned > ?5)" \
        " OR (?4 = 3 AND u.muted > ?5)) ORDER BY u.id LIMIT ?3", \
    [QUERY_ACT_ADD] = \
        "INSERT INTO acts (" ACTS_COLUMNS ")" \
        " SELECT 1 + coalesce(max(n), 0), ?1, ?2, ?3, ?4, ?5, ?6 FROM acts WHERE 1 = 1" \
        " ON CONFLICT DO NOTHING RETURNING n", \
    [QUERY_ACTS] = \
        ACTS_WITH_NAMES " WHERE n > ?1 ORDER BY n LIMIT ?2", \
    [QUERY_ACTS_LAST] = \
        ACTS_WITH_NAMES " WHERE ?1 = 0 OR n < ?1 ORDER BY n DESC LIMIT ?2", \
    [QUERY_ACTS_COUNT] = \
        "SELECT coalesce(max(n), 0) FROM acts", \
    [QUERY_SETTING_SET] = \
        "INSERT INTO settings (name, value) VALUES (?1, ?2)" \
        " ON CONFLICT (name) DO UPDATE SET value = excluded.value", \
    [QUERY_SETTING_DROP] = \
        "DELETE FROM settings WHERE name = ?1", \
    [QUERY_SETTINGS] = \
        "SELECT name, value FROM settings ORDER BY name LIMIT ?1", \
    [QUERY_LINK_ADD] = \
        "INSERT INTO links (" LINKS_COLUMNS ", user_id)" \
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, nullif(?8, 0))", \
    [QUERY_LINK_USE] = \
        "UPDATE links SET uses = uses - 1 WHERE hash = ?1 AND kind = ?2 AND uses > 0" \
        " AND expires > ?3 RETURNING coalesce(user_id, 0)", \
    [QUERY_LINK_FIND] = \
        "SELECT " LINKS_COLUMNS ", coalesce(user_id, 0) FROM links" \
        " WHERE hash = ?1 AND kind = ?2", \
    [QUERY_LINKS] = \
        "SELECT " LINKS_COLUMNS ", coalesce(user_id, 0) FROM links" \
        " WHERE kind = ?1 AND uses > 0 AND expires > ?2 ORDER BY created DESC, code LIMIT ?3", \
    [QUERY_LINK_DROP] = \
        "DELETE FROM links WHERE kind = ?1 AND code = ?2", \
    [QUERY_LINKS_DROP_OF] = \
        "DELETE FROM links WHERE user_id = ?1 AND (?2 < 0 OR kind = ?2)", \
    [QUERY_LINKS_SWEEP] = \
        "DELETE FROM links WHERE expires < ?1", \
    [QUERY_REPORT_ADD] = \
        "INSERT INTO reports (at, reporter, whom, place, k, said, why, settled)" \
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0) RETURNING id", \
    [QUERY_REPORTS] = \
        "SELECT " REPORTS_COLUMNS ", " NAME_OF("reporter") ", " NAME_OF("whom") \
        " FROM reports WHERE settled = 0 AND id > ?1 ORDER BY id LIMIT ?2", \
    [QUERY_REPORT_SETTLE] = \
        "UPDATE reports SET settled = 1 WHERE id = ?1 AND settled = 0", \
    [QUERY_REPORTS_OPEN_BY] = \
        "SELECT count(*) FROM reports WHERE settled = 0 AND reporter = ?1", \
    [QUERY_REPORT_OPEN] = \
        "SELECT count(*) FROM reports WHERE settled = 0 AND reporter = ?1 AND whom = ?2" \
        " AND place = ?3 AND k = ?4", \
    [QUERY_REPORTS_FORGET] = \
        "UPDATE reports SET said = '', why = CASE WHEN reporter IN " CODES_OF_USER \
        " THEN '' ELSE why END WHERE whom IN " CODES_OF_USER " OR reporter IN " CODES_OF_USER, \
    [QUERY_LIST_EVERY] = TABLES_WITH_SEATS( \
        "SELECT st.*, 0 AS turn FROM standing st" \
        " WHERE st.state < 2 AND (?1 = 0 OR st.id < ?1) ORDER BY st.id DESC LIMIT ?2", \
        "t.id DESC"), \
    [QUERY_FIGURES] = \
        "SELECT (SELECT count(*) FROM users WHERE deleted = 0 AND kind = 0)," \
        " (SELECT count(*) FROM users WHERE deleted = 0 AND kind = 1)," \
        " (SELECT count(*) FROM users WHERE deleted = 0 AND kind = 2)," \
        " (SELECT count(*) FROM users WHERE created >= ?1)," \
        " (SELECT count(DISTINCT user_id) FROM sessions WHERE seen >= ?1)," \
        " (SELECT count(*) FROM tables WHERE state = 0)," \
        " (SELECT count(*) FROM tables WHERE state = 1)," \
        " (SELECT count(*) FROM tables WHERE created >= ?1)," \
        " (SELECT count(*) FROM tables WHERE is_public = 1 AND state = 2 AND changed >= ?1)" \
        " + (SELECT count(*) FROM tables WHERE is_public = 0 AND state = 2 AND changed >= ?1)," \
        " " SINCE("chat", "at") ", " SINCE("acts", "at") \
        ", (SELECT count(*) FROM reports WHERE settled = 0)", \
    [QUERY_BLOCK] = \
        "INSERT INTO blocks (user_id, other) SELECT ?1, ?2 WHERE 1 = 1" \
        " ON CONFLICT DO NOTHING", \
    [QUERY_UNBLOCK] = \
        "DELETE FROM blocks WHERE user_id = ?1 AND other = ?2", \
    [QUERY_FOLLOW] = \
        "INSERT INTO follows (user_id, other) SELECT ?1, ?2 WHERE 1 = 1" \
        " ON CONFLICT DO NOTHING", \
    [QUERY_UNFOLLOW] = \
        "DELETE FROM follows WHERE user_id = ?1 AND other = ?2", \
    [QUERY_RELATIONS_DROP_BLOCKS] = \
        "DELETE FROM blocks WHERE user_id = ?1 OR other = ?1", \
    [QUERY_RELATIONS_DROP_FOLLOWS] = \
        "DELETE FROM follows WHERE user_id = ?1 OR other = ?1", \
    [QUERY_RELATION] = \
        "SELECT (SELECT count(*) FROM blocks WHERE user_id = ?1 AND other = ?2)," \
        " (SELECT count(*) FROM follows WHERE user_id = ?1 AND other = ?2)", \
    [QUERY_BLOCKED] = RELATED("blocks", "''"), \
    [QUERY_FOLLOWED] = RELATED("follows", OPEN_TABLE_FOR("?1")), \
    [QUERY_BLOCKED_CODES] = \
        "SELECT u.code FROM blocks b JOIN users u ON u.id = b.other" \
        " OR u.owner = b.other WHERE b.user_id = ?1 ORDER BY u.code LIMIT ?2", \
    [QUERY_APART] = \
        "WITH apart AS (SELECT other AS id FROM blocks WHERE user_id = " PERSON_1 \
        " UNION SELECT user_id FROM blocks WHERE other = " PERSON_1 ")" \
        " SELECT id FROM apart UNION SELECT id FROM users WHERE owner IN (SELECT id FROM apart)" \
        " ORDER BY 1 LIMIT ?2", \
    [QUERY_MAY_MEET] = \
        "SELECT count(*) FROM blocks b WHERE (b.user_id = " PERSON_1 \
        " AND b.other IN " AT_TABLE ")" \
        " OR (b.other = " PERSON_1 " AND b.user_id IN " AT_TABLE ")", \
    [QUERY_SEARCH] = \
        "SELECT " OTHER_COLUMNS(OPEN_TABLE_FOR("?4")) " FROM users u WHERE u.kind = 1" \
        " AND u.deleted = 0 AND u.name_key >= ?1 AND u.name_key < ?2" \
        " ORDER BY u.name_key LIMIT ?3", \
    [QUERY_OUT_ACTS] = \
        "SELECT " ACTS_COLUMNS " FROM acts ORDER BY n", \
    [QUERY_OUT_SETTINGS] = \
        "SELECT name, value FROM settings ORDER BY name", \
    [QUERY_OUT_LINKS] = \
        "SELECT " LINKS_COLUMNS ", coalesce(user_id, 0) FROM links ORDER BY hash", \
    [QUERY_OUT_REPORTS] = \
        "SELECT " REPORTS_COLUMNS " FROM reports ORDER BY id", \
    [QUERY_OUT_BLOCKS] = \
        "SELECT user_id, other FROM blocks ORDER BY user_id, other", \
    [QUERY_OUT_FOLLOWS] = \
        "SELECT user_id, other FROM follows ORDER BY user_id, other", \
    [QUERY_IN_ACTS] = \
        "INSERT INTO acts (" ACTS_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", \
    [QUERY_IN_SETTINGS] = \
        "INSERT INTO settings (name, value) VALUES (?1, ?2)", \
    [QUERY_IN_LINKS] = \
        "INSERT INTO links (" LINKS_COLUMNS ", user_id)" \
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, nullif(?8, 0))", \
    [QUERY_IN_REPORTS] = \
        "INSERT INTO reports (" REPORTS_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)", \
    [QUERY_IN_BLOCKS] = \
        "INSERT INTO blocks (user_id, other) VALUES (?1, ?2)", \
    [QUERY_IN_FOLLOWS] = \
        "INSERT INTO follows (user_id, other) VALUES (?1, ?2)",

/* PostgreSQL compares texts as the locale of the database does. */
#define ADMIN_POSTGRES_QUERIES \
    [QUERY_SEARCH] = \
        "SELECT " OTHER_COLUMNS(OPEN_TABLE_FOR("?4")) " FROM users u WHERE u.kind = 1" \
        " AND u.deleted = 0 AND starts_with(u.name_key, ?1) AND ?2 <> ''" \
        " ORDER BY u.name_key LIMIT ?3", \
    [QUERY_OUT_SETTINGS] = \
        "SELECT name, value FROM settings ORDER BY name COLLATE \"C\"",

#endif
