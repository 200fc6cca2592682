/* schema.h: the schema of both databases, as migrations from version to version.
 * sqlite_migrate.c and postgres_migrate.c include it once each, after the types of their
 * database:
 *
 *     INT_OR_NULL, BYTES   a number of 64 bits, a string of bytes
 *     ID                   a number that the database chooses, the primary key
 *     ROWS, KEYED          what follows the columns of a table; of one that is
 *                          KEYED, the primary key is the order of the rows
 *     LAST_ENTRY           joins `l`, the last entry of the log of table `t`
 *     HEX(bytes)           as text in lower case
 *     LEAST                the function
 *     OWN_TABLES           those that only this database has
 *     OF_SEAT(numbers)     the number of seat `s` in a column of numbers, or 0
 *     WHENEVER(name, of, what, changed, statements)
 *                          a trigger: after column `what` of table `of` was changed, if
 *                          `changed`, in the same transaction
 *     NO_LONGER(name, of)  drops it
 *
 * The numbers of kinds, states and so on are those of the enums of store.h. */
#ifndef ROUNDHOUSE_STORE_SCHEMA_H
#define ROUNDHOUSE_STORE_SCHEMA_H

#define INT  INT_OR_NULL " NOT NULL"
#define TEXT "TEXT NOT NULL"
/* The turn of a table is that of its last entry, or of its own row if that was written for
 * the same number. */
#define OF_TURN(column)                                                                    \
    "CASE WHEN l.n IS NULL OR t.moment_n = l.n THEN t." column " ELSE l." column           \
    " END AS " column ", "
#define TURN OF_TURN("waiting") OF_TURN("deadline") OF_TURN("clocks")
#define STANDING(more)                                                                     \
    "CREATE VIEW standing AS SELECT t.id, t.code, t.game, t.rules, t.options, "            \
    "t.seat_count, t.is_public, t.clock, t.clock_time, t.clock_extra, t.sit_in, t.host, "  \
    "t.created, t.state, t.changed AS ended, "                                             \
    "CASE WHEN t.state = 2 OR l.n IS NULL OR t.changed > l.at THEN t.changed "             \
    "ELSE l.at END AS changed, coalesce(l.n, 0) AS n, " TURN                               \
    "t.scores, t.places, t.next" more " FROM tables t LEFT JOIN " LAST_ENTRY ";"

/* The log has no reference to its table: the statement that appends looks the table up
 * itself. */
