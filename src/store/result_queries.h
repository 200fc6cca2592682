/* result_queries.h: the statements of results.c. queries.c includes it once.
 *
 * ?1 is whose results they are; ?2 is 1 for those of public tables alone, 0 for all. */
#ifndef ROUNDHOUSE_STORE_RESULT_QUERIES_H
#define ROUNDHOUSE_STORE_RESULT_QUERIES_H

/* Statements have lines of their own. */
/* clang-format off */

#define RESULTS_COLUMNS \
    "table_id, seat, who, level, is_away, game, rules, rule_set, seat_count, is_public," \
    " score, place, ended"
#define MEANS_COLUMNS "game, rule_set, seat_count, is_public, seats, total"
#define RECORDS_COLUMNS \
    "user_id, game, rule_set, seat_count, is_public, games, played, wins, total"
#define MEETINGS_COLUMNS "user_id, other, is_public, games, ahead"

#define THEIR_RESULTS "r.user_id = ?1 AND (?2 = 0 OR r.is_public = 1)"
#define HAS_WON "r.place = 1 AND r.is_away = 0"

/* Is a row, by its time and its number, before those of a cursor? All are before number 0.
 * A comparison of the columns alone, so that the index begins there. */
#define IS_BEFORE(time, number, at, id) \
    "(" time ", " number ") < (CASE WHEN " id " = 0 THEN 9223372036854775807" \
    " ELSE " at " END, " id ")"

#define RESULTS_TEXT \
    "SELECT r.table_id, t.code, r.seat, r.game, r.rule_set, r.seat_count, r.is_public," \
    " r.is_away, r.score, r.place, r.ended" \
    " FROM results r JOIN tables t ON t.id = r.table_id WHERE " THEIR_RESULTS \
    " AND " IS_BEFORE("r.ended", "r.table_id", "?3", "?4") \
    " ORDER BY r.ended DESC, r.table_id DESC LIMIT ?5"

/* With the mean of everybody who has played by the same rules with as many, at public
 * tables: the scores of private games are nobody else's business. */
#define RECORDS_TEXT \
    "SELECT h.game, h.rule_set, h.seat_count, h.games, h.played, h.wins, h.total," \
    " CAST(coalesce(sum(m.seats), 0) AS BIGINT), CAST(coalesce(sum(m.total), 0) AS BIGINT)" \
    " FROM (SELECT r.game, r.rule_set, r.seat_count, CAST(sum(r.games) AS BIGINT) AS games," \
    " CAST(sum(r.played) AS BIGINT) AS played, CAST(sum(r.wins) AS BIGINT) AS wins," \
    " CAST(sum(r.total) AS BIGINT) AS total FROM records r WHERE " THEIR_RESULTS \
    " GROUP BY r.game, r.rule_set, r.seat_count) AS h" \
    " LEFT JOIN means m ON m.game = h.game AND m.rule_set = h.rule_set" \
    " AND m.seat_count = h.seat_count AND m.is_public = 1" \
    " GROUP BY h.game, h.rule_set, h.seat_count, h.games, h.played, h.wins, h.total" \
    " ORDER BY h.games DESC, h.game, h.rule_set, h.seat_count LIMIT ?3"

/* Kept names. People who hide their results are left out, except on their own page. */
#define OPPONENTS_TEXT \
    "SELECT u.name, c.games, c.ahead FROM (SELECT r.other," \
    " CAST(sum(r.games) AS BIGINT) AS games, CAST(sum(r.ahead) AS BIGINT) AS ahead" \
    " FROM meetings r WHERE " THEIR_RESULTS " GROUP BY r.other) AS c" \
    " JOIN users u ON u.id = c.other AND u.kind = 1 AND u.deleted = 0" \
    " AND (?2 = 0 OR u.is_hidden = 0)" \
    " ORDER BY c.games DESC, u.name LIMIT ?3"

