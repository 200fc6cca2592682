/* mail_queries.h: the statements of mail.c. queries.c includes it once. */
#ifndef ROUNDHOUSE_STORE_MAIL_QUERIES_H
#define ROUNDHOUSE_STORE_MAIL_QUERIES_H

/* Statements have lines of their own. */
/* clang-format off */

#define MAILBOX_COLUMNS "address, address_key, pending, language, every, sent, failures"

/* Does mailbox m get digests? The parameter is STORE_FAILURES_MAX. */
#define MAILBOX_TAKES_DIGESTS(most) \
    "m.address_key <> '' AND m.every > 0 AND m.failures < " most
#define HOURS(column) "(" column " * 3600000)"

/* ?1 is now, ?2 how many, ?3 the time until the first retry. Materialized as PUSH_CLAIM. */
#define MAIL_CLAIM(more) \
    "WITH next AS MATERIALIZED (SELECT kind, user_id, wanted FROM mails" \
    " WHERE due <= ?1 ORDER BY due LIMIT ?2" more ")" \
    " UPDATE mails SET due = ?1 + ?3 * (1 + tries * tries), tries = tries + 1" \
    " WHERE (kind, user_id, wanted) IN (SELECT kind, user_id, wanted FROM next)" \
    " RETURNING kind, user_id, wanted, language, tries, made"

/* Unless it was asked for again. */
#define THIS_MAIL "kind = ?1 AND user_id = ?2 AND wanted = ?3 AND made = ?4"
#define THIS_ITEM "user_id = ?1 AND table_id = ?2 AND kind = ?3 AND n = ?4"