static const char VERSION_1[] =
    "CREATE TABLE users ("
    "id " ID ", code " TEXT " UNIQUE, kind " INT ", name " TEXT ", name_key " TEXT ", "
    "password " TEXT ", owner " INT_OR_NULL " REFERENCES users, language " TEXT ", "
    "created " INT ", deleted " INT ")" ROWS ";"
    "CREATE UNIQUE INDEX kept_names ON users (name_key) WHERE kind = 1 AND deleted = 0;"
    "CREATE INDEX programs ON users (owner) WHERE owner IS NOT NULL;"

    "CREATE TABLE sessions ("
    "hash " BYTES " PRIMARY KEY CHECK (length(hash) = 32), user_id " INT
    " REFERENCES users, created " INT ", seen " INT ", expires " INT ")" KEYED ";"
    "CREATE INDEX sessions_of ON sessions (user_id);"
    "CREATE INDEX sessions_expire ON sessions (expires);"

    "CREATE TABLE tables ("
    "id " ID ", code " TEXT " UNIQUE, game " TEXT ", rules " INT ", options " TEXT ", "
    "seed " BYTES " NOT NULL CHECK (length(seed) = 32), seat_count " INT ", "
    "is_public " INT ", clock " INT ", clock_time " INT ", clock_extra " INT ", "
    "sit_in " TEXT ", host " INT " REFERENCES users, created " INT ", state " INT ", "
    "changed " INT ", moment_n " INT ", waiting " INT ", deadline " INT ", "
    "clocks " TEXT ", scores " TEXT ", places " TEXT ", next " TEXT ", "
    "lease_node " TEXT ", lease " INT ", lease_until " INT ")" ROWS ";"
    "CREATE INDEX tables_public ON tables (id) WHERE is_public = 1 AND state < 2;"
    "CREATE INDEX tables_public_over ON tables (changed, id) "
    "WHERE is_public = 1 AND state = 2;"
    "CREATE INDEX tables_open ON tables (id) WHERE state = 0;"
    "CREATE INDEX tables_playing ON tables (id) WHERE state = 1;"
    "CREATE INDEX tables_hosted ON tables (host) WHERE state < 2;"
    "CREATE INDEX tables_leased ON tables (lease_node) WHERE lease_node <> '';"

    "CREATE TABLE seats ("
    "table_id " INT " REFERENCES tables, seat " INT ", who " INT ", "
    "user_id " INT_OR_NULL " REFERENCES users, level " TEXT ", is_away " INT ", "
    "PRIMARY KEY (table_id, seat))" KEYED ";"
    "CREATE INDEX seats_of ON seats (user_id, table_id) WHERE user_id IS NOT NULL;"

    "CREATE TABLE log ("
    "table_id " INT ", n " INT ", kind " INT ", seat " INT ", is_by_bot " INT ", "
    "action " INT ", at " INT ", waiting " INT ", deadline " INT ", clocks " TEXT ", "
    "PRIMARY KEY (table_id, n))" KEYED ";"

    "CREATE TABLE chat ("
    "table_id " INT " REFERENCES tables, k " INT ", user_id " INT_OR_NULL
    " REFERENCES users, "
    "seat " INT ", at " INT ", said " TEXT ", PRIMARY KEY (table_id, k))" KEYED ";"

    OWN_TABLES STANDING("");

/* Any server may append, so leases are gone. `version` is incremented by every change of
 * a table's row. `hash` of an entry is the hash of the position after it, `author` the
 * number of its write; 0: written by version 1.
 *
 * A running server of version 1 cannot append after this: its statements use the dropped
 * columns of leases. */
static const char VERSION_2[] =
    "DROP VIEW standing;"
    "DROP INDEX tables_leased;"
    "ALTER TABLE tables DROP COLUMN lease_node;"
    "ALTER TABLE tables DROP COLUMN lease;"
    "ALTER TABLE tables DROP COLUMN lease_until;"
    "ALTER TABLE tables ADD COLUMN version " INT " DEFAULT 0;"
    "ALTER TABLE log ADD COLUMN hash " INT " DEFAULT 0;"
    "ALTER TABLE log ADD COLUMN author " INT " DEFAULT 0;"

    "CREATE TABLE claims ("
    "table_id " INT_OR_NULL " PRIMARY KEY, node " TEXT ", until " INT ")" ROWS ";"
    "CREATE TABLE pulse (beat " INT ", stood " INT ")" ROWS ";"
    "INSERT INTO pulse VALUES (0, 0);"

    STANDING(", t.version");

/* Other ways in: passkeys, recovery codes, challenges that were answered. Deals that
 * can be checked: store/deal_column.h.
 *
 * Names that look the same have the same skeleton (server/names.h); it is computed by the
 * server, and empty until then. `twin` is 0 but for names of older versions that look like
 * an earlier one. A session has a code for its owner, and a row for each token. Unused
 * sessions of people end after 90 days. Chat is erased by user.
 *
 * A running server of version 2 goes on: all new columns have defaults. */
