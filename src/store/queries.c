/* queries.c: the statements. What a call refuses, it refuses here, by touching no
 * row: so the database decides, and a refusal spoils no batch.
 *
 * `standing` is a view of the schema: tables with n, waiting, deadline, clocks and
 * changed as they are after the last entry of the log. */
#include "store/queries.h"

#include "store/admin_queries.h"
#include "store/daily_queries.h"
#include "store/income_queries.h"
#include "store/notice_queries.h"
#include "store/mail_queries.h"
#include "store/result_queries.h"

/* Statements have lines of their own. */
/* clang-format off */

/* ------------------------------------------------------------------------- */
/* Parts                                                                     */
/* ------------------------------------------------------------------------- */

#define USER_COLUMNS \
    " u.id, u.code, u.kind, u.name, u.name_key, u.skeleton, u.password," \
    " coalesce(u.owner, 0), u.language, u.created, u.deleted, u.role, u.banned, u.muted"

/* Another user, k, keeps a name with this key or skeleton. */
#define IS_KEPT_BY_OTHER(column, value, id) \
    "EXISTS (SELECT 1 FROM users k WHERE k." column " = " value \
    " AND k.kind = 1 AND k.deleted = 0 AND k.id <> " id ")"

/* Guests and programs of others, with the skeleton ?1 of a name that ?2 keeps. */
#define IS_NAMESAKE \
    "skeleton = ?1 AND kind <> 1 AND deleted = 0 AND id <> ?2 AND coalesce(owner, 0) <> ?2"

/* A table has as many rows in the result as it has seats. `page` chooses the tables, and
 * has a column `turn`. */
#define TABLES_WITH_SEATS(page, order) \
    "SELECT t.id, t.code, t.game, t.rules, t.options, t.seat_count, t.is_public," \
    " t.clock, t.clock_time, t.clock_extra, t.sit_in, t.host, t.created, t.state," \
    " t.changed, t.n, t.waiting, t.deadline, t.clocks, t.scores, t.places, t.next," \
    " t.version, d.daily, d.deal, t.turn," \
    " s.seat, s.who, coalesce(s.user_id, 0), s.level, s.is_away," \
    " coalesce(u.name, ''), coalesce(u.code, ''), coalesce(u.kind, 0)" \
    " FROM (" page ") AS t" \
    " JOIN tables d ON d.id = t.id JOIN seats s ON s.table_id = t.id" \
    " LEFT JOIN users u ON u.id = s.user_id" \
    " ORDER BY " order ", s.seat"

#define LAST_NUMBER "coalesce((SELECT max(n) FROM log WHERE table_id = ?1), 0)"

#define IS_WAITED_FOR(seat) "((st.waiting >> CAST(" seat " AS INTEGER)) & 1) = 1"

#define IS_USERS_TURN \
    "EXISTS (SELECT 1 FROM seats m WHERE m.table_id = st.id AND m.user_id = ?1" \
    " AND m.is_away = 0 AND " IS_WAITED_FOR("m.seat") ")"

#define IS_BOTS_TURN \
    "EXISTS (SELECT 1 FROM seats b WHERE b.table_id = st.id" \
    " AND (b.who = 2 OR b.is_away = 1 OR EXISTS (SELECT 1 FROM users g" \
    " WHERE g.id = b.user_id AND g.deleted <> 0)) AND " IS_WAITED_FOR("b.seat") ")"

/* A table of bots alone plays only while a person watches. */
#define HAS_PERSON \
    "EXISTS (SELECT 1 FROM seats p JOIN users w ON w.id = p.user_id" \
    " WHERE p.table_id = st.id AND p.who IN (1, 3) AND w.deleted = 0)"

/* User `u` is banned, or a guest whose last session has ended, at time ?3. */
#define CANNOT_COME \
    "(u.banned > ?3 OR (u.kind = 0 AND NOT EXISTS (SELECT 1 FROM sessions e" \
    " WHERE e.user_id = u.id AND e.expires > ?3)))"

/* A guest, a guest's program or a deleted user, with no rows in other tables. */
#define NEVER_PLAYED \
    "(u.kind = 0 OR u.deleted <> 0 OR (u.kind = 2 AND EXISTS" \
    " (SELECT 1 FROM users o WHERE o.id = u.owner AND (o.kind = 0 OR o.deleted <> 0))))" \
    " AND NOT EXISTS (SELECT 1 FROM seats x WHERE x.user_id = u.id)" \
    " AND NOT EXISTS (SELECT 1 FROM tables x WHERE x.host = u.id)" \
    " AND NOT EXISTS (SELECT 1 FROM chat x WHERE x.user_id = u.id)" \
    " AND NOT EXISTS (SELECT 1 FROM users x WHERE x.owner = u.id)"

#define USERS_TABLES "(SELECT table_id FROM seats WHERE user_id = ?1)"

/* A session of a StoreCaller. */
#define IS_CALLERS(user, code, now) \
    "user_id = " user " AND code = " code " AND expires > " now

