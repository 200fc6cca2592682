/* income_queries.h: the statements of incomes.c. queries.c includes it once. */
#ifndef ROUNDHOUSE_STORE_INCOME_QUERIES_H
#define ROUNDHOUSE_STORE_INCOME_QUERIES_H

/* Statements have lines of their own. */
/* clang-format off */

#define INCOMES_COLUMNS "user_id, is_public, game, what, times, total"

#define INCOME_QUERIES \
    [QUERY_UNCOUNTED] = \
        "SELECT table_id FROM uncounted ORDER BY table_id LIMIT ?1", \
    [QUERY_COUNTED] = \
        "DELETE FROM uncounted WHERE table_id = ?1", \
    /* Of a person who has played to the end, and has an account. */ \
    [QUERY_INCOME_ADD] = \
        "INSERT INTO incomes (" INCOMES_COLUMNS ")" \
        " SELECT r.user_id, r.is_public, r.game, ?3, ?4, ?5 FROM results r" \
        " WHERE r.table_id = ?1 AND r.seat = ?2 AND r.user_id IS NOT NULL AND r.who = 1" \
        " AND r.is_away = 0 ON CONFLICT (user_id, is_public, game, what) DO UPDATE" \
        " SET times = incomes.times + excluded.times, total = incomes.total + excluded.total", \
    [QUERY_INCOMES] = \
        "SELECT game, what, CAST(sum(times) AS BIGINT) AS times," \
        " CAST(sum(total) AS BIGINT) AS total FROM incomes" \
        " WHERE user_id = ?1 AND (?2 = 0 OR is_public = 1) GROUP BY game, what" \
        " ORDER BY game, times DESC, total DESC, what LIMIT ?3", \
    [QUERY_OUT_INCOMES] = \
        "SELECT " INCOMES_COLUMNS " FROM incomes ORDER BY user_id, is_public, game, what", \
    [QUERY_IN_INCOMES] = \
        "INSERT INTO incomes (" INCOMES_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6)", \
    [QUERY_OUT_UNCOUNTED] = \
        "SELECT table_id FROM uncounted ORDER BY table_id", \
    [QUERY_IN_UNCOUNTED] = \
        "INSERT INTO uncounted (table_id) VALUES (?1)",

#define INCOME_POSTGRES_QUERIES \
    [QUERY_INCOME_ADD] = \
        "INSERT INTO incomes (" INCOMES_COLUMNS ")" \
        " SELECT r.user_id, r.is_public, r.game, CAST(?3 AS TEXT), CAST(?4 AS BIGINT)," \
        " CAST(?5 AS BIGINT) FROM results r" \
        " WHERE r.table_id = ?1 AND r.seat = ?2 AND r.user_id IS NOT NULL AND r.who = 1" \
        " AND r.is_away = 0 ON CONFLICT (user_id, is_public, game, what) DO UPDATE" \
        " SET times = incomes.times + excluded.times, total = incomes.total + excluded.total", \
    /* In the order of a file, whatever the collation of the database. */ \
    [QUERY_OUT_INCOMES] = \
        "SELECT " INCOMES_COLUMNS " FROM incomes" \
        " ORDER BY user_id, is_public, game COLLATE \"C\", what COLLATE \"C\"",

#endif