static const char VERSION_3[] =
    "CREATE TABLE passkeys ("
    "id " BYTES " PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 1023), "
    "user_id " INT " REFERENCES users, public_key " BYTES " NOT NULL, counter " INT ", "
    "label " TEXT ", created " INT ", used " INT ")" KEYED ";"
    "CREATE INDEX passkeys_of ON passkeys (user_id);"
    "CREATE TABLE codes ("
    "user_id " INT " REFERENCES users, hash " BYTES " NOT NULL "
    "CHECK (length(hash) = 32), PRIMARY KEY (user_id, hash))" KEYED ";"
    "CREATE TABLE secrets (name TEXT PRIMARY KEY, bytes " BYTES " NOT NULL)" KEYED ";"
    "CREATE TABLE challenges (nonce " BYTES " PRIMARY KEY, expires " INT ")" KEYED ";"
    "CREATE INDEX challenges_expire ON challenges (expires);"

    "ALTER TABLE users ADD COLUMN skeleton " TEXT " DEFAULT '';"
    "ALTER TABLE users ADD COLUMN twin " INT " DEFAULT 0;"
    "CREATE UNIQUE INDEX kept_skeletons ON users (skeleton, twin) "
    "WHERE kind = 1 AND deleted = 0 AND skeleton <> '';"
    "CREATE INDEX skeletons ON users (skeleton) WHERE deleted = 0;"

    "ALTER TABLE sessions ADD COLUMN code " TEXT " DEFAULT '';"
    "ALTER TABLE sessions ADD COLUMN device " TEXT " DEFAULT '';"
    "ALTER TABLE sessions ADD COLUMN issued " INT " DEFAULT 0;"
    "ALTER TABLE sessions ADD COLUMN is_used " INT " DEFAULT 1;"
    "UPDATE sessions SET code = 's' || " HEX(
        "substr(hash, 1, 6)") ";"
                              "UPDATE sessions SET expires = " LEAST
                              "(expires, seen + 7776000000) WHERE user_id IN "
                              "(SELECT id FROM users WHERE kind <> 2);"

                              "CREATE INDEX chat_of ON chat (user_id) WHERE user_id IS NOT "
                              "NULL;"

                              "ALTER TABLE tables ADD COLUMN deal " TEXT " DEFAULT '';"
                              "CREATE INDEX tables_revealing ON tables (id) WHERE state = "
                              "0 AND deadline > 0;";

/* The options without `first`: the starting player is no part of the rule set. */
#define RULE_SET                                                                           \
    "trim(replace(replace(replace(replace(replace(replace(replace(t.options, "             \
    "'first=random', ''), 'first=0', ''), 'first=1', ''), 'first=2', ''), 'first=3', "     \
    "''), "                                                                                \
    "'first=4', ''), 'first=5', ''))"

/* A row for each seat of a game that is over. A bot's level is that of the table's sit_in
 * where the player left, or is deleted. */
#define RECORD_RESULTS(which)                                                              \
    "INSERT INTO results (table_id, seat, user_id, who, level, is_away, game, rules, "     \
    "rule_set, seat_count, is_public, score, place, ended) "                               \
    "SELECT t.id, s.seat, CASE WHEN u.deleted = 0 THEN u.id END, s.who, "                  \
    "CASE WHEN s.who = 2 THEN s.level WHEN s.is_away = 1 THEN t.sit_in ELSE '' END, "      \
    "s.is_away, t.game, t.rules, " RULE_SET                                                \
    ", t.seat_count, t.is_public, " OF_SEAT("t.scores") ", " OF_SEAT(                      \
        "t.places") ", t.changed "                                                         \
                    "FROM tables t JOIN seats s ON s.table_id = t.id LEFT JOIN users u "   \
                    "ON u.id = "                                                           \
                    "s.user_id WHERE t.state = 2 AND s.seat < t.seat_count AND " which ";"

/* Of seats that people have played to the end. */
#define RECORD_MEANS(which)                                                                \
    "INSERT INTO means (game, rule_set, seat_count, is_public, seats, total) "             \
    "SELECT game, rule_set, seat_count, is_public, count(*), CAST(sum(score) AS BIGINT) "  \
    "FROM results WHERE who = 1 AND is_away = 0 AND " which                                \
    " GROUP BY game, rule_set, seat_count, is_public "                                     \
    "ON CONFLICT (game, rule_set, seat_count, is_public) DO UPDATE SET "                   \
    "seats = means.seats + excluded.seats, total = means.total + excluded.total;"