/* The columns of whole rows; those that may be NULL are 0 on the way. */
#define USERS_COLUMNS \
    "id, code, kind, name, name_key, password, language, created, deleted, skeleton, twin," \
    " is_hidden, role, banned, muted"
#define SESSIONS_COLUMNS \
    "hash, user_id, created, seen, expires, code, device, issued, is_used"
#define PASSKEYS_COLUMNS "id, user_id, public_key, counter, label, created, used"
#define CODES_COLUMNS "user_id, hash"
#define TABLES_COLUMNS \
    "id, code, game, rules, options, seed, seat_count, is_public, clock, clock_time," \
    " clock_extra, sit_in, host, created, state, changed, moment_n, waiting, deadline," \
    " clocks, scores, places, next, version, deal, daily"
#define SEATS_COLUMNS "table_id, seat, who, level, is_away"
#define LOG_COLUMNS \
    "table_id, n, kind, seat, is_by_bot, action, at, waiting, deadline, clocks," \
    " hash, author"
#define CHAT_COLUMNS "table_id, k, seat, at, said"

/* `lock`: an account that is being deleted is waited for. */
#define MAY_CHAT(lock) \
    "(?2 = 0 OR EXISTS (SELECT 1 FROM users WHERE id = ?2 AND deleted = 0" lock "))"
#define CHAT_ADD(lock) \
    "INSERT INTO chat (table_id, k, user_id, seat, at, said)" \
    " SELECT ?1, 1 + coalesce((SELECT max(k) FROM chat WHERE table_id = ?1), 0)," \
    " nullif(?2, 0), ?3, ?4, ?5 FROM tables WHERE id = ?1 AND " MAY_CHAT(lock)

/* Node ?1 claims tables until ?3, at time ?2: those that wait since ?5, or whose deadline
 * (of a turn, or of reveals) is up to ?4. The first ?7 with an id above ?6. */
#define ON_CLAIMED \
    " ON CONFLICT (table_id) DO UPDATE SET node = excluded.node, until = excluded.until"
#define CLAIM_WHAT_WAITS(condition) \
    "INSERT INTO claims (table_id, node, until)" \
    " SELECT st.id, ?1, ?3 FROM standing st LEFT JOIN claims c ON c.table_id = st.id" \
    " WHERE st.id IN (SELECT id FROM tables WHERE state = 1" \
    " UNION ALL SELECT id FROM tables WHERE state = 0 AND deadline > 0)" \
    " AND (c.until IS NULL OR c.until <= ?2)" \
    " AND ((st.deadline > 0 AND st.deadline <= ?4)" \
    " OR (st.state = 1 AND st.changed <= ?5 AND " IS_BOTS_TURN " AND " HAS_PERSON "))" \
    " AND st.id > ?6 AND " condition " ORDER BY st.id LIMIT ?7" \
    ON_CLAIMED " WHERE claims.until <= ?2"

/* Until when live clocks have stood, by the row of `pulse`. */
#define STOOD "greatest(?11, CASE WHEN ?2 - beat > ?10 THEN ?2 ELSE stood END)"

#define NEXT_AFTER(table) \
    "setval(pg_get_serial_sequence('" table "', 'id')," \
    " (SELECT coalesce(max(id), 0) + 1 FROM " table "), false)"

#define MILLISECONDS_NOW "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"

/* ------------------------------------------------------------------------- */
/* The statements                                                            */
/* ------------------------------------------------------------------------- */

