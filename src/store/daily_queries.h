/* daily_queries.h: the statements of daily.c. queries.c includes it once. */
#ifndef ROUNDHOUSE_STORE_DAILY_QUERIES_H
#define ROUNDHOUSE_STORE_DAILY_QUERIES_H

/* Statements have lines of their own. */
/* clang-format off */

#define DAILIES_COLUMNS "day, game, rules, options, seat_count, level, created, secret"
#define ATTEMPTS_COLUMNS \
    "table_id, day, game, k, is_ranked, started, is_done, score, place, ended"

#define DAILY_SELECT \
    "SELECT day, game, rules, options, seat_count, level, created FROM dailies"
/* Counted: PostgreSQL would make a hash of all seats for an EXISTS here. */
#define ATTEMPT_SELECT \
    "SELECT a.day, a.game, coalesce(a.user_id, 0), a.k, a.is_ranked, a.table_id, a.started," \
    " a.is_done, a.score, a.place, a.ended, t.code, t.state," \
    " CASE WHEN (SELECT count(*) FROM seats s WHERE s.table_id = a.table_id" \
    " AND s.user_id = a.user_id AND s.is_away = 0) > 0 THEN 0 ELSE 1 END," \
    " coalesce(u.name, ''), coalesce(u.code, ''), coalesce(u.kind, 0)" \
    " FROM attempts a JOIN tables t ON t.id = a.table_id" \
    " LEFT JOIN users u ON u.id = a.user_id"

#define DAILY_QUERIES \
    [QUERY_DAILY_ADD] = \
        "INSERT INTO dailies (" DAILIES_COLUMNS ")" \
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING", \
    [QUERY_DAILIES] = \
        DAILY_SELECT " WHERE day = ?1 ORDER BY game LIMIT ?2", \
    [QUERY_DAILY_GET] = \
        DAILY_SELECT " WHERE day = ?1 AND game = ?2", \
    [QUERY_DAILY_SECRET] = \
        "SELECT secret FROM dailies WHERE day = ?1 AND game = ?2", \
    [QUERY_DAILY_BEFORE] = \
        "SELECT coalesce(max(day), 0) FROM dailies WHERE day < ?1", \
    [QUERY_ATTEMPT_ADD] = \
        "INSERT INTO attempts (table_id, day, game, user_id, k, is_ranked, started, is_done," \
        " score, place, ended) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, 0, 0, 0)" \
        " ON CONFLICT DO NOTHING", \
    [QUERY_ATTEMPTS_OF] = \
        ATTEMPT_SELECT " WHERE a.user_id = ?1 AND a.day = ?2 AND (a.k = 1 OR NOT EXISTS" \
        " (SELECT 1 FROM attempts l WHERE l.user_id = a.user_id AND l.day = a.day" \
        " AND l.game = a.game AND l.k > a.k)) ORDER BY a.game, a.k LIMIT ?3", \
    [QUERY_ATTEMPTS] = \
        ATTEMPT_SELECT " WHERE a.day = ?1 AND a.game = ?2 AND a.is_ranked = ?3" \
        " ORDER BY a.is_done DESC, a.score DESC, a.ended, a.table_id LIMIT ?4 OFFSET ?5", \
    [QUERY_ATTEMPTS_EVER] = \
        ATTEMPT_SELECT " WHERE a.user_id = ?1 AND a.table_id > ?2" \
        " ORDER BY a.table_id LIMIT ?3", \
    [QUERY_TURNOUT] = \
        "SELECT CAST(coalesce(sum(is_ranked), 0) AS BIGINT)," \
        " CAST(coalesce(sum(is_ranked * is_done), 0) AS BIGINT)," \
        " CAST(coalesce(sum(1 - is_ranked), 0) AS BIGINT)" \
        " FROM attempts WHERE day = ?1 AND game = ?2", \
    [QUERY_ATTEMPTS_ABOVE] = \
        "SELECT count(*) FROM attempts WHERE day = ?1 AND game = ?2 AND is_ranked = 1" \
        " AND is_done = 1 AND score > ?3", \
    [QUERY_OUT_DAILIES] = \
        "SELECT " DAILIES_COLUMNS " FROM dailies ORDER BY day, game", \
    [QUERY_IN_DAILIES] = \
        "INSERT INTO dailies (" DAILIES_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", \
    [QUERY_OUT_ATTEMPTS] = \
        "SELECT " ATTEMPTS_COLUMNS ", coalesce(user_id, 0) FROM attempts" \
        " WHERE table_id = ?1", \
    [QUERY_IN_ATTEMPTS] = \
        "INSERT INTO attempts (" ATTEMPTS_COLUMNS ", user_id)" \
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, nullif(?11, 0))",

#define DAILY_POSTGRES_QUERIES \
    /* In the order of a file, whatever the collation of the database. */ \
    [QUERY_OUT_DAILIES] = \
        "SELECT " DAILIES_COLUMNS " FROM dailies ORDER BY day, game COLLATE \"C\"",

#endif
