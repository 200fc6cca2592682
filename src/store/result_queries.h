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

#define THEIR_RESULTS "r.user_id = ?1 AND (?2 = 0 OR r.is_public = 1)"
#define HAS_PLAYED "r.is_away = 0"
#define HAS_WON "r.place = 1 AND r.is_away = 0"

#define RESULTS_TEXT \
    "SELECT r.table_id, t.code, r.seat, r.game, r.rule_set, r.seat_count, r.is_public," \
    " r.is_away, r.score, r.place, r.ended" \
    " FROM results r JOIN tables t ON t.id = r.table_id WHERE " THEIR_RESULTS \
    " AND (?4 = 0 OR (r.ended, r.table_id) < (?3, ?4))" \
    " ORDER BY r.ended DESC, r.table_id DESC LIMIT ?5"

/* With the mean of everybody who has played by the same rules with as many, at public
 * tables: the scores of private games are nobody else's business. */
#define RECORDS_TEXT \
    "SELECT h.game, h.rule_set, h.seat_count, h.games, h.played, h.wins, h.total," \
    " CAST(coalesce(sum(m.seats), 0) AS BIGINT), CAST(coalesce(sum(m.total), 0) AS BIGINT)" \
    " FROM (SELECT r.game, r.rule_set, r.seat_count, count(*) AS games," \
    " sum(CASE WHEN " HAS_PLAYED " THEN 1 ELSE 0 END) AS played," \
    " sum(CASE WHEN " HAS_WON " THEN 1 ELSE 0 END) AS wins," \
    " CAST(sum(CASE WHEN " HAS_PLAYED " THEN r.score ELSE 0 END) AS BIGINT) AS total" \
    " FROM results r WHERE " THEIR_RESULTS \
    " GROUP BY r.game, r.rule_set, r.seat_count) AS h" \
    " LEFT JOIN means m ON m.game = h.game AND m.rule_set = h.rule_set" \
    " AND m.seat_count = h.seat_count AND m.is_public = 1" \
    " GROUP BY h.game, h.rule_set, h.seat_count, h.games, h.played, h.wins, h.total" \
    " ORDER BY h.games DESC, h.game, h.rule_set, h.seat_count LIMIT ?3"

/* Kept names. People who hide their results are left out, except on their own page. */
#define OPPONENTS_TEXT \
    "SELECT u.name, c.games, c.ahead FROM (SELECT o.user_id, count(*) AS games," \
    " sum(CASE WHEN r.place < o.place THEN 1 ELSE 0 END) AS ahead" \
    " FROM results r JOIN results o ON o.table_id = r.table_id AND o.user_id <> ?1" \
    " WHERE " THEIR_RESULTS " AND o.who = 1 GROUP BY o.user_id) AS c" \
    " JOIN users u ON u.id = c.user_id AND u.kind = 1 AND u.deleted = 0" \
    " AND (?2 = 0 OR u.is_hidden = 0)" \
    " ORDER BY c.games DESC, u.name LIMIT ?3"

/* Wins between two games that were not won have the same number of those before them. */
#define STREAKS_TEXT \
    "WITH won AS (SELECT CASE WHEN " HAS_WON " THEN 1 ELSE 0 END AS is_won," \
    " r.ended, r.table_id FROM results r WHERE " THEIR_RESULTS ")," \
    " counted AS (SELECT is_won, sum(1 - is_won) OVER" \
    " (ORDER BY ended, table_id ROWS UNBOUNDED PRECEDING) AS lost FROM won)," \
    " streaks AS (SELECT lost, sum(is_won) AS length FROM counted GROUP BY lost)" \
    " SELECT coalesce((SELECT length FROM streaks ORDER BY lost DESC LIMIT 1), 0)," \
    " coalesce(max(length), 0) FROM streaks"

/* A page of the finished tables of user ?1: of game ?5, with player ?6. */
#define LIST_MINE_OVER_PAGE \
    "SELECT st.id, st.code, st.game, st.rules, st.options, st.seat_count, st.is_public," \
    " st.clock, st.clock_time, st.clock_extra, st.sit_in, st.host, st.created, st.state," \
    " p.ended AS ended, p.ended AS changed, st.n, st.waiting, st.deadline, st.clocks," \
    " st.scores, st.places, st.next, st.version, 0 AS turn FROM" \
    " (SELECT r.table_id, r.ended FROM results r WHERE r.user_id = ?1" \
    " AND (?3 = 0 OR (r.ended, r.table_id) < (?2, ?3)) AND (?5 = '' OR r.game = ?5)" \
    " AND (?6 = 0 OR EXISTS (SELECT 1 FROM results o WHERE o.table_id = r.table_id" \
    " AND o.user_id = ?6))" \
    " ORDER BY r.ended DESC, r.table_id DESC LIMIT ?4) AS p" \
    " JOIN standing st ON st.id = p.table_id"

#endif