/* Results are rows that never change, but that they lose their user with the account. The
 * database writes them itself, in the transaction that ends the game: so the games that a
 * running server of version 3 ends have them, too.
 *
 * A running server of version 3 goes on. */
static const char VERSION_4[] =
    "CREATE TABLE results ("
    "table_id " INT " REFERENCES tables, seat " INT ", user_id " INT_OR_NULL
    " REFERENCES users, who " INT ", level " TEXT ", is_away " INT ", game " TEXT ", "
    "rules " INT ", rule_set " TEXT ", seat_count " INT ", is_public " INT ", "
    "score " INT ", place " INT ", ended " INT ", PRIMARY KEY (table_id, seat))" KEYED ";"
    /* The columns after table_id answer filters and streaks without the rows. */
    "CREATE INDEX results_of ON results (user_id, ended, table_id, is_public, game, "
    "place, is_away) WHERE user_id IS NOT NULL;"
    "CREATE TABLE means ("
    "game " TEXT ", rule_set " TEXT ", seat_count " INT ", is_public " INT ", seats " INT
    ", total " INT ", PRIMARY KEY (game, rule_set, seat_count, is_public))" KEYED ";"

    "ALTER TABLE users ADD COLUMN is_hidden " INT " DEFAULT 0;"

    /* First, so that no game ends in between. */
    WHENEVER("game_over", "tables", "state", "NEW.state = 2 AND OLD.state <> 2",
             RECORD_RESULTS("t.id = NEW.id") RECORD_MEANS("table_id = NEW.id"))
        WHENEVER("user_gone", "users", "deleted", "NEW.deleted <> 0",
                 "UPDATE results SET user_id = NULL WHERE user_id = NEW.id;")
            RECORD_RESULTS("1 = 1") RECORD_MEANS("1 = 1");

/* An attempt that its player has played to the end, before the day was over. */
#define OWN_NUMBER(column)                                                                 \
    "(SELECT " OF_SEAT(column) " FROM tables t JOIN seats s ON s.table_id = t.id "         \
                               "WHERE t.id = NEW.id AND s.user_id = attempts.user_id)"
#define RECORD_ATTEMPT                                                                     \
    "UPDATE attempts SET is_done = 1, score = " OWN_NUMBER(                                \
        "t.scores") ", place = " OWN_NUMBER("t.places") ", ended = NEW.changed "           \
                                                        "WHERE table_id = NEW.id AND "     \
                                                        "NEW.changed < (NEW.daily + 1) * " \
                                                        "86400000 AND EXISTS (SELECT 1 "   \
                                                        "FROM seats s WHERE s.table_id = " \
                                                        "NEW.id AND s.user_id = "          \
                                                        "attempts.user_id AND s.is_away "  \
                                                        "= 0);"

/* For whoever runs the server: roles, bans and mutes of people, the log of acts, settings,
 * links that are used once or a few times (a new password, an invitation), reports. Between
 * people: who blocks and who follows whom. store/admin.h.
 *
 * The log of acts names users and tables by their codes: it stays as it is when they go.
 *
 * A running server of version 4 goes on. */