const char *const QUERIES[QUERY_COUNT] = {
    [QUERY_PING] =
        "SELECT 1",
    [QUERY_NOW] =
        "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",

    [QUERY_LATEST] =
        "SELECT coalesce(max(at), 0) FROM (SELECT max(seen) AS at FROM sessions"
        " UNION ALL SELECT max(created) FROM users UNION ALL SELECT max(changed) FROM tables"
        " UNION ALL SELECT max(changed) FROM standing WHERE state = 1) AS times",

    [QUERY_USER_ADD] =
        "INSERT INTO users (code, kind, name, name_key, password, owner, language, created,"
        " deleted, skeleton, twin)"
        " SELECT ?1, ?2, ?3, ?4, ?5, nullif(?6, 0), ?7, ?8, 0, ?9, 0"
        " WHERE ?2 <> 1 OR ?9 = '' OR NOT " IS_KEPT_BY_OTHER("skeleton", "?9", "0")
        " ON CONFLICT DO NOTHING RETURNING id",
    [QUERY_USER_GET] =
        "SELECT" USER_COLUMNS " FROM users u WHERE u.id = ?1",
    [QUERY_USER_BY_CODE] =
        "SELECT" USER_COLUMNS " FROM users u WHERE u.code = ?1",
    [QUERY_USER_BY_KEY] =
        "SELECT" USER_COLUMNS " FROM users u"
        " WHERE u.name_key = ?1 AND u.kind = 1 AND u.deleted = 0",
    [QUERY_USER_BY_SKELETON] =
        "SELECT" USER_COLUMNS " FROM users u"
        " WHERE u.skeleton = ?1 AND u.kind = 1 AND u.deleted = 0 ORDER BY u.twin LIMIT 1",
    [QUERY_USER_SET] =
        "UPDATE users SET kind = ?2, name = ?3, name_key = ?4, password = ?5, language = ?6,"
        " skeleton = ?7, twin = CASE WHEN skeleton = ?7 THEN twin ELSE 0 END"
        " WHERE id = ?1 AND deleted = 0 AND (?2 <> 1"
        " OR (NOT " IS_KEPT_BY_OTHER("name_key", "?4", "?1")
        " AND (?7 = '' OR (kind = 1 AND skeleton = ?7)"
        " OR NOT " IS_KEPT_BY_OTHER("skeleton", "?7", "?1") ")))",
    [QUERY_USER_DELETE] =
        "UPDATE users SET name = '', name_key = '', skeleton = '', password = '',"
        " is_hidden = 0, role = 0, banned = 0, muted = 0, language = '', deleted = ?2"
        " WHERE (id = ?1 OR owner = ?1) AND deleted = 0",
    [QUERY_USER_END_SESSIONS] =
        "DELETE FROM sessions WHERE user_id IN"
        " (SELECT id FROM users WHERE id = ?1 OR owner = ?1)",
    /* The row keeps its number, so that no later line gets it. */
    [QUERY_USER_ERASE_CHAT] =
        "UPDATE chat SET said = '', seat = -1, user_id = NULL WHERE user_id IN"
        " (SELECT id FROM users WHERE id = ?1 OR owner = ?1)",
    [QUERY_PROGRAMS] =
        "SELECT" USER_COLUMNS " FROM users u WHERE u.owner = ?1 AND u.deleted = 0"
        " ORDER BY u.id LIMIT ?2",

    [QUERY_NAMES] =
        "SELECT" USER_COLUMNS " FROM users u WHERE u.id > ?1 AND u.deleted = 0"
        " AND (u.kind = 1 OR u.skeleton = '') ORDER BY u.id LIMIT ?2",
    /* Of users with the same skeleton the first has twin 0, the others their id. */
    [QUERY_NAME_SETTLE] =
        "UPDATE users SET"
        " name_key = CASE WHEN kind = 1 AND " IS_KEPT_BY_OTHER("name_key", "?2", "?1")
        " THEN name_key ELSE ?2 END,"
        " twin = CASE WHEN kind = 1 AND " IS_KEPT_BY_OTHER("skeleton", "?3", "?1")
        " THEN id ELSE 0 END,"
        " skeleton = ?3 WHERE id = ?1 AND deleted = 0",
    [QUERY_NAMES_ALIKE] =
        "SELECT" USER_COLUMNS " FROM users u WHERE u.kind = 1 AND u.deleted = 0"
        " AND u.skeleton <> '' AND " IS_KEPT_BY_OTHER("skeleton", "u.skeleton", "u.id")
        " ORDER BY u.skeleton, u.id LIMIT ?1",
    [QUERY_NAMESAKES] =
        "SELECT" USER_COLUMNS " FROM users u WHERE " IS_NAMESAKE
        " ORDER BY u.id DESC LIMIT ?3",
    [QUERY_NAMESAKES_RENAME] =
        "UPDATE users SET name = ?3, name_key = ?4, skeleton = ?5 WHERE " IS_NAMESAKE,

    [QUERY_SESSION_ADD] =
        "INSERT INTO sessions (" SESSIONS_COLUMNS ")"
        " SELECT ?1, id, ?3, ?4, ?5, ?6, ?7, ?8, ?9 FROM users WHERE id = ?2 AND deleted = 0"
        " ON CONFLICT DO NOTHING",
    [QUERY_SESSION_FIND] =
        "SELECT" USER_COLUMNS ", s.created, s.seen, s.expires, s.code, s.device, s.issued,"
        " s.is_used FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.hash = ?1",
    [QUERY_SESSION_SEEN] =
        "UPDATE sessions SET seen = ?2, expires = ?3, is_used = 1 WHERE hash = ?1",
    [QUERY_SESSION_SUPERSEDE] =
        "UPDATE sessions SET expires = ?4 WHERE user_id = ?1 AND code = ?2 AND hash <> ?3"
        " AND expires > ?4",
    [QUERY_SESSION_NEWEST] =
        "SELECT coalesce(max(issued), 0) FROM sessions WHERE user_id = ?1 AND code = ?2",
    [QUERY_SESSION_REPLACE] =
        "INSERT INTO sessions (" SESSIONS_COLUMNS ")"
        " SELECT ?1, s.user_id, s.created, s.seen, ?3, s.code, s.device, ?4, 0"
        " FROM sessions s WHERE s.hash = ?2",
    [QUERY_SESSIONS_CHECK] =
        "SELECT user_id, max(seen), code FROM sessions"
        " WHERE user_id IN (SELECT value FROM json_each(?1))"
        " AND code IN (SELECT value FROM json_each(?2)) AND expires > ?3"
        " GROUP BY user_id, code",
    [QUERY_SESSION_TOUCH] =
        "UPDATE sessions SET seen = ?3, expires = ?4"
        " WHERE user_id = ?1 AND code = ?2 AND expires > ?5",
    [QUERY_SESSIONS] =
        "SELECT s.user_id, min(s.created), max(s.seen), max(s.expires), s.code,"
        " max(s.device), max(s.issued), max(s.is_used) FROM sessions s"
        " WHERE s.user_id = ?1 AND s.expires > ?2 GROUP BY s.user_id, s.code"
        " ORDER BY max(s.seen) DESC, s.code LIMIT ?3",
    [QUERY_SESSION_END] =
        "DELETE FROM sessions WHERE user_id = ?1 AND code = ?2",
    [QUERY_SESSIONS_END_OTHERS] =
        "DELETE FROM sessions WHERE user_id = ?1 AND (?2 = '' OR code <> ?2)",
    [QUERY_SESSION_HOLD] =
        "SELECT 1 FROM sessions WHERE " IS_CALLERS("?1", "?2", "?3"),
    [QUERY_SESSIONS_SWEEP] =
        "DELETE FROM sessions WHERE expires < ?1",

    [QUERY_TABLE_ADD] =
        "INSERT INTO tables (code, game, rules, options, seed, seat_count, is_public, clock,"
        " clock_time, clock_extra, sit_in, host, created, state, changed, waiting, deadline,"
        " clocks, scores, places, next, deal, daily, moment_n, version)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,"
        " ?17, ?18, ?19, ?20, ?21, ?22, ?23, 0, 0)"
        " ON CONFLICT DO NOTHING RETURNING id",
    [QUERY_TABLE_GET] = TABLES_WITH_SEATS(
        "SELECT st.*, 0 AS turn FROM standing st WHERE st.id = ?1",
        "t.id"),
    [QUERY_TABLE_BY_CODE] = TABLES_WITH_SEATS(
        "SELECT st.*, 0 AS turn FROM standing st WHERE st.code = ?1 AND st.state < 3",
        "t.id"),
    [QUERY_TABLE_SEED] =
        "SELECT seed FROM tables WHERE id = ?1",
    [QUERY_TABLE_SET] =
        "UPDATE tables SET state = ?3, changed = ?4, moment_n = ?5, waiting = ?6,"
        " deadline = ?7, clocks = ?8, scores = ?9, places = ?10, next = ?11,"
        " deal = ?13, host = ?14, version = version + 1"
        " WHERE id = ?1 AND version = ?2 AND ?12 = " LAST_NUMBER,
    [QUERY_TABLE_IS_THERE] =
        "SELECT 1 FROM tables WHERE id = ?1",
    [QUERY_SEAT_SET] =
        "INSERT INTO seats (table_id, seat, who, user_id, level, is_away)"
        " VALUES (?1, ?2, ?3, nullif(?4, 0), ?5, ?6) ON CONFLICT (table_id, seat)"
        " DO UPDATE SET who = excluded.who, user_id = excluded.user_id,"
        " level = excluded.level, is_away = excluded.is_away",

    /* Of a file that one server has: the check and then the row. An INSERT that selects
     * from the table it fills makes SQLite keep a copy first, at twice the price. */
    [QUERY_MAY_APPEND] =
        "SELECT 1 FROM tables WHERE id = ?1 AND version = ?2 AND state = ?3"
        " AND ?4 = 1 + " LAST_NUMBER,
    [QUERY_APPEND] =
        "INSERT INTO log (" LOG_COLUMNS ")"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    [QUERY_LOG] =
        "SELECT n, kind, seat, is_by_bot, action, at, waiting, deadline, clocks, hash,"
        " author FROM log"
        " WHERE table_id = ?1 AND n >= ?2 ORDER BY n LIMIT ?3",

    [QUERY_CHAT_ADD] = CHAT_ADD("") " RETURNING k",
    [QUERY_CHAT_MAY_ADD] =
        "SELECT 1 FROM tables WHERE id = ?1 AND " MAY_CHAT(""),
    [QUERY_CHAT_OF] =
        "SELECT c.k, c.table_id, t.code, c.seat, c.at, c.said FROM chat c"
        " JOIN tables t ON t.id = c.table_id"
        " WHERE c.user_id = ?1 AND (c.table_id, c.k) > (?2, ?3)"
        " ORDER BY c.table_id, c.k LIMIT ?4",
    [QUERY_CHAT_LAST] =
        "SELECT c.k, coalesce(c.user_id, 0), c.seat, c.at, c.said, coalesce(u.name, ''),"
        " coalesce(u.code, '')"
        " FROM (SELECT * FROM chat WHERE table_id = ?1 AND (?2 = 0 OR k < ?2)"
        " AND said <> ''"
        " ORDER BY k DESC LIMIT ?3) AS c LEFT JOIN users u ON u.id = c.user_id"
        " ORDER BY c.k",

    [QUERY_LIST_PUBLIC] = TABLES_WITH_SEATS(
        "SELECT st.*, 0 AS turn FROM standing st"
        " WHERE st.is_public = 1 AND st.state < 2 AND (?1 = 0 OR st.id < ?1)"
        " AND (?3 = 0 OR ?3 > (SELECT count(*) FROM (SELECT 1 FROM tables o"
        " WHERE o.host = st.host AND o.is_public = 1 AND o.state < 2 AND o.id > st.id"
        " LIMIT ?3) AS newer))"
        " ORDER BY st.id DESC LIMIT ?2",
        "t.id DESC"),
    [QUERY_LIST_PUBLIC_OVER] = TABLES_WITH_SEATS(
        "SELECT st.*, 0 AS turn FROM standing st"
        " WHERE st.is_public = 1 AND st.state = 2"
        " AND " IS_BEFORE("st.ended", "st.id", "?1", "?2")
        " ORDER BY st.ended DESC, st.id DESC LIMIT ?3",
        "t.ended DESC, t.id DESC"),
    [QUERY_LIST_MINE] = TABLES_WITH_SEATS(
        "SELECT * FROM"
        " (SELECT st.*, CASE WHEN " IS_USERS_TURN " THEN 1 ELSE 0 END AS turn"
        " FROM standing st WHERE st.id IN " USERS_TABLES " AND st.state < 2) AS mine"
        " WHERE ?4 = 0 OR (turn, changed, id) < (?2, ?3, ?4)"
        " ORDER BY turn DESC, changed DESC, id DESC LIMIT ?5",
        "t.turn DESC, t.changed DESC, t.id DESC"),
    [QUERY_LIST_MINE_OVER] = TABLES_WITH_SEATS(
        LIST_MINE_OVER_PAGE,
        "t.ended DESC, t.id DESC"),
    [QUERY_LIST_LEFT] = TABLES_WITH_SEATS(
        "SELECT st.*, 0 AS turn FROM standing st"
        " WHERE (st.id IN " USERS_TABLES " OR st.host = ?1) AND st.state < 2"
        " ORDER BY st.id DESC LIMIT ?2",
        "t.id DESC"),
    [QUERY_LIST_ALL] = TABLES_WITH_SEATS(
        "SELECT st.*, 0 AS turn FROM standing st"
        " WHERE (st.id IN " USERS_TABLES " OR st.host = ?1) AND (?2 = 0 OR st.id < ?2)"
        " ORDER BY st.id DESC LIMIT ?3",
        "t.id DESC"),
    [QUERY_HOSTED] =
        "SELECT count(*) FROM tables WHERE host = ?1 AND state < 2",
    [QUERY_CLAIM] =
        CLAIM_WHAT_WAITS("1 = 1")
        " RETURNING table_id, (SELECT code FROM tables WHERE id = table_id)",
    [QUERY_CLAIMS_DROP] =
        "DELETE FROM claims WHERE node = ?1 OR until <= ?2",

    [QUERY_USER_LOCK] =
        "UPDATE users SET language = language WHERE id = ?1 AND deleted = 0",
    [QUERY_PASSKEY_ADD] =
        "INSERT INTO passkeys (" PASSKEYS_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
        " ON CONFLICT DO NOTHING",
    [QUERY_PASSKEY_FIND] =
        "SELECT " PASSKEYS_COLUMNS " FROM passkeys WHERE id = ?1",
    [QUERY_PASSKEY_USED] =
        "UPDATE passkeys SET counter = ?2, used = ?3"
        " WHERE id = ?1 AND (counter < ?2 OR (counter = 0 AND ?2 = 0))",
    [QUERY_PASSKEY_RENAME] =
        "UPDATE passkeys SET label = ?3 WHERE id = ?1 AND user_id = ?2",
    [QUERY_PASSKEY_DROP] =
        "DELETE FROM passkeys WHERE id = ?1 AND user_id = ?2",
    [QUERY_PASSKEYS] =
        "SELECT " PASSKEYS_COLUMNS " FROM passkeys WHERE user_id = ?1"
        " ORDER BY created, id LIMIT ?2",
    [QUERY_PASSKEYS_DROP_OF] =
        "DELETE FROM passkeys WHERE user_id = ?1",
    [QUERY_CODE_ADD] =
        "INSERT INTO codes (" CODES_COLUMNS ") VALUES (?1, ?2)",
    [QUERY_CODE_USE] =
        "DELETE FROM codes WHERE user_id = ?1 AND hash = ?2",
    [QUERY_CODES_LEFT] =
        "SELECT count(*) FROM codes WHERE user_id = ?1",
    [QUERY_CODES_DROP] =
        "DELETE FROM codes WHERE user_id = ?1",
    [QUERY_SECRET_GET] =
        "SELECT bytes FROM secrets WHERE name = 'challenges'",
    [QUERY_SECRET_ADD] =
        "INSERT INTO secrets (name, bytes) VALUES ('challenges', ?1)"
        " ON CONFLICT DO NOTHING",
    [QUERY_CHALLENGE_USE] =
        "INSERT INTO challenges (nonce, expires) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
    [QUERY_CHALLENGES_SWEEP] =
        "DELETE FROM challenges WHERE expires < ?1",

    [QUERY_IS_HIDDEN] =
        "SELECT is_hidden FROM users WHERE id = ?1",
    [QUERY_HIDE] =
        "UPDATE users SET is_hidden = ?2 WHERE id = ?1 AND deleted = 0",

    RESULT_QUERIES
    ADMIN_QUERIES
    NOTICE_QUERIES
    MAIL_QUERIES
    DAILY_QUERIES
    INCOME_QUERIES

    [QUERY_STALE_TABLES] =
        "SELECT t.id, t.code FROM tables t WHERE t.state = 0 AND t.changed < ?1"
        " AND t.id > ?2 AND NOT EXISTS"
        " (SELECT 1 FROM chat c WHERE c.table_id = t.id AND c.at >= ?1)"
        " ORDER BY t.id LIMIT ?3",
    [QUERY_ORPHANED_TABLES] =
        "SELECT t.id, t.code, u.id FROM tables t JOIN users u ON u.id = t.host"
        " WHERE t.state = 0 AND t.id > ?1 AND (u.deleted <> 0 OR " CANNOT_COME ")"
        " UNION SELECT t.id, t.code, u.id FROM tables t JOIN seats s ON s.table_id = t.id"
        " JOIN users u ON u.id = s.user_id WHERE t.state < 2 AND t.id > ?1"
        " AND s.is_away = 0 AND u.deleted = 0 AND " CANNOT_COME
        " ORDER BY 1 LIMIT ?2",
    [QUERY_GUESTS_END_SESSIONS] =
        "DELETE FROM sessions WHERE user_id IN (SELECT u.id FROM users u"
        " WHERE u.created < ?1 AND " NEVER_PLAYED
        " AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id AND s.seen >= ?1)"
        " LIMIT ?2)",
    [QUERY_GUESTS_TIDY] =
        "DELETE FROM users WHERE id IN (SELECT u.id FROM users u"
        " WHERE u.created < ?1 AND " NEVER_PLAYED
        " AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id) LIMIT ?2)",

    [QUERY_OUT_USERS] =
        "SELECT " USERS_COLUMNS ", coalesce(owner, 0) FROM users"
        " ORDER BY owner IS NOT NULL, id",
    [QUERY_OUT_SESSIONS] =
        "SELECT " SESSIONS_COLUMNS " FROM sessions ORDER BY hash",
    [QUERY_OUT_PASSKEYS] =
        "SELECT " PASSKEYS_COLUMNS " FROM passkeys ORDER BY id",
    [QUERY_OUT_CODES] =
        "SELECT " CODES_COLUMNS " FROM codes ORDER BY user_id, hash",
    [QUERY_OUT_TABLES] =
        "SELECT " TABLES_COLUMNS " FROM tables ORDER BY id",
    [QUERY_OUT_SEATS] =
        "SELECT " SEATS_COLUMNS ", coalesce(user_id, 0) FROM seats"
        " WHERE table_id = ?1 ORDER BY seat",
    [QUERY_OUT_LOG] =
        "SELECT " LOG_COLUMNS " FROM log WHERE table_id = ?1 ORDER BY n",
    [QUERY_OUT_CHAT] =
        "SELECT " CHAT_COLUMNS ", coalesce(user_id, 0) FROM chat"
        " WHERE table_id = ?1 ORDER BY k",
    [QUERY_IN_USERS] =
        "INSERT INTO users (" USERS_COLUMNS ", owner)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15,"
        " nullif(?16, 0))",
    [QUERY_IN_SESSIONS] =
        "INSERT INTO sessions (" SESSIONS_COLUMNS ")"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    [QUERY_IN_PASSKEYS] =
        "INSERT INTO passkeys (" PASSKEYS_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [QUERY_IN_CODES] =
        "INSERT INTO codes (" CODES_COLUMNS ") VALUES (?1, ?2)",
    [QUERY_IN_TABLES] =
        "INSERT INTO tables (" TABLES_COLUMNS ")"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,"
        " ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26)",
    [QUERY_IN_SEATS] =
        "INSERT INTO seats (" SEATS_COLUMNS ", user_id)"
        " VALUES (?1, ?2, ?3, ?4, ?5, nullif(?6, 0))",
    [QUERY_IN_LOG] =
        "INSERT INTO log (" LOG_COLUMNS ")"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    [QUERY_IN_CHAT] =
        "INSERT INTO chat (" CHAT_COLUMNS ", user_id)"
        " VALUES (?1, ?2, ?3, ?4, ?5, nullif(?6, 0))",
    [QUERY_MOVE_SIZES] =
        "SELECT (SELECT count(*) FROM users), (SELECT count(*) FROM tables),"
        " (SELECT count(*) FROM log), (SELECT count(*) FROM chat)",
    [QUERY_MOVE_NEXT] =
        "SELECT id FROM tables WHERE id > ?1 ORDER BY id LIMIT 1",
    [QUERY_MOVE_NUMBERING] =
        "SELECT 1, 1",
};