/* Wins between two games that were not won have the same number of those before them. */
#define STREAKS_TEXT \
    "WITH won AS (SELECT CASE WHEN " HAS_WON " THEN 1 ELSE 0 END AS is_won," \
    " r.ended, r.table_id FROM results r WHERE " THEIR_RESULTS ")," \
    " counted AS (SELECT is_won, sum(1 - is_won) OVER" \
    " (ORDER BY ended, table_id ROWS UNBOUNDED PRECEDING) AS lost FROM won)," \
    " streaks AS MATERIALIZED (SELECT lost, sum(is_won) AS length FROM counted GROUP BY lost)" \
    " SELECT coalesce((SELECT length FROM streaks ORDER BY lost DESC LIMIT 1), 0)," \
    " coalesce(max(length), 0) FROM streaks"

/* A page of the finished tables of user ?1: of game ?5, with player ?6, whose results have
 * the same times: the index finds them without their rows. */
#define LIST_MINE_OVER_PAGE \
    "SELECT st.id, st.code, st.game, st.rules, st.options, st.seat_count, st.is_public," \
    " st.clock, st.clock_time, st.clock_extra, st.sit_in, st.host, st.created, st.state," \
    " p.ended AS ended, p.ended AS changed, st.n, st.waiting, st.deadline, st.clocks," \
    " st.scores, st.places, st.next, st.version, 0 AS turn FROM" \
    " (SELECT r.table_id, r.ended FROM results r WHERE r.user_id = ?1" \
    " AND " IS_BEFORE("r.ended", "r.table_id", "?2", "?3") \
    " AND (?5 = '' OR r.game = ?5)" \
    " AND (?6 = 0 OR EXISTS (SELECT 1 FROM results o WHERE o.user_id = ?6" \
    " AND o.ended = r.ended AND o.table_id = r.table_id))" \
    " ORDER BY r.ended DESC, r.table_id DESC LIMIT ?4) AS p" \
    " JOIN standing st ON st.id = p.table_id"

#define RESULT_QUERIES \
    [QUERY_RESULTS] = RESULTS_TEXT, \
    [QUERY_RECORDS] = RECORDS_TEXT, \
    [QUERY_OPPONENTS] = OPPONENTS_TEXT, \
    [QUERY_STREAKS] = STREAKS_TEXT, \
    [QUERY_OUT_RESULTS] = \
        "SELECT " RESULTS_COLUMNS ", coalesce(user_id, 0) FROM results" \
        " WHERE table_id = ?1 ORDER BY seat", \
    [QUERY_OUT_MEANS] = \
        "SELECT " MEANS_COLUMNS " FROM means" \
        " ORDER BY game, rule_set, seat_count, is_public", \
    [QUERY_OUT_RECORDS] = \
        "SELECT " RECORDS_COLUMNS " FROM records" \
        " ORDER BY user_id, game, rule_set, seat_count, is_public", \
    [QUERY_OUT_MEETINGS] = \
        "SELECT " MEETINGS_COLUMNS " FROM meetings ORDER BY user_id, other, is_public", \
    [QUERY_IN_RESULTS] = \
        "INSERT INTO results (" RESULTS_COLUMNS ", user_id)" \
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, nullif(?14, 0))", \
    [QUERY_IN_MEANS] = \
        "INSERT INTO means (" MEANS_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6)", \
    [QUERY_IN_RECORDS] = \
        "INSERT INTO records (" RECORDS_COLUMNS ")" \
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)", \
    [QUERY_IN_MEETINGS] = \
        "INSERT INTO meetings (" MEETINGS_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5)",

/* In the order of a file, whatever the collation of the database. */
#define RESULT_POSTGRES_QUERIES \
    [QUERY_OUT_MEANS] = \
        ("SELECT " MEANS_COLUMNS " FROM means" \
         " ORDER BY game COLLATE \"C\", rule_set COLLATE \"C\", seat_count, is_public"), \
    [QUERY_OUT_RECORDS] = \
        ("SELECT " RECORDS_COLUMNS " FROM records ORDER BY user_id, game COLLATE \"C\"," \
         " rule_set COLLATE \"C\", seat_count, is_public"),

#endif