static const char VERSION_5[] =
    "ALTER TABLE users ADD COLUMN role " INT " DEFAULT 0;"
    "ALTER TABLE users ADD COLUMN banned " INT " DEFAULT 0;"
    "ALTER TABLE users ADD COLUMN muted " INT " DEFAULT 0;"
    "CREATE TABLE acts ("
    "n " INT_OR_NULL " PRIMARY KEY, at " INT ", actor " TEXT ", what " TEXT ", whom " TEXT
    ", place " TEXT ", more " TEXT ")" ROWS ";"
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value " TEXT ")" KEYED ";"
    "CREATE TABLE links ("
    "hash " BYTES " PRIMARY KEY CHECK (length(hash) = 32), kind " INT ", code " TEXT
    ", user_id " INT_OR_NULL " REFERENCES users ON DELETE CASCADE, uses " INT
    ", expires " INT ", created " INT ", note " TEXT ")" KEYED ";"
    "CREATE TABLE reports ("
    "id " ID ", at " INT ", reporter " TEXT ", whom " TEXT ", place " TEXT ", k " INT
    ", said " TEXT ", why " TEXT ", settled " INT ")" ROWS ";"
    "CREATE INDEX reports_open ON reports (id) WHERE settled = 0;"
    "CREATE TABLE blocks ("
    "user_id " INT " REFERENCES users ON DELETE CASCADE, other " INT
    " REFERENCES users ON DELETE CASCADE, PRIMARY KEY (user_id, other))" KEYED ";"
    "CREATE INDEX blocks_of ON blocks (other);"
    "CREATE TABLE follows ("
    "user_id " INT " REFERENCES users ON DELETE CASCADE, other " INT
    " REFERENCES users ON DELETE CASCADE, PRIMARY KEY (user_id, other))" KEYED ";"
    "CREATE INDEX follows_of ON follows (other);"
    /* What people want to be told, and where: store/notices.h. */
    "CREATE TABLE notify ("
    "user_id " INT_OR_NULL " PRIMARY KEY REFERENCES users ON DELETE CASCADE, push " INT
    ", quiet_from " INT ", quiet_to " INT ", zone " TEXT ")" ROWS ";"
    "CREATE TABLE devices ("
    "hash " BYTES " PRIMARY KEY CHECK (length(hash) = 32), user_id " INT
    " REFERENCES users ON DELETE CASCADE, session " TEXT ", endpoint " TEXT
    ", public_key " BYTES " NOT NULL, auth " BYTES " NOT NULL, label " TEXT
    ", language " TEXT ", created " INT ")" KEYED ";"
    "CREATE INDEX devices_of ON devices (user_id);"
    "CREATE TABLE pushes ("
    "device " BYTES " NOT NULL REFERENCES devices ON DELETE CASCADE, table_id " INT
    ", kind " INT ", n " INT ", due " INT_OR_NULL ", tries " INT ", made " INT
    ", by_user " INT_OR_NULL ", PRIMARY KEY (device, table_id, kind))" KEYED ";"
    "CREATE INDEX pushes_due ON pushes (due) WHERE due IS NOT NULL;"
    /* Deals of the day, and the attempts at them: store/daily.h. */
    "CREATE TABLE dailies ("
    "day " INT ", game " TEXT ", rules " INT ", options " TEXT ", seat_count " INT
    ", level " TEXT ", created " INT ", secret " BYTES
    " NOT NULL CHECK (length(secret) = 32), PRIMARY KEY (day, game))" KEYED ";"
    "ALTER TABLE tables ADD COLUMN daily " INT " DEFAULT 0;"
    "CREATE TABLE attempts ("
    "table_id " INT_OR_NULL " PRIMARY KEY REFERENCES tables, day " INT ", game " TEXT
    ", user_id " INT_OR_NULL " REFERENCES users, k " INT ", is_ranked " INT ", started " INT
    ", is_done " INT ", score " INT ", place " INT ", ended " INT
    ", FOREIGN KEY (day, game) REFERENCES dailies)" ROWS ";"
    "CREATE UNIQUE INDEX attempts_of ON attempts (user_id, day, game, k);"
    "CREATE INDEX attempts_ranked ON attempts (day, game, is_ranked, is_done DESC, "
    "score DESC, ended, table_id);" WHENEVER(
        "daily_over", "tables", "state",
        "NEW.state = 2 AND OLD.state <> 2 AND NEW.daily > 0", RECORD_ATTEMPT)
        WHENEVER("player_gone", "users", "deleted", "NEW.deleted <> 0",
                 "UPDATE attempts SET user_id = NULL WHERE user_id = NEW.id;")
    /* What has paid somebody, and games that are not counted there: store/incomes.h. */
    "CREATE TABLE incomes ("
    "user_id " INT " REFERENCES users ON DELETE CASCADE, is_public " INT ", game " TEXT
    ", what " TEXT ", times " INT ", total " INT
    ", PRIMARY KEY (user_id, is_public, game, what))" KEYED ";"
    "CREATE TABLE uncounted ("
    "table_id " INT_OR_NULL " PRIMARY KEY REFERENCES tables)" ROWS
    ";" WHENEVER("game_uncounted", "tables", "state", "NEW.state = 2 AND OLD.state <> 2",
                 "INSERT INTO uncounted (table_id) VALUES (NEW.id);")
        WHENEVER(
            "earner_gone", "users", "deleted", "NEW.deleted <> 0",
            "DELETE FROM incomes WHERE user_id = NEW.id;") "INSERT INTO uncounted "
                                                           "(table_id) SELECT id FROM "
                                                           "tables WHERE state = 2;"
                                                           /* Mail: store/mail.h. */
                                                           "CREATE TABLE mailboxes ("
                                                           "user_id " INT_OR_NULL
                                                           " PRIMARY KEY REFERENCES users "
                                                           "ON DELETE CASCADE, "
                                                           "address " TEXT
                                                           ", address_key " TEXT
                                                           ", pending " TEXT
                                                           ", language " TEXT ", every " INT
                                                           ", sent " INT ", failures " INT
                                                           ")" ROWS ";"
                                                           "CREATE INDEX mailboxes_by ON "
                                                           "mailboxes (address_key) WHERE "
                                                           "address_key <> '';"
                                                           "CREATE TABLE mails ("
                                                           "kind " INT ", user_id " INT
                                                           ", wanted " TEXT
                                                           ", language " TEXT ", due " INT
                                                           ", tries " INT ", made " INT
                                                           ", PRIMARY KEY (kind, user_id, "
                                                           "wanted))" KEYED ";"
                                                           "CREATE INDEX mails_due ON "
                                                           "mails (due);"
                                                           "CREATE TABLE mail_items ("
                                                           "user_id " INT
                                                           " REFERENCES users ON DELETE "
                                                           "CASCADE, table_id " INT
                                                           ", kind " INT ", n " INT
                                                           ", made " INT
                                                           ", by_user " INT_OR_NULL
                                                           ", is_sent " INT
                                                           ", PRIMARY KEY (user_id, "
                                                           "table_id, kind))" KEYED ";"
                                                           "CREATE TABLE mail_limits ("
                                                           "key " BYTES
                                                           " PRIMARY KEY CHECK "
                                                           "(length(key) = 32), at " INT
                                                           ")" KEYED ";";