/* Only the queries that differ. Most entries are NULL, so the few of several lines look
 * like missing commas: NOLINTBEGIN(bugprone-suspicious-missing-comma) */
const char *const POSTGRES_QUERIES[QUERY_COUNT] = {
    [QUERY_NOW] = ("SELECT " MILLISECONDS_NOW),
    [QUERY_NOW_NOTIFY] = ("SELECT " MILLISECONDS_NOW " FROM pg_notify(?1, ?2)"),
    [QUERY_SESSIONS_CHECK] =
        "SELECT user_id, max(seen), code FROM sessions WHERE user_id IN"
        " (SELECT CAST(value AS BIGINT) FROM json_array_elements_text(CAST(?1 AS JSON)))"
        " AND code IN (SELECT value FROM json_array_elements_text(CAST(?2 AS JSON)))"
        " AND expires > ?3 GROUP BY user_id, code",
    /* An ended session is not continued: ending it has locked the row. */
    [QUERY_SESSION_REPLACE] =
        "INSERT INTO sessions (" SESSIONS_COLUMNS ")"
        " SELECT ?1, s.user_id, s.created, s.seen, ?3, s.code, s.device, ?4, 0"
        " FROM (SELECT * FROM sessions WHERE hash = ?2 FOR SHARE) AS s",
    /* Whoever ends the session deletes its rows, and so waits for this lock. */
    [QUERY_SESSION_HOLD] =
        "SELECT 1 FROM sessions WHERE " IS_CALLERS("?1", "?2", "?3") " FOR KEY SHARE",
    /* Two may try the same number. */
    [QUERY_APPEND] =
        "INSERT INTO log (" LOG_COLUMNS ")"
        " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12"
        " FROM (SELECT id FROM tables WHERE id = ?1 AND state = ?14"
        " AND version = ?13 FOR SHARE) AS expected"
        " WHERE ?2 = 1 + " LAST_NUMBER " ON CONFLICT DO NOTHING",
    /* One statement is one transaction and one round trip: what it locks, no server can
     * hold on to. Rows are locked and entries added in the order of the tables, so two
     * batches never wait for each other in a circle. A row that somebody changes just
     * now is passed over (SKIP LOCKED), which holds up that table alone, not the batch.
     * One notification for each chunk carries the notices of what was added. Entries of
     * sessions that have ended are answered by the negative number of their table; the
     * subquery keeps to the index, however many sessions there are. */
    [QUERY_APPEND_MANY] =
        "WITH wanted AS (SELECT * FROM unnest(CAST(?1 AS BIGINT[]), CAST(?2 AS BIGINT[]),"
        " CAST(?3 AS BIGINT[]), CAST(?4 AS BIGINT[]), CAST(?5 AS BIGINT[]),"
        " CAST(?6 AS BIGINT[]), CAST(?7 AS BIGINT[]), CAST(?8 AS BIGINT[]),"
        " CAST(?9 AS BIGINT[]), CAST(?10 AS BIGINT[]), CAST(?11 AS TEXT[]),"
        " CAST(?12 AS BIGINT[]), CAST(?13 AS BIGINT[]), CAST(?14 AS BIGINT[]),"
        " CAST(?15 AS TEXT[]), CAST(?16 AS BIGINT[]), CAST(?17 AS TEXT[]))"
        " AS w (version, " LOG_COLUMNS ", chunk, notice, caller, session)),"
        " checked AS (SELECT w.*, w.caller <> 0 AND coalesce((SELECT max(s.expires)"
        " FROM sessions s WHERE s.user_id = w.caller AND s.code = w.session), 0) <= ?19"
        " AS has_ended FROM wanted w),"
        " expected AS (SELECT t.id FROM checked w JOIN tables t ON t.id = w.table_id"
        " AND t.version = w.version AND t.state = 1 AND NOT w.has_ended ORDER BY t.id"
        " FOR SHARE OF t SKIP LOCKED),"
        " added AS (INSERT INTO log (" LOG_COLUMNS ")"
        " SELECT w.table_id, w.n, w.kind, w.seat, w.is_by_bot, w.action, w.at, w.waiting,"
        " w.deadline, w.clocks, w.hash, w.author"
        " FROM wanted w JOIN expected e ON e.id = w.table_id"
        " WHERE w.n = 1 + coalesce((SELECT max(l.n) FROM log l"
        " WHERE l.table_id = w.table_id), 0)"
        " ORDER BY w.table_id ON CONFLICT DO NOTHING RETURNING table_id)"
        " SELECT string_agg(CAST(a.table_id AS TEXT), ' '),"
        " CAST(pg_notify(?18, string_agg(w.notice, E'\n' ORDER BY w.table_id)) AS TEXT)"
        " FROM added a JOIN wanted w ON w.table_id = a.table_id GROUP BY w.chunk"
        " UNION ALL SELECT string_agg(CAST(-w.table_id AS TEXT), ' '"
        " ORDER BY w.table_id), ''"
        " FROM checked w WHERE w.has_ended HAVING count(*) > 0",
    /* A change of a row. The lock is a statement of its own, so that the change sees what
     * was appended before it was had; both travel together, in one transaction. With the
     * end of a game (?2) its people, in order: an account that is being deleted is waited
     * for, and one that will be finds the result. Then the session of the caller. */
    [QUERY_LOCK] =
        ("SELECT coalesce((SELECT id FROM tables WHERE id = ?1 FOR NO KEY UPDATE), 0),"
         " (SELECT count(*) FROM (SELECT 1 FROM users WHERE ?2 = 2 AND id IN"
         " (SELECT user_id FROM seats WHERE table_id = ?1) ORDER BY id FOR SHARE) AS p),"
         " (SELECT count(*) FROM (SELECT 1 FROM sessions WHERE "
         IS_CALLERS("?3", "?4", "?5") " FOR KEY SHARE) AS c)"),
    [QUERY_CHANGE] =
        "WITH changed AS (UPDATE tables SET state = ?3, changed = ?4, moment_n = ?5,"
        " waiting = ?6, deadline = ?7, clocks = ?8, scores = ?9, places = ?10, next = ?11,"
        " deal = ?27, host = ?28, version = version + 1"
        " WHERE id = ?1 AND version = ?2 AND ?12 = " LAST_NUMBER " AND (?29 = 0 OR EXISTS"
        " (SELECT 1 FROM sessions WHERE " IS_CALLERS("?29", "?30", "?31") "))"
        " RETURNING id),"
        " seated AS (INSERT INTO seats (table_id, seat, who, user_id, level, is_away)"
        " SELECT c.id, s.seat, s.who, nullif(s.user_id, 0), s.level, s.is_away"
        " FROM changed c, unnest(CAST(?13 AS BIGINT[]), CAST(?14 AS BIGINT[]),"
        " CAST(?15 AS BIGINT[]), CAST(?16 AS TEXT[]), CAST(?17 AS BIGINT[]))"
        " AS s (seat, who, user_id, level, is_away) ON CONFLICT (table_id, seat)"
        " DO UPDATE SET who = excluded.who, user_id = excluded.user_id,"
        " level = excluded.level, is_away = excluded.is_away),"
        " added AS (INSERT INTO log (" LOG_COLUMNS ")"
        " SELECT c.id, ?5, ?18, ?19, ?20, ?21, ?22, ?6, ?7, ?8, ?23, ?24"
        " FROM changed c WHERE ?5 > ?12)"
        " SELECT pg_notify(?25, ?26) FROM changed",
    /* Waits for a concurrent insert of the same number, then inserts nothing. */
    [QUERY_CHAT_ADD] = (CHAT_ADD(" FOR SHARE") " ON CONFLICT DO NOTHING RETURNING k"),
    /* The pulse, claims that are kept, and new ones, unless another node looks: claim 0.
     * Most of the time nothing is written, so that nodes do not wait for each other's row:
     * the pulse may be as old as a tenth of the patience, and the claim of another node is
     * left alone. */
    [QUERY_CLAIM] =
        "WITH beat AS (UPDATE pulse SET beat = greatest(beat, ?2), stood = " STOOD
        " WHERE beat <= ?2 - ?10 / 10 OR stood < ?11 RETURNING stood),"
        " kept AS (INSERT INTO claims (table_id, node, until)"
        " SELECT k.id, ?1, ?3 FROM unnest(CAST(?9 AS BIGINT[])) AS k (id) ORDER BY k.id"
        ON_CLAIMED " WHERE claims.node = ?1 OR claims.until <= ?2),"
        " looking AS (INSERT INTO claims (table_id, node, until)"
        " SELECT 0, ?1, ?8 WHERE ?8 > 0 AND NOT EXISTS (SELECT 1 FROM claims h"
        " WHERE h.table_id = 0 AND h.node <> ?1 AND h.until > ?2)" ON_CLAIMED
        " WHERE claims.node = ?1 OR claims.until <= ?2 RETURNING 1),"
        " claimed AS (" CLAIM_WHAT_WAITS("st.id <> ALL (CAST(?9 AS BIGINT[]))"
        " AND (?8 = 0 OR EXISTS (SELECT 1 FROM looking))") " RETURNING table_id)"
        " SELECT coalesce(t.id, 0), coalesce(t.code, ''),"
        " coalesce((SELECT stood FROM beat), " STOOD ") FROM pulse"
        " LEFT JOIN claimed c ON TRUE LEFT JOIN tables t ON t.id = c.table_id ORDER BY t.id",
    RESULT_POSTGRES_QUERIES
    ADMIN_POSTGRES_QUERIES
    NOTICE_POSTGRES_QUERIES
    MAIL_POSTGRES_QUERIES
    DAILY_POSTGRES_QUERIES
    INCOME_POSTGRES_QUERIES
    /* After copying rows with their ids: the sequences go on above them. */
    [QUERY_MOVE_NUMBERING] =
        ("SELECT " NEXT_AFTER("users") ", " NEXT_AFTER("tables") ", " NEXT_AFTER("reports")),
};
/* NOLINTEND(bugprone-suspicious-missing-comma) */