#define MAIL_QUERIES \
    [QUERY_MAILBOX_GET] = \
        "SELECT " MAILBOX_COLUMNS " FROM mailboxes WHERE user_id = ?1", \
    [QUERY_MAILBOX_ASK] = \
        "INSERT INTO mailboxes (user_id, " MAILBOX_COLUMNS ")" \
        " VALUES (?1, '', '', ?2, ?3, ?4, 0, 0)" \
        " ON CONFLICT (user_id) DO UPDATE SET pending = excluded.pending," \
        " language = excluded.language, every = excluded.every", \
    [QUERY_MAILBOX_CONFIRM] = \
        "UPDATE mailboxes SET address = pending, address_key = ?2, pending = ''," \
        " failures = 0 WHERE user_id = ?1 AND pending <> ''", \
    [QUERY_MAILBOX_SET] = \
        "UPDATE mailboxes SET every = ?2, language = CASE WHEN ?3 = '' THEN language" \
        " ELSE ?3 END WHERE user_id = ?1", \
    [QUERY_MAILBOX_SENT] = \
        "UPDATE mailboxes SET failures = 0, sent = CASE WHEN ?3 > sent THEN ?3 ELSE sent END" \
        " WHERE user_id = ?1 AND address_key = ?2", \
    [QUERY_MAILBOX_FAILED] = \
        "UPDATE mailboxes SET failures = failures + 1" \
        " WHERE user_id = ?1 AND address_key = ?2", \
    [QUERY_MAILBOX_DROP] = \
        "DELETE FROM mailboxes WHERE user_id = ?1", \
    [QUERY_MAILBOX_OWNERS] = \
        "SELECT m.user_id FROM mailboxes m JOIN users u ON u.id = m.user_id" \
        " WHERE m.address_key = ?1 AND m.address_key <> '' AND u.deleted = 0" \
        " ORDER BY m.user_id LIMIT ?2", \
    [QUERY_MAIL_PUT] = \
        "INSERT INTO mails (kind, user_id, wanted, language, due, tries, made)" \
        " VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6) ON CONFLICT (kind, user_id, wanted)" \
        " DO UPDATE SET language = excluded.language, due = excluded.due, tries = 0," \
        " made = excluded.made", \
    [QUERY_MAIL_NEXT] = \
        "SELECT coalesce(min(due), 0) FROM mails", \
    [QUERY_MAIL_CLAIM] = MAIL_CLAIM(""), \
    [QUERY_MAIL_DONE] = \
        "DELETE FROM mails WHERE " THIS_MAIL, \
    [QUERY_MAIL_LATER] = \
        "UPDATE mails SET due = ?5, tries = 0 WHERE " THIS_MAIL, \
    [QUERY_MAIL_DROP_OF] = \
        "DELETE FROM mails WHERE user_id = ?1 AND (?2 < 0 OR kind = ?2)", \
    [QUERY_MAIL_RESCHEDULE] = \
        "UPDATE mails SET due = (SELECT m.sent + " HOURS("m.every") " FROM mailboxes m" \
        " WHERE m.user_id = ?1) WHERE kind = ?2 AND user_id = ?1 AND EXISTS" \
        " (SELECT 1 FROM mailboxes m WHERE m.user_id = ?1" \
        " AND m.sent + " HOURS("m.every") " > mails.due)", \
    [QUERY_MAIL_DIGEST] = \
        "INSERT INTO mails (kind, user_id, wanted, language, due, tries, made)" \
        " SELECT ?2, m.user_id, '', '', CASE WHEN m.sent + " HOURS("m.every") " > ?3" \
        " THEN m.sent + " HOURS("m.every") " ELSE ?3 END, 0, ?4 FROM mailboxes m" \
        " WHERE m.user_id = ?1 AND " MAILBOX_TAKES_DIGESTS("?5") \
        " AND EXISTS (SELECT 1 FROM mail_items i WHERE i.user_id = m.user_id" \
        " AND i.is_sent = 0) ON CONFLICT DO NOTHING", \
    /* Of live games, which do not wait for mail, only invitations. */ \
    [QUERY_MAIL_ITEM_ADD] = \
        "INSERT INTO mail_items (user_id, table_id, kind, n, made, by_user, is_sent)" \
        " SELECT m.user_id, t.id, ?3, ?4, ?5, nullif(?6, 0), 0 FROM mailboxes m" \
        " JOIN tables t ON t.id = ?2 LEFT JOIN notify y ON y.user_id = m.user_id" \
        " WHERE m.user_id = ?1 AND " MAILBOX_TAKES_DIGESTS("?8") \
        " AND (coalesce(y.push, ?7) & ?7) <> 0 AND (?9 = 1 OR t.clock = 0 OR t.clock = 3)" \
        " ON CONFLICT (user_id, table_id, kind) DO UPDATE SET n = excluded.n," \
        " made = excluded.made, is_sent = 0 WHERE excluded.n > mail_items.n", \
    [QUERY_MAIL_ITEMS] = \
        "SELECT i.table_id, i.kind, i.n, st.code, st.game, st.state," \
        " coalesce((SELECT min(s.seat) FROM seats s WHERE s.table_id = st.id" \
        " AND s.user_id = i.user_id), -1)," \
        " CASE WHEN EXISTS (SELECT 1 FROM seats s WHERE s.table_id = st.id" \
        " AND s.user_id = i.user_id AND s.is_away = 0 AND " IS_WAITED_FOR("s.seat") ")" \
        " THEN 1 ELSE 0 END, coalesce(b.name, '')" \
        " FROM mail_items i JOIN standing st ON st.id = i.table_id" \
        " LEFT JOIN users b ON b.id = i.by_user" \
        " WHERE i.user_id = ?1 AND i.is_sent = 0 ORDER BY i.made, i.table_id LIMIT ?2", \
    [QUERY_MAIL_ITEM_SENT] = \
        "UPDATE mail_items SET is_sent = 1 WHERE " THIS_ITEM, \
    [QUERY_MAIL_ITEM_DROP] = \
        "DELETE FROM mail_items WHERE " THIS_ITEM, \
    [QUERY_MAIL_ITEMS_DROP_OF] = \
        "DELETE FROM mail_items WHERE user_id = ?1", \
    [QUERY_MAIL_ITEMS_SWEEP] = \
        "DELETE FROM mail_items WHERE made < ?1", \
    /* A token bucket: `at` is when it is full again. ?3 is the time for one, ?4 that of \
     * all but one. */ \
    [QUERY_MAIL_LIMIT] = \
        "INSERT INTO mail_limits (key, at) VALUES (?1, ?2 + ?3)" \
        " ON CONFLICT (key) DO UPDATE SET at = ?3 + CASE WHEN mail_limits.at > ?2" \
        " THEN mail_limits.at ELSE ?2 END WHERE mail_limits.at <= ?2 + ?4", \
    [QUERY_MAIL_LIMITS_SWEEP] = \
        "DELETE FROM mail_limits WHERE at < ?1", \
    [QUERY_MAIL_KEY_GET] = \
        "SELECT bytes FROM secrets WHERE name = 'mail'", \
    [QUERY_MAIL_KEY_ADD] = \
        "INSERT INTO secrets (name, bytes) VALUES ('mail', ?1) ON CONFLICT DO NOTHING", \
    [QUERY_OUT_MAILBOXES] = \
        "SELECT user_id, " MAILBOX_COLUMNS " FROM mailboxes ORDER BY user_id", \
    [QUERY_OUT_MAIL_KEY] = \
        "SELECT bytes FROM secrets WHERE name = 'mail'", \
    [QUERY_IN_MAILBOXES] = \
        "INSERT INTO mailboxes (user_id, " MAILBOX_COLUMNS ")" \
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", \
    [QUERY_IN_MAIL_KEY] = \
        "INSERT INTO secrets (name, bytes) VALUES ('mail', ?1)",

#define MAIL_POSTGRES_QUERIES \
    [QUERY_MAIL_CLAIM] = MAIL_CLAIM(" FOR UPDATE SKIP LOCKED"),

#endif