/* Sums of results that the page of a person shows: records by rule set, and meetings with
 * each opponent. Each is what a GROUP BY of the results gives, and goes with the account.
 * In the order of users, so that games that end at the same time lock rows in one order. */
#define RECORD_RECORDS(which)                                                              \
    "INSERT INTO records (user_id, game, rule_set, seat_count, is_public, games, played, " \
    "wins, total) SELECT r.user_id, r.game, r.rule_set, r.seat_count, r.is_public, "       \
    "count(*), sum(CASE WHEN r.is_away = 0 THEN 1 ELSE 0 END), "                           \
    "sum(CASE WHEN r.is_away = 0 AND r.place = 1 THEN 1 ELSE 0 END), "                     \
    "CAST(sum(CASE WHEN r.is_away = 0 THEN r.score ELSE 0 END) AS BIGINT) "                \
    "FROM results r WHERE r.user_id IS NOT NULL AND " which                                \
    " GROUP BY r.user_id, r.game, r.rule_set, r.seat_count, r.is_public "                  \
    "ORDER BY r.user_id "                                                                  \
    "ON CONFLICT (user_id, game, rule_set, seat_count, is_public) DO UPDATE SET "          \
    "games = records.games + excluded.games, played = records.played + excluded.played, "  \
    "wins = records.wins + excluded.wins, total = records.total + excluded.total;"
#define RECORD_MEETINGS(which)                                                             \
    "INSERT INTO meetings (user_id, other, is_public, games, ahead) "                      \
    "SELECT r.user_id, o.user_id, r.is_public, count(*), "                                 \
    "sum(CASE WHEN r.place < o.place THEN 1 ELSE 0 END) "                                  \
    "FROM results r JOIN results o ON o.table_id = r.table_id "                            \
    "AND o.user_id <> r.user_id WHERE o.who = 1 AND " which                                \
    " GROUP BY r.user_id, o.user_id, r.is_public ORDER BY r.user_id, o.user_id "           \
    "ON CONFLICT (user_id, other, is_public) DO UPDATE SET "                               \
    "games = meetings.games + excluded.games, ahead = meetings.ahead + excluded.ahead;"

/* A club with a million results: no page reads all of them, nor all those of the busiest
 * person (bench_club, docs/speed.md).
 *
 * A running server of version 5 goes on: its games, too, are summed up by the database. */
static const char VERSION_6[] =
    "CREATE TABLE records ("
    "user_id " INT " REFERENCES users ON DELETE CASCADE, game " TEXT ", rule_set " TEXT
    ", seat_count " INT ", is_public " INT ", games " INT ", played " INT ", wins " INT
    ", total " INT ", PRIMARY KEY (user_id, game, rule_set, seat_count, is_public))" KEYED
    ";"
    "CREATE TABLE meetings ("
    "user_id " INT " REFERENCES users ON DELETE CASCADE, other " INT
    " REFERENCES users ON DELETE CASCADE, is_public " INT ", games " INT ", ahead " INT
    ", PRIMARY KEY (user_id, other, is_public))" KEYED ";"
    "CREATE INDEX meetings_of ON meetings (other);"
    /* Of one trigger: which of several is first, no database says. */
    NO_LONGER("game_over", "tables")
        WHENEVER("game_over", "tables", "state", "NEW.state = 2 AND OLD.state <> 2",
                 RECORD_RESULTS("t.id = NEW.id") RECORD_MEANS("table_id = NEW.id")
                     RECORD_RECORDS("r.table_id = NEW.id")
                         RECORD_MEETINGS("r.table_id = NEW.id"))
            WHENEVER("sums_gone", "users", "deleted", "NEW.deleted <> 0",
                     "DELETE FROM records WHERE user_id = NEW.id;"
                     "DELETE FROM meetings WHERE user_id = NEW.id OR other = NEW.id;")
                RECORD_RECORDS("1 = 1") RECORD_MEETINGS("1 = 1")
    /* The figures of the last day, and the tables that are not over. None begins with a
     * column that is the same for most rows (kind, state): SQLite, which has no statistics,
     * would prefer such an index to the right one. */
    "CREATE INDEX users_created ON users (created, kind, deleted);"
    "CREATE INDEX sessions_seen ON sessions (seen, user_id);"
    "CREATE INDEX tables_created ON tables (created);"
    "CREATE INDEX tables_private_over ON tables (changed, id) "
    "WHERE is_public = 0 AND state = 2;"
    "CREATE INDEX tables_running ON tables (id) WHERE state < 2;"
    "CREATE INDEX chat_at ON chat (at);";

static const char *const STEPS[] = { VERSION_1, VERSION_2, VERSION_3,
                                     VERSION_4, VERSION_5, VERSION_6 };

#endif
